"""Choosing what to give up in the ending phase (R6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from koryo_tui.drafts import preview
from koryo_tui.drafts.base import Cell, Complaint, Press, Reply, Why, stepped
from protocol.peer.questions import ChooseDiscard, DiscardQuestion
from protocol.rules import CARDS, NOTHING, Card, Counts, Discard, add, cards_of


@dataclass(frozen=True)
class DiscardDraft:
    """``chosen`` is what goes, counted by type; ``sure`` once Enter was pressed."""

    question: DiscardQuestion
    card: Card
    chosen: Counts = NOTHING
    sure: bool = False

    @classmethod
    def begin(cls, question: DiscardQuestion) -> DiscardDraft:
        """Nothing chosen, the first own character marked."""
        front = question.position.fronts[question.seat]
        return cls(question, next(card for card in CARDS if front[card]))

    @property
    def front(self) -> Counts:
        """The own front before anything is given up."""
        return self.question.position.fronts[self.question.seat]

    @property
    def discard(self) -> Discard:
        """What is chosen so far, legal or not."""
        return Discard(cards_of(self.chosen))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """How many cards may be given up, rising."""
        return tuple(sorted({len(discard.cards) for discard in self.question.legal}))

    @cached_property
    def is_legal(self) -> bool:
        """Whether what is chosen may be given up as it is."""
        return self.discard in self.question.legal

    @cached_property
    def change(self) -> preview.Change:
        """What giving up the chosen cards would change."""
        return preview.of_discard(self.question.position, self.question.seat, self.chosen)

    def press(self, key: Press) -> Reply:
        match key:
            case Press.ACCEPT:
                return self._accept()
            case Press.RIGHT:
                return self._more()
            case Press.LEFT:
                return self._less()
            case Press.UNDO:
                return self._undo()
            case Press.TOGGLE:
                return self._less() if self.chosen[self.card] else self._more()
            case Press.BACK if self.sure:
                return Reply(replace(self, sure=False))
            case Press.BACK if self.chosen == NOTHING:
                return Reply(self, out=True)
            case Press.BACK:
                return Reply(replace(self, chosen=NOTHING, sure=False))
            case Press.NEXT | Press.PREVIOUS:
                return self._to_next_in_front(1 if key is Press.NEXT else -1)
            case Press.UP | Press.DOWN:
                return self._at(stepped(self.card, key))

    def jump(self, card: Card) -> Reply:
        """Gives one card of the type up."""
        return replace(self, card=card)._more()

    def point(self, cell: Cell) -> Reply:
        if cell.card is None:
            return Reply(self)
        return self._more() if cell.card is self.card else self._at(cell.card)

    def _accept(self) -> Reply:
        if not self.is_legal:
            wrong = len(self.discard.cards) not in self.numbers
            why = Why.WRONG_NUMBER if wrong else Why.LOSES_SENATORS
            return self._complain(why, numbers=self.numbers)
        if self.sure:
            return Reply(self, decision=ChooseDiscard(self.discard))
        return Reply(replace(self, sure=True))

    def _more(self) -> Reply:
        if self.card.is_event:
            return self._complain(Why.EVENTS_STAY)
        if not self.front[self.card]:
            return self._complain(Why.NONE_IN_FRONT)
        if self.chosen[self.card] == self.front[self.card]:
            return self._complain(Why.ALL_TAKEN)
        if len(self.discard.cards) == self.numbers[-1]:
            return self._complain(Why.WRONG_NUMBER, numbers=self.numbers)
        return Reply(replace(self, chosen=add(self.chosen, self.card), sure=False))

    def _less(self) -> Reply:
        if not self.chosen[self.card]:
            return self._complain(Why.NOTHING_CHOSEN)
        return Reply(replace(self, chosen=add(self.chosen, self.card, -1), sure=False))

    def _undo(self) -> Reply:
        """Takes back one card of the marked row, or else of the last row with one."""
        rows = [card for card in CARDS if self.chosen[card]]
        if not rows:
            return self._complain(Why.NOTHING_TO_UNDO)
        return replace(self, card=self.card if self.card in rows else rows[-1])._less()

    def _to_next_in_front(self, step: int) -> Reply:
        held = [card for card in CARDS if self.front[card] and not card.is_event]
        ahead = held if step > 0 else held[::-1]
        beyond = (card for card in ahead if (card - self.card) * step > 0)
        return self._at(next(beyond, ahead[0]))

    def _at(self, card: Card) -> Reply:
        return Reply(replace(self, card=card, sure=False))

    def _complain(self, why: Why, numbers: tuple[int, ...] = ()) -> Reply:
        complaint = Complaint(why, card=self.card, numbers=numbers)
        return Reply(replace(self, sure=False), complaint=complaint)
