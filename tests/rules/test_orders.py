"""Orders placed and opened (R4)."""

from protocol.rules import Card, Order, Position, Reason, add, read_cards, read_order, write_order
from tests.rules.helpers import after, assert_refused, before_deal, legal


def orders_of(position: Position, hand: str) -> set[str]:
    return {write_order(order) for order in position.legal_orders(read_cards(hand))}


def test_one_or_more_cards_of_one_type_are_an_order() -> None:
    """Any number of a family or of an event (R4.1)."""
    assert orders_of(before_deal("-/-").dealt(), "699B") == {"6", "9", "99", "B"}


def test_ship_owners_allow_two_cards_of_two_types_as_well() -> None:
    """One of each, characters or events (R4.2)."""
    position = before_deal("5/-", round=2).dealt()
    assert orders_of(position, "699B") == {"6", "9", "99", "B", "69", "6B", "9B"}


def test_ship_owners_lost_before_the_own_turn_leave_the_pair_standing() -> None:
    """Settled when the order was placed (R4.3)."""
    position = before_deal("9/5", round=2).dealt().placed(1).placed(2)
    lost = after(position.opened(read_order("B")), "uB x1:5 .")
    assert (lost.actor, lost.holder(Card.SHIP_OWNER)) == (1, None)
    assert legal(lost.opened(read_order("79"))) == {"u7", "u9"}


def test_ship_owners_gained_after_placing_allow_no_pair() -> None:
    """They come too late for this round (R4.3)."""
    position = before_deal("9/58", round=2, first=1).dealt().placed(1).placed(2)
    gained = after(position.opened(read_order("L")), "uL w0:9-1:5 .")
    assert (gained.actor, gained.holder(Card.SHIP_OWNER)) == (0, 0)
    assert_refused(Reason.NEEDS_SHIP_OWNERS, lambda: gained.opened(read_order("67")))


def test_orders_are_placed_and_played_in_turn_from_the_first_player() -> None:
    """One after the other, their sizes seen by all (R4.4); then played in turn (R5.1)."""
    position = before_deal("-/-/-", first=1).dealt()
    actors = []
    for size in (1, 2, 3):
        actors.append(position.actor)
        position = position.placed(size)
    assert actors == [1, 2, 0]
    assert position.actor == 1
    assert [placed.size for placed in position.orders if placed] == [3, 1, 2]


def test_an_order_against_the_rules_is_refused_with_its_reason() -> None:
    position = before_deal("-/-").dealt()
    hand = read_cards("69999BB")
    for order, reason in (
        (Order(()), Reason.WRONG_SIZE),
        (read_order("69"), Reason.NEEDS_SHIP_OWNERS),
        (Order((Card.BANKER, Card.MERCHANT, Card.MERCHANT)), Reason.NOT_AN_ORDER),
        (Order((Card.MERCHANT, Card.BANKER)), Reason.NOT_AN_ORDER),
        (read_order("66"), Reason.NOT_IN_HAND),
        (read_order("L"), Reason.NOT_IN_HAND),
    ):
        assert_refused(reason, lambda order=order: position.check_order(hand, order))
    position.check_order(hand, read_order("BB"))


def test_three_types_are_no_order_even_with_ship_owners() -> None:
    """Exactly two types (R4.2)."""
    position = before_deal("5/-").dealt()
    three = Order((Card.SPY, Card.BANKER, Card.MERCHANT))
    assert_refused(Reason.NOT_AN_ORDER, lambda: position.check_order(read_cards("269"), three))


def test_no_order_is_empty_or_larger_than_the_hand() -> None:
    """Passing is not allowed (R4.1)."""
    position = before_deal("8/-", round=2).dealt()
    assert position.hands == (10, 9)
    for size in (0, -1, 11):
        assert_refused(Reason.WRONG_SIZE, lambda size=size: position.placed(size))
    assert_refused(Reason.WRONG_SIZE, lambda: position.placed(10).placed(10))


def test_an_opening_shows_as_many_cards_as_were_placed() -> None:
    """The number that all have seen (R4.4)."""
    position = before_deal("5/-").dealt().placed(2).placed(1)
    assert_refused(Reason.WRONG_SIZE, lambda: position.opened(read_order("999")))
    assert_refused(Reason.WRONG_SIZE, lambda: position.opened(Order(())))
    assert position.opened(read_order("69")).legal_moves()


def test_an_opening_shows_no_card_that_lies_in_a_front() -> None:
    """What was face down is of the pile (R1.5)."""
    position = before_deal("2/2").dealt()
    opened = position.placed(1).placed(1)
    assert_refused(Reason.NOT_IN_PILE, lambda: opened.opened(read_order("2")))


def test_hands_and_what_lies_face_down_are_of_the_pile() -> None:
    """Until it is turned up (R1.5)."""
    position = before_deal("9/8", round=2)
    pile = position.pile
    placed = position.dealt().placed(2).placed(1)
    opened = placed.opened(read_order("66"))
    assert placed.pile == opened.pile == pile
    assert after(opened, "u6").pile == add(pile, Card.BANKER, -2)


def test_nothing_is_ordered_or_opened_out_of_turn() -> None:
    dealing = before_deal("-/-")
    ordering = dealing.dealt()
    acting = ordering.placed(1).placed(1)
    nine, hand = read_order("9"), read_cards("9")
    opened = acting.opened(nine)
    for position in (dealing, acting):
        assert_refused(Reason.NOT_YOUR_TURN, lambda p=position: p.placed(1))
        assert_refused(Reason.NOT_YOUR_TURN, lambda p=position: p.legal_orders(hand))
        assert_refused(Reason.NOT_YOUR_TURN, lambda p=position: p.check_order(hand, nine))
    for position in (dealing, ordering, opened):
        assert_refused(Reason.NOT_YOUR_TURN, lambda p=position: p.opened(nine))
    for position in (dealing, ordering, acting):
        assert position.legal_moves() == ()
