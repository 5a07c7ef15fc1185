"""A lobby in lines."""

from __future__ import annotations

from typing import Final

from koryo_tui.plain.going import Goodbye
from koryo_tui.plain.helping import help_about, help_lines
from koryo_tui.plain.reading import NotUnderstood, read_command, read_number
from koryo_tui.port import LobbyPlayer, LobbyPort, LobbyView
from koryo_tui.text import going, lobby, plain, words
from koryo_tui.text import plain_lobby as text
from koryo_tui.text.plain import Word
from koryo_tui.text.spoken import identity_words
from koryo_tui.typed import plain_form

#: Where no more sit down, a table is full as soon as it could be started.
_FEWEST: Final = 2


class LobbyDesk:
    """As ``TableDesk``, before the table begins."""

    words: tuple[Word, ...] = (
        *(word for word, _, _ in plain.LOBBY_WORDS),
        Word.YES,
        Word.NO,
    )

    def __init__(self, port: LobbyPort) -> None:
        self._port = port
        self._view: LobbyView | None = None
        self._is_leaving = False
        self._has_begun = False

    @property
    def is_over(self) -> bool:
        """Nothing is lost by leaving a lobby."""
        return True

    def take(self) -> tuple[str, ...]:
        """The invite once, who is here when that changes, and the newest notice."""
        old, view = self._view, self._port.view()
        self._view = view
        if old is not None and (old.players != view.players or (view.can_start > old.can_start)):
            # Somebody went while the game began: it waits as before.
            self._has_begun = False
        lines: list[str] = []
        if view.invite is not None and (old is None or old.invite != view.invite):
            # Alone on its line, so that it can be taken whole.
            lines += [text.INVITE, view.invite]
        if view.notice is not None and (old is None or old.notice != view.notice):
            lines.append(view.notice)
        if old is None:
            lines += self._people(view)
        elif old.players != view.players or old.can_start != view.can_start:
            lines += self._changes(old, view)
        return tuple(lines)

    def hear(self, line: str) -> tuple[tuple[str, ...], Goodbye | None]:
        """What is said to a typed line, and whether the player goes."""
        was_leaving, self._is_leaving = self._is_leaving, False
        try:
            command = read_command(line, self.words)
            if command is None:
                if line.strip():
                    raise NotUnderstood(plain.UNKNOWN.format(said=line.strip()))
                return self._people(self._port.view()), None
            match command.word:
                case Word.LEAVE:
                    return self._leave(), None
                case Word.YES if was_leaving:
                    return (), Goodbye.LEAVE
                case Word.NO if was_leaving:
                    return (plain.STAYS, *self._people(self._port.view())), None
                case Word.YES | Word.NO:
                    raise NotUnderstood(plain.NOTHING_ASKED)
                case Word.START:
                    return self._start(), None
                case Word.ADD:
                    return self._add(command.rest), None
                case Word.CHANGE:
                    return self._change(command.rest), None
                case Word.REMOVE:
                    return self._remove(command.rest), None
                case Word.PLAYERS:
                    return self._people(self._port.view()), None
                case _:
                    return self._help(command.rest), None
        except NotUnderstood as why:
            self._is_leaving = was_leaving
            again = (plain.ASKING + text.LEAVE_LOBBY_SURE,) if was_leaving else ()
            return (str(why), *again), None

    def _leave(self) -> tuple[str, ...]:
        """Says what leaving means, and asks."""
        self._is_leaving = True
        said = going.leave_lobby(self._port.view().you_are_host).sentences
        return (*said, plain.ASKING + text.LEAVE_LOBBY_SURE)

    def _help(self, rest: str) -> tuple[str, ...]:
        """The words; for the host also who can be added. What is said of one thing by ``rest``."""
        if rest:
            return help_about(rest, plain.LOBBY_WORDS)
        known = help_lines(plain.LOBBY_WORDS)
        return (*known, *self._about_bots()) if self._port.view().you_are_host else known

    def _about_bots(self) -> tuple[str, ...]:
        """What the computer players are like."""
        names = self._port.bots()
        told = zip(names, lobby.levels(names), strict=True)
        return (*(like for name, like in told if like != name), lobby.STYLES)

    def _start(self) -> tuple[str, ...]:
        view = self._port.view()
        if not view.you_are_host:
            raise NotUnderstood(text.ONLY_HOST)
        if not view.can_start:
            raise NotUnderstood(text.BEGINS if self._has_begun else _awaited(view))
        self._port.start()
        self._has_begun = True
        return (text.BEGINS,)

    def _remove(self, rest: str) -> tuple[str, ...]:
        view = self._port.view()
        if not view.you_are_host:
            raise NotUnderstood(text.ONLY_HOST)
        player = view.players[read_number(rest, len(view.players)) - 1]
        if player.is_you:
            raise NotUnderstood(plain.NOT_NOW)
        self._port.remove(player.identity)
        return self.take()

    def _add(self, rest: str) -> tuple[str, ...]:
        view = self._port.view()
        if not view.you_are_host:
            raise NotUnderstood(text.ONLY_HOST)
        plays = self._bot(rest)
        if not view.can_add:
            raise NotUnderstood(text.NO_FREE_SEAT)
        self._port.seat_bot(plays)
        return self.take()

    def _change(self, rest: str) -> tuple[str, ...]:
        view = self._port.view()
        if not view.you_are_host:
            raise NotUnderstood(text.ONLY_HOST)
        number, who = (*rest.split(maxsplit=1), "", "")[:2]
        player = view.players[read_number(number, len(view.players)) - 1]
        if player.plays is None:
            raise NotUnderstood(text.NOT_YOUR_BOT)
        self._port.seat_bot(self._bot(who), player.identity)
        return self.take()

    def _bot(self, said: str) -> str:
        """The computer player with that name, its style behind a colon."""
        # Who knows the players loads them all: not before one is named.
        from koryo_tui.bots.registry import UnknownBot, check_name

        try:
            return check_name(plain_form(said).strip())
        except UnknownBot:
            which = text.WHICH_BOT.format(names=words.listed(self._port.bots()))
            raise NotUnderstood(words.together((which, lobby.STYLES))) from None

    def _people(self, view: LobbyView) -> tuple[str, ...]:
        """Everybody, with what is settled and what is awaited."""
        settings = lobby.settings(view.clock, view.absences)
        return (_seats(view), *settings, *_players(view), *self._now(view))

    def _now(self, view: LobbyView) -> tuple[str, ...]:
        """Who has not come yet, and what is awaited."""
        return (text.BEGINS,) if self._has_begun else (*_not_here(view), _awaited(view))

    def _changes(self, old: LobbyView, view: LobbyView) -> tuple[str, ...]:
        """Whoever is new, or has another number now; who was told of before is not again."""
        seats = () if len(old.players) == len(view.players) else (_seats(view),)
        known = _players(old)
        players = tuple(line for line in _players(view) if line not in known)
        now = () if self._has_begun else self._now(view)
        return (*seats, *players, *now)


def _seats(view: LobbyView) -> str:
    return text.seats(len(view.players), view.seats)


def _players(view: LobbyView) -> tuple[str, ...]:
    return tuple(_player(player, number) for number, player in enumerate(view.players, start=1))


def _not_here(view: LobbyView) -> tuple[str, ...]:
    """Who played the game before and has not come yet."""
    return (lobby.AWAITED.format(names=words.listed(view.awaited)),) if view.awaited else ()


def _awaited(view: LobbyView) -> str:
    """What the game begins with, or whom it waits for."""
    if view.can_start:
        return plain.ASKING + text.CAN_START
    host = next((player.name for player in view.players if player.is_host), None)
    if len(view.players) == view.seats and not view.you_are_host and host is not None:
        return lobby.WAITING_FULL.format(name=host)
    if len(view.players) == view.seats:
        return text.FULL
    if not view.you_are_host:
        return text.WAIT_HOST
    if view.seats == _FEWEST:
        return text.WAIT_PLAYERS
    start = text.OR_START.format(start=plain.SPELLED[Word.START])
    return words.together((text.WAIT_PLAYERS, start))


def _player(player: LobbyPlayer, number: int) -> str:
    form = text.PLAYER
    if player.plays is not None:
        form = text.PLAYER_OWN_BOT
    elif player.bot_of is not None:
        form = text.PLAYER_BOT
    elif player.is_you:
        form = text.PLAYER_YOU_HOST if player.is_host else text.PLAYER_YOU
    elif player.is_host:
        form = text.PLAYER_HOST
    return form.format(
        number=number,
        name=player.name,
        owner=player.bot_of,
        plays=player.plays,
        fingerprint=identity_words(player.identity),
    )
