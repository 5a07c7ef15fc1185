"""Transcripts (8.1) and their verification (8.2), as a reader that takes in one record by one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, NamedTuple

from tests.second_reader.attempts import Attempts, Held, Target
from tests.second_reader.deck import BadProof, open_card, scalar, times, times_generator
from tests.second_reader.encoding import (
    Malformed,
    NotCanonical,
    anything,
    decode,
    integer,
    list_of,
    octets,
    one_of,
    struct,
)
from tests.second_reader.ranking import Ranking, ranking
from tests.second_reader.rules import Illegal
from tests.second_reader.signatures import Dropped, Roster, Signed, Table, author, can_play
from tests.second_reader.steps import Game, Waits

MAGIC = b"koryo-transcript"
MOST_RECORD = 262_144

ClosedStep = struct(
    step=integer(0, 65_535),
    entries=list_of(Signed),
    attempt=integer(0, 255),
    changes=list_of(Signed),
    witnesses=list_of(Signed),
    signatures=list_of(octets(64, 64)),
)
_Record = struct(tag=one_of("table", "step", "after"), value=anything)
_RECORDS = {"table": Roster, "step": ClosedStep, "after": Signed}


class Cut(Exception):
    """The file ends within a record."""


class Refused(Exception):
    """The record does not hold."""

    def __init__(
        self, why: str, step: int | None = None, seat: int | None = None, reason: str | None = None
    ) -> None:
        super().__init__(why)
        self.why, self.step, self.seat, self.reason = why, step, seat, reason


class Verdict(NamedTuple):
    """What is to be said of a file."""

    verdict: str
    """`verified`, `unfinished`, `malformed`, `cut` or `refused`."""
    why: str = ""
    step: int | None = None
    seat: int | None = None
    reason: str | None = None
    held: bool = False
    """Whether at least one step of the file holds."""
    reader: Reader | None = None


def records(data: bytes) -> Iterator[tuple[str, Any]]:
    """The records of a file one by one, each a tag and a struct; Malformed or Cut."""
    if data[: len(MAGIC)] != MAGIC:
        raise Malformed("no transcript")
    at = len(MAGIC)
    while at < len(data) or at == len(MAGIC):
        if at == len(data):
            raise Malformed("no table")
        length = int.from_bytes(data[at : at + 4], "big")
        if at + 4 <= len(data) and length > MOST_RECORD:
            raise Malformed("a record over the limit")
        if at + 4 + length > len(data):
            raise Cut
        try:
            record = _Record(decode(data[at + 4 : at + 4 + length], MOST_RECORD))
        except NotCanonical:
            raise Malformed("a record is not canonical") from None
        if at == len(MAGIC) and record.tag != "table":
            raise Malformed("the table is not first")
        yield record.tag, _RECORDS[record.tag](record.value)
        at += 4 + length


def verify(data: bytes) -> Verdict:
    """The verdict on a whole file: that of the first record that is wrong."""
    reader = None
    try:
        following = records(data)
        _, roster = next(following)
        reader = Reader(roster)
        for tag, value in following:
            reader.take_in(tag, value)
        reader.open_hands()
    except Malformed as problem:
        held = reader is not None and reader.game.step > 0
        return Verdict("malformed", str(problem), held=held)
    except Cut:
        return Verdict("cut")
    except Refused as refused:
        return Verdict("refused", refused.why, refused.step, refused.seat, refused.reason)
    over = reader.game.kind is None
    return Verdict("verified" if over else "unfinished", reader=reader)


class _Closed(NamedTuple):
    """What is kept of a closed step."""

    before: bytes
    """The head before it."""
    speakers: list[int]
    attempt: int
    voters: list[int]
    """Who acknowledged."""
    target: Target


class Reader:
    """What a reader of a transcript holds."""

    def __init__(self, roster: SimpleNamespace) -> None:
        if not can_play(roster):
            raise Refused("no table with this roster can be verified")
        self.table = Table(roster)
        self.game = Game(self.table)
        self.results: dict[int, SimpleNamespace] = {}
        self.opens: dict[int, SimpleNamespace] = {}
        self.keys: dict[int, SimpleNamespace] = {}
        self.hands: list[tuple[int, int, list[int]]] = []
        """The opened hands: round, seat, cards."""
        self._ended = False
        self._faults: set[int] = set()
        """The seats of which evidence is held that lasts."""
        self._goodbyes: dict[int, int] = {}
        self._closed: list[_Closed] = []
        self._early: list[SimpleNamespace] = []
        """Signed things of the step after the open one."""
        self._open()

    def take_in(self, tag: str, value: Any) -> None:
        """The next record."""
        if tag == "step":
            if self._ended or self.game.kind is None:
                raise Refused("a step after the end", None if self._ended else value.step)
            self._close(value)
        elif tag == "after":
            self._ended = True
            self._after(value)
        else:
            raise Refused("a second table")

    # The open step

    def _open(self) -> None:
        """A step opens: nothing is held of it but what came early."""
        self._entries: dict[int, list[Held]] = {}
        self._changes: dict[tuple[int, int], list[Held]] = {}
        self._acknowledged: dict[tuple[int, int], list[SimpleNamespace]] = {}
        self._shown_now: dict[int, str | None] = {}
        """The seats whose fault things of this step show, with a reason of 6.12 if there is one."""
        early, self._early = self._early, []
        for signed in early:
            self._take_quietly(signed)

    def _at_fault(self, seat: int) -> None:
        """A seat has contradicted itself."""
        self._faults.add(seat)
        self._shown_now.setdefault(seat, None)

    def _take_quietly(self, signed: SimpleNamespace) -> None:
        with suppress(Dropped):
            self._take(signed)

    def _take(self, signed: SimpleNamespace) -> None:
        """Takes in a signed thing by the rules of chapter 3; Dropped if it counts for nothing."""
        says = self.table.read(signed)
        if signed.thing == "goodbye":
            self._goodbyes[says.seat] = max(says.step, self._goodbyes.get(says.seat, 0))
        elif signed.thing in ("entry", "acknowledgement", "change"):
            if says.step == self.game.step:
                getattr(self, f"_take_{signed.thing}")(signed, says)
            elif says.step == self.game.step + 1:
                self._early.append(signed)
            elif says.step < self.game.step:
                self._take_late(signed, says)

    def _take_late(self, signed: SimpleNamespace, says: SimpleNamespace) -> None:
        """Something of a closed step can still contradict what closed it."""
        closed = self._closed[says.step]
        if signed.thing == "entry":
            held = Held(signed, says)
            if says.head == closed.before and says.seat not in closed.speakers:
                self._faults.add(says.seat)
                self._shown_now.setdefault(says.seat, "not-a-speaker")
            if any(
                one.seat == held.seat and one.hash != held.hash for one in closed.target.entries
            ):
                self._at_fault(says.seat)
        elif (
            signed.thing == "acknowledgement"
            and says.attempt == closed.attempt
            and says.seat in closed.voters
            and says.head != closed.target.head
        ):
            self._at_fault(says.seat)

    def _take_entry(self, signed: SimpleNamespace, says: SimpleNamespace) -> None:
        self._keep(self._entries.setdefault(says.seat, []), Held(signed, says))

    def _take_acknowledgement(self, signed: SimpleNamespace, says: SimpleNamespace) -> None:
        if says.seat not in self.game.members:
            return
        both = self._acknowledged.setdefault((says.attempt, says.seat), [])
        if says.head in [one.head for one in both]:
            return
        if both:
            self._at_fault(says.seat)
        both[1:] = [says] if both else []
        if not both:
            both.append(says)
        self._look_for_unreported(says.seat)

    def _take_change(self, signed: SimpleNamespace, says: SimpleNamespace) -> None:
        self._check_change(says)
        self._keep(self._changes.setdefault((says.attempt, says.seat), []), Held(signed, says))
        for report in says.acknowledgements:
            self._take_quietly(report)
        for left in says.left_out:
            for proof in left.proof:
                self._take_quietly(proof)
            if left.why == "fault" and len(left.proof) == 2:
                seat = shown_by(self.table, *left.proof)
                if seat is not None:
                    self._at_fault(seat)
        self._look_for_unreported(says.seat)

    def _check_change(self, says: SimpleNamespace) -> None:
        """Dropped if a change does not count (3.6)."""
        seated = self.game.members
        gone = [left.seat for left in says.left_out]
        silent = sum(left.why == "silent" for left in says.left_out)
        if not self.game.dealt or says.seat not in seated:
            raise Dropped("nobody can vote, or this seat cannot")
        if gone != sorted(set(gone)) or says.seat in gone or not set(gone) <= set(seated):
            raise Dropped("it leaves out whom it cannot leave out")
        if silent > 1 or (silent and len(seated) - len(gone) < 2):
            raise Dropped("it leaves out too many as silent")
        for left in says.left_out:
            _check_proof(left)
        last = -1
        for signed in says.acknowledgements:
            report = self.table.read(signed)
            if (
                signed.thing != "acknowledgement"
                or report.step != says.step
                or report.seat != says.seat
                or not last < report.attempt < says.attempt
            ):
                raise Dropped("it reports what it cannot report")
            last = report.attempt

    def _keep(self, kept: list[Held], held: Held) -> None:
        """Of a seat two payloads are held: the first, and one more (3.4)."""
        if held.hash in [one.hash for one in kept]:
            return
        if kept:
            self._at_fault(held.seat)
        if len(kept) < 2:
            kept.append(held)
        elif not self._is_needed(kept[1]):
            kept[1] = held

    def _is_needed(self, second: Held) -> bool:
        """Whether a second payload is valid, or another seat's acknowledgement rests on it."""
        valid, refused = self._judge()
        if second in valid:
            return True
        attempts = self._attempts(refused)
        acknowledged = {
            (attempt, says.head)
            for (attempt, seat), both in self._acknowledged.items()
            if seat != second.seat
            for says in both
        }
        return any(
            target.head == head and second.hash in target.rests
            for attempt, head in acknowledged
            for target in attempts.targets(attempt)
        )

    def _look_for_unreported(self, seat: int) -> None:
        """A seat that voted has reported all that it acknowledged before."""
        for (attempt, voter), changes in self._changes.items():
            for (lower, signer), both in self._acknowledged.items():
                if (
                    voter == signer == seat
                    and lower < attempt
                    and any(
                        held.reports.get(lower) != says.head for held in changes for says in both
                    )
                ):
                    self._at_fault(seat)

    # Closing a step

    def _close(self, record: SimpleNamespace) -> None:
        """The record of a step must be the one that this reader would write (8.2, 3 and 4)."""
        game = self.game
        if record.step != game.step:
            raise Refused("not the next step", record.step)
        why = "this does not close the step"
        try:
            for signed in (*record.entries, *record.witnesses, *record.changes):
                self._take(signed)
            target = self._target(record)
        except Dropped as dropped:
            why, target = str(dropped), None
        if target is None:
            self._judge()
            for seat, reason in self._shown_now.items():
                raise Refused(why, record.step, seat, reason)
            raise Refused(why, record.step)
        self._closed.append(
            _Closed(
                game.head,
                game.speakers,
                record.attempt,
                self._voters(record.attempt, target),
                target,
            )
        )
        try:
            game.close([held.says for held in target.entries], target.left_out, target.head)
        except BadProof:
            raise Refused("the keys cancel each other", record.step) from None
        self._open()

    def _judge(self) -> tuple[list[Held], dict[bytes, int]]:
        """The held entries that are valid, and the seats of the refused ones by hash."""
        entries = [held for both in self._entries.values() for held in both]
        on_head = {held.hash: held for held in entries if held.says.head == self.game.head}

        def find(hash_: bytes) -> Any:
            return on_head[hash_].says if hash_ in on_head else None

        valid, refused = [], {}
        for held in on_head.values() if self.game.kind else ():
            try:
                self.game.check(held.says, find)
                valid.append(held)
            except Illegal as illegal:
                refused[held.hash] = held.seat
                self._shown_now.setdefault(held.seat, illegal.reason)
                if illegal.reason == "not-a-speaker":
                    self._faults.add(held.seat)
            except Waits:
                pass
        return valid, refused

    def _attempts(self, refused: dict[bytes, int]) -> Attempts:
        """The attempts of the open step, from what is held now."""
        game = self.game
        assert game.kind is not None
        counting = [
            held
            for both in self._entries.values()
            for held in both
            if held.says.head == game.head and held.hash not in refused
        ]
        changes = [held for both in self._changes.values() for held in both]
        return Attempts(
            game.head, game.step, game.kind, game.members, game.speakers, counting, changes
        )

    def _is_shown(self, seat: int, why: str, refused: dict[bytes, int]) -> bool:
        """Whether a reason to leave out a seat is shown here (3.7)."""
        if why == "goodbye":
            return self._goodbyes.get(seat, -1) >= self.game.seated_since[seat]
        return why == "silent" or seat in self._faults or seat in refused.values()

    def _target(self, record: SimpleNamespace) -> Target | None:
        """What the record closes the step on, if it does."""
        valid, refused = self._judge()
        attempts = self._attempts(refused)

        def closable(attempt: int) -> list[Target]:
            return [
                target
                for target in attempts.targets(attempt)
                if all(held in valid for held in target.entries)
                and all(
                    self._is_shown(*one, refused)
                    for change in target.changes
                    for one in change.left_out
                )
            ]

        for lower in sorted({attempt for attempt, _ in self._acknowledged}):
            if lower < record.attempt and any(
                self._all_acknowledge(lower, target) for target in closable(lower)
            ):
                return None
        for target in closable(record.attempt):
            if self._is_record_of(record, target):
                return target
        return None

    def _voters(self, attempt: int, target: Target) -> list[int]:
        """The members of the attempt that has this target."""
        if attempt == 0:
            return self.game.members
        return [held.seat for held in target.changes]

    def _all_acknowledge(self, attempt: int, target: Target) -> bool:
        return all(
            target.head in [one.head for one in self._acknowledged.get((attempt, seat), [])]
            for seat in self._voters(attempt, target)
        )

    def _is_record_of(self, record: SimpleNamespace, target: Target) -> bool:
        """Whether a record is exactly what is to be written of a target and its certificate."""
        for listed, held in (
            (record.entries, target.entries),
            (record.changes, target.changes),
            (record.witnesses, target.witnesses),
        ):
            if [signed.raw for signed in listed] != [one.signed.raw for one in held]:
                return False
        voters = self._voters(record.attempt, target)
        return len(record.signatures) == len(voters) and all(
            self.table.acknowledges(record.step, seat, record.attempt, target.head, signature)
            for seat, signature in zip(voters, record.signatures, strict=True)
        )

    # Evidence (8.4)

    def shows_invalid(
        self, seat: int, basis: list[SimpleNamespace], entry: SimpleNamespace
    ) -> bool:
        """Whether an entry, behind those it follows, is the fault of a seat."""
        try:
            for signed in basis:
                self._take(signed)
                self._judge()
            if entry.thing != "entry" or seat in self._faults or seat in self._shown_now:
                return False
            self._take(entry)
            self._judge()
        except Dropped:
            return False
        return self._shown_now.get(seat) is not None

    # After the game (3.13, 6.13)

    def _after(self, signed: SimpleNamespace) -> None:
        if self.game.kind is not None or signed.thing not in ("result", "open", "keys"):
            raise Refused("this does not belong behind a game")
        try:
            says = self.table.read(signed)
        except Dropped as dropped:
            raise Refused(f"something is dropped: {dropped}") from None
        kept = {"result": self.results, "open": self.opens, "keys": self.keys}[signed.thing]
        if says.head != self.game.head or says.seat in kept:
            raise Refused("of another head, or there already")
        if signed.thing == "result" and says.scores != self.scores:
            raise Refused("other scores")
        if signed.thing == "keys" and not self._are_keys(says):
            raise Refused("not the keys")
        kept[says.seat] = says

    @property
    def scores(self) -> list[int]:
        """The points of each seat."""
        assert self.game.position is not None
        return self.game.position.scores()

    @property
    def ranking(self) -> Ranking:
        """Places and halls, of a game that is over."""
        assert self.game.position is not None
        assert self.game.kind is None
        return ranking(self.game.position, self.game.by_default)

    def _are_keys(self, says: SimpleNamespace) -> bool:
        """Whether these are all keys of the seat, and all agreed to show them."""
        given = [
            (step, keys[says.seat]) for step, keys in self.game.keys_given if says.seat in keys
        ]
        if len(self.opens) < len(self.table.identities) or (
            [one.step for one in says.keys] != [step for step, _ in given]
        ):
            return False
        try:
            return all(
                times_generator(scalar(one.secret)) == X
                for one, (_, X) in zip(says.keys, given, strict=True)
            )
        except BadProof:
            return False

    def open_hands(self) -> None:
        """With the keys of all seats every hand must open (8.2.7)."""
        if len(self.keys) < len(self.table.identities):
            return
        secrets = {
            (seat, keys[seat]): scalar(one.secret)
            for seat, says in self.keys.items()
            for (_, keys), one in zip(
                (given for given in self.game.keys_given if seat in given[1]),
                says.keys,
                strict=True,
            )
        }
        for deal in self.game.deals:
            assert deal.proved is not None
            x = sum(secrets[one] for one in deal.keys.items())
            for seat, hand in deal.hands.items():
                if not hand:
                    continue
                try:
                    cards = [
                        open_card(deal.proved[place][1], [times(x, deal.proved[place][0])])
                        for place in hand
                    ]
                except BadProof:
                    raise Refused("a hand does not open") from None
                self.hands.append((deal.round, seat, sorted(cards)))


#: What may stand in ``proof`` for each reason: the kinds of signed things, in order (3.6).
PROOFS = {
    "silent": {()},
    "goodbye": {("goodbye",)},
    "fault": {
        ("entry", "entry"),
        ("acknowledgement", "acknowledgement"),
        ("change", "change"),
        ("change", "acknowledgement"),
        ("entry",),
    },
}


def _check_proof(left: SimpleNamespace) -> None:
    """Dropped if a proof is not what its reason calls for, of the seat it is about (3.6)."""
    kinds = tuple(signed.thing for signed in left.proof)
    if kinds not in PROOFS[left.why]:
        raise Dropped("the proof is not what the reason calls for")
    if any(author(signed) != left.seat for signed in left.proof):
        raise Dropped("the proof is of another seat")


def shown_by(table: Table, first: SimpleNamespace, second: SimpleNamespace) -> int | None:
    """The seat that two signed things contradict: the first four kinds of 3.8."""
    try:
        one, two = table.read(first, any_version=True), table.read(second, any_version=True)
    except Dropped:
        return None
    if one.seat != two.seat or one.step != two.step:
        return None
    things = (first.thing, second.thing)
    if things == ("entry", "entry"):
        shown = first.payload != second.payload
    elif things == ("acknowledgement", "acknowledgement"):
        shown = one.attempt == two.attempt and one.head != two.head
    elif things == ("change", "change"):
        shown = one.attempt == two.attempt and first.payload != second.payload
    elif things == ("change", "acknowledgement"):
        reported = [report.payload for report in one.acknowledgements]
        shown = two.attempt < one.attempt and second.payload not in reported
    else:
        return None
    return int(one.seat) if shown else None
