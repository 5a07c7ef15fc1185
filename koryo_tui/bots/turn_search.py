"""Every way a turn can end: when to use powers, which card first, what events are aimed at.

The turn is searched by layers of moves, equal tables met on different ways being one. As long as a
layer has no more than ``width`` tables nothing is left out; beyond that (several Lobbying at once)
the best of a layer go on.
"""

from __future__ import annotations

from collections.abc import Callable

from koryo_tui.bots.fast import DONE, FastMove
from koryo_tui.bots.fast_turn import TurnState, turn_after, turn_moves

Moves = tuple[FastMove, ...]


def ways_to_end(
    start: TurnState,
    seat: int,
    seats: int,
    value: Callable[[TurnState], float],
    width: int,
) -> dict[TurnState, Moves]:
    """The tables with which the turn can end, each with moves that lead there, ``Done`` included.

    ``value`` is asked only in layers that are too wide.
    """
    ends: dict[TurnState, Moves] = {}
    layer: dict[TurnState, Moves] = {start: ()}
    while layer:
        following: dict[TurnState, Moves] = {}
        for state, moves in layer.items():
            for move in turn_moves(state, seat, seats):
                if move[0] == DONE:
                    # Which powers were used is of no interest any more.
                    ends.setdefault((*state[:6], 0), (*moves, move))
                    continue
                after = turn_after(state, move, seat, seats)
                if after not in following:
                    following[after] = (*moves, move)
        if len(following) > width:
            best = sorted(following, key=value, reverse=True)[:width]
            following = {state: following[state] for state in best}
        layer = following
    return ends
