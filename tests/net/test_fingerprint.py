from __future__ import annotations

from hashlib import sha256

from protocol.net.fingerprint import FINGERPRINT_BYTES, fingerprint


def test_a_fingerprint_is_the_beginning_of_a_labelled_hash():
    identity = bytes(range(32))
    label = b"koryo-tui/1 identity"
    encoded = b"\x92" + bytes([0xA0 | len(label)]) + label + b"\xc4\x20" + identity
    assert fingerprint(identity) == sha256(encoded).digest()[:FINGERPRINT_BYTES]
