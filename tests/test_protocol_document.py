"""docs/protocol.md and the code say the same: every marked table is read and compared.

A table stands behind a comment like ``<!-- table: steps -->``, a struct behind
``<!-- struct: Entry -->``, tagged messages behind ``<!-- messages: lobby -->``.
"""

from __future__ import annotations

import ast
import importlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, is_dataclass, replace
from functools import cache
from hashlib import sha256
from importlib import resources
from pathlib import Path
from types import ModuleType

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from msgspec import inspect

from koryo_tui.exits import Exit
from koryo_tui.text.spoken import spoken, spoken_words
from protocol.deck import check_key, new_key, prove_key, shuffle
from protocol.deck.deck import card_point
from protocol.deck.errors import Reason as DeckReason
from protocol.deck.hashing import Label
from protocol.deck.shuffle import generator
from protocol.log import evidence, journal, messages, transcript, wire
from protocol.log.chain import next_head, nonce_commitment, payload_hash, table_id
from protocol.log.encoding import Struct, digest, encode
from protocol.log.errors import Malformed
from protocol.log.messages import (
    PROTOCOL_VERSION,
    RULES_VERSION,
    Acknowledgement,
    Entry,
    Player,
    Roster,
    Settings,
    Signed,
    StepKind,
    Thing,
    Why,
)
from protocol.log.signing import SMALL_ORDER, SigningKey
from protocol.net import discovery, folder, link_messages, lobby_guest, lobby_messages, whereabouts
from protocol.net.errors import Ending, Refusal
from protocol.net.fingerprint import fingerprint
from protocol.net.frames import Channel
from protocol.net.handshake import EXPECTED as HANDSHAKE
from protocol.net.invite import SECRET_BYTES
from protocol.net.signs import OPEN_SECRET, Sign, State, read_sign, write_sign
from protocol.peer import bodies, private
from protocol.peer.caution import Memory
from protocol.peer.checks import Placing, play_turn
from protocol.peer.contexts import key_context, order_commitment, share_context, shuffle_context
from protocol.peer.refused import Reason
from protocol.peer.seating import seating
from protocol.peer.state import GameState, Sealed, start
from protocol.peer.steps import STEPS, close
from protocol.peer.talk import PHRASES
from protocol.rules import Card, Done, Order, Standing, TurnUp, read_position

ROOT = Path(__file__).parent.parent
DOCUMENT = ROOT / "docs" / "protocol.md"
PACKAGES = ("log", "peer", "net")

Rows = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Marked:
    """The rows of a marked table without its heading, each cell without its back-quotes."""

    what: str
    name: str
    rows: Rows


def read_tables(text: str) -> Iterator[Marked]:
    lines = text.splitlines()
    for number, line in enumerate(lines):
        found = re.fullmatch(r"<!-- (table|struct|messages): (.+) -->", line)
        if found:
            yield Marked(found[1], found[2], tuple(_rows(lines[number + 1 :])))


def _rows(lines: list[str]) -> Iterator[tuple[str, ...]]:
    assert lines[0] == "", "an empty line follows the comment"
    assert re.fullmatch(r"\|(---\|)+", lines[2]), "a heading follows"
    columns = lines[1].count("|") - 1
    for line in lines[3:]:
        if not line.startswith("|"):
            return
        cells = tuple(cell.strip() for cell in line.strip()[1:-1].split("|"))
        assert len(cells) == columns, line
        yield tuple(plain(cell) for cell in cells)


def plain(cell: str) -> str:
    return cell[1:-1] if re.fullmatch(r"`[^`]+`", cell) else cell


@cache
def document() -> dict[tuple[str, str], Rows]:
    tables = tuple(read_tables(DOCUMENT.read_text(encoding="utf-8")))
    names = [(table.what, table.name) for table in tables]
    assert len(set(names)) == len(names), "every mark stands once"
    return {(table.what, table.name): table.rows for table in tables}


def table(name: str) -> Rows:
    return document()["table", name]


def column(name: str, number: int = 0) -> tuple[str, ...]:
    return tuple(row[number] for row in table(name))


# Types


def written(kind: inspect.Type) -> str:
    """A type as the document writes it (0.2)."""
    match kind:
        case inspect.IntType(ge=low, le=high):
            return f"int {low}..{high}"
        case inspect.BytesType(min_length=low, max_length=high):
            return f"bytes[{low}]" if low and low == high else f"bytes {_range(low, high)}"
        case inspect.StrType(min_length=low, max_length=high):
            return f"text {_range(low, high)}"
        case inspect.EnumType(cls=cls):
            return f"one of {cls.__name__}"
        case inspect.StructType(cls=cls):
            return str(cls.__name__)
        case inspect.VarTupleType(item_type=item, min_length=low, max_length=high):
            inner = written(item)
            inner = f"({inner})" if " " in inner else inner
            return f"list of {inner}, {_range(low, high)}"
        case inspect.AnyType():
            return "any"
    raise AssertionError(f"the document has no word for {kind}")


def _range(low: int | None, high: int | None) -> str:
    return f"{low or 0}..{'' if high is None else high}"


def fields_of(kind: type[Struct]) -> tuple[tuple[str, str], ...]:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return tuple((field.name, written(field.type)) for field in info.fields)


def structs_of(module: ModuleType) -> Iterator[type[Struct]]:
    for value in vars(module).values():
        is_struct = isinstance(value, type) and issubclass(value, Struct)
        if is_struct and value.__module__ == module.__name__:
            yield value


def tag_of(kind: type[Struct]) -> str | None:
    tag = kind.__struct_config__.tag
    return None if tag is None else str(tag)


MODULES = (
    messages,
    transcript,
    evidence,
    journal,
    bodies,
    private,
    folder,
    link_messages,
    lobby_messages,
)
STRUCTS = {
    kind.__name__: kind for module in MODULES for kind in structs_of(module) if tag_of(kind) is None
}


def test_every_struct_of_the_code_is_in_the_document_and_no_other() -> None:
    assert {name for what, name in document() if what == "struct"} == set(STRUCTS)


@pytest.mark.parametrize("name", sorted(STRUCTS))
def test_a_struct_has_the_fields_types_and_bounds_that_are_written(name: str) -> None:
    rows = tuple(row[:2] for row in document()["struct", name])
    assert rows == fields_of(STRUCTS[name])


@pytest.mark.parametrize(
    ("name", "module"),
    [("link", link_messages), ("lobby", lobby_messages), ("seats", whereabouts)],
    ids=["link", "lobby", "seats"],
)
def test_tagged_messages_are_the_written_ones(name: str, module: ModuleType) -> None:
    found: dict[str, list[tuple[str, str]]] = {}
    tag = ""
    for first, _sender, field, kind in document()["messages", name]:
        tag = first or tag
        found.setdefault(tag, [])
        if field:
            found[tag].append((field, kind))
    tagged = {tag_of(kind): fields_of(kind) for kind in structs_of(module) if tag_of(kind)}
    assert {tag: tuple(fields) for tag, fields in found.items()} == tagged


def test_a_type_is_written_in_one_way() -> None:
    class Example(msgspec.Struct, array_like=True):
        number: bodies.Place
        name: messages.Name
        many: tuple[bodies.ShareBytes, ...]

    info = inspect.type_info(Example)
    assert isinstance(info, inspect.StructType)
    assert [written(field.type) for field in info.fields] == [
        "int 0..54",
        "text 1..24",
        "list of bytes[32], 0..",
    ]


# Words and numbers


def test_the_versions_are_those_of_the_code() -> None:
    assert table("versions") == (
        ("protocol", str(PROTOCOL_VERSION)),
        ("rules", str(RULES_VERSION)),
    )


def test_the_things_and_their_structs_are_those_of_the_code() -> None:
    names = {Thing.RETURN: "Return"}
    expected = tuple((str(thing), names.get(thing, thing.capitalize())) for thing in Thing)
    assert tuple(row[:2] for row in table("things")) == expected
    assert {struct for _thing, struct in expected} <= set(STRUCTS)


def test_signatures_are_made_over_the_written_labels() -> None:
    expected = {f"koryo-tui/1 {name}" for name in (*Thing, "link")}
    assert set(column("signature labels")) == expected
    key = SigningKey(bytes(32))
    for label in column("signature labels"):
        signature = key.sign_bytes(label.removeprefix("koryo-tui/1 "), b"message")
        message = label.encode("ascii") + b"\x00" + b"message"
        Ed25519PublicKey.from_public_bytes(key.identity).verify(signature, message)


def test_every_label_that_is_hashed_is_written() -> None:
    assert set(column("digest labels")) == set(_labels_of_digests())


def _labels_of_digests() -> Iterator[str]:
    for path in (path for name in PACKAGES for path in (ROOT / "protocol" / name).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "digest":
                assert isinstance(node.args[0], ast.Constant), path
                yield str(node.args[0].value)


def test_the_labels_of_the_deck_are_the_written_ones() -> None:
    assert sorted(column("deck labels")) == sorted(label.value for label in Label)


def test_the_codes_of_the_deck_are_the_written_ones() -> None:
    assert column("deck codes") == tuple(reason.value for reason in DeckReason)


def test_the_fixed_elements_are_the_written_ones() -> None:
    for name, _derivation, encoding in table("fixed elements"):
        letter, _, index = name.partition("_")
        make = {"H": generator, "M": card_point}[letter]
        assert make(int(index or 0)).encoding.hex() == encoding, name
    assert {f"M_{card.value}" for card in Card} <= set(column("fixed elements"))


def test_the_points_of_small_order_are_the_written_ones() -> None:
    assert {bytes.fromhex(text) for text in column("small order")} == SMALL_ORDER


def test_the_channels_are_the_written_ones() -> None:
    assert tuple(row[:2] for row in table("channels")) == tuple(
        (str(channel.value), channel.name) for channel in Channel
    )


@pytest.mark.parametrize(("name", "codes"), [("refusals", Refusal), ("endings", Ending)])
def test_the_codes_of_the_last_word_are_the_written_ones(
    name: str, codes: type[Refusal] | type[Ending]
) -> None:
    assert tuple(row[:2] for row in table(name)) == tuple(
        (str(code.value), code.name) for code in codes
    )


def test_the_reasons_are_the_written_ones() -> None:
    assert column("reasons") == tuple(Reason)
    for _code, steps, _text in table("reasons"):
        kinds = {plain(kind.strip()) for kind in steps.split(",")}
        assert kinds == {"all"} or kinds <= set(StepKind)


def test_the_kinds_of_evidence_are_the_written_ones() -> None:
    kinds = []
    for kind, things, _text in table("evidence"):
        signed = tuple(Signed(Thing(t.strip()), b"\x00", bytes(64)) for t in things.split(","))
        assert evidence.kind_of(signed) == kind
        kinds.append(kind)
    assert kinds == list(evidence.Kind)


def test_the_reasons_to_leave_somebody_out_are_the_written_ones() -> None:
    assert column("why") == tuple(Why)
    for why, _proof, standing in table("why"):
        state = after_keys(3)
        assert state.position is not None
        head = bytes(32)
        missing = close(state, {}, head, ((1, Why(why)),)).position
        assert missing is not None
        assert missing.standing[1] is Standing(standing)


def test_the_messages_of_a_table_are_the_written_ones() -> None:
    signed = Signed(Thing.ENTRY, b"\x00", bytes(64))
    status = messages.Status(bytes(32), 0, 0, (), 0)
    for tag, struct in table("table messages"):
        (message,) = (m for m in (signed, status) if type(m).__name__ == struct)
        fields = tuple(getattr(message, name) for name in message.__struct_fields__)
        assert wire.write_message(message) == encode((tag, *fields))
    assert len(table("table messages")) == 2


def test_the_records_of_a_transcript_are_the_written_ones() -> None:
    examples = {
        "Roster": example_roster(),
        "ClosedStep": transcript.ClosedStep(0, (), 0, (), (), ()),
        "Signed": Signed(Thing.RESULT, b"\x00", bytes(64)),
    }
    assert {row[1] for row in table("transcript records")} == set(examples)
    for tag, struct, _often in table("transcript records"):
        data = encode((tag, examples[struct]))
        assert transcript.write_record(examples[struct]) == len(data).to_bytes(4, "big") + data


def test_the_records_of_a_journal_are_the_written_ones() -> None:
    examples = {
        "Secret": journal.Secret(3, StepKind.KEYS, bytes(32)),
        "Forgotten": journal.Forgotten(3),
        "Held": journal.Held(3, Signed(Thing.ENTRY, b"\x00", bytes(64))),
        "Signed": Signed(Thing.ENTRY, b"\x00", bytes(64)),
    }
    assert {row[1] for row in table("journal records")} == set(examples)
    for tag, struct in table("journal records"):
        assert journal.write_record(examples[struct]) == encode((tag, examples[struct]))


def test_the_exit_codes_of_verify_are_the_written_ones() -> None:
    codes = (Exit.OK, Exit.FAILED, Exit.WRONG_USE, Exit.UNFINISHED)
    assert column("exits", 1) == tuple(str(code.value) for code in codes)


def test_an_evidence_file_is_written_as_it_says() -> None:
    signed = Signed(Thing.ENTRY, b"\x00", bytes(64))
    value = evidence.Evidence(
        evidence.Kind.INVALID_ENTRY, 1, example_roster(), b"", (signed,), (signed,)
    )
    magic = b"koryo-evidence" + bytes(2)
    assert len(magic) == 16
    assert evidence.write_evidence(value) == magic + encode(value)


def test_what_a_peer_may_remember_is_the_written_one() -> None:
    assert column("memory") == tuple(memory.value for memory in Memory)


def test_a_fingerprint_in_words_is_the_written_one() -> None:
    path = resources.files("koryo_tui.text").joinpath("fingerprint_words.txt")
    assert table("words") == (("SHA-256", sha256(path.read_bytes()).hexdigest()),)
    assert list(spoken_words()) == sorted(set(spoken_words()))
    assert len(spoken_words()) == 2**10
    written = tuple(
        (f"of {player.name}", spoken(fingerprint(player.identity)))
        for player in example_roster().players
    )
    assert table("words examples") == written


def test_an_announced_table_says_the_written_keys() -> None:
    sign = Sign("Ada", bytes(10), 3, 3, State.PLAYING, is_open=True, table=bytes(8))
    said = write_sign(sign)
    assert column("discovery") == tuple(said)
    as_read = {key.encode(): value.encode() for key, value in said.items()}
    assert read_sign(as_read).table == bytes(8)
    for key in said:
        without = {name: value for name, value in as_read.items() if name != key.encode()}
        if key == "table":
            assert read_sign(without).table == b""
        else:
            with pytest.raises(Malformed):
                read_sign(without)
    assert OPEN_SECRET.value == bytes(SECRET_BYTES)
    assert f"`{discovery.SERVICE.removesuffix('.local.')}`" in DOCUMENT.read_text(encoding="utf-8")


def test_the_handshake_expects_what_is_written() -> None:
    assert dict(table("handshake")) == {
        state.value: tag_of(kind) for state, kind in HANDSHAKE.items()
    }


def test_a_guest_of_a_lobby_hears_what_is_written() -> None:
    heard: dict[str, set[str]] = {}
    for phase, message, becomes in table("lobby guest"):
        heard.setdefault(phase, set()).add(message)
        heard.setdefault(becomes, set())
    assert heard == {
        phase.value: {tag_of(kind) for kind in kinds}
        for phase, kinds in lobby_guest.EXPECTED.items()
    }


def test_the_phrases_are_the_written_ones() -> None:
    assert column("phrases") == PHRASES


@pytest.mark.parametrize("row", table("limits"), ids=lambda row: row[2].rpartition(".")[2])
def test_a_limit_is_the_written_one(row: tuple[str, ...]) -> None:
    _text, value, where = row
    assert float(value.replace(",", "")) == _value_of(where)


def _value_of(where: str) -> float:
    module, _, name = where.rpartition(".")
    try:
        owner: object = importlib.import_module(module)
    except ModuleNotFoundError:
        module, _, kind = module.rpartition(".")
        found = getattr(importlib.import_module(module), kind)
        assert is_dataclass(found)
        owner = found()
    return float(getattr(owner, name))


# Steps


def test_the_table_of_steps_is_that_of_the_code() -> None:
    def yes(value: bool) -> str:
        return "yes" if value else "no"

    assert tuple((r[0], r[2], r[3], r[4]) for r in table("steps")) == tuple(
        (kind, yes(rule.in_turn), yes(rule.asks), rule.body.__name__)
        for kind, rule in STEPS.items()
    )
    assert column("steps") == tuple(StepKind)


def test_the_speakers_of_each_step_are_the_written_ones() -> None:
    words = dict(zip(column("steps"), column("steps", 1), strict=True))
    seen = []
    for state in (*beginning(3), in_discard()):
        assert state.due is not None
        position = state.position
        speakers = {"all seated": state.seated}
        if position is not None:
            speakers["all seated, in order of play"] = position.order_of_play()
            speakers["the seat that acts"] = (position.actor,) if position.actor is not None else ()
        assert state.due.speakers == speakers[words[state.due.kind]], state.due.kind
        seen.append(state.due.kind)
    assert seen == list(StepKind)


def beginning(seats: int) -> Iterator[GameState]:
    """The states before each step up to the first turn, with proofs that are real."""
    roster = example_roster(seats)
    state = start(roster)
    everybody = state.seats
    yield state
    state = close(state, dict.fromkeys(everybody, roster), bytes(32))
    yield state
    state = close(state, {seat: bytes([seat]) * 32 for seat in everybody}, bytes(32))
    yield state
    state = close(state, dict.fromkeys(everybody, ()), bytes(32))
    yield state
    state = close(state, _keys(state), bytes(32))
    yield state
    state = close(state, _chain(state), bytes(32))
    yield state
    state = close(state, {seat: {} for seat in everybody}, bytes(32))
    while state.due is not None and state.due.kind is StepKind.ORDER:
        if state.position is not None and state.position.orders == (None,) * seats:
            yield state
        state = close(state, _placed(state), bytes(32))
    yield state


def after_keys(seats: int) -> GameState:
    return next(state for state in beginning(seats) if state.dealt)


def _keys(state: GameState) -> dict[int, object]:
    made = {}
    for seat in state.seats:
        context = key_context(state.table, state.head, state.step, seat)
        made[seat] = check_key(prove_key(new_key(os.urandom), context, os.urandom), context)
    return dict(made)


def _chain(state: GameState) -> dict[int, object]:
    assert state.due is not None
    assert state.deal is not None
    source, made = state.deal.opened, {}
    for seat in state.due.speakers:
        context = shuffle_context(state.table, state.head, state.step, seat)
        shuffled = shuffle(source, context, os.urandom)
        source, made[seat] = shuffled.deck, shuffled.proved
    return dict(made)


def _placed(state: GameState) -> dict[int, object]:
    position = state.position
    assert position is not None
    assert position.actor is not None
    return {position.actor: Placing(Sealed(bytes(32), bytes(32)), position.placed(1))}


def in_discard() -> GameState:
    """A turn that leaves its seat with more in front than the limit of the round."""
    position = read_position("1 action 1 01 0 -/99999 00 ss 0,0 10,10 -,1 -")
    state = replace(list(beginning(2))[-1], position=position)
    played = play_turn(position, Order((Card.BROADCASTER,)), (TurnUp(Card.BROADCASTER), Done()))
    return close(state, {1: played}, bytes(32))


def test_the_contexts_are_the_written_ones() -> None:
    table_name, head = bytes([1]) * 32, bytes([2]) * 32
    begin = ("koryo-tui/1 context", 1, table_name, head, 5)
    made = {
        "key": key_context(table_name, head, 5, 0),
        "shuffle": shuffle_context(table_name, head, 5, 0),
        "shares for another seat": share_context(table_name, head, 5, StepKind.SHARES, 0, 1),
        "shares of a turn": share_context(table_name, head, 5, StepKind.TURN, 0, 0),
    }
    recipients = {"": (), "that seat": (1,), "the seat itself": (0,)}
    assert column("contexts") == tuple(made)
    for name, kind, recipient in table("contexts"):
        assert made[name] == encode((*begin, kind, 0, *recipients[recipient]))


# Examples


def example_keys(seats: int = 2) -> list[SigningKey]:
    return [SigningKey(bytes([number]) * 32) for number in range(1, seats + 1)]


def example_roster(seats: int = 2) -> Roster:
    """Ada and Ben with the nonces of chapter 11, and others after them."""
    players = tuple(
        Player(key.identity, name, nonce_commitment(key.identity, bytes([number]) * 32))
        for number, (key, name) in enumerate(
            zip(example_keys(seats), ("Ada", "Ben", "Cleo", "Dan"), strict=False), start=3
        )
    )
    return Roster(PROTOCOL_VERSION, RULES_VERSION, Settings(), players)


def test_the_examples_are_what_the_code_computes() -> None:
    keys, roster = example_keys(), example_roster()
    name = table_id(roster)
    entries = [
        key.sign(Thing.ENTRY, Entry(1, name, 0, seat, StepKind.ROSTER, name, b"", roster))
        for seat, key in enumerate(keys)
    ]
    hashes = {seat: payload_hash(signed.payload) for seat, signed in enumerate(entries)}
    head = next_head(name, 0, StepKind.ROSTER, (0, 1), (), hashes)
    said = keys[0].sign(Thing.ACKNOWLEDGEMENT, Acknowledgement(1, name, 0, 0, 0, head))
    computed = (
        encode(("a", 200, -1, b"\x00", (1, 70_000))),
        digest("example", b"\x00", 1),
        keys[0].identity,
        keys[1].identity,
        fingerprint(keys[0].identity),
        roster.players[0].nonce_commitment,
        encode(roster),
        name,
        entries[0].payload,
        entries[0].signature,
        hashes[0],
        hashes[1],
        head,
        said.payload,
        said.signature,
        key_context(name, head, 3, 0),
        share_context(name, head, 5, StepKind.SHARES, 0, 1),
        order_commitment(name, head, 0, (2, 5), (6, 6), bytes(32)),
    )
    assert column("examples", 1) == tuple(value.hex() for value in computed)


def test_the_examples_of_seating_are_what_the_code_computes() -> None:
    name = table_id(example_roster())
    for nonces, clockwise, first in table("seating examples"):
        opened = {s: bytes.fromhex(n.strip()) * 32 for s, n in enumerate(nonces.split(","))}
        seats, first_player = seating(name, opened)
        assert (", ".join(map(str, seats)), str(first_player)) == (clockwise, first)


def test_the_files_of_vectors_are_the_written_ones() -> None:
    files = (ROOT / "tests" / "vectors").glob("*.json")
    assert sorted(column("vectors")) == sorted(path.name for path in files)
    numbers = re.findall(r"^#+ ([0-9.]+) ", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    for _file, sections in table("vectors"):
        assert set(re.findall(r"\d+\.\d+", sections)) <= set(numbers)


def test_a_section_that_is_named_exists() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    numbers = set(re.findall(r"^#+ ([0-9.]+) ", text, re.MULTILINE))
    named = re.findall(r"\((?:see |of )?(\d+\.\d+)[,;)]", text)
    assert len(named) > 50
    assert set(named) <= numbers


# Attacks


@cache
def functions_in(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, kinds))


@pytest.mark.parametrize("name", ["attacks prevented", "attacks detected"])
def test_the_tests_named_beside_the_attacks_exist(name: str) -> None:
    named = [test for attack, _text, test in table(name) if not attack.startswith("*")]
    assert named
    assert all(named), "every attack names its test"
    for test in named:
        path, _, function = test.partition("::")
        assert function in functions_in(path), test


def test_only_headings_name_no_test() -> None:
    for attack, text, test in table("attacks prevented"):
        assert attack.startswith("*") == (not test) == (not text)
