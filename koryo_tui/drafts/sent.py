"""What has been decided already, and why it can not be undone any more."""

from __future__ import annotations

from koryo_tui.drafts.base import Complaint, Why
from protocol.peer.view import MovePlayed, OrderPlaced, RoundDealt, TableView
from protocol.rules import Discard, Phase

_BY_PHASE = {
    Phase.ORDER: Why.ORDER_SEALED,
    Phase.ACTION: Why.TURN_SENT,
    Phase.ENDING: Why.DISCARD_SENT,
}


def why_no_undo(view: TableView) -> Complaint:
    """Why nothing can be undone while nothing is asked of this seat: its latest decision in this
    round is under way or signed by all; before the first there is nothing."""
    return Complaint(Why.NOTHING_TO_UNDO if view.outcome is not None else _latest(view))


def _latest(view: TableView) -> Why:
    position, you = view.position, view.you
    if position is not None and position.actor == you and view.order is not None:
        # Decided here, not yet acknowledged by all.
        return _BY_PHASE.get(position.phase, Why.NOTHING_TO_UNDO)
    for each in reversed(view.happenings):
        match each:
            case RoundDealt():
                break
            case OrderPlaced(seat=seat) if seat == you:
                return Why.ORDER_SEALED
            case MovePlayed(seat=seat, move=Discard()) if seat == you:
                return Why.DISCARD_SENT
            case MovePlayed(seat=seat) if seat == you:
                return Why.TURN_SENT
            case _:
                continue
    return Why.NOTHING_TO_UNDO
