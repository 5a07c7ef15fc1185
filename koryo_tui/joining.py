"""``join``: a seat at somebody's table."""

from __future__ import annotations

import asyncio
import os
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from koryo_tui import terminal
from koryo_tui.bar import Bar
from koryo_tui.browsing import LOOK_SECONDS, Chooser, Seen, look_around
from koryo_tui.company import Company, Who
from koryo_tui.exits import NotSeated, WrongUse
from koryo_tui.known import KnownHosts
from koryo_tui.saying import say
from koryo_tui.seat import Table, name_or_account, need_terminal, open_profile
from koryo_tui.showing import show_session
from koryo_tui.tables import listen
from koryo_tui.text import finding, lines
from koryo_tui.text.troubles import explained
from koryo_tui.visiting import Guest
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
from protocol.net.profile import Profile
from protocol.net.timing import Timing

if TYPE_CHECKING:
    from koryo_tui.look import Look

FROM_STDIN: Final = "-"
NO_INVITE: Final = lines.NO_INVITE
#: For as long an address is tried where nobody answers.
_ANSWER_SECONDS: Final = Timing().connect


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
    to ``chooser``, which may know another way. Raises ``WrongUse`` at an empty line, unless it is
    between two pieces, and at the end of the input.
    """
    begun = ""
    if chooser is None:
        say(finding.EMPTY_ENDS)
    while True:
        line = _read_line(finding.PROMPT if chooser is None else chooser.prompt)
        if not line.strip():
            if begun:
                continue
            raise WrongUse(NO_INVITE)
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
        if may_go_on(said):
            begun = said
        say(explained(typo))


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
        table = Table(profile, listener)
        who = Who(profile, listener, table, name_or_account(options.name), options.look)
        guest = Guest(who, invite)
        company = Company(guest)
        where = show_address(*invite.addresses[0])
        say(lines.LOOKING_AT.format(address=where))
        try:
            try:
                with Bar() as bar:
                    async with bar.passing(_ANSWER_SECONDS * len(invite.addresses)):
                        await guest.let_in()
            except NetError as error:
                raise NotSeated(explained(error)) from None
            code = await show_session(company.session, options.look)
        finally:
            await company.close()
        table.say_where()
        return code
    finally:
        await listener.stop()
