"""What goes wrong in the deck: a refused proof, or a machine that cannot run the group."""

from __future__ import annotations

from enum import Enum


class Reason(Enum):
    """Why bytes of another seat were refused. The value is the stable name used in evidence."""

    BAD_LENGTH = "bad-length"
    BAD_ENCODING = "bad-encoding"
    IDENTITY = "identity"
    SCALAR_RANGE = "scalar-range"
    PROOF_FAILS = "proof-fails"
    NOT_A_CARD = "not-a-card"


_WORDS = {
    Reason.BAD_LENGTH: "has the wrong length",
    Reason.BAD_ENCODING: "is no canonical ristretto255 encoding",
    Reason.IDENTITY: "is the identity",
    Reason.SCALAR_RANGE: "is not below the group order",
    Reason.PROOF_FAILS: "does not hold",
    Reason.NOT_A_CARD: "opens to a point that is no card",
}


class BadProof(ValueError):
    """Bytes of another seat are refused; ``reason`` is the code, ``what`` the field it is about."""

    def __init__(self, reason: Reason, what: str) -> None:
        super().__init__(f"{what} {_WORDS[reason]}")
        self.reason = reason
        self.what = what

    def __reduce__(self) -> tuple[type[BadProof], tuple[Reason, str]]:
        """An exception crosses a process by its arguments, not by its sentence."""
        return BadProof, (self.reason, self.what)


class BrokenEntropy(RuntimeError):
    """The entropy handed in gave too few bytes, or bytes no sound generator gives."""


class GroupUnavailable(ImportError):
    """The group library cannot be loaded on this machine; the message says what to change."""
