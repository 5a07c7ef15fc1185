"""Settings: a commented file, read strictly, and what they do to the look."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from koryo_tui.keys import ACTIONS
from koryo_tui.look import look_of, ring, say_in_title
from koryo_tui.screens.settings_file import settings_page
from koryo_tui.settings import (
    LANGUAGES,
    BadSettings,
    Settings,
    ThemeChoice,
    read_settings,
    write_usual_settings,
)
from koryo_tui.text.settings import NO_FILE, usual_file

UTF8 = {"TERM": "xterm-256color", "LANG": "uk_UA.UTF-8"}


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "settings.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_without_a_file_everything_is_as_usual(tmp_path: Path) -> None:
    assert read_settings(tmp_path / "none.toml") == Settings()


def test_the_usual_file_says_what_is_usual(tmp_path: Path) -> None:
    path = tmp_path / "new" / "settings.toml"
    assert write_usual_settings(path)
    assert read_settings(path) == Settings()
    text = re.sub(r"(?m)^# (?=[a-z0-9-]+ = )", "", path.read_text(encoding="utf-8"))
    usual = read_settings(written(tmp_path, text))
    assert usual == Settings(name="", keys=usual.keys)
    assert set(usual.keys) == set(ACTIONS)


def test_a_file_that_is_there_is_never_written_over(tmp_path: Path) -> None:
    path = written(tmp_path, "bell = false\n")
    assert not write_usual_settings(path)
    assert path.read_text(encoding="utf-8") == "bell = false\n"


def test_every_setting_is_read(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        'name = "Оля"\nlanguage = "uk"\ntheme = "light"\nconfirm = false\nbell = false\n'
        'motion = false\nmouse = false\nascii = true\n[keys]\nundo = "x"\nhelp = ["h", "f1"]\n',
    )
    assert read_settings(path) == Settings(
        name="Оля",
        language="uk",
        theme=ThemeChoice.LIGHT,
        confirm=False,
        bell=False,
        motion=False,
        mouse=False,
        ascii=True,
        keys={"undo": ("x",), "help": ("h", "f1")},
    )


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("bell = 1", "bell is wrong: it must be true or false"),
        ('theme = "blue"', "auto, dark, light, terminal"),
        ('language = "kr"', "auto, en, uk, it, zh"),
        ("name = 5", "name is wrong"),
        ('name = "Maximiliana20"', "there is room for 12 letters"),
        ("colour = true", "no entry called colour"),
        ('[keys]\nfly = "x"', "no action called fly"),
        ("[keys]\nundo = []", "each action must have keys"),
        ("keys = 3", "each action must have keys"),
        ("bell", "are not TOML"),
    ],
)
def test_a_mistake_is_told_in_one_sentence(tmp_path: Path, text: str, about: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(BadSettings) as caught:
        read_settings(path)
    said = str(caught.value)
    assert about in said
    assert str(path) in said
    assert said.endswith(".")


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="cannot be read"):
        read_settings(tmp_path)


@pytest.mark.parametrize("width", [36, 72, 76])
def test_the_page_of_the_settings_cuts_nothing(width: int, tmp_path: Path) -> None:
    path = tmp_path / "of_somebody_with_a_long_name" / ("x" * 90) / "settings.toml"
    long = f'[keys]\nundo = ["u", "{"y" * 90}"]\n\tup = ["k"]\n# ' + "word " * 40
    for content in (None, long):
        page = settings_page(path, content, width)
        assert max(line.width for line in page) <= width
        shown = "".join("".join(line.text for line in page).split())
        file = usual_file(LANGUAGES) if content is None else long
        assert "".join(file.split()) in shown
        assert "".join(str(path).split()) in shown
        assert ("".join(NO_FILE.split()) in shown) == (content is None)


def test_settings_make_the_look() -> None:
    look = look_of(Settings(), UTF8)
    assert (look.theme, look.pace > 0, look.confirm, look.ascii, look.mouse) == (
        "textual-dark",
        True,
        True,
        False,
        True,
    )
    assert look.attention is ring
    quiet = look_of(Settings(bell=False, motion=False, confirm=False, mouse=False), UTF8)
    assert (quiet.pace, quiet.confirm, quiet.mouse) == (0, False, False)
    assert quiet.attention is say_in_title


def test_options_win_over_settings() -> None:
    assert look_of(Settings(ascii=False), UTF8, ascii=True).ascii
    assert not look_of(Settings(), UTF8, mouse=False).mouse


@pytest.mark.parametrize(
    "environ",
    [
        {"TERM": "xterm-256color", "LANG": "C"},
        {"TERM": "xterm-256color"},
        {"TERM": "linux", "LANG": "en_US.UTF-8"},
        {"TERM": "xterm-256color", "LANG": "en_US.UTF-8", "LC_ALL": "POSIX"},
    ],
)
def test_frames_are_plain_where_the_locale_is_not_utf8(environ: dict[str, str]) -> None:
    assert look_of(Settings(), environ).ascii
    assert not look_of(Settings(ascii=False), environ).ascii


@pytest.mark.parametrize(
    ("wanted", "background", "theme"),
    [
        (ThemeChoice.AUTO, "", "textual-dark"),
        (ThemeChoice.AUTO, "15;0", "textual-dark"),
        (ThemeChoice.AUTO, "0;15", "textual-light"),
        (ThemeChoice.LIGHT, "15;0", "textual-light"),
        (ThemeChoice.DARK, "0;15", "textual-dark"),
        (ThemeChoice.TERMINAL, "", "ansi-dark"),
        (ThemeChoice.TERMINAL, "0;15", "ansi-light"),
    ],
)
def test_the_theme_follows_the_settings_and_else_the_background(
    wanted: ThemeChoice, background: str, theme: str
) -> None:
    environ = {**UTF8, "COLORFGBG": background}
    assert look_of(Settings(theme=wanted), environ).theme == theme


def test_no_colour_wins_over_the_theme() -> None:
    environ = {**UTF8, "NO_COLOR": "1"}
    assert look_of(Settings(theme=ThemeChoice.LIGHT), environ).theme == "ansi-light"
