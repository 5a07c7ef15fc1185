from __future__ import annotations

import pytest

from koryo_tui.bots.registry import levels
from koryo_tui.cli import COMMANDS
from koryo_tui.drawing.start import start_line_at, start_page
from koryo_tui.start import HOST, LEVELS, LINES, SOLO, Start, mark_after


def on(line: str) -> Start:
    return Start().marked(LINES.index(line))


def test_every_line_that_is_a_command_is_one() -> None:
    without_own = {"quit", "resume", "learn", "replay", "halls", "rules"}
    for line in set(LINES) - without_own:
        assert line in COMMANDS


def test_the_mark_goes_round() -> None:
    assert Start().moved(-1).line == LINES[-1]
    assert Start().moved(-1).moved(1).line == LINES[0]
    assert Start().marked(99) == Start()


def test_behind_the_lesson_a_game_alone_is_marked_and_else_what_was_chosen_last() -> None:
    assert Start(mark=mark_after("learn")).line == SOLO
    assert Start(mark=mark_after(HOST)).line == HOST
    assert Start(mark=mark_after("quit")).line == "quit"


def test_a_game_alone_has_one_to_three_rivals() -> None:
    assert on(SOLO).command() == ("solo", "--bots", "3")
    assert on(SOLO).changed(1).command() == ("solo", "--bots", "3")
    assert on(SOLO).changed(-5).command() == ("solo", "--bots", "1")


def test_a_table_has_two_to_four_seats_and_bots_leave_room_for_the_host() -> None:
    assert on(HOST).command() == ("host", "--seats", "4", "--bots", "0")
    full = on(HOST).next_field().changed(9)
    assert full.command() == ("host", "--seats", "4", "--bots", "3")
    smaller = full.next_field().next_field().changed(-1)
    assert smaller.command() == ("host", "--seats", "3", "--bots", "2")
    assert smaller.changed(-9).command() == ("host", "--seats", "2", "--bots", "1")


def test_the_level_of_computer_players_is_chosen_where_there_are_any() -> None:
    alone = on(SOLO).next_field()
    assert alone.changed(1).command() == ("solo", "--bots", "strong,strong,strong")
    assert alone.changed(5) == alone.changed(1)
    assert alone.changed(-1).next_field().changed(-1).command() == ("solo", "--bots", "easy,easy")
    assert levels() == LEVELS
    nobody = on(HOST).next_field()
    assert nobody.next_field().field == 0, "no level of nobody"
    two = nobody.changed(2).next_field().changed(1)
    assert two.command() == ("host", "--seats", "4", "--bots", "strong,strong")


@pytest.mark.parametrize("line", [line for line in LINES if line not in (HOST, SOLO)])
def test_other_lines_have_no_numbers(line: str) -> None:
    assert on(line).changed(1) == on(line)
    assert on(line).next_field() == on(line)
    assert on(line).command() == (line,)


@pytest.mark.parametrize("height", [16, 24, 40])
def test_a_click_meets_the_line_it_is_on(height: int) -> None:
    lines = [line.text for line in start_page(Start(), 80, height)]
    for number in range(len(LINES)):
        row = next(y for y, text in enumerate(lines) if f" {number + 1} " in text[:6])
        assert start_line_at(row, height) == number
    assert start_line_at(0, height) is None
    assert start_line_at(height - 1, height) is None
