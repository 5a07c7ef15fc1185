"""One way to write a value down: msgpack, arrays only, checked into frozen structs.

A value is encoded with the shortest msgpack form of every element; structs become arrays of their
fields in order. Reading is strict: bounded decoding first, then the exact types, then the value
is encoded again and must give the same bytes (``Dropped`` otherwise), so no value has two forms.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated, Any, TypeVar

import msgpack
import msgspec

from protocol.log.errors import Dropped, Malformed

T = TypeVar("T")

Hash = Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]
Signature = Annotated[bytes, msgspec.Meta(min_length=64, max_length=64)]
Identity = Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=3)]
Step = Annotated[int, msgspec.Meta(ge=0, le=65_535)]
Attempt = Annotated[int, msgspec.Meta(ge=0, le=255)]

#: No message, payload or record is longer than this, in bytes.
MAX_BYTES = 65_536
#: No array in a message has more elements than this.
MAX_ITEMS = 1_024
_MAX_DEPTH = 12


class Struct(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The base of everything that travels: a frozen array of typed fields."""


def encode(value: object) -> bytes:
    """The canonical bytes of a struct, or of a nest of tuples, ints, strings and bytes."""
    plain = msgspec.to_builtins(value, builtin_types=(bytes,))
    packed: bytes = msgpack.packb(plain, use_bin_type=True)
    return packed


def unpack(data: bytes, limit: int = MAX_BYTES) -> Any:
    """The plain value in ``data``: nested tuples of ints, strings and bytes.

    Raises ``Malformed`` for anything over a limit and for maps, floats, nil, booleans and
    extension types, which no message of ours contains.
    """
    if len(data) > limit:
        raise Malformed(f"{len(data)} bytes are more than the {limit} allowed here")
    try:
        value = msgpack.unpackb(
            data,
            use_list=False,
            raw=False,
            strict_map_key=True,
            max_map_len=0,
            max_ext_len=0,
            max_array_len=MAX_ITEMS,
            max_bin_len=limit,
            max_str_len=1_024,
        )
    except (ValueError, msgpack.exceptions.UnpackException, RecursionError) as error:
        raise Malformed(f"not a bounded msgpack value: {type(error).__name__}") from None
    _only_arrays(value, _MAX_DEPTH)
    return value


def _only_arrays(value: object, depth: int) -> None:
    # An extension of no bytes comes as a named tuple.
    if type(value) is tuple:
        if depth == 0:
            raise Malformed("arrays are nested too deeply")
        for item in value:
            _only_arrays(item, depth - 1)
    elif type(value) not in (int, str, bytes):
        raise Malformed(f"a value of type {type(value).__name__} belongs in no message")


def shape(value: Any, kind: type[T]) -> T:
    """``value`` as a ``kind``, strictly. Raises ``Malformed`` if it has another shape."""
    try:
        return msgspec.convert(value, kind, strict=True)
    except (msgspec.ValidationError, RecursionError) as error:
        raise Malformed(str(error)) from None


def decode(data: bytes, kind: type[T], limit: int = MAX_BYTES) -> T:
    """A struct out of its canonical bytes.

    Raises ``Malformed`` if the bytes have another shape, ``Dropped`` if the shape is right but
    the value would be written differently.
    """
    value = shape(unpack(data, limit), kind)
    if encode(value) != data:
        raise Dropped("not the canonical encoding of its value")
    return value


def digest(label: str, *parts: object) -> bytes:
    """SHA-256 over the canonical array [label, parts...]: 32 bytes.

    Injective in label and parts, since the encoding is.
    """
    return sha256(encode(("koryo-tui/1 " + label, *parts))).digest()
