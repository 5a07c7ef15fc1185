"""How long the parts of a link wait."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds, but for ``missed``.

    A link is lost after ``missed`` pings in a row during which nothing at all arrived and nothing
    that was held up could be sent: turns of the clock are counted, not seconds, so a process that
    was stopped for a while does not take its own sleep for the silence of others.
    """

    connect: float = 4.0
    handshake: float = 5.0
    ping_every: float = 2.5
    missed: int = 4
    close: float = 2.0
    #: How long the seat that should be dialled waits before it dials itself.
    patience: float = 3.0
    #: Back-off between failed dials: from ``retry_first``, doubled up to ``retry_last``.
    retry_first: float = 0.5
    retry_last: float = 10.0
    #: And between asking the seats that are linked for those that are not.
    seek_first: float = 2.0
    seek_last: float = 60.0
