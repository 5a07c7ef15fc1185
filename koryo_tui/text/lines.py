"""The lines printed before and after the screen."""

from __future__ import annotations

from typing import Final

from koryo_tui.text.i18n import _

NEEDS_TERMINAL: Final = _(
    "koryo-tui needs a terminal to show the table; input, output or errors are redirected here. "
    "With --plain it speaks in lines."
)
ASK_NAME: Final = _("What shall the others call you? Enter for {name}: ")
NAME_TOO_LONG: Final = _(
    "The name {name} is too long: there is room for 12 letters (6 if they are Chinese), for "
    "example {short}."
)
PLAYS_AS: Final = _("You play as {name}; for another name: koryo-tui solo --name NAME")
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
WOULD_CONVICT: Final = _(
    "koryo-tui has stopped itself: it was about to sign what contradicts something that this seat "
    "has signed before, which is a mistake of the program. It was not signed, nobody is blamed, "
    "and the journal is kept. Should it stop like this again, the others can go on without you."
)
LEFT_ALONE: Final = _("You left the table, and nobody plays on: this game is over.")
LEFT_PEOPLE: Final = _(
    "You gave up your seat at the table with {players}. While that game lasts, this asks for it "
    "again: koryo-tui resume {name}"
)
CLOSED: Final = _("The table is closed: its invite leads nowhere any more.")
