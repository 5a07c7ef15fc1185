"""Choosing an order: one type of card, or two types with the Ship Owners (R4)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from koryo_tui.drafts import preview
from koryo_tui.drafts.base import Cell, Complaint, Press, Reply, Why, alone, stepped
from protocol.peer.questions import OrderQuestion, PlaceOrder
from protocol.rules import CARDS, NOTHING, Card, Counts, Order, add, cards_of


@dataclass(frozen=True)
class OrderDraft:
    """``chosen`` is counted by type; ``sealing`` once Enter was pressed and is awaited again."""

    question: OrderQuestion
    card: Card
    chosen: Counts = NOTHING
    sealing: bool = False

    @classmethod
    def begin(cls, question: OrderQuestion) -> OrderDraft:
        """Nothing chosen, the first card of the hand marked."""
        return cls(question, next(card for card in CARDS if question.hand[card]))

    @property
    def order(self) -> Order | None:
        """What is chosen, or None."""
        cards = cards_of(self.chosen)
        return Order(cards) if cards else None

    @cached_property
    def change(self) -> preview.Change | None:
        """What the order would change if it alone were turned up now."""
        if self.order is None:
            return None
        return preview.of_order(self.question.position, self.question.seat, self.order)

    @property
    def may_pair(self) -> bool:
        """Whether an order of two types is allowed to this seat now."""
        return self.question.position.has_power(self.question.seat, Card.SHIP_OWNER)

    def press(self, key: Press) -> Reply:
        match key:
            case Press.ACCEPT:
                return self._accept()
            case Press.RIGHT:
                return self._more()
            case Press.LEFT:
                return self._less()
            case Press.TOGGLE:
                return self._toggle()
            case Press.BACK if self.sealing:
                return Reply(replace(self, sealing=False))
            case Press.BACK if self.order is None:
                return Reply(self, out=True)
            case Press.BACK | Press.UNDO:
                return self._clear()
            case Press.NEXT | Press.PREVIOUS:
                return self._to_next_in_hand(1 if key is Press.NEXT else -1)
            case Press.UP | Press.DOWN:
                return self._at(stepped(self.card, key))

    def jump(self, card: Card) -> Reply:
        """All cards of the type; the same key again takes one fewer, and then all again."""
        held = self.question.hand[card]
        if not held:
            return self._complain(Why.NONE_IN_HAND, card)
        taken = self.chosen[card] if self.chosen == alone(card, self.chosen[card]) else 0
        return Reply(self._with(card, alone(card, taken - 1 if taken > 1 else held)))

    def point(self, cell: Cell) -> Reply:
        if cell.card is None:
            return Reply(self)
        return self.press(Press.ACCEPT) if cell.card is self.card else self._at(cell.card)

    def _accept(self) -> Reply:
        order = self.order
        if order is None:
            held = self.question.hand[self.card]
            if not held:
                return self._complain(Why.NONE_IN_HAND, self.card)
            return Reply(self._with(self.card, alone(self.card, held)))
        if self.sealing:
            return Reply(self, decision=PlaceOrder(order))
        return Reply(replace(self, sealing=True))

    def _more(self) -> Reply:
        held, taken = self.question.hand[self.card], self.chosen[self.card]
        if not held:
            return self._complain(Why.NONE_IN_HAND, self.card)
        if not taken:
            return Reply(self._with(self.card, alone(self.card, 1)))
        if self.order is not None and self.order.is_pair:
            return self._complain(Why.PAIR_IS_FULL, self.card)
        if taken == held:
            return self._complain(Why.ALL_TAKEN, self.card)
        return Reply(self._with(self.card, add(self.chosen, self.card)))

    def _less(self) -> Reply:
        if not self.chosen[self.card]:
            return self._complain(Why.NOTHING_CHOSEN, self.card)
        return Reply(self._with(self.card, add(self.chosen, self.card, -1)))

    def _toggle(self) -> Reply:
        """Chooses the marked type or takes it back; beside one card of another, makes a pair.

        Who may place a pair and presses this again means a second type, not to take back."""
        held, taken = self.question.hand[self.card], self.chosen[self.card]
        if taken and self.may_pair and self.order is not None and not self.order.is_pair:
            return self._complain(Why.SAME_ROW, self.card)
        if taken:
            return Reply(self._with(self.card, add(self.chosen, self.card, -taken)))
        if not held:
            return self._complain(Why.NONE_IN_HAND, self.card)
        if self.order is None:
            return Reply(self._with(self.card, alone(self.card, held)))
        if not self.may_pair:
            return self._complain(Why.NEEDS_SHIP_OWNERS, self.card)
        if self.order.is_pair:
            return self._complain(Why.PAIR_IS_FULL, self.card)
        other = self.order.cards[0]
        return Reply(self._with(self.card, add(alone(other, 1), self.card)))

    def _clear(self) -> Reply:
        if self.order is None:
            return self._complain(Why.NOTHING_TO_UNDO, None)
        return Reply(self._with(self.card, NOTHING))

    def _to_next_in_hand(self, step: int) -> Reply:
        held = [card for card in CARDS if self.question.hand[card]]
        here = CARDS.index(self.card)
        ahead = held if step > 0 else held[::-1]
        beyond = (card for card in ahead if (CARDS.index(card) - here) * step > 0)
        return self._at(next(beyond, ahead[0]))

    def _at(self, card: Card) -> Reply:
        return Reply(replace(self, card=card, sealing=False))

    def _with(self, card: Card, chosen: Counts) -> OrderDraft:
        return replace(self, card=card, chosen=chosen, sealing=False)

    def _complain(self, why: Why, card: Card | None) -> Reply:
        draft = replace(self, card=card or self.card, sealing=False)
        return Reply(draft, complaint=Complaint(why, card=card))
