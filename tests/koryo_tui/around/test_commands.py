"""The commands round the table, where there is no terminal, and one as a process of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest

from koryo_tui import own_files
from koryo_tui.commands import halls, help, learn, replay, rules, start, verify
from koryo_tui.drawing.start import start_page
from koryo_tui.exits import Failed, NotSeated, WrongUse
from koryo_tui.halls import note
from koryo_tui.own_files import known, profile_folders, record_called
from koryo_tui.screens.join import Tried
from koryo_tui.screens.start import StartScreen
from koryo_tui.start import Known, Resumable, Start
from koryo_tui.text.rules import TOPICS
from protocol.net.disk import FolderLock
from tests.koryo_tui.games import played, transcripts
from tests.koryo_tui.helpers import STILL
from tests.koryo_tui.typist import Typist

ALL = (halls, help, learn, replay, rules, start)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(own_files, "data_root", lambda: tmp_path)
    return tmp_path


def profile(root: Path, name: str) -> Path:
    folder = root / "profiles" / name
    (folder / "transcripts").mkdir(parents=True)
    (folder / "identity").write_bytes(bytes(64))
    return folder


@pytest.mark.parametrize("command", ALL, ids=lambda command: command.__name__)
def test_each_command_says_what_it_is_for_and_has_options(command: object) -> None:
    parser = ArgumentParser()
    command.add_options(parser)  # type: ignore[attr-defined]
    assert len(command.ABOUT) > 40  # type: ignore[attr-defined]


def test_help_alone_lists_every_topic(capsys: pytest.CaptureFixture[str]) -> None:
    help.run(Namespace(topic=[]))
    printed = capsys.readouterr().out
    assert all(topic.name in printed and topic.title in printed for topic in TOPICS)


@pytest.mark.parametrize(
    ("topic", "said"),
    [(["banker"], "you may take a token"), (["6"], "6 Bankers"), (["verify"], "--help")],
)
def test_help_prints_a_topic_or_a_command(
    topic: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    help.run(Namespace(topic=topic))
    printed = capsys.readouterr().out
    assert said in printed
    # Without a terminal only sentences are longer, which are whole.
    assert all(len(line) < 80 or line == verify.ABOUT for line in printed.splitlines())


def test_help_for_nothing_known_says_so() -> None:
    with pytest.raises(WrongUse, match="koryo-tui help lists all"):
        help.run(Namespace(topic=["zebra"]))


def test_rules_without_a_terminal_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    rules.run(Namespace(topic=["lobbying"], plain=False))
    assert "- Lobbying" in capsys.readouterr().out


def test_rules_in_lines_list_the_topics_and_print_those_that_are_typed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules.run(Namespace(topic=["lobbying"], plain=True))
    page = capsys.readouterr().out
    assert page.startswith("- Lobbying\n")
    monkeypatch.setattr("sys.stdin", StringIO("lobbying\n\nbanker\n"))
    rules.run(Namespace(topic=[], plain=True))
    printed = capsys.readouterr().out
    asked = "? Type a topic, or an empty line to end.\n"
    assert printed.startswith("game: The game in short.\n")
    assert printed.endswith(f"{asked}{page}{asked}")


def test_a_replay_in_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.koryo"
    file.write_bytes(transcripts()[1])
    assert replay.run(Namespace(file=str(file), plain=True, review=None)) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith("Round 1: 10 cards each")
    assert sum(" held " in line for line in printed) == 16
    assert any("win" in line or "share" in line for line in printed)


def test_a_replay_of_nothing_or_of_something_else(tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match="check the name"):
        replay.run(Namespace(file=str(tmp_path / "none"), plain=True, review=None))
    file = tmp_path / "letter.koryo"
    file.write_text("Dear Olena")
    with pytest.raises(Failed, match="cannot be read: this is no Koryo transcript") as refused:
        replay.run(Namespace(file=str(file), plain=True, review=None))
    assert refused.value.code == 2


def test_the_halls_in_lines(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    note(profile(root, "default"), played("a1", "2026-03-01", -2, 31))
    assert halls.run(Namespace(profile=None, plain=True)) == 0
    printed = capsys.readouterr().out
    assert "31 Olena, 2026-03-01, with Ada" in printed
    assert "-2 Ada, 2026-03-01, with Olena" in printed
    *_, game, path = printed.splitlines()
    assert game == "2026-03-01 Olena: 31 and Ada: -2", "the winner first"
    assert path == str(root / "profiles" / "default" / "transcripts" / "2026-03-01-a1.koryo")


def test_the_start_screen_knows_the_games_of_all_profiles(root: Path) -> None:
    other, default = profile(root, "default-2"), profile(root, "default")
    (default / "transcripts" / "2026-03-01-a1.koryo").touch()
    (other / "transcripts" / "2026-03-01-a1.koryo").touch()
    (other / "transcripts" / "2026-03-01-z9.koryo").touch()
    (other / "transcripts" / "2026-03-09-b2.koryo").touch()
    os.utime(other / "transcripts" / "2026-03-01-z9.koryo", (5, 5))
    assert profile_folders(None) == (default, other)
    found = known(None)
    assert [path.name for path in found.transcripts] == [
        "2026-03-09-b2.koryo",
        "2026-03-01-a1.koryo",
        "2026-03-01-z9.koryo",
    ]
    assert found.transcripts[1].is_relative_to(default)


def test_the_start_screen_names_the_profile_that_is_free(root: Path) -> None:
    lock = FolderLock(profile(root, "default"))
    assert known(None).profile == "default-2"
    lock.release()
    assert known(None).profile == "default"
    shown = start_page(Start(Known("default-2", name="Ada")), 80, 24)
    assert shown[2].text.startswith(" You play as Ada (profile default-2).")


def test_a_record_is_found_by_the_number_of_its_table(root: Path, tmp_path: Path) -> None:
    folder = profile(root, "default")
    kept = folder / "transcripts" / "2026-03-01-0a1b.koryo"
    kept.touch()
    growing = folder / "tables" / "0c1d" / "transcript"
    growing.parent.mkdir(parents=True)
    growing.touch()
    assert record_called("0a1") == record_called("2026-03-01-0a1b.koryo") == kept
    assert record_called("0C1D") == growing
    assert record_called("0a 1b") == kept
    with pytest.raises(WrongUse, match="Several tables have a number that begins with 0"):
        record_called("0")
    assert record_called(str(tmp_path)) == tmp_path


def test_the_start_screen_needs_a_terminal(root: Path) -> None:
    with pytest.raises(WrongUse, match="needs a terminal"):
        start.run(Namespace(profile=None, log=None, name=None))


def test_a_table_that_waits_is_marked_at_the_start_until_something_else_is_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    older, newer = (Resumable(name, ("resume", name), "waits", "with Ben") for name in "ab")
    left = Resumable("c", ("resume", "c"))
    tables = iter(((), (older, left), (older, left), (newer, older), (left,)))
    answers = iter((("solo",), ("solo",), ("halls",), ("resume", "b"), ()))
    seen: list[tuple[str, str | None]] = []
    levels: list[int] = []

    def show(screen: StartScreen, _look: object) -> tuple[str, ...]:
        waits = screen.start.known.waits
        levels.append(screen.start.level)
        screen._start = replace(screen.start, level=2)
        seen.append((screen.start.line, None if waits is None else waits.said))
        return next(answers)

    monkeypatch.setattr("koryo_tui.seat.need_terminal", lambda: None)
    monkeypatch.setattr("koryo_tui.looking.own_look", lambda _options: STILL)
    monkeypatch.setattr("koryo_tui.waiting_tables.resumable", lambda _profile: next(tables))
    monkeypatch.setattr("koryo_tui.home.show", show)
    monkeypatch.setattr("koryo_tui.cli.main", lambda _words, _telling: 0)
    assert start.run(Namespace(profile="nobody", name=None)) == 0
    assert seen == [
        ("learn", None),
        ("resume", "a"),
        ("solo", "a"),
        ("resume", "b"),
        ("resume", None),
    ]
    assert levels == [1, 2, 2, 2, 2], "what was chosen stays chosen"


def test_a_table_that_gave_no_seat_leads_back_to_where_it_was_joined(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter((("join", "INVITE"), ("solo",), ()))
    opened: list[Tried | None] = []

    def show(screen: StartScreen, _look: object) -> tuple[str, ...]:
        opened.append(screen.tried)
        return next(answers)

    def main(words: list[str], telling: Callable[[Failed], None]) -> int:
        telling(NotSeated("The table is full.") if words[0] == "join" else Failed("No room."))
        return 1

    monkeypatch.setattr("koryo_tui.seat.need_terminal", lambda: None)
    monkeypatch.setattr("koryo_tui.looking.own_look", lambda _options: STILL)
    monkeypatch.setattr("koryo_tui.waiting_tables.resumable", lambda _profile: ())
    monkeypatch.setattr("koryo_tui.home.show", show)
    monkeypatch.setattr("koryo_tui.cli.main", main)
    monkeypatch.setattr("builtins.input", lambda _asked: "")
    assert start.run(Namespace(profile="nobody", name=None)) == 0
    assert opened == [None, Tried("", "The table is full."), None]
    assert capsys.readouterr().err == "No room.\n"


@pytest.mark.parametrize("code", [128 + 1, 128 + 15])
def test_who_is_ended_in_a_game_is_not_asked_for_another(
    code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter([("solo",)])
    monkeypatch.setattr("koryo_tui.seat.need_terminal", lambda: None)
    monkeypatch.setattr("koryo_tui.looking.own_look", lambda _options: STILL)
    monkeypatch.setattr("koryo_tui.waiting_tables.resumable", lambda _profile: ())
    monkeypatch.setattr("koryo_tui.home.show", lambda _screen, _look: next(answers))
    called: list[str] = []
    monkeypatch.setattr("koryo_tui.cli.main", lambda words, _telling: called.extend(words) or code)
    options = Namespace(profile="nobody", name="Ada", ascii=True, lang="en")
    assert start.run(options) == code
    assert called == ["solo", *["--name", "Ada", "--profile", "nobody", "--lang", "en", "--ascii"]]


def test_the_lesson_is_played_through_a_pipe_by_a_process_of_its_own(tmp_path: Path) -> None:
    """A screen reader's way: only lines, and an answer to each that asks."""
    code = (
        "from argparse import Namespace; from koryo_tui.commands import learn; "
        "raise SystemExit(learn.run(Namespace(name='Olena', plain=True)))"
    )
    environ = {**os.environ, "HOME": str(tmp_path), "PYTHONIOENCODING": "utf-8"}
    typist = Typist()
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environ,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line in process.stdout:
            typist.read([line.rstrip("\n")])
            is_over = re.search(r"\bwins? with|share the first", line) is not None
            reply = "leave" if is_over else typist.reply()
            if reply is not None:
                process.stdin.write(f"{reply}\n")
                process.stdin.flush()
    assert process.returncode == 0
    assert "Lesson: Welcome to Koryo." in typist.lines
    assert any("Round 3 ends" in line for line in typist.lines)
