"""What a player in lines wants of the others and of the table: talk, votes, pauses, open hands."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Final

from koryo_tui import rematch
from koryo_tui.drawing import waits
from koryo_tui.leaving import alone_soon, has_left
from koryo_tui.opening import never_agree
from koryo_tui.plain import telling
from koryo_tui.plain.reading import Command, NotUnderstood, read_name, read_number
from koryo_tui.port import Again, TablePort
from koryo_tui.text import another, going, phrases, plain, prompts, waiting
from koryo_tui.text.plain import Word
from koryo_tui.text.words import Names
from koryo_tui.typed import plain_form
from protocol.peer.talk import TooMuchTalk
from protocol.peer.view import TableView


class Wishes:
    """Takes the words of ``WISHES`` to the table. ``muted``: the seats whose talk is not told."""

    def __init__(
        self, port: TablePort, again: Again | None = None, bots: tuple[int, ...] = ()
    ) -> None:
        self._port = port
        self._another = again
        self._bots = bots
        self._is_warned = False
        self.muted: frozenset[int] = frozenset()

    def wish(self, command: Command) -> tuple[str, ...]:
        """What is said to the wish; what comes of it is told with the news. Raises
        ``NotUnderstood``."""
        return WISHES[command.word](self, command.rest)

    @property
    def _view(self) -> TableView:
        return self._port.view()

    @property
    def _names(self) -> Names:
        return Names.of(self._view)

    def _say(self, rest: str) -> tuple[str, ...]:
        if not rest:
            return plain.say_what()
        number = plain_form(rest)
        code = phrases.code_of(rest)
        if number.isascii() and number.isdigit():
            # A number alone is never meant for the others.
            code = tuple(phrases.CHOSEN)[read_number(number, len(phrases.CHOSEN)) - 1]
        try:
            if code is None:
                self._port.say(rest)
            else:
                self._port.phrase(code)
        except TooMuchTalk:
            return (phrases.TOO_MUCH,)
        return ()

    def _mute(self, rest: str) -> tuple[str, ...]:
        others = tuple(each.seat for each in self._view.seats if each.seat != self._view.you)
        seat = self._other_seat(rest, others)
        self.muted |= {seat}
        return (plain.MUTED.format(name=self._names[seat]),)

    def _hear(self, rest: str) -> tuple[str, ...]:
        seat = self._other_seat(rest, tuple(self.muted))
        self.muted -= {seat}
        return (plain.HEARD.format(name=self._names[seat]),)

    def _agree(self, rest: str) -> tuple[str, ...]:
        view = self._view
        alone = alone_soon(view) or (going.alone_line() if view.alone else "")
        stuck = (alone,) if alone else telling.stuck_lines(view, self._names)
        if stuck:
            return stuck
        seat = self._other_seat(rest, view.can_leave_out)
        if seat not in view.can_leave_out:
            seated = len(waits.seated(view))
            raise NotUnderstood(prompts.nobody_silent(seated, None, self._names))
        self._port.agree(seat)
        return (plain.AGREED.format(name=self._names[seat]),)

    def _disagree(self, rest: str) -> tuple[str, ...]:
        seat = self._other_seat(rest, self._view.agreed)
        self._port.disagree(seat)
        return (plain.DISAGREED.format(name=self._names[seat]),)

    def _other_seat(self, rest: str, likely: tuple[int, ...]) -> int:
        """The seat of another player, by name; without one the only one that is ``likely``."""
        view = self._view
        if not rest and len(likely) == 1:
            return likely[0]
        return read_name(
            rest, {each.name: each.seat for each in view.seats if each.seat != view.you}
        )

    def _again(self, _: str) -> tuple[str, ...]:
        view, names = self._view, self._names
        if view.outcome is None:
            raise NotUnderstood(going.you_left(view)[0] if has_left(view) else another.NOT_NOW)
        if self._another is None:
            raise NotUnderstood(another.NOT_HERE)
        if rematch.opens_for_nobody(view, self._bots) and not self._is_warned:
            self._is_warned = True
            away = rematch.others(view, self._bots)
            return (going.all_away(away, names), going.again_all_the_same())
        step = self._another() or rematch.step(view)
        return (another.told(step, names, rematch.opener(view)),)

    def _alone(self, _: str) -> tuple[str, ...]:
        view = self._view
        if has_left(view):
            raise NotUnderstood(going.you_left(view)[0])
        if not view.alone:
            raise NotUnderstood(alone_soon(view) or going.not_alone())
        self._port.end_alone()
        return ()

    def _pause(self, _: str) -> tuple[str, ...]:
        view = self._view
        if view.outcome is not None:
            raise NotUnderstood(prompts.NO_PAUSE_NOW)
        if view.paused:
            return (plain.PAUSED,)
        self._port.pause(True)
        return () if self._view.paused else (waiting.PAUSE_WISH_YOU,)

    def _continue(self, _: str) -> tuple[str, ...]:
        """Ends the pause, or takes back the own wish for one."""
        view, names = self._view, self._names
        if view.paused or view.you in view.wants_pause:
            self._port.pause(False)
            return () if view.paused else (plain.PAUSE_TAKEN_BACK,)
        if view.wants_pause:
            raise NotUnderstood(waiting.pause_wish(view.wants_pause, names))
        raise NotUnderstood(plain.NO_PAUSE)

    def _open(self, _: str) -> tuple[str, ...]:
        view = self._view
        if view.outcome is None:
            raise NotUnderstood(plain.ONCE_OVER)
        if view.hands:
            return telling.opened_hands(view, self._names)
        if never_agree(view):
            raise NotUnderstood(waiting.hands_never(view, self._names))
        self._port.open_hands()
        view = self._view
        return () if view.hands else (prompts.hands_wait(view, self._names) or plain.OPENS_YOU,)


WISHES: Final[MappingProxyType[Word, Callable[[Wishes, str], tuple[str, ...]]]] = MappingProxyType(
    {
        Word.SAY: Wishes._say,
        Word.MUTE: Wishes._mute,
        Word.HEAR: Wishes._hear,
        Word.AGREE: Wishes._agree,
        Word.DISAGREE: Wishes._disagree,
        Word.ALONE: Wishes._alone,
        Word.PAUSE: Wishes._pause,
        Word.CONTINUE: Wishes._continue,
        Word.OPEN: Wishes._open,
        Word.AGAIN: Wishes._again,
    }
)
