"""``resume``: going on with a table that was closed or cut off."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from koryo_tui import terminal
from koryo_tui.announcing import Announcing
from koryo_tui.bar import Bar
from koryo_tui.bots.owner import OwnedBots
from koryo_tui.company import After, Company, Place, Who
from koryo_tui.exits import Exit, WrongUse
from koryo_tui.paths import data_root
from koryo_tui.port import Stage
from koryo_tui.returning import ask_at, heard_at, listen_again, open_table, places_in
from koryo_tui.saying import say
from koryo_tui.seat import Table, need_terminal
from koryo_tui.showing import show_session
from koryo_tui.tables import check_all, listen, loopback
from koryo_tui.text import resuming, words
from koryo_tui.text.troubles import explained
from koryo_tui.waiting_tables import choose, waiting
from protocol.log.chain import table_id
from protocol.log.messages import Roster
from protocol.log.transcript import steps_in
from protocol.net.addresses import Address, show_address
from protocol.net.errors import NetError
from protocol.net.folder import read_advertised
from protocol.net.invite import Invite, read_target
from protocol.net.keeping import Kept, Unfinished, clear_finished
from protocol.net.listener import DEFAULT_PORT, Listener
from protocol.net.meeting import Owners
from protocol.net.profile import Profile, ProfileInUse, Profiles
from protocol.net.sitting import seating_of
from protocol.peer.caution import Memory

if TYPE_CHECKING:
    from koryo_tui.look import Look


@dataclass(frozen=True, slots=True)
class ResumeOptions:
    """``table``: the beginning of its id, None to choose. ``at``: an address of one of the others,
    or an invite. ``bind`` and ``port`` None: as the last time, if that is free. ``advertise``: the
    only address to tell the others; None: as the last time, empty: what this machine finds by
    itself. ``look``: how it is shown, None for lines."""

    profile: str | None
    table: str | None
    at: str | None
    bind: str | None
    port: int | None
    look: Look | None
    log: str | None = None
    advertise: str | None = None

    def advertised(self, folder: Path) -> str | None:
        """The address to tell the others of the table in ``folder``, if it was ever chosen."""
        return read_advertised(folder) if self.advertise is None else self.advertise or None


@dataclass(frozen=True, slots=True)
class _Place:
    """The table to go to. ``heard`` is what one of the others told, ``owners`` who runs whom."""

    folder: Path
    roster: Roster
    owners: Owners
    heard: Mapping[int, tuple[Address, ...]]


def resume(options: ResumeOptions) -> int:
    """Takes up a table and shows it until it is over or left; the exit code."""
    if options.look is not None:
        need_terminal()
    at = None if options.at is None else _address(options.at)
    if options.advertise:
        check_all(((options.advertise, DEFAULT_PORT),))
    tables = waiting(options.profile)
    if options.table is not None:
        tables = tuple(x for x in tables if x.table.name.startswith(options.table.lower()))
        if not tables:
            raise WrongUse(resuming.NO_SUCH_TABLE.format(name=options.table[:20]))
    elif at is not None:
        code, why = _resume_where_asked(options, at)
        if code is not None:
            return code
        if not tables:
            where = show_address(*at)
            raise WrongUse(resuming.NOBODY_KNOWS.format(address=where, why=why))
    chosen = choose(tables, _read_line, is_named=options.table is not None)
    if chosen is None:
        return Exit.OK
    with _profiles().open(chosen.profile) as profile:
        clear_finished(profile.folder)
        return asyncio.run(_resume(options, profile, chosen.table, at))


def _read_line(prompt: str) -> str:
    try:
        return terminal.read_line(prompt)
    except EOFError:
        raise WrongUse(resuming.NONE) from None


def _profiles() -> Profiles:
    return Profiles(data_root(), os.urandom)


def _address(text: str) -> Address:
    """Where to ask, of an address or an invite. Raises ``WrongUse``."""
    try:
        target = read_target(text)
    except NetError as error:
        raise WrongUse(explained(error)) from None
    return target.addresses[0] if isinstance(target, Invite) else target


async def _resume(
    options: ResumeOptions, profile: Profile, table: Unfinished, at: Address | None
) -> int:
    listener = await listen_again(profile, table.folder, options.bind, options.port)
    try:
        heard: Mapping[int, tuple[Address, ...]] = {}
        if at is not None:
            say(resuming.ASKING.format(address=show_address(*at)))
            advertise = options.advertised(table.folder)
            heard = await heard_at(profile, listener, at, table.roster, advertise)
        place = _Place(table.folder, table.roster, (), heard)
        return await _play(options, profile, listener, place)
    finally:
        await listener.stop()


def _resume_where_asked(options: ResumeOptions, at: Address) -> tuple[int | None, str]:
    """Whoever is at ``at`` tells which table it is, even if its files here are lost. The exit
    code; None, and why, if nobody there knows any of the profiles."""
    names = (options.profile,) if options.profile else _profiles().names()
    say(resuming.ASKING.format(address=show_address(*at)))
    why = ""
    for name in names:
        with suppress(ProfileInUse), _profiles().open(name) as profile:
            try:
                return asyncio.run(_resume_at(options, profile, at)), ""
            except _NotHere as error:
                why = str(error)
    return None, why


class _NotHere(Exception):
    """This profile is no player of a table there; says why."""


async def _resume_at(options: ResumeOptions, profile: Profile, at: Address) -> int:
    listener = await listen(profile, options.bind or "", options.port)
    try:
        try:
            seat, seats = await ask_at(profile, listener, at, None, options.advertise or None)
        except NetError as error:
            raise _NotHere(explained(error)) from None
        players = words.listed(tuple(player.name for player in seats.roster.players))
        say(resuming.FOUND.format(players=players))
        folder = profile.table_folder(table_id(seats.roster))
        place = _Place(folder, seats.roster, seats.owners, places_in(seats, seat, at))
        return await _play(options, profile, listener, place)
    finally:
        await listener.stop()


async def _play(options: ResumeOptions, profile: Profile, listener: Listener, place: _Place) -> int:
    players = words.listed(tuple(player.name for player in place.roster.players))
    say(resuming.OPENING.format(players=players))
    with Bar() as bar:
        steps = bar.steps(await asyncio.to_thread(_steps_in, place.folder))
        kept = await open_table(profile, place.folder, place.roster, place.owners, steps)
    if options.advertise is not None:
        await asyncio.to_thread(kept.folder.advertise, options.advertise or None)
    if kept.memory is Memory.LOST:
        say(resuming.LOST)
    seat = Seat(options, profile, listener, kept, place.heard)
    company = Company(seat)
    try:
        code = await show_session(company.session, options.look)
    finally:
        await company.close()
    seat.table.say_where()
    return code or Exit.OK


def _steps_in(folder: Path) -> int:
    """How many steps the record of a table has so far."""
    try:
        return steps_in((folder / "transcript").read_bytes())
    except OSError:
        return 0


class Seat:
    """The table of one who comes back, with the computer players that are run here."""

    def __init__(
        self,
        options: ResumeOptions,
        profile: Profile,
        listener: Listener,
        kept: Kept,
        heard: Mapping[int, tuple[Address, ...]],
    ) -> None:
        advertise = options.advertised(kept.folder.folder)
        self.table = Table(profile, listener, advertise)
        setup = kept.setup
        name = setup.roster.players[setup.seat].name
        self._who = Who(profile, listener, self.table, name, options.look, advertise, options.log)
        self._after = After(self._who, self._open)
        self._kept = kept
        self._heard = heard
        self._listener = listener
        self._bots = OwnedBots(
            profile.folder / "bots", listener.bind, profile.key.identity, options.log
        )
        self._announcing = Announcing(profile.key.identity, listener, advertise=advertise)
        self._minding: asyncio.Task[None] | None = None

    @property
    def after(self) -> After:
        """What comes after the game."""
        return self._after

    async def play(self, stage: Stage) -> None:
        """The table."""
        self._announcing.playing(seating_of(self._kept, {}))
        self._bots.resume(self._kept.folder.folder.name, loopback(self._listener))
        self._minding = asyncio.ensure_future(self._bots.mind())
        await self.table.resume(self._kept, self._heard, stage, self._after.again)

    async def _open(self) -> Place:
        """A table of one's own, with the same computer players."""
        from koryo_tui.hosting import room_after

        plays = self._bots.plays
        await self.close()
        return room_after(self._who, plays)

    async def close(self) -> None:
        """Ends what is still there."""
        if self._minding is not None:
            self._minding.cancel()
            await asyncio.gather(self._minding, return_exceptions=True)
            self._minding = None
        await self._bots.end(goodbye=self.table.is_left)
        await self._announcing.close()
