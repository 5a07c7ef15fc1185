"""What is said of transcripts, of evidence, and of where files are."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from koryo_tui.text.i18n import _
from koryo_tui.text.plurals import plural
from protocol.log.messages import Why

CANNOT_READ: Final = _("cannot be read ({why}); check the name.")
NOT_READABLE: Final = _("cannot be read: {why}.")
CUT_OFF: Final = _("is cut off inside a record ({held}); get a whole copy.")
NOTHING_HELD: Final = _("nothing is left of it")
HELD: Final = _("steps 0 to {last} hold")
REFUSED_AFTER: Final = _("refused after step {last}: {why}.")
REFUSED: Final = _("refused: {why}.")
REFUSED_AT: Final = _("refused at step {step}: {why}.")
REFUSED_SEAT: Final = _("refused, seat {seat} ({name}): {why}.")
REFUSED_AT_SEAT: Final = _("refused at step {step}, seat {seat} ({name}): {why}.")
VERIFIED: Final = _("verified")
VERIFIED_NOTHING: Final = _("verified, but it holds no step: unfinished.")
UNFINISHED: Final = _("verified so far, unfinished after step {last} ({kind}).")

# Evidence
AGAINST: Final = _("evidence against seat {seat}, {name}  {words}")
FAULT: Final = _("at step {step}: {what}.")
SHOWS_NOTHING: Final = _("shows nothing: {why}.")

# Two transcripts
COMPARED: Final = _("{one} and {other}: {what}")
OTHER_TABLE: Final = _("not of one table; there is nothing to compare.")
SAME_GAME: Final = _("the same game, step by step.")
FIRST_IS_BEGINNING: Final = _("the first is the beginning of the other, {steps} steps long.")
SECOND_IS_BEGINNING: Final = _("the second is the beginning of the other, {steps} steps long.")
PART: Final = _(
    "they part at step {step} ({kind}), which closed in two ways; signed both ways: {names}."
)
PART_UNEXPLAINED: Final = _(
    "they part at step {step} ({kind}), which closed in two ways; they do not show who signed both "
    "ways."
)

# The players and the end
PLACE: Final = _("{total:4} points, place {place}")
NOT_RANKED: Final = _("{total:4} points, not ranked")
LEFT_OUT: Final = _("round {round}: {name} left out by agreement of {by} ({why})")
BACK: Final = _("round {round}: {name} back")
WHY: Final = MappingProxyType(
    {
        Why.SILENT: _("it was silent"),
        Why.GOODBYE: _("it had said goodbye"),
        Why.FAULT: _("it had broken the protocol"),
    }
)
WON: Final = _("won by {names}")
WON_BY_DEFAULT: Final = _("won by {names} by default")
NOBODY: Final = _("nobody")
HALL_OF_FAME: Final = _("Hall of Fame: {names}")
WALL_OF_SHAME: Final = _("Wall of Shame: {names}")
SIGNED_BY: Final = _("result signed by {names}")

SEVERAL: Final = _("Several tables have a number that begins with {said}; give more of it.")

# Exported
EXPORT_CANNOT_READ: Final = _("{path} cannot be read ({why}); check the name.")
EXPORT_NOT_WHOLE: Final = _("{path} is no whole transcript: {why}.")
EXPORT_REFUSED: Final = _("{path} is refused: {why}.")
EXPORT_REFUSED_AT: Final = _("{path} is refused at step {step}: {why}.")

# Where they are, in two columns
PROFILES: Final = _("profiles     {path}")
SETTINGS: Final = _("settings     {path}")
TRANSCRIPTS: Final = _("transcripts  {path}")
#: A profile and what its player was called at the last table.
PLAYS_AS: Final = _("profile {profile}, last seated as {name}:")
PLAYS_AS_NOBODY: Final = _("profile {profile}, never seated:")

COMPARE_HEADS: Final = _(
    "the final head stands for the whole game: compare it with the others', who must have the same"
)


def steps_and_head(number: int, head: str) -> str:
    """How long a finished game is, and the head it ends with in hexadecimal."""
    return plural("{number} step, final head {head}", "{number} steps, final head {head}", number,
                  head=head)  # fmt: skip
