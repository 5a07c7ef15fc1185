"""How often a lobby lets people try a secret."""

from __future__ import annotations

from typing import Final

from protocol.net.addresses import network_of

#: Wrong guesses allowed within ``WINDOW`` seconds: from one address, and from all together.
FROM_ONE: Final = 5
FROM_ALL: Final = 20
WINDOW: Final = 60.0


class GuessLimit:
    """Counts wrong guesses in a sliding window; those of an IPv6 network together.

    At 20 a minute, a secret of 40 bits is found by chance once in 50,000 years of trying.
    """

    def __init__(self) -> None:
        self._wrong: tuple[tuple[float, str], ...] = ()

    def is_open(self, host: str, now: float) -> bool:
        """Whether somebody at ``host`` may guess at ``now``, in seconds of any steady clock."""
        self._forget(now)
        network = network_of(host)
        from_one = sum(1 for _, other in self._wrong if other == network)
        return from_one < FROM_ONE and len(self._wrong) < FROM_ALL

    def wrong(self, host: str, now: float) -> None:
        """Somebody at ``host`` guessed wrong at ``now``."""
        self._forget(now)
        self._wrong = (*self._wrong, (now, network_of(host)))

    def _forget(self, now: float) -> None:
        self._wrong = tuple((at, host) for at, host in self._wrong if now - at < WINDOW)
