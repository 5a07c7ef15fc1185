"""Walking round the table: who comes after whom."""

from __future__ import annotations

from typing import TypeVar

from protocol.rules.state import Standing

T = TypeVar("T")


def around(clockwise: tuple[int, ...], first: int) -> tuple[int, ...]:
    """All seats once, clockwise, beginning with ``first``."""
    start = clockwise.index(first)
    return clockwise[start:] + clockwise[:start]


def seated_from(
    clockwise: tuple[int, ...], first: int, standing: tuple[Standing, ...]
) -> tuple[int, ...]:
    """The seats that play (R8.1), clockwise, beginning with ``first`` or the next one after it."""
    return tuple(seat for seat in around(clockwise, first) if not standing[seat].is_missing)


def with_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """``items`` with one of them exchanged."""
    return (*items[:index], item, *items[index + 1 :])
