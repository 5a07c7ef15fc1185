"""What ``koryo-tui doctor`` says."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from koryo_tui.text.i18n import _
from protocol.net.probe import Outcome

OK: Final = " ok "
PROBLEM: Final = "!!!!"
UNKNOWN: Final = " ?? "

ADDRESS: Final = "{host} ({name})"
ADDRESSES: Final = _("This machine has the address {addresses}.")
NO_ADDRESS: Final = _(
    "This machine is in no network: only programs on it can reach it. Join a Wi-Fi or plug in a "
    "cable."
)
PORT_FREE: Final = _("Port {port} is free; a table would listen there, on {where}.")
EVERYWHERE: Final = _("every address of this machine")
PORT_OURS: Final = _(
    "Port {port} is taken by a koryo-tui that runs already; another one takes the next free port."
)
PORT_OTHERS: Final = _(
    "Port {port} is taken by another program; a table takes the next free port, and the invite "
    "names that. Choose one yourself with --port."
)
CANNOT_LISTEN: Final = "{error}"
REACHES_ITSELF: Final = _("A table here answers at {addresses}, seen from this machine.")
NOT_ITSELF: Final = _(
    "A table here does not answer at {address} even from this machine: {why} A firewall on this "
    "machine may be in the way; let it accept connections to TCP port {port}."
)
MULTICAST: Final = _("Multicast can be sent and heard on {names}.")
NO_MULTICAST: Final = _(
    "Multicast does not work on {name} ({why}), so tables cannot be found by themselves there; "
    "invites work all the same."
)
NO_MULTICAST_MAC: Final = _(
    "On macOS, allow this terminal in System Settings, Privacy & Security, Local Network."
)
FOUND: Final = _("The table of {name} was found on this network, at {address}.")
FOUND_NONE: Final = _(
    "No table was found. Perhaps nobody has one open. A network that keeps its devices apart "
    "(client isolation, usual on guest Wi-Fi) or drops multicast looks just the same from here: "
    "ask a host for the address on their screen, and try --to ADDRESS."
)
CANNOT_LOOK: Final = _("Tables cannot be looked for: {why}.")
BAD_TARGET: Final = "{error}"
SAME_NETWORK: Final = _("{host} is in the same network as {own} of this machine.")
OTHER_NETWORK: Final = _(
    "{host} is in none of this machine's networks; a router has to lead there, and both have to be "
    "allowed through it. On one Wi-Fi the addresses would begin alike."
)
TRIED: Final = "{address}: {what}"
IDENTITY_HOLDS: Final = _("{address}: the host of this invite is there, and takes players.")
HOST_THERE: Final = "{address}: {why}"

FILES_KEPT: Final = _("Your files can be kept: there is room in {folder}.")
NO_ROOM: Final = _(
    "The disk is full, or as good as full: a game may not be kept in {folder}. Make room there."
)
#: By what is kept in the folder.
NOT_WRITABLE: Final = MappingProxyType(
    {
        "games": _(
            "Nothing can be written in {folder} ({why}), where your identity and your games are "
            "kept: no table can be opened or joined. Make that folder yours, or writable."
        ),
        "records": _(
            "Nothing can be written in {folder} ({why}), where the records of finished games are "
            "kept. Make that folder yours, or writable."
        ),
        "settings": _(
            "Nothing can be written in {folder} ({why}), where your settings are kept: your name "
            "is asked for each time. Make that folder yours, or writable."
        ),
    }
)

#: What came of asking at an address.
OUTCOMES: Final = MappingProxyType(
    {
        Outcome.TABLE: _("{version} answers."),
        Outcome.OTHER_VERSION: _(
            "{version} answers, but this is {ours}; both need the same "
            "protocol, so the older one has to be updated."
        ),
        Outcome.OTHER_PROGRAM: _(
            "another program answers there, no koryo-tui. Check the port; if it is right, "
            "something on the way (a proxy, a login page of the Wi-Fi) answers in its place."
        ),
        Outcome.REFUSED: _(
            "the machine is there, but nothing listens at that port. The table was "
            "closed, has another port, or that machine's firewall refuses the connection."
        ),
        Outcome.SILENT: _(
            "no answer at all. Usually a firewall on that machine, which swallows what it does "
            "not want: it has to accept connections to TCP port {port}. Or the machine is off, or "
            "the network keeps its devices apart."
        ),
        Outcome.NOBODY: _(
            "no machine says that it has this address. It is off, has another address by now, or "
            "the network keeps its devices apart (client isolation, usual on guest Wi-Fi); these "
            "cannot be told apart from here. Try another network, such as a phone's hotspot."
        ),
        Outcome.NO_WAY: _(
            "this machine knows no way there. It is in another network, or this one "
            "has lost its own."
        ),
        Outcome.FORBIDDEN: _(
            "this machine does not let koryo-tui connect: a firewall on it forbids it."
        ),
        Outcome.NO_NAME: _(
            "no machine of that name is known here. Check the spelling, or give the "
            "address in numbers."
        ),
        Outcome.FAILED: _("no connection could be made (error {error})."),
    }
)
#: macOS answers so when the permission for the local network was not given.
MAC_HINT: Final = _(
    " On macOS the same happens while this terminal is not allowed to use the local network: see "
    "System Settings, Privacy & Security, Local Network."
)
HEALTHY: Final = _("Nothing is wrong that can be seen from here.")
SICK: Final = _("What is marked {mark} stands in the way.")
