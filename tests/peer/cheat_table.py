"""All tables of cheats together."""

from __future__ import annotations

from tests.peer.cheat_deck import DECK_CHEATS
from tests.peer.cheat_moves import MOVE_CHEATS
from tests.peer.cheat_orders import ORDER_CHEATS
from tests.peer.cheat_steps import STEP_CHEATS

ALL_CHEATS = (*STEP_CHEATS, *DECK_CHEATS, *ORDER_CHEATS, *MOVE_CHEATS)

__all__ = ["ALL_CHEATS", "DECK_CHEATS", "MOVE_CHEATS", "ORDER_CHEATS", "STEP_CHEATS"]
