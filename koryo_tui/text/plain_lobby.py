"""What the line mode says of a lobby. Each text is whole, with named placeholders."""

from __future__ import annotations

from typing import Final

from koryo_tui.text.i18n import _
from koryo_tui.text.plurals import plural

INVITE: Final = _("Others join with this invite:")
PLAYER: Final = _("{number}. {name}, fingerprint {fingerprint}.")
PLAYER_YOU: Final = _("{number}. {name}, that is you, fingerprint {fingerprint}.")
PLAYER_HOST: Final = _("{number}. {name}, the host, fingerprint {fingerprint}.")
PLAYER_YOU_HOST: Final = _("{number}. {name}, that is you, the host, fingerprint {fingerprint}.")
PLAYER_BOT: Final = _("{number}. {name}, a computer player of {owner}, fingerprint {fingerprint}.")
CAN_START: Final = _("Type start to begin with those who are here.")
WAIT_HOST: Final = _("The host starts the game; a full table starts by itself.")
FULL: Final = _("Everybody is here; the game begins.")
WAIT_PLAYERS: Final = _("Waiting for others to join; a full table starts by itself.")
OR_START: Final = _("As soon as one of them is here you can type {start} instead.")
BEGINS: Final = _("The game begins.")
ONLY_HOST: Final = _("Only the host can do that.")
PLAYER_OWN_BOT: Final = _(
    "{number}. {name}, a computer player of {owner}, {plays}, fingerprint {fingerprint}."
)
WHICH_BOT: Final = _("Say which computer player: {names}.")
NO_FREE_SEAT: Final = _("No seat is free.")
NOT_YOUR_BOT: Final = _("That is no computer player of yours.")
LEAVE_LOBBY_SURE: Final = _("Leave this table? yes or no")


def seats(taken: int, number: int) -> str:
    """How many seats are ``taken`` of the ``number`` there are."""
    return plural(
        "{number} of {seats} seats is taken.", "{number} of {seats} seats are taken.", taken,
        seats=number,
    )  # fmt: skip
