"""Whole games written down, read back and played again (N5)."""

from random import Random  # a seed fixes the games of a test

import pytest

from protocol.rules import (
    Deal,
    EndByDefault,
    GoMissing,
    IllegalMove,
    InvalidNotation,
    Open,
    Place,
    Position,
    Reason,
    Record,
    Return,
    Standing,
    apply,
    read_cards,
    read_order,
    read_record,
    write_record,
)
from tests.rules.helpers import assert_refused, random_game

START = "start 1 deal - 01 0 -/- 00 ss 0,0 0,0 -,- -"
GAME = f"""\
koryo 1
{START}
deal 1234566789/?
0 +2
1 +1
0 =66 u6 t .
1 =B uB
gone 0 left
1 x0:6 .
default
"""


@pytest.mark.parametrize("seed", range(9))
def test_a_whole_game_reads_back_and_plays_again(seed: int) -> None:
    """As lines of text (N5)."""
    game = random_game(2 + seed % 3, Random(seed), goes_missing=0.02)
    text = write_record(game.record)
    again = read_record(text)
    assert again == game.record
    assert write_record(again) == text
    assert again.positions()[-1] == game.position


def test_a_turn_is_one_line_until_something_else_happens() -> None:
    """And goes on in a new one (N5)."""
    record = read_record(GAME)
    assert write_record(record) == GAME
    last = record.positions()[-1]
    assert (last.tokens, last.fronts) == ((1, 0), (read_cards("6"), read_cards("B")))
    assert last.by_default


def test_a_record_begins_at_any_position() -> None:
    start = read_record(GAME).positions()[4]
    assert read_record(write_record(Record(start))) == Record(start)


def test_hands_may_be_unknown() -> None:
    """The question mark of N5."""
    text = GAME.replace("1234566789/?", "?/?")
    assert read_record(text).actions[0] == Deal((None, None))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("koryo 1", "koryo 2"),
        ("start", "begin"),
        ("default\n", "default"),
        ("default\n", "default\n\n"),
        ("default", "undefault"),
        ("0 +2", "1 +2"),
        ("0 +2", "0 +02"),
        ("0 +2", "0 +two"),
        ("0 +2", "0 +0"),
        ("0 =66 u6 t .", "0 =66 u6 .\n0 t"),
        ("0 =66 u6 t .", "0 =66\n0 u6 t ."),
        ("0 =66 u6 t .", "0 =66  u6 t ."),
        ("0 =66 u6 t .", "0 =66 u6 t t ."),
        ("0 =66", "0 =77"),
        ("x0:6", "x0:7"),
        ("gone 0 left", "gone 0 seated"),
        ("gone 0 left", "gone 5 left"),
        ("gone 0 left", "gone 0 asleep"),
        ("default", "back 1"),
        ("deal 1234566789/?", "deal 123456678/?"),
        ("deal 1234566789/?", "deal 1234566789"),
        ("deal 1234566789/?", "deal 1234566789/1223334444"),
        ("\n0 +2", "\n\n0 +2"),
    ],
)
def test_a_record_with_one_thing_wrong_is_refused(old: str, new: str) -> None:
    assert old in GAME
    with pytest.raises(InvalidNotation):
        read_record(GAME.replace(old, new, 1))


def test_a_known_hand_must_hold_what_is_opened() -> None:
    hands = (read_cards("1234566789"), None)
    actions = (Deal(hands), Place(1), Place(1), Open(read_order("B")))
    record = Record(Position.start((0, 1), 0), actions)
    assert_refused(Reason.NOT_IN_HAND, record.positions)
    with pytest.raises(IllegalMove):
        write_record(record)


def test_each_action_does_what_the_position_does() -> None:
    start = Position.start((0, 1, 2), 0)
    gone = start.without(1, Standing.ABSENT)
    assert apply(start, Deal((None,) * 3)) == start.dealt()
    assert apply(start, GoMissing(1, Standing.ABSENT)) == gone
    assert apply(gone, Return(1)) == start
    alone = gone.without(2, Standing.LEFT)
    assert apply(alone, EndByDefault()) == alone.ended_by_default()
