"""Which language a command speaks: the option, else the settings, else the locale, else English."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pexpect
import pytest

from tests.koryo_tui.processes import COMMAND, PATIENCE, home

TITLES = {"en": "2 Spies", "uk": "2 Шпигуни", "it": "2 Spie", "zh": "2 间谍"}


def told(at: Path, *options: str, settings: str = "", **environ: str) -> str:
    """The first line of a page of the rules."""
    account = at / "home"
    environment = {**home(account), "LC_ALL": "C.UTF-8", **environ}
    if settings:
        file = account / ".config" / "koryo-tui" / "settings.toml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(settings, encoding="utf-8")
    done = subprocess.run(
        [*COMMAND, *options],
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=True,
    )
    return done.stdout.splitlines()[0]


def test_without_anything_it_is_english(tmp_path: Path) -> None:
    assert told(tmp_path, "help", "spy") == TITLES["en"]


@pytest.mark.parametrize("language", ["en", "uk", "it", "zh"])
def test_the_option_wins(tmp_path: Path, language: str) -> None:
    settings = 'language = "zh"\n'
    options = ("help", "spy", "--lang", language)
    assert told(tmp_path, *options, settings=settings, LC_ALL="it_IT.UTF-8") == TITLES[language]


def test_the_option_may_stand_before_the_command(tmp_path: Path) -> None:
    assert told(tmp_path, "--lang", "it", "help", "spy") == TITLES["it"]


def test_then_the_settings_then_the_locale(tmp_path: Path) -> None:
    locale = "it_IT.UTF-8"
    assert told(tmp_path, "help", "spy", LC_ALL=locale) == TITLES["it"]
    assert (
        told(tmp_path, "help", "spy", settings='language = "auto"\n', LC_ALL=locale)
        == (TITLES["it"])
    )
    assert (
        told(tmp_path, "help", "spy", settings='language = "uk"\n', LC_ALL=locale) == (TITLES["uk"])
    )


def test_a_topic_is_found_in_the_language_spoken(tmp_path: Path) -> None:
    assert told(tmp_path, "help", "шпигуни", "--lang", "uk") == TITLES["uk"]


def test_the_start_screen_speaks_it_too(tmp_path: Path) -> None:
    child = pexpect.spawn(
        COMMAND[0],
        [*COMMAND[1:], "--lang", "uk"],
        cwd=str(tmp_path),
        env={**home(tmp_path / "home"), "LC_ALL": "C.UTF-8"},
        dimensions=(24, 80),
        encoding="utf-8",
        timeout=PATIENCE,
    )
    child.expect_exact("Сісти за стіл")
    child.send("\x1b")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
