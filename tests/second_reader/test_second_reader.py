"""The second reader comes to the verdicts of tests/vectors, and to those of `koryo-tui verify`."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.second_reader import deck, evidence, heads, signatures
from tests.second_reader.__main__ import exit_code, main
from tests.second_reader.attempts import Attempts, Held
from tests.second_reader.deck import BadProof
from tests.second_reader.departures import Departures, beginnings
from tests.second_reader.encoding import Malformed, NotCanonical, decode, digest, encode
from tests.second_reader.signatures import (
    Change,
    Dropped,
    Entry,
    Roster,
    Signed,
    Table,
    can_sign,
    holds,
)
from tests.second_reader.transcript import Verdict, verify

VECTORS = Path(__file__).parent.parent / "vectors"
Case = dict[str, Any]


@cache
def load(name: str) -> dict[str, Any]:
    """A file of vectors."""
    found: dict[str, Any] = json.loads((VECTORS / f"{name}.json").read_text())
    return found


def cases(name: str) -> pytest.MarkDecorator:
    """A test for each case of a file of vectors."""
    found = load(name)["cases"]
    return pytest.mark.parametrize("case", found, ids=[case["name"] for case in found])


def value_of(written: Any) -> Any:
    """A value as encoding.json writes it."""
    if isinstance(written, dict):
        return bytes.fromhex(written["bytes"])
    if isinstance(written, list):
        return [value_of(one) for one in written]
    return written


def signed_of(written: list[str]) -> Any:
    """A signed thing as the vectors write it."""
    thing, payload, signature = written
    return Signed([thing, bytes.fromhex(payload), bytes.fromhex(signature)])


def table_of(name: str) -> Table:
    """The table of the roster that all cases of a file share."""
    return Table(Roster(decode(bytes.fromhex(load(name)["roster"]))))


def code_of(check: Any, *arguments: Any) -> str:
    """`holds`, or the code of what is wrong."""
    try:
        check(*arguments)
    except BadProof as bad:
        return bad.code
    return "holds"


def test_it_is_written_from_the_document_alone() -> None:
    for file in Path(__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            names = (
                [one.name for one in node.names]
                if isinstance(node, ast.Import)
                else ([node.module or ""] if isinstance(node, ast.ImportFrom) else [])
            )
            for name in names:
                assert name.split(".")[0] not in ("protocol", "koryo_tui"), file.name
                assert not name.startswith("tests.") or name.startswith("tests.second_reader")


@cases("encoding")
def test_encoding(case: Case) -> None:
    data = bytes.fromhex(case["bytes"])
    verdict = "canonical"
    try:
        value = decode(data)
        if "struct" in case:
            getattr(signatures, case["struct"])(value)
    except Malformed:
        verdict = "malformed"
    except NotCanonical:
        verdict = "dropped"
    assert verdict == case["verdict"]
    if "value" in case:
        assert decode(data) == value_of(case["value"])
        assert encode(value_of(case["value"])) == data


def hash_of(case: Case) -> bytes:
    """What a case of digests.json or heads.json hashes."""
    part = {
        name: bytes.fromhex(one)
        if isinstance(one, str) and name not in ("name", "verdict", "why", "hash", "label", "kind")
        else one
        for name, one in case.items()
    }
    match case["hash"]:
        case "digest":
            return digest(case["label"], *map(value_of, case["parts"]))
        case "table":
            return signatures.table_id(decode(part["roster"]))
        case "payload":
            return signatures.payload_hash(part["payload"])
        case "nonce":
            return signatures.nonce_commitment(part["identity"], part["nonce"])
        case "identity":
            return signatures.fingerprint(part["identity"])
        case "deck":
            return deck.deck_hash(case["label"], *map(bytes.fromhex, case["parts"]))
        case "deck scalar":
            scalar = deck.hashed_scalar(case["label"], *map(bytes.fromhex, case["parts"]))
            return scalar.to_bytes(32, "little")
        case "deck element":
            return deck.hashed_element(case["label"], *map(bytes.fromhex, case["parts"]))
        case "context":
            return heads.context(
                part["table"],
                part["head"],
                case["step"],
                case["kind"],
                case["seat"],
                case["recipient"],
            )
        case "head":
            entries = [(seat, bytes.fromhex(hash_)) for seat, hash_ in case["entries"]]
            return heads.head_after(
                part["head"], case["step"], case["kind"], case["members"], case["left_out"], entries
            )
    raise AssertionError(case["hash"])


@cases("digests")
def test_digests(case: Case) -> None:
    assert hash_of(case).hex() == case["result"]


@cases("heads")
def test_heads_and_contexts(case: Case) -> None:
    assert hash_of(case).hex() == case["result"]


@cases("identities")
def test_identities(case: Case) -> None:
    assert can_sign(bytes.fromhex(case["identity"])) == (case["verdict"] == "accepted")


@cases("handshakes")
def test_proofs_of_a_handshake(case: Case) -> None:
    message = encode(
        [
            case["role"],
            *(
                bytes.fromhex(case[name])
                for name in (
                    "tls_key",
                    "client",
                    "server",
                    "client_nonce",
                    "server_nonce",
                    "purpose",
                )
            ),
        ]
    )
    held = holds(bytes.fromhex(case["checks"]), "link", message, bytes.fromhex(case["signature"]))
    assert held == (case["verdict"] == "holds")


@cases("signed")
def test_signed_things(case: Case) -> None:
    signed = signed_of([case["thing"], case["payload"], case["signature"]])
    try:
        table_of("signed").read(signed)
        verdict = "taken"
    except Dropped:
        verdict = "dropped"
    assert verdict == case["verdict"]


@cases("keys")
def test_keys(case: Case) -> None:
    if "keys" in case:
        keys = [bytes.fromhex(key) for key in case["keys"]]
        assert code_of(deck.joint_key, keys) == case["verdict"]
        assert "joint" not in case or deck.joint_key(keys).hex() == case["joint"]
        return
    context, body = bytes.fromhex(case["context"]), bytes.fromhex(case["body"])
    assert code_of(deck.check_key, context, body) == case["verdict"]


def check_shuffle(context: bytes, K: bytes, old: deck.Deck, new: bytes, proof: bytes) -> None:
    """A shuffle as it comes: the deck is decoded, then the proof checked."""
    deck.check_shuffle(context, K, old, deck.decode_deck(new, len(old)), proof)


@cases("shuffles")
def test_shuffles(case: Case) -> None:
    source = bytes.fromhex(case["source"])
    old = deck.decode_deck(source, len(source) // 64)
    assert (
        code_of(
            check_shuffle,
            bytes.fromhex(case["context"]),
            bytes.fromhex(case["joint"]),
            old,
            bytes.fromhex(case["deck"]),
            bytes.fromhex(case["proof"]),
        )
        == case["verdict"]
    )


@cache
def dealt() -> tuple[list[bytes], deck.Deck, bytes]:
    """The keys, the last deck and its digest of shares.json."""
    deal = load("shares")["deal"]
    context = bytes.fromhex(deal["context"])
    keys = [deck.check_key(context, bytes.fromhex(key)) for key in deal["keys"]]
    K = deck.joint_key(keys)
    last = deck.open_deck(K, deal["cards"])
    assert deck.deck_bytes(last).hex() == deal["open"]
    assert deck.deck_digest(K, last).hex() == deal["digest"]
    for link in deal["chain"]:
        new = bytes.fromhex(link["deck"])
        check_shuffle(context, K, last, new, bytes.fromhex(link["proof"]))
        last = deck.decode_deck(new, len(last))
        assert deck.deck_digest(K, last).hex() == link["digest"]
    return keys, last, deck.deck_digest(K, last)


@cases("shares")
def test_shares(case: Case) -> None:
    keys, last, name = dealt()
    if "opening" in case:
        shares = [deck.element(bytes.fromhex(share)) for share in case["opening"]]
        B = last[case["position"]][1]
        if case["verdict"] == "opens":
            assert deck.open_card(B, shares) == case["card"]
        else:
            assert code_of(deck.open_card, B, shares) == case["verdict"]
        return
    positions = tuple(case["positions"])
    assert (
        code_of(
            deck.check_shares,
            bytes.fromhex(case["context"]),
            keys[case["key"]],
            name,
            positions,
            tuple(last[place][0] for place in positions),
            tuple(bytes.fromhex(share) for share in case["shares"]),
            bytes.fromhex(case["proof"]),
        )
        == case["verdict"]
    )


@cases("orders")
def test_sealed_orders(case: Case) -> None:
    opened = heads.commitment(
        bytes.fromhex(case["table"]),
        bytes.fromhex(case["head"]),
        case["seat"],
        case["positions"],
        case["cards"],
        bytes.fromhex(case["salt"]),
    )
    assert (opened.hex() == case["commitment"]) == (case["verdict"] == "opens")


@cases("seating")
def test_seating(case: Case) -> None:
    nonces = [bytes.fromhex(nonce) for nonce in case["nonces"]]
    assert heads.seating(bytes.fromhex(case["table"]), nonces) == (case["clockwise"], case["first"])


@cases("attempts")
def test_attempts(case: Case) -> None:
    vectors, table = load("attempts"), table_of("attempts")
    head = bytes.fromhex(vectors["head"])
    things = [signed_of(one) for one in (*case["entries"], *case["changes"])]
    for thing in things:
        table.read(thing)
    held = [
        Held(thing, {"entry": Entry, "change": Change}[thing.thing](decode(thing.payload)))
        for thing in things
    ]
    attempts = Attempts(
        head,
        vectors["step"],
        case["kind"],
        case["members"],
        case["speakers"],
        [one for one in held if one.signed.thing == "entry" and one.says.head == head],
        [one for one in held if one.signed.thing == "change"],
    )
    found = []
    for agreement in attempts.agreements(case["attempt"]):
        targets, culprit = attempts.outcomes(agreement)
        written = [
            {
                "head": target.head.hex(),
                "left_out": [list(one) for one in target.left_out],
                "entries": [[one.seat, one.hash.hex()] for one in target.entries],
                "witnesses": [one.hash.hex() for one in target.witnesses],
            }
            for target in sorted(targets)
        ]
        found.append(
            {
                "left_out": [list(one) for one in agreement.left_out],
                "members": list(agreement.members),
                "culprit": culprit,
                "heads": [target["head"] for target in written],
                "targets": written,
            }
        )
    assert ("outcome" if any(one["heads"] for one in found) else "none") == case["verdict"]
    assert sorted(found, key=encode_json) == sorted(case["agreements"], key=encode_json)


def encode_json(value: Any) -> str:
    """Something to sort by."""
    return json.dumps(value, sort_keys=True)


@cases("evidence")
def test_evidence(case: Case) -> None:
    assert evidence.judge(bytes.fromhex(case["bytes"])) == case["verdict"]


def transcript_of(case: Case) -> bytes:
    """The file of a case of transcripts.json."""
    whole = (VECTORS / "transcripts" / case["file"]).read_bytes()
    data = bytearray(whole[: case["keep"]] + bytes.fromhex(case["append"]))
    for place, byte in case.get("edits", []):
        data[place] = byte
    return bytes(data)


@cache
def verdict_on(data: bytes) -> Verdict:
    """The verdict on a file; proofs that many files share are checked once."""
    return verify(data)


@cases("transcripts")
def test_transcripts(case: Case) -> None:
    said = verdict_on(transcript_of(case))
    assert said.verdict == case["verdict"], said.why
    if said.verdict == "refused":
        assert (said.step, said.seat) == (case["step"], case["seat"]), said.why
        assert said.reason == case.get("reason", said.reason)
    if said.reader is None:
        return
    game = said.reader.game
    assert (game.table.id.hex(), game.step, game.head.hex()) == (
        case["table"],
        case["steps"],
        case["head"],
    )
    if "heads" in case:
        assert [head.hex() for head in game.heads] == case["heads"]
    if said.verdict == "verified":
        assert said.reader.after.scores == case["scores"]
        assert sorted(said.reader.after.results) == case["signed"]
        assert [list(hand) for hand in said.reader.after.hands] == case["hands"]


BLACK_BOX = (
    "two seats",
    "four seats",
    "absence and return",
    "opened hands",
    "eleven steps",
    "a table and no step",
    "cut at 200",
    "another magic",
    "an unknown tag",
    "a result twice",
    "without a seat: fault",
    "turn, another salt",
    "without a seat, wrongly: a fault of somebody else",
)

#: In the words of either program: a seat, its points and its place; who won; a hall.
SEAT = re.compile(r"  (?:\d|seat) (\w+): +(-?\d+) points?, (?:place (\d)|not ranked)")
WON = re.compile(r"  won by (.+?)( by default)?")
HALL = re.compile(r"  (Hall of Fame|Wall of Shame): (.+)")

Printed = tuple[list[tuple[int, int | None]], list[int], bool, dict[str, list[int]]]


def printed(text: str) -> Printed:
    """What a program printed of a result: points and places, who won, by default, the halls."""
    lines = text.splitlines()
    seats = [match for line in lines if (match := SEAT.match(line))]
    numbers = {match[1]: number for number, match in enumerate(seats)}

    def named(several: str) -> list[int]:
        names = re.split(", | and ", several.replace("seat ", ""))
        return sorted(numbers[name] for name in names)

    won = [match for line in lines if (match := WON.fullmatch(line))]
    halls = [match for line in lines if (match := HALL.fullmatch(line))]
    return (
        [(int(match[2]), int(match[3]) if match[3] else None) for match in seats],
        [seat for match in won for seat in named(match[1])],
        any(match[2] for match in won),
        {match[1]: named(match[2]) for match in halls},
    )


def both_say(file: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, Printed]:
    """The exit code and the result of a file, which have to be those of `koryo-tui verify`."""
    other = subprocess.run(
        [sys.executable, "-m", "koryo_tui", "verify", "--lang", "en", str(file)],
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    code = main([str(file)])
    said = capsys.readouterr().out
    assert code == other.returncode
    its = re.sub(r"^(  \d \w+) ", r"\1: ", other.stdout, flags=re.MULTILINE)
    assert printed(said) == printed(its)
    return code, said, printed(said)


@pytest.mark.parametrize("name", BLACK_BOX)
def test_it_says_of_a_file_what_koryo_tui_verify_says(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = next(case for case in load("transcripts")["cases"] if case["name"] == name)
    file, data = tmp_path / "game.koryo", transcript_of(case)
    file.write_bytes(data)
    code, said, (seats, winners, _, _) = both_say(file, capsys)
    assert code == exit_code(verdict_on(data))
    assert said.startswith(case["verdict"])
    assert [points for points, _ in seats] == case.get("scores", [])
    assert bool(winners) == (case["verdict"] == "verified")


def test_what_is_malformed_behind_a_table_without_steps_is_no_transcript(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, first, *_ = beginnings((VECTORS / "transcripts" / "two-seats.koryo").read_bytes())
    codes = []
    for held in (table, first):
        file = tmp_path / "game.koryo"
        file.write_bytes(held + b"\0\0\0\1\5")
        codes.append(both_say(file, capsys)[0])
    assert codes == [2, 1]


#: How games end early: the file, the steps of it that are kept, who is left out of each step that
#: follows, and what it comes to.
ENDS: dict[str, tuple[str, int, list[dict[str, tuple[int, ...]]], Printed]] = {
    "an absent seat wins": (
        "four-seats",
        110,
        [{"silent": (3,)}],
        ([(3, 4), (6, 3), (16, 2), (22, 1)], [3], False, {}),
    ),
    "round 8 is finished by one seat": (
        "a-bad-third-shuffler",
        96,
        [{"goodbye": (2, 3)}],
        ([(0, None), (11, 1), (-1, 3), (6, 2)], [1], False, {"Wall of Shame": [2]}),
    ),
    "a seat that has left comes after the last one there": (
        "four-seats",
        108,
        [{"fault": (1,), "goodbye": (0, 3)}],
        ([(3, 3), (5, None), (16, 1), (23, 2)], [2], False, {}),
    ),
    "all are equal": (
        "four-seats",
        4,
        [{"silent": (3,)}, {"silent": (2,)}, {"goodbye": (1,)}],
        ([(0, 1), (0, 4), (0, 2), (0, 2)], [0], True, {}),
    ),
    "the absent come before the left": (
        "four-seats",
        15,
        [{"silent": (1,)}, {"silent": (3,)}, {"goodbye": (0,)}],
        ([(8, 4), (7, 2), (3, 1), (7, 2)], [2], True, {}),
    ),
    "a seat at fault is not ranked": (
        "four-seats",
        15,
        [{"goodbye": (0, 2), "fault": (3,)}],
        ([(8, 2), (7, 1), (3, 3), (7, None)], [1], True, {}),
    ),
}


@pytest.mark.parametrize("name", ENDS)
def test_a_game_with_missing_seats_comes_to_the_same(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    of, steps_kept, gone, expected = ENDS[name]
    whole = (VECTORS / "transcripts" / f"{of}.koryo").read_bytes()
    game = Departures(beginnings(whole)[steps_kept])
    for seats in gone:
        game.leave_out(**seats)
    while game.kind == "discard":
        game.discard()
    if game.kind == "seats":
        game.nobody_returns()
    file = tmp_path / "game.koryo"
    file.write_bytes(game.data)
    code, _, result = both_say(file, capsys)
    assert (code, result) == (0, expected)


def test_a_file_that_is_not_there_cannot_be_read(tmp_path: Path) -> None:
    assert main([str(tmp_path / "nothing.koryo")]) == 2
