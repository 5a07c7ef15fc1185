"""The command line explains itself in the language in use, down to argparse's own words."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from koryo_tui import cli
from koryo_tui.cli import COMMANDS, Parser, make_parser
from koryo_tui.text import troubles, usage

ROOT = Path(__file__).parents[3]
#: With a language in which everything is said twice, whatever is said once is not translated.
_SAID_ONCE = """
from koryo_tui.text import i18n
from tests.koryo_tui.languages.show import Doubled
i18n.use(Doubled())
from koryo_tui.cli import COMMANDS, make_parser
def once(text):
    half = len(text) // 2
    return text[:half] != text[half + 1:]
for name in COMMANDS:
    if name == "bot":
        continue
    top = make_parser(name)
    sub = next(each for each in top._actions if each.dest == "command").choices[name]
    for parser in (top, sub):
        said = [parser.description, *(each.title for each in parser._action_groups)]
        said += [action.help for action in parser._actions if action.help is not None]
        print(*(text for text in said if text and once(text)), sep="\\n", end="")
    if not sub.format_usage().startswith("usage:  usage: "):
        print(sub.format_usage())
"""


def test_every_help_of_every_command_is_translated() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _SAID_ONCE], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []


class Wrong(Exception):
    """What argparse found wrong."""


def _raise(_parser: Parser, message: str) -> None:
    raise Wrong(message)


@pytest.mark.parametrize(
    "arguments",
    [
        ("frob",),
        ("host", "--seats"),
        ("host", "--seats", "5"),
        ("host", "--qr=yes"),
        ("host", "--sets", "3"),
        ("selfplay", "--seed", "x"),
        ("verify",),
        ("verify", "--lang", "kr", "x"),
    ],
)
def test_whatever_argparse_finds_wrong_is_known(
    arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Parser, "error", _raise)
    with pytest.raises(Wrong) as wrong:
        make_parser(arguments[0]).parse_args(arguments)
    what = str(wrong.value)
    for form in map(troubles._form, usage.MISTAKES[:1]):
        found = form.fullmatch(what)
        what = what if found is None else found[2]
    known = [form for form in map(troubles._form, usage.MISTAKES[1:]) if form.fullmatch(what)]
    assert known or "is not a number from" in what, what


@pytest.mark.parametrize(
    ("given", "language"),
    [
        (("--lang", "uk", "--help"), "uk"),
        (("host", "--lang=it"), "it"),
        (("host", "--lang"), None),
        (("host", "--lang", "kr"), None),
        (("rules", "uk"), None),
    ],
)
def test_the_language_is_known_before_the_options_are(
    given: tuple[str, ...], language: str | None
) -> None:
    assert cli._language_in(given) == language


def test_a_command_is_listed_with_a_word_or_hidden() -> None:
    assert {name for name, said in COMMANDS.items() if not said} == {"start", "bot"}
