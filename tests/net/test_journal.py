"""What a journal returns was on the disk; what is torn is cut off, what is damaged is told."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.net.disk import Disk, DiskTrouble
from protocol.net.journal import MAGIC, MAX_RECORD, Journal, JournalDamaged, frame, read_records
from tests.net.disks import FailingDisk, FullDisk, RecordingDisk

RECORDS = (b"first", b"second record", b"\x00" * 40, b"last one")

records_of_any_kind = st.lists(st.binary(min_size=1, max_size=60), min_size=1, max_size=6)


def written(records: tuple[bytes, ...]) -> bytes:
    data, checksum = MAGIC, crc32(MAGIC)
    for record in records:
        framed, checksum = frame(record, checksum)
        data += framed
    return data


def journal_of(path: Path, records: tuple[bytes, ...] = RECORDS) -> Path:
    journal = Journal.create(path, Disk(), records[0])
    for record in records[1:]:
        journal.append(record)
    journal.close()
    return path


def reopened(path: Path) -> tuple[bytes, ...]:
    journal, records = Journal.reopen(path, Disk())
    journal.close()
    return records


def test_records_come_back_in_order(tmp_path: Path) -> None:
    path = journal_of(tmp_path / "journal")
    assert path.read_bytes() == written(RECORDS)
    assert reopened(path) == RECORDS


def test_the_layout_never_changes() -> None:
    assert written((b"abc",)).hex() == MAGIC.hex() + "00000003" + "f7773b66" + "616263" + "8badfd00"


def test_a_journal_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = journal_of(tmp_path / "journal", RECORDS[:2])
    journal, _ = Journal.reopen(path, Disk())
    for record in RECORDS[2:]:
        journal.append(record)
    journal.close()
    assert path.read_bytes() == written(RECORDS)


def test_every_record_is_flushed_before_append_returns(tmp_path: Path) -> None:
    disk = RecordingDisk()
    journal = Journal.create(tmp_path / "journal", disk, b"first")
    disk.done.clear()
    journal.append(b"second")
    assert [operation for operation, _ in disk.done] == ["write", "sync"]
    journal.append(b"third")
    assert [operation for operation, _ in disk.done] == ["write", "sync"] * 2
    journal.close()


def test_a_journal_is_never_begun_over_another(tmp_path: Path) -> None:
    path = journal_of(tmp_path / "journal")
    with pytest.raises(FileExistsError):
        Journal.create(path, Disk(), b"other")
    assert reopened(path) == RECORDS


def test_a_record_torn_at_any_byte_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    before = written(RECORDS[:3])
    for end in range(len(before), len(written(RECORDS))):
        path.write_bytes(written(RECORDS)[:end])
        assert reopened(path) == RECORDS[:3]
        assert path.read_bytes() == before


def test_zeros_where_a_record_was_to_be_are_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    for zeros in (1, 8, 100):
        path.write_bytes(written(RECORDS) + bytes(zeros))
        assert reopened(path) == RECORDS
        assert path.read_bytes() == written(RECORDS)


def test_a_last_payload_with_a_hole_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    path.write_bytes(written(RECORDS)[:-6] + bytes(6))
    assert reopened(path) == RECORDS[:3]


def test_any_changed_byte_before_the_last_record_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    whole = written(RECORDS)
    for place in range(len(written(RECORDS[:3]))):
        damaged = whole[:place] + bytes([whole[place] ^ 0x41]) + whole[place + 1 :]
        path.write_bytes(damaged)
        with pytest.raises(JournalDamaged, match="is damaged and was left as it is"):
            Journal.reopen(path, Disk())
        assert path.read_bytes() == damaged


def test_a_missing_moved_or_doubled_record_is_damage(tmp_path: Path) -> None:
    ends = [len(written(RECORDS[:n])) for n in range(5)]
    whole = written(RECORDS)
    first, second, third, fourth = (whole[a:b] for a, b in pairwise(ends))
    path = tmp_path / "journal"
    for parts in (
        (first, third, fourth),
        (first, third, second, fourth),
        (first, second, second, third),
        (second,),
    ):
        path.write_bytes(MAGIC + b"".join(parts))
        with pytest.raises(JournalDamaged):
            Journal.reopen(path, Disk())


def test_what_is_no_journal_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    for data in (b"", MAGIC[:-1], b"something else entirely"):
        path.write_bytes(data)
        with pytest.raises(JournalDamaged):
            Journal.reopen(path, Disk())
    with pytest.raises(DiskTrouble):
        Journal.reopen(tmp_path / "nowhere", Disk())


@given(records_of_any_kind, st.data())
def test_a_cut_journal_gives_a_beginning_of_its_records(
    records: list[bytes], data: st.DataObject
) -> None:
    whole = written(tuple(records))
    end = data.draw(st.integers(len(MAGIC), len(whole)))
    read, length, _ = read_records(whole[:end])
    assert read == tuple(records[: len(read)])
    assert length == len(written(read)) <= end
    assert end < len(written(tuple(records[: len(read) + 1]))) or len(read) == len(records)


def test_after_a_full_disk_nothing_more_is_written(tmp_path: Path) -> None:
    disk = FullDisk(room=60)
    journal = Journal.create(tmp_path / "journal", disk, b"first")
    with pytest.raises(DiskTrouble, match="No space left on device"):
        journal.append(b"x" * 100)
    disk.room = 10_000
    with pytest.raises(DiskTrouble):
        journal.append(b"y")
    journal.close()
    assert reopened(tmp_path / "journal") == (b"first",)


def test_after_a_failed_flush_nothing_more_is_written(tmp_path: Path) -> None:
    disk = FailingDisk()
    journal = Journal.create(tmp_path / "journal", disk, b"first")
    disk.healthy = False
    with pytest.raises(DiskTrouble, match="Input/output error"):
        journal.append(b"second")
    disk.healthy = True
    size = (tmp_path / "journal").stat().st_size
    with pytest.raises(DiskTrouble):
        journal.append(b"third")
    assert (tmp_path / "journal").stat().st_size == size
    journal.close()


def test_a_journal_that_could_not_be_begun_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DiskTrouble):
        Journal.create(tmp_path / "journal", FullDisk(room=20), b"first")
    assert list(tmp_path.iterdir()) == []


def test_sizes_of_records_are_checked() -> None:
    for size in (0, MAX_RECORD + 1):
        with pytest.raises(ValueError, match="bytes"):
            frame(bytes(size), 0)
