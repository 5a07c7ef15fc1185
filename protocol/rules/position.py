"""The whole public state of a game, and what may follow it.

A position never changes: every method that plays returns another one. It knows no hand; what lies
face down is known only by its number until it is opened.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from protocol.rules import deal, ending, flow, invariants, majority, missing, orders, turns
from protocol.rules.cards import BOX, NOTHING, TOKENS, Card, Counts, counts_of
from protocol.rules.illegal import IllegalMove, Reason
from protocol.rules.moves import Discard, Done, Move, Order
from protocol.rules.scoring import influence
from protocol.rules.seating import seated_from, with_item
from protocol.rules.state import Phase, Placed, Standing, Turn


@dataclass(frozen=True, slots=True)
class Position:
    """Everything on the table. Tuples by seat have one item for each of the 2 to 4 seats.

    ``clockwise``: the seats 0 to n-1 as they sit. ``first``: who has the first-player token.
    ``actor``: whose decision is due (ORDER, ACTION, ENDING), else None. ``penalties``: minus
    points for going missing (R8.7). ``orders``: what lies face down, until the end of its turn.
    ``turn``: the actor's turn once its order is opened. ``hands``: cards dealt in this round.
    ``by_default``: the game ended because nobody was left to play with (R8.8).
    """

    clockwise: tuple[int, ...]
    round: int
    first: int
    phase: Phase
    actor: int | None
    fronts: tuple[Counts, ...]
    tokens: tuple[int, ...]
    bank: int
    standing: tuple[Standing, ...]
    penalties: tuple[int, ...]
    orders: tuple[Placed | None, ...]
    turn: Turn | None
    hands: tuple[int, ...]
    by_default: bool = False

    @classmethod
    def start(cls, clockwise: tuple[int, ...], first: int) -> Position:
        """Round 1 before its deal (R1.4).

        Raises ``ValueError`` unless the 2 to 4 seats are numbered 0 to n-1.
        """
        seats = len(clockwise)
        if not 2 <= seats <= 4 or sorted(clockwise) != list(range(seats)):
            raise ValueError("two to four seats sit round the table, numbered from 0")
        if first not in clockwise:
            raise ValueError(f"there is no seat {first}")
        none = (0,) * seats
        return cls(
            clockwise=clockwise,
            round=1,
            first=first,
            phase=Phase.DEAL,
            actor=None,
            fronts=(NOTHING,) * seats,
            tokens=none,
            bank=TOKENS,
            standing=(Standing.SEATED,) * seats,
            penalties=none,
            orders=(None,) * seats,
            turn=None,
            hands=none,
        )

    @property
    def seats(self) -> int:
        """How many seats the table has, missing ones included."""
        return len(self.clockwise)

    @property
    def limit(self) -> int:
        """How many cards a front may keep at the end of this round (R1.6)."""
        return deal.limit(self.round)

    @property
    def deal_size(self) -> int:
        """How many cards this round deals to each seat, without the Broadcaster's (R1.6)."""
        return deal.deal_size(self.round)

    @property
    def pile(self) -> Counts:
        """The cards in no front: pile, hands and what lies face down (R1.5)."""
        return tuple(map(int.__sub__, BOX, map(sum, zip(*self.fronts, strict=True))))

    def order_of_play(self) -> tuple[int, ...]:
        """The seats that play, from the first player clockwise: what is done "in turn" (R1.7)."""
        return seated_from(self.clockwise, self.first, self.standing)

    # Majorities

    def holder(self, family: Card) -> int | None:
        """Who holds a majority at this moment (R2.3), ties by the Omniscient (R2.2).

        Raises ``ValueError`` for an event.
        """
        return majority.holder(self.fronts, family, omniscient=True)

    def has_power(self, seat: int, power: Card) -> bool:
        """Whether ``seat`` holds the majority of the family ``power`` now (R2.5)."""
        return self.holder(power) == seat

    def shielded_from_barbarians(self, seat: int) -> bool:
        """Whether Barbarians cannot choose ``seat`` now (R5.10)."""
        return majority.shielded_from_barbarians(self.fronts, seat)

    def shielded_from_lobbying(self, seat: int) -> bool:
        """Whether Lobbying cannot choose ``seat`` now (R5.11)."""
        return majority.shielded_from_lobbying(self.fronts, seat)

    def influence(self) -> tuple[int, ...]:
        """The score of each seat as if the game ended at this moment (R7.6)."""
        return influence(self.fronts, self.tokens, self.penalties)

    # Deal

    def deal_map(self) -> tuple[int, ...]:
        """The seat that gets deck position 0, 1, 2, ... (R3.3). ``ValueError`` unless in DEAL."""
        if self.phase is not Phase.DEAL:
            raise ValueError("no deal is due")
        return deal.deal_map(
            self.order_of_play(), self.deal_size, self.holder(Card.BROADCASTER), sum(self.pile)
        )

    def deal_sizes(self) -> tuple[int, ...]:
        """How many cards each seat gets (R3.2); after the deal, how many it got. 0 if missing."""
        if self.phase is not Phase.DEAL:
            return self.hands
        dealt = self.deal_map()
        return tuple(dealt.count(seat) for seat in range(self.seats))

    def dealt(self) -> Position:
        """Hands are dealt; orders are due. ``ValueError`` unless in DEAL with two seated."""
        sizes = self.deal_sizes()
        if self.phase is not Phase.DEAL or len(self.order_of_play()) < 2:
            raise ValueError("a deal is due in the phase DEAL, and needs two seats")
        return flow.after_order(replace(self, phase=Phase.ORDER, hands=sizes))

    # Orders

    def legal_orders(self, hand: Counts) -> tuple[Order, ...]:
        """Every order the actor may place from its ``hand``. ``IllegalMove`` unless in ORDER."""
        return orders.legal_orders(self, hand)

    def check_order(self, hand: Counts, order: Order) -> None:
        """Raises ``IllegalMove`` if the actor may not place ``order`` from its ``hand``."""
        orders.check_order(self, hand, order)

    def placed(self, size: int) -> Position:
        """The actor has placed ``size`` cards face down. Raises ``IllegalMove``."""
        orders.check_size(self, size)
        assert self.actor is not None
        order = Placed(size, self.has_power(self.actor, Card.SHIP_OWNER))
        return flow.after_order(replace(self, orders=with_item(self.orders, self.actor, order)))

    def opened(self, order: Order) -> Position:
        """The actor's turn begins; what it had placed is ``order``. Raises ``IllegalMove``."""
        orders.check_opening(self, order)
        return replace(self, turn=Turn(counts_of(order.cards)))

    # Moves

    def legal_moves(self) -> tuple[Move, ...]:
        """Every move of the actor in its opened turn, or every discard; otherwise none."""
        if self.turn is not None:
            return turns.legal_turn_moves(self)
        if self.phase is Phase.ENDING and self.actor is not None:
            return ending.legal_discards(self, self.actor)
        return ()

    def played(self, move: Move) -> Position:
        """The position after the actor's ``move``. Raises ``IllegalMove``.

        After a turn or a discard it runs on by itself up to the next decision or deal.
        """
        if isinstance(move, Discard):
            if self.phase is not Phase.ENDING or self.actor is None:
                raise IllegalMove(Reason.NOT_YOUR_TURN)
            ending.check_discard(self, self.actor, move)
            return flow.after_discard(ending.discarded(self, self.actor, move))
        after = turns.after(self, move)
        return flow.after_turn(after) if isinstance(move, Done) else after

    # Missing seats

    def without(self, seat: int, standing: Standing) -> Position:
        """The position once ``seat`` is absent, has left or is at fault (R8)."""
        return missing.without(self, seat, standing)

    def again(self, seat: int) -> Position:
        """The position once a missing ``seat`` is back, in DEAL (R8.9). Else ``ValueError``."""
        return missing.again(self, seat)

    def ended_by_default(self) -> Position:
        """The end in DEAL with fewer than two seated (R8.8). Else ``ValueError``."""
        return missing.ended_by_default(self)

    def check(self) -> None:
        """Raises ``ValueError`` unless the parts of the position fit together."""
        invariants.check(self)
