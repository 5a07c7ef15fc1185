"""Koryo itself: cards, rounds, majorities, moves, scoring (docs/rules.md).

Public information only, and nothing random: whoever plays hands in the shuffled pile. A
``Position`` says what may happen next and what follows; ``Referee`` adds the hidden hands and so
plays whole games. Here another program drives a game move by move, its "shuffle" being no more
than the pile turned round:

>>> from protocol.rules import *
>>> game = Referee.start(clockwise=(0, 1), first=0, shuffle=lambda pile: pile[::-1])
>>> game.position.phase, game.position.actor, write_cards(game.hand(0))
(<Phase.ORDER: 'order'>, 0, '99999BBBLL')

Ask for the legal decisions of the seat that is to decide, and play one of them:

>>> [write_order(order) for order in game.legal()]
['9', '99', '999', '9999', '99999', 'B', 'BB', 'BBB', 'L', 'LL']
>>> game = game.play(read_order("99")).play(read_order("8"))
>>> game.position.phase, game.position.actor
(<Phase.ACTION: 'action'>, 0)
>>> game.legal()
(TurnUp(card=<Card.MERCHANT: 9>),)
>>> game = game.play(read_move("u9"))
>>> game.position.influence(), [write_move(move) for move in game.legal()]
((9, 0), ['.'])

What is against the rules is refused, with a reason for programs and a sentence for people:

>>> game.play(read_move("t"))
Traceback (most recent call last):
protocol.rules.illegal.IllegalMove: The majority that gives this power is not held now.

A peer that does not know the other hands keeps a ``Position`` and hears of the rest:

>>> position = Position.start(clockwise=(0, 1), first=1).dealt()
>>> position = position.placed(2).placed(1).opened(read_order("66"))
>>> position.actor, position.legal_moves()
(1, (TurnUp(card=<Card.BANKER: 6>),))
>>> position = position.played(read_move("u6"))
>>> [write_move(move) for move in position.legal_moves()]
['t', '.']
>>> write_position(position)
'1 action 1 01 1 -/66 00 ss 0,0 10,10 1,2 -:-:-'

Whole games are written down, read back and played again:

>>> print(write_record(game.record), end="")
koryo 1
start 1 deal - 01 0 -/- 00 ss 0,0 0,0 -,- -
deal 99999BBBLL/89999BBBLL
0 +2
1 +1
0 =99 u9
>>> read_record(write_record(game.record)).positions()[-1] == game.position
True
"""

from protocol.rules.cards import (
    BOX,
    BOX_SIZE,
    CARDS,
    EVENTS,
    FAMILIES,
    NOTHING,
    ROUNDS,
    TOKENS,
    Card,
    Counts,
    add,
    cards_of,
    characters,
    counts_of,
    events,
)
from protocol.rules.deal import deal_map, deal_size, limit
from protocol.rules.illegal import IllegalMove, Reason
from protocol.rules.majority import holder
from protocol.rules.missing import penalty_now
from protocol.rules.moves import (
    Decline,
    Destroy,
    Discard,
    Done,
    Move,
    Order,
    RemoveEvent,
    Steal,
    Swap,
    TakeToken,
    TurnMove,
    TurnUp,
)
from protocol.rules.notation import (
    InvalidNotation,
    read_card,
    read_cards,
    read_move,
    read_order,
    read_position,
    write_card,
    write_cards,
    write_move,
    write_order,
    write_position,
)
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
    read_record,
    write_record,
)
from protocol.rules.referee import Decision, Referee, Shuffle
from protocol.rules.scoring import (
    HALL_OF_FAME,
    Outcome,
    Score,
    breakdown,
    influence,
    outcome,
    preview_order,
)
from protocol.rules.state import Phase, Placed, Standing, Turn

__all__ = [
    "BOX",
    "BOX_SIZE",
    "CARDS",
    "EVENTS",
    "FAMILIES",
    "HALL_OF_FAME",
    "NOTHING",
    "ROUNDS",
    "TOKENS",
    "Action",
    "Card",
    "Counts",
    "Deal",
    "Decision",
    "Decline",
    "Destroy",
    "Discard",
    "Done",
    "EndByDefault",
    "GoMissing",
    "IllegalMove",
    "InvalidNotation",
    "Move",
    "Open",
    "Order",
    "Outcome",
    "Phase",
    "Place",
    "Placed",
    "Position",
    "Reason",
    "Record",
    "Referee",
    "RemoveEvent",
    "Return",
    "Score",
    "Shuffle",
    "Standing",
    "Steal",
    "Swap",
    "TakeToken",
    "Turn",
    "TurnMove",
    "TurnUp",
    "add",
    "apply",
    "breakdown",
    "cards_of",
    "characters",
    "counts_of",
    "deal_map",
    "deal_size",
    "events",
    "holder",
    "influence",
    "limit",
    "outcome",
    "penalty_now",
    "preview_order",
    "read_card",
    "read_cards",
    "read_move",
    "read_order",
    "read_position",
    "read_record",
    "write_card",
    "write_cards",
    "write_move",
    "write_order",
    "write_position",
    "write_record",
]
