"""Table talk is short, clean and rare, and changes nothing."""

import pytest

from protocol.peer.talk import BURST, LONGEST_LINE, PHRASES, Allowance, TooMuchTalk, clean_line
from tests.peer.harness import Room


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("hello", "hello"),
        ("  two\twords\n", "two words"),
        ("esc\x1b[31mape", "esc [31mape"),
        ("turned\u202ebackwards", "turnedbackwards"),
        ("zero\u200bwidth", "zerowidth"),
        ("Привіт, 你好", "Привіт, 你好"),
        ("\x00\x07", ""),
        ("x" * 200, "x" * LONGEST_LINE),
    ],
)
def test_a_line_is_shown_clean(said: str, shown: str) -> None:
    assert clean_line(said) == shown


def test_a_burst_is_allowed_and_then_one_line_after_each_pause() -> None:
    allowance = Allowance(burst=2, seconds=3.0)
    assert [allowance.take(0, 10.0) for _ in range(3)] == [True, True, False]
    assert allowance.take(1, 10.0)
    assert not allowance.take(0, 12.9)
    assert allowance.take(0, 13.1)
    assert not allowance.take(0, 13.2)
    assert [allowance.take(0, 1_000.0) for _ in range(3)] == [True, True, False]


def talking() -> Room:
    room = Room(3)
    room.start()
    room.run(until=lambda: room.seats[0].peer.log.state.dealt)
    return room


def lines(room: Room, seat: int) -> list[tuple[int, str, str]]:
    return [(line.seat, line.text, line.phrase) for line in room.seats[seat].peer.view().talk]


def test_everybody_hears_a_line_and_a_phrase() -> None:
    room = talking()
    head = room.seats[1].peer.head
    room.carry_out(0, room.seats[0].peer.say("well, well", room.now))
    room.carry_out(0, room.seats[0].peer.phrase("hello", room.now))
    room.deliver_all()
    for seat in range(3):
        assert lines(room, seat) == [(0, "well, well", ""), (0, "", "hello")]
    assert room.seats[1].peer.head == head or room.seats[1].peer.log.closed


def test_a_line_goes_round_a_missing_link() -> None:
    room = talking()
    room.link(0, 2, up=False)
    room.deliver_all()
    room.carry_out(0, room.seats[0].peer.say("via Ben", room.now))
    room.deliver_all()
    assert lines(room, 2) == [(0, "via Ben", "")]


@pytest.mark.parametrize("text", ["", "   ", "\x00", "x" * (LONGEST_LINE + 1)])
def test_an_empty_or_long_line_is_not_said(text: str) -> None:
    room = talking()
    with pytest.raises(TooMuchTalk):
        room.seats[0].peer.say(text, room.now)
    assert lines(room, 0) == []


def test_an_unknown_phrase_is_not_said() -> None:
    room = talking()
    assert "rude" not in PHRASES
    with pytest.raises(TooMuchTalk):
        room.seats[0].peer.phrase("rude", room.now)


def test_too_many_lines_are_stopped_here_and_dropped_there() -> None:
    room = talking()
    for number in range(BURST):
        room.carry_out(0, room.seats[0].peer.say(f"line {number}", room.now))
    with pytest.raises(TooMuchTalk):
        room.seats[0].peer.say("one more", room.now)
    room.deliver_all()
    assert len(lines(room, 1)) == BURST
    assert not room.seats[1].peer.log.faults
