"""What a table says of itself on the LAN: the TXT record (RFC 6763, section 6) and its limits.

Nobody vouches for any of it. It says where to look; who is there is proved by a link, and whoever
joins compares the fingerprint or has it from an invite.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Final

from protocol.log.errors import Malformed
from protocol.log.messages import PROTOCOL_VERSION
from protocol.net.errors import Version
from protocol.net.fingerprint import FINGERPRINT_BYTES
from protocol.net.invite import SECRET_BYTES, JoinSecret
from protocol.net.lobby_messages import clean_app
from protocol.net.names import clean

#: The version of this record; a reader takes only its own.
TXT_VERSION: Final = b"1"
#: So much of a table id is told.
TABLE_MARK_BYTES: Final = 8
#: What stands for the secret of a table that anybody on the network may join.
OPEN_SECRET: Final = JoinSecret(bytes(SECRET_BYTES))
_APP_CHARACTERS: Final = 32


class State(Enum):
    """Whether seats can be taken."""

    LOBBY = "lobby"
    PLAYING = "playing"


@dataclass(frozen=True, slots=True)
class Sign:
    """``name`` of whoever announces and its ``fingerprint`` (10 bytes); ``taken`` of ``seats``
    seats (2 to 4); ``is_open``: no secret is needed; ``table``: the first 8 bytes of the id of a
    table under way, else empty; ``version`` of the program."""

    name: str
    fingerprint: bytes
    seats: int
    taken: int
    state: State = State.LOBBY
    is_open: bool = False
    table: bytes = b""
    version: Version = field(default_factory=lambda: Version(PROTOCOL_VERSION, ""))

    @property
    def free(self) -> int:
        """Seats that can still be taken."""
        return self.seats - self.taken if self.state is State.LOBBY else 0


def write_sign(sign: Sign) -> dict[str, str]:
    """The keys and values of the TXT record."""
    values = {
        "txtvers": TXT_VERSION.decode(),
        "protocol": str(sign.version.protocol),
        "app": clean_app(sign.version.app)[:_APP_CHARACTERS],
        "name": clean(sign.name),
        "id": sign.fingerprint.hex(),
        "seats": str(sign.seats),
        "taken": str(sign.taken),
        "state": sign.state.value,
        "open": str(int(sign.is_open)),
    }
    if sign.table:
        values["table"] = sign.table[:TABLE_MARK_BYTES].hex()
    return values


def read_sign(values: Mapping[bytes, bytes | None]) -> Sign:
    """What a TXT record says, fit to be shown. Unknown keys are passed over.

    Raises ``Malformed`` for a key that is missing or not as ``write_sign`` writes it.
    """
    read: dict[str, bytes] = {}
    for key, form in _FORMS.items():
        value = values.get(key.encode())
        if value is None and key == "table":
            value = b""
        if value is None or not form(value):
            raise Malformed(f"the key {key} of a table on the network")
        read[key] = value
    seats, taken = int(read["seats"]), int(read["taken"])
    if taken > seats:
        raise Malformed("more seats taken than there are")
    app = clean_app(read["app"].decode("utf-8", errors="ignore"))[:_APP_CHARACTERS]
    return Sign(
        name=clean(read["name"].decode("utf-8", errors="ignore")),
        fingerprint=bytes.fromhex(read["id"].decode("ascii")),
        seats=seats,
        taken=taken,
        state=State(read["state"].decode("ascii")),
        is_open=read["open"] == b"1",
        table=bytes.fromhex(read["table"].decode("ascii")),
        version=Version(int(read["protocol"]), app),
    )


def _like(pattern: str) -> Callable[[bytes], bool]:
    compiled = re.compile(pattern.encode())
    return lambda value: compiled.fullmatch(value) is not None


_FORMS: Final[Mapping[str, Callable[[bytes], bool]]] = MappingProxyType(
    {
        "txtvers": _like(TXT_VERSION.decode()),
        "protocol": _like("[1-9][0-9]{0,4}"),
        "app": _like("(?s).{0,64}"),
        "name": _like("(?s).{0,128}"),
        "id": _like(f"[0-9a-f]{{{2 * FINGERPRINT_BYTES}}}"),
        "seats": _like("[2-4]"),
        "taken": _like("[1-4]"),
        "state": _like("|".join(state.value for state in State)),
        "open": _like("[01]"),
        "table": _like(f"([0-9a-f]{{{2 * TABLE_MARK_BYTES}}})?"),
    }
)
