"""Table talk: short signed lines outside the log, for people. Nothing in the game hangs on them."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from typing import Final

#: Ready-made phrases; each reader sees them in their own language.
PHRASES: Final = (
    "hello",
    "good-luck",
    "thinking",
    "your-turn",
    "nice-move",
    "oops",
    "thanks",
    "wait-please",
    "well-played",
    "good-game",
    "hints-are-fine",
    "another-game",
    "come-along",
)
#: Who has said this agrees that all people at the table may ask their programs for hints.
HINTS_ARE_FINE: Final = "hints-are-fine"
#: Who has said this would like another game with the same players, once this one is over.
ANOTHER_GAME: Final = "another-game"
#: Who has said this opens the lobby of another game, and leaves the table that is over for it.
COME_ALONG: Final = "come-along"
#: A line of one's own is no longer than this, in characters.
LONGEST_LINE: Final = 120
#: A seat may say this many lines at once, and one more after each of so many seconds.
BURST: Final = 5
SECONDS_A_LINE: Final = 3.0
#: This many lines are kept for the view.
KEPT: Final = 200


class TooMuchTalk(ValueError):
    """The line is empty, too long, or comes too soon after others; its text says which."""


def clean_line(text: str) -> str:
    """The line as it is shown: control, direction and invisible characters removed, spaces folded,
    cut to ``LONGEST_LINE``. May be empty."""
    visible = "".join(_shown(character) for character in text)
    return " ".join(visible.split())[:LONGEST_LINE].rstrip()


def _shown(character: str) -> str:
    category = unicodedata.category(character)
    if category in ("Cc", "Zs", "Zl", "Zp"):
        return " "
    return "" if category.startswith("C") else character


@dataclass(slots=True)
class Allowance:
    """How often each seat may do something: ``burst`` at once, one more after each ``seconds``."""

    burst: int
    seconds: float
    _left: dict[int, tuple[float, float]] = field(default_factory=dict)

    def take(self, seat: int, now: float) -> bool:
        """Use up one of ``seat``'s; False if none is left."""
        left, since = self._left.get(seat, (float(self.burst), now))
        left = min(float(self.burst), left + (now - since) / self.seconds)
        self._left[seat] = (left - 1 if left >= 1 else left, now)
        return left >= 1
