"""The door of a lobby: links that have not said who they are, and who is let in.

Times are seconds of any steady clock.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from protocol.net.addresses import network_of
from protocol.net.errors import Refusal
from protocol.net.guesses import GuessLimit
from protocol.net.invite import JoinSecret, WrongGuess

#: Seconds within which a guest says who it is.
JOIN_WITHIN: Final = 5.0
#: Links that have not said who they are, from one address and from all; more are turned away.
FROM_ONE_ADDRESS: Final = 4
MAX_STRANGERS: Final = 16


@dataclass(frozen=True, slots=True)
class Stranger:
    """Somebody who proved to be ``identity`` (32 bytes) came from the address ``host``, and has
    ``until`` to say more."""

    identity: bytes
    host: str
    until: float


def _nobody(_identity: bytes) -> bool:
    return False


class Door:
    """Lets in who knows ``secret``, and the identities (32 bytes) that ``knows`` says are known.
    Links are numbers that the caller gives out."""

    def __init__(self, secret: JoinSecret, knows: Callable[[bytes], bool] = _nobody) -> None:
        self._secret = secret
        self._knows = knows
        self._limit = GuessLimit()
        self._strangers: dict[int, Stranger] = {}

    def __contains__(self, link: int) -> bool:
        """Whether somebody stands there."""
        return link in self._strangers

    @property
    def deadline(self) -> float | None:
        """When the first of those who stand there is ``late``; None for nobody."""
        return min((stranger.until for stranger in self._strangers.values()), default=None)

    def knock(self, link: int, identity: bytes, host: str, now: float) -> Refusal | None:
        """Somebody comes; the reason why there is no room for it, None if it may stay."""
        network = network_of(host)
        others = sum(network_of(other.host) == network for other in self._strangers.values())
        if others >= FROM_ONE_ADDRESS or len(self._strangers) >= MAX_STRANGERS:
            return Refusal.TOO_SLOW
        self._strangers[link] = Stranger(identity, host, now + JOIN_WITHIN)
        return None

    def enter(self, link: int, said: JoinSecret, now: float) -> Stranger | Refusal:
        """Whoever stood on ``link`` said this and stands there no more: who it is, or why it is not
        let in."""
        who = self._strangers.pop(link)
        if self._knows(who.identity):
            return who
        if not self._limit.is_open(who.host, now):
            return Refusal.TOO_MANY_GUESSES
        try:
            self._secret.check(said)
        except WrongGuess:
            self._limit.wrong(who.host, now)
            return Refusal.WRONG_SECRET
        return who

    def forget(self, link: int) -> None:
        """Whoever stood on ``link``, if anybody, has gone."""
        self._strangers.pop(link, None)

    def late(self, now: float) -> list[int]:
        """The links that have waited for too long."""
        return [link for link, stranger in self._strangers.items() if stranger.until <= now]

    def clear(self) -> tuple[int, ...]:
        """Sends everybody away; the links on which somebody stood."""
        links = tuple(self._strangers)
        self._strangers.clear()
        return links
