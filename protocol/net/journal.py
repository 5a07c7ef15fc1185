"""The own journal of a table: what this peer signed, and the secrets it needs again.

A file of records behind 16 bytes of magic, ``KORYO-JOURNAL/1`` and a line feed. A record is

    u32   length of the payload
    u32   CRC-32 of those four bytes, continued from the record before
          payload
    u32   CRC-32 of the payload, continued from the one above

with big-endian numbers (CRC-32 as in ISO 3309). Each checksum goes on from the one before, the
first from that of the magic: a record that is missing, moved or doubled is noticed like a changed
one.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final
from zlib import crc32

from protocol.net.disk import Disk, DiskTrouble, write_whole
from protocol.net.errors import NetError

MAGIC: Final = b"KORYO-JOURNAL/1\n"
#: No record is longer than this, in bytes.
MAX_RECORD: Final = 1 << 16
_HEADER: Final = 8
_TRAILER: Final = 4


class JournalDamaged(NetError):
    """A journal that cannot be trusted: ``JournalDamaged(path)``."""

    sentence = (
        "The journal {0} is damaged and was left as it is; "
        "this table cannot be continued with it, only left or joined again later."
    )

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))


class Torn(ValueError):
    """The bytes from a point on are no record that was ever written whole."""


class Journal:
    """An open journal. Its methods block until the disk has answered."""

    def __init__(self, path: Path, disk: Disk, checksum: int) -> None:
        self._path = path
        self._disk = disk
        self._checksum = checksum
        self._trouble: DiskTrouble | None = None
        try:
            self._file = disk.open_append(path)
        except OSError as error:
            raise DiskTrouble(path, error) from error

    @classmethod
    def create(cls, path: Path, disk: Disk, first: bytes) -> Journal:
        """A new journal with one record, there as a whole or not at all.

        Raises ``DiskTrouble``; ``FileExistsError`` if there is one, which is never overwritten.
        """
        if path.exists():
            raise FileExistsError(path)
        record, checksum = frame(first, crc32(MAGIC))
        write_whole(disk, path, MAGIC + record)
        return cls(path, disk, checksum)

    @classmethod
    def reopen(cls, path: Path, disk: Disk) -> tuple[Journal, tuple[bytes, ...]]:
        """An earlier journal and its records in order, without a torn last one.

        A record that was cut off was not flushed, so nothing that rests on it was ever sent; it
        is removed from the file. Raises ``JournalDamaged`` (the file is left as it is) for
        anything else that is not as it was written, and ``DiskTrouble``.
        """
        try:
            data = path.read_bytes()
        except OSError as error:
            raise DiskTrouble(path, error) from error
        try:
            records, whole, checksum = read_records(data)
        except ValueError:
            raise JournalDamaged(path) from None
        journal = cls(path, disk, checksum)
        if whole < len(data):
            journal._cut(whole)
        return journal, records

    def append(self, *records: bytes) -> None:
        """Returns when all ``records`` (1 byte to 1 MiB each) are on the disk, flushed once.

        Raises ``DiskTrouble``, and for ever after the first: what may or may not have been
        written must not be followed by anything.
        """
        if self._trouble is not None:
            raise self._trouble
        framed, checksum = b"", self._checksum
        for record in records:
            one, checksum = frame(record, checksum)
            framed += one
        try:
            self._disk.write(self._file, framed)
            self._disk.sync(self._file)
        except OSError as error:
            self._trouble = DiskTrouble(self._path, error)
            raise self._trouble from error
        self._checksum = checksum

    def close(self) -> None:
        """Closes the file; what was appended is already on the disk."""
        self._file.close()

    def _cut(self, length: int) -> None:
        try:
            self._file.truncate(length)
            self._disk.sync(self._file)
        except OSError as error:
            self._file.close()
            raise DiskTrouble(self._path, error) from error


def frame(payload: bytes, checksum: int) -> tuple[bytes, int]:
    """The bytes of a record after one whose last checksum was ``checksum``, and its own."""
    if not 1 <= len(payload) <= MAX_RECORD:
        raise ValueError(f"a record has 1 to {MAX_RECORD} bytes, not {len(payload)}")
    length = len(payload).to_bytes(4, "big")
    middle = crc32(length, checksum)
    last = crc32(payload, middle)
    return length + middle.to_bytes(4, "big") + payload + last.to_bytes(4, "big"), last


def read_records(data: bytes) -> tuple[tuple[bytes, ...], int, int]:
    """The whole records, how many bytes they take with the magic, and the last checksum.

    What follows them is a torn last record, or nothing. Raises ``ValueError`` if it is neither.
    """
    if not data.startswith(MAGIC):
        raise ValueError("no journal")
    records: list[bytes] = []
    offset, checksum = len(MAGIC), crc32(MAGIC)
    while offset < len(data):
        try:
            payload, checksum = _read_one(data, offset, checksum)
        except Torn:
            break
        records.append(payload)
        offset += _HEADER + len(payload) + _TRAILER
    return tuple(records), offset, checksum


def _read_one(data: bytes, offset: int, checksum: int) -> tuple[bytes, int]:
    start = offset + _HEADER
    # Some file systems fill with zeros what they had room for but no time to write.
    if start > len(data) or not any(memoryview(data)[offset:]):
        raise Torn("the header is not whole")
    middle = crc32(data[offset : offset + 4], checksum)
    if middle.to_bytes(4, "big") != data[offset + 4 : start]:
        raise ValueError("a header is damaged")
    end = start + int.from_bytes(data[offset : offset + 4], "big")
    if end + _TRAILER > len(data):
        raise Torn("the payload is not whole")
    last = crc32(data[start:end], middle)
    if last.to_bytes(4, "big") != data[end : end + _TRAILER]:
        if end + _TRAILER == len(data):
            raise Torn("the last payload was not written in full")
        raise ValueError("a payload is damaged")
    return data[start:end], last
