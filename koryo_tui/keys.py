"""What can be done by keys, under ids that settings can bind to other keys; no terminal here.

Digits, arrows, Enter and the like are the same on every layout; each letter is bound at its place
on a Cyrillic layout too. Whatever has a letter or a function key is also in the menu, which opens
with Esc, since terminals take such keys for themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from koryo_tui.drafts.base import Press
from koryo_tui.text import words
from protocol.rules import CARDS

_LATIN: Final = "qwertyuiopasdfghjklzxcvbnm"
_CYRILLIC: Final = "йцукенгшщзфівапролдячсмить"
#: On a Russian layout one letter of the game's keys stands elsewhere than on a Ukrainian one.
_ALSO: Final = MappingProxyType({"s": "ы"})
_SPELLED: Final = MappingProxyType({"-": "minus", "?": "question_mark"})


def with_twins(keys: tuple[str, ...]) -> tuple[str, ...]:
    """``keys``, each letter followed by its capital and by what its key gives on a Cyrillic
    layout."""
    found: list[str] = []
    for key in keys:
        lower = key.lower()
        if len(key) != 1 or lower not in _LATIN:
            found.append(key)
            continue
        twins = lower + _CYRILLIC[_LATIN.index(lower)] + _ALSO.get(lower, "")
        found += [letter for twin in twins for letter in (twin, twin.upper())]
    return tuple(dict.fromkeys(found))


@dataclass(frozen=True, slots=True)
class Action:
    """``name`` is the Textual action, ``keys`` those that do it, ``id`` its name in the settings
    (as ``name`` if empty)."""

    name: str
    keys: tuple[str, ...]
    label: str = ""
    id: str = ""

    @property
    def binding_id(self) -> str:
        """Under which id its keys can be changed."""
        return self.id or self.name


def _do(id: str, name: str, *keys: str) -> Action:
    return Action(name, with_twins(keys), id=id)


def _press(id: str, press: Press, *keys: str) -> Action:
    return _do(id, f"press('{press.value}')", *keys)


DRAFT_KEYS: Final = (
    _press("up", Press.UP, "up"),
    _press("down", Press.DOWN, "down"),
    _press("fewer", Press.LEFT, "left"),
    _press("more", Press.RIGHT, "right"),
    _press("next", Press.NEXT, "tab"),
    _press("previous", Press.PREVIOUS, "shift+tab"),
    _press("choose", Press.TOGGLE, "space"),
    _press("accept", Press.ACCEPT, "enter"),
    _press("back", Press.BACK, "escape"),
    _press("undo", Press.UNDO, "u", "backspace"),
)
CARD_KEYS: Final = tuple(
    _do(
        f"card-{words.KEYS[card].replace('-', 'minus')}",
        f"jump({int(card)})",
        _SPELLED.get(words.KEYS[card], words.KEYS[card]),
    )
    for card in CARDS
)
PAGE_KEYS: Final = (
    _do("help", "page('help')", "f1", "question_mark"),
    _do("log", "page('log')", "f2"),
    _do("players", "page('players')", "f3"),
    _do("powers", "page('powers')", "f4"),
    _do("scores", "page('scores')", "f5"),
)
TABLE_KEYS: Final = (
    _do("talk", "talk", "f6", "t"),
    _do("vote", "vote", "f7", "v"),
    _do("pause", "pause", "f8", "p"),
    _do("again", "again", "f9", "r"),
    _do("menu", "menu", "f10", "m"),
)
LEAVE_KEYS: Final = (
    _do("leave", "app.ask_to_leave", "ctrl+q"),
    _do("interrupt", "app.ask_to_leave", "ctrl+c"),
    _do("suspend", "app.suspend_process", "ctrl+z"),
)
LOBBY_KEYS: Final = (
    _do("lobby-start", "start", "enter"),
    _do("lobby-up", "mark(-1)", "up"),
    _do("lobby-down", "mark(1)", "down"),
    _do("lobby-remove", "remove", "delete", "backspace"),
    _do("lobby-copy", "copy", "y", "space"),
    _do("lobby-qr", "qr", "q", "tab"),
    _do("lobby-back", "back", "escape"),
)
#: Everything that can be bound to other keys.
ACTIONS: Final = MappingProxyType(
    {
        action.binding_id: action
        for some in (DRAFT_KEYS, CARD_KEYS, PAGE_KEYS, TABLE_KEYS, LEAVE_KEYS, LOBBY_KEYS)
        for action in some
    }
)
_CARD_IDS: Final = tuple(action.binding_id for action in CARD_KEYS)
CARDS_ID: Final = "cards"
"""Stands for the keys of all cards in a hint."""
_ARROWS: Final = ("up", "down", "fewer", "more")
ARROWS_ID: Final = "arrows"
"""Stands for the keys of all four directions in a hint."""


@dataclass(frozen=True)
class Keys:
    """Which keys do what; ``bound`` holds those that the settings changed, by id."""

    bound: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def of(self, id: str) -> tuple[str, ...]:
        """The keys of an action, the first being the one that is shown."""
        return self.bound.get(id, ACTIONS[id].keys)

    def name(self, id: str) -> str:
        """How the key of ``id`` is called in a hint."""
        if id == CARDS_ID:
            usual = not any(card in self.bound for card in _CARD_IDS)
            return "1-9 0 -" if usual else " ".join(self.name(card) for card in _CARD_IDS)
        if id == ARROWS_ID:
            usual = not any(arrow in self.bound for arrow in _ARROWS)
            return words.ARROWS if usual else " ".join(self.name(arrow) for arrow in _ARROWS)
        return words.key_name(self.of(id)[0])

    def keymap(self) -> dict[str, str]:
        """The changed bindings as Textual takes them."""
        return {id: ",".join(with_twins(keys)) for id, keys in self.bound.items()}


@dataclass(frozen=True, slots=True)
class Hint:
    """A few words about keys: ``ids`` of the actions, ``label`` what they do now."""

    ids: tuple[str, ...]
    label: str


def action_of(id: str) -> str | None:
    """The Textual action of an id; None for one that stands for several keys."""
    action = ACTIONS.get(id)
    return None if action is None else action.name
