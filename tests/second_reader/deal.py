"""What a deal comes to (6.6 to 6.8)."""

from __future__ import annotations

from tests.second_reader.deck import Deck, joint_key, open_card, open_deck
from tests.second_reader.rules import Position, spread


class Deal:
    """The keys, the deck and the shares of one round."""

    def __init__(self, position: Position, keys: dict[int, bytes]) -> None:
        self.round = position.round
        self.keys = keys
        self.K = joint_key(list(keys.values()))
        self.open: Deck = open_deck(self.K, spread(position.pile()))
        owners = position.deal_map()
        self.hands = {
            seat: [place for place, owner in enumerate(owners) if owner == seat]
            for seat in range(len(position.fronts))
        }
        self.proved: Deck | None = None
        self.digest = b""
        self.shares: dict[tuple[int, int], dict[int, bytes]] = {}
        """By giver and recipient: the share of each position."""

    def masks_at(self, positions: list[int]) -> tuple[bytes, ...]:
        """The A of the pairs at these positions of the proved deck."""
        assert self.proved is not None
        return tuple(self.proved[place][0] for place in positions)

    def card(self, seat: int, place: int, own_share: bytes) -> int:
        """The card at a position of a seat's hand, with the seat's own share."""
        assert self.proved is not None
        others = [self.shares[giver, seat][place] for giver in self.keys if giver != seat]
        return open_card(self.proved[place][1], [own_share, *others])
