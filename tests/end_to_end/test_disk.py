"""A disk that is full or may not be written: a plain sentence, and no game is lost."""

from __future__ import annotations

import os
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from protocol.net.meeting import read_meeting
from protocol.peer.verify import read_back
from tests.end_to_end.gathering import open_window
from tests.end_to_end.mortals import Mortal, MortalGame
from tests.end_to_end.players import Typing, hand_on, play_until
from tests.end_to_end.windows import Terminal, Window
from tests.koryo_tui.processes import COMMAND, home, sentences_in

pytestmark = pytest.mark.timeout(240)


@pytest.fixture
def game(tmp_path: Path) -> Iterator[MortalGame]:
    opened = MortalGame(tmp_path / "game", 2)
    yield opened
    opened.end()


def ends_in_trouble(game: MortalGame, victim: Mortal, why: str) -> None:
    """It has said one sentence that tells why, and its files end with something whole."""
    assert victim.process is not None
    assert victim.process.wait(120) == 1, game.told()
    said = victim.errors.read_text().strip()
    assert f"cannot be read or written ({why})" in said
    assert len(said.splitlines()) == 1
    assert sentences_in(said) == 1
    meeting = read_meeting(victim.table)
    assert meeting is not None
    log, _length = read_back((victim.table / "transcript").read_bytes(), meeting.roster)
    assert not log.faults


def goes_on(game: MortalGame, victim: Mortal) -> None:
    """Started again when there is room, it plays the same game to its end."""
    victim.errors.unlink()
    game.resume(victim)
    game.play_on(120.0)
    found, _ = game.verified()
    assert not any(closing.made_absent for closing in found.log.closed)


@pytest.mark.parametrize("room", [30_000, 100_000])
def test_no_more_room_for_a_file(game: MortalGame, room: int) -> None:
    """The limit of a process on the size of its files stands for a disk that fills up."""
    _, other = game.mortals
    other.file_limit = room
    game.start()
    ends_in_trouble(game, other, "File too large")
    other.file_limit = None
    goes_on(game, other)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a file system")
def test_a_file_system_that_fills_up(game: MortalGame) -> None:
    _, other = game.mortals
    other.root.mkdir(parents=True)
    mount = ["mount", "-t", "tmpfs", "-o", "size=300k", "koryo-test", str(other.root)]
    done = subprocess.run(mount, capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"no file system can be mounted here: {done.stderr.strip()}")
    try:
        game.start()
        ends_in_trouble(game, other, "No space left on device")
        subprocess.run(["mount", "-o", "remount,size=20m", str(other.root)], check=True)
        goes_on(game, other)
    finally:
        game.end()
        subprocess.run(["umount", str(other.root)], check=True)


@pytest.mark.skipif(os.geteuid() != 0, reason="root alone can become somebody who may not write")
def test_files_that_may_not_be_written(tmp_path: Path) -> None:
    """Started by somebody else than the one to whom the folder belongs."""
    nobody = shutil.which("setpriv")
    if nobody is None or not can_be_read_by_others():
        pytest.skip("the program cannot be run by another account here")
    data = tmp_path / "home"
    environment = home(data)
    for folder in (data, *data.parents):
        if str(folder).startswith(str(tmp_path)) or folder.stat().st_mode & 0o001 == 0:
            folder.chmod(0o755)
    done = subprocess.run(
        [nobody, "--reuid=65534", "--regid=65534", "--clear-groups", *COMMAND, *a_bot(data)],
        cwd="/",
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1, done.stderr
    assert "cannot be read or written (Permission denied)" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def a_bot(data: Path) -> tuple[str, ...]:
    return ("bot", "--root", str(data / "files"), "--seats", "2", "--invite-file", str(data / "i"))


def can_be_read_by_others() -> bool:
    parts = (Path(sys.executable).resolve(), *Path(__file__).parents)
    return all(part.stat().st_mode & 0o005 == 0o005 for part in parts)


@pytest.mark.terminal
@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not here for a real terminal")
def test_a_person_is_told_and_takes_the_table_up_when_there_is_room(
    terminal: Terminal, tmp_path: Path
) -> None:
    """The disk fills up in the middle of the game; then the folder may only be read."""
    window = open_window(terminal, tmp_path, "solo", "--bots", "1")
    window.wait_for("Choose your order")
    held = hand_on(window.screen())
    profile = tmp_path / "home" / ".local/share/koryo-tui/profiles/default"
    (journal,) = profile.glob("tables/*/journal")
    size = journal.stat().st_size
    resource.prlimit(window.process, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    play_until([(window, Typing())], lambda: window.exit_code() is not None)
    assert window.exit_code() == 1
    assert re.search(r"journal cannot be read or written \([\w ]+\)", told(window))
    assert "Go on with: koryo-tui resume" in told(window)
    assert "Traceback" not in window.text()
    assert journal.stat().st_size == size, "nothing half written"

    with read_only(tmp_path / "home"):
        again = open_window(terminal, tmp_path, "resume")
        assert again.wait_for_end() == 1, again.text()
    assert re.search(r"cannot be read or written \([\w -]+\)", told(again))
    assert "Traceback" not in again.text()

    again = open_window(terminal, tmp_path, "resume")
    again.wait_for("Choose your order")
    assert hand_on(again.screen()) == held


def told(window: Window) -> str:
    """All that a window shows, over line breaks."""
    return " ".join(window.text().split())


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Nothing in it can be written; root, who may write everywhere, needs a mount for that."""
    if os.geteuid():
        folders = [path for path in folder.rglob("*") if path.is_dir()]
        for path in folders:
            path.chmod(0o500)
        yield
        for path in folders:
            path.chmod(0o700)
        return
    for how in (("--bind", str(folder), str(folder)), ("-o", "remount,bind,ro", str(folder))):
        done = subprocess.run(("mount", *how), capture_output=True, text=True)
        if done.returncode:
            pytest.skip(f"no file system can be mounted here: {done.stderr.strip()}")
    try:
        yield
    finally:
        subprocess.run(("umount", str(folder)), check=True)
