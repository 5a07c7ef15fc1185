"""Ed25519 signatures (RFC 8032) over a label and exact payload bytes."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeVar

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from protocol.log.encoding import Struct, decode, encode
from protocol.log.errors import Dropped
from protocol.log.messages import LARGEST, Signed, Thing

T = TypeVar("T", bound=Struct)

#: y coordinates (sign bit cleared) of the points of small order: such a key signs everything.
SMALL_ORDER: Final = frozenset(
    bytes.fromhex(text)
    for text in (
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    )
)


#: The field and the constant d of edwards25519 (RFC 8032, section 5.1).
_P: Final = 2**255 - 19
_D: Final = -121665 * pow(121666, -1, _P) % _P


class SigningKey:
    """The identity of a player: a long-lived Ed25519 key whose secret no repr shows."""

    __slots__ = ("_key", "identity")

    def __init__(self, seed: bytes) -> None:
        """``seed`` is the 32-byte private key of RFC 8032."""
        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        self.identity = self._key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)

    def __repr__(self) -> str:
        return f"SigningKey(identity={self.identity.hex()[:16]})"

    def seed(self) -> bytes:
        """The 32 secret bytes, for the identity file only."""
        return self._key.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption())

    def sign_bytes(self, label: str, message: bytes) -> bytes:
        """A 64-byte signature over the label and the message."""
        return self._key.sign(_labelled(label, message))

    def sign(self, thing: Thing, value: Struct) -> Signed:
        """``value`` encoded and signed as a ``thing``."""
        payload = encode(value)
        return Signed(thing, payload, self.sign_bytes(thing, payload))


@lru_cache(maxsize=64)
def check_identity(identity: bytes) -> None:
    """Raises ``Dropped`` if ``identity`` cannot be anybody's.

    That is: not the canonical 32 bytes of a point of edwards25519 (RFC 8032, section 5.1.3), or
    one of small order, under which a signature over everything can be made.
    """
    cleared = identity[:31] + bytes([identity[31] & 0x7F])
    if cleared in SMALL_ORDER:
        raise Dropped("an identity of small order belongs to nobody")
    y = int.from_bytes(cleared, "little")
    ratio = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    if y >= _P or pow(ratio, (_P - 1) // 2, _P) != 1:
        raise Dropped("not an Ed25519 identity")


def check_bytes(identity: bytes, label: str, message: bytes, signature: bytes) -> None:
    """Raises ``Dropped`` unless ``signature`` is ``identity``'s over the label and the message."""
    check_identity(identity)
    try:
        key = Ed25519PublicKey.from_public_bytes(identity)
        key.verify(signature, _labelled(label, message))
    except (InvalidSignature, ValueError):
        raise Dropped("the signature is not of the seat it names") from None


def read(signed: Signed, kind: type[T]) -> T:
    """The payload of a signed thing, before its signature is checked.

    Raises ``Dropped`` for every payload that is too long, or not the canonical encoding of a
    ``kind``: it was signed, or pretends to be, by somebody who need not be the carrier.
    """
    if len(signed.payload) > LARGEST[signed.thing]:
        raise Dropped(f"more than the {LARGEST[signed.thing]} bytes of a thing of this kind")
    try:
        return decode(signed.payload, kind)
    except ValueError as error:
        raise Dropped(f"a signed payload that is no {kind.__name__}: {error}") from None


def check_signed(signed: Signed, identity: bytes) -> None:
    """Raises ``Dropped`` unless ``identity`` signed the payload as this kind of thing."""
    check_bytes(identity, signed.thing, signed.payload, signed.signature)


def _labelled(label: str, message: bytes) -> bytes:
    return f"koryo-tui/1 {label}".encode() + b"\x00" + message
