"""How the seats of a table may meet again: the file ``meeting`` in its folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import msgspec

from protocol.log.encoding import Struct, decode, encode
from protocol.log.errors import Dropped, Malformed
from protocol.log.messages import Roster
from protocol.net.disk import Disk, write_whole
from protocol.net.lobby_messages import Owner, Port

#: The name of the file.
MEETING: Final = "meeting"
#: No more places of a seat are kept.
MAX_PLACES: Final = 8

#: By seat who runs it: an identity for a computer player, nothing for a person.
Owners = Annotated[tuple[Owner, ...], msgspec.Meta(max_length=4)]


class Place(Struct, frozen=True):
    """Where a seat was reached: an IP address or a name, and a port."""

    host: Annotated[str, msgspec.Meta(min_length=1, max_length=253)]
    port: Port


Places = Annotated[tuple[Place, ...], msgspec.Meta(max_length=MAX_PLACES)]


class Meeting(Struct, frozen=True):
    """How the seats of a table may meet again. Nobody vouches for it; it is no secret.

    ``places`` by seat, the likeliest first; ``bind`` and ``port`` are where this peer listened.
    """

    roster: Roster
    owners: Owners
    places: Annotated[tuple[Places, ...], msgspec.Meta(min_length=2, max_length=4)]
    bind: Annotated[str, msgspec.Meta(max_length=253)]
    port: Annotated[int, msgspec.Meta(ge=0, le=65_535)]


def write_meeting(folder: Path, meeting: Meeting, disk: Disk) -> None:
    """Keeps ``meeting`` in ``folder``, in the place of what was kept before.

    Raises ``DiskTrouble``.
    """
    write_whole(disk, folder / MEETING, encode(meeting))


def read_meeting(folder: Path) -> Meeting | None:
    """How the seats of the table in ``folder`` may meet; None if that was not kept, or damaged."""
    try:
        return decode((folder / MEETING).read_bytes(), Meeting)
    except (OSError, Malformed, Dropped):
        return None
