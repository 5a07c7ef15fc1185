"""What a computer player in a process of its own is told when it is started."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from koryo_tui.bots.players import DEFAULT


@dataclass(frozen=True, slots=True)
class BotOptions:
    """``plays``: which player of ``koryo_tui.bots.registry``; one that comes back plays as it did.
    ``seats`` None joins, else hosts. ``invite_file`` None: the invite comes on standard input,
    and the end of that is the end of the owner. ``resume``: the table to come back to, by the
    beginning of its id (empty: the latest); ``at``: where to ask for it. ``save`` and ``progress``:
    files for whoever looks on. ``patience``: seconds without a new step after which it leaves.
    ``grace``: seconds after which it agrees by itself to go on without a silent seat."""

    root: Path
    name: str
    bind: str
    owner: bytes
    seed: str | None
    seats: int | None
    invite_file: Path | None
    save: str | None
    progress: Path | None
    patience: float | None
    resume: str | None = None
    at: str | None = None
    grace: float | None = None
    plays: str = DEFAULT

    @property
    def has_owner(self) -> bool:
        """Whether somebody at the other end of standard input runs it."""
        return self.invite_file is None and bool(self.owner)
