"""The actions of ``koryo_tui.keys`` as Textual bindings, which settings can change by their id."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from textual.binding import Binding

from koryo_tui.keys import (
    CARD_KEYS,
    CHOICE_KEYS,
    DRAFT_KEYS,
    HALLS_KEYS,
    JOIN_KEYS,
    LEAVE_KEYS,
    LIST_KEYS,
    LOBBY_KEYS,
    PAGE_KEYS,
    REPLAY_KEYS,
    REVIEW_KEYS,
    RULES_KEYS,
    SETTINGS_KEYS,
    START_KEYS,
    TABLE_KEYS,
    TALK_KEYS,
    WINDOW_KEYS,
    Action,
    with_twins,
)

__all__ = [
    "CARD_KEYS",
    "CHOICE_KEYS",
    "DRAFT_KEYS",
    "HALLS_KEYS",
    "JOIN_KEYS",
    "LEAVE_KEYS",
    "LIST_KEYS",
    "LOBBY_KEYS",
    "PAGE_KEYS",
    "REPLAY_KEYS",
    "REVIEW_KEYS",
    "RULES_KEYS",
    "SETTINGS_KEYS",
    "START_KEYS",
    "TABLE_KEYS",
    "TALK_KEYS",
    "WINDOW_KEYS",
    "Action",
    "bindings",
    "number_bindings",
]


def bindings(*actions: tuple[Action, ...], priority: bool = False) -> list[Binding]:
    """Bindings for these actions."""
    return [
        Binding(
            ",".join(action.keys),
            action.name,
            action.label,
            show=False,
            id=action.binding_id,
            priority=priority,
        )
        for some in actions
        for action in some
    ]


def number_bindings(numbers: Iterable[int], action: Callable[[int], str]) -> list[Binding]:
    """Bindings for numbers from 1 to 9; ``action(number)`` is what a number does."""
    return [
        Binding(",".join(with_twins((str(number),))), action(number), show=False)
        for number in numbers
    ]
