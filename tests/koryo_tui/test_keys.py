"""Every action has an id, keys that work on a Cyrillic layout, and a way without letters."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.keys import _character_to_key

from koryo_tui.keys import ACTIONS, BESIDE, REPLACED, REPLAY_KEYS, Keys, with_twins
from koryo_tui.screens.choice import ChoiceScreen
from koryo_tui.screens.page import PageScreen
from koryo_tui.screens.table import TableScreen
from koryo_tui.text import choices, words
from protocol.peer.questions import PlaceOrder
from tests.koryo_tui.helpers import STILL, RulesTable, position, shown, text_of, until

FRONTS = ("446779", "133688899-", "2355770", "458999")


def test_a_letter_brings_its_capital_and_its_cyrillic_twins() -> None:
    assert with_twins(("u",)) == ("u", "U", "г", "Г", "\uff55", "\uff35")
    assert with_twins(("s", "f1")) == ("s", "S", "і", "І", "ы", "Ы", "\uff53", "\uff33", "f1")


def test_digits_and_signs_have_full_width_twins() -> None:
    assert with_twins(("7", "minus", "f7")) == (
        "7",
        "\uff17",
        "minus",
        _character_to_key("\uff0d"),
        "f7",
    )
    for key, sign in (("question_mark", "\uff1f"), ("plus", "\uff0b"), ("space", "\u3000")):
        assert with_twins((key,)) == (key, _character_to_key(sign))


async def test_a_chinese_input_method_chooses_cards_lines_and_help() -> None:
    async with shown(RulesTable.of(position(*FRONTS), hand="26648-")) as pilot:
        await pilot.press("fullwidth_hyphen_minus")
        assert "Lobbying" in text_of(pilot)[21]
        await pilot.press("\uff16")
        assert "Banker" in text_of(pilot)[21]
        await pilot.press("fullwidth_question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, PageScreen))
        await pilot.press("escape", "f10")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceScreen))
        await pilot.press("\uff13")
        await until(pilot, lambda: isinstance(pilot.app.screen, PageScreen))
        await pilot.pause()
        assert any("Players" in line for line in text_of(pilot))


def test_every_letter_key_has_its_twins() -> None:
    for action in ACTIONS.values():
        assert action.keys == with_twins(action.keys)


def test_no_two_actions_of_the_table_share_a_key() -> None:
    table = [action for id, action in REPLACED.items() if not id.startswith("lobby")]
    keys = [key for action in table for key in action.keys]
    assert len(keys) == len(set(keys))


def is_taken_by_terminals(key: str) -> bool:
    return (len(key) == 1 and key.isalpha()) or key.startswith("f")


def test_whatever_has_only_letters_or_function_keys_is_in_the_menu() -> None:
    hidden = {
        id
        for id, action in REPLACED.items()
        if all(is_taken_by_terminals(key) for key in action.keys) and id != "menu"
    }
    assert hidden <= set(choices.MENU)


def test_no_two_actions_of_the_replay_share_a_key() -> None:
    keys = [key for action in REPLAY_KEYS for key in action.keys]
    assert len(keys) == len(set(keys))
    assert not set(keys) & set("12345678"), "which go to the rounds"


@pytest.mark.parametrize("id", list(BESIDE))
def test_round_the_table_everything_has_a_key_that_terminals_leave_alone(id: str) -> None:
    if id != "window-again":  # in the menu under an id of the table
        assert not all(is_taken_by_terminals(key) for key in BESIDE[id].keys)


def test_in_windows_a_changed_key_works_beside_the_usual_ones() -> None:
    keys = Keys({"window-close": ("x",), "help": ("h",)})
    assert keys.keymap() == {
        "window-close": "escape,enter,x,X,ч,Ч,\uff58,\uff38",
        "help": "h,H,р,Р,\uff48,\uff28",
    }


@pytest.mark.parametrize(
    ("key", "name"),
    [("f10", "F10"), ("ctrl+q", "^Q"), ("question_mark", "?"), ("escape", "Esc"), ("u", "u")],
)
def test_keys_have_names(key: str, name: str) -> None:
    assert words.key_name(key) == name


def test_the_first_bound_key_is_the_one_that_is_shown() -> None:
    assert Keys().name("help") == "F1"
    assert Keys({"help": ("h", "f1")}).name("help") == "h"
    assert Keys({"help": ("h",)}).keymap() == {"help": "h,H,р,Р,\uff48,\uff28"}


async def test_a_rebound_key_works_on_a_cyrillic_layout_too_and_is_shown() -> None:
    table = RulesTable.of(position(*FRONTS), hand="26648-")
    keys = Keys({"accept": ("x",), "players": ("z",)})
    async with shown(table, look=replace(STILL, keys=keys)) as pilot:
        await pilot.press("6")
        assert "x seal" in text_of(pilot)[22]
        assert "z Players" in text_of(pilot)[23]
        await pilot.press("я")
        await until(pilot, lambda: isinstance(pilot.app.screen, PageScreen))
        await pilot.press("escape", "ч", "x")
        assert [type(each) for each in table.decisions] == [PlaceOrder]


async def test_windows_take_the_changed_keys_and_the_usual_ones() -> None:
    bound = {"window-close": ("x",), "log": ("z",), "choice-take": ("k",), "talk-close": ("f12",)}
    keys = Keys(bound)
    table = RulesTable.of(position(*FRONTS), hand="26648-")
    async with shown(table, look=replace(STILL, keys=keys)) as pilot:

        async def closed() -> None:
            await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))

        for opens, closes in (("z", "x"), ("z", "z"), ("f1", "escape"), ("f6", "f12")):
            await pilot.press(opens)
            await until(pilot, lambda: not isinstance(pilot.app.screen, TableScreen))
            await pilot.press(closes)
            await closed()
        await pilot.press("escape", "k")
        await until(pilot, lambda: isinstance(pilot.app.screen, PageScreen))


async def test_everything_can_be_reached_through_the_menu() -> None:
    async with shown(RulesTable.of(position(*FRONTS), hand="26648-")) as pilot:
        for number, title in (
            ("1", "Help"),
            ("3", "Players"),
            ("5", "Scores"),
            ("7", "Table talk"),
        ):
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceScreen))
            await pilot.press(number)
            await until(pilot, lambda: not isinstance(pilot.app.screen, ChoiceScreen))
            await pilot.pause()
            assert any(title in line for line in text_of(pilot))
            await pilot.press("escape")
