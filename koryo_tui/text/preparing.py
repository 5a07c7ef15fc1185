"""What is said of a decision that is prepared while others think."""

from __future__ import annotations

from typing import Final

from koryo_tui.drafts.base import Draft
from koryo_tui.drafts.discard import DiscardDraft
from koryo_tui.drafts.order import OrderDraft
from koryo_tui.drafts.turn import TurnDraft
from koryo_tui.text import words
from koryo_tui.text.i18n import _

AHEAD: Final = _("{waiting} Preparing your order.")
AHEAD_ORDER: Final = _("{waiting} Preparing: {cards}.")
AHEAD_TURN: Final = _("{waiting} Preparing your turn.")
AHEAD_DISCARD: Final = _("{waiting} Preparing your discard.")
AHEAD_DISCARDS: Final = _("{waiting} Yours so far: {number}.")


def ahead(waiting: str, draft: Draft) -> str:
    """What the prompt says while a decision is prepared: who is awaited, and what is prepared."""
    match draft:
        case OrderDraft() if draft.order is not None:
            return AHEAD_ORDER.format(waiting=waiting, cards=words.order(draft.order))
        case DiscardDraft() if draft.discard.cards:
            number = words.card_count(len(draft.discard.cards))
            return AHEAD_DISCARDS.format(waiting=waiting, number=number)
        case OrderDraft():
            return AHEAD.format(waiting=waiting)
        case DiscardDraft():
            return AHEAD_DISCARD.format(waiting=waiting)
        case _:
            return AHEAD_TURN.format(waiting=waiting)


KEPT_ORDER: Final = _("Kept for your turn to order: {cards}.")
KEPT_TURN: Final = _("Kept for your turn; it will be offered when it comes.")
KEPT_DISCARD: Final = _("Kept, to be discarded at the end of the round: {cards}.")


def kept(draft: OrderDraft | TurnDraft | DiscardDraft) -> str:
    """What has become of a prepared decision, which is not empty."""
    match draft:
        case OrderDraft():
            assert draft.order is not None
            return KEPT_ORDER.format(cards=words.order(draft.order))
        case TurnDraft():
            return KEPT_TURN
        case DiscardDraft():
            return KEPT_DISCARD.format(cards=words.cards(draft.discard.cards))


NOT_KEPT: Final = _("Nothing is kept.")
OFFERED: Final = _("This is what you prepared. {prompt}")
OFFERED_CHANGED: Final = _("What you prepared does something else now. {prompt}")
OFFERED_PART: Final = _("Not all that you prepared is legal now. {prompt}")
NOTHING_TO_PREPARE: Final = _("There is nothing to prepare now.")
