"""An invite as a QR code (ISO/IEC 18004) made of characters."""

from __future__ import annotations

from typing import Final

import segno

#: Light squares around the code that a reader needs to find it.
_QUIET: Final = 4
#: By what the two squares of a character are, upper and lower: whether each is inked.
_HALVES: Final = {
    (False, False): " ",
    (True, False): "\u2580",
    (False, True): "\u2584",
    (True, True): "\u2588",
}
_ASCII_INK: Final = "##"
_ASCII_BLANK: Final = "  "


def qr_lines(text: str, *, blocks: bool = True, light: bool = False) -> tuple[str, ...]:
    """``text`` as a QR code.

    ``blocks``: half blocks, two rows of squares a line; else ASCII, one row a line and two
    characters a square. ``light``: the terminal has dark letters on a light ground; else the light
    squares are the ones that are inked.
    """
    code = segno.make(text, error="l", micro=False)
    rows = [[bool(square) is light for square in row] for row in code.matrix_iter(border=_QUIET)]
    if not blocks:
        return tuple(
            "".join(_ASCII_INK if inked else _ASCII_BLANK for inked in row) for row in rows
        )
    if len(rows) % 2:
        rows.append([not light] * len(rows[0]))
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return tuple(
        "".join(_HALVES[both] for both in zip(upper, lower, strict=True)) for upper, lower in pairs
    )


def invite_lines(
    short: str, long: str, height: int, *, blocks: bool = True, light: bool = False
) -> tuple[str, ...]:
    """The code of the ``long`` invite if it fits into ``height`` lines, else of the ``short``."""
    lines = qr_lines(long, blocks=blocks, light=light)
    return lines if len(lines) <= height else qr_lines(short, blocks=blocks, light=light)
