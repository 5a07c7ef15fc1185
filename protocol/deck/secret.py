"""Secrets that do not show themselves."""

import hmac
from typing import Any, NoReturn, Self, final

from protocol.deck.group import ORDER, SCALAR_BYTES, encode_scalar


class Hidden:
    """Base of everything that holds secrets: its text shows the type and nothing else."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}, hidden>"

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise TypeError(
            f"a {type(self).__name__} is not pickled; write to_bytes() where it belongs"
        )


class SecretScalar(Hidden):
    """An integer from 1 to q-1. Compared in constant time, unhashable, never printed.

    Raises ``ValueError`` for any other integer.
    """

    __slots__ = ("_encoding",)

    def __init__(self, scalar: int) -> None:
        if not 0 < scalar < ORDER:
            raise ValueError("a secret scalar lies between 1 and q-1")
        self._encoding = encode_scalar(scalar)

    @classmethod
    def from_bytes(cls, encoding: bytes) -> Self:
        """The secret that ``to_bytes`` wrote: 32 bytes, little-endian. Raises ``ValueError``."""
        if len(encoding) != SCALAR_BYTES:
            raise ValueError(f"a secret scalar has {SCALAR_BYTES} bytes")
        return cls(int.from_bytes(encoding, "little"))

    def to_bytes(self) -> bytes:
        """32 bytes, little-endian: for the journal of its owner and for nothing else."""
        return self._encoding

    def reveal(self) -> int:
        """The integer, for arithmetic."""
        return int.from_bytes(self._encoding, "little")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return hmac.compare_digest(self._encoding, other._encoding)

    __hash__ = None  # type: ignore[assignment]


@final
class SecretKey(SecretScalar):
    """One seat's secret key x of one deal."""

    __slots__ = ()
