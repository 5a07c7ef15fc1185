"""A table's folder: begun once, continued by one process, finished into a transcript."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from protocol.log.chain import nonce_commitment, table_id
from protocol.log.encoding import encode
from protocol.log.messages import Player, Roster, Settings
from protocol.log.signing import SigningKey
from protocol.net.disk import Disk, DiskTrouble, Locked
from protocol.net.folder import Setup, TableFolder, agrees, read_advertised, read_agreed
from protocol.net.journal import Journal, JournalDamaged
from tests.net.disks import FullDisk, RecordingDisk

NONCES = (b"\x0a" * 32, b"\x0b" * 32)
IDENTITIES = tuple(SigningKey(bytes([n]) * 32).identity for n in (1, 2))
ROSTER = Roster(
    1,
    1,
    Settings(),
    tuple(
        Player(identity, name, nonce_commitment(identity, nonce))
        for identity, name, nonce in zip(IDENTITIES, ("Ada", "Bob"), NONCES, strict=True)
    ),
)
SETUP = Setup(ROSTER, 1, NONCES[1])
DAY = date(2026, 3, 1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables" / table_id(ROSTER).hex()[:16]


@pytest.fixture
def folder(path: Path) -> Iterator[TableFolder]:
    folder = TableFolder.create(path, SETUP)
    yield folder
    folder.close()


def test_a_table_is_continued_with_what_was_written(path: Path, folder: TableFolder) -> None:
    folder.write(b"one")
    folder.write(b"two")
    folder.keep(b"header")
    folder.keep(b" and records")
    folder.close()
    again, setup, records = TableFolder.reopen(path)
    assert (setup, records) == (SETUP, (b"one", b"two"))
    assert again.transcript() == b"header and records"
    again.close()


def test_the_nonce_is_on_the_disk_when_the_folder_is_there(path: Path) -> None:
    disk = RecordingDisk()
    TableFolder.create(path, SETUP, disk).close()
    assert disk.done[-2:] == [("replace", "journal"), ("sync folder", path.name)]
    again, setup, records = TableFolder.reopen(path)
    assert (setup, records) == (SETUP, ())
    again.close()


def test_a_table_is_begun_once(path: Path, folder: TableFolder) -> None:
    folder.close()
    with pytest.raises(FileExistsError):
        TableFolder.create(path, SETUP)
    again, _, _ = TableFolder.reopen(path)
    again.close()


def test_one_process_plays_a_table(path: Path, folder: TableFolder) -> None:
    with pytest.raises(Locked):
        TableFolder.reopen(path)
    folder.close()
    again, _, _ = TableFolder.reopen(path)
    again.close()


def test_a_torn_transcript_can_be_cut(folder: TableFolder) -> None:
    folder.keep(b"whole, torn")
    folder.cut_transcript(5)
    folder.keep(b"!")
    assert folder.transcript() == b"whole!"


def test_a_journal_without_its_setup_is_damaged(path: Path) -> None:
    path.mkdir(parents=True)
    for first in (b"\x93\x01\x02\x03", encode(Setup(ROSTER, 0, NONCES[1]))):
        (path / "journal").unlink(missing_ok=True)
        Journal.create(path / "journal", Disk(), first).close()
        for _ in range(2):
            with pytest.raises(JournalDamaged):
                TableFolder.reopen(path)


def test_a_folder_that_is_gone_is_told(tmp_path: Path) -> None:
    with pytest.raises(DiskTrouble):
        TableFolder.reopen(tmp_path / "gone")


def test_a_finished_table_leaves_its_transcript_and_no_secret(
    tmp_path: Path, path: Path, folder: TableFolder
) -> None:
    folder.write(b"a secret")
    folder.keep(b"the transcript")
    evidence = folder.accuse(0, b"two entries")
    assert folder.accuse(0, b"two entries") == evidence
    kept = folder.finish(tmp_path / "transcripts", DAY)
    assert kept.name == f"2026-03-01-{path.name}.koryo"
    assert kept.read_bytes() == b"the transcript"
    others = [p for p in kept.parent.iterdir() if p != kept]
    assert [p.read_bytes() for p in others] == [b"two entries"]
    assert others[0].name.endswith(".koryo-evidence")
    assert not path.exists()


def test_the_address_that_was_chosen_to_be_told_is_kept_until_the_end(
    tmp_path: Path, path: Path, folder: TableFolder
) -> None:
    assert read_advertised(path) is None
    for host in ("192.168.1.7", "játék.example"):
        folder.advertise(host)
        assert read_advertised(path) == host
    folder.advertise(None)
    folder.advertise(None)
    assert read_advertised(path) is None
    (path / "advertised").write_bytes(b"\xff\xfe")
    assert read_advertised(path) is None, "what is damaged is as if it had not been kept"
    folder.finish(tmp_path / "transcripts", DAY)
    assert not path.exists()


def test_who_has_agreed_to_hints_is_kept_until_the_end(
    tmp_path: Path, path: Path, folder: TableFolder
) -> None:
    assert read_agreed(path) == frozenset()
    for seat in (2, 0, 2):
        agrees(path, seat)
    assert read_agreed(path) == {0, 2}
    (path / "agreed").write_bytes(b"0\n\xff 1x\n3\n")
    assert read_agreed(path) == {0, 3}, "what is damaged was not said"
    folder.finish(tmp_path / "transcripts", DAY)
    assert not path.exists()
    with pytest.raises(DiskTrouble):
        agrees(path, 1)


def test_a_full_disk_is_told_for_the_transcript_too(path: Path) -> None:
    disk = FullDisk(room=10_000)
    folder = TableFolder.create(path, SETUP, disk)
    disk.room = 3
    with pytest.raises(DiskTrouble, match="transcript cannot be read or written"):
        folder.keep(b"too long")
    folder.close()


def test_a_setup_shows_no_nonce() -> None:
    assert "0b0b" not in repr(SETUP)
    assert repr(NONCES[1])[2:10] not in repr(SETUP)
