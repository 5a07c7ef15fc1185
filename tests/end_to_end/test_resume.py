"""People at real terminals lose theirs, and take up their table again."""

from __future__ import annotations

import os
import re
import shutil
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from protocol.log.messages import Entry, Roster, StepKind
from protocol.log.signing import read
from protocol.log.transcript import ClosedStep, Truncated, read_transcript
from protocol.net.meeting import read_meeting
from protocol.peer.verify import verify
from tests.end_to_end.gathering import HERE, asked_first, invite_on, open_window, seated_people
from tests.end_to_end.players import Person, Typing, hand_on, orders_on, own_order_on, play_until
from tests.end_to_end.secrecy import gives_away, secrets_in
from tests.end_to_end.windows import Terminal, Window, processes_of, wait_until
from tests.koryo_tui.processes import run

pytestmark = [
    pytest.mark.terminal,
    pytest.mark.timeout(180),
    pytest.mark.skipif(
        shutil.which("tmux") is None, reason="tmux is not here to drive a real terminal"
    ),
]


def tables_in(at: Path, profile: str = "default") -> list[Path]:
    folder = at / "home" / ".local/share/koryo-tui/profiles" / profile / "tables"
    return sorted(folder.iterdir()) if folder.exists() else []


def bots_of(at: Path) -> list[str]:
    return [line for line in processes_of(at) if " bot " in line]


def until(at: Path, holds: Callable[[], bool], what: str) -> None:
    wait_until(holds, what, lambda: "\n".join(processes_of(at)), bound=60.0)


def two_people(terminal: Terminal, at: Path) -> list[Window]:
    return seated_people(terminal, at, ("Ada", "Ben"))


def test_killed_with_a_sealed_order_and_resumed_one_has_the_same_hand_and_order(
    terminal: Terminal, tmp_path: Path
) -> None:
    windows = two_people(terminal, tmp_path)
    killed = asked_first(windows)
    (other,) = (window for window in windows if window is not killed)
    play_until([(killed, Typing())], lambda: own_order_on(killed.screen()).startswith("["))
    held, order = hand_on(killed.screen()), own_order_on(killed.screen())
    assert re.fullmatch(r"\[[0-9-]+\]", order)
    other.wait_for("Choose your order")

    killed.signal(signal.SIGKILL)
    until(tmp_path, lambda: killed.is_dead(), "the end of the one who is killed")
    lost = re.compile(r"x lost (\d+:\d\d)")
    wait_until(lambda: lost.search(other.text()) is not None, "who is lost", other.text)
    first = lost.findall(other.text())
    wait_until(lambda: lost.findall(other.text()) not in (first, []), "its timer", other.text)

    again = open_window(terminal, tmp_path, "resume")
    again.wait_for("Round 1")
    assert "this window plays" not in again.text()
    other.wait_for_no("x lost")
    wait_until(lambda: own_order_on(again.screen()) == order, "the sealed order", again.text)
    assert hand_on(again.screen()) == held

    # What was sealed before is what is opened now.
    seated: list[tuple[Window, Person]] = [(window, Typing()) for window in (again, other)]
    play_until(seated, lambda: order.strip("[]") in orders_on(other.screen())[1:])
    for window in (again, other):
        window.press("C-q", "C-q")
        assert window.wait_for_end() == 0
        said = window.text().replace("\n", " ")
        assert said.count("Go on with: koryo-tui resume") == 1
    assert len(tables_in(tmp_path)) == len(tables_in(tmp_path, "default-2")) == 1
    for profile in ("default", "default-2"):
        (table,) = tables_in(tmp_path, profile)
        run("verify", table / "transcript", at=tmp_path, code=3)


def test_of_several_tables_one_is_chosen_from_a_list(terminal: Terminal, tmp_path: Path) -> None:
    for window in two_people(terminal, tmp_path):
        window.press("C-q", "C-q")
        assert window.wait_for_end() == 0
    window = open_window(terminal, tmp_path, "resume")
    window.wait_for("Which one?")
    said = window.text()
    assert said.count("Ada and Ben") == 2
    assert "round 1" in said
    assert "(profile default-2)" in said
    window.type("7")
    window.wait_for("There is no table 7 in this list.")
    window.type("2")
    window.wait_for("Round 1")
    window.press("C-q", "C-q")
    window.wait_for_end()


def test_with_all_files_of_the_table_lost_its_players_tell_which_it_was(
    terminal: Terminal, tmp_path: Path
) -> None:
    host, guest = two_people(terminal, tmp_path)
    (table,) = tables_in(tmp_path)
    (theirs,) = tables_in(tmp_path, "default-2")
    guest.signal(signal.SIGKILL)
    until(tmp_path, lambda: guest.is_dead(), "the end of the guest")
    shutil.rmtree(theirs)
    meeting = read_meeting(table)
    assert meeting is not None
    where = f"127.0.0.1:{meeting.port}"
    again = open_window(terminal, tmp_path, "resume", "--at", where, "--bind", "127.0.0.1")
    again.wait_for("Round")
    assert tables_in(tmp_path, "default-2") == [theirs]
    host.wait_for("left")
    for window in (again, host):
        window.press("C-q", "C-q")
        window.wait_for_end()
    assert "says goodbye for now and comes back with the next round" in again.text().replace(
        "\n", " "
    )


def test_a_computer_player_that_crashes_is_started_again_and_plays_on(
    terminal: Terminal, tmp_path: Path
) -> None:
    window = open_window(terminal, tmp_path, "solo", "--bots", "2")
    # Whoever is to seal an order before the person has done so.
    window.wait_for("Choose your order")
    bots = bot_pids(tmp_path)
    assert len(bots) == 2
    before = {pid: orders_of(tmp_path, number) for pid, number in bots.items()}
    victim = min(before, key=lambda pid: (before[pid], pid))
    os.kill(victim, signal.SIGKILL)
    until(tmp_path, lambda: any("--resume" in line for line in bots_of(tmp_path)), "a new life")
    assert victim not in bot_pids(tmp_path)
    play_until(
        [(window, Typing())],
        lambda: orders_of(tmp_path, bots[victim]) > before[victim],
    )
    window.press("C-q", "C-q")
    window.wait_for_end()


def orders_of(at: Path, number: int) -> int:
    """How many orders the computer player of this number has sealed, as its person's record has
    it."""
    (table,) = tables_in(at)
    names: list[str] = []
    orders: list[str] = []
    with suppress(Truncated):
        # It may be just being written.
        for record in read_transcript((table / "transcript").read_bytes()):
            if isinstance(record, Roster):
                names = [player.name for player in record.players]
            elif isinstance(record, ClosedStep):
                entries = [read(signed, Entry) for signed in record.entries]
                orders += [names[e.seat] for e in entries if e.kind is StepKind.ORDER]
    return sum(name.endswith(f" {number}") for name in orders)


def test_computer_players_wait_for_their_person_and_leave_with_its_goodbye(
    terminal: Terminal, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    bots = ("--bots", "easy:builder,steady:raider", "--log", str(log))
    window = open_window(terminal, tmp_path, "solo", *bots)
    window.wait_for("Round 1")
    window.signal(signal.SIGKILL)
    until(tmp_path, lambda: not bots_of(tmp_path), "the end of the computer players")
    assert not goodbyes(tmp_path), "nobody has left for good"

    again = open_window(terminal, tmp_path, "resume", "--log", str(log))
    again.wait_for("Choose your order")
    assert len(bots_of(tmp_path)) == 2
    secrets = secrets_in(tmp_path / "home")
    assert len(secrets) >= 3 * 3, "of each the identity, a nonce and a key"
    again.press("h")
    again.wait_for("Influence expected when the round ends")
    again.press("Escape")
    for plays in ("easy:builder", "steady:raider"):
        assert log.read_text().count(f"plays {plays}") == 2, "the same player came back"
    again.press("C-q")
    again.wait_for("Give up my seat")
    again.press("3", "Enter")
    assert again.wait_for_end() == 0
    until(tmp_path, lambda: not bots_of(tmp_path), "the end of the computer players")
    assert len(goodbyes(tmp_path)) == 2, "each computer player's"
    assert not gives_away(log.read_bytes(), secrets)
    # Nobody is left who could go on, so the own table is put away with its record.
    waiting = open_window(terminal, tmp_path, "resume")
    assert waiting.wait_for_end() == 2
    assert "No table waits to be resumed." in waiting.text().replace("\n", " ")
    (record,) = (tmp_path / "home").rglob("profiles/default/transcripts/*.koryo")
    assert not verify(record.read_bytes()).finished


def bot_pids(at: Path) -> dict[int, int]:
    """The processes of the computer players, with the number of each."""
    found = {pid: re.search(r" bot .*/bots/(\d)\b", line) for pid, line in pids_of(at).items()}
    return {pid: int(bot[1]) for pid, bot in found.items() if bot is not None}


def pids_of(at: Path) -> dict[int, str]:
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue
            if str(at) in line:
                found[int(entry.name)] = line
    return found


def goodbyes(at: Path) -> list[Path]:
    """The journals in which a goodbye is signed."""
    journals = (at / "home").rglob("tables/*/journal")
    return [path for path in journals if b"goodbye" in path.read_bytes()]


def test_what_cannot_be_resumed_is_said(terminal: Terminal, tmp_path: Path) -> None:
    window = open_window(terminal, tmp_path, "resume")
    assert window.wait_for_end() == 2
    assert "No table waits to be resumed." in window.text().replace("\n", " ")
    window = open_window(terminal, tmp_path, "resume", "abc")
    assert window.wait_for_end() == 2
    assert "No table whose id begins with abc waits" in window.text().replace("\n", " ")
    window = open_window(terminal, tmp_path, "resume", "--at", "300.1.1.1")
    assert window.wait_for_end() == 2
    assert "neither an IP address nor the name of a machine" in window.text().replace("\n", " ")


def test_the_clock_of_a_table_is_shown_before_it_begins(terminal: Terminal, tmp_path: Path) -> None:
    host = open_window(
        terminal,
        tmp_path,
        *("host", "--name", "Ada", "--bind", "127.0.0.1", "--clock", "90"),
    )
    host.wait_for("Clock: 90 seconds for each decision")
    guest = open_window(terminal, tmp_path, "join", invite_on(host), *HERE)
    guest.wait_for("Clock: 90 seconds for each decision")
    guest.press("C-q", "C-q")
    host.press("C-q", "C-q")
    guest.wait_for_end()
    host.wait_for_end()
    assert "its invite leads nowhere any more" in host.text().replace("\n", " ")
