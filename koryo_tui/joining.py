"""``join``: a seat at somebody's table."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from koryo_tui import __version__, terminal
from koryo_tui.announcing import Announcing
from koryo_tui.bar import Bar
from koryo_tui.browsing import LOOK_SECONDS, Chooser, Seen, look_around
from koryo_tui.exits import NotSeated, WrongUse
from koryo_tui.known import KnownHosts
from koryo_tui.lobby_ports import GuestPort, Notice
from koryo_tui.port import SessionEnded, Stage
from koryo_tui.saying import say
from koryo_tui.seat import Table, name_or_account, need_terminal, open_profile
from koryo_tui.showing import show_session
from koryo_tui.tables import addresses_of, listen
from koryo_tui.text import finding, lines
from koryo_tui.text.troubles import explained
from protocol.net.addresses import show_address
from protocol.net.errors import NetError
from protocol.net.invite import (
    SHORT_LETTERS,
    Invite,
    InviteTypo,
    is_literal,
    may_go_on,
    read_invite,
    read_target,
)
from protocol.net.listener import Listener
from protocol.net.lobby import GuestLobby
from protocol.net.profile import Profile
from protocol.net.seating import News, Seating
from protocol.net.timing import Timing

if TYPE_CHECKING:
    from koryo_tui.look import Look

FROM_STDIN: Final = "-"
NO_INVITE: Final = lines.NO_INVITE
#: Lines that may be typed without an invite in them.
_TRIES: Final = 3
#: For as long an address is tried where nobody answers.
_ANSWER_SECONDS: Final = Timing().connect
#: Seconds between two calls at a host who has not yet opened its table again.
_CALL_EVERY: Final = 1.0


@dataclass(frozen=True, slots=True)
class JoinOptions:
    """``target``: an invite, an address, ``-``, or None to ask. ``port`` and ``look`` as for a
    host."""

    profile: str | None
    target: str | None
    name: str | None
    bind: str
    port: int | None
    look: Look | None


def join(options: JoinOptions) -> int:
    """Joins and shows the table until it is over or left; the exit code. Raises ``WrongUse``, and
    ``NotSeated``."""
    if options.look is None:
        # In lines the game may be typed by a script: no more than the invite is read here.
        is_given = options.target == FROM_STDIN
        invite = _read_invite(_read_line("")) if is_given else _invite_of(options.target)
    elif options.target == FROM_STDIN:
        invite = _read_invite(sys.stdin.read() if not sys.stdin.isatty() else sys.stdin.readline())
        _take_back_the_keyboard()
        need_terminal()
    else:
        need_terminal()
        invite = _invite_of(options.target)
    with open_profile(options.profile) as profile:
        return asyncio.run(_join(options, profile, invite))


def _invite_of(target: str | None) -> Invite:
    if target is None:
        return _find_table()
    try:
        found = read_target(target)
    except InviteTypo as error:
        if not sys.stdin.isatty():
            raise WrongUse(explained(error)) from None
        # Whoever has mistyped it need not begin with the command again.
        say(explained(error))
        return ask_invite()
    except NetError as error:
        raise WrongUse(explained(error)) from None
    if isinstance(found, Invite):
        return found
    is_word = target.strip().isalnum() and not is_literal(found[0])
    form = finding.TOO_SHORT if is_word else finding.ONLY_ADDRESS
    say(form.format(said=target.strip()[:60]))
    return ask_invite().at(found)


def _find_table() -> Invite:
    """Shows the tables on this network, and asks for one of them or an invite."""
    chooser = Chooser(lambda: asyncio.run(_look()), say, _read_line, KnownHosts(), show=print)
    chooser.look()
    return chooser.completed(ask_invite(chooser))


async def _look() -> Seen:
    with Bar() as bar:
        async with bar.passing(LOOK_SECONDS):
            return await look_around()


def _read_line(prompt: str) -> str:
    try:
        return terminal.read_line(prompt)
    except EOFError:
        raise WrongUse(NO_INVITE) from None


def ask_invite(chooser: Chooser | None = None) -> Invite:
    """Asks until it is given an invite; one that was broken over lines is put together again.

    Only what could be the beginning of one is kept for the next line. What is no piece of one goes
    to ``chooser``, which may know another way. Raises ``WrongUse`` after as many lines as a short
    invite may be broken into.
    """
    begun, tries = "", 0
    while tries < _TRIES:
        line = _read_line(finding.PROMPT)
        said, begun = _continued(begun, line), ""
        for text in (line, said):
            try:
                return read_invite(text)
            except InviteTypo as error:
                typo = error
        if chooser is not None and chooser.understands(line.strip()):
            chosen = chooser.choose(line.strip())
            if chosen is not None:
                return chosen
            continue
        if not line.strip():
            continue
        if may_go_on(said):
            begun = said
        tries += 1
        if tries < _TRIES:
            say(explained(typo))
    raise WrongUse(finding.NO_MORE)


def _continued(begun: str, line: str) -> str:
    """What ``line`` is to be judged with: the lines before it, unless it is as long as an invite
    and they cannot go on so."""
    together = begun + line
    is_long = sum(map(str.isalnum, line)) >= SHORT_LETTERS
    return line if is_long and not may_go_on(together) else together


def _read_invite(text: str) -> Invite:
    if not text.strip():
        raise WrongUse(NO_INVITE)
    try:
        return read_invite(text)
    except InviteTypo as error:
        raise WrongUse(explained(error)) from None


def _take_back_the_keyboard() -> None:
    """After an invite from a pipe: keys come from the terminal, if there is one."""
    if sys.stdin.isatty() or sys.platform == "win32":
        return
    try:
        descriptor = os.open("/dev/tty", os.O_RDWR)
    except OSError:
        return
    os.dup2(descriptor, 0)
    os.close(descriptor)


async def _join(options: JoinOptions, profile: Profile, invite: Invite) -> int:
    listener = await listen(profile, options.bind, options.port)
    try:
        guest = _Guest(options, profile, listener, invite)
        where = show_address(*invite.addresses[0])
        say(lines.LOOKING_AT.format(address=where))
        try:
            try:
                with Bar() as bar:
                    async with bar.passing(_ANSWER_SECONDS * len(invite.addresses)):
                        await guest.let_in()
            except NetError as error:
                raise NotSeated(explained(error)) from None
            code = await show_session(guest.session, options.look)
        finally:
            await guest.close()
        guest.table.say_where()
        return code
    finally:
        await listener.stop()


class _Guest:
    """The lobby and the table of one guest, game after game."""

    def __init__(
        self, options: JoinOptions, profile: Profile, listener: Listener, invite: Invite
    ) -> None:
        self.table = Table(profile, listener)
        self._name = name_or_account(options.name)
        self._profile = profile
        self._listener = listener
        self._invite = invite
        self._announcing = Announcing(profile.key.identity, listener)
        self._stage: Stage | None = None
        self._calling: asyncio.Task[_Visit] | None = None
        self._visit = self._call()

    async def let_in(self) -> None:
        """Returns when the host has given this guest a seat. Raises ``NetError`` if it does not."""
        await self._visit.let_in()

    async def session(self, stage: Stage) -> None:
        """The lobby, then the table; then both again for as long as that is wanted."""
        self._stage = stage
        try:
            await self._one_game(stage)
            while self._calling is not None:
                self._visit = await self._calling
                self._calling = None
                await self._one_game(stage)
        except NetError as error:
            raise SessionEnded(explained(error)) from None

    async def close(self) -> None:
        """Leaves the lobby, if the table has not begun."""
        if self._calling is not None:
            self._calling.cancel()
            await asyncio.gather(self._calling, return_exceptions=True)
        await self._visit.close()
        await self._announcing.close()

    async def _one_game(self, stage: Stage) -> None:
        stage.show_lobby(self._visit.port())
        seating = await self._visit.seated
        self._announcing.playing(seating)
        await self.table.play(seating, stage, self._again)

    def _again(self) -> None:
        """Another game with the same players is wanted."""
        if self._calling is None:
            self._calling = asyncio.ensure_future(self._call_again())

    async def _call_again(self) -> _Visit:
        """Calls until the host has opened its table again; only then the old one is left."""
        while True:
            visit = self._call()
            try:
                await visit.let_in()
                await self.table.end()
            except NetError:
                # Not open yet, or not any more: the host may still do so.
                await asyncio.sleep(_CALL_EVERY)
            except asyncio.CancelledError:
                await visit.close()
                raise
            else:
                return visit

    def _call(self) -> _Visit:
        return _Visit(self._profile, self._listener, self._invite, self._name, self._changed)

    def _changed(self) -> None:
        if self._stage is not None:
            self._stage.changed()


class _Visit:
    """One call at the host: the lobby, until the table begins."""

    def __init__(
        self,
        profile: Profile,
        listener: Listener,
        invite: Invite,
        name: str,
        on_change: Callable[[], None],
    ) -> None:
        self._notice = Notice()
        self._inside = asyncio.Event()
        self._on_change = on_change
        self._lobby = GuestLobby(
            profile.key,
            invite,
            name,
            addresses_of(listener),
            os.urandom,
            self._on_news,
            app=__version__,
        )
        self.seated: asyncio.Task[Seating] = asyncio.ensure_future(self._lobby.seated())

    def port(self) -> GuestPort:
        """The lobby for the screen, once the host has let this guest in."""
        return GuestPort(self._lobby, self._notice)

    async def let_in(self) -> None:
        """Returns when the host has given a seat. Raises ``NetError`` if it does not."""
        inside = asyncio.ensure_future(self._inside.wait())
        try:
            await asyncio.wait((inside, self.seated), return_when=asyncio.FIRST_COMPLETED)
        finally:
            inside.cancel()
        if self.seated.done():
            self.seated.result()

    async def close(self) -> None:
        """Leaves, if the table has not begun."""
        self.seated.cancel()
        await asyncio.gather(self.seated, return_exceptions=True)

    def _on_news(self, news: tuple[News, ...]) -> None:
        self._notice.heard(news)
        if self._lobby.view is not None:
            self._inside.set()
        self._on_change()
