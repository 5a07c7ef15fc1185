"""Whether a person's files can be kept: each folder tried, as a program that writes there would."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

from koryo_tui.own_files import profile_folders
from koryo_tui.paths import data_root, settings_file
from koryo_tui.text.troubles import reason_of

#: A long game and its evidence take less than this, in bytes.
ENOUGH: Final = 10_000_000
_TRIED: Final = 1 << 16


class Kept(Enum):
    """What is kept in a folder."""

    GAMES = "games"
    RECORDS = "records"
    SETTINGS = "settings"


@dataclass(frozen=True, slots=True)
class Trouble:
    """``why`` a folder cannot be written to; empty if it can, but its disk is as good as full."""

    folder: Path
    kept: Kept
    why: str = ""


def folders() -> tuple[tuple[Path, Kept], ...]:
    """Where files are kept, those of all profiles included."""
    profiles = profile_folders(None)
    games = (data_root(), *profiles, *(folder / "tables" for folder in profiles))
    records = (folder / "transcripts" for folder in profiles)
    return (
        *((folder, Kept.GAMES) for folder in games),
        *((folder, Kept.RECORDS) for folder in records),
        (settings_file().parent, Kept.SETTINGS),
    )


def troubles() -> tuple[Trouble, ...]:
    """What stands in the way, the same of a disk once."""
    found = [trouble for each in folders() if (trouble := _tried(*each)) is not None]
    # A disk that is full is so for every folder on it.
    full = next((each for each in found if not each.why), None)
    return (*((full,) if full else ()), *(each for each in found if each.why))


def _tried(folder: Path, kept: Kept) -> Trouble | None:
    there = next(each for each in (folder, *folder.parents) if each.exists())
    try:
        if not there.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        if there != folder:
            # Nothing is made where nothing was wanted yet.
            if not os.access(there, os.W_OK | os.X_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        else:
            with tempfile.TemporaryFile(dir=folder) as file:
                file.write(bytes(_TRIED))
                file.flush()
                os.fsync(file.fileno())
        is_full = shutil.disk_usage(there).free < ENOUGH
    except OSError as error:
        is_full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        if not is_full:
            return Trouble(folder, kept, reason_of(error))
    return Trouble(folder, kept) if is_full else None
