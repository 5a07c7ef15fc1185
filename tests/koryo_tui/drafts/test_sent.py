"""Why what has been decided can not be undone."""

from __future__ import annotations

from dataclasses import replace

from koryo_tui.drafts.base import Why
from koryo_tui.drafts.sent import why_no_undo
from protocol.rules import Card, Discard, Order, Phase, Placed, TurnUp
from tests.koryo_tui.helpers import RulesTable, position, turn_position


def before_another(order: str, *fronts: str) -> RulesTable:
    """Seat 0 has its turn, and seat 1 has one after it."""
    start = turn_position(order, *fronts, first=0)
    placed = (*start.orders[:1], Placed(1, False))
    return RulesTable.of(replace(start, orders=placed), order=order, orders=("9",))


def why(table: RulesTable) -> Why:
    return why_no_undo(table.view()).why


def test_before_the_first_decision_of_a_round_there_is_nothing() -> None:
    table = RulesTable.of(position("4", "6", "7", actor=1, first=1), hand="68")
    assert why(table) is Why.NOTHING_TO_UNDO
    table.play(Order((Card.MERCHANT,)))
    assert why(table) is Why.NOTHING_TO_UNDO


def test_an_order_is_sealed_until_the_own_turn_is_sent() -> None:
    table = RulesTable.of(position("4", "6", "7", actor=0, first=0), hand="68")
    table.order = Order((Card.BANKER,))
    # Asked no more, although the others have not yet acknowledged it.
    assert why(table) is Why.ORDER_SEALED
    table.play(table.order)
    assert why(table) is Why.ORDER_SEALED


def test_a_turn_is_sent_while_it_is_still_mine_and_after() -> None:
    table = before_another("6", "4", "9")
    table.silent = True
    assert why(table) is Why.TURN_SENT
    table.play_turn(TurnUp(Card.BANKER))
    assert why(table) is Why.TURN_SENT


def test_a_discard_is_sent_until_the_next_round_is_dealt() -> None:
    table = RulesTable.of(position("45678", "45679", round=1, phase=Phase.ENDING, first=0))
    table.play(Discard((Card.PRIEST, Card.BROADCASTER)))
    assert why(table) is Why.DISCARD_SENT


def test_nothing_is_left_to_undo_in_a_new_round_or_after_the_game() -> None:
    table = RulesTable.of(turn_position("6", "", "", first=1), order="6")
    table.play_turn(TurnUp(Card.BANKER))
    assert table.game.position.round == 6
    table.silent = True
    assert why(table) is Why.NOTHING_TO_UNDO
