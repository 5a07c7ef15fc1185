"""How many cards each round deals, and which seat gets which card of the pile (R1.6, R3)."""

from __future__ import annotations

from protocol.rules.cards import ROUNDS


def deal_size(round_number: int) -> int:
    """Cards dealt to each seat in round 1 to 8: 10 down to 3 (R1.6)."""
    _check_round(round_number)
    return 11 - round_number


def limit(round_number: int) -> int:
    """Cards a front may keep at the end of round 1 to 8: 3 up to 10 (R1.6)."""
    _check_round(round_number)
    return round_number + 2


def deal_map(
    order_of_play: tuple[int, ...], each: int, broadcaster: int | None, pile: int
) -> tuple[int, ...]:
    """The seat that gets deck position 0, 1, 2, ... (R3.3).

    One card at a time in ``order_of_play``, ``each`` cards a seat and one more for the
    ``broadcaster``, until all have theirs or the ``pile`` (its number of cards) ends (R3.4).
    """
    passes = [order_of_play] * each
    if broadcaster in order_of_play:
        passes.append((broadcaster,))
    return tuple(seat for one_pass in passes for seat in one_pass)[:pile]


def _check_round(round_number: int) -> None:
    if not 1 <= round_number <= ROUNDS:
        raise ValueError(f"there is no round {round_number}")
