"""The table of steps: who speaks, what is said, what it changes, what comes next.

docs/protocol.md shows the same table, and a test keeps both equal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from protocol.deck import joint_key, open_deck, proved_deck
from protocol.log.attempts import LeftOutSeats
from protocol.log.encoding import Struct
from protocol.log.messages import Entry, Roster, StepKind, Why
from protocol.log.openstep import OpenStep
from protocol.peer import checks
from protocol.peer.bodies import (
    DiscardBody,
    KeyBody,
    NonceBody,
    OrderBody,
    SeatsBody,
    SharesBody,
    ShuffleBody,
    TurnBody,
)
from protocol.peer.checks import Pending, Placing, the_deal, the_position
from protocol.peer.seating import seating
from protocol.peer.state import Deal, Due, GameState, PlayedTurn
from protocol.rules import Phase, Position, Standing, cards_of

#: What the checks of a step's entries returned, by seat.
Checked = Mapping[int, Any]


@dataclass(frozen=True, slots=True)
class StepRule:
    """One row of the table. ``check(state, entry, body, before)`` raises ``Refused``."""

    body: type[Struct]
    check: Callable[[GameState, Entry, Any, object], Pending]
    apply: Callable[[GameState, Checked], GameState]
    in_turn: bool = False
    """The speakers follow one another inside the step; each names the entry it follows."""
    costly: bool = False
    """The job of the check belongs in a worker."""
    asks: bool = False
    """A player decides, not a machine."""


def _nothing(state: GameState, _checked: Checked) -> GameState:
    return state


def _seating(state: GameState, checked: Checked) -> GameState:
    clockwise, first = seating(state.table, checked)
    return replace(state, position=Position.start(clockwise, first))


def _returns(state: GameState, checked: Checked) -> GameState:
    position = the_position(state)
    readmitted, returned = list(state.readmitted), list(state.returned)
    asked = sorted({wish for returning in checked.values() for wish in returning})
    for seat, step in dict(asked).items():
        position = position.again(seat)
        readmitted[seat], returned[seat] = state.step + 1, step
    return replace(
        state,
        position=position,
        deal=None,
        readmitted=tuple(readmitted),
        returned=tuple(returned),
    )


def _keys(state: GameState, checked: Checked) -> GameState:
    position = the_position(state)
    joint = joint_key([checked[seat] for seat in sorted(checked)])
    opened = open_deck(joint, cards_of(position.pile))
    receivers = position.deal_map()
    hands = tuple(
        tuple(place for place, receiver in enumerate(receivers) if receiver == seat)
        for seat in state.seats
    )
    deal = Deal(MappingProxyType(dict(checked)), joint, opened, hands)
    return replace(state, deal=deal, dealt=True)


def _shuffle(state: GameState, checked: Checked) -> GameState:
    deal = the_deal(state)
    assert state.due is not None
    chain = [checked[seat] for seat in state.due.speakers]
    return replace(state, deal=replace(deal, deck=proved_deck(deal.opened, chain)))


def _shares(state: GameState, checked: Checked) -> GameState:
    given = {
        (giver, recipient): shares
        for giver in sorted(checked)
        for recipient, shares in checked[giver].items()
    }
    deal = replace(the_deal(state), shares=MappingProxyType(given))
    return replace(state, deal=deal, position=the_position(state).dealt())


def _order(state: GameState, checked: Checked) -> GameState:
    ((seat, placing),) = checked.items()
    assert isinstance(placing, Placing)
    deal = the_deal(state)
    sealed = MappingProxyType({**deal.sealed, seat: placing.sealed})
    return replace(state, deal=replace(deal, sealed=sealed), position=placing.position)


def _turn(state: GameState, checked: Checked) -> GameState:
    (played,) = checked.values()
    assert isinstance(played, PlayedTurn)
    return replace(state, position=played.position)


def _discard(state: GameState, checked: Checked) -> GameState:
    ((_discarded, after),) = checked.values()
    return replace(state, position=after)


STEPS: Final[Mapping[StepKind, StepRule]] = MappingProxyType(
    {
        StepKind.ROSTER: StepRule(Roster, checks.check_roster, _nothing),
        StepKind.NONCES: StepRule(NonceBody, checks.check_nonce, _seating),
        StepKind.SEATS: StepRule(SeatsBody, checks.check_seats, _returns),
        StepKind.KEYS: StepRule(KeyBody, checks.check_key_entry, _keys, costly=True),
        StepKind.SHUFFLE: StepRule(
            ShuffleBody, checks.check_shuffle_entry, _shuffle, in_turn=True, costly=True
        ),
        StepKind.SHARES: StepRule(SharesBody, checks.check_shares_entry, _shares, costly=True),
        StepKind.ORDER: StepRule(OrderBody, checks.check_order_entry, _order, asks=True),
        StepKind.TURN: StepRule(TurnBody, checks.check_turn_entry, _turn, costly=True, asks=True),
        StepKind.DISCARD: StepRule(DiscardBody, checks.check_discard_entry, _discard, asks=True),
    }
)

#: After these steps comes a fixed one, whatever was said.
_AFTER: Final = MappingProxyType(
    {
        StepKind.ROSTER: StepKind.NONCES,
        StepKind.NONCES: StepKind.SEATS,
        StepKind.SEATS: StepKind.KEYS,
        StepKind.KEYS: StepKind.SHUFFLE,
        StepKind.SHUFFLE: StepKind.SHARES,
    }
)
#: After the others the phase of the position says what comes.
_BY_PHASE: Final = MappingProxyType(
    {
        Phase.DEAL: StepKind.SEATS,
        Phase.ORDER: StepKind.ORDER,
        Phase.ACTION: StepKind.TURN,
        Phase.ENDING: StepKind.DISCARD,
    }
)


#: While these are open a deal is being made; if somebody is left out it begins anew.
DEALS: Final = frozenset({StepKind.KEYS, StepKind.SHUFFLE, StepKind.SHARES})

_STANDINGS: Final = MappingProxyType(
    {
        Why.SILENT: Standing.ABSENT,
        Why.GOODBYE: Standing.LEFT,
        Why.FAULT: Standing.FAULT,
    }
)


def open_step(state: GameState) -> OpenStep | None:
    """The step that is due in ``state``, of which nothing is held yet; None: the game is over."""
    if state.due is None:
        return None
    kind = state.due.kind
    return OpenStep(
        step=state.step,
        kind=kind,
        head=state.head,
        speakers=state.due.speakers,
        members=state.seated,
        deals=kind in DEALS,
        in_turn=STEPS[kind].in_turn,
    )


def close(
    state: GameState, checked: Checked, head: bytes, made_absent: LeftOutSeats = ()
) -> GameState:
    """The state after the open step closed on ``head`` with these entries.

    Raises ``BadProof`` if the keys of a deal add up to the identity.
    """
    assert state.due is not None
    kind = state.due.kind
    begins_anew = bool(made_absent) and kind in DEALS
    complete = not begins_anew and bool(checked)
    after = STEPS[kind].apply(state, checked) if complete else state
    after = _without(after, made_absent)
    if begins_anew:
        due: Due | None = _due_again(after)
    elif made_absent and kind is StepKind.SEATS and len(after.seated) < 2:
        # Who is left alone here has not yet said that it does not wait for anybody.
        due = Due(StepKind.SEATS, after.seated)
    else:
        due = _due_after(kind, after)
    if due is None:
        after = _ended(after)
    return replace(after, head=head, step=state.step + 1, due=due)


def _without(state: GameState, made_absent: LeftOutSeats) -> GameState:
    if not made_absent:
        return state
    position = the_position(state)
    absences, departed = list(state.absences), list(state.departed)
    for seat, why in made_absent:
        position = position.without(seat, _STANDINGS[why])
        absences[seat] += 1
        departed[seat] = state.step
    return replace(state, position=position, absences=tuple(absences), departed=tuple(departed))


def _due_after(kind: StepKind, state: GameState) -> Due | None:
    """The step after one of ``kind`` that led to ``state``; None when the game is over."""
    following = _AFTER.get(kind)
    if following is None:
        position = the_position(state)
        if position.phase is Phase.OVER:
            return None
        following = _BY_PHASE[position.phase]
        if position.actor is not None:
            return Due(following, (position.actor,))
    if following in DEALS and len(state.seated) < 2:
        return None
    if STEPS[following].in_turn:
        return Due(following, the_position(state).order_of_play())
    return Due(following, state.seated)


def _due_again(state: GameState) -> Due:
    """A deal that lost a seat begins anew at its keys; a seat left alone waits at ``seats``."""
    kind = StepKind.KEYS if len(state.seated) >= 2 else StepKind.SEATS
    return Due(kind, state.seated)


def _ended(state: GameState) -> GameState:
    """Nobody is left to deal with: the game ends by default."""
    position = the_position(state)
    if position.phase is Phase.DEAL:
        position = position.ended_by_default()
    return replace(state, position=position)
