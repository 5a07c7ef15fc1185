"""The keys, by what they do. Digits, arrows, Enter and the like are the same on every layout; each
letter is bound at its place on a Cyrillic layout too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from textual.binding import Binding

from koryo_tui.drafts.base import Press
from koryo_tui.text import words
from protocol.rules import CARDS


@dataclass(frozen=True, slots=True)
class Action:
    """``name`` is the Textual action, ``keys`` those that do it, ``label`` what it is called."""

    name: str
    keys: tuple[str, ...]
    label: str

    def binding(self) -> Binding:
        """The action bound to its keys; it can be bound to others by its name."""
        keys = ",".join(self.keys)
        return Binding(keys, self.name, self.label, show=False, id=self.name, priority=False)


def _press(press: Press, label: str, *keys: str) -> Action:
    return Action(f"press('{press.value}')", keys, label)


DRAFT_KEYS: Final = (
    _press(Press.UP, "Up", "up"),
    _press(Press.DOWN, "Down", "down"),
    _press(Press.LEFT, "Fewer", "left"),
    _press(Press.RIGHT, "More", "right"),
    _press(Press.NEXT, "Next", "tab"),
    _press(Press.PREVIOUS, "Previous", "shift+tab"),
    _press(Press.TOGGLE, "Choose", "space"),
    _press(Press.ACCEPT, "Accept", "enter"),
    _press(Press.BACK, "Back", "escape"),
    _press(Press.UNDO, "Undo", "u", "U", "г", "Г", "backspace"),
)
CARD_KEYS: Final = tuple(
    Action(
        f"jump({int(card)})", ({"-": "minus"}.get(words.KEYS[card], words.KEYS[card]),), card.name
    )
    for card in CARDS
)
PAGE_KEYS: Final = (
    Action("page('help')", ("f1", "question_mark"), "Help"),
    Action("page('log')", ("f2",), "Log"),
    Action("page('players')", ("f3",), "Players"),
    Action("page('powers')", ("f4",), "Powers"),
    Action("page('result')", ("f5",), "Result"),
)
LEAVE_KEYS: Final = (
    Action("leave", ("ctrl+q",), "Leave"),
    Action("ask_to_leave", ("ctrl+c",), "Leave?"),
)
LOBBY_KEYS: Final = (
    Action("start", ("enter",), "Start"),
    Action("mark(-1)", ("up",), "Up"),
    Action("mark(1)", ("down",), "Down"),
    Action("remove", ("delete", "backspace"), "Remove"),
    Action("copy", ("y", "Y", "н", "Н"), "Copy"),
    Action("back", ("escape",), "Back"),
)


def bindings(*actions: tuple[Action, ...]) -> list[Binding]:
    """Bindings for these actions."""
    return [action.binding() for some in actions for action in some]
