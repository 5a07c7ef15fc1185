"""Preparing the next decision at the table while the others think."""

from __future__ import annotations

from dataclasses import replace

from textual.pilot import Pilot

from koryo_tui.drafts.base import Watch
from koryo_tui.screens.table import TableScreen
from protocol.peer.questions import ChooseDiscard, PlaceOrder, PlayTurn
from protocol.rules import Card, Destroy, Discard, Done, Order, Phase, Placed, TakeToken, TurnUp
from tests.koryo_tui.helpers import (
    STILL,
    RulesTable,
    cards,
    position,
    shown,
    text_of,
    turn_position,
    until,
)

FRONTS = ("446779", "133688899-", "2355770", "458999")


def prompt_of(pilot: Pilot[int]) -> str:
    return text_of(pilot)[21].strip()


def scene_of(pilot: Pilot[int]):  # type: ignore[no-untyped-def]
    return next(s for s in pilot.app.screen_stack if isinstance(s, TableScreen)).scene


def before_my_order() -> RulesTable:
    return RulesTable.of(position(*FRONTS, first=3, actor=3), hand="26648-")


def before_my_turn(order: str, *fronts: str) -> RulesTable:
    start = turn_position(order, *fronts, first=1)
    orders = (Placed(len(order), False), Placed(1, False), None)
    return RulesTable.of(replace(start, actor=1, orders=orders), order=order, orders=("9",))


async def test_a_prepared_order_is_offered_and_sealed_when_it_is_asked_for() -> None:
    table = before_my_order()
    async with shown(table) as pilot:
        assert prompt_of(pilot) == "Wei is choosing an order."
        await pilot.press("space", "6")
        assert prompt_of(pilot) == "Wei is choosing an order. Preparing: 2 Bankers."
        assert "PREPARING" in text_of(pilot)[0]
        await pilot.press("enter")
        assert prompt_of(pilot) == "Kept for your turn to order: 2 Bankers."
        assert not table.decisions
        table.play(Order((Card.MERCHANT,)))
        await until(pilot, lambda: prompt_of(pilot).startswith("This is what you prepared."))
        assert prompt_of(pilot).endswith("Enter seals 2 Bankers face down.")
        await pilot.press("enter", "enter")
    assert table.decisions == [PlaceOrder(Order((Card.BANKER, Card.BANKER)))]


async def test_enter_pressed_again_on_what_is_kept_opens_nothing() -> None:
    table = before_my_order()
    async with shown(table) as pilot:
        await pilot.press("space", "6", "enter", "enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, TableScreen)
        assert prompt_of(pilot).startswith("Prepared: 2 Bankers.")
        assert "F1 its rules" in text_of(pilot)[22]
        await pilot.press("down")
        assert "Enter" not in text_of(pilot)[22]
        await pilot.press("space", "escape", "escape", "enter")
        await until(pilot, lambda: not isinstance(pilot.app.screen, TableScreen))


async def test_what_is_being_prepared_when_the_question_comes_is_offered() -> None:
    table = before_my_order()
    async with shown(table) as pilot:
        await pilot.press("space", "6", "left")
        table.play(Order((Card.MERCHANT,)))
        await until(pilot, lambda: "Enter seals 1 Banker face down." in prompt_of(pilot))


async def test_prepared_cards_can_be_taken_up_again_and_cleared() -> None:
    table = before_my_order()
    async with shown(table) as pilot:
        await pilot.press("space", "6", "enter", "space")
        assert "Preparing: 2 Bankers." in prompt_of(pilot)
        await pilot.press("escape", "escape")
        assert prompt_of(pilot) == "Nothing is kept."
        table.play(Order((Card.MERCHANT,)))
        await until(pilot, lambda: prompt_of(pilot) == "Choose your order: cards of one type.")


async def test_a_prepared_turn_is_replayed_on_the_table_as_it_then_is() -> None:
    table = before_my_turn("66", "46", "9", "7")
    async with shown(table) as pilot:
        await pilot.press("space", "enter", "enter", "escape")
        assert prompt_of(pilot) == "Kept for your turn; it will be offered when it comes."
        table.play_turn(TurnUp(Card.MERCHANT), Done())
        await until(pilot, lambda: scene_of(pilot).view.question is not None)
        await until(pilot, lambda: "This is what you prepared." in prompt_of(pilot))
        assert scene_of(pilot).draft.moves == (TurnUp(Card.BANKER), TakeToken())
        await pilot.press("down", "up", "enter", "enter")
        await until(pilot, lambda: bool(table.decisions))
    assert table.decisions == [PlayTurn((TurnUp(Card.BANKER), TakeToken(), Done()))]


async def test_a_move_that_has_become_illegal_is_told() -> None:
    start = turn_position("0", "4", "9", "87", first=1)
    orders = (Placed(1, False), Placed(1, False), None)
    begun = replace(start, actor=1, orders=orders)
    table = RulesTable.of(begun, order="0", orders=("7",))
    async with shown(table) as pilot:
        await pilot.press("space", "enter", "enter", "9", "enter", "enter", "escape")
        assert scene_of(pilot).kept.moves == (TurnUp(Card.BARBARIANS), Destroy(1, Card.MERCHANT))
        # A Guardian of their own makes it a tie: nobody is shielded. Two would shield them.
        fronts = (cards("4"), cards("97"), cards("87"))
        table.game = replace(table.game, position=replace(table.game.position, fronts=fronts))
        table.play_turn(TurnUp(Card.GUARDIAN), Done())
        await until(pilot, lambda: scene_of(pilot).view.question is not None)
        await until(pilot, lambda: prompt_of(pilot).startswith("Not all that you prepared"))
        assert scene_of(pilot).draft.moves == (TurnUp(Card.BARBARIANS),)


async def test_a_prepared_turn_that_comes_to_something_else_now_is_told() -> None:
    """It destroys the same card, but that gives the majority only while there is no other one."""
    start = turn_position("0", "9", "9", "8", first=1)
    begun = replace(start, actor=1, orders=(Placed(1, False), Placed(1, False), None))
    table = RulesTable.of(begun, order="0", orders=("9",))
    async with shown(table) as pilot:
        await pilot.press("space", "enter", "enter", "9", "enter", "enter", "escape")
        table.play_turn(TurnUp(Card.MERCHANT), Done())
        said = "What you prepared does something else now."
        await until(pilot, lambda: prompt_of(pilot).startswith(said))
        assert scene_of(pilot).draft.moves == (TurnUp(Card.BARBARIANS), Destroy(1, Card.MERCHANT))


async def test_there_is_nothing_to_prepare_once_the_own_order_is_played() -> None:
    table = before_my_turn("66", "46", "9", "7")
    table.order = None
    async with shown(table) as pilot:
        assert "prepare" not in text_of(pilot)[22]
        await pilot.press("space")
        assert prompt_of(pilot) == "There is nothing to prepare now."
        assert isinstance(scene_of(pilot).draft, Watch)


async def test_a_prepared_discard_is_offered_and_given_when_it_is_asked_for() -> None:
    fronts = ("45678", "99889", "2")
    start = position(*fronts, round=1, phase=Phase.ENDING, first=1, actor=1)
    table = RulesTable.of(start)
    async with shown(table) as pilot:
        assert prompt_of(pilot) == "Olena is choosing what to discard."
        assert "prepare" in text_of(pilot)[22]
        await pilot.press("space")
        assert prompt_of(pilot).endswith("Preparing your discard.")
        await pilot.press("4", "8")
        assert prompt_of(pilot).endswith("Yours so far: 2 cards.")
        assert "Enter keep it" in text_of(pilot)[22]
        assert "1 * -1" in text_of(pilot)[6]
        await pilot.press("enter")
        assert prompt_of(pilot).startswith("Kept, to be discarded at the end of the round:")
        assert not table.decisions
        await pilot.press("down")
        assert "Prepared to discard: 1 Priest and 1 Broadcaster." in "\n".join(text_of(pilot))
        table.play(Discard((Card.MERCHANT, Card.MERCHANT)))
        await until(pilot, lambda: prompt_of(pilot).startswith("This is what you prepared."))
        await pilot.press("enter", "enter")
    assert table.decisions == [ChooseDiscard(Discard((Card.PRIEST, Card.BROADCASTER)))]


async def test_what_was_prepared_for_a_question_that_never_came_is_forgotten() -> None:
    table = before_my_order()
    async with shown(table) as pilot:
        await pilot.press("space", "6", "enter")
        assert scene_of(pilot).kept is not None
        later = replace(table.game.position, round=6, phase=Phase.DEAL, actor=None)
        table.game = replace(table.game, position=later)
        table.changed()
        await until(pilot, lambda: scene_of(pilot).kept is None)


async def test_since_when_the_table_waits_is_said() -> None:
    times = iter(("14:05", "14:07", "14:09"))
    table = before_my_order()
    async with shown(table, look=replace(STILL, wall=lambda: next(times))) as pilot:
        assert prompt_of(pilot) == "Wei is choosing an order (began at 14:05)."
        table.changed()
        await pilot.pause()
        assert prompt_of(pilot) == "Wei is choosing an order (began at 14:05)."


async def test_confirmations_of_victims_can_be_switched_off_but_not_of_sealing() -> None:
    look = replace(STILL, confirm=False)
    table = RulesTable.of(turn_position("0", "4", "6", "8"), order="0")
    async with shown(table, look=look) as pilot:
        await pilot.press("enter", "enter", "6", "enter")
        assert scene_of(pilot).draft.moves[-1] == Destroy(1, Card.BANKER)
    table = RulesTable.of(position(*FRONTS), hand="26648-")
    async with shown(table, look=look) as pilot:
        await pilot.press("6", "enter")
        assert not table.decisions
