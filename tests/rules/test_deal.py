"""How many cards each seat is dealt, and which (R1.6, R3)."""

import pytest

from protocol.rules import Card, Phase, Position, Standing, deal_map, deal_size, limit
from tests.rules.helpers import before_deal


def test_rounds_deal_ten_down_to_three_and_allow_three_up_to_ten() -> None:
    """The table of R1.6, for the eight rounds of R1.4."""
    assert [deal_size(number) for number in range(1, 9)] == [10, 9, 8, 7, 6, 5, 4, 3]
    assert [limit(number) for number in range(1, 9)] == [3, 4, 5, 6, 7, 8, 9, 10]
    for wrong in (0, 9):
        with pytest.raises(ValueError, match="no round"):
            deal_size(wrong)
        with pytest.raises(ValueError, match="no round"):
            limit(wrong)


@pytest.mark.parametrize(
    ("order", "each", "broadcaster", "pile", "seats"),
    [
        ("01", 3, None, 55, "010101"),
        ("10", 3, None, 55, "101010"),
        ("120", 2, None, 55, "120120"),
        ("2031", 2, 3, 55, "203120313"),
        ("01", 2, 1, 55, "01011"),
        ("01", 2, 0, 4, "0101"),
        ("0123", 2, None, 7, "0123012"),
        ("0123", 2, 1, 7, "0123012"),
        ("02", 2, 1, 55, "0202"),
    ],
)
def test_one_card_at_a_time_goes_round_until_each_seat_has_its_number(
    order: str, each: int, broadcaster: int | None, pile: int, seats: str
) -> None:
    """In turn and from the top (R3.3), as far as the pile goes (R3.4)."""
    dealt = deal_map(tuple(map(int, order)), each, broadcaster, pile)
    assert "".join(map(str, dealt)) == seats


def test_the_first_deal_gives_ten_to_each_from_the_first_player_on() -> None:
    """The number of the round for each (R3.2), in turn (R1.7)."""
    position = Position.start((0, 2, 1), 2)
    assert position.deal_map() == (2, 1, 0) * 10
    assert position.deal_sizes() == (10, 10, 10)
    assert position.dealt().actor == 2


def test_a_short_deal_by_one_costs_the_broadcaster_the_extra_card() -> None:
    """The first card to be missing by R3.4."""
    position = before_deal("BBBBBBLLLL/7788/6699/55888", round=3)
    assert position.holder(Card.BROADCASTER) == 3
    assert (sum(position.pile), position.deal_sizes()) == (32, (8, 8, 8, 8))


def test_a_short_deal_by_two_costs_the_last_seat_its_last_card_too() -> None:
    """The second card to be missing by R3.4."""
    position = before_deal("BBBBBBLLLL/7788/6699/555888", round=3, first=2)
    assert position.holder(Card.BROADCASTER) == 3
    assert (sum(position.pile), position.deal_sizes()) == (31, (8, 7, 8, 8))
    assert position.deal_map()[-4:] == (1, 2, 3, 0)


def test_a_broadcaster_who_is_last_in_a_short_deal_gets_even_less() -> None:
    """Both cards that are missing by R3.4 would have been its own."""
    position = before_deal("BBBBBBLLLL/7788/6699/555888", round=3, first=0)
    assert position.deal_sizes() == (8, 8, 8, 7)


def test_a_deal_that_just_suffices_gives_everybody_the_full_number() -> None:
    """R3.2 to the last card of the pile."""
    position = before_deal("BBBBBBLLLL/778/6699/55888", round=3)
    assert (sum(position.pile), position.deal_sizes()) == (33, (8, 8, 8, 9))


def test_a_broadcaster_majority_decided_by_the_omniscient_is_dealt_one_more() -> None:
    """The additional card of R3.2 goes by the majority of R2.2."""
    assert before_deal("88/188/8", round=2).deal_sizes() == (9, 10, 9)
    assert before_deal("88/88/18", round=2).deal_sizes() == (9, 9, 9)


def test_an_absent_seat_is_dealt_nothing_even_as_broadcaster() -> None:
    """It holds the Broadcasters (R8.2), but is dealt nothing (R8.1)."""
    position = before_deal("8/-/-", round=2, first=1, standing="ass")
    assert position.deal_map() == (1, 2) * 9
    assert position.dealt().hands == (0, 9, 9)


def test_a_deal_is_made_once_and_needs_two_seats() -> None:
    dealt = Position.start((0, 1), 0).dealt()
    assert dealt.phase is Phase.ORDER
    assert dealt.deal_sizes() == (10, 10)
    with pytest.raises(ValueError, match="deal is due"):
        dealt.dealt()
    with pytest.raises(ValueError, match="no deal"):
        dealt.deal_map()
    alone = Position.start((0, 1), 0).without(1, Standing.ABSENT)
    with pytest.raises(ValueError, match="two seats"):
        alone.dealt()


@pytest.mark.parametrize("clockwise", [(0,), (0, 1, 2, 3, 4), (0, 0), (1, 2), ()])
def test_two_to_four_seats_numbered_from_nought_sit_down(clockwise: tuple[int, ...]) -> None:
    """No other table is one (R1.4)."""
    with pytest.raises(ValueError, match="two to four"):
        Position.start(clockwise, 0)


def test_the_first_player_has_a_seat() -> None:
    with pytest.raises(ValueError, match="no seat 2"):
        Position.start((0, 1), 2)
