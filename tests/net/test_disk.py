"""Files are private and whole, and a locked folder has one holder."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from protocol.net.disk import Disk, DiskTrouble, FolderLock, Locked, private_folder, write_whole
from tests.net.disks import FailingDisk, FullDisk, RecordingDisk

posix = pytest.mark.skipif(sys.platform == "win32", reason="permission bits are of POSIX")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@posix
def test_files_and_folders_are_for_their_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    before = os.umask(0)
    try:
        private_folder(folder)
        write_whole(Disk(), folder / "file", b"secret")
    finally:
        os.umask(before)
    assert mode(folder) == 0o700
    assert mode(folder / "file") == 0o600


def test_a_file_is_flushed_before_it_gets_its_name(tmp_path: Path) -> None:
    disk = RecordingDisk()
    write_whole(disk, tmp_path / "file", b"data")
    assert [operation for operation, _ in disk.done] == ["write", "sync", "replace", "sync folder"]
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("disk", [FullDisk(room=2), FailingDisk(healthy=False)])
def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path: Path, disk: Disk) -> None:
    path = tmp_path / "file"
    write_whole(Disk(), path, b"old")
    with pytest.raises(DiskTrouble, match=r"cannot be read or written \(.*\); make room"):
        write_whole(disk, path, b"new data")
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(DiskTrouble, match="file"):
        private_folder(tmp_path / "file" / "folder")


def test_a_locked_folder_has_one_holder(tmp_path: Path) -> None:
    first = FolderLock(tmp_path)
    with pytest.raises(Locked, match="in use by another koryo-tui"):
        FolderLock(tmp_path)
    first.release()
    second = FolderLock(tmp_path)
    first.release()
    with pytest.raises(Locked):
        FolderLock(tmp_path)
    second.release()
