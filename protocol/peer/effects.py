"""What a peer asks of the world around it, in the order in which it must be done.

The world carries effects out strictly in order: a ``Write`` is flushed to the disk before anything
after it happens. That is the whole rule by which nothing signed is ever sent before it is durable.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Write:
    """Append ``record`` to the own journal and flush it; holds secrets, readable by the owner only.

    After a failed flush nothing more may be sent: the world stops the peer.
    """

    record: bytes

    def __repr__(self) -> str:
        return f"Write({len(self.record)} bytes)"


@dataclass(frozen=True, slots=True)
class Keep:
    """Append ``record`` to the transcript, at leisure: others hold the same."""

    record: bytes


@dataclass(frozen=True, slots=True)
class Send:
    """Give ``message`` to the link of seat ``to``, or to every link when ``to`` is None.

    A link that is down drops it: what a peer lacks it asks for later.
    """

    message: bytes
    to: int | None = None


@dataclass(frozen=True, slots=True)
class Work:
    """Call ``job()``, a pure function, away from the event loop, and hand ``number`` and what it
    returned (or the exception it raised) to ``Peer.finished``."""

    number: int
    job: Callable[[], object]

    def __repr__(self) -> str:
        return f"Work({self.number})"


@dataclass(frozen=True, slots=True)
class Accuse:
    """Keep ``evidence``, the bytes of an evidence file against ``seat``."""

    seat: int
    evidence: bytes


@dataclass(frozen=True, slots=True)
class Show:
    """The view has changed; ask ``Peer.view()`` for it."""


@dataclass(frozen=True, slots=True)
class Wake:
    """Call ``Peer.tick`` when the monotonic clock reaches ``at`` seconds; replaces earlier ones."""

    at: float


Effect = Write | Keep | Send | Work | Accuse | Show | Wake
