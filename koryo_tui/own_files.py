"""What a person's files hold, looked at without opening a profile."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

from koryo_tui.exits import WrongUse
from koryo_tui.paths import data_root
from koryo_tui.start import Known
from koryo_tui.text import files
from protocol.log.messages import Roster
from protocol.log.transcript import read_transcript
from protocol.net.folder import TRANSCRIPT_SUFFIX
from protocol.net.names import clean
from protocol.net.profile import DEFAULT_PROFILE, usual_profiles

#: More games than this are not listed.
_MOST_GAMES: Final = 500
_IDENTITY_BYTES: Final = 32
#: A transcript begins with its roster, which is far shorter.
_BEGINNING: Final = 4096


def profile_folders(profile: str | None) -> tuple[Path, ...]:
    """The folder of the profile of that name, or all there are; the usual one comes first."""
    folder = data_root() / "profiles"
    if profile is not None:
        return (folder / profile,)
    found = [path.parent for path in folder.glob("*/identity")]
    return tuple(sorted(found, key=lambda path: (path.name != DEFAULT_PROFILE, path.name)))


def identity_in(profile: Path) -> bytes | None:
    """The 32 bytes by which others know the profile in this folder; None if it has none yet."""
    try:
        with (profile / "identity").open("rb") as file:
            # Before them stands what nobody else may read.
            file.seek(_IDENTITY_BYTES)
            identity = file.read()
    except OSError:
        return None
    return identity if len(identity) == _IDENTITY_BYTES else None


def last_name(profile: Path) -> str:
    """What the player of the profile in this folder was called at the last table; empty if there
    was none that can be read."""
    identity = identity_in(profile)
    records = [
        *profile.glob(f"transcripts/*{TRANSCRIPT_SUFFIX}"),
        *profile.glob("tables/*/transcript"),
    ]
    for path in sorted(records, key=lambda path: path.stat().st_mtime, reverse=True):
        roster = roster_in(path)
        players = () if roster is None else roster.players
        found = [clean(each.name) for each in players if each.identity == identity]
        if found:
            return found[0]
    return ""


def roster_in(path: Path) -> Roster | None:
    """With whom the transcript at ``path`` begins; None where that cannot be read. No more than its
    beginning is."""
    with suppress(OSError), path.open("rb") as file:
        return roster_at(file.read(_BEGINNING))
    return None


def roster_at(data: bytes) -> Roster | None:
    """With whom the transcript ``data`` begins; None where that cannot be read."""
    with suppress(ValueError, StopIteration):
        first = next(read_transcript(data))
        return first if isinstance(first, Roster) else None
    return None


def known(profile: str | None) -> Known:
    """What the start screen can offer."""
    folders = profile_folders(profile)
    games = {
        path.name: path
        for folder in reversed(folders)
        for path in folder.glob(f"transcripts/*{TRANSCRIPT_SUFFIX}")
    }
    latest = sorted(games.values(), key=lambda path: (written(path), path.name), reverse=True)
    return Known(profile or _free_profile(), tuple(latest[:_MOST_GAMES]))


def written(path: Path) -> float:
    """When a file was last written, in seconds since 1970; 0 if it is gone."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _free_profile() -> str:
    """The profile that whoever asks for none is going to get."""
    # It brings much with it that most of what looks here can do without.
    from protocol.net.keeping import is_free

    folders = (data_root() / "profiles" / name for name in usual_profiles())
    free = (each.name for each in folders if not each.is_dir() or is_free(each))
    return next(free, DEFAULT_PROFILE)


def record_called(said: str) -> Path:
    """The file called ``said``; where there is none, the record that is kept under that name, or
    the one of the table whose number begins so. Raises ``WrongUse`` where several do."""
    path, name = Path(said), said.removesuffix(TRANSCRIPT_SUFFIX).replace(" ", "").lower()
    if path.exists() or not name:
        return path
    found: dict[str, Path] = {}
    for folder in profile_folders(None):
        growing = {each.parent.name: each for each in folder.glob("tables/*/transcript")}
        ended = {each.stem: each for each in folder.glob(f"transcripts/*{TRANSCRIPT_SUFFIX}")}
        for kept, where in {**growing, **ended}.items():
            table = kept.rpartition("-")[2]
            if name == kept or table.startswith(name):
                found.setdefault(table, where)
    if len(found) > 1:
        raise WrongUse(files.SEVERAL.format(said=said))
    return next(iter(found.values()), path)
