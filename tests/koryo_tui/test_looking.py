"""What settings and options give a command: its look and the name at the table."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path

import pytest

from koryo_tui import looking, terminal
from koryo_tui.commands import host, join, learn, play, resume, solo
from koryo_tui.exits import WrongUse
from koryo_tui.looking import own_look, own_name, wanted_look


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "settings.toml"
    monkeypatch.setattr(looking, "settings_file", lambda: path)
    return path


def given(*words: str) -> Namespace:
    parser = ArgumentParser()
    host.add_options(parser)
    return parser.parse_args(words)


@pytest.mark.parametrize("command", [host, join, learn, play, resume, solo])
def test_every_command_that_plays_takes_the_options_of_the_look(command: object) -> None:
    parser = ArgumentParser()
    command.add_options(parser)  # type: ignore[attr-defined]
    found = parser.parse_args(["--plain", "--ascii", "--no-mouse"])
    assert (found.plain, found.ascii, found.no_mouse) == (True, True, True)


def test_the_settings_make_the_look_and_options_win(settings: Path) -> None:
    settings.write_text('ascii = false\nmouse = true\nkeys = {"talk" = "x"}\n')
    look = own_look(given())
    assert (look.ascii, look.mouse, look.keys.name("talk")) == (False, True, "x")
    assert look.settings_path == settings
    look = own_look(given("--ascii", "--no-mouse"))
    assert (look.ascii, look.mouse) == (True, False)


def test_lines_need_no_look(settings: Path) -> None:
    settings.write_text("no = settings")
    assert wanted_look(given("--plain")) is None
    with pytest.raises(WrongUse, match="settings"):
        wanted_look(given())


@pytest.mark.parametrize(
    ("words", "name"), [((), "Olena"), (("--name", "Ada"), "Ada"), (("--name", ""), "")]
)
def test_the_name_is_the_given_one_else_that_of_the_settings(
    settings: Path, words: tuple[str, ...], name: str
) -> None:
    settings.write_text('name = "Olena"\n')
    assert own_name(given(*words)) == name


def test_without_settings_the_account_gives_the_name(settings: Path) -> None:
    assert own_name(given()) is None


def test_a_line_out_of_a_pipe_leaves_the_next_ones_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out, into = os.pipe()
    os.write(into, "Olena \u0456 Ada\nstart\n".encode())
    os.close(into)
    with os.fdopen(out) as pipe:
        monkeypatch.setattr("sys.stdin", pipe)
        assert terminal.read_line("Invite: ") == "Olena \u0456 Ada"
        assert os.read(pipe.fileno(), 100) == b"start\n"
        with pytest.raises(EOFError):
            terminal.read_line("")
    assert capsys.readouterr().out == "Invite: \n"
