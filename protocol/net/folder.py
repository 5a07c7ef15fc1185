"""The folder of one table: the own journal, the transcript as it grows, evidence.

    journal                what this peer signed and its secrets (``protocol.net.journal``)
    transcript             what every peer of the table holds, appended at leisure
    evidence-SEAT-ID       signed things of a seat that contradict each other or the rules
    lock                   held by the one process that plays this table

Its methods block and belong into a worker thread, one at a time and in the order of the effects.
"""

from __future__ import annotations

from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Final

from protocol.log.chain import nonce_commitment, table_id
from protocol.log.encoding import Hash, Seat, Struct, decode, encode
from protocol.log.messages import Roster
from protocol.net.disk import Disk, DiskTrouble, FolderLock, private_folder, write_whole
from protocol.net.journal import Journal, JournalDamaged

#: The ending of a finished transcript.
TRANSCRIPT_SUFFIX: Final = ".koryo"
EVIDENCE_SUFFIX: Final = ".koryo-evidence"


class Setup(Struct, frozen=True):
    """The first record of a journal: the table, the own seat, the nonce that the roster commits
    to."""

    roster: Roster
    seat: Seat
    nonce: Hash

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
        self._transcript = folder / "transcript"
        try:
            self._file = disk.open_append(self._transcript)
        except OSError as error:
            journal.close()
            raise DiskTrouble(self._transcript, error) from error

    @classmethod
    def create(cls, folder: Path, setup: Setup, disk: Disk | None = None) -> TableFolder:
        """The folder of a table that begins. When this returns, the nonce is on the disk.

        Raises ``DiskTrouble`` or ``Locked``; ``FileExistsError`` if the table was begun before.
        """
        disk = disk or Disk()
        private_folder(folder)
        lock = FolderLock(folder)
        try:
            journal = Journal.create(folder / "journal", disk, encode(setup))
            return cls(folder, disk, lock, journal)
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
            journal, records = Journal.reopen(folder / "journal", disk)
            try:
                setup = _setup(folder / "journal", records)
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
        name = f"{day.isoformat()}-{self.folder.name}"
        target = transcripts / (name + TRANSCRIPT_SUFFIX)
        try:
            private_folder(transcripts)
            self._disk.sync(self._file)
            self._file.close()
            self._journal.close()
            for path in sorted(self.folder.glob("evidence-*")):
                self._disk.replace(path, transcripts / f"{name}-{path.name}{EVIDENCE_SUFFIX}")
            self._disk.replace(self._transcript, target)
            self._disk.sync_folder(transcripts)
            (self.folder / "journal").unlink()
            self._lock.release()
            (self.folder / "lock").unlink()
            self.folder.rmdir()
        except OSError as error:
            raise DiskTrouble(target, error) from error
        return target

    def close(self) -> None:
        """Leaves everything as it is, to be continued."""
        self._file.close()
        self._journal.close()
        self._lock.release()


def _setup(path: Path, records: tuple[bytes, ...]) -> Setup:
    try:
        setup = decode(records[0], Setup)
        mine = setup.roster.players[setup.seat]
    except (ValueError, IndexError):
        raise JournalDamaged(path) from None
    if nonce_commitment(mine.identity, setup.nonce) != mine.nonce_commitment:
        raise JournalDamaged(path)
    return setup
