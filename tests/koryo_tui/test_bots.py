"""The greedy player: legal, repeatable, and as good as its word about powers and events."""

from __future__ import annotations

from collections.abc import Callable

# Cards for tests need not be secret, and have to be the same in every run.
from random import Random

import pytest

from koryo_tui.bots.greedy import WORTH_AN_EVENT, Greedy
from koryo_tui.bots.worth import swing
from protocol.peer.questions import (
    ChooseDiscard,
    Decision,
    DiscardQuestion,
    OrderQuestion,
    PlaceOrder,
    PlayTurn,
    Question,
    TurnQuestion,
)
from protocol.rules import (
    Card,
    Decline,
    Destroy,
    Discard,
    Done,
    Outcome,
    Phase,
    Position,
    Referee,
    RemoveEvent,
    Steal,
    Swap,
    TakeToken,
    outcome,
)

Decide = Callable[[Question], Decision]
Watch = Callable[[Question, Decision], None]


def question_of(game: Referee) -> Question:
    """What the seat that is to decide would be asked."""
    position, seat = game.position, game.position.actor
    assert seat is not None
    if position.phase is Phase.ORDER:
        hand = game.hand(seat)
        return OrderQuestion(seat, position, hand, position.legal_orders(hand))
    if position.phase is Phase.ACTION:
        order = game.order(seat)
        assert order is not None
        return TurnQuestion(seat, position, order)
    legal = tuple(move for move in position.legal_moves() if isinstance(move, Discard))
    return DiscardQuestion(seat, position, legal)


def play(players: list[Decide], cards: int, watch: Watch = lambda q, d: None) -> Outcome:
    """A whole game; the referee refuses what is not legal."""
    chance = Random(cards)

    def shuffle(pile: tuple[object, ...]) -> list[object]:
        return chance.sample(pile, len(pile))

    seats = len(players)
    game = Referee.start(tuple(range(seats)), chance.randrange(seats), shuffle)  # type: ignore[arg-type]
    while game.position.phase is not Phase.OVER:
        question = question_of(game)
        decision = players[question.seat](question)
        watch(question, decision)
        match decision:
            case PlaceOrder(order):
                game = game.play(order)
            case PlayTurn(moves):
                for move in moves:
                    game = game.play(move)
            case ChooseDiscard(discard):
                game = game.play(discard)
    return outcome(game.position)


def anything(chance: Random) -> Decide:
    """Any legal answer."""

    def decide(question: Question) -> Decision:
        if isinstance(question, OrderQuestion):
            return PlaceOrder(chance.choice(question.legal))
        if isinstance(question, DiscardQuestion):
            return ChooseDiscard(chance.choice(question.legal))
        position, moves = question.position, []
        while position.turn is not None:
            moves.append(chance.choice(position.legal_moves()))
            position = position.played(moves[-1])
        return PlayTurn(tuple(moves))  # type: ignore[arg-type]

    return decide


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_plays_whole_games_legally(seats: int) -> None:
    for cards in range(4):
        play([Greedy(seat).decide for seat in range(seats)], cards)


def test_one_seed_makes_the_same_choices() -> None:
    def choices(seed: str) -> list[Decision]:
        made: list[Decision] = []
        play(
            [Greedy(f"{seed}/{seat}").decide for seat in range(3)],
            cards=5,
            watch=lambda question, decision: made.append(decision),
        )
        return made

    assert choices("a") == choices("a")
    assert choices("a") != choices("b")


def turns_of(seats: int, games: int) -> list[tuple[TurnQuestion, PlayTurn]]:
    turns: list[tuple[TurnQuestion, PlayTurn]] = []

    def watch(question: Question, decision: Decision) -> None:
        if isinstance(question, TurnQuestion) and isinstance(decision, PlayTurn):
            turns.append((question, decision))

    for cards in range(games):
        play([Greedy(seat).decide for seat in range(seats)], cards, watch)
    return turns


def steps_of(question: TurnQuestion, turn: PlayTurn) -> list[tuple[Position, object]]:
    """Each move of a turn with the position before it."""
    position = question.position
    steps: list[tuple[Position, object]] = []
    for move in turn.moves:
        steps.append((position, move))
        position = position.played(move)
    return steps


def test_uses_every_power_it_holds() -> None:
    powers = (TakeToken, Steal, RemoveEvent)
    used = 0
    for question, turn in turns_of(seats=3, games=8):
        for position, move in steps_of(question, turn):
            used += isinstance(move, powers)
            if isinstance(move, Done):
                assert not any(isinstance(left, powers) for left in position.legal_moves())
    assert used > 20


def test_uses_events_for_a_swing_of_three_or_more_and_declines_the_rest() -> None:
    used = 0
    for question, turn in turns_of(seats=4, games=12):
        for position, move in steps_of(question, turn):
            swings = [
                swing(position, position.played(each), question.seat)
                for each in position.legal_moves()
                if isinstance(each, Destroy | Swap)
            ]
            if isinstance(move, Destroy | Swap):
                used += 1
                assert swing(position, position.played(move), question.seat) >= WORTH_AN_EVENT
            elif isinstance(move, Decline):
                assert max(swings, default=0) < WORTH_AN_EVENT
    assert used > 5


def test_begins_with_an_engine_and_ends_with_high_families() -> None:
    engine = {Card.SPY, Card.SENATOR, Card.SHIP_OWNER, Card.BANKER}
    high = {Card.GUARDIAN, Card.BROADCASTER, Card.MERCHANT}
    ordered: dict[int, list[set[Card]]] = {}

    def watch(question: Question, decision: Decision) -> None:
        if isinstance(decision, PlaceOrder):
            ordered.setdefault(question.position.round, []).append(set(decision.order.cards))

    for cards in range(10):
        play([Greedy(seat).decide for seat in range(3)], cards, watch)

    def share(rounds: tuple[int, ...], families: set[Card]) -> float:
        orders = [order for number in rounds for order in ordered[number]]
        return sum(bool(order & families) for order in orders) / len(orders)

    assert share((1, 2), engine) > 0.6 > share((6, 7), engine)
    assert share((1, 2), high) < 0.4 < share((6, 7), high)


@pytest.mark.parametrize(("seats", "least"), [(2, 18), (3, 15), (4, 12)])
def test_beats_players_without_a_plan(seats: int, least: int) -> None:
    """Wins at least ``least`` of 20 games alone against any legal play."""
    won = 0
    for cards in range(20):
        others = [anything(Random(1000 * cards + seat)) for seat in range(1, seats)]
        won += play([Greedy(cards).decide, *others], cards).winners == (0,)
    assert won >= least
