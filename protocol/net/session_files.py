"""The files of a session: the folder of its table, until the transcript goes where it stays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path

from protocol.net.folder import TableFolder
from protocol.net.meeting import Meeting
from protocol.net.threads import Threads


class SessionFiles:
    """Keeps things in ``folder``, in the thread of the files, as long as that is open.

    ``transcripts`` is where the finished transcript goes. ``meeting()`` says where the seats are;
    None: that is not kept.
    """

    def __init__(
        self,
        folder: TableFolder,
        transcripts: Path,
        threads: Threads,
        meeting: Callable[[], Meeting] | None,
    ) -> None:
        self.transcript: Path | None = None
        """Where the transcript of a finished game went."""
        self._folder: TableFolder | None = folder
        self._transcripts = transcripts
        self._threads = threads
        self._meeting = meeting
        self._met: Meeting | None = None

    @property
    def record(self) -> Path | None:
        """Where the transcript is, in the folder or where it went; None once it is in neither."""
        return self.transcript or (None if self._folder is None else self._folder.record)

    def write(self, records: Sequence[bytes]) -> None:
        """Appends to the journal, durably; called in the thread of the files. Raises
        ``DiskTrouble``."""
        assert self._folder is not None
        self._folder.write(*records)

    def keep(self, record: bytes) -> None:
        """Appends to the transcript, some time before the next records are written."""
        if self._folder is not None:
            self._threads.later(self._folder.keep, record)

    def accuse(self, seat: int, evidence: bytes) -> None:
        """Keeps evidence against ``seat``."""
        if self._folder is not None:
            self._threads.later(self._folder.accuse, seat, evidence)

    def keep_meeting(self) -> None:
        """Keeps where the seats are, if that has changed."""
        if self._meeting is None or self._folder is None:
            return
        meeting = self._meeting()
        if meeting != self._met:
            self._met = meeting
            self._threads.later(self._folder.meet, meeting)

    def close(self, is_finished: bool) -> None:
        """Moves the transcript of a finished game away, or leaves everything to be continued;
        called in the thread of the files, once or again. Raises ``DiskTrouble``."""
        folder, self._folder = self._folder, None
        if folder is None:
            return
        if is_finished:
            self.transcript = folder.finish(self._transcripts, date.today())
        else:
            folder.close()
