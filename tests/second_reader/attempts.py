"""What an attempt comes to (3.7), from the entries and changes that are held of a step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from types import SimpleNamespace
from typing import Any, NamedTuple

from tests.second_reader.encoding import decode
from tests.second_reader.heads import head_after
from tests.second_reader.signatures import Acknowledgement, Entry, payload_hash
from tests.second_reader.steps import DEAL_KINDS

Left = tuple[tuple[int, str], ...]


class Held:
    """A held entry or change: what was signed, what it says, and its payload hash."""

    def __init__(self, signed: SimpleNamespace, says: Any) -> None:
        self.signed = signed
        self.says = says
        self.seat: int = says.seat
        self.hash = payload_hash(signed.payload)

    @property
    def left_out(self) -> Left:
        """Whom a change leaves out, and why."""
        return tuple((one.seat, one.why) for one in self.says.left_out)

    @property
    def reports(self) -> dict[int, bytes]:
        """The heads that a change reports, by attempt."""
        reports = [Acknowledgement(decode(one.payload)) for one in self.says.acknowledgements]
        return {one.attempt: one.head for one in reports}


class Target(NamedTuple):
    """One way in which an attempt may close the step."""

    head: bytes
    members: tuple[int, ...]
    """The seats that stay seated."""
    left_out: Left
    """The seats that the step makes missing."""
    entries: tuple[Held, ...]
    """Those that count, by rising seat."""
    changes: tuple[Held, ...]
    """Those of the agreement, by rising seat; none in attempt 0."""
    rests: dict[bytes, Held]
    """All entries and changes behind it, its own included, by hash; also what its faults follow."""

    @property
    def witnesses(self) -> list[Held]:
        """What it rests on besides its own entries and changes, by rising hash (8.1)."""
        own = {held.hash for held in (*self.entries, *self.changes)}
        return [held for hash_, held in sorted(self.rests.items()) if hash_ not in own]


class Agreement(NamedTuple):
    """Changes of all members for one attempt that leave out the same seats."""

    left_out: Left
    members: tuple[int, ...]
    changes: tuple[Held, ...]


class Attempts:
    """The attempts of one step."""

    def __init__(
        self,
        head: bytes,
        step: int,
        kind: str,
        members: Sequence[int],
        speakers: Sequence[int],
        entries: Sequence[Held],
        changes: Sequence[Held],
        others: Sequence[Held] = (),
    ) -> None:
        """`entries`: those held that are neither stray nor refused; `others`: the rest."""
        self.head, self.step, self.kind = head, step, kind
        self.seated = tuple(members)
        self.speakers = tuple(speakers)
        self._entries, self._changes = entries, changes
        self._by_hash = {held.hash: held for held in (*entries, *others)}
        self._known: dict[int, list[Target]] = {}

    def fresh(
        self, left_out: Left, changes: tuple[Held, ...], rests: dict[bytes, Held]
    ) -> Iterator[Target]:
        """The targets of an attempt of which nothing is reported that counts."""
        gone = {seat for seat, _ in left_out}
        speakers = [seat for seat in self.speakers if seat not in gone]
        if self.kind in DEAL_KINDS and left_out:
            speakers = []
        for chosen in product(
            *([held for held in self._entries if held.seat == seat] for seat in speakers)
        ):
            before = [b"", *(held.hash for held in chosen)]
            chain = all(
                held.says.follows == hash_ for held, hash_ in zip(chosen, before, strict=False)
            )
            if self.kind != "shuffle" or chain:
                yield self._target(left_out, chosen, changes, rests)

    def _target(
        self,
        left_out: Left,
        chosen: Sequence[Held],
        changes: tuple[Held, ...],
        rests: dict[bytes, Held],
    ) -> Target:
        entries = tuple(sorted(chosen, key=lambda held: held.seat))
        gone = {seat for seat, _ in left_out}
        members = tuple(seat for seat in self.seated if seat not in gone)
        head = head_after(
            self.head,
            self.step,
            self.kind,
            members,
            left_out,
            [(held.seat, held.hash) for held in entries],
        )
        own = {held.hash: held for held in (*entries, *changes)}
        followed = self._followed(changes)
        return Target(head, members, left_out, entries, changes, {**rests, **own, **followed})

    def agreements(self, attempt: int) -> list[Agreement]:
        """Every way in which the changes for an attempt agree."""
        votes = [held for held in self._changes if held.says.attempt == attempt]
        found = []
        for left_out in sorted({held.left_out for held in votes}):
            gone = {seat for seat, _ in left_out}
            members = tuple(seat for seat in self.seated if seat not in gone)
            for changes in product(
                *(
                    [held for held in votes if held.seat == seat and held.left_out == left_out]
                    for seat in members
                )
            ):
                found.append(Agreement(left_out, members, changes))
        return found

    def targets(self, attempt: int) -> list[Target]:
        """All that an attempt may close on, whether or not its reasons are shown here."""
        if attempt not in self._known:
            if attempt == 0:
                found = list(self.fresh((), (), {}))
            else:
                found = [
                    target
                    for agreement in self.agreements(attempt)
                    for target in self.outcomes(agreement)[0]
                ]
            self._known[attempt] = found
        return self._known[attempt]

    def outcomes(self, agreement: Agreement) -> tuple[list[Target], int | None]:
        """What an agreement comes to; and the culprit, if one keeps it from an outcome."""
        reported: dict[int, set[bytes]] = {}
        for change in agreement.changes:
            for attempt, head in change.reports.items():
                reported.setdefault(attempt, set()).add(head)
        passed: dict[bytes, Held] = {}
        for attempt, heads in sorted(reported.items(), reverse=True):
            by_head: dict[bytes, list[Target]] = {}
            for target in self.targets(attempt):
                by_head.setdefault(target.head, []).append(target)
            if not heads <= by_head.keys():
                return [], None
            if len(heads) == 1:
                return [
                    self._fixed(target, agreement, passed) for target in by_head[min(heads)]
                ], None
            several = [by_head[head][0] for head in sorted(heads)]
            culprit = _culprit(several[0], several[1])
            if culprit is None or culprit not in {seat for seat, _ in agreement.left_out}:
                return [], culprit
            for one in several:
                passed |= one.rests
        return list(self.fresh(agreement.left_out, agreement.changes, passed)), None

    def _fixed(self, target: Target, agreement: Agreement, passed: dict[bytes, Held]) -> Target:
        """The outcome that is a reported target."""
        own = {held.hash: held for held in agreement.changes}
        followed = self._followed(agreement.changes)
        return target._replace(
            changes=agreement.changes, rests={**passed, **target.rests, **own, **followed}
        )

    def _followed(self, changes: Sequence[Held]) -> dict[bytes, Held]:
        """What the entries that stand alone as proof of a fault follow, and so on (8.1)."""
        found: dict[bytes, Held] = {}
        for change in changes if self.kind == "shuffle" else ():
            for left in change.says.left_out:
                if [signed.thing for signed in left.proof] != ["entry"]:
                    continue
                hash_ = Entry(decode(left.proof[0].payload)).follows
                while hash_ in self._by_hash:
                    found[hash_] = self._by_hash[hash_]
                    hash_ = found[hash_].says.follows
        return found


def _culprit(first: Target, second: Target) -> int | None:
    """Whose doing it is that one attempt has two targets."""
    entries = {held.seat: held.hash for held in first.entries}
    for held in second.entries:
        if entries.get(held.seat, held.hash) != held.hash:
            return held.seat
    for key, hashes in sorted(_behind(first).items()):
        if key in _behind(second) and hashes != _behind(second)[key]:
            return key[1]
    return None


def _behind(target: Target) -> dict[tuple[int, int], set[bytes]]:
    """The changes behind a target, by attempt and seat."""
    found: dict[tuple[int, int], set[bytes]] = {}
    for held in target.rests.values():
        if held.signed.thing == "change":
            found.setdefault((held.says.attempt, held.seat), set()).add(held.hash)
    return found
