from __future__ import annotations

import pytest
import segno

from koryo_tui.qr import invite_lines, qr_lines
from protocol.net.invite import Invite, JoinSecret, write_invite

SECRET = JoinSecret(b"right")
SHORT = write_invite(Invite((("192.168.1.7", 47210),), bytes(10), SECRET))
LONG = write_invite(Invite(tuple((f"fd00::{n}", 47210) for n in range(1, 8)), bytes(10), SECRET))
SQUARES = {" ": (False, False), "\u2580": (True, False), "\u2584": (False, True)}
SQUARES["\u2588"] = (True, True)


def code(text: str) -> list[list[bool]]:
    """The dark squares, with the quiet zone that readers ask for."""
    made = segno.make(text, error="l", micro=False)
    return [[bool(square) for square in row] for row in made.matrix_iter(border=4)]


def inked_blocks(lines: tuple[str, ...]) -> list[list[bool]]:
    rows = []
    for line in lines:
        rows.append([SQUARES[letter][0] for letter in line])
        rows.append([SQUARES[letter][1] for letter in line])
    return rows


@pytest.mark.parametrize("light", [True, False])
def test_half_blocks_draw_every_square(light: bool) -> None:
    drawn = inked_blocks(qr_lines(SHORT, light=light))
    squares = code(SHORT)
    dark = [[inked is light for inked in row] for row in drawn]
    assert dark[: len(squares)] == squares
    assert not any(any(row) for row in dark[len(squares) :]), "what fills up the last line is light"


@pytest.mark.parametrize("light", [True, False])
def test_ascii_draws_every_square(light: bool) -> None:
    lines = qr_lines(SHORT, blocks=False, light=light)
    assert all(line.isascii() for line in lines)
    dark = [[(line[at] == "#") is light for at in range(0, len(line), 2)] for line in lines]
    assert dark == code(SHORT)


def test_the_short_invite_fits_an_ordinary_terminal() -> None:
    lines = qr_lines(SHORT)
    assert len(lines) <= 20
    assert {len(line) for line in lines} == {33}


def test_the_long_invite_is_shown_where_it_fits() -> None:
    assert invite_lines(SHORT, LONG, 21) == qr_lines(SHORT)
    assert invite_lines(SHORT, LONG, 60) == qr_lines(LONG)
    assert invite_lines(SHORT, LONG, 5) == qr_lines(SHORT), "something is always shown"
