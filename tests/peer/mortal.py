"""A room in which one seat's process can die at any effect, between any two of them.

The recording disk and the recording wire of that seat outlive it, and check it as it goes.
"""

from __future__ import annotations

from collections.abc import Callable

from protocol.log.encoding import unpack
from protocol.log.errors import Dropped
from protocol.log.messages import (
    Acknowledgement,
    Change,
    Entry,
    Goodbye,
    Return,
    Signed,
    Thing,
)
from protocol.log.signing import check_signed, read
from protocol.log.wire import read_message
from protocol.peer.effects import Effect, Send, Write
from tests.peer.harness import Room

#: (what, step or round, attempt): nobody may sign two different payloads for one of these.
Slot = tuple[str, int, int]
#: Where in an effect a process dies.
BEFORE, AFTER = "before", "after"


class Killed(Exception):
    """The process of the mortal seat is gone."""


def slot_of(signed: Signed) -> Slot | None:
    """The slot that a signed thing fills; None for what belongs to no step or round."""
    match signed.thing:
        case Thing.ENTRY:
            return ("entry", read(signed, Entry).step, 0)
        case Thing.ACKNOWLEDGEMENT:
            said = read(signed, Acknowledgement)
            return ("acknowledgement", said.step, said.attempt)
        case Thing.CHANGE:
            change = read(signed, Change)
            return ("change", change.step, change.attempt)
        case Thing.GOODBYE:
            return ("goodbye", read(signed, Goodbye).step, 0)
        case Thing.RETURN:
            return ("return", read(signed, Return).round, 0)
        case _:
            return None


class MortalRoom(Room):
    """``dies(point)`` says whether seat ``mortal`` dies there; a point is (effect, place, what)."""

    mortal: int = 0
    dies: Callable[[tuple[str, str, Slot]], bool] = staticmethod(lambda point: False)

    def watch(self, mortal: int) -> None:
        self.mortal = mortal
        self.on_disk: dict[Slot, bytes] = {}
        self.on_wire: dict[Slot, bytes] = {}
        self.deaths = 0

    def carry_out(self, number: int, effects: tuple[Effect, ...]) -> None:
        if number != self.mortal:
            super().carry_out(number, effects)
            return
        check_order(effects)
        for effect in effects:
            what = self._what(effect)
            if what is not None:
                self._may_die((type(effect).__name__, BEFORE, what))
                self._record(effect, what)
            super().carry_out(number, (effect,))
            if what is not None:
                self._may_die((type(effect).__name__, AFTER, what))

    def start(self) -> None:
        for number, seat in enumerate(self.seats):
            if number != self.mortal:
                self.carry_out(number, seat.peer.start(self.now))
        for one in range(len(self.seats)):
            for other in range(one):
                if self.mortal not in (one, other):
                    self.link(one, other, up=True)

    def live(
        self,
        until: Callable[[], bool] | None = None,
        dead: bool = True,
        reaches: tuple[int, ...] | None = None,
    ) -> None:
        """Run; whenever the mortal seat is dead, start it again from its journal.

        ``reaches``: the seats it is linked to then, all unless said.
        """
        linked = tuple(n for n in range(len(self.seats)) if n != self.mortal)
        while True:
            try:
                if dead:
                    self._lose_links()
                    self.restart(self.mortal, up=False)
                    for other in linked if reaches is None else reaches:
                        self.link(self.mortal, other, up=True)
                    dead = False
                self.run(until)
                return
            except Killed:
                self.deaths += 1
                dead = True

    def _lose_links(self) -> None:
        """The others see the links go down; the dead do nothing."""
        for other in range(len(self.seats)):
            if other != self.mortal:
                pair = frozenset((self.mortal, other))
                self.cut.add(pair)
                kept = [m for m in self.wire if frozenset(m[:2]) != pair]
                self.wire.clear()
                self.wire.extend(kept)
                peer = self.seats[other].peer
                self.carry_out(other, peer.linked(self.mortal, False, self.now))

    def _may_die(self, point: tuple[str, str, Slot]) -> None:
        if self.dies(point):
            raise Killed

    def _what(self, effect: Effect) -> Slot | None:
        """The slot of an own signed thing or secret in a write or a send."""
        match effect:
            case Write(record):
                tag, (first, *rest) = unpack(record)
                if tag not in ("secret", "signed"):
                    return None
                if tag == "secret":
                    return ("secret", int(first), 0)
                return slot_of(Signed(Thing(first), *rest))
            case Send(message, _to):
                signed = read_message(message)
                if isinstance(signed, Signed) and self._is_own(signed):
                    return slot_of(signed)
        return None

    def _is_own(self, signed: Signed) -> bool:
        try:
            check_signed(signed, self.seats[self.mortal].key.identity)
        except Dropped:
            return False
        return True

    def _record(self, effect: Effect, slot: Slot) -> None:
        """Nothing signed is sent before it is on the disk, and nothing is signed in two ways."""
        match effect:
            case Write(record):
                tag, value = unpack(record)
                if tag == "signed":
                    payload = value[1]
                    assert self.on_disk.setdefault(slot, payload) == payload, slot
            case Send(message, _to):
                signed = read_message(message)
                assert isinstance(signed, Signed)
                assert self.on_disk.get(slot) == signed.payload, slot
                assert self.on_wire.setdefault(slot, signed.payload) == signed.payload, slot


def check_order(effects: tuple[Effect, ...]) -> None:
    """Every write of a list of effects stands before every send."""
    kinds = [type(effect) for effect in effects if isinstance(effect, Write | Send)]
    assert kinds == sorted(kinds, key=lambda kind: kind is Send)
