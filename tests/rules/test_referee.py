"""Whole games with hidden hands."""

from random import Random  # a seed fixes the games of a test

import pytest

from protocol.rules import (
    NOTHING,
    Card,
    Phase,
    Position,
    Reason,
    Referee,
    Standing,
    cards_of,
    read_cards,
    read_move,
    read_order,
    write_cards,
)
from tests.rules.helpers import assert_refused, in_turn, random_game, shuffler


def turned_round(pile: tuple[Card, ...]) -> tuple[Card, ...]:
    return pile[::-1]


def two_players() -> Referee:
    """Seat 0 holds 99999BBBLL, seat 1 holds 89999BBBLL."""
    return Referee.start((0, 1), 0, turned_round)


def test_the_shuffled_pile_is_dealt_by_the_deal_map() -> None:
    """From the top (R3.3)."""
    game = two_players()
    assert [write_cards(game.hand(seat)) for seat in (0, 1)] == ["99999BBBLL", "89999BBBLL"]


def test_the_shuffle_is_handed_the_open_pile_in_fixed_order() -> None:
    """Before each round (R3.1), with what was in the hands (R1.5) and was not ordered (R4.5)."""
    handed: list[tuple[Card, ...]] = []

    def watched(pile: tuple[Card, ...]) -> tuple[Card, ...]:
        handed.append(pile)
        return pile

    game = Referee.start((0, 1), 0, watched)
    assert len(handed[0]) == 55
    assert handed[0] == tuple(sorted(handed[0]))
    while game.position.round == 1:
        game = game.play(game.legal()[0])
    assert handed[1:] == [cards_of(game.position.pile)]
    assert len(handed[1]) < 55


def test_only_orders_out_of_the_real_hand_are_legal() -> None:
    """What R4.1 lets a seat put down is cards of its hand."""
    game = two_players()
    assert read_order("99999") in game.legal()
    assert_refused(Reason.NOT_IN_HAND, lambda: game.play(read_order("8")))
    assert_refused(Reason.NOT_YOUR_TURN, lambda: game.play(read_move(".")))


def test_orders_are_opened_as_turns_begin_and_are_gone_when_they_end() -> None:
    """Of the hand nothing is kept beside the order (R4.5)."""
    game = two_players().play(read_order("99")).play(read_order("8"))
    assert game.order(0) == read_order("99")
    assert game.hand(0) == NOTHING
    assert game.legal() == (read_move("u9"),)
    over = game.play(read_move("u9")).play(read_move("."))
    assert over.order(0) is None
    assert over.legal() == (read_move("u8"),)
    assert_refused(Reason.NOT_YOUR_TURN, lambda: over.play(read_order("8")))


def test_playing_leaves_the_earlier_game_as_it_was() -> None:
    game = two_players()
    game.play(read_order("99"))
    assert game.position.actor == 0
    assert game.order(0) is None


def test_a_shuffle_that_changes_the_cards_is_refused() -> None:
    with pytest.raises(ValueError, match="shuffle"):
        Referee.start((0, 1), 0, lambda pile: pile[1:])


def test_a_seat_that_leaves_is_played_round_and_may_come_back() -> None:
    """It has no turn (R8.1) until it returns before a deal (R8.9)."""
    game = Referee.start((0, 1, 2), 0, turned_round).play(read_order("99"))
    gone = game.without(0, Standing.ABSENT)
    assert (gone.order(0), gone.position.penalties[0]) == (None, 2)
    assert gone.position.actor == 1
    back = gone.again(0)
    while back.position.round == 1:
        back = back.play(back.legal()[0])
    assert back.position.standing[0] is Standing.SEATED
    assert sum(back.hand(0)) == back.position.hands[0] == 9


def test_a_seat_that_is_here_or_at_fault_does_not_come_back() -> None:
    """A seat at fault never returns (R8.5)."""
    game = Referee.start((0, 1, 2), 0, turned_round)
    with pytest.raises(ValueError, match="cannot return"):
        game.again(0)
    with pytest.raises(ValueError, match="cannot return"):
        game.without(0, Standing.FAULT).again(0)


def test_a_game_with_one_seat_left_ends_with_the_round() -> None:
    """By default (R8.8)."""
    game = two_players().without(1, Standing.LEFT).play(read_order("99"))
    over = game.play(read_move("u9")).play(read_move("."))
    assert over.position.phase is Phase.OVER
    assert over.position.by_default
    assert over.legal() == ()
    assert_refused(Reason.NOT_YOUR_TURN, lambda: over.play(read_order("99")))


def test_a_game_is_resumed_with_the_hands_that_somebody_imagines() -> None:
    position = Position.start((0, 1), 0).dealt().placed(2)
    hands = (NOTHING, read_cards("1234566789"))
    game = Referee.resume(position, turned_round, hands, (read_order("77"), None))
    assert game.position.actor == 1
    assert game.play(read_order("66")).legal() == (read_move("u7"),)
    with pytest.raises(ValueError, match="orders"):
        Referee.resume(position, turned_round, hands, (read_order("7"), None))
    with pytest.raises(ValueError, match="hands"):
        Referee.resume(position, turned_round, (NOTHING, NOTHING), (read_order("77"), None))


def test_a_game_is_resumed_within_a_turn() -> None:
    game = Referee.resume(in_turn("9/8", "77", round=1), turned_round)
    over = game.play(read_move("u7")).play(read_move("."))
    assert (over.position.round, over.position.phase) == (2, Phase.ORDER)


def test_the_same_shuffles_and_decisions_are_the_same_game() -> None:
    assert random_game(4, Random(5)).record == random_game(4, Random(5)).record
    dice = Random(6)
    assert Referee.start((0, 1), 0, shuffler(dice)).hands != two_players().hands
