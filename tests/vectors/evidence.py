"""Chapters 3.8 and 8.4: evidence files."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from protocol.log.chain import next_head, payload_hash, table_id
from protocol.log.encoding import encode
from protocol.log.evidence import Evidence, Kind, write_evidence
from protocol.log.messages import (
    PROTOCOL_VERSION,
    Acknowledgement,
    Change,
    Entry,
    Signed,
    StepKind,
    Thing,
)
from protocol.log.signing import read
from protocol.log.transcript import ClosedStep, start_transcript, write_record
from protocol.peer.bodies import NonceBody
from tests.peer.scenes import peers
from tests.vectors.cases import (
    Case,
    case,
    nonce_of,
    plain,
    rendered,
    roster_of,
    sign,
)
from tests.vectors.shuffles import flip
from tests.vectors.tables import Game

PAIR = roster_of(2)
#: The number of the first step ``shuffle``.
SHUFFLE = 4


def _record() -> tuple[bytes, bytes]:
    """A transcript of the first step of a table of two, and the head after it."""
    table = table_id(PAIR)
    entries = tuple(
        sign(
            seat,
            Thing.ENTRY,
            Entry(PROTOCOL_VERSION, table, 0, seat, StepKind.ROSTER, table, b"", PAIR),
        )
        for seat in (0, 1)
    )
    hashes = {seat: payload_hash(entry.payload) for seat, entry in enumerate(entries)}
    head = next_head(table, 0, StepKind.ROSTER, (0, 1), (), hashes)
    signatures = tuple(
        sign(
            seat, Thing.ACKNOWLEDGEMENT, Acknowledgement(PROTOCOL_VERSION, table, 0, seat, 0, head)
        ).signature
        for seat in (0, 1)
    )
    step = ClosedStep(0, entries, 0, (), (), signatures)
    return start_transcript(PAIR) + write_record(step), head


@cache
def _shuffle() -> tuple[bytes, Signed, Signed, Signed]:
    """The record up to a shuffle of two, its two entries, and the second one with a bad proof."""
    game = Game("two seats", 2)
    game.start()
    game.run(lambda: all(len(peer.log.closed) > SHUFFLE for peer in peers(game)))
    closed = game.seats[0].peer.log.closed
    due = closed[SHUFFLE].before.due
    assert due is not None
    first, second = (closed[SHUFFLE].said_by(seat) for seat in due.speakers)
    assert first is not None
    assert second is not None
    entry = read(second, Entry)
    deck, proof = entry.body
    bad = replace(entry, body=(deck, flip(proof, len(proof) - 32)))
    record = start_transcript(PAIR) + b"".join(
        write_record(closing.record) for closing in closed[:SHUFFLE]
    )
    return record, first, second, sign(entry.seat, Thing.ENTRY, bad)


def evidence() -> str:
    table = table_id(PAIR)
    record, head = _record()

    def said(seat: int, step: int, body: object, on: bytes = head, by: int | None = None) -> Signed:
        value = Entry(PROTOCOL_VERSION, table, step, seat, StepKind.NONCES, on, b"", body)
        return sign(seat if by is None else by, Thing.ENTRY, value)

    def heard(attempt: int, on: int, step: int = 4) -> Signed:
        value = Acknowledgement(PROTOCOL_VERSION, table, step, 1, attempt, bytes([on]) * 32)
        return sign(1, Thing.ACKNOWLEDGEMENT, value)

    def vote(attempt: int, *reports: Signed, step: int = 4) -> Signed:
        return sign(1, Thing.CHANGE, Change(PROTOCOL_VERSION, table, step, 1, attempt, (), reports))

    def one(
        name: str,
        verdict: str,
        why: str,
        kind: Kind,
        *things: Signed,
        seat: int = 1,
        roster: object = PAIR,
        record: bytes = b"",
        basis: tuple[Signed, ...] = (),
    ) -> Case:
        made = Evidence(kind, seat, roster, record, things, basis)  # type: ignore[arg-type]
        return case(name, verdict, why, bytes=write_evidence(made))

    first, second = said(1, 5, 0), said(1, 5, 1)
    entries, acks = Kind.TWO_ENTRIES, Kind.TWO_ACKNOWLEDGEMENTS
    changes, hidden, invalid = (
        Kind.TWO_CHANGES,
        Kind.UNREPORTED_ACKNOWLEDGEMENT,
        Kind.INVALID_ENTRY,
    )
    wrong, right = said(1, 1, NonceBody(bytes(32))), said(1, 1, NonceBody(nonce_of(1)))
    elsewhere = said(1, 1, NonceBody(bytes(32)), on=bytes(32))
    other = Acknowledgement(PROTOCOL_VERSION, bytes(32), 4, 1, 0, bytes(32))
    before, led, followed, bad = _shuffle()
    liar = read(bad, Entry).seat
    right_file = write_evidence(Evidence(entries, 1, PAIR, b"", (first, second)))
    cases = [
        one("two entries", "shows", "3.8", entries, first, second),
        one(
            "two entries on two heads",
            "shows",
            "on whatever heads",
            entries,
            first,
            said(1, 5, 0, on=bytes(32)),
        ),
        one("two acknowledgements", "shows", "3.8", acks, heard(0, 1), heard(0, 2)),
        one("two changes", "shows", "3.8", changes, vote(1), vote(1, heard(0, 1))),
        one("a hidden acknowledgement", "shows", "3.8", hidden, vote(1), heard(0, 1)),
        one("a hidden one among others", "shows", "3.8", hidden, vote(3, heard(0, 1)), heard(1, 1)),
        one("an invalid entry", "shows", "nonce-mismatch", invalid, wrong, record=record),
        one("one entry twice", "refused", "two different payloads", entries, first, first),
        one("entries of two steps", "refused", "one step", entries, first, said(1, 6, 1)),
        one("an entry of another seat", "refused", "that seat", entries, first, said(0, 5, 1)),
        one("signed by another", "refused", "the signature", entries, first, said(1, 5, 1, by=0)),
        one("of another seat than named", "refused", "that seat", entries, first, second, seat=0),
        one(
            "of a seat that is not there",
            "refused",
            "a table of two",
            entries,
            first,
            second,
            seat=2,
        ),
        one(
            "for another roster",
            "refused",
            "this table",
            entries,
            first,
            second,
            roster=replace(PAIR, settings=replace(PAIR.settings, clock=60)),
        ),
        one("one thing", "refused", "two things", entries, first),
        one("three things", "refused", "two things", entries, first, second, first),
        one("no things", "refused", "two things", entries),
        one("entries as acknowledgements", "refused", "of the kinds of 3.8", acks, first, second),
        one("one head twice", "refused", "two heads", acks, heard(0, 1), heard(0, 1)),
        one("heads of two attempts", "refused", "one attempt", acks, heard(0, 1), heard(1, 2)),
        one("heads of two steps", "refused", "one step", acks, heard(0, 1), heard(0, 2, step=5)),
        one(
            "a head of another table",
            "refused",
            "this table",
            acks,
            heard(0, 1),
            sign(1, Thing.ACKNOWLEDGEMENT, other),
        ),
        one("votes for two attempts", "refused", "one attempt", changes, vote(1), vote(2)),
        one(
            "a reported acknowledgement",
            "refused",
            "it is reported",
            hidden,
            vote(1, heard(0, 1)),
            heard(0, 1),
        ),
        one(
            "an acknowledgement of the vote's own attempt",
            "refused",
            "a lower attempt",
            hidden,
            vote(1),
            heard(1, 1),
        ),
        one(
            "an acknowledgement of another step",
            "refused",
            "the same step",
            hidden,
            vote(1),
            heard(0, 1, step=5),
        ),
        one(
            "the two in another order",
            "refused",
            "change, acknowledgement",
            hidden,
            heard(0, 1),
            vote(1),
        ),
        one("a valid entry", "refused", "no check refuses it", invalid, right, record=record),
        one(
            "an entry on another head",
            "refused",
            "the head after the record",
            invalid,
            elsewhere,
            record=record,
        ),
        one(
            "an entry of a later step",
            "refused",
            "the open step",
            invalid,
            said(1, 2, NonceBody(bytes(32))),
            record=record,
        ),
        one(
            "an invalid entry that another signed",
            "refused",
            "the signature",
            invalid,
            said(1, 1, NonceBody(bytes(32)), by=0),
            record=record,
        ),
        one(
            "an invalid entry without a record", "refused", "the record must verify", invalid, wrong
        ),
        one(
            "an invalid entry with a broken record",
            "refused",
            "the record must verify",
            invalid,
            wrong,
            record=record[:-1] + bytes([record[-1] ^ 1]),
        ),
        one(
            "a bad shuffle that follows another",
            "shows",
            "bad-shuffle",
            invalid,
            bad,
            seat=liar,
            record=before,
            basis=(led,),
        ),
        one(
            "a bad shuffle without the one it follows",
            "refused",
            "nothing can be said of it",
            invalid,
            bad,
            seat=liar,
            record=before,
        ),
        one(
            "a right shuffle that follows another",
            "refused",
            "no check refuses it",
            invalid,
            followed,
            seat=liar,
            record=before,
            basis=(led,),
        ),
        case("without its first bytes", "malformed", "8.4", bytes=right_file[16:]),
        case("something behind it", "malformed", "nothing else", bytes=right_file + b"\x00"),
        case("cut off", "malformed", "0.3", bytes=right_file[:-1]),
        case(
            "an unknown kind",
            "malformed",
            "one of Kind",
            bytes=right_file.replace(b"two-entries", b"two-orchids", 1),
        ),
        case("nothing", "malformed", "0.3", bytes=b""),
    ]
    return rendered(
        "Chapters 3.8 and 8.4: evidence files. shows: it convicts the seat it names. refused: it"
        " can be read and shows nothing. malformed: it is no evidence file.",
        cases,
        roster=plain(encode(PAIR)),
    )
