"""What can be done by keys, under ids that settings can bind to other keys; no terminal here.

Digits, arrows, Enter and the like are the same on every layout; each letter is bound at its place
on a Cyrillic layout too. Whatever has a letter or a function key is also in the menu, which opens
with Esc, since terminals take such keys for themselves.

At the table and in the lobby a changed key takes the place of the usual one, which every hint
shows. In windows and round the table it works beside the usual one: there is always a way out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from string import digits
from types import MappingProxyType
from typing import Final

from koryo_tui.drafts.base import Press
from koryo_tui.text import words
from protocol.rules import CARDS, FAMILIES

_LATIN: Final = "qwertyuiopasdfghjklzxcvbnm"
_CYRILLIC: Final = "йцукенгшщзфівапролдячсмить"
#: On a Russian layout one letter of the game's keys stands elsewhere than on a Ukrainian one.
_ALSO: Final = MappingProxyType({"s": "ы"})
_SPELLED: Final = MappingProxyType({"-": "minus", "?": "question_mark"})
#: From an ASCII character to its full-width form, which Chinese input methods type.
_FULL_WIDTH: Final = 0xFEE0
#: The full-width forms of keys that have names, under their names.
_WIDE: Final = MappingProxyType(
    {
        "minus": "fullwidth_hyphen_minus",
        "plus": "fullwidth_plus_sign",
        "question_mark": "fullwidth_question_mark",
        "space": "ideographic_space",
    }
)


def with_twins(keys: tuple[str, ...]) -> tuple[str, ...]:
    """``keys``, each letter followed by its capital and by what its key gives on a Cyrillic
    layout, and each character by its full-width form."""
    found: list[str] = []
    for key in keys:
        lower = key.lower()
        if len(key) == 1 and lower in _LATIN:
            twins = lower + _CYRILLIC[_LATIN.index(lower)] + _ALSO.get(lower, "") + _wide(lower)
            found += [letter for twin in twins for letter in (twin, twin.upper())]
        elif len(key) == 1 and key in digits:
            found += [key, _wide(key)]
        else:
            found += [key, _WIDE[key]] if key in _WIDE else [key]
    return tuple(dict.fromkeys(found))


def _wide(character: str) -> str:
    return chr(ord(character) + _FULL_WIDTH)


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
    _do("hint", "hint", "h"),
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
    _do("lobby-bot", "bot", "b", "insert"),
    _do("lobby-remove", "remove", "delete", "backspace"),
    _do("lobby-copy", "copy", "y", "space"),
    _do("lobby-qr", "qr", "q", "tab"),
    _do("lobby-help", "rules", "f1", "question_mark"),
    _do("lobby-back", "back", "escape"),
)
CHOICE_KEYS: Final = (
    _do("choice-up", "move(-1)", "up", "shift+tab", "left"),
    _do("choice-down", "move(1)", "down", "tab", "right"),
    _do("choice-take", "choose", "enter", "space"),
    _do("choice-back", "back", "escape"),
)
WINDOW_KEYS: Final = (
    _do("window-close", "close", "escape", "enter"),
    _do("window-do", "do", "y", "space"),
    _do("window-again", "again", "r"),
)
TALK_KEYS: Final = (
    _do("talk-up", "move(-1)", "up"),
    _do("talk-down", "move(1)", "down", "tab"),
    _do("talk-close", "close", "escape"),
)
REPLAY_KEYS: Final = (
    _do("replay-forward", "step(1)", "right", "enter"),
    _do("replay-back", "step(-1)", "left", "backspace"),
    _do("replay-next-round", "round(1)", "down", "pagedown"),
    _do("replay-this-round", "round(-1)", "up", "pageup"),
    _do("replay-start", "start", "home"),
    _do("replay-end", "end", "end"),
    _do("replay-play", "play", "space"),
    _do("replay-next-seat", "seat(1)", "tab"),
    _do("replay-previous-seat", "seat(-1)", "shift+tab"),
    _do("replay-help", "page('help')", "f1", "question_mark"),
    _do("replay-log", "page('log')", "f2", "0"),
    _do("replay-hands", "page('hands')", "f4", "9", "h"),
    _do("replay-result", "page('result')", "f5", "minus"),
    _do("replay-review", "review", "f7", "plus", "v"),
    _do("replay-leave", "leave", "escape"),
)
START_KEYS: Final = (
    _do("start-up", "move(-1)", "up", "shift+tab"),
    _do("start-down", "move(1)", "down"),
    _do("start-fewer", "change(-1)", "left"),
    _do("start-more", "change(1)", "right"),
    _do("start-field", "field", "tab"),
    _do("start-go", "go", "enter", "space"),
    _do("start-help", "rules", "f1", "question_mark"),
    _do("start-settings", "settings", "s", "insert"),
    _do("start-quit", "quit", "escape"),
)
SETTINGS_KEYS: Final = (
    _do("settings-up", "move(-1)", "up", "shift+tab"),
    _do("settings-down", "move(1)", "down", "tab"),
    _do("settings-fewer", "change(-1)", "left"),
    _do("settings-more", "change(1)", "right"),
    _do("settings-choose", "choose", "enter", "space"),
    _do("settings-back", "back", "escape"),
)
LIST_KEYS: Final = (
    _do("list-up", "move(-1)", "up", "shift+tab"),
    _do("list-down", "move(1)", "down", "tab"),
    _do("list-far-up", "move(-10)", "pageup"),
    _do("list-far-down", "move(10)", "pagedown"),
    _do("list-choose", "choose", "enter", "space"),
    _do("list-back", "back", "escape"),
)
REVIEW_KEYS: Final = (
    _do("review-up", "move(-1)", "up"),
    _do("review-down", "move(1)", "down"),
    _do("review-next-seat", "other(1)", "tab", "right"),
    _do("review-previous-seat", "other(-1)", "shift+tab", "left"),
    _do("review-choose", "choose", "enter", "space"),
    _do("review-back", "back", "escape"),
)
JOIN_KEYS: Final = (
    _do("join-up", "move(-1)", "up", "shift+tab"),
    _do("join-down", "move(1)", "down", "tab"),
    _do("join-back", "back", "escape"),
)
HALLS_KEYS: Final = (
    _do("halls-up", "move(-1)", "up"),
    _do("halls-down", "move(1)", "down"),
    _do("halls-far-up", "move(-10)", "pageup"),
    _do("halls-far-down", "move(10)", "pagedown"),
    _do("halls-open", "open", "enter", "space"),
    _do("halls-leave", "leave", "escape"),
)
RULES_KEYS: Final = (
    _do("rules-up", "move(-1)", "up"),
    _do("rules-down", "move(1)", "down", "tab"),
    _do("rules-text-up", "scroll_text(-10)", "pageup", "left"),
    _do("rules-text-down", "scroll_text(10)", "pagedown", "right", "enter"),
    _do("rules-erase", "erase", "backspace"),
    _do("rules-leave", "leave", "escape"),
)


def _by_id(*actions: tuple[Action, ...]) -> Mapping[str, Action]:
    return MappingProxyType({each.binding_id: each for some in actions for each in some})


#: What changed keys take the place of.
REPLACED: Final = _by_id(DRAFT_KEYS, CARD_KEYS, PAGE_KEYS, TABLE_KEYS, LEAVE_KEYS, LOBBY_KEYS)
#: What changed keys work beside.
BESIDE: Final = _by_id(
    CHOICE_KEYS,
    WINDOW_KEYS,
    TALK_KEYS,
    REPLAY_KEYS,
    START_KEYS,
    SETTINGS_KEYS,
    LIST_KEYS,
    REVIEW_KEYS,
    JOIN_KEYS,
    HALLS_KEYS,
    RULES_KEYS,
)
#: Everything that can be bound to other keys.
ACTIONS: Final = MappingProxyType({**REPLACED, **BESIDE})
_CARD_IDS: Final = tuple(action.binding_id for action in CARD_KEYS)
CARDS_ID: Final = "cards"
"""Stands for the keys of all cards in a hint."""
FAMILIES_ID: Final = "families"
"""Stands for the keys of all families in a hint."""
_FAMILY_IDS: Final = _CARD_IDS[: len(FAMILIES)]
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
        if id == FAMILIES_ID:
            usual = not any(card in self.bound for card in _FAMILY_IDS)
            return "1-9" if usual else " ".join(self.name(card) for card in _FAMILY_IDS)
        if id == ARROWS_ID:
            usual = not any(arrow in self.bound for arrow in _ARROWS)
            return words.ARROWS if usual else " ".join(self.name(arrow) for arrow in _ARROWS)
        return words.key_name(self.of(id)[0])

    def keymap(self) -> dict[str, str]:
        """The changed bindings as Textual takes them."""
        return {
            id: ",".join((*(BESIDE[id].keys if id in BESIDE else ()), *with_twins(keys)))
            for id, keys in self.bound.items()
        }


@dataclass(frozen=True, slots=True)
class Hint:
    """A few words about keys: ``ids`` of the actions, ``label`` what they do now."""

    ids: tuple[str, ...]
    label: str


def action_of(id: str) -> str | None:
    """The Textual action of an id; None for one that stands for several keys."""
    action = ACTIONS.get(id)
    return None if action is None else action.name
