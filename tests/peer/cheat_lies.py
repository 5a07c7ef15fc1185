"""What can be wrong with an entry: the ways from an honest one to what a cheat signs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from protocol.log.messages import Entry, StepKind
from protocol.peer.bodies import TurnBody
from protocol.peer.private import Opening
from protocol.peer.refused import Reason
from tests.peer.cheats import Cheat, Liar, Lie
from tests.peer.policies import Script

#: The round in which the table can already go on without a seat.
ROUND = {StepKind.SEATS: 2, StepKind.KEYS: 2, StepKind.DISCARD: 2}
#: A game in which seat 0 has a choice in the ending phase of round 2: three Merchants, four
#: Broadcasters, of which four cards may stay.
CHOICE: Script = (("999",), ("8888",))


def cheat_in(
    kind: StepKind, name: str, reason: Reason, lie: Lie, *, seat: int = 0, round: int = 1
) -> Cheat:
    """A cheat that tells this one lie in its own entry."""
    script = CHOICE if kind is StepKind.DISCARD else ()
    return Cheat(name, kind, reason, {kind: lie}, seat=seat, round=round, script=script)


def body(change: Callable[[Liar, Any], object]) -> Lie:
    """The body as ``change`` makes it."""
    return lambda liar, entry: replace(entry, body=change(liar, entry.body))


def field_of_body(name: str, value: object) -> Lie:
    """One field of the body is ``value``."""
    return body(lambda _liar, honest: replace(honest, **{name: value}))


def other_kind(kind: StepKind) -> Lie:
    """The entry says it is of another kind."""
    return lambda _liar, entry: replace(entry, kind=kind)


def follows(name: Callable[[Liar, Entry], bytes]) -> Lie:
    """The entry names something else as the entry before it."""
    return lambda liar, entry: replace(entry, follows=name(liar, entry))


def sealed(
    open_to: Callable[[Liar], tuple[tuple[int, ...], tuple[int, ...]]],
    said: Callable[[Liar, TurnBody], TurnBody] = lambda _liar, honest: honest,
    size: int | None = None,
) -> dict[StepKind, Lie]:
    """An order that commits to other positions and cards than the honest one, and its opening."""

    def order(liar: Liar, entry: Entry) -> Entry:
        positions, cards = open_to(liar)
        liar.opening = Opening(positions, cards, bytes(range(32)))
        return replace(entry, body=liar.seal(liar.opening, size or entry.body.size))

    def turn(liar: Liar, entry: Entry) -> Entry:
        assert liar.opening is not None
        opened = replace(liar.turn(liar.opening), moves=entry.body.moves)
        return replace(entry, body=said(liar, opened))

    return {StepKind.ORDER: order, StepKind.TURN: turn}
