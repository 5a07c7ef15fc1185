"""The messages of channel LINK: the version hello, the handshake, ping, pong and the last word.

All but the version hello are canonical msgpack arrays that begin with a tag. The version hello is
raw bytes whose form never changes, so that any two versions can tell each other apart.
"""

from __future__ import annotations

from typing import Annotated, Final, cast

import msgspec

from protocol.log.encoding import Hash, Identity, Signature, Struct, decode, encode
from protocol.log.errors import Dropped, Malformed
from protocol.net.errors import Version
from protocol.net.frames import CAP_BEFORE

#: The purpose of a link to somebody's lobby.
LOBBY: Final = b"lobby"
#: The purpose of a link on which a seat asks another who sits where. Any other is a table id.
SEATS: Final = b"seats"
NAMED_PURPOSES: Final = (LOBBY, SEATS)

Purpose = Annotated[bytes, msgspec.Meta(min_length=5, max_length=32)]
Number = Annotated[int, msgspec.Meta(ge=0, le=0xFFFF_FFFF)]
Code = Annotated[int, msgspec.Meta(ge=1, le=255)]


class Hello(Struct, frozen=True, tag="hello"):
    """Client, first: who I am, 32 random bytes, and what I want the link for."""

    identity: Identity
    nonce: Hash
    purpose: Purpose


class Answer(Struct, frozen=True, tag="answer"):
    """Server, to a hello: who I am, 32 random bytes, and the proof that I am."""

    identity: Identity
    nonce: Hash
    proof: Signature


class Proof(Struct, frozen=True, tag="proof"):
    """Client, to an answer that holds: the proof that I am who I said."""

    proof: Signature


class Welcome(Struct, frozen=True, tag="welcome"):
    """Server, to a proof that holds: the link is open."""


class Ping(Struct, frozen=True, tag="ping"):
    """Are you there? Answered at once by the pong of the same number."""

    number: Number


class Pong(Struct, frozen=True, tag="pong"):
    """The answer to the ping of this number."""

    number: Number


class Bye(Struct, frozen=True, tag="bye"):
    """The last word on a link: a code of ``Refusal`` or ``Ending``."""

    code: Code


LinkMessage = Hello | Answer | Proof | Welcome | Ping | Pong | Bye


def read_link_message(payload: bytes) -> LinkMessage:
    """A message of channel LINK other than the version hello.

    Raises ``Malformed`` for anything else, a value not written canonically included: nothing here
    is relayed, so the sender of the bytes is their author.
    """
    try:
        kind = cast(type[LinkMessage], LinkMessage)
        return decode(payload, kind, limit=CAP_BEFORE)
    except Dropped as error:
        raise Malformed(str(error)) from None


def write_link_message(message: LinkMessage) -> bytes:
    """The canonical bytes of a message of channel LINK."""
    return encode(message)


_MAGIC: Final = b"koryo-tui\x00"
_APP_BYTES: Final = 64


def write_version(version: Version) -> bytes:
    """The version hello: ``koryo-tui``, a zero byte, u16 big-endian protocol, UTF-8 program."""
    app = version.app.encode("utf-8")[:_APP_BYTES]
    return _MAGIC + version.protocol.to_bytes(2, "big") + app


def read_version(payload: bytes) -> Version:
    """What a version hello says; the program's version is cleaned, for it will be shown.

    Raises ``Malformed`` if this is no version hello of any koryo-tui ever.
    """
    start = len(_MAGIC)
    if not payload.startswith(_MAGIC) or len(payload) < start + 2:
        raise Malformed("not a version hello")
    protocol = int.from_bytes(payload[start : start + 2], "big")
    app = payload[start + 2 : start + 2 + _APP_BYTES].decode("utf-8", errors="ignore")
    shown = "".join(letter for letter in app if letter.isascii() and letter.isprintable())
    return Version(protocol, shown)
