"""A seat at a table in lines: the desk. It knows its port, no terminal and no clock of its own."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from koryo_tui.drafts.sent import why_no_undo
from koryo_tui.drawing.scene import Scene
from koryo_tui.opening import never_agree
from koryo_tui.plain import telling
from koryo_tui.plain.ask import Ask, Heard
from koryo_tui.plain.asking import ask_for
from koryo_tui.plain.going import Goodbye, Leaving, leaving_with
from koryo_tui.plain.helping import help_about, help_lines
from koryo_tui.plain.news import news
from koryo_tui.plain.reading import (
    Command,
    NotUnderstood,
    read_command,
    read_number,
)
from koryo_tui.plain.result import result_lines
from koryo_tui.plain.wishes import WISHES, Wishes
from koryo_tui.port import Again, TablePort
from koryo_tui.text import aloud, plain, prompts, rules, waiting, words
from koryo_tui.text.plain import Word
from koryo_tui.text.troubles import explained
from koryo_tui.text.words import Names
from protocol.peer.questions import NotAsked, Question
from protocol.peer.view import TableView
from protocol.rules import IllegalMove, Phase, Position

if TYPE_CHECKING:
    from koryo_tui.advising import Adviser

_LOG_LINES: Final = 10


class TableDesk:
    """``take`` says what is new, ``hear`` takes a typed line. ``clock``: monotonic seconds.

    ``again`` begins another game with the same players; None if that cannot be had. ``adviser``
    gives hints; None where there are none. ``leaving`` says what it means to leave a game that is
    not over, and asks. ``bots``: the seats whose computer players are run here."""

    words: tuple[Word, ...] = (
        *(word for word, _, _ in plain.TABLE_WORDS),
        Word.YES,
        Word.NO,
    )

    def __init__(
        self,
        port: TablePort,
        clock: Callable[[], float],
        again: Again | None = None,
        adviser: Adviser | None = None,
        leaving: Leaving | None = None,
        bots: tuple[int, ...] = (),
    ) -> None:
        self._leaving = leaving or leaving_with(bots)
        self._is_leaving = False
        self._adviser = adviser
        self._hint_awaited = False
        self._port = port
        self._clock = clock
        self._another = again
        self._told: TableView | None = None
        self._ask: Ask | None = None
        self._result_told = False
        self._exemplified: frozenset[type[Question]] = frozenset()
        self._wishes = Wishes(port, again, bots)
        # Who wanted the pause that is over; their programs take the wish back by themselves.
        self._rested: frozenset[int] = frozenset()

    @property
    def is_over(self) -> bool:
        """Whether the game is finished, so that nothing is lost by going."""
        return self._view.outcome is not None

    def take(self) -> tuple[str, ...]:
        """What has changed since the last time, and what is asked of the player now."""
        old, view = self._told, self._view
        self._told = view
        names = Names.of(view)
        if self._adviser is not None:
            self._adviser.hear(view)
        if old is None:
            lines = [plain.WELCOME.format(name=view.seats[view.you].name)]
            if view.position is not None:
                lines += telling.table_lines(view.position, names, view.you)
            left_out = waiting.left_out_sentence(view)
            if view.stopped is not None or view.sits_out or left_out is not None:
                lines.append(telling.waiting_line(view, names))
        else:
            lines = list(news(old, view, names, self._wishes.muted, self._rested))
            if old.paused and not view.paused:
                self._rested = frozenset(view.wants_pause)
            self._rested &= frozenset(view.wants_pause)
        if view.outcome is not None and not self._result_told:
            self._result_told = True
            lines += (*self._result(view), self._afterwards(view))
        return (*lines, *self._hinted(view, names), *self._asked(view, names))

    def hear(self, line: str) -> tuple[tuple[str, ...], Goodbye | None]:
        """What is said to a typed line, and whether the player goes."""
        # Whatever else is said than yes, there is no leaving.
        was_leaving, self._is_leaving = self._is_leaving, False
        try:
            command = read_command(line, self.words)
            if command is None:
                return self._answered(line), None
            if command.word is Word.LATER:
                return (), Goodbye.LATER
            if command.word is Word.LEAVE:
                return self._leave()
            if was_leaving and command.word is Word.YES:
                return (), Goodbye.LEAVE
            if was_leaving and command.word is Word.NO:
                return (plain.STAYS, *self._stands()), None
            return self._do(command), None
        except NotUnderstood as why:
            # A slip is no answer: what is to be affirmed is asked once more.
            self._is_leaving = was_leaving
            return (str(why), *self._to_affirm()), None

    def _to_affirm(self) -> tuple[str, ...]:
        """The question to be answered by yes or no, if there is one."""
        if self._is_leaving:
            return self._leaving(self._view)[-1:]
        if self._ask is not None and self._ask.is_affirming:
            return self._ask.lines(self._names)[-1:]
        return ()

    def _leave(self) -> tuple[tuple[str, ...], Goodbye | None]:
        """Leaves a game that is over; otherwise says what that would mean, and asks."""
        if self.is_over:
            return (), Goodbye.LEAVE
        self._is_leaving = True
        return self._leaving(self._view), None

    def _asked(self, view: TableView, names: Names) -> tuple[str, ...]:
        """The lines of a question that has just come up."""
        question = view.question
        if question is None:
            self._ask = None
            return ()
        if self._ask is not None and self._ask.question == question:
            return ()
        self._ask = ask_for(question)
        limit: tuple[str, ...] = ()
        if view.deadline is not None:
            left = max(int(view.deadline - self._clock()), 0)
            limit = (plain.SECONDS_LEFT.format(number=left),)
        *above, asked = self._ask.lines(names)
        return (*self._in_pause(view), *limit, *above, *self._example(question, names), asked)

    def _example(self, question: Question, names: Names) -> tuple[str, ...]:
        """What could be typed, with the first question of its kind."""
        found = None
        if self._ask is not None and type(question) not in self._exemplified:
            found = self._ask.example(names)
        if found is None:
            return ()
        self._exemplified |= {type(question)}
        return (plain.EXAMPLE.format(typed=found.typed, meaning=found.meaning),)

    def _answered(self, line: str) -> tuple[str, ...]:
        if not line.strip():
            return self._stands()
        takes_names = self._ask is not None and self._ask.takes_names
        if line.strip()[0].isalpha() and not takes_names:
            raise NotUnderstood(plain.UNKNOWN.format(said=line.strip()))
        if self._ask is None:
            raise NotUnderstood(plain.NOTHING_ASKED)
        return self._heard(self._ask.answer(line, self._names))

    def _heard(self, heard: Heard) -> tuple[str, ...]:
        self._ask = heard.ask
        if heard.decision is None:
            return (*heard.said, *heard.ask.lines(self._names))
        self._ask = None
        try:
            self._port.decide(heard.decision)
        except (IllegalMove, NotAsked) as refused:
            return (explained(refused), *self.take())
        return (*heard.said, *self.take())

    @property
    def _view(self) -> TableView:
        return self._port.view()

    @property
    def _names(self) -> Names:
        return Names.of(self._view)

    # Commands

    def _do(self, command: Command) -> tuple[str, ...]:
        if command.word in _ANSWERS:
            if self._ask is None and command.word is Word.UNDO:
                why = why_no_undo(self._view)
                raise NotUnderstood(prompts.complaint(why, self._names))
            if self._ask is None:
                raise NotUnderstood(plain.NOTHING_ASKED)
            return self._heard(self._ask.word(command.word, self._names))
        if command.word in WISHES:
            return (*self._wishes.wish(command), *self.take(), *self._to_affirm())
        said = _COMMANDS[command.word](self, command.rest)
        return said if command.word is Word.ASK else (*said, *self._to_affirm())

    def _help(self, rest: str) -> tuple[str, ...]:
        has_again = self._another is not None
        not_here = set() if has_again else {Word.AGAIN}
        known = tuple(each for each in plain.TABLE_WORDS if each[0] not in not_here)
        if rest:
            return help_about(rest, known)
        return (plain.HELP_CARDS, *help_lines(known))

    def _table(self, _: str) -> tuple[str, ...]:
        position = self._view.position
        if position is None:
            return (plain.NO_POSITION,)
        return self._after_moves(
            position, lambda each: telling.table_lines(each, self._names, self._view.you)
        )

    def _hand(self, _: str) -> tuple[str, ...]:
        return telling.hand_lines(self._view.hand, self._view.order)

    def _stands(self, _: str = "") -> tuple[str, ...]:
        view, names = self._view, self._names
        paused = self._in_pause(view)
        if self._ask is not None:
            return (*paused, *self._ask.lines(names))
        return (*paused, telling.waiting_line(view, names), *telling.stuck_lines(view, names))

    def _in_pause(self, view: TableView) -> tuple[str, ...]:
        """That the table is paused, and that who is asked may decide all the same."""
        if not view.paused:
            return ()
        return (plain.PAUSED,) if view.question is None else (plain.PAUSED, prompts.PAUSED_YOU)

    def _log(self, rest: str) -> tuple[str, ...]:
        happenings = self._view.happenings
        if not happenings:
            return (plain.NOTHING_HAPPENED,)
        number = read_number(rest, len(happenings)) if rest else _LOG_LINES
        return tuple(aloud.told(each, self._names) for each in happenings[-number:])

    def _players(self, _: str) -> tuple[str, ...]:
        return telling.player_lines(Scene(self._view, len(self._view.happenings)))

    def _rules(self, rest: str) -> tuple[str, ...]:
        return rules.told(rest)

    def _score(self, _: str) -> tuple[str, ...]:
        view = self._view
        if view.outcome is not None:
            return self._result(view)
        if view.position is None or view.position.phase is Phase.OVER:
            return (plain.NO_POSITION,)
        return self._after_moves(
            view.position, lambda each: (telling.influence_line(each, self._names),)
        )

    def _after_moves(
        self, position: Position, told: Callable[[Position], tuple[str, ...]]
    ) -> tuple[str, ...]:
        """What is told of ``position``, or of what the moves chosen so far make of it."""
        so_far = None if self._ask is None else self._ask.so_far
        return told(position) if so_far is None else (plain.SO_FAR, *told(so_far))

    def _afterwards(self, view: TableView) -> str:
        """What can be typed once the game is over."""
        is_lesson = not any(view.table)
        may_open = not is_lesson and not view.hands and not never_agree(view)
        has_again = self._another is not None
        return words.together(
            plain.afterwards(has_again=has_again, may_open=may_open, is_lesson=is_lesson)
        )

    def _result(self, view: TableView) -> tuple[str, ...]:
        return result_lines(Scene(view, len(view.happenings)))

    def _hint(self, _: str) -> tuple[str, ...]:
        """Asks for a hint, which is told by ``take`` when it is there."""
        from koryo_tui.text import advice

        if self._adviser is None:
            raise NotUnderstood(advice.NOT_HERE)
        if not self._adviser.may_ask(self._view):
            raise NotUnderstood(advice.not_yet())
        if self._view.question is None:
            raise NotUnderstood(advice.NOT_ASKED)
        self._adviser.ask(self._view)
        self._hint_awaited = True
        return self._hinted(self._view, self._names) or (advice.THINKING,)

    def _hinted(self, view: TableView, names: Names) -> tuple[str, ...]:
        """The hint that was asked for, once it has been found."""
        if self._adviser is None or not self._hint_awaited:
            return ()
        from koryo_tui.drawing.advice_page import hint_lines

        found = hint_lines(self._adviser, view, names)
        self._hint_awaited = found is None and view.question is not None
        return found or ()


#: Words that answer what is asked.
_ANSWERS: Final = frozenset({Word.YES, Word.NO, Word.BACK, Word.UNDO})
_COMMANDS: Final[MappingProxyType[Word, Callable[[TableDesk, str], tuple[str, ...]]]] = (
    MappingProxyType(
        {
            Word.HELP: TableDesk._help,
            Word.TABLE: TableDesk._table,
            Word.HAND: TableDesk._hand,
            Word.ASK: TableDesk._stands,
            Word.LOG: TableDesk._log,
            Word.PLAYERS: TableDesk._players,
            Word.RULES: TableDesk._rules,
            Word.RESULT: TableDesk._score,
            Word.HINT: TableDesk._hint,
        }
    )
)
