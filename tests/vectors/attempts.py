"""Chapter 3.7: what an attempt comes to."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from protocol.log.attempts import Clash, LeftOutSeats, Outcomes, agreements, left_out_seats
from protocol.log.chain import next_head, payload_hash, table_id
from protocol.log.encoding import encode
from protocol.log.messages import (
    PROTOCOL_VERSION,
    Acknowledgement,
    Change,
    Entry,
    Goodbye,
    LeftOut,
    Signed,
    StepKind,
    Thing,
    Why,
)
from protocol.log.openstep import Candidate, Check, HeldChange, OpenStep
from protocol.log.signing import read
from tests.vectors.cases import (
    Case,
    case,
    rendered,
    roster_of,
    sign,
)

HEAD = bytes([2]) * 32
NUMBER = 9


class Scene:
    """A step of a table of four in which everything has been said that is named."""

    def __init__(self, kind: StepKind, *entries: Signed, without: tuple[int, ...] = ()) -> None:
        self.kind = kind
        self.roster = roster_of(4)
        self.members = tuple(seat for seat in range(4) if seat not in without)
        self.speakers = (2,) if kind is StepKind.ORDER else self.members
        self.entries = entries
        self.changes: tuple[Signed, ...] = ()

    def fresh(self, *gone: tuple[int, Why], entries: Mapping[int, Signed] | None = None) -> bytes:
        """The head that closes the step without these."""
        away = {seat for seat, _why in gone}
        members = tuple(seat for seat in self.members if seat not in away)
        said = entries or {read(e, Entry).seat: e for e in reversed(self.entries)}
        counted = {s: payload_hash(e.payload) for s, e in said.items() if s not in away}
        if gone and self.kind in (StepKind.KEYS, StepKind.SHUFFLE, StepKind.SHARES):
            counted = {}
        return next_head(HEAD, NUMBER, self.kind, members, gone, counted)

    def vote(
        self, seat: int, attempt: int, *left: LeftOut, said: Mapping[int, bytes] | None = None
    ) -> Signed:
        """A change; ``said``: the head that it reports for each lower attempt."""
        reports = tuple(
            sign(
                seat,
                Thing.ACKNOWLEDGEMENT,
                Acknowledgement(PROTOCOL_VERSION, self.table, NUMBER, seat, n, head),
            )
            for n, head in sorted((said or {}).items())
        )
        value = Change(PROTOCOL_VERSION, self.table, NUMBER, seat, attempt, left, reports)
        return sign(seat, Thing.CHANGE, value)

    @property
    def table(self) -> bytes:
        return table_id(self.roster)

    def case(self, name: str, why: str, attempt: int, *changes: Signed) -> Case:
        """What the attempt comes to, as ``protocol.log.attempts`` finds it."""
        step = self._open(changes)
        outcomes = Outcomes(step)
        found: list[dict[str, object]] = []
        for agreement in agreements(step, attempt):
            outcome = outcomes.of(agreement)
            targets = [] if isinstance(outcome, Clash) else outcome
            found.append(
                {
                    "left_out": agreement.left_out,
                    "members": agreement.members,
                    "culprit": outcome.seat if isinstance(outcome, Clash) else None,
                    "heads": sorted(target.head for target in targets),
                    "targets": [
                        {
                            "head": target.head,
                            "left_out": target.made_absent,
                            "entries": target.entries,
                            "witnesses": sorted(
                                target.witnesses
                                - {name for _seat, name in target.entries}
                                - {held.hash for held in agreement.changes}
                            ),
                        }
                        for target in sorted(targets, key=lambda target: target.head)
                    ],
                }
            )
        verdict = "outcome" if any(each["heads"] for each in found) else "none"
        return case(
            name,
            verdict,
            why,
            kind=self.kind,
            speakers=self.speakers,
            members=self.members,
            entries=self.entries,
            changes=changes,
            attempt=attempt,
            agreements=found,
        )

    def _open(self, changes: tuple[Signed, ...]) -> OpenStep:
        step = OpenStep(
            step=NUMBER,
            kind=self.kind,
            head=HEAD,
            speakers=self.speakers,
            members=self.members,
            deals=self.kind in (StepKind.KEYS, StepKind.SHUFFLE, StepKind.SHARES),
            in_turn=self.kind is StepKind.SHUFFLE,
        )
        return filled(step, self.entries, changes)


def filled(step: OpenStep, entries: tuple[Signed, ...], changes: tuple[Signed, ...]) -> OpenStep:
    """The step with everything held, all of it valid."""
    for signed in entries:
        entry = read(signed, Entry)
        stray = entry.head != step.head
        candidate = Candidate(
            signed, entry, payload_hash(signed.payload), Check.STRAY if stray else Check.VALID
        )
        step.candidates.setdefault(entry.seat, []).append(candidate)
    for signed in changes:
        change = read(signed, Change)
        held = step.attempt(change.attempt).changes.setdefault(change.seat, [])
        held.append(HeldChange(signed, change, payload_hash(signed.payload)))
    return step


def word(
    seat: int, kind: StepKind, body: object = 0, head: bytes = HEAD, follows: bytes = b""
) -> Signed:
    """An entry of a seat in that step; what its body means plays no part."""
    table = table_id(roster_of(4))
    return sign(
        seat, Thing.ENTRY, Entry(PROTOCOL_VERSION, table, NUMBER, seat, kind, head, follows, body)
    )


SILENT = LeftOut(3, Why.SILENT, ())
GONE: LeftOutSeats = ((3, Why.SILENT),)


def attempts() -> str:
    K = StepKind.SEATS
    words = tuple(word(seat, K) for seat in range(4))
    other = word(3, K, 1)
    all_said, three = Scene(K, *words), Scene(K, *words[:3])
    twice = Scene(K, *words, other)
    first = twice.fresh(entries=dict(enumerate(words)))
    second = twice.fresh(entries=dict(enumerate((*words[:3], other))))
    low, high = sorted((first, second))
    fault = LeftOut(3, Why.FAULT, (words[3], other))
    goodbye = sign(3, Thing.GOODBYE, Goodbye(PROTOCOL_VERSION, all_said.table, NUMBER, 3))
    left = LeftOut(3, Why.GOODBYE, (goodbye,))

    def votes(
        scene: Scene,
        attempt: int,
        *out: LeftOut,
        said: Mapping[int, bytes] | None = None,
        by: tuple[int, ...] = (0, 1, 2),
    ) -> tuple[Signed, ...]:
        return tuple(
            scene.vote(seat, attempt, *out, said=said if seat == by[0] else None) for seat in by
        )

    one = votes(three, 1, SILENT)
    again = tuple(
        three.vote(s, 2, SILENT, said={1: three.fresh((3, Why.SILENT))}) for s in (0, 1, 2)
    )
    together = votes(all_said, 1, by=(0, 1, 2, 3), said={0: all_said.fresh()})
    shuffled = [word(0, StepKind.SHUFFLE)]
    for seat in (1, 2, 3):
        shuffled.append(word(seat, StepKind.SHUFFLE, follows=payload_hash(shuffled[-1].payload)))
    turn, broken = (
        Scene(StepKind.SHUFFLE, *shuffled),
        Scene(StepKind.SHUFFLE, *shuffled[:3], word(3, StepKind.SHUFFLE, follows=bytes(32))),
    )
    asked = Scene(StepKind.ORDER, word(2, StepKind.ORDER))
    deal = Scene(StepKind.KEYS, *(word(seat, StepKind.KEYS) for seat in (0, 1)))
    cases = [
        three.case("a silent seat", "nothing is reported: fresh", 1, *one),
        all_said.case(
            "a silent seat that had spoken",
            "its entry does not count",
            1,
            *votes(all_said, 1, SILENT),
        ),
        all_said.case(
            "a reported acknowledgement",
            "the step closes as reported, with seat 3",
            1,
            *votes(all_said, 1, SILENT, said={0: all_said.fresh()}),
        ),
        three.case(
            "a reported head that nobody knows",
            "an entry is missing",
            1,
            *votes(three, 1, SILENT, said={0: all_said.fresh()}),
        ),
        three.case("a vote is missing", "no agreement", 1, *one[:2]),
        three.case("votes that differ", "no agreement", 1, *one[:2], three.vote(2, 1)),
        three.case(
            "other reasons", "reasons are part of the list", 1, *one[:2], three.vote(2, 1, left)
        ),
        three.case(
            "other proofs",
            "proofs are not part of the list",
            1,
            *(
                three.vote(seat, 1, replace(left, proof=left.proof * (1 + seat // 2)))
                for seat in (0, 1, 2)
            ),
        ),
        three.case("votes for another attempt", "no agreement for 1", 1, *votes(three, 2, SILENT)),
        three.case("the first of two attempts", "each attempt by itself", 1, *one, *again),
        three.case("the second of two attempts", "attempt 1 is reported", 2, *one, *again),
        three.case(
            "the second without the changes of the first", "attempt 1 has no outcome", 2, *again
        ),
        all_said.case("together after all", "attempt 0 is reported", 1, *together),
        all_said.case(
            "together, nothing reported", "fresh with all", 1, *votes(all_said, 1, by=(0, 1, 2, 3))
        ),
        three.case(
            "together, an entry missing", "nothing is fresh", 1, *votes(three, 1, by=(0, 1, 2, 3))
        ),
        Scene(K, *words[:2]).case("an entry of a member missing", "nothing is fresh", 1, *one),
        twice.case(
            "two entries of a seat, attempt 1 together",
            "two ways to choose",
            1,
            *votes(twice, 1, by=(0, 1, 2, 3)),
        ),
        twice.case(
            "two heads reported, the culprit stays",
            "seat 3 signed twice: next attempt",
            1,
            twice.vote(0, 1, said={0: low}),
            twice.vote(1, 1, said={0: high}),
            twice.vote(2, 1),
            twice.vote(3, 1),
        ),
        twice.case(
            "two heads reported, the culprit left out",
            "attempt 0 is passed over: fresh",
            1,
            twice.vote(0, 1, fault, said={0: low}),
            twice.vote(1, 1, fault, said={0: high}),
            twice.vote(2, 1, fault),
        ),
        twice.case(
            "one of two heads reported",
            "the culprit's entry counts",
            1,
            *votes(twice, 1, fault, said={0: high}),
        ),
        Scene(K, *words[:3], word(3, K, head=bytes(32))).case(
            "a stray entry", "it is not held for the choice", 1, *one
        ),
        asked.case(
            "the speaker left out",
            "nobody speaks",
            1,
            *(asked.vote(seat, 1, LeftOut(2, Why.SILENT, ())) for seat in (0, 1, 3)),
        ),
        asked.case(
            "another seat left out", "the speaker's entry counts", 1, *votes(asked, 1, SILENT)
        ),
        deal.case(
            "a deal without a seat", "no entry counts, missing ones too", 1, *votes(deal, 1, SILENT)
        ),
        turn.case("entries in turn", "a chain", 1, *votes(turn, 1, by=(0, 1, 2, 3))),
        broken.case(
            "entries in turn that do not follow", "no target", 1, *votes(broken, 1, by=(0, 1, 2, 3))
        ),
        three.case(
            "a seat voted twice",
            "an agreement for each",
            1,
            *one,
            three.vote(2, 1, SILENT, said={0: three.fresh((3, Why.SILENT))}),
        ),
        Scene(K, *words[:3], without=(3,)).case(
            "three seated, one at fault and one gone",
            "the rest is one",
            1,
            three.vote(0, 1, LeftOut(1, Why.GOODBYE, ()), LeftOut(2, Why.FAULT, ())),
        ),
    ]
    assert left_out_seats(read(one[0], Change)) == GONE
    return rendered(
        "Chapter 3.7: what an attempt comes to from what is held of the open step. All `entries`"
        " (of this kind, on `head` unless stray) count as valid, and every reason as shown."
        " `agreements`: every way in which the changes agree, by their list of [seat, why]; its"
        " members; the culprit if two reports clash and it is not left out; the heads it may close"
        " on, and for each what it is made of: `witnesses` are those of 8.1.",
        cases,
        roster=encode(roster_of(4)),
        step=NUMBER,
        head=HEAD,
    )


# Evidence
