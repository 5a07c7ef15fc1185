"""The log says in plain sentences what happened and what it changed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from koryo_tui.drafts.preview import of_positions
from koryo_tui.drawing.scene import log_line
from koryo_tui.text import sentences
from koryo_tui.text.words import Names
from protocol.log.messages import Why
from protocol.peer.view import (
    MovePlayed,
    OrderOpened,
    OrderPlaced,
    RoundDealt,
    RoundEnded,
    SeatLeftOut,
    SeatReturned,
)
from protocol.rules import (
    Card,
    Decline,
    Destroy,
    Discard,
    Done,
    Move,
    Order,
    Phase,
    RemoveEvent,
    Steal,
    Swap,
    TakeToken,
    TurnUp,
    cards_of,
)
from tests.koryo_tui.helpers import cards, position, turn_position

NAMES = Names(("Ada", "Olena", "Marco"), you=0)


def said(order: str, *moves: Move, fronts: tuple[str, ...], seen_by: int = 0) -> str:
    """The log line of the last of the moves of seat 0's turn."""
    now = turn_position(order, *fronts).opened(Order(cards_of(cards(order))))
    for move in moves[:-1]:
        now = now.played(move)
    played = MovePlayed(5, 0, moves[-1], now, now.played(moves[-1]))  # type: ignore[arg-type]
    return log_line(played, Names(NAMES.names, seen_by))


@pytest.mark.parametrize(
    ("order", "moves", "fronts", "mine", "others"),
    [
        (
            "66",
            (TurnUp(Card.BANKER),),
            ("4", "6", "7"),
            "You turn up 2 Bankers. Bankers: you, 2 v 1.",
            "Ada turns up 2 Bankers. Bankers: Ada, 2 v 1.",
        ),
        (
            "9",
            (TakeToken(),),
            ("66", "6", "7"),
            "You take a token from the bank.",
            "Ada takes a token from the bank.",
        ),
        (
            "9",
            (Steal(2),),
            ("2", "6", "7"),
            "You steal a token from Marco.",
            "Ada steals a token from Marco.",
        ),
        (
            "9",
            (RemoveEvent(Card.LOBBYING),),
            ("4-", "6", "7"),
            "You remove Lobbying from your front.",
            "Ada removes Lobbying from their own front.",
        ),
        (
            "0",
            (TurnUp(Card.BARBARIANS), Destroy(1, Card.BANKER)),
            ("4", "6", "7"),
            "Your Barbarians destroy Olena's Banker. Bankers: nobody.",
            "Ada's Barbarians destroy your Banker. Bankers: nobody.",
        ),
        (
            "-",
            (TurnUp(Card.LOBBYING), Swap(0, Card.PRIEST, 1, Card.BANKER)),
            ("4", "6", "7"),
            "Your Lobbying swaps your Priest and Olena's Banker."
            " Priests: Olena, 1 v 0. Bankers: you, 1 v 0.",
            "Ada's Lobbying swaps Ada's Priest and your Banker."
            " Priests: you, 1 v 0. Bankers: Ada, 1 v 0.",
        ),
        (
            "0",
            (TurnUp(Card.BARBARIANS), Decline(Card.BARBARIANS)),
            ("4", "6", "7"),
            "You decline Barbarians.",
            "Ada declines Barbarians.",
        ),
    ],
)
def test_each_move_is_said_to_you_and_to_others(
    order: str, moves: tuple[Move, ...], fronts: tuple[str, ...], mine: str, others: str
) -> None:
    assert said(order, *moves, fronts=fronts) == mine
    assert said(order, *moves, fronts=fronts, seen_by=1) == others


def test_an_event_without_a_target_is_said_to_be_spent() -> None:
    line = said("-", TurnUp(Card.LOBBYING), fronts=("", "6", ""))
    assert line == "You turn up Lobbying. Lobbying finds no target and is spent."


def test_a_tie_names_who_has_the_power_by_the_omniscient() -> None:
    line = said("6", TurnUp(Card.BANKER), fronts=("1", "6", "7"))
    assert line.endswith("Bankers: tied 1 v 1, power to you.")


def test_discards_that_follow_by_themselves_are_told() -> None:
    before = turn_position("9", "456", "", "7", round=1).opened(Order((Card.MERCHANT,)))
    up = before.played(TurnUp(Card.MERCHANT))
    line = log_line(MovePlayed(1, 0, Done(), up, up.played(Done())), NAMES)
    assert line == "You end your turn."
    forced = turn_position("9", "00044", "", "7", round=1).opened(Order((Card.MERCHANT,)))
    up = forced.played(TurnUp(Card.MERCHANT))
    line = log_line(MovePlayed(1, 0, Done(), up, up.played(Done())), NAMES)
    assert "You were over the limit: 2 Priests and 1 Merchant discarded." in line


def test_a_chosen_discard_is_told_once() -> None:
    before = position("45678", "9", "", round=1, phase=Phase.ENDING)
    discard = Discard((Card.PRIEST, Card.SHIP_OWNER))
    line = log_line(MovePlayed(1, 0, discard, before, before.played(discard)), NAMES)
    assert line.startswith("You discard 1 Priest and 1 Ship Owner.")
    assert "have to" not in line


def test_orders_and_rounds() -> None:
    now = position("4", "8", "7", round=5)
    assert log_line(OrderPlaced(5, 1, 1, now), NAMES) == "Olena sealed 1 card."
    assert log_line(OrderPlaced(5, 0, 3, now), NAMES) == "You sealed 3 cards."
    pair = Order((Card.SPY, Card.BARBARIANS))
    assert log_line(OrderOpened(5, 1, pair, now), NAMES) == (
        "Olena's order is 1 Spy and Barbarians."
    )
    dealt = RoundDealt(5, (6, 7, 6), now)
    assert log_line(dealt, NAMES) == "Round 5: 6 cards each, Olena first. Olena: 7 cards dealt."
    assert log_line(RoundEnded(4, now), NAMES) == "Round 4 ends (you: 6, Olena: 9, Marco: 9)."
    ended = RoundEnded(4, replace(now, by_default=True))
    assert log_line(ended, NAMES) == "The game ends before round 4 (you: 6, Olena: 9, Marco: 9)."


def test_seats_left_out_and_back_are_told() -> None:
    gone = SeatLeftOut(5, 1, Why.GOODBYE, (0, 2))
    assert log_line(gone, NAMES) == "Olena left the table."
    assert log_line(SeatReturned(6, 1), NAMES) == "Olena is back from round 6 on."


def test_points_name_only_those_that_move() -> None:
    before, after = position("66", "6", ""), position("6", "6", "")
    change = of_positions(before, after)
    assert sentences.points(change, NAMES, (0, 1, 2)) == "you: 8 -> 2"
    same = of_positions(before, before)
    assert sentences.points(same, NAMES, (0, 1, 2)) == "no influence changes"
