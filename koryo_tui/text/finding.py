"""What is said while tables are looked for."""

from __future__ import annotations

from typing import Final

from koryo_tui.text.i18n import _, pgettext

LOOKING: Final = _("Looking for tables on this network ...")
NONE: Final = _("No table was found here; an invite works all the same.")
TROUBLE: Final = _("This network cannot be searched ({why}); an invite works all the same.")
TABLES: Final = _("Tables on this network:")
ENTRY: Final = "{number:>2}  {name}  {seats}  {version}  {how}  {age}"
ROW: Final = "{name}  {seats}  {how}"
FREE: Final = _("{free} of {seats} seats free")
UNDER_WAY: Final = _("under way")
OPEN: Final = _("open to everybody")
NEEDS_INVITE: Final = _("needs its invite")
HAS_BEGUN: Final = _("too late to join")
AGE_NOW: Final = _("answered now")
AGE: Final = _("answered {seconds:.0f} s ago")
PROMPT: Final = _("Invite: ")
TOO_SHORT: Final = _(
    "{said} is too short for an invite, so it is taken for the name of the machine that hosts. "
    "The invite of its table is needed too."
)
ONLY_ADDRESS: Final = _("{said} is an address. The invite of the table there is needed too.")
NOT_ONE: Final = _(
    "{said} is no invite: an invite has nine groups of four characters or more; copy all of it."
)
#: Where an invite is asked for without a list.
EMPTY_ENDS: Final = _("An empty line ends this.")
WITHOUT_INVITE: Final = _("No invite yet? 0 looks again, an empty line ends this.")
OR_NUMBER: Final = _(
    "Type the invite, or the number of a table; 0 looks again, an empty line ends this."
)
#: Once a table is chosen that needs its invite.
PROMPT_OF: Final = _("Invite of {name}: ")
NO_SUCH_NUMBER: Final = _("There is no table {number} in the list.")
ASK_FOR_INVITE: Final = _("That table needs its invite; ask {name} for it.")
TOO_LATE: Final = _("The game at that table has begun.")
FULL: Final = _("That table has no free seat.")
UNKNOWN_HOST: Final = _(
    "You have not met this host before. Whoever it is, their terminal shows these words; "
    "let {name} read them to you:"
)
STRANGER: Final = _("Is this {name}?")
THE_SAME: Final = _("Yes, they are the same words")
ANOTHER: Final = _("No, or I cannot ask")
SAME: Final = _("Are they the same? yes or no: ")
YES: Final = ("yes", "y", *pgettext("answers that mean yes", "yes y").split())
NOT_TRUSTED: Final = _("Then somebody else may pretend to be {name}; nothing was sent to them.")
OWN_WORDS: Final = _("Who joins without an invite compares these words with you: {words}")
QR_BELOW: Final = _("The invite as a QR code:")
ENTER_OPENS: Final = _("Enter opens the table ...")
