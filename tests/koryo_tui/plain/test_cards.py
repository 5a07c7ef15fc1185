from __future__ import annotations

import re

import pytest

from koryo_tui.plain.cards import read_cards
from koryo_tui.plain.reading import NotUnderstood, read_command
from koryo_tui.plain.table import TableDesk
from koryo_tui.text import words
from protocol.rules import CARDS
from tests.koryo_tui.helpers import cards

HELD = cards("22566778-")


def typed(line: str) -> str:
    """The keys of the cards that are read."""
    return words.typed(read_cards(line, HELD))


@pytest.mark.parametrize("line", ["66", "6 6", "6, 6", "\uff16\uff16", "\uff16\uff0c6"])
def test_cards_may_be_typed_with_and_without_gaps(line: str) -> None:
    assert typed(line) == "66"


def test_events_have_the_keys_of_the_screen() -> None:
    for line in ("-0", "\uff0d\uff10"):
        assert typed(line) == "0-"


@pytest.mark.parametrize(
    ("line", "keys"),
    [
        ("guardian", "7"),
        ("2 guardians", "77"),
        ("2Guardians", "77"),
        ("gua", "7"),
        ("2 ba", None),
        ("2 bank", "66"),
        ("bankers", "66"),
        ("Ship Owners", "5"),
        ("2 ship", "55"),
        ("ship owner and spy", "25"),
        ("1 Spy (2) and Lobbying (-).", None),
        ("1 Spy (2) and Lobbying (-)", "2-"),
        ("2 spies, banker", "226"),
        ("2 spies 1 banker", "226"),
        ("barbarians", "0"),
        ("merchants", "9"),
    ],
)
def test_cards_may_be_typed_by_name(line: str, keys: str | None) -> None:
    if keys is not None:
        assert typed(line) == keys
        return
    with pytest.raises(NotUnderstood):
        typed(line)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("6x", "66 or 2 bankers"),
        ("66!", "is no card"),
        (" ", "is no card"),
        ("\u0666", "is no card"),
        ("0 spies", "is no card"),
        ("777 spies", "is no card"),
        ("2 spies 3", "is no card"),
        ("maybe", "I do not know"),
        ("b", "Banker, Broadcaster and Barbarians"),
    ],
)
def test_what_is_no_card_is_said(line: str, why: str) -> None:
    with pytest.raises(NotUnderstood, match=why):
        typed(line)


def test_whatever_a_list_shows_can_be_typed_and_is_no_command() -> None:
    for card in CARDS:
        for number in (1, 2, 5):
            line = re.sub(r"\W*\(.*", "", words.typeable((card,) * number))
            assert typed(line) == words.KEYS[card] * number
            for name in (line, words.one(card), words.many(card)):
                assert read_command(name, TableDesk.words) is None, name
