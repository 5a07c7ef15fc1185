"""Preparing the next decision while others think.

What is prepared never leaves the machine: it is a draft on the question as it would be asked now.
When the question comes, as much of it as is still legal is offered; when the table changes before,
what is prepared is tried on the new table.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from koryo_tui.drafts.base import Cell, Draft, Press, Reply
from koryo_tui.drafts.order import OrderDraft
from koryo_tui.drafts.turn import TurnDraft
from protocol.peer.questions import OrderQuestion, Question, TurnQuestion
from protocol.peer.view import TableView
from protocol.rules import NOTHING, Card, Counts, Done, IllegalMove, Phase, Position, TurnMove


@dataclass(frozen=True, slots=True)
class Prepared:
    """What is kept for the decision of ``round``: the cards of an order, or the moves of a turn."""

    round: int
    chosen: Counts = NOTHING
    moves: tuple[TurnMove, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing in it."""
        return self.chosen == NOTHING and not self.moves

    def is_for(self, question: Question) -> bool:
        """Whether it was prepared for ``question``."""
        is_order = isinstance(question, OrderQuestion) and self.chosen != NOTHING
        is_turn = isinstance(question, TurnQuestion) and bool(self.moves)
        return self.round == question.position.round and (is_order or is_turn)


@dataclass(frozen=True)
class AheadDraft:
    """The draft of a decision that is not due yet; its finished decision is kept, not given."""

    inner: OrderDraft | TurnDraft
    kept: bool = False

    @property
    def card(self) -> Card:
        return self.inner.card

    @property
    def prepared(self) -> Prepared:
        """What there is to keep."""
        return prepared_in(self.inner)

    def press(self, key: Press) -> Reply:
        return self._after(self.inner.press(key))

    def jump(self, card: Card) -> Reply:
        return self._after(self.inner.jump(card))

    def point(self, cell: Cell) -> Reply:
        return self._after(self.inner.point(cell))

    def pointed(self, mark: int) -> Reply:
        """The draft after a click on a line of the list of a turn."""
        inner = self.inner
        return self._after(inner.pointed(mark) if isinstance(inner, TurnDraft) else Reply(inner))

    def _after(self, reply: Reply) -> Reply:
        """The same reply about this draft; the last Enter keeps, and one Enter is enough."""
        inner = reply.draft
        assert isinstance(inner, OrderDraft | TurnDraft)
        last = isinstance(inner, OrderDraft) and inner.sealing
        last |= isinstance(inner, TurnDraft) and inner.sure
        if last or reply.decision is not None:
            unsure = (
                replace(inner, sealing=False)
                if isinstance(inner, OrderDraft)
                else replace(inner, sure=False)
            )
            return Reply(AheadDraft(unsure, kept=True), out=True)
        return replace(reply, draft=AheadDraft(inner))


def prepared_in(draft: OrderDraft | TurnDraft) -> Prepared:
    """What a draft holds so far."""
    if isinstance(draft, OrderDraft):
        return Prepared(draft.question.position.round, chosen=draft.chosen)
    return Prepared(draft.question.position.round, moves=draft.moves)


def question_ahead(view: TableView) -> OrderQuestion | TurnQuestion | None:
    """The next decision of this seat as it would be asked now; None if it can not be known."""
    position, you = view.position, view.you
    if view.question is not None or view.stopped is not None or position is None:
        return None
    if position.standing[you].is_missing or position.actor in (None, you):
        return None
    if position.phase is Phase.ORDER and view.hand is not None and position.orders[you] is None:
        mine = replace(position, actor=you)
        return OrderQuestion(you, mine, view.hand, mine.legal_orders(view.hand))
    return _turn_ahead(view, position)


def _turn_ahead(view: TableView, position: Position) -> TurnQuestion | None:
    order, you = view.order, view.you
    has_turn = position.phase in (Phase.ORDER, Phase.ACTION) and position.orders[you] is not None
    if order is None or not has_turn:
        return None
    mine = replace(position, phase=Phase.ACTION, actor=you, turn=None)
    try:
        return TurnQuestion(you, mine.opened(order), order)
    except IllegalMove:
        return None


def begun(
    question: OrderQuestion | TurnQuestion, kept: Prepared | None, *, confirm: bool
) -> OrderDraft | TurnDraft:
    """A draft for ``question`` with as much of what was prepared as is legal now."""
    if isinstance(question, OrderQuestion):
        return _order_with(OrderDraft.begin(question), kept)
    return _turn_with(TurnDraft.begin(question, confirm=confirm), kept)


def survives(kept: Prepared, draft: Draft) -> bool:
    """Whether all of what was prepared is in ``draft``."""
    if not isinstance(draft, OrderDraft | TurnDraft):
        return False
    found = prepared_in(draft)
    return (found.chosen, found.moves) == (kept.chosen, kept.moves)


def _order_with(draft: OrderDraft, kept: Prepared | None) -> OrderDraft:
    if kept is None or kept.round != draft.question.position.round or kept.chosen == NOTHING:
        return draft
    wanted = replace(draft, chosen=kept.chosen)
    if wanted.order not in draft.question.legal:
        return draft
    return replace(wanted, card=next(card for card in Card if kept.chosen[card]))


def _turn_with(draft: TurnDraft, kept: Prepared | None) -> TurnDraft:
    if kept is None or kept.round != draft.question.position.round:
        return draft
    for move in kept.moves:
        if move == Done() or move not in draft.position.legal_moves():
            break
        draft = draft.with_move(move)
    return draft
