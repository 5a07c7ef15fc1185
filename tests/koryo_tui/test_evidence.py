"""``verify`` says what an evidence file shows, about whom, and nothing without proof."""

from __future__ import annotations

from pathlib import Path

import pytest

from koryo_tui.exits import Exit
from koryo_tui.verifying import verify_files
from protocol.log.chain import table_id
from protocol.log.evidence import Evidence, Kind, write_evidence
from protocol.log.messages import (
    PROTOCOL_VERSION,
    Acknowledgement,
    Player,
    Roster,
    Settings,
    Signed,
    Thing,
)
from protocol.log.signing import SigningKey

ADA, BEN = (SigningKey(bytes([number]) * 32) for number in (1, 2))
ROSTER = Roster(
    PROTOCOL_VERSION,
    1,
    Settings(),
    (Player(ADA.identity, "Ada", bytes(32)), Player(BEN.identity, "Ben", bytes(32))),
)


def said(head: int, key: SigningKey = BEN) -> Signed:
    value = Acknowledgement(PROTOCOL_VERSION, table_id(ROSTER), 7, 1, 0, bytes([head]) * 32)
    return key.sign(Thing.ACKNOWLEDGEMENT, value)


def told(path: Path, data: bytes, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    path.write_bytes(data)
    code = verify_files([str(path)])
    return code, capsys.readouterr().out


def test_a_contradiction_names_its_seat(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kind = Kind.TWO_ACKNOWLEDGEMENTS
    shows = write_evidence(Evidence(kind, 1, ROSTER, b"", (said(1), said(2))))
    code, out = told(tmp_path / "e", shows, capsys)
    assert code == Exit.OK
    assert "seat 2, Ben" in out
    assert "step 7" in out
    assert "two different heads" in out


@pytest.mark.parametrize("things", [(said(1), said(1)), (said(1), said(2, ADA)), (said(1),)])
def test_anything_less_names_nobody(
    things: tuple[Signed, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kind = Kind.TWO_ACKNOWLEDGEMENTS
    data = write_evidence(Evidence(kind, 1, ROSTER, b"", things))
    code, out = told(tmp_path / "e", data, capsys)
    assert code == Exit.FAILED
    assert "shows nothing" in out
    assert "Ben" not in out


def test_a_cut_file_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kind = Kind.TWO_ACKNOWLEDGEMENTS
    data = write_evidence(Evidence(kind, 1, ROSTER, b"", (said(1), said(2))))
    code, out = told(tmp_path / "e", data[:-1], capsys)
    assert code == Exit.WRONG_USE
    assert "cannot be read" in out
