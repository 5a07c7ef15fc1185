"""``join``: a seat at somebody's table."""

from __future__ import annotations

import asyncio
import os
import sys
from dataclasses import dataclass

from koryo_tui import __version__, terminal
from koryo_tui.announcing import Announcing
from koryo_tui.browsing import Chooser, look_around
from koryo_tui.exits import WrongUse
from koryo_tui.known import KnownHosts
from koryo_tui.lobby_ports import GuestPort, Notice
from koryo_tui.port import SessionEnded, Stage
from koryo_tui.seat import Table, name_or_account, need_terminal, open_profile
from koryo_tui.tables import addresses_of, listen
from koryo_tui.text import finding, lines
from protocol.net.addresses import show_address
from protocol.net.errors import NetError
from protocol.net.invite import Invite, InviteTypo, read_invite, read_target
from protocol.net.listener import Listener
from protocol.net.lobby import GuestLobby
from protocol.net.profile import Profile
from protocol.net.seating import News, Seating

FROM_STDIN = "-"
NO_INVITE = lines.NO_INVITE


@dataclass(frozen=True, slots=True)
class JoinOptions:
    """``target``: an invite, an address, ``-``, or None to ask. ``port`` as for a host."""

    profile: str | None
    target: str | None
    name: str | None
    bind: str
    port: int | None


def join(options: JoinOptions) -> int:
    """Joins and shows the table until it is over or left; the exit code."""
    if options.target == FROM_STDIN:
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
    except NetError as error:
        raise WrongUse(str(error)) from None
    return found if isinstance(found, Invite) else ask_invite().at(found)


def _find_table() -> Invite:
    """Shows the tables on this network, and asks for one of them or an invite."""
    chooser = Chooser(lambda: asyncio.run(look_around()), print, _read_line, KnownHosts())
    chooser.look()
    return chooser.completed(ask_invite(chooser))


def _read_line(prompt: str) -> str:
    try:
        return input(prompt)
    except EOFError:
        raise WrongUse(NO_INVITE) from None


def ask_invite(chooser: Chooser | None = None) -> Invite:
    """Asks until it is given an invite; one that was broken over lines is put together again.

    What is no piece of one goes to ``chooser``, which may know another way.
    """
    said = ""
    while True:
        line = _read_line(finding.PROMPT)
        if chooser is not None and not said and chooser.understands(line.strip()):
            chosen = chooser.choose(line.strip())
            if chosen is not None:
                return chosen
            continue
        if not line.strip():
            said = ""
            continue
        for text in (line, said + line):
            try:
                return read_invite(text)
            except InviteTypo as error:
                typo = error
        said += line
        print(typo)


def _read_invite(text: str) -> Invite:
    if not text.strip():
        raise WrongUse(NO_INVITE)
    try:
        return read_invite(text)
    except InviteTypo as error:
        raise WrongUse(str(error)) from None


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
    from koryo_tui.app import run_app_async
    from koryo_tui.look import Look

    listener = await listen(profile, options.bind, options.port)
    try:
        guest = _Guest(options, profile, listener, invite)
        where = show_address(*invite.addresses[0])
        print(lines.LOOKING_AT.format(address=where), flush=True)
        try:
            await guest.let_in()
            code = await run_app_async(guest.session, Look(theme=terminal.theme(os.environ)))
        finally:
            await guest.close()
        guest.table.say_where()
        return code
    finally:
        await listener.stop()


class _Guest:
    """The lobby and the table of one guest."""

    def __init__(
        self, options: JoinOptions, profile: Profile, listener: Listener, invite: Invite
    ) -> None:
        self.table = Table(profile, listener)
        self._announcing = Announcing(profile.key.identity, listener)
        self._notice = Notice()
        self._stage: Stage | None = None
        self._inside = asyncio.Event()
        self._lobby = GuestLobby(
            profile.key,
            invite,
            name_or_account(options.name),
            addresses_of(listener),
            os.urandom,
            self._on_news,
            app=__version__,
        )
        self._seated: asyncio.Task[Seating] = asyncio.ensure_future(self._lobby.seated())

    async def let_in(self) -> None:
        """Returns when the host has given this guest a seat. Raises ``NetError`` if it does not."""
        inside = asyncio.ensure_future(self._inside.wait())
        await asyncio.wait((inside, self._seated), return_when=asyncio.FIRST_COMPLETED)
        inside.cancel()
        if self._seated.done():
            self._seated.result()

    async def session(self, stage: Stage) -> None:
        """The lobby, then the table."""
        self._stage = stage
        stage.show_lobby(GuestPort(self._lobby, self._notice))
        try:
            seating = await self._seated
            self._announcing.playing(seating)
            await self.table.play(seating, stage)
        except NetError as error:
            raise SessionEnded(str(error)) from None

    async def close(self) -> None:
        """Leaves the lobby, if the table has not begun."""
        self._seated.cancel()
        await asyncio.gather(self._seated, return_exceptions=True)
        await self._announcing.close()

    def _on_news(self, news: tuple[News, ...]) -> None:
        self._notice.heard(news)
        if self._lobby.view is not None:
            self._inside.set()
        if self._stage is not None:
            self._stage.changed()
