"""How files are written so that they are still there after the power went: private and flushed.

All of this blocks and belongs into a worker thread. ``Disk`` is handed in, so that a test can
record what is done in which order, or let the disk fill up.
"""

from __future__ import annotations

import contextlib
import os
import sys
from io import FileIO
from pathlib import Path
from typing import Final

from protocol.net.errors import NetError

#: Files and folders that only their owner may read.
PRIVATE_FILE: Final = 0o600
PRIVATE_FOLDER: Final = 0o700


class DiskTrouble(NetError):
    """A file cannot be read or written: ``DiskTrouble(path, error)``."""

    sentence = (
        "{0} cannot be read or written ({1}); "
        "make room, or make it accessible, and start again with the same profile."
    )

    def __init__(self, path: Path, error: OSError) -> None:
        super().__init__(str(path), error.strerror or type(error).__name__)


class Locked(NetError):
    """Another process holds a lock: ``Locked(path)``."""

    sentence = "{0} is in use by another koryo-tui; close that one first."

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))


class Disk:
    """The real disk. Every method raises ``OSError``."""

    def open_append(self, path: Path) -> FileIO:
        """``path`` opened for appending without a buffer, created readable by its owner only."""
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)
        return FileIO(os.open(path, flags, PRIVATE_FILE), "ab")

    def write(self, file: FileIO, data: bytes) -> None:
        """All of ``data``, also where the system takes it in pieces."""
        rest = memoryview(data)
        while rest:
            written = file.write(rest)
            if not written:
                raise OSError(0, "the disk takes no more")
            rest = rest[written:]

    def sync(self, file: FileIO) -> None:
        """Returns when what was written is on the disk itself."""
        if sys.platform == "darwin":  # pragma: no cover
            import fcntl

            # There fsync stops at the cache of the drive.
            fcntl.fcntl(file.fileno(), fcntl.F_FULLFSYNC)
        else:
            os.fsync(file.fileno())

    def sync_folder(self, folder: Path) -> None:
        """Makes the names in ``folder`` durable, where the system knows how."""
        if sys.platform != "win32":
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)

    def replace(self, source: Path, target: Path) -> None:
        """``source`` takes the place of ``target`` at once."""
        source.replace(target)


def private_folder(path: Path) -> None:
    """Creates ``path`` and what is above it; only its owner may look inside.

    Raises ``DiskTrouble``.
    """
    try:
        path.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        path.chmod(PRIVATE_FOLDER)
    except OSError as error:
        raise DiskTrouble(path, error) from error


def write_whole(disk: Disk, path: Path, data: bytes) -> None:
    """``path`` with exactly ``data``, durable, or not there at all; private.

    Raises ``DiskTrouble``.
    """
    unfinished = path.with_name(path.name + ".new")
    try:
        unfinished.unlink(missing_ok=True)
        with disk.open_append(unfinished) as file:
            disk.write(file, data)
            disk.sync(file)
        disk.replace(unfinished, path)
        disk.sync_folder(path.parent)
    except OSError as error:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise DiskTrouble(path, error) from error


class FolderLock:
    """Keeps a second process out of a folder until released; the system releases it at the end."""

    def __init__(self, folder: Path) -> None:
        """Raises ``Locked`` if another process, or another lock of this one, holds it;
        ``DiskTrouble``."""
        self._path = folder / "lock"
        try:
            flags = os.O_RDWR | os.O_CREAT
            self._descriptor: int | None = os.open(self._path, flags, PRIVATE_FILE)
        except OSError as error:
            raise DiskTrouble(self._path, error) from error
        try:
            _lock(self._descriptor)
        except OSError:
            os.close(self._descriptor)
            raise Locked(folder) from None

    def release(self) -> None:
        """Lets others in; the file stays, since somebody may already be waiting for it."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


if sys.platform == "win32":  # pragma: no cover
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
