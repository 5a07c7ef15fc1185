"""The folder of one table: the own journal, the transcript as it grows, evidence.

    journal                what this peer signed and its secrets (``protocol.net.journal``)
    journal-damaged        an earlier one that could not be read
    transcript             what every peer of the table holds, appended at leisure
    meeting                who sits where and was last reached where (``protocol.net.meeting``)
    advertised             the address that the others are to be told, if a person chose it
    agreed                 the seats whose players have said that hints are fine
    evidence-SEAT-ID       signed things of a seat that contradict each other or the rules
    lock                   held by the one process that plays this table

Its methods block and belong into a worker thread, one at a time and in the order of the effects.
"""

from __future__ import annotations

from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Final

import msgspec

from protocol.log.chain import nonce_commitment, table_id
from protocol.log.encoding import Hash, Seat, Struct, decode, encode
from protocol.log.messages import Roster
from protocol.net.disk import Disk, DiskTrouble, FolderLock, private_folder, write_whole
from protocol.net.journal import Journal, JournalDamaged
from protocol.net.meeting import MEETING, Meeting, Owners, write_meeting

#: The ending of a finished transcript.
TRANSCRIPT_SUFFIX: Final = ".koryo"
EVIDENCE_SUFFIX: Final = ".koryo-evidence"
_JOURNAL: Final = "journal"
_DAMAGED: Final = "journal-damaged"
_ADVERTISED: Final = "advertised"
_AGREED: Final = "agreed"
_TRANSCRIPT: Final = "transcript"


class Setup(Struct, frozen=True):
    """The first record of a journal: the table, the own seat, the nonce that the roster commits to.

    ``owners`` says by seat who runs it, as the lobby showed: an identity for a computer player,
    nothing for a person. ``whole`` is 0 for a journal that was begun anew because an earlier one
    was lost; then the nonce may be any.
    """

    roster: Roster
    seat: Seat
    nonce: Hash
    owners: Owners = ()
    whole: Annotated[int, msgspec.Meta(ge=0, le=1)] = 1

    def __repr__(self) -> str:
        return f"Setup(table={table_id(self.roster).hex()[:16]}, seat={self.seat})"


class TableFolder:
    """One table's files, held by this process until ``close`` or ``finish``."""

    def __init__(self, folder: Path, disk: Disk, lock: FolderLock, journal: Journal) -> None:
        """Use ``create`` or ``reopen``."""
        self.folder = folder
        self._disk = disk
        self._lock = lock
        self._journal = journal
        self._transcript = folder / _TRANSCRIPT
        try:
            self._file = disk.open_append(self._transcript)
        except OSError as error:
            journal.close()
            raise DiskTrouble(self._transcript, error) from error

    @classmethod
    def create(
        cls,
        folder: Path,
        setup: Setup,
        disk: Disk | None = None,
        meeting: Meeting | None = None,
    ) -> TableFolder:
        """The folder of a table that begins. When this returns, the nonce is on the disk, and
        before it ``meeting``: whoever knows of the table knows where the others are.

        Raises ``DiskTrouble`` or ``Locked``; ``FileExistsError`` if the table was begun before.
        """
        disk = disk or Disk()
        private_folder(folder)
        lock = FolderLock(folder)
        try:
            if meeting is not None:
                write_meeting(folder, meeting, disk)
            journal = Journal.create(folder / _JOURNAL, disk, encode(setup))
            return cls(folder, disk, lock, journal)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def renew(cls, folder: Path, setup: Setup, disk: Disk | None = None) -> TableFolder:
        """The folder of a table whose journal is lost or damaged; a damaged one is put away.

        ``setup.whole`` must be 0: what was signed before is not known any more. Raises
        ``DiskTrouble`` or ``Locked``.
        """
        if setup.whole:
            raise ValueError("a journal that is begun anew is not whole")
        disk = disk or Disk()
        private_folder(folder)
        lock = FolderLock(folder)
        try:
            damaged = folder / _JOURNAL
            if damaged.exists():
                damaged.replace(folder / _DAMAGED)
            return cls(folder, disk, lock, Journal.create(damaged, disk, encode(setup)))
        except OSError as error:
            lock.release()
            raise DiskTrouble(folder, error) from error
        except BaseException:
            lock.release()
            raise

    @classmethod
    def reopen(
        cls, folder: Path, disk: Disk | None = None
    ) -> tuple[TableFolder, Setup, tuple[bytes, ...]]:
        """The folder of a table begun earlier, its setup, and the records of ``write`` in order.

        Raises ``Locked``, ``JournalDamaged`` or ``DiskTrouble``.
        """
        disk = disk or Disk()
        lock = FolderLock(folder)
        try:
            journal, records = Journal.reopen(folder / _JOURNAL, disk)
            try:
                setup = _setup(folder / _JOURNAL, records)
            except JournalDamaged:
                journal.close()
                raise
            return cls(folder, disk, lock, journal), setup, records[1:]
        except BaseException:
            lock.release()
            raise

    def write(self, *records: bytes) -> None:
        """Appends to the journal and returns when all of it is on the disk, flushed once.

        Raises ``DiskTrouble``, again for every later record: then nothing more may be signed.
        """
        self._journal.append(*records)

    def keep(self, data: bytes) -> None:
        """Appends to the transcript, without waiting for the disk. Raises ``DiskTrouble``."""
        try:
            self._disk.write(self._file, data)
        except OSError as error:
            raise DiskTrouble(self._transcript, error) from error

    def meet(self, meeting: Meeting) -> None:
        """Keeps where the seats were reached, in the place of what was kept before.

        Raises ``DiskTrouble``.
        """
        write_meeting(self.folder, meeting, self._disk)

    def advertise(self, host: str | None) -> None:
        """Keeps which address the others are to be told; None: what this machine finds by itself.

        Raises ``DiskTrouble``.
        """
        path = self.folder / _ADVERTISED
        if host is not None:
            write_whole(self._disk, path, host.encode())
            return
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise DiskTrouble(path, error) from error

    @property
    def record(self) -> Path:
        """Where the transcript grows."""
        return self._transcript

    def transcript(self) -> bytes:
        """The transcript so far; its end may be torn after a crash. Raises ``DiskTrouble``."""
        try:
            return self._transcript.read_bytes()
        except OSError as error:
            raise DiskTrouble(self._transcript, error) from error

    def cut_transcript(self, length: int) -> None:
        """Keeps the first ``length`` bytes of the transcript. Raises ``DiskTrouble``."""
        try:
            self._file.truncate(length)
        except OSError as error:
            raise DiskTrouble(self._transcript, error) from error

    def accuse(self, seat: int, evidence: bytes) -> Path:
        """Keeps an evidence file against ``seat``; the same one twice is one file.

        Raises ``DiskTrouble``.
        """
        path = self.folder / f"evidence-{seat}-{sha256(evidence).hexdigest()[:8]}"
        write_whole(self._disk, path, evidence)
        return path

    def finish(self, transcripts: Path, day: date) -> Path:
        """Moves the transcript to ``transcripts/DAY-TABLE.koryo`` and returns where it went.

        Evidence goes with it; the journal and its secrets are removed, and so is the folder.
        Raises ``DiskTrouble``.
        """
        target = _finished(self.folder, transcripts, day)
        try:
            private_folder(transcripts)
            self._disk.sync(self._file)
            self._file.close()
            self._journal.close()
            _move_evidence(self.folder, target, self._disk)
            self._disk.replace(self._transcript, target)
            self._disk.sync_folder(transcripts)
            self._lock.release()
            clear_away(self.folder)
        except OSError as error:
            raise DiskTrouble(target, error) from error
        return target

    def close(self) -> None:
        """Leaves everything as it is, to be continued."""
        self._file.close()
        self._journal.close()
        self._lock.release()


def read_advertised(folder: Path) -> str | None:
    """The address that the others of the table in ``folder`` are to be told, if one was kept."""
    try:
        return (folder / _ADVERTISED).read_text("utf-8") or None
    except (OSError, UnicodeDecodeError):
        return None


def agrees(folder: Path, seat: int) -> None:
    """Keeps with the table in ``folder`` that the player of ``seat`` has said that hints are fine.

    It is not flushed: where it is lost it has only to be said again. Raises ``DiskTrouble``.
    """
    path, disk = folder / _AGREED, Disk()
    try:
        with disk.open_append(path) as file:
            disk.write(file, f"{seat}\n".encode())
    except OSError as error:
        raise DiskTrouble(path, error) from error


def read_agreed(folder: Path) -> frozenset[int]:
    """The seats that ``agrees`` has kept; what cannot be read counts as not said."""
    try:
        lines = (folder / _AGREED).read_bytes().split()
    except OSError:
        return frozenset()
    return frozenset(int(line) for line in lines if line.isdigit())


def clear_away(folder: Path) -> None:
    """Removes the folder of a table whose transcript has gone where finished ones are.

    Raises ``OSError``.
    """
    for name in (_JOURNAL, _DAMAGED, MEETING, _ADVERTISED, _AGREED, "lock"):
        (folder / name).unlink(missing_ok=True)
    folder.rmdir()


def put_away(folder: Path, transcripts: Path, day: date) -> Path | None:
    """Moves the record of a table that no process plays and that is not gone on with to the
    finished ones, evidence too, and removes the rest. Where the record went; None if there is none.

    Raises ``DiskTrouble``.
    """
    target = _finished(folder, transcripts, day)
    try:
        private_folder(transcripts)
        _move_evidence(folder, target, Disk())
        record = folder / _TRANSCRIPT
        is_kept = record.exists() and record.stat().st_size > 0
        if is_kept:
            record.replace(target)
        record.unlink(missing_ok=True)
        clear_away(folder)
    except OSError as error:
        raise DiskTrouble(folder, error) from error
    return target if is_kept else None


def _finished(folder: Path, transcripts: Path, day: date) -> Path:
    """Where the transcript of a table goes in the end."""
    return transcripts / f"{day.isoformat()}-{folder.name}{TRANSCRIPT_SUFFIX}"


def _move_evidence(folder: Path, target: Path, disk: Disk) -> None:
    """Evidence goes beside the transcript of its table."""
    for path in sorted(folder.glob("evidence-*")):
        disk.replace(path, target.with_name(f"{target.stem}-{path.name}{EVIDENCE_SUFFIX}"))


def read_setup(records: tuple[bytes, ...]) -> Setup:
    """The setup in the first of the records of a journal. Raises ``ValueError``."""
    if not records:
        raise ValueError("an empty journal")
    return decode(records[0], Setup)


def _setup(path: Path, records: tuple[bytes, ...]) -> Setup:
    try:
        setup = read_setup(records)
        mine = setup.roster.players[setup.seat]
    except (ValueError, IndexError):
        raise JournalDamaged(path) from None
    if setup.whole and nonce_commitment(mine.identity, setup.nonce) != mine.nonce_commitment:
        raise JournalDamaged(path)
    return setup
