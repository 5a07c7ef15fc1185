"""Short texts for orders, moves and positions, and back (N1 to N4)."""

from random import Random  # a seed fixes the games of a test

import pytest

from protocol.rules import (
    Card,
    Decline,
    Destroy,
    Discard,
    Done,
    InvalidNotation,
    Move,
    Order,
    Placed,
    RemoveEvent,
    Steal,
    Swap,
    TakeToken,
    TurnUp,
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
from tests.rules.helpers import after, at_ending, before_deal, in_turn, random_game

MOVES: dict[str, Move] = {
    "u6": TurnUp(Card.BANKER),
    "uL": TurnUp(Card.LOBBYING),
    "t": TakeToken(),
    "s2": Steal(2),
    "pB": RemoveEvent(Card.BARBARIANS),
    "x2:7": Destroy(2, Card.GUARDIAN),
    "w0:3-2:9": Swap(0, Card.SENATOR, 2, Card.MERCHANT),
    "dB": Decline(Card.BARBARIANS),
    ".": Done(),
    "-134": Discard((Card.OMNISCIENT, Card.SENATOR, Card.PRIEST)),
    "-": Discard(()),
}
ORDERS = {
    "66": Order((Card.BANKER, Card.BANKER)),
    "2B": Order((Card.SPY, Card.BARBARIANS)),
    "BL": Order((Card.BARBARIANS, Card.LOBBYING)),
    "999999999": Order((Card.MERCHANT,) * 9),
}


@pytest.mark.parametrize("text", MOVES)
def test_a_move_has_one_text_and_a_text_one_move(text: str) -> None:
    """Every line of the table of N3."""
    assert read_move(text) == MOVES[text]
    assert write_move(MOVES[text]) == text


@pytest.mark.parametrize("text", ORDERS)
def test_an_order_has_one_text_and_a_text_one_order(text: str) -> None:
    """An order is its cards (N2)."""
    assert read_order(text) == ORDERS[text]
    assert write_order(ORDERS[text]) == text


def test_cards_are_one_sign_each() -> None:
    """Several in rising order (N1)."""
    assert [write_card(card) for card in Card] == list("123456789BL")
    assert [read_card(sign) for sign in "123456789BL"] == list(Card)
    assert read_cards("-") == (0,) * 12
    assert write_cards(read_cards("1223BBL")) == "1223BBL"


@pytest.mark.parametrize(
    "text",
    [
        *("", "?", "T", "t\n", "..", "u", "u0", "uu6", "u6 ", " u6", "u\uff16", "s4", "s-1", "p"),
        *("x2", "x2:", "x2:77", "x:7", "w2:3-0:9", "w1:3-1:9", "w0:3-2:", "d"),
        *("--", "-31", "-11", "-0", "-1 3"),
    ],
)
def test_what_is_not_a_move_is_refused(text: str) -> None:
    """No other text than those of N3."""
    with pytest.raises(InvalidNotation):
        read_move(text)


@pytest.mark.parametrize("text", ["", "-", "62", "11", "669", "126", "BBBBBBB", "6 6", "b", "66\n"])
def test_what_is_not_an_order_is_refused(text: str) -> None:
    """No other text than those of N2."""
    with pytest.raises(InvalidNotation):
        read_order(text)


@pytest.mark.parametrize("text", ["", "0", "10", "BL", "-"])
def test_what_is_not_a_card_is_refused(text: str) -> None:
    """No other sign than those of N1."""
    with pytest.raises(InvalidNotation):
        read_card(text)


@pytest.mark.parametrize(
    "move",
    [
        Steal(4),
        Swap(2, Card.SENATOR, 0, Card.MERCHANT),
        Discard((Card.MERCHANT, Card.SPY)),
        Discard((Card.OMNISCIENT,) * 2),
    ],
)
def test_a_move_out_of_form_is_not_written(move: Move) -> None:
    with pytest.raises(InvalidNotation):
        write_move(move)


@pytest.mark.parametrize("cards", [(), (Card.SPY,) * 3, (Card.MERCHANT, Card.SPY)])
def test_an_order_out_of_form_is_not_written(cards: tuple[Card, ...]) -> None:
    with pytest.raises(InvalidNotation):
        write_order(Order(cards))


POSITIONS = {
    "1 deal - 01 0 -/- 00 ss 0,0 0,0 -,- -": before_deal("-/-"),
    "4 deal - 012 1 5/2B/- 201 ssa 0,0,0 0,0,0 -,-,- -": before_deal(
        "5/2B/-", round=4, first=1, tokens="201", standing="ssa"
    ),
    "2 order 1 01 0 5/9 00 ss 0,0 9,9 2+,- -": before_deal("5/9", round=2).dealt().placed(2),
    "8 action 0 01 1 26B/99 10 ss 0,0 1,1 1+,- -:B:6": after(
        in_turn("26/99", "B", tokens="00"), "uB t"
    ),
    "1 ending 0 01 0 3399/- 00 ss 0,0 1,1 -,- -": at_ending("3399/-", round=1),
    "8 over - 01 0 9/8 00 ss 0,0 1,1 -,- -": at_ending("9/8", round=8),
    "5 default - 01 0 9/8 00 sl 0,0 0,0 -,- -": before_deal(
        "9/8", round=5, standing="sl"
    ).ended_by_default(),
}


@pytest.mark.parametrize("text", POSITIONS)
def test_a_position_has_one_text_and_a_text_one_position(text: str) -> None:
    """The twelve fields of N4, in every phase."""
    assert write_position(POSITIONS[text]) == text
    assert read_position(text) == POSITIONS[text]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1 deal - 01 0 -/- 00 ss 0,0 0,0 -,-",
        "1 deal - 01 0 -/- 00 ss 0,0 0,0 -,- - ",
        "0 deal - 01 0 -/- 00 ss 0,0 0,0 -,- -",
        "9 deal - 01 0 -/- 00 ss 0,0 0,0 -,- -",
        "1 deal 0 01 0 -/- 00 ss 0,0 0,0 -,- -",
        "1 deal - 02 0 -/- 00 ss 0,0 0,0 -,- -",
        "1 deal - 00 0 -/- 00 ss 0,0 0,0 -,- -",
        "1 deal - 01 2 -/- 00 ss 0,0 0,0 -,- -",
        "1 deal - 01 1 -/- 00 sa 0,0 0,0 -,- -",
        "1 deal - 01 0 -/-/- 00 ss 0,0 0,0 -,- -",
        "1 deal - 01 0 96/- 00 ss 0,0 0,0 -,- -",
        "1 deal - 01 0 1/1 00 ss 0,0 0,0 -,- -",
        "1 deal - 01 0 -/- 54 ss 0,0 0,0 -,- -",
        "1 deal - 01 0 -/- 00 sx 0,0 0,0 -,- -",
        "1 deal - 01 0 -/- 00 ss 00,0 0,0 -,- -",
        "1 deal - 01 0 -/- 00 ss 0,0 1,0 -,- -",
        "1 deal - 01 0 -/- 00 ss 0,0 0,0 1,- -",
        "1 deal - 01 0 -/- 00 ss 0,0 0,0 -,- -:-:-",
        "1 order 0 01 0 -/- 00 ss 0,0 10,10 1,- -",
        "1 order 1 01 0 -/- 00 ss 0,0 10,10 -,1 -",
        "1 order 0 01 0 -/- 00 ss 0,0 12,10 -,- -",
        "1 order 0 01 0 -/- 00 as 0,0 0,10 -,- -",
        "1 action 1 01 0 -/- 00 ss 0,0 10,10 1,1 -",
        "1 action 0 01 0 -/- 00 ss 0,0 10,10 1,1 66:-:-",
        "1 action 0 01 0 -/- 00 ss 0,0 10,10 2,1 69:-:-",
        "1 action 0 01 0 -/- 00 ss 0,0 10,10 3,1 99:-:-",
        "1 action 0 01 0 -/- 00 ss 0,0 10,10 1,1 -:B:-",
        "1 action 0 01 0 9/- 00 ss 0,0 10,10 1,1 -:9:-",
        "1 action 0 01 0 9/- 00 ss 0,0 10,10 1,1 -:-:9",
        "1 action 0 01 0 1/- 00 ss 0,0 10,10 1,1 1:-:-",
        "1 action 0 01 0 -/- 00 ss 0,0 10,10 11,1 -",
        "1 ending 0 01 0 999/- 00 ss 0,0 1,1 -,- -",
        "1 ending 1 01 0 9999999/8999 00 ss 0,0 1,1 -,- -",
        "7 over - 01 0 9/8 00 ss 0,0 1,1 -,- -",
        "5 default - 01 0 9/8 00 ss 0,0 0,0 -,- -",
    ],
)
def test_what_is_not_a_position_is_refused(text: str) -> None:
    """A field of N4 too few, out of form, or at odds with another."""
    with pytest.raises(InvalidNotation):
        read_position(text)


def test_a_position_whose_parts_do_not_fit_is_not_written() -> None:
    position = before_deal("-/-")
    broken = type(position)(
        **{name: getattr(position, name) for name in position.__dataclass_fields__}
        | {"orders": (Placed(1, False), None)}
    )
    with pytest.raises(ValueError, match="phase deal"):
        write_position(broken)


@pytest.mark.parametrize("seed", range(12))
def test_every_position_and_move_of_random_games_reads_back(seed: int) -> None:
    game = random_game(2 + seed % 3, Random(seed), goes_missing=0.02)
    for position in game.record.positions():
        text = write_position(position)
        assert read_position(text) == position
        for move in position.legal_moves():
            assert read_move(write_move(move)) == move
