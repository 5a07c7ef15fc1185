"""What travels between two seated peers: a signed thing, or a status.

A message is the canonical array [tag, fields...]; anything else is ``Malformed`` and the fault of
whoever sent it over the link, never of the seat a signed thing inside it may name.
"""

from __future__ import annotations

from protocol.log.encoding import Struct, encode, shape, unpack
from protocol.log.errors import Malformed
from protocol.log.messages import Signed, Status

SIGNED = "signed"
STATUS = "status"

_KINDS: dict[str, type[Signed] | type[Status]] = {SIGNED: Signed, STATUS: Status}
_TAGS: dict[type[Struct], str] = {Signed: SIGNED, Status: STATUS}


def write_message(message: Signed | Status) -> bytes:
    """The bytes of one message."""
    return encode((_TAGS[type(message)], *_fields(message)))


def read_message(data: bytes) -> Signed | Status:
    """The message in ``data``. Raises ``Malformed``."""
    value = unpack(data)
    if not isinstance(value, tuple) or not value or value[0] not in _KINDS:
        raise Malformed("neither a signed thing nor a status")
    message = shape(value[1:], _KINDS[value[0]])
    if write_message(message) != data:
        raise Malformed("not the canonical encoding of its value")
    return message


def _fields(message: Struct) -> tuple[object, ...]:
    return tuple(getattr(message, name) for name in message.__struct_fields__)
