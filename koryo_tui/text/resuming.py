"""What is said when a table is taken up again."""

from __future__ import annotations

from typing import Final

from koryo_tui.text.i18n import _, pgettext

TABLES: Final = _("Tables that wait:")
TABLES_LEFT: Final = _(
    "Tables at which you gave up your seat; you can ask for it again while their game lasts:"
)
#: How far a table is: at most 17 cells.
ENTRY: Final = "{number:3}  {when}  {round}  "
PROFILE: Final = _("  (profile {profile})")
NOT_BEGUN: Final = _("before round 1")
ROUND: Final = _("round {round}")
#: At the start, at most 54 cells.
WAITS: Final = _("waits since {when}, {round}")
IN_USE: Final = _("in use")
LEFT: Final = _("you left")
CHOOSE: Final = _("Which one? Its number, Enter for the first, q for none: ")
CHOOSE_LEFT: Final = _("Which one? Its number, or Enter for none: ")
#: What else can be typed to choose none.
NO_TABLE: Final = ("none", *pgettext("answers that mean none of a list", "none no").split())
NO_SUCH_NUMBER: Final = _("There is no table {said} in this list.")
NONE: Final = _(
    "No table waits to be resumed. If the files of one were lost, ask another of its players: "
    "koryo-tui resume --at ADDRESS"
)
ALL_IN_USE: Final = _(
    "This table, or another one of its profile, is open in another window. Go on there, or close "
    "that window first."
)
SEVERAL: Final = _("Several tables have an id that begins with {name}; give more of it.")
FORGETS: Final = _(
    "To forget it removes your seat: your hand, and what you signed. The others wait for you or go "
    "on without you. Its record is kept with the finished games."
)
FORGET: Final = _("Forget it? Type yes: ")
NOT_FORGOTTEN: Final = _("It was not forgotten.")
FORGOTTEN: Final = _("It is forgotten.")
KEPT_RECORD: Final = _("It is forgotten; its record so far: {path}")
NO_SUCH_TABLE: Final = _("No table whose id begins with {name} waits to be resumed.")
OPENING: Final = _("Checking the record of the table with {players} so far ...")
LOST: Final = _(
    "What this seat had signed is lost, so it must not sign again in this round: it says goodbye "
    "for now and comes back with the next round."
)
CUT: Final = _("The end of the record was damaged; what is missing is fetched from the others.")
ASKING: Final = _("Asking at {address} who sits where ...")
NOBODY_KNOWS: Final = _(
    "Nobody at {address} knows you as a player of a table that waits: {why} "
    "Ask for the address of one who is at the table now."
)
FOUND: Final = _("The table of {players}.")
