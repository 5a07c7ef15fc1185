"""Tables that were begun and not finished: which there are, and taking one up again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from protocol.log.chain import table_id
from protocol.log.errors import Dropped, Malformed
from protocol.log.journal import read_journal
from protocol.log.messages import Entry, Goodbye, Roster, StepKind, Thing
from protocol.log.signing import read
from protocol.log.transcript import ClosedStep, Truncated, read_transcript
from protocol.net.disk import Disk, DiskTrouble, FolderLock, Locked
from protocol.net.errors import NetError
from protocol.net.folder import (
    TRANSCRIPT_SUFFIX,
    Setup,
    TableFolder,
    clear_away,
    put_away,
    read_setup,
)
from protocol.net.journal import JournalDamaged, read_records
from protocol.net.meeting import Meeting, Owners, read_meeting
from protocol.peer.caution import Memory
from protocol.peer.table import Table
from protocol.peer.verify import RunJobs, read_back, run_here


class NothingLeft(NetError):
    """A folder that does not even say whose table it was: ``NothingLeft(path)``."""

    sentence = (
        "Nothing that can be read is left of the table in {0}. One of the others may still be "
        "there: koryo-tui resume --at ADDRESS asks them."
    )

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))


class NotYours(NetError):
    """The identity has no seat at this table: ``NotYours(path)``."""

    sentence = (
        "The table in {0} was played by another identity than that of this profile; "
        "choose the right profile with --profile."
    )

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A table that waits, as far as its folder can be read without opening it.

    ``round`` is 0 before the first began; ``touched`` is when something was last written, in
    seconds since 1970. ``is_free``: no process plays it now. ``is_left``: this seat said goodbye
    for good, and the others may seat it again only where a round begins.
    """

    folder: Path
    roster: Roster
    round: int
    touched: float
    is_free: bool
    is_left: bool = False

    @property
    def name(self) -> str:
        """What a person may call it by: the first 16 hex digits of its id."""
        return table_id(self.roster).hex()[:16]

    @property
    def players(self) -> tuple[str, ...]:
        """The names by seat."""
        return tuple(player.name for player in self.roster.players)


@dataclass(frozen=True, slots=True)
class Kept:
    """A table taken up again by this process: what ``Peer`` needs of it."""

    folder: TableFolder
    setup: Setup
    journal: tuple[bytes, ...]
    memory: Memory
    log: Table
    meeting: Meeting | None


def unfinished(profile: Path) -> tuple[Unfinished, ...]:
    """The tables in the folder of a profile that can be gone on with, the latest first.

    One that everybody left, since its only person did, is none of them.
    """
    found = []
    for folder in (profile / "tables").glob("*"):
        if not folder.is_dir() or _was_finished(folder, profile):
            continue
        is_left, is_empty = _left(folder)
        if is_empty:
            continue
        roster, round_ = _look_into(folder)
        if roster is not None:
            free = is_free(folder)
            found.append(Unfinished(folder, roster, round_, _touched(folder), free, is_left))
    return tuple(sorted(found, key=lambda table: table.touched, reverse=True))


def _touched(folder: Path) -> float:
    times = [0.0]
    for path in folder.iterdir():
        # Whoever plays there now replaces files.
        with suppress(FileNotFoundError):
            times.append(path.stat().st_mtime)
    return max(times)


def clear_finished(profile: Path) -> None:
    """Removes what a process that died left behind after its transcript was put away, and tables
    at which nobody is left: the record of those goes where finished ones are.

    Raises ``DiskTrouble``.
    """
    for folder in (profile / "tables").glob("*"):
        if _left(folder)[1] and is_free(folder):
            put_away(folder, profile / "transcripts", date.today())
        elif _was_finished(folder, profile) and is_free(folder):
            try:
                clear_away(folder)
            except OSError as error:
                raise DiskTrouble(folder, error) from error


def forget(folder: Path, transcripts: Path) -> Path | None:
    """Gives a table up without a word to the others: its record goes where finished ones are, and
    everything else of it is removed, with what this seat had signed. Where the record went; None
    if there was none. Raises ``Locked`` or ``DiskTrouble``.
    """
    FolderLock(folder).release()
    return put_away(folder, transcripts, date.today())


def take_up(
    folder: Path,
    identity: bytes,
    roster: Roster | None = None,
    owners: Owners = (),
    *,
    disk: Disk | None = None,
    run: RunJobs = run_here,
    progress: Callable[[int], None] = lambda step: None,
) -> Kept:
    """Opens the folder of a table begun earlier; checks its record so far, which takes a while:
    ``progress`` is told each step of it.

    Without a journal that can be trusted a new one is begun: ``Kept.memory`` is then ``LOST``.
    ``roster`` and ``owners`` are used where the folder does not know them, even where there is no
    folder. Raises ``Locked``, ``DiskTrouble``, ``NothingLeft`` or ``NotYours``.
    """
    try:
        kept, setup, journal = _reopen(folder, disk)
    except _Damaged:
        kept, setup, journal = _renew(folder, identity, roster, owners, disk)
    try:
        if setup.roster.players[setup.seat].identity != identity:
            raise NotYours(folder)
        data = kept.transcript()
        log, length = read_back(data, setup.roster, run, progress)
        if length < len(data):
            kept.cut_transcript(length)
    except BaseException:
        kept.close()
        raise
    memory = Memory.WHOLE if setup.whole else Memory.LOST
    return Kept(kept, setup, journal, memory, log, read_meeting(folder))


class _Damaged(Exception):
    """There is no journal that can be trusted."""


def _reopen(folder: Path, disk: Disk | None) -> tuple[TableFolder, Setup, tuple[bytes, ...]]:
    if not (folder / "journal").exists():
        raise _Damaged
    try:
        kept, setup, journal = TableFolder.reopen(folder, disk)
    except JournalDamaged:
        raise _Damaged from None
    try:
        read_journal(journal)
    except (Malformed, Dropped):
        kept.close()
        raise _Damaged from None
    return kept, setup, journal


def _renew(
    folder: Path, identity: bytes, roster: Roster | None, owners: Owners, disk: Disk | None
) -> tuple[TableFolder, Setup, tuple[bytes, ...]]:
    meeting = read_meeting(folder)
    if meeting is not None:
        roster, owners = meeting.roster, meeting.owners
    roster = roster or _look_into(folder)[0]
    if roster is None:
        raise NothingLeft(folder)
    identities = [player.identity for player in roster.players]
    if identity not in identities:
        raise NotYours(folder)
    setup = Setup(roster, identities.index(identity), bytes(32), owners, whole=0)
    return TableFolder.renew(folder, setup, disk), setup, ()


def _look_into(folder: Path) -> tuple[Roster | None, int]:
    """Whose table it is, and the round its transcript comes to."""
    meeting = read_meeting(folder)
    roster = None if meeting is None else meeting.roster
    rounds = 0
    for record in _records(folder / "transcript"):
        if isinstance(record, Roster):
            roster = roster or record
        elif record.entries and read(record.entries[0], Entry).kind is StepKind.SEATS:
            rounds += 1
    return roster, rounds


def _records(transcript: Path) -> Iterator[Roster | ClosedStep]:
    """The records up to the first that cannot be read."""
    try:
        for record in read_transcript(transcript.read_bytes()):
            if isinstance(record, Roster | ClosedStep):
                yield record
    except (OSError, Malformed, Dropped, Truncated):
        return


def _was_finished(folder: Path, profile: Path) -> bool:
    """Whether the transcript has gone to the finished ones, so that only remains are here."""
    finished = (profile / "transcripts").glob(f"*-{folder.name}{TRANSCRIPT_SUFFIX}")
    return not (folder / "transcript").exists() and any(finished)


def _left(folder: Path) -> tuple[bool, bool]:
    """Whether this seat left the table for good; and whether nobody was left there then, because
    all others were computer players of the one who left."""
    try:
        records, _, _ = read_records((folder / "journal").read_bytes())
        setup = read_setup(records)
        journal = read_journal(records[1:])
    except (OSError, ValueError, Malformed, Dropped):
        return False, False
    farewell = journal.others.get(Thing.GOODBYE)
    if farewell is None:
        return False, False
    step = read(farewell, Goodbye).step
    # A seat that lost its journal says goodbye only until the next round; and one that has
    # spoken in a later step was seated again.
    if step <= journal.forgotten or any(later > step for later in journal.entries):
        return False, False
    players = setup.roster.players
    owners = setup.owners or (b"",) * len(players)
    people = {owner or player.identity for owner, player in zip(owners, players, strict=False)}
    return True, len(people) == 1


def is_free(folder: Path) -> bool:
    """Whether no process holds the folder of a table, or of a profile, now. One that cannot be
    written is free: whoever takes it up is told why that fails."""
    try:
        FolderLock(folder).release()
    except Locked:
        return False
    except DiskTrouble:
        return True
    return True
