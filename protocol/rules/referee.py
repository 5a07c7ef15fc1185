"""A whole game with its hidden hands, for tests, simulations and sampling.

A referee never changes; ``play`` returns the next one. It deals, opens orders and ends the game by
itself, so that somebody's decision is always due until the game is over. Hands are hidden only as
far as its user keeps them so: players at a table use ``Position`` and their own hand instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from protocol.rules.cards import NOTHING, Card, Counts, cards_of, counts_of
from protocol.rules.illegal import IllegalMove, Reason
from protocol.rules.moves import Move, Order
from protocol.rules.position import Position
from protocol.rules.record import (
    Action,
    Deal,
    EndByDefault,
    GoMissing,
    Open,
    Place,
    Record,
    Return,
    apply,
)
from protocol.rules.seating import with_item
from protocol.rules.state import Phase, Standing

Decision = Order | Move
#: Handed the pile in fixed order (families 1 to 9, Barbarians, Lobbying), returns it shuffled;
#: asked before each round (R3.1).
Shuffle = Callable[[tuple[Card, ...]], Sequence[Card]]


@dataclass(frozen=True, slots=True)
class Referee:
    """A position, what is hidden in it, and what has happened since ``record.start``.

    ``hands``: by seat, what was dealt and is not yet ordered or given back. ``orders``: by seat,
    what lies face down. ``returning``: missing seats that come back before the next deal.
    """

    position: Position
    hands: tuple[Counts, ...]
    orders: tuple[Order | None, ...]
    shuffle: Shuffle
    record: Record
    returning: tuple[int, ...] = ()

    @classmethod
    def start(cls, clockwise: tuple[int, ...], first: int, shuffle: Shuffle) -> Referee:
        """A new game, the first hands dealt. ``ValueError`` as in ``Position.start``."""
        return cls.resume(Position.start(clockwise, first), shuffle)

    @classmethod
    def resume(
        cls,
        position: Position,
        shuffle: Shuffle,
        hands: tuple[Counts, ...] = (),
        orders: tuple[Order | None, ...] = (),
    ) -> Referee:
        """A game from ``position`` on, with the hands not yet ordered from, and the orders placed.

        Both may be left out where the phase has none. Raises ``ValueError`` if they do not fit.
        """
        hands = hands or (NOTHING,) * position.seats
        orders = orders or (None,) * position.seats
        sizes = tuple(placed.size if placed else 0 for placed in position.orders)
        given = tuple(len(order.cards) if order else 0 for order in orders)
        if position.turn is None and sizes != given:
            raise ValueError("the orders are not those placed")
        if position.phase is Phase.ORDER and any(
            sum(hand) != position.hands[seat]
            for seat, hand in enumerate(hands)
            if position.orders[seat] is None
        ):
            raise ValueError("the hands are not as large as dealt")
        return cls(position, hands, orders, shuffle, Record(position))._moved_on()

    def hand(self, seat: int) -> Counts:
        """The cards ``seat`` may order from; nothing once it has ordered (R4.5)."""
        return self.hands[seat]

    def order(self, seat: int) -> Order | None:
        """What ``seat`` has placed face down in this round, until its turn is over."""
        return self.orders[seat]

    def legal(self) -> tuple[Decision, ...]:
        """Every decision the actor may make: orders, moves or discards; none when it is over."""
        position = self.position
        if position.phase is Phase.ORDER and position.actor is not None:
            return position.legal_orders(self.hands[position.actor])
        return position.legal_moves()

    def play(self, decision: Decision) -> Referee:
        """The game after the actor's decision. Raises ``IllegalMove``."""
        actor = self.position.actor
        if not isinstance(decision, Order):
            return self._after(decision)._moved_on()
        if actor is None:
            raise IllegalMove(Reason.NOT_YOUR_TURN)
        self.position.check_order(self.hands[actor], decision)
        return replace(
            self._after(Place(len(decision.cards))),
            hands=with_item(self.hands, actor, NOTHING),
            orders=with_item(self.orders, actor, decision),
        )._moved_on()

    def without(self, seat: int, standing: Standing) -> Referee:
        """The game once ``seat`` is absent, has left or is at fault (R8); no return is awaited."""
        returning = tuple(each for each in self.returning if each != seat)
        return replace(self._after(GoMissing(seat, standing)), returning=returning)._moved_on()

    def again(self, seat: int) -> Referee:
        """The game with a missing ``seat`` that will be back before the next deal (R8.9).

        Raises ``ValueError`` if it is not missing, or is at fault.
        """
        if self.position.standing[seat] not in (Standing.ABSENT, Standing.LEFT):
            raise ValueError(f"seat {seat} cannot return")
        return replace(self, returning=tuple(sorted({*self.returning, seat})))

    def _after(self, action: Action) -> Referee:
        position = apply(self.position, action)
        record = Record(self.record.start, (*self.record.actions, action))
        return replace(self, position=position, record=record)

    def _moved_on(self) -> Referee:
        """On through everything that needs no decision, hands and orders following."""
        game = self
        while game.position.actor is None and game.position.phase is Phase.DEAL:
            game = game._dealt_or_ended()
        position = game.position
        cleared = tuple(
            order if placed is not None else None
            for order, placed in zip(game.orders, position.orders, strict=True)
        )
        hands = tuple(
            hand if position.hands[seat] else NOTHING for seat, hand in enumerate(game.hands)
        )
        game = replace(game, orders=cleared, hands=hands)
        if position.phase is Phase.ACTION and position.turn is None and position.actor is not None:
            order = cleared[position.actor]
            assert order is not None
            return game._after(Open(order))
        return game

    def _dealt_or_ended(self) -> Referee:
        game = self
        for seat in self.returning:
            game = game._after(Return(seat))
        game = replace(game, returning=())
        position = game.position
        if len(position.order_of_play()) < 2:
            return game._after(EndByDefault())
        pile = cards_of(position.pile)
        deck = tuple(self.shuffle(pile))
        if counts_of(deck) != position.pile:
            raise ValueError("a shuffle returns the cards it was handed")
        dealt = position.deal_map()
        hands = tuple(
            counts_of(tuple(card for card, to in zip(deck, dealt, strict=False) if to == seat))
            for seat in range(position.seats)
        )
        return replace(game._after(Deal(hands)), hands=hands)
