"""What settings and options give a command: its look and the name at the table."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path

import pytest

from koryo_tui import looking, terminal
from koryo_tui.commands import host, join, learn, play, resume, solo
from koryo_tui.exits import WrongUse
from koryo_tui.looking import asked_name, own_look, own_name, wanted_look
from koryo_tui.settings import LANGUAGES, Settings, read_settings
from koryo_tui.text.settings import usual_file


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


def test_who_has_no_name_is_asked_once_where_there_is_a_terminal(
    settings: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked_name(given()) is None, "there is no terminal"
    asked: list[str] = []

    def answer(prompt: str) -> str:
        asked.append(prompt)
        return ("Olena Kovalenko", 'Ol"ena ')[len(asked) - 1]

    monkeypatch.setattr(terminal, "is_terminal", lambda: True)
    monkeypatch.setattr(terminal, "read_line", answer)
    monkeypatch.setattr("getpass.getuser", lambda: "somebody_with_a_long_name")
    assert asked_name(given("--name", "Ada")) == "Ada"
    settings.write_text("# my own\nbell = false\n")
    assert asked_name(given()) == asked_name(given()) == own_name(given()) == 'Ol"ena'
    assert asked == ["What shall the others call you? Enter for somebody_wit: "] * 2
    said = "Olena Kovalenko is too long: there is room for 12 letters (6 if they are Chinese)"
    assert said in capsys.readouterr().out
    assert settings.read_text() == 'name = "Ol\\"ena"\n\n# my own\nbell = false\n'


def test_enter_takes_the_name_of_the_account_and_makes_the_settings(
    settings: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(terminal, "is_terminal", lambda: True)
    monkeypatch.setattr(terminal, "read_line", lambda _prompt: "")
    monkeypatch.setattr("getpass.getuser", lambda: "ada")
    monkeypatch.setattr(solo, "run", lambda options: options.name == "ada")
    assert play.run(Namespace(plain=True)), "who wants to play at once is asked nothing"
    assert capsys.readouterr().out.startswith("You play as ada;")
    assert not settings.exists()
    assert asked_name(given()) == "ada"
    assert read_settings(settings) == Settings(name="ada")
    assert settings.read_text() == usual_file(LANGUAGES).replace('# name = ""', 'name = "ada"')
    settings.write_text('name = ""')
    assert asked_name(given()) is None, "empty means that of the account, and was chosen"


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
