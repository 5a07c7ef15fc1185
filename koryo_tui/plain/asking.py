"""A decision asked for in lines: what is asked, and what an answer makes of it.

An ask never changes: each answer gives another one, perhaps with a finished decision. Nothing
leaves the machine before one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

from koryo_tui.drafts import preview
from koryo_tui.plain.menu import Menu, ends_with, turn_menu
from koryo_tui.plain.reading import NotUnderstood, read_discard, read_number, read_order
from koryo_tui.text import plain, prompts, sentences, words
from koryo_tui.text.plain import Word
from koryo_tui.text.words import Names
from protocol.peer.questions import (
    ChooseDiscard,
    Decision,
    DiscardQuestion,
    OrderQuestion,
    PlaceOrder,
    PlayTurn,
    Question,
    TurnQuestion,
)
from protocol.peer.view import MovePlayed
from protocol.rules import (
    Card,
    Destroy,
    Discard,
    Done,
    IllegalMove,
    Order,
    Position,
    Steal,
    Swap,
    TakeToken,
    TurnMove,
    counts_of,
)


@dataclass(frozen=True, slots=True)
class Heard:
    """What became of an answer: the ask after it, what is said, perhaps the finished decision."""

    ask: Ask
    said: tuple[str, ...] = ()
    decision: Decision | None = None


class Example(NamedTuple):
    """A line that could be ``typed``, and its ``meaning``."""

    typed: str
    meaning: str


class Ask(Protocol):
    """What the desk asks of every decision under way."""

    @property
    def question(self) -> Question:
        """What is decided."""

    @property
    def so_far(self) -> Position | None:
        """The table with the moves chosen so far; None without any."""

    @property
    def is_affirming(self) -> bool:
        """Whether yes or no is awaited."""

    def lines(self, names: Names) -> tuple[str, ...]:
        """What is to be known, and as the last line what is asked."""

    def example(self, names: Names) -> Example | None:
        """Something that could be typed as the first answer, if there is anything to choose."""

    def answer(self, line: str, names: Names) -> Heard:
        """A line that is no command. Raises ``NotUnderstood``."""

    def word(self, word: Word, names: Names) -> Heard:
        """Yes, no, back or undo. Raises ``NotUnderstood``."""


def ask_for(question: Question) -> Ask:
    """Asks a question from its beginning."""
    match question:
        case OrderQuestion():
            return OrderAsk(question)
        case TurnQuestion():
            return TurnAsk(question, (question.position,))
        case DiscardQuestion():
            return DiscardAsk(question)


def _asked(text: str) -> str:
    return plain.ASKING + text


def _told(change: preview.Change, names: Names, over: int = 0) -> str:
    return sentences.summary(change, names, tuple(range(len(names.names))), over)


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

    def lines(self, names: Names) -> tuple[str, ...]:
        if self.chosen is not None:
            return (_asked(plain.SEAL.format(cards=words.order(self.chosen))),)
        position, seat = self.question.position, self.question.seat
        pair = position.has_power(seat, Card.SHIP_OWNER)
        hand = tuple(card for card in Card for _ in range(self.question.hand[card]))
        return (
            plain.YOUR_HAND.format(cards=words.cards(hand)),
            _asked(plain.ASK_ORDER_PAIR if pair else plain.ASK_ORDER),
        )

    def example(self, names: Names) -> Example:
        """Two cards where they can be: of two types if that is allowed, else of one."""
        order = max(self.question.legal, key=lambda each: (len(each.cards) == 2, each.is_pair))
        return Example(words.typed(order.cards), words.order(order))

    def answer(self, line: str, names: Names) -> Heard:
        order = read_order(line)
        held = self.question.hand
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
        said = plain.THEN.format(change=_told(change, names, over))
        return Heard(replace(self, chosen=order), (said,))

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
    def _numbers(self) -> tuple[int, ...]:
        return tuple(sorted({len(discard.cards) for discard in self.question.legal}))

    def lines(self, names: Names) -> tuple[str, ...]:
        if self.chosen is not None:
            cards = words.cards(self.chosen.cards)
            sure = plain.SURE_DISCARD.format(cards=cards) if self.chosen.cards else plain.SURE_KEEP
            return (_asked(sure),)
        front = self.question.position.fronts[self.question.seat]
        held = tuple(card for card in Card for _ in range(front[card]))
        text = plain.ASK_DISCARD if self._numbers[0] else plain.ASK_DISCARD_NONE
        number = prompts.number_wanted(self._numbers)
        return (
            plain.IN_FRONT.format(cards=words.cards(held)),
            _asked(text.format(number=number)),
        )

    def example(self, names: Names) -> Example | None:
        """The fewest cards, but some."""
        some = [discard.cards for discard in self.question.legal if discard.cards]
        fewest = min(some, key=len, default=())
        return Example(words.typed(fewest), words.cards(fewest)) if fewest else None

    def answer(self, line: str, names: Names) -> Heard:
        return self._choose(read_discard(line), names)

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
        if any(card.is_event for card in discard.cards) or any(map(int.__gt__, given, front)):
            raise NotUnderstood(plain.DISCARD_NOT_THERE)
        if discard not in self.question.legal:
            wrong = len(discard.cards) not in self._numbers
            number = prompts.number_wanted(self._numbers)
            said = plain.DISCARD_NUMBER.format(number=number) if wrong else plain.DISCARD_SENATORS
            raise NotUnderstood(said)
        change = preview.of_discard(position, seat, given)
        said = plain.THEN_AFTER.format(change=_told(change, names))
        return Heard(replace(self, chosen=discard), (said,))


@dataclass(frozen=True)
class TurnAsk:
    """``positions`` before, between and after the ``moves`` so far; ``open`` are the lists that
    were gone into; ``pending`` is a move that is to be affirmed."""

    question: TurnQuestion
    positions: tuple[Position, ...]
    moves: tuple[TurnMove, ...] = ()
    open: tuple[Menu, ...] = ()
    pending: TurnMove | None = None

    @property
    def position(self) -> Position:
        """After the moves so far."""
        return self.positions[-1]

    @property
    def so_far(self) -> Position | None:
        """The table with the moves chosen so far; None without any."""
        return self.position if self.moves else None

    @property
    def is_affirming(self) -> bool:
        """Whether yes or no is awaited."""
        return self.pending is not None

    def menu(self, names: Names) -> Menu:
        """The list on show."""
        return self.open[-1] if self.open else turn_menu(self.position, self.question.seat, names)

    def lines(self, names: Names) -> tuple[str, ...]:
        if self.pending is not None:
            return (_asked(self._sure(self.pending, names)),)
        items = tuple(
            plain.ITEM.format(number=number, label=item.label.strip())
            for number, item in enumerate(self.menu(names).items, start=1)
        )
        order = words.order(self.question.order)
        turn = plain.ASK_TURN_GOES_ON if self.moves else plain.ASK_TURN
        return (*items, _asked(plain.ASK_MENU if self.open else turn.format(cards=order)))

    def example(self, names: Names) -> Example:
        """The first line of the list."""
        return Example("1", self.menu(names).items[0].label.strip())

    def answer(self, line: str, names: Names) -> Heard:
        if self.pending is not None:
            raise NotUnderstood(plain.YES_OR_NO)
        items = self.menu(names).items
        leads_to = items[read_number(line, len(items)) - 1].leads_to
        if isinstance(leads_to, Menu):
            return Heard(replace(self, open=(*self.open, leads_to)))
        if isinstance(leads_to, Done) and len(items) > 1:
            return Heard(replace(self, pending=leads_to))
        if isinstance(leads_to, Done):
            # It was all that could be chosen, and undo has been offered with it.
            return self._ended()
        if isinstance(leads_to, Destroy | Swap):
            change = preview.of_positions(self.position, self.position.played(leads_to))
            said = plain.THEN_AFTER.format(change=_told(change, names))
            return Heard(replace(self, pending=leads_to), (said,))
        return self._played(leads_to, names)

    def word(self, word: Word, names: Names) -> Heard:
        if word is Word.UNDO:
            return self._undone()
        if self.pending is not None:
            if word is not Word.YES:
                return Heard(replace(self, pending=None))
            if isinstance(self.pending, Done):
                return self._ended()
            return self._played(self.pending, names)
        if word is Word.BACK and self.open:
            return Heard(replace(self, open=self.open[:-1]))
        raise NotUnderstood(plain.NOT_NOW)

    def _undone(self) -> Heard:
        if self.pending is not None or self.open:
            return Heard(replace(self, pending=None, open=()))
        if not self.moves:
            raise NotUnderstood(plain.NOTHING_TO_UNDO)
        earlier = replace(self, moves=self.moves[:-1], positions=self.positions[:-1])
        return Heard(earlier, (plain.UNDONE,))

    def _played(self, move: TurnMove, names: Names) -> Heard:
        before, after = self.position, self.position.played(move)
        told = MovePlayed(before.round, self.question.seat, move, before, after)
        later = replace(
            self,
            moves=(*self.moves, move),
            positions=(*self.positions, after),
            open=(),
            pending=None,
        )
        said = (words.together(sentences.sentences(told, names)),)
        return Heard(later, said, later._ended().decision if ends_with(before, move) else None)

    def _ended(self) -> Heard:
        """The turn is sent."""
        return Heard(self, (), PlayTurn((*self.moves, Done())))

    def _sure(self, move: TurnMove, names: Names) -> str:
        match move:
            case Done():
                unused = self._unused()
                if not unused:
                    return plain.END_TURN
                listed = words.listed(tuple(words.many(card) for card in unused))
                return plain.END_TURN_UNUSED.format(powers=listed)
            case Destroy():
                said = plain.DESTROY_SURE.format(card=names.card(move.seat, move.card))
            case Swap():
                said = plain.SWAP_SURE.format(
                    card=names.card(move.seat, move.card),
                    other_card=names.card(move.other_seat, move.other_card),
                )
            case _:
                raise AssertionError(f"{move} needs no affirming")
        return plain.SURE_MOVE.format(move=said)

    def _unused(self) -> tuple[Card, ...]:
        """Tokens that could still be had in this turn."""
        legal = self.position.legal_moves()
        kinds = ((Card.BANKER, TakeToken), (Card.SPY, Steal))
        return tuple(card for card, kind in kinds if any(isinstance(m, kind) for m in legal))
