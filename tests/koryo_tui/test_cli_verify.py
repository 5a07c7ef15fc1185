"""``koryo-tui verify``: what it says of whole, cut, changed and forked records."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from koryo_tui import own_files, saying, verifying
from koryo_tui.exits import Exit
from koryo_tui.exporting import export_file
from koryo_tui.text.spoken import identity_words
from koryo_tui.verifying import compare, report, verify_files
from protocol.log.chain import nonce_commitment
from protocol.log.messages import PROTOCOL_VERSION, RULES_VERSION, Player, Roster, Settings
from protocol.log.transcript import MAGIC, start_transcript
from protocol.peer.peer import Peer
from protocol.peer.verify import NotVerified
from tests.koryo_tui.processes import run
from tests.peer.harness import NAMES, Room


def cuts(data: bytes) -> list[int]:
    """Where the records of a transcript end; the first is the table itself."""
    ends, place = [], len(MAGIC)
    while place < len(data):
        place += 4 + int.from_bytes(data[place : place + 4], "big")
        ends.append(place)
    return ends


@dataclass(frozen=True)
class Games:
    """One game, and another one of the same keys and nonces, whose shuffles were different."""

    finished: bytes
    other_seat: bytes
    forked: bytes
    room: Room

    def steps(self, number: int) -> bytes:
        """The record of the first ``number`` steps."""
        return self.finished[: cuts(self.finished)[number]]


@pytest.fixture(scope="module")
def games() -> Games:
    room, again = Room(seats=2), Room(seats=2)
    again.roster = room.roster
    for seat, same in zip(again.seats, room.seats, strict=True):
        seat.key, seat.nonce = same.key, same.nonce
        seat.peer = Peer(same.key, room.roster, same.nonce, os.urandom)
    for table in (room, again):
        table.start()
        table.run()
    first, second = (bytes(seat.transcript) for seat in room.seats)
    return Games(first, second, bytes(again.seats[0].transcript), room)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.koryo"


def test_a_finished_game_is_verified(games: Games, file: Path) -> None:
    file.write_bytes(games.finished)
    said = run("verify", file, at=file.parent, code=0).stdout
    for seat, name in enumerate(NAMES[:2]):
        assert name in said
        assert identity_words(games.room.seats[seat].key.identity) in said
        outcome = games.room.seats[0].peer.view().outcome
        assert outcome is not None
        assert f"{outcome.scores[seat].total:4} points" in said
    assert f"final head {games.room.seats[0].peer.head.hex()}\n  the final head stands for" in said
    assert said.splitlines()[-1].strip() == "verified"


def test_at_a_terminal_no_fingerprint_is_broken(
    games: Games, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_bytes(games.finished)
    monkeypatch.setattr(saying, "_columns", lambda _stream: 60)
    verify_files([str(file)])
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    for seat in games.room.seats:
        assert identity_words(seat.key.identity) in lines


def test_a_record_is_verified_and_exported_by_the_number_of_its_table(
    games: Games,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    kept = tmp_path / "profiles" / "default" / "transcripts" / "2026-03-01-0a1b.koryo"
    kept.parent.mkdir(parents=True)
    kept.write_bytes(games.steps(0))
    (kept.parents[1] / "identity").touch()
    monkeypatch.setattr(own_files, "data_root", lambda: tmp_path)
    assert verify_files(["0a1"]) is Exit.UNFINISHED
    assert capsys.readouterr().out.startswith(f"{kept}\n")
    assert export_file("0a1") is Exit.UNFINISHED
    assert capsys.readouterr().out.startswith('{"record": "table"')


def test_whose_fault_a_refusal_is_is_said_by_number_and_name(
    games: Games, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_bytes(games.steps(0))

    def refuse(*_: object) -> None:
        raise NotVerified(3, 1, "it shuffled badly")

    monkeypatch.setattr(verifying, "check", refuse)
    assert report(file).lines == (f"refused at step 3, seat 2 ({NAMES[1]}): it shuffled badly.",)


def test_an_unfinished_game_is_verified_so_far_and_its_last_step_named(
    games: Games, file: Path
) -> None:
    file.write_bytes(games.steps(7))
    said = run("verify", file, at=file.parent, code=3).stdout
    assert "verified so far, unfinished after step 6 (order)." in said


def test_a_table_without_a_step_is_unfinished(games: Games, file: Path) -> None:
    file.write_bytes(games.steps(0))
    assert "it holds no step" in run("verify", file, at=file.parent, code=3).stdout


def test_a_file_cut_inside_a_record_is_said_to_be_cut(games: Games, file: Path) -> None:
    file.write_bytes(games.steps(5)[:-1])
    said = run("verify", file, at=file.parent, code=2).stdout
    assert "is cut off inside a record (steps 0 to 3 hold)" in said


@pytest.mark.parametrize("junk", [b"", b"no transcript", MAGIC, MAGIC + b"\xff" * 40])
def test_garbage_is_not_readable(file: Path, junk: bytes) -> None:
    file.write_bytes(junk)
    assert run("verify", file, at=file.parent, code=2).stdout.count("\n") == 2


def test_a_missing_file_is_not_readable(file: Path) -> None:
    said = run("verify", file, at=file.parent, code=2).stdout
    assert "cannot be read (No such file or directory); check the name." in said


def test_a_folder_is_not_readable(tmp_path: Path) -> None:
    assert "cannot be read" in run("verify", tmp_path, at=tmp_path, code=2).stdout


def test_a_changed_signature_is_refused_at_its_step_and_names_nobody(
    games: Games, file: Path
) -> None:
    """The last byte of the record of step 2 is in the certificate, in the last seat's place; but
    anybody can write another byte there."""
    data = bytearray(games.steps(4))
    data[cuts(games.finished)[3] - 1] ^= 1
    file.write_bytes(data)
    said = run("verify", file, at=file.parent, code=1).stdout
    assert "refused at step 2: the signature is not of the seat it names." in said


def test_no_changed_byte_goes_unnoticed(games: Games, file: Path) -> None:
    data = games.steps(4)
    whole = [len(MAGIC), *cuts(data)]
    for place in range(0, len(data), 37):
        changed = bytearray(data)
        changed[place] ^= 0x10
        file.write_bytes(changed)
        assert report(file).exit in (Exit.FAILED, Exit.WRONG_USE), place
    for place in whole:
        file.write_bytes(data[:place] + b"\x00" + data[place:])
        assert report(file).exit in (Exit.FAILED, Exit.WRONG_USE), place


def test_names_in_a_file_cannot_play_tricks_on_the_terminal(games: Games, file: Path) -> None:
    keys = [seat.key for seat in games.room.seats]
    players = tuple(
        Player(key.identity, "\x1b[31mAda\u202e", nonce_commitment(key.identity, bytes(32)))
        for key in keys
    )
    roster = Roster(PROTOCOL_VERSION, RULES_VERSION, Settings(), players)
    file.write_bytes(start_transcript(roster))
    said = run("verify", file, at=file.parent).stdout
    assert "\x1b" not in said
    assert "\u202e" not in said


def test_a_record_of_another_version_is_told(games: Games, file: Path) -> None:
    roster = games.room.roster
    other = Roster(PROTOCOL_VERSION + 1, RULES_VERSION, Settings(), roster.players)
    file.write_bytes(start_transcript(other))
    said = run("verify", file, at=file.parent, code=1).stdout
    assert f"played with protocol {PROTOCOL_VERSION + 1}" in said


# Two records of one table


def two(tmp_path: Path, first: bytes, second: bytes, code: int) -> str:
    """What is said of both together, in the last line."""
    (tmp_path / "a.koryo").write_bytes(first)
    (tmp_path / "b.koryo").write_bytes(second)
    said = run("verify", "a.koryo", "b.koryo", at=tmp_path, code=code).stdout
    return said.splitlines()[-1]


def test_two_records_of_one_game_are_the_same(games: Games, tmp_path: Path) -> None:
    assert two(tmp_path, games.finished, games.other_seat, 0) == (
        "a.koryo and b.koryo: the same game, step by step."
    )


def test_one_may_be_the_beginning_of_the_other(games: Games, tmp_path: Path) -> None:
    assert two(tmp_path, games.finished, games.steps(6), 3) == (
        "a.koryo and b.koryo: the second is the beginning of the other, 6 steps long."
    )


def test_a_fork_is_found_and_who_signed_both_ways(games: Games, tmp_path: Path) -> None:
    """Both records are valid by themselves: every seat signed twice."""
    forked = games.forked[: cuts(games.forked)[5]]
    assert two(tmp_path, games.steps(6), forked, 1) == (
        "a.koryo and b.koryo: they part at step 3 (keys), which closed in two ways; "
        "signed both ways: Ada, Ben."
    )


def test_if_nothing_shows_who_signed_both_ways_nobody_is_named(
    games: Games, tmp_path: Path
) -> None:
    stories = []
    for name, data in (("a", games.steps(6)), ("b", games.forked[: cuts(games.forked)[5]])):
        (tmp_path / name).write_bytes(data)
        story = report(tmp_path / name).story
        assert story is not None
        stories.append(replace(story, signed=((),) * len(story.heads)))
    said, code = compare(*stories)
    assert code is Exit.FAILED
    assert said == (
        "they part at step 3 (keys), which closed in two ways; they do not show who signed both "
        "ways."
    )


def test_records_of_two_tables_are_not_compared(games: Games, tmp_path: Path) -> None:
    other = Room(seats=2)
    other.start()
    other.run(until=lambda: len(other.seats[0].peer.log.closed) > 2)
    said = two(tmp_path, games.steps(2), bytes(other.seats[0].transcript), 2)
    assert "not of one table" in said


def test_the_worst_of_several_files_is_the_exit_code(games: Games, tmp_path: Path) -> None:
    two(tmp_path, games.steps(2), b"junk", 2)
    changed = bytearray(games.steps(3))
    changed[-1] ^= 1
    two(tmp_path, games.steps(2), bytes(changed), 1)
