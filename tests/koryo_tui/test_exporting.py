"""``export`` prints what verify has checked, and nothing of what it refuses."""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from koryo_tui.exits import Exit, Failed, WrongUse
from koryo_tui.exporting import export_file
from protocol.log.messages import StepKind
from tests.peer.harness import Room


@cache
def transcript() -> bytes:
    room = Room(2)
    room.start()
    room.run()
    return bytes(room.seats[0].transcript)


def exported(path: Path, capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    assert export_file(str(path)) == Exit.OK
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_every_record_is_a_line_in_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.koryo"
    path.write_bytes(transcript())
    lines = exported(path, capsys)
    assert lines[0]["record"] == "table"
    steps = [line for line in lines if line["record"] == "step"]
    assert [step["step"] for step in steps] == list(range(len(steps)))
    assert {step["kind"] for step in steps} >= set(StepKind) - {StepKind.DISCARD}
    assert all(a["head"] == b["head_before"] for a, b in pairwise(steps))
    assert [line["thing"] for line in lines if line["record"] == "after"] == ["result"] * 2


def test_a_turn_is_readable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.koryo"
    path.write_bytes(transcript())
    turn = next(line for line in exported(path, capsys) if line.get("kind") == "turn")
    (entry,) = turn["entries"]  # type: ignore[misc]
    assert entry["body"]["moves"][-1] == "."
    assert len(entry["body"]["positions"]) == len(entry["body"]["cards"])


def test_nothing_refused_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.koryo"
    data = bytearray(transcript())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises((Failed, WrongUse)):
        export_file(str(path))
    path.write_bytes(transcript()[:-1])
    with pytest.raises(WrongUse, match="whole"):
        export_file(str(path))
    with pytest.raises(WrongUse, match="cannot be read"):
        export_file(str(tmp_path / "no.koryo"))
    assert capsys.readouterr().out == ""
