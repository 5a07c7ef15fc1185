"""Preparing the next decision while others think.

What is prepared never leaves the machine: it is a draft on the question as it would be asked now.
When the question comes, as much of it as is still legal is offered; when the table changes before,
what is prepared is tried on the new table.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from koryo_tui.drafts import preview
from koryo_tui.drafts.base import Cell, Draft, Press, Reply
from koryo_tui.drafts.discard import DiscardDraft
from koryo_tui.drafts.order import OrderDraft
from koryo_tui.drafts.turn import TurnDraft
from protocol.peer.questions import DiscardQuestion, OrderQuestion, Question, TurnQuestion
from protocol.peer.view import TableView
from protocol.rules import (
    NOTHING,
    Card,
    Counts,
    Discard,
    Done,
    IllegalMove,
    Phase,
    Position,
    TurnMove,
    cards_of,
    counts_of,
)

Inner = OrderDraft | TurnDraft | DiscardDraft
AheadQuestion = OrderQuestion | TurnQuestion | DiscardQuestion


@dataclass(frozen=True, slots=True)
class Prepared:
    """What is kept for the decision of ``round``: the cards of an order, the moves of a turn, or
    the cards of a discard; and what that came to when it was prepared."""

    round: int
    chosen: Counts = NOTHING
    moves: tuple[TurnMove, ...] = ()
    discard: Counts = NOTHING
    effect: preview.Effect | None = field(default=None, compare=False)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing in it."""
        return self.chosen == NOTHING and not self.moves and self.discard == NOTHING

    def is_for(self, question: Question) -> bool:
        """Whether it was prepared for ``question``."""
        is_order = isinstance(question, OrderQuestion) and self.chosen != NOTHING
        is_turn = isinstance(question, TurnQuestion) and bool(self.moves)
        is_discard = isinstance(question, DiscardQuestion) and self.discard != NOTHING
        is_right = is_order or is_turn or is_discard
        return self.round == question.position.round and is_right


@dataclass(frozen=True)
class AheadDraft:
    """The draft of a decision that is not due yet; its finished decision is kept, not given."""

    inner: Inner
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
        assert isinstance(inner, Inner)
        last = inner.sealing if isinstance(inner, OrderDraft) else inner.sure
        if last or reply.decision is not None:
            unsure = (
                replace(inner, sealing=False)
                if isinstance(inner, OrderDraft)
                else replace(inner, sure=False)
            )
            return Reply(AheadDraft(unsure, kept=True), out=True)
        return replace(reply, draft=AheadDraft(inner))


def prepared_in(draft: Inner) -> Prepared:
    """What a draft holds so far."""
    round_ = draft.question.position.round
    match draft:
        case OrderDraft():
            return Prepared(round_, chosen=draft.chosen, effect=_effect(draft.change))
        case TurnDraft():
            whole = preview.of_positions(draft.positions[0], draft.position)
            return Prepared(round_, moves=draft.moves, effect=whole.effect())
        case DiscardDraft():
            return Prepared(round_, discard=draft.chosen, effect=_effect(draft.change))


def _effect(change: preview.Change | None) -> preview.Effect | None:
    return None if change is None else change.effect()


def question_ahead(view: TableView) -> AheadQuestion | None:
    """The next decision of this seat as it would be asked now; None if it can not be known."""
    position, you = view.position, view.you
    if view.question is not None or view.stopped is not None or position is None:
        return None
    if position.standing[you].is_missing or position.actor in (None, you):
        return None
    if position.phase is Phase.ORDER and view.hand is not None and position.orders[you] is None:
        mine = replace(position, actor=you)
        return OrderQuestion(you, mine, view.hand, mine.legal_orders(view.hand))
    return _turn_ahead(view, position) or _discard_ahead(position, you)


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


def _discard_ahead(position: Position, you: int) -> DiscardQuestion | None:
    """The own discard, once the own turn is over, if it will be a choice on the fronts as they
    are now."""
    turns = position.order_of_play()
    is_ahead = position.phase is Phase.ENDING and turns.index(you) > turns.index(position.actor)
    has_played = position.phase is Phase.ACTION and position.orders[you] is None
    if not (is_ahead or has_played):
        return None
    mine = replace(position, phase=Phase.ENDING, actor=you, turn=None)
    legal = tuple(move for move in mine.legal_moves() if isinstance(move, Discard))
    return DiscardQuestion(you, mine, legal) if len(legal) > 1 else None


def begun(question: AheadQuestion, kept: Prepared | None, *, confirm: bool) -> Inner:
    """A draft for ``question`` with as much of what was prepared as is legal now."""
    match question:
        case OrderQuestion():
            return _order_with(OrderDraft.begin(question), kept)
        case TurnQuestion():
            return _turn_with(TurnDraft.begin(question, confirm=confirm), kept)
        case DiscardQuestion():
            return _discard_with(DiscardDraft.begin(question), kept)


def survives(kept: Prepared, draft: Draft) -> bool:
    """Whether all of what was prepared is in ``draft``."""
    return isinstance(draft, Inner) and prepared_in(draft) == kept


def is_changed(kept: Prepared, draft: Draft) -> bool:
    """Whether what was prepared, all of which is in ``draft``, comes to something else now."""
    if kept.effect is None or not isinstance(draft, Inner):
        return False
    return prepared_in(draft).effect != kept.effect


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


def _discard_with(draft: DiscardDraft, kept: Prepared | None) -> DiscardDraft:
    """What is still in front of it, and of that no more than may go."""
    if kept is None or kept.round != draft.question.position.round:
        return draft
    there = tuple(map(min, kept.discard, draft.front))
    chosen = counts_of(cards_of(there)[: draft.numbers[-1]])
    card = next((card for card in Card if chosen[card]), draft.card)
    return replace(draft, chosen=chosen, card=card)
