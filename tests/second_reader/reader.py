"""A reader of transcripts that takes in one record by one (3.4 to 3.9, 8.2)."""

from __future__ import annotations

from contextlib import suppress
from types import SimpleNamespace
from typing import Any, NamedTuple, NoReturn

from tests.second_reader.aftermath import Aftermath
from tests.second_reader.attempts import Attempts, Held, Target
from tests.second_reader.deck import BadProof
from tests.second_reader.faults import check_proof
from tests.second_reader.records import Refused
from tests.second_reader.rules import Illegal
from tests.second_reader.signatures import Dropped, Table, can_play, payload_hash
from tests.second_reader.steps import Game, Waits


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
        self.after = Aftermath(self.table, self.game)
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
            self.after.take(value)
        else:
            raise Refused("a second table")

    # The open step

    def _open(self) -> None:
        """A step opens: nothing is held of it but what came early."""
        self._entries: dict[int, list[Held]] = {}
        self._changes: dict[tuple[int, int], list[Held]] = {}
        self._acknowledged: dict[tuple[int, int], list[SimpleNamespace]] = {}
        self._pinned: set[bytes] = set()
        """Payload hashes of what the record that is being read holds."""
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
            if says.step <= self.game.step + 1:
                self._goodbyes[says.seat] = max(says.step, self._goodbyes.get(says.seat, 0))
        elif signed.thing in ("entry", "acknowledgement", "change"):
            if says.step == self.game.step:
                getattr(self, f"_take_{signed.thing}")(signed, says)
            elif says.step == self.game.step + 1:
                self._take_early(signed)
            elif says.step < self.game.step:
                self._take_late(signed, says)

    def _take_early(self, signed: SimpleNamespace) -> None:
        """Of the next step at most two payloads of each seat and thing are kept (3.4)."""
        seat = self.table.read(signed).seat
        kept = [
            one.payload
            for one in self._early
            if one.thing == signed.thing and self.table.read(one).seat == seat
        ]
        if signed.payload not in kept and len(kept) < 2:
            self._early.append(signed)

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
            if len(left.proof) == 2:
                self._at_fault(left.seat)
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
            check_proof(self.table, left)
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
        """Of a seat the first payload is held, the latest, and what a record needs (3.4, 8.2)."""
        if held.hash in [one.hash for one in kept]:
            return
        if kept:
            self._at_fault(held.seat)
        kept.append(held)
        kept[1:-1] = [one for one in kept[1:-1] if one.hash in self._pinned or self._is_needed(one)]

    def _is_needed(self, second: Held) -> bool:
        """Whether another seat's acknowledgement rests on this payload."""
        _valid, refused = self._judge()
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
        things = (*record.entries, *record.witnesses, *record.changes)
        self._pinned = {payload_hash(signed.payload) for signed in things}
        try:
            for signed in things:
                self._take(signed)
        except Dropped as dropped:
            raise Refused(str(dropped), record.step) from None
        target = self._target(record)
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
        by_hash = {held.hash: held.says for held in entries}
        valid, refused = [], {}
        for held in entries if self.game.kind else ():
            if held.says.head != self.game.head:
                continue
            try:
                self.game.check(held.says, by_hash.get)
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
        entries = [held for both in self._entries.values() for held in both]
        stray = [held for held in entries if held.says.head != game.head]
        others = [*stray, *(held for held in entries if held.hash in refused)]
        counting = [held for held in entries if held not in others]
        changes = [held for both in self._changes.values() for held in both]
        return Attempts(
            game.head, game.step, game.kind, game.members, game.speakers, counting, changes, others
        )

    def _is_shown(self, seat: int, why: str, refused: dict[bytes, int]) -> bool:
        """Whether a reason to leave out a seat is shown here (3.7)."""
        if why == "goodbye":
            return self._goodbyes.get(seat, -1) >= self.game.returned_at[seat]
        return why == "silent" or seat in self._faults or seat in refused.values()

    def _target(self, record: SimpleNamespace) -> Target:
        """What a record closes the step on; Refused, with a seat where one is to be named."""
        valid, refused = self._judge()
        targets = self._targets(record, valid, refused)
        if not targets:
            self._refuse(record, "this does not close the step", self._shown_now)
        certified = [target for target in targets if self._certifies(record, target)]
        if not certified:
            raise Refused("the signatures do not hold", record.step)
        for target in certified:
            if _is_record_of(record, target):
                return target
        unasked = [refused.get(payload_hash(signed.payload)) for signed in record.entries]
        named = {seat: self._shown_now[seat] for seat in unasked if seat is not None}
        self._refuse(record, "another record closes the step like that", named)

    @staticmethod
    def _refuse(record: SimpleNamespace, why: str, shown: dict[int, str | None]) -> NoReturn:
        """The record does not hold; the first of these seats is named, if there is one."""
        for seat, reason in shown.items():
            raise Refused(why, record.step, seat, reason)
        raise Refused(why, record.step)

    def _targets(
        self, record: SimpleNamespace, valid: list[Held], refused: dict[bytes, int]
    ) -> list[Target]:
        """What a record with so many signatures may close the step on."""
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
                return []
        return [
            target
            for target in closable(record.attempt)
            if len(self._voters(record.attempt, target)) == len(record.signatures)
        ]

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

    def _certifies(self, record: SimpleNamespace, target: Target) -> bool:
        """Whether each signature is that member's under the head of a target."""
        voters = self._voters(record.attempt, target)
        return all(
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


def _is_record_of(record: SimpleNamespace, target: Target) -> bool:
    """Whether a record holds just what is to be written of a target, in order."""
    return all(
        [signed.raw for signed in listed] == [one.signed.raw for one in held]
        for listed, held in (
            (record.entries, target.entries),
            (record.changes, target.changes),
            (record.witnesses, target.witnesses),
        )
    )
