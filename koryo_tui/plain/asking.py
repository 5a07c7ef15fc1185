"""An order, a discard or a turn asked for in lines."""

from __future__ import annotations

from dataclasses import dataclass, replace

from koryo_tui.drafts import preview
from koryo_tui.plain.ask import Ask, Example, Heard, asked, told
from koryo_tui.plain.cards import read_discard, read_order
from koryo_tui.plain.reading import NotUnderstood
from koryo_tui.plain.turn_asking import TurnAsk
from koryo_tui.text import plain, prompts, words
from koryo_tui.text.plain import Word
from koryo_tui.text.words import Names
from protocol.peer.questions import (
    ChooseDiscard,
    DiscardQuestion,
    OrderQuestion,
    PlaceOrder,
    Question,
    TurnQuestion,
)
from protocol.rules import Card, Discard, IllegalMove, Order, counts_of


def ask_for(question: Question) -> Ask:
    """Asks a question from its beginning."""
    match question:
        case OrderQuestion():
            return OrderAsk(question)
        case TurnQuestion():
            return TurnAsk(question, (question.position,))
        case DiscardQuestion():
            return DiscardAsk(question)


@dataclass(frozen=True)
class OrderAsk:
    """``chosen`` is sealed once that is affirmed."""

    question: OrderQuestion
    chosen: Order | None = None

    @property
    def so_far(self) -> None:
        """It has no moves."""

    @property
    def is_affirming(self) -> bool:
        """Whether yes or no is awaited."""
        return self.chosen is not None

    @property
    def takes_names(self) -> bool:
        """Cards are typed by names too."""
        return True

    def lines(self, names: Names) -> tuple[str, ...]:
        if self.chosen is not None:
            return (asked(plain.SEAL.format(cards=words.order(self.chosen))),)
        position, seat = self.question.position, self.question.seat
        pair = position.has_power(seat, Card.SHIP_OWNER)
        hand = tuple(card for card in Card for _ in range(self.question.hand[card]))
        return (
            plain.YOUR_HAND.format(cards=words.typeable(hand)),
            asked(plain.ASK_ORDER_PAIR if pair else plain.ASK_ORDER),
        )

    def example(self, names: Names) -> Example:
        """Two cards where they can be: of two types if that is allowed, else of one."""
        order = max(self.question.legal, key=lambda each: (len(each.cards) == 2, each.is_pair))
        return Example(words.typed(order.cards), words.order(order))

    def answer(self, line: str, names: Names) -> Heard:
        held = self.question.hand
        order = read_order(line, held)
        missing = [card for card in set(order.cards) if order.cards.count(card) > held[card]]
        if missing:
            raise NotUnderstood(plain.ORDER_NOT_THERE.format(cards=words.cards(order.cards)))
        try:
            self.question.position.check_order(held, order)
        except IllegalMove:
            pair = self.question.position.has_power(self.question.seat, Card.SHIP_OWNER)
            raise NotUnderstood(plain.PAIR_IS_TWO if pair else plain.NEEDS_SHIP_OWNERS) from None
        change = preview.of_order(self.question.position, self.question.seat, order)
        over = preview.over_limit(self.question.position, self.question.seat, change.after)
        said = [plain.THEN.format(change=told(change, names, over))]
        said += [text for card, text in plain.NOT_COUNTED.items() if card in order.cards]
        return Heard(replace(self, chosen=order), (words.together(said),))

    def word(self, word: Word, names: Names) -> Heard:
        if self.chosen is None:
            raise NotUnderstood(plain.NOT_NOW)
        if word is Word.YES:
            return Heard(self, (plain.SEALED,), PlaceOrder(self.chosen))
        return Heard(replace(self, chosen=None))


@dataclass(frozen=True)
class DiscardAsk:
    """``chosen`` goes once that is affirmed."""

    question: DiscardQuestion
    chosen: Discard | None = None

    @property
    def so_far(self) -> None:
        """It has no moves."""

    @property
    def is_affirming(self) -> bool:
        """Whether yes or no is awaited."""
        return self.chosen is not None

    @property
    def takes_names(self) -> bool:
        """Cards are typed by names too."""
        return True

    @property
    def _numbers(self) -> tuple[int, ...]:
        return tuple(sorted({len(discard.cards) for discard in self.question.legal}))

    def lines(self, names: Names) -> tuple[str, ...]:
        if self.chosen is not None:
            cards = words.cards(self.chosen.cards)
            sure = plain.SURE_DISCARD.format(cards=cards) if self.chosen.cards else plain.SURE_KEEP
            return (asked(sure),)
        front = self.question.position.fronts[self.question.seat]
        held = tuple(card for card in Card for _ in range(front[card]))
        may_go = tuple(card for card in held if not card.is_event)
        stay = () if may_go == held else (plain.EVENTS_STAY,)
        text = plain.ASK_DISCARD if self._numbers[0] else plain.ASK_DISCARD_NONE
        number = prompts.number_wanted(self._numbers)
        return (
            words.together((plain.MAY_GIVE_UP.format(cards=words.typeable(may_go)), *stay)),
            asked(text.format(number=number)),
        )

    def example(self, names: Names) -> Example | None:
        """The fewest cards, but some."""
        some = [discard.cards for discard in self.question.legal if discard.cards]
        fewest = min(some, key=len, default=())
        return Example(words.typed(fewest), words.cards(fewest)) if fewest else None

    def answer(self, line: str, names: Names) -> Heard:
        front = self.question.position.fronts[self.question.seat]
        return self._choose(read_discard(line, front), names)

    def word(self, word: Word, names: Names) -> Heard:
        if self.chosen is None:
            if word is Word.NO and not self._numbers[0]:
                return self._choose(Discard(()), names)
            raise NotUnderstood(plain.NOT_NOW)
        if word is Word.YES:
            return Heard(self, (), ChooseDiscard(self.chosen))
        return Heard(replace(self, chosen=None))

    def _choose(self, discard: Discard, names: Names) -> Heard:
        position, seat = self.question.position, self.question.seat
        given = counts_of(discard.cards)
        front = position.fronts[seat]
        if any(card.is_event for card in discard.cards):
            raise NotUnderstood(plain.EVENTS_STAY)
        if any(map(int.__gt__, given, front)):
            raise NotUnderstood(plain.DISCARD_NOT_THERE)
        if discard not in self.question.legal:
            wrong = len(discard.cards) not in self._numbers
            number = prompts.number_wanted(self._numbers)
            said = plain.DISCARD_NUMBER.format(number=number) if wrong else plain.DISCARD_SENATORS
            raise NotUnderstood(said)
        change = preview.of_discard(position, seat, given)
        said = plain.THEN_AFTER.format(change=told(change, names))
        return Heard(replace(self, chosen=discard), (said,))
