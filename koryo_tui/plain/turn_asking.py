"""A turn asked for in lines: one move after another out of numbered lists."""

from __future__ import annotations

from dataclasses import dataclass, replace

from koryo_tui.drafts import preview
from koryo_tui.plain.ask import Example, Heard, asked, told
from koryo_tui.plain.menu import Menu, ends_with, turn_menu
from koryo_tui.plain.reading import NotUnderstood, read_number
from koryo_tui.text import aloud, plain, words
from koryo_tui.text.plain import Word
from koryo_tui.text.words import Names
from protocol.peer.questions import PlayTurn, TurnQuestion
from protocol.peer.view import MovePlayed
from protocol.rules import (
    Card,
    Destroy,
    Done,
    Position,
    Steal,
    Swap,
    TakeToken,
    TurnMove,
)


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

    @property
    def takes_names(self) -> bool:
        """It takes numbers of lines."""
        return False

    def menu(self, names: Names) -> Menu:
        """The list on show."""
        return self.open[-1] if self.open else turn_menu(self.position, self.question.seat, names)

    def lines(self, names: Names) -> tuple[str, ...]:
        if self.pending is not None:
            return (asked(self._sure(self.pending, names)),)
        menu = self.menu(names)
        items = tuple(
            plain.ITEM.format(number=number, label=item.label.strip())
            for number, item in enumerate(menu.items, start=1)
        )
        heading = (menu.heading,) if menu.heading else ()
        order = words.order(self.question.order)
        turn = plain.ASK_TURN_GOES_ON if self.moves else plain.ASK_TURN
        return (*heading, *items, asked(plain.ASK_MENU if self.open else turn.format(cards=order)))

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
            said = plain.THEN_AFTER.format(change=told(change, names))
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
        played = MovePlayed(before.round, self.question.seat, move, before, after)
        later = replace(
            self,
            moves=(*self.moves, move),
            positions=(*self.positions, after),
            open=(),
            pending=None,
        )
        said = (aloud.told(played, names),)
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
