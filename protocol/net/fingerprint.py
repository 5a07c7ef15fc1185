"""The short name of an identity that an invite carries and that people compare."""

from __future__ import annotations

from typing import Final

from protocol.log.encoding import digest

#: Length of a fingerprint in bytes: 80 bits, so a second identity with the same one takes 2^80
#: tries, and it still fits into an invite that can be read aloud.
FINGERPRINT_BYTES: Final = 10


def fingerprint(identity: bytes) -> bytes:
    """The 10-byte fingerprint of a 32-byte Ed25519 identity."""
    return digest("identity", identity)[:FINGERPRINT_BYTES]
