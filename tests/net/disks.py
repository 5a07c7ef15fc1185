"""Disks that tell what was done to them, fill up, or lose what was not flushed."""

from __future__ import annotations

import errno
from io import FileIO
from pathlib import Path

from protocol.net.disk import Disk


class RecordingDisk(Disk):
    """Notes every operation in order, with the name where there is one."""

    def __init__(self) -> None:
        self.done: list[tuple[str, str]] = []

    def write(self, file: FileIO, data: bytes) -> None:
        super().write(file, data)
        self.done.append(("write", ""))

    def sync(self, file: FileIO) -> None:
        super().sync(file)
        self.done.append(("sync", ""))

    def sync_folder(self, folder: Path) -> None:
        super().sync_folder(folder)
        self.done.append(("sync folder", folder.name))

    def replace(self, source: Path, target: Path) -> None:
        super().replace(source, target)
        self.done.append(("replace", target.name))


class FullDisk(Disk):
    """Has room for ``room`` more bytes; what does not fit is written in part."""

    def __init__(self, room: int) -> None:
        self.room = room

    def write(self, file: FileIO, data: bytes) -> None:
        fits = data[: self.room]
        self.room -= len(fits)
        super().write(file, fits)
        if len(fits) < len(data):
            raise OSError(errno.ENOSPC, "No space left on device")


class FailingDisk(Disk):
    """Writes, but cannot say that it is safe; ``healthy`` turns the trouble off and on."""

    def __init__(self, healthy: bool = True) -> None:
        self.healthy = healthy

    def sync(self, file: FileIO) -> None:
        if not self.healthy:
            raise OSError(errno.EIO, "Input/output error")
        super().sync(file)
