"""What ``host``, ``join`` and ``resume`` do alike: the profile, the terminal, the table."""

from __future__ import annotations

import asyncio
import contextlib
import getpass
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Final

from koryo_tui import terminal
from koryo_tui.exits import WrongUse
from koryo_tui.halls import remember
from koryo_tui.paths import data_root
from koryo_tui.port import Again, SessionEnded, Stage
from koryo_tui.rematch import Former
from koryo_tui.saying import say
from koryo_tui.tables import own_bots, sit, sit_again
from koryo_tui.text import lines, words
from koryo_tui.text.troubles import explained
from protocol.log.messages import Roster
from protocol.net.addresses import Address
from protocol.net.discovery import find_table
from protocol.net.disk import DiskTrouble
from protocol.net.folder import TRANSCRIPT_SUFFIX, agrees, read_agreed
from protocol.net.keeping import Kept, clear_finished
from protocol.net.lifetime import End
from protocol.net.listener import Listener
from protocol.net.multicast import hosts_to_announce_on
from protocol.net.profile import DEFAULT_PROFILE, Profile, Profiles
from protocol.net.seating import Seating
from protocol.net.session import Session
from protocol.peer.once import WouldConvict
from protocol.peer.view import LinkState

if TYPE_CHECKING:
    from koryo_tui.advising import Adviser

#: Seconds between two looks for seats that are lost, which may have other addresses now; and
#: before the first, since most links that are lost are made again at once.
_LOOK_EVERY: Final = 10.0
_LOOK_FIRST: Final = 2.0

RESUME: Final = lines.RESUME


def need_terminal() -> None:
    """Raises ``WrongUse`` where no screen can be shown or no key be read."""
    if not terminal.is_terminal():
        raise WrongUse(lines.NEEDS_TERMINAL)


def open_profile(name: str | None) -> Profile:
    """The profile called ``name``, or the first free one, which is said if it is not the first."""
    profiles = Profiles(data_root(), os.urandom)
    if name is not None:
        return profiles.open(name)
    profile = profiles.open_free()
    if profile.name != DEFAULT_PROFILE:
        said = lines.PROFILE_IN_USE.format(usual=DEFAULT_PROFILE, profile=profile.name)
        say(said)
    return profile


def name_or_account(name: str | None) -> str:
    """What somebody wants to be called, else the name of the account, else nothing."""
    if name is not None:
        return name
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""


def who_must_agree(owners: tuple[bytes, ...], seats: int, seat: int) -> frozenset[int]:
    """The people who have to agree to hints for ``seat``: all there are, if it is not the only one.

    ``owners``: by seat who runs it, nothing for a person.
    """
    people = frozenset(each for each in range(seats) if each >= len(owners) or not owners[each])
    return people if people - {seat} else frozenset()


def adviser_at(folder: Path, people: frozenset[int], on_change: Callable[[], None]) -> Adviser:
    """Who gives hints at the table in ``folder`` once ``people`` have agreed, now or before this
    program began."""
    # What finds hints is loaded when the table is there.
    from koryo_tui.advising import Adviser

    def keep(seat: int) -> None:
        # Where it is lost it has only to be said again.
        with contextlib.suppress(DiskTrouble):
            agrees(folder, seat)

    return Adviser(on_change, people=people - read_agreed(folder), keep=keep)


@dataclass(frozen=True, slots=True)
class Game:
    """A game that is played here. ``owners``: by seat who runs it, nothing for a person."""

    session: Session
    folder: Path
    roster: Roster
    seat: int
    owners: tuple[bytes, ...]

    @property
    def people(self) -> tuple[Former, ...]:
        """The other people at the table."""
        return tuple(
            Former(player.identity, player.name)
            for seat, player in enumerate(self.roster.players)
            if seat != self.seat and not (seat < len(self.owners) and self.owners[seat])
        )

    @property
    def bots(self) -> tuple[int, ...]:
        """The seats whose computer players are run here."""
        return own_bots(self.owners, self.roster, self.seat)


class Table:
    """The table of one person, from its beginning to where its record is kept; and, one after
    another, those that the same people begin after it.

    ``advertise``: the only address to tell the others, if there is one."""

    def __init__(self, profile: Profile, listener: Listener, advertise: str | None = None) -> None:
        self._profile = profile
        self._listener = listener
        self._advertise = advertise
        self._games: list[Game] = []

    @property
    def is_left(self) -> bool:
        """Whether there is nothing to come back to: it was left for good, or is over, or never
        began."""
        return not self._games or self.game.session.ended in (End.LEFT, End.FINISHED)

    @property
    def game(self) -> Game:
        """The latest game, which has begun."""
        return self._games[-1]

    async def play(self, seating: Seating, stage: Stage, again: Again | None = None) -> None:
        """Plays until the person leaves, or until ``end``. ``again``: what to do when another game
        with the same players is wanted. Raises ``SessionEnded`` if the disk fails."""
        session = await sit(
            self._profile,
            self._listener,
            seating,
            stage.changed,
            advertise=self._advertise,
            linger=None,
        )
        folder = self._profile.table_folder(seating.table)
        game = Game(session, folder, seating.roster, seating.seat, seating.owners)
        await self._play(game, stage, again)

    async def end(self) -> None:
        """Ends a game that is over, so that another can begin."""
        if self._games:
            await self.game.session.leave()

    async def resume(
        self,
        kept: Kept,
        heard: Mapping[int, tuple[Address, ...]],
        stage: Stage,
        again: Again | None = None,
    ) -> None:
        """As ``play``, at a table begun earlier."""
        session = sit_again(
            self._profile,
            self._listener,
            kept,
            stage.changed,
            heard,
            advertise=self._advertise,
            linger=None,
        )
        setup = kept.setup
        game = Game(session, kept.folder.folder, setup.roster, setup.seat, setup.owners)
        await self._play(game, stage, again)

    async def _play(self, game: Game, stage: Stage, again: Again | None) -> None:
        self._games.append(game)
        session = game.session
        # Who must say that they do not mind hints; the folder keeps who has.
        people = who_must_agree(game.owners, len(game.roster.players), game.seat)
        adviser = adviser_at(game.folder, people, stage.changed)
        looking = asyncio.ensure_future(self._look_for_lost(session))
        try:
            stage.show_table(session, again, adviser, game.bots)
            if await session.run() is End.DISK:
                raise SessionEnded(f"{explained(session.trouble)} {RESUME}")
        except WouldConvict:
            raise SessionEnded(lines.WOULD_CONVICT) from None
        finally:
            adviser.close()
            looking.cancel()
            # Before anything is waited for: whoever has left may end this task at any moment.
            self._keep(session)
            await asyncio.gather(looking, return_exceptions=True)

    def _keep(self, session: Session) -> None:
        """Remembers how a game ended, and clears away a table at which nobody is left."""
        folder = self._profile.folder
        if session.transcript is not None:
            remember(folder, session.view(), session.transcript, date.today())
        elif session.ended is End.LEFT:
            # What cannot be removed now is when another table is taken up.
            with contextlib.suppress(DiskTrouble):
                clear_finished(folder)

    async def _look_for_lost(self, session: Session) -> None:
        """Whoever cannot be reached is looked for on this network, for as long as that lasts."""
        while True:
            await asyncio.sleep(_LOOK_FIRST)
            view = session.view()
            lost = {seat.identity: seat.seat for seat in view.seats if seat.link is LinkState.LOST}
            if lost:
                # Perhaps it was this machine that moved.
                hosts = await asyncio.to_thread(hosts_to_announce_on, self._listener.bind)
                found = await find_table(view.table, lost, hosts=hosts)
                for identity, addresses in found.items():
                    session.heard_of(lost[identity], addresses)
                await asyncio.sleep(_LOOK_EVERY)

    def say_where(self) -> None:
        """Prints where the records are, once there are any."""
        for game in self._games:
            path = game.session.transcript
            if path is not None:
                say(lines.TRANSCRIPT.format(path=path), path)
            else:
                self._say_unfinished(game)
        if self._games and not self.is_left:
            say(RESUME)

    def _say_unfinished(self, game: Game) -> None:
        """Where the record of a game is that has not ended, and what can become of it."""
        folder = game.folder
        if folder.exists():
            if self.is_left:
                seats = enumerate(game.roster.players)
                players = words.listed(tuple(p.name for seat, p in seats if seat != game.seat))
                say(lines.LEFT_PEOPLE.format(players=players, name=folder.name))
            path = folder / "transcript"
            say(lines.NOT_FINISHED.format(path=path), path)
            return
        say(lines.LEFT_ALONE)
        put_away = self._profile.transcripts.glob(f"*-{folder.name}{TRANSCRIPT_SUFFIX}")
        for path in sorted(put_away):
            say(lines.RECORD_OF_IT.format(path=path), path)
