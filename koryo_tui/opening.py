"""Whether all hands can be opened once a game is over."""

from __future__ import annotations

from protocol.peer.view import LinkState, TableView


def never_agree(view: TableView) -> tuple[int, ...]:
    """The seats that would have to agree and never will: gone for good, without a word of it."""
    return tuple(
        each.seat
        for each in view.seats
        if each.seat not in view.opens
        and (each.left or each.fault is not None)
        and each.link is LinkState.LOST
    )
