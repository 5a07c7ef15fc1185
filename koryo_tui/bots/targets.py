"""What an event is best aimed at, looking no further than the event itself."""

from __future__ import annotations

from typing import Final

from koryo_tui.bots.fast import (
    BARBARIANS,
    BITS,
    COUNT,
    DESTROY,
    FAMILY_NUMBERS,
    GUARDIAN,
    SWAP,
    FastMove,
    Table,
    destroys,
    holder,
    open_to_lobbying,
    swaps,
)
from koryo_tui.bots.values import RoundValues

_FAR: Final = 1e9


def best_use(
    table: Table, values: RoundValues, seat: int, event: int
) -> tuple[float, FastMove | None]:
    """What resolving ``event`` brings ``seat``, and the move; None without a target."""
    if event == BARBARIANS:
        return _best_destroy(table, values, seat)
    return _best_swap(table, values, seat)


def has_target(table: Table, seat: int, event: int) -> bool:
    if event == BARBARIANS:
        return bool(destroys(table.cards, seat, table.seats))
    return bool(swaps(table.cards, table.seats))


def resolve(table: Table, move: FastMove) -> None:
    """Destroys or swaps on ``table``."""
    if move[0] == DESTROY:
        table.cards[move[2]] -= 1 << (move[1] * BITS)
        return
    _, one, card, other, other_card = move
    there = (1 << (other * BITS)) - (1 << (one * BITS))
    table.cards[card] += there
    table.cards[other_card] -= there


def _best_destroy(table: Table, values: RoundValues, seat: int) -> tuple[float, FastMove | None]:
    cards, view = table.cards, values.views[seat]
    keys = values.keys(cards, table.bank)
    shielded = holder(cards, GUARDIAN)
    best, move = -_FAR, None
    for family in FAMILY_NUMBERS:
        packed = cards[family]
        if not packed:
            continue
        look, key = view[family], keys[family]
        now = look[packed | key]
        for other in range(table.seats):
            shift = other * BITS
            if (packed >> shift) & COUNT and other != seat and not shielded >> other & 1:
                gain = look[(packed - (1 << shift)) | key] - now
                if gain > best:
                    best, move = gain, (DESTROY, other, family)
    return best, move


def _best_swap(table: Table, values: RoundValues, seat: int) -> tuple[float, FastMove | None]:
    """Families are looked at one by one: what each gains by going over, then the best two."""
    cards, view = table.cards, values.views[seat]
    keys = values.keys(cards, table.bank)
    unshielded = open_to_lobbying(cards, table.seats)
    best, move = -_FAR, None
    held = [
        (family, cards[family], view[family], keys[family])
        for family in FAMILY_NUMBERS
        if cards[family]
    ]
    for index, one in enumerate(unshielded):
        for other in unshielded[index + 1 :]:
            there = (1 << (other * BITS)) - (1 << (one * BITS))
            given: list[tuple[float, int]] = []
            got: list[tuple[float, int]] = []
            for family, packed, look, key in held:
                if (packed >> (one * BITS)) & COUNT:
                    now = look[packed | key]
                    given.append((look[(packed + there) | key] - now, family))
                if (packed >> (other * BITS)) & COUNT:
                    now = look[packed | key]
                    got.append((look[(packed - there) | key] - now, family))
            given.sort(reverse=True)
            got.sort(reverse=True)
            for gain_given, card in given[:2]:
                for gain_got, other_card in got[:2]:
                    if card != other_card and gain_given + gain_got > best:
                        best = gain_given + gain_got
                        move = (SWAP, one, card, other, other_card)
    return best, move
