from __future__ import annotations

from pathlib import Path

import pytest

from koryo_tui.known import FILE, KnownHosts
from protocol.net.disk import DiskTrouble

MARK, OTHER = bytes(range(10)), bytes(10)


def test_who_was_compared_is_known_the_next_time(tmp_path: Path) -> None:
    known = KnownHosts(tmp_path / "new")
    assert not known.knows(MARK)
    known.remember(MARK)
    known.remember(MARK)
    again = KnownHosts(tmp_path / "new")
    assert again.knows(MARK)
    assert not again.knows(OTHER)
    file = tmp_path / "new" / FILE
    assert file.read_text().splitlines() == [MARK.hex()]
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_damaged_file_makes_nobody_known(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"\xff\x00 not a line\n" + MARK.hex()[:10].encode())
    assert not KnownHosts(tmp_path).knows(MARK)


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(DiskTrouble):
        KnownHosts(tmp_path).knows(MARK)
