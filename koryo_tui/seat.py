"""What ``host`` and ``join`` do alike: the profile, the terminal, the table once it begins."""

from __future__ import annotations

import getpass
import os
from pathlib import Path

from koryo_tui import terminal
from koryo_tui.exits import WrongUse
from koryo_tui.paths import data_root
from koryo_tui.port import SessionEnded, Stage
from koryo_tui.tables import sit
from protocol.net.listener import Listener
from protocol.net.profile import DEFAULT_PROFILE, Profile, Profiles
from protocol.net.seating import Seating
from protocol.net.session import End, Session


def need_terminal() -> None:
    """Raises ``WrongUse`` where no screen can be shown or no key be read."""
    if not terminal.is_terminal():
        raise WrongUse(terminal.NEEDS_TERMINAL)


def open_profile(name: str | None) -> Profile:
    """The profile called ``name``, or the first free one, which is said if it is not the first."""
    profiles = Profiles(data_root(), os.urandom)
    if name is not None:
        return profiles.open(name)
    profile = profiles.open_free()
    if profile.name != DEFAULT_PROFILE:
        print(f"The profile {DEFAULT_PROFILE} is in use; this window plays as {profile.name}.")
    return profile


def name_or_account(name: str | None) -> str:
    """What somebody wants to be called, else the name of the account, else nothing."""
    if name is not None:
        return name
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""


class Table:
    """The table of one person, from its beginning to where its record is kept."""

    def __init__(self, profile: Profile, listener: Listener) -> None:
        self._profile = profile
        self._listener = listener
        self._session: Session | None = None
        self._folder: Path | None = None

    async def play(self, seating: Seating, stage: Stage) -> None:
        """Plays until the person leaves. Raises ``SessionEnded`` if the disk fails."""
        session = await sit(self._profile, self._listener, seating, stage.changed, linger=None)
        self._session = session
        self._folder = self._profile.table_folder(seating.table)
        stage.show_table(session)
        if await session.run() is End.DISK:
            raise SessionEnded(str(session.trouble))

    def say_where(self) -> None:
        """Prints where the record is, once there is one."""
        if self._session is None or self._folder is None:
            return
        if self._session.transcript is not None:
            print(f"Transcript: {self._session.transcript}")
        else:
            print(f"The game was not finished; its record so far: {self._folder / 'transcript'}")
