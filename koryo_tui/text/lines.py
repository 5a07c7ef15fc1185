"""The lines printed before and after the screen."""

from __future__ import annotations

from typing import Final

from koryo_tui.text.i18n import _

NEEDS_TERMINAL: Final = _(
    "koryo-tui needs a terminal to show the table; input, output or errors are redirected here. "
    "With --plain it speaks in lines."
)
PROFILE_IN_USE: Final = _("The profile {usual} is in use; this window plays as {profile}.")
LISTENING: Final = _("Listening on port {port}. The invite, until the table starts:")
ALL_ADDRESSES: Final = _(
    "For whoever cannot join with it, a longer one to copy, with every address of this machine:"
)
CANNOT_WRITE_INVITE: Final = _("The invite cannot be written: {why}")
LOOKING_AT: Final = _("Looking for the table at {address} ...")
NO_INVITE: Final = _("No invite was given; ask the host for the one that host printed.")
TRANSCRIPT: Final = _("Transcript: {path}")
NOT_FINISHED: Final = _("The game was not finished; its record so far: {path}")
#: After ``LEFT_ALONE``.
RECORD_OF_IT: Final = _("Its record: {path}")
RESUME: Final = _("The table is kept for you. Go on with: koryo-tui resume")
LEFT_ALONE: Final = _("You left the table, and nobody plays on: this game is over.")
LEFT_PEOPLE: Final = _(
    "You left the table, and the others go on without you. To ask for your seat again when a round "
    "begins: koryo-tui resume {name}"
)
