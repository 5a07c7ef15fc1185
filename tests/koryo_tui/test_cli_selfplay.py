"""``koryo-tui selfplay``: separate processes that need nobody to finish their game."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import pytest
from msgspec import convert

from koryo_tui.selfplay import Progress
from protocol.log.messages import Entry, StepKind
from protocol.log.signing import read
from protocol.peer.bodies import KeyBody, TurnBody
from protocol.peer.verify import Verified, verify
from tests.koryo_tui.processes import COMMAND, PATIENCE, home, run
from tests.net.links import eventually

_B = TypeVar("_B", KeyBody, TurnBody)


def test_before_the_first_deal_no_round_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    shown = Progress(8)
    for round_ in (0, 0, 1):
        shown.playing(2, round_)
    assert capsys.readouterr().out.splitlines() == [
        "game 2 of 8, shuffling and dealing",
        "game 2 of 8, round 1 of 8",
    ]


def heads_in(folder: Path) -> list[tuple[bytes, ...]]:
    return [verify(path.read_bytes()).heads for path in sorted(folder.glob("*.koryo"))]


def nothing_is_drawn_from_a_seed(one: Verified, other: Verified) -> None:
    """A seed fixes which of its choices a player takes (shown where players are), and neither who
    it is nor a key nor a shuffle: two games of one seed have nothing else in common."""
    assert one.table != other.table
    assert identities_in(one).isdisjoint(identities_in(other))
    assert len(keys_in(one)) == len(keys_in(other)) == 8 * 2, "in each round one of each"
    assert keys_in(one).isdisjoint(keys_in(other))
    assert cards_in(one) != cards_in(other), "other cards came, so others were played"


def identities_in(found: Verified) -> set[bytes]:
    return {player.identity for player in found.roster.players}


def bodies_in(found: Verified, kind: StepKind, body: type[_B]) -> list[_B]:
    """What was said in all steps of a kind."""
    return [
        convert(read(said, Entry).body, body)
        for step, its_kind in zip(found.records, found.kinds, strict=True)
        for said in step.entries
        if its_kind == kind
    ]


def keys_in(found: Verified) -> set[bytes]:
    """The public keys of all deals: 32 bytes, before the proof."""
    return {body.proof[:32] for body in bodies_in(found, StepKind.KEYS, KeyBody)}


def cards_in(found: Verified) -> list[tuple[int, ...]]:
    """The orders that were opened."""
    return [body.cards for body in bodies_in(found, StepKind.TURN, TurnBody)]


SHAKY = """
class Shaky:
    def __init__(self, seed):
        pass

    def decide(self, sight):
        raise RuntimeError("this player knows nothing")
"""


def install(folder: Path) -> None:
    """A package with a player that always fails."""
    folder.mkdir()
    (folder / "shaky.py").write_text(SHAKY)
    info = folder / "shaky-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: shaky\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[koryo_tui.bots]\nshaky = shaky:Shaky\n")


@dataclass(frozen=True)
class Played:
    """What a run of ``selfplay`` has said, and where it ran."""

    said: subprocess.CompletedProcess[str]
    at: Path


#: What lies in the folder by chance, named as modules are that the program and its processes use.
NOT_OURS = ("protocol.py", "random.py", "runpy.py", "subprocess.py")
#: Who plays, and the seed that fixes which of its choices each takes.
SEEDED = ("--seats", "2", "--seed", "7", "--bots", "steady,shaky")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Two games, also with a player of another package that fails, which costs it the game and
    nothing else: for each of its decisions the default is played."""
    at = tmp_path_factory.mktemp("played")
    install(at / "packages")
    options = (*SEEDED, "--games", "2", "--out", "out", "--log", "home/log")
    for name in NOT_OURS:
        (at / name).write_text("raise SystemExit('this is not for that program')")
    said = subprocess.run(
        # As the command itself: without the folder it is called in.
        (sys.executable, "-P", "-m", "koryo_tui", "selfplay", *options),
        cwd=at,
        env=home(at / "home") | {"PYTHONPATH": str(at / "packages")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert said.returncode == 0, said.stdout + said.stderr
    return Played(said, at)


def test_two_games_are_played_kept_and_verified(played: Played) -> None:
    said, at = played.said, played.at
    assert "2 of 2 games finished, verified and equal for all 2 players" in said.stdout
    assert "game 2 of 2, round 8 of 8" in said.stdout
    names = sorted(path.name for path in (at / "out").iterdir())
    assert names == [f"game-{g}-seat-{s}.koryo" for g in (1, 2) for s in (1, 2)]
    one, other, *second = heads_in(at / "out")
    assert one == other
    assert second[0] == second[1] != one
    assert {path.name for path in at.iterdir()} == {"home", "out", "packages", *NOT_OURS}
    assert "Shaky 2" in said.stdout
    log = (at / "home" / "log").read_text()
    assert "link to seat 0 is up" in log
    assert log.count("the game is over") == 4
    assert log.count("a decision was replaced by the default: crashed") > 2 * 8


def test_transcripts_are_never_written_over(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    kept = tmp_path / "out" / "game-1-seat-2.koryo"
    kept.write_bytes(b"precious")
    said = run("selfplay", "--seats", "2", "--out", "out", at=tmp_path, code=2)
    assert said.stderr == "out already holds transcripts of game 1; give another folder.\n"
    assert kept.read_bytes() == b"precious"


def test_a_folder_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said = run("selfplay", "--out", "file/out", at=tmp_path, code=2)
    assert said.stderr == "file/out cannot be used for transcripts (Not a directory).\n"


async def test_the_game_ends_without_the_process_that_started_it(
    tmp_path: Path, played: Played
) -> None:
    install(tmp_path / "packages")
    more = {"TMPDIR": str(tmp_path), "PYTHONPATH": str(tmp_path / "packages")}
    parent = subprocess.Popen(
        [*COMMAND, "selfplay", *SEEDED, "--out", "out"],
        cwd=tmp_path,
        env=home(tmp_path / "home") | more,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert parent.stdout is not None
    for line in parent.stdout:
        if "round 1 of 8" in line:
            break
    parent.send_signal(signal.SIGKILL)
    parent.wait(PATIENCE)
    parent.stdout.close()
    assert not list((tmp_path / "out").iterdir())

    await eventually(lambda: len(list((tmp_path / "out").glob("*.koryo"))) == 2, bound=PATIENCE)
    one, other = heads_in(tmp_path / "out")
    assert one == other
    record = Path("out", "game-1-seat-1.koryo")
    found = verify((tmp_path / record).read_bytes())
    assert found.finished
    nothing_is_drawn_from_a_seed(found, verify((played.at / record).read_bytes()))


def test_without_a_terminal_play_is_a_game_with_its_verified_result(tmp_path: Path) -> None:
    said = run("play", at=tmp_path, code=0)
    assert said.stdout.startswith("There is no terminal here, so four computer players play")
    assert "round 8 of 8" in said.stdout
    assert "1 of 1 games finished, verified and equal for all 4 players" in said.stdout
    (record,) = (tmp_path / "home").glob("**/profiles/default/transcripts/*.koryo")
    assert f"Transcript: {record}" in said.stdout
    assert verify(record.read_bytes()).finished


def test_interrupted_it_ends_its_players(tmp_path: Path) -> None:
    parent = subprocess.Popen(
        [*COMMAND, "selfplay", "--seats", "2"],
        cwd=tmp_path,
        env={**home(tmp_path / "home"), "TMPDIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert parent.stdout is not None
    for line in parent.stdout:
        if "round 1 of 8" in line:
            break
    players = children_of(parent.pid)
    assert len(players) == 2
    parent.send_signal(signal.SIGINT)
    _, said = parent.communicate(timeout=PATIENCE)
    assert parent.returncode == 130
    assert said == ""
    assert not [pid for pid in players if Path(f"/proc/{pid}").exists()]
    assert not list(tmp_path.glob("koryo-selfplay-*"))


def children_of(pid: int) -> list[int]:
    """The processes started by one."""
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in path.read_text().split()]


def test_a_player_that_fails_is_told(tmp_path: Path) -> None:
    """A port range without a free one cannot be: here the folder for files is missing."""
    done = run("bot", "--root", os.devnull, "--invite-file", "none", at=tmp_path, code=1)
    assert "cannot be read or written" in done.stderr
