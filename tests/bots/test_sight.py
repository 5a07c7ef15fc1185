"""A player is told what a person in its seat sees, and nothing else."""

from dataclasses import replace
from random import Random  # a seed fixes the games of a test

import pytest

from koryo_tui.bots.registry import levels, make_bot
from koryo_tui.bots.sight import Sight, seen_by, sight_of
from koryo_tui.bots.steady import Steady
from protocol.log.messages import StepKind
from protocol.peer.view import (
    Happening,
    MovePlayed,
    OrderOpened,
    OrderPlaced,
    RoundDealt,
    TableView,
)
from protocol.rules import (
    Deal,
    Open,
    Order,
    Place,
    Referee,
    cards_of,
    counts_of,
)
from tests.bots.helpers import Moment, play, seen_in
from tests.rules.helpers import shuffler


def otherwise(moment: Moment, seed: int) -> Referee | None:
    """The same game with the hands and orders of the other seats dealt anew; None if that fails."""
    game, dice, seat = moment.game, Random(seed), moment.sight.seat
    position = game.position
    others = [s for s in range(position.seats) if s != seat]
    hidden_hands = [s for s in others if sum(game.hands[s])]
    hidden_orders = [s for s in others if game.orders[s] is not None]
    known = [0] * 12
    for card in cards_of(moment.sight.hand):
        known[card] += 1
    pile = [card for card in cards_of(position.pile) if not _take(known, card)]
    dice.shuffle(pile)
    hands, orders = list(game.hands), list(game.orders)
    for other in hidden_hands:
        size = sum(game.hands[other])
        hands[other], pile = counts_of(tuple(pile[:size])), pile[size:]
    for other in hidden_orders:
        size = len(orders[other].cards)  # type: ignore[union-attr]
        types = [card for card in set(pile) if pile.count(card) >= size]
        if not types:
            return None
        card = dice.choice(sorted(types))
        orders[other] = Order((card,) * size)
        for _ in range(size):
            pile.remove(card)
    return replace(game, hands=tuple(hands), orders=tuple(orders))


def _take(known: list[int], card: int) -> bool:
    if known[card]:
        known[card] -= 1
        return True
    return False


@pytest.mark.parametrize("level", levels())
def test_whatever_the_others_hold_the_decision_is_the_same(level: str) -> None:
    compared = 0
    for moment in play([Steady(seat) for seat in range(3)], seed=5):
        sight = moment.sight
        changed = otherwise(moment, compared)
        if changed is None:
            continue
        hands = tuple(sight.hand for _ in range(3))
        other_sight = seen_in(changed, sight.dealt, hands)
        assert other_sight == sight
        assert make_bot(level, 1).decide(other_sight) == make_bot(level, 1).decide(sight)
        compared += changed.hands != moment.game.hands or changed.orders != moment.game.orders
    assert compared > 15


def test_of_a_deal_a_seat_sees_its_own_hand() -> None:
    game = Referee.start((0, 1, 2), 0, shuffler(Random(1)))
    for seat in range(3):
        (deal,) = seen_by(seat, game.record.actions)
        assert isinstance(deal, Deal)
        assert deal.hands[seat] == game.hand(seat)
        assert [s for s, hand in enumerate(deal.hands) if hand is not None] == [seat]


def test_no_sight_holds_a_hand_or_an_order_of_another_seat() -> None:
    for moment in play([Steady(seat) for seat in range(4)], seed=6):
        sight = moment.sight
        for action in sight.history:
            if isinstance(action, Deal):
                assert [s for s, h in enumerate(action.hands) if h is not None] in ([sight.seat],)
        opened = sum(isinstance(action, Open) for action in sight.history)
        assert opened == sum(isinstance(a, Open) for a in moment.game.record.actions)


def a_view(
    game: Referee, happenings: tuple, seat: int, dealt_hand: tuple, asked: Sight
) -> TableView:  # type: ignore[type-arg]
    """The view of ``seat``, as far as a player looks at it."""
    return TableView(
        table=b"",
        you=seat,
        seats=(),
        step=1,
        kind=StepKind.TURN,
        waiting_for=(seat,),
        position=game.position,
        hand=dealt_hand,
        order=game.order(seat),
        deck=None,
        question=asked.question,
        happenings=happenings,
        outcome=None,
        results=(),
        stopped=None,
    )


def test_a_view_at_a_table_and_the_arena_show_the_same() -> None:
    """One seat's sights of a whole game, made in both ways."""
    happenings: list[Happening] = []
    game_before: Referee | None = None
    compared = 0
    for moment in play([Steady(seat) for seat in range(2)], seed=7):
        happenings += _news(game_before, moment.game)
        game_before = moment.game
        if moment.sight.seat != 0:
            continue
        view = a_view(moment.game, tuple(happenings), 0, moment.sight.hand, moment.sight)
        shown = sight_of(view, seconds=1.0, work=moment.sight.work)
        assert _without_old_hands(shown) == _without_old_hands(moment.sight)
        compared += 1
    assert compared > 12


def test_without_a_question_there_is_no_sight() -> None:
    moment = next(play([Steady(0), Steady(1)], seed=8))
    view = a_view(moment.game, (), 0, moment.sight.hand, moment.sight)
    with pytest.raises(ValueError, match="no question"):
        sight_of(replace(view, question=None), 1.0)


def _news(before: Referee | None, after: Referee) -> list[Happening]:
    """What a table tells of the actions since ``before``."""
    seen = 0 if before is None else len(before.record.actions)
    positions = after.record.positions()
    news: list[Happening] = []
    for at, action in enumerate(after.record.actions[seen:], seen):
        old, new = positions[at], positions[at + 1]
        if isinstance(action, Deal):
            news.append(RoundDealt(new.round, new.hands, new))
        elif isinstance(action, Place):
            news.append(OrderPlaced(old.round, old.actor or 0, action.size, new))
        elif isinstance(action, Open):
            news.append(OrderOpened(old.round, old.actor or 0, action.order, new))
        else:
            news.append(MovePlayed(old.round, old.actor or 0, action, old, new))  # type: ignore[arg-type]
    return news


def _without_old_hands(sight: Sight) -> Sight:
    """A table forgets the own hands of earlier rounds; the referee does not."""
    last = max(i for i, each in enumerate(sight.history) if isinstance(each, Deal))
    history = tuple(
        Deal((None,) * len(each.hands)) if isinstance(each, Deal) and i < last else each
        for i, each in enumerate(sight.history)
    )
    return replace(sight, history=history)
