"""Which computer player plays at a table, kept beside the tables of its profile.

    plays/ID    the name of the player at the table whose folder is tables/ID

One that was ended and comes back is the same player again.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from protocol.net.disk import Disk, private_folder, write_whole

_FOLDER: Final = "plays"


def remember(profile: Path, table: str, plays: str) -> None:
    """At ``table`` (the name of its folder) it is ``plays``; forgets tables that are no more.

    Raises ``DiskTrouble``.
    """
    private_folder(profile / _FOLDER)
    for path in (profile / _FOLDER).iterdir():
        if not (profile / "tables" / path.name).is_dir():
            path.unlink(missing_ok=True)
    write_whole(Disk(), profile / _FOLDER / table, plays.encode())


def kept_player(profile: Path, table: str) -> str | None:
    """Who plays at ``table``; None if that was not kept, or cannot be read."""
    try:
        return (profile / _FOLDER / table).read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return None
