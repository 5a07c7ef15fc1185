"""The host's half of a lobby, without input or output.

Links are numbers that the caller gives out. Every method returns what to do, in order: messages to
``Tell``, links to ``Hang`` up, ``News`` for the screen, and at last the ``Seating``. ``deadline``
says when ``tick`` wants to be called. Times are seconds of any steady clock.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from protocol.log.chain import nonce_commitment, table_id
from protocol.log.errors import Malformed
from protocol.log.messages import PROTOCOL_VERSION, RULES_VERSION, Player, Roster, Settings
from protocol.net.addresses import Address
from protocol.net.door import Door
from protocol.net.errors import Ending, NetError, Reason, Refusal
from protocol.net.invite import JoinSecret
from protocol.net.lobby_effects import Hang, HostOutputs, Seated, Tell
from protocol.net.lobby_messages import (
    Confirm,
    GivenUp,
    GuestMessage,
    HostMessage,
    Join,
    Line,
    Lobby,
    Prepare,
    Proposal,
    Ready,
    Started,
    addresses_of,
    check_line,
    clean_app,
    hints_of,
    read_guest_message,
)
from protocol.net.names import clean, distinct
from protocol.net.seating import Happening, LobbyView, News, Seating, Stage

#: Seconds within which a guest answers a start.
ANSWER_WITHIN: Final = 15.0
NONCE_BYTES: Final = 32
FEWEST: Final = 2


class CannotStart(NetError):
    """The host asked for what cannot be done now: ``CannotStart(sentence)``."""

    sentence = "{0}"


class _Phase(Enum):
    OPEN = "open"
    PREPARING = "preparing"
    PROPOSED = "proposed"
    STARTED = "started"
    CLOSED = "closed"


_STAGES: Final = {
    _Phase.OPEN: Stage.WAITING,
    _Phase.PREPARING: Stage.STARTING,
    _Phase.PROPOSED: Stage.STARTING,
    _Phase.STARTED: Stage.STARTED,
    _Phase.CLOSED: Stage.CLOSED,
}


@dataclass(slots=True)
class _Guest:
    line: Line
    addresses: tuple[Address, ...]
    commitment: bytes | None = None
    confirmed: bool = False


class LobbyHost:
    """Gathers 2 to ``seats`` players and makes a roster of them, the host first.

    ``addresses`` is where the host itself may be dialled; ``entropy(n)`` gives n random bytes;
    ``settings`` are those of the table, which everybody in the lobby is shown. ``known``:
    identities that need no secret, since they played at the table before this one.
    """

    def __init__(
        self,
        identity: bytes,
        name: str,
        seats: int,
        secret: JoinSecret,
        addresses: tuple[Address, ...],
        entropy: Callable[[int], bytes],
        app: str = "",
        settings: Settings | None = None,
        known: frozenset[bytes] = frozenset(),
    ) -> None:
        if not FEWEST <= seats <= 4:
            raise ValueError("a table has 2 to 4 seats")
        self._me = Line(identity, clean(name), b"", clean_app(app)[:32])
        self._seats = seats
        self._settings = settings or Settings()
        self._addresses = addresses
        self._entropy = entropy
        self._door = Door(secret, lambda who: who in known or self._has_begun_with(who))
        # By link, in order of joining, which is the order of seats.
        self._guests: dict[int, _Guest] = {}
        self._removed: frozenset[bytes] = frozenset()
        self._phase = _Phase.OPEN
        self._waits_for_start = False
        self._start = 0
        self._nonce = b""
        self._roster: Roster | None = None
        self._answer_until = 0.0

    @property
    def view(self) -> LobbyView:
        """The lobby for the host's screen."""
        return LobbyView.of(_STAGES[self._phase], self._lobby(), self._me.identity)

    @property
    def deadline(self) -> float | None:
        """When ``tick`` wants to be called; None for not at all."""
        starting = self._phase in (_Phase.PREPARING, _Phase.PROPOSED)
        times = (self._door.deadline, self._answer_until if starting else None)
        return min((time for time in times if time is not None), default=None)

    def linked(self, link: int, identity: bytes, host: str, now: float) -> HostOutputs:
        """Somebody who proved to be ``identity`` opened ``link`` from the address ``host``."""
        if self._phase is _Phase.CLOSED:
            return (Hang(link, Ending.TABLE_CLOSED),)
        refusal = self._door.knock(link, identity, host, now)
        return () if refusal is None else (Hang(link, refusal),)

    def lost(self, link: int, said_goodbye: bool, now: float) -> HostOutputs:
        """``link`` is over."""
        self._door.forget(link)
        return self._gone(link, Happening.LEFT if said_goodbye else Happening.LOST)

    def receive(self, link: int, payload: bytes, now: float) -> HostOutputs:
        """A message of channel LOBBY arrived. What does not parse or fit closes its link."""
        try:
            message = read_guest_message(payload)
            return self._take(link, message, now)
        except Malformed:
            return self.misused(link)

    def misused(self, link: int) -> HostOutputs:
        """Something arrived on ``link`` that belongs in no lobby."""
        return self._hang(link, Ending.MALFORMED)

    def hold(self) -> None:
        """From now on a full table waits for ``start`` too."""
        self._waits_for_start = True

    def start(self, now: float) -> HostOutputs:
        """The host starts without waiting for more. Raises ``CannotStart``."""
        if self._phase is not _Phase.OPEN:
            raise CannotStart("The table is already starting.")
        if 1 + len(self._guests) < FEWEST:
            raise CannotStart("Nobody else is here yet; a table needs at least two.")
        return self._prepare(now)

    def remove(self, identity: bytes) -> HostOutputs:
        """The host takes somebody's seat away; that identity does not come back to this lobby.

        Raises ``CannotStart`` if there is no such guest, or the table has begun.
        """
        links = [link for link, guest in self._guests.items() if guest.line.identity == identity]
        if not links or self._phase in (_Phase.STARTED, _Phase.CLOSED):
            raise CannotStart("Nobody of that name can be removed now.")
        self._removed |= {identity}
        return self._hang(links[0], Ending.REMOVED)

    def tick(self, now: float) -> HostOutputs:
        """The time has come to look who keeps the others waiting."""
        late = self._door.late(now)
        if self._deadline_passed(now):
            late += [link for link in self._guests if not self._has_answered(link)]
        outputs: HostOutputs = ()
        for link in late:
            outputs += self._hang(link, Refusal.TOO_SLOW)
        return outputs

    def close(self) -> HostOutputs:
        """The host closes the lobby; those who sat down at a table that began keep their links."""
        has_begun = self._phase in (_Phase.STARTED, _Phase.CLOSED)
        links = (*self._door.clear(), *(() if has_begun else self._guests))
        self._phase = _Phase.CLOSED
        return tuple(Hang(link, Ending.TABLE_CLOSED) for link in links)

    def _take(self, link: int, message: GuestMessage, now: float) -> HostOutputs:
        if link in self._door:
            if not isinstance(message, Join):
                raise Malformed("a guest says who it is first")
            return self._join(link, message, now)
        if link not in self._guests:
            # It was hung up on while this was on its way.
            return ()
        if isinstance(message, Ready):
            return self._ready(self._guests[link], message, now)
        if isinstance(message, Confirm):
            return self._confirm(self._guests[link], message)
        raise Malformed("a guest joins once")

    def _join(self, link: int, join: Join, now: float) -> HostOutputs:
        who = self._door.enter(link, JoinSecret(join.secret), now)
        if isinstance(who, Refusal):
            return (Hang(link, who),)
        if self._has_begun_with(who.identity):
            # It confirmed, and lost its link before it heard the end of the story.
            assert self._roster is not None
            return (Tell(link, Started(table_id(self._roster))), Hang(link, Ending.REPLACED))
        reason = self._why_not(who.identity)
        if reason is not None:
            return (Hang(link, reason),)
        line = Line(
            who.identity,
            distinct(join.name, (other.name for other in self._lines())),
            join.owner,
            clean_app(join.app),
        )
        check_line(line)
        self._guests[link] = _Guest(line, _reachable(who.host, join))
        outputs = (*self._tell_lobby(), News(Happening.JOINED, line.name))
        if 1 + len(self._guests) == self._seats and not self._waits_for_start:
            outputs += self._prepare(now)
        return outputs

    def _why_not(self, identity: bytes) -> Reason | None:
        if self._phase is _Phase.STARTED:
            return Refusal.TABLE_STARTED
        if identity in self._removed:
            return Ending.REMOVED
        if any(line.identity == identity for line in self._lines()):
            return Refusal.DUPLICATE_IDENTITY
        if 1 + len(self._guests) == self._seats:
            return Refusal.TABLE_FULL
        # A start that is under way may be given up yet, but who comes now cannot wait for that.
        return None if self._phase is _Phase.OPEN else Refusal.TABLE_STARTED

    def _prepare(self, now: float) -> HostOutputs:
        self._phase = _Phase.PREPARING
        self._start += 1
        self._nonce = self._entropy(NONCE_BYTES)
        self._answer_until = now + ANSWER_WITHIN
        for guest in self._guests.values():
            guest.commitment, guest.confirmed = None, False
        return self._tell_all(Prepare(self._start))

    def _ready(self, guest: _Guest, ready: Ready, now: float) -> HostOutputs:
        if ready.start < self._start or self._phase is _Phase.OPEN:
            # The answer to a start that was given up while it was on its way.
            return ()
        if ready.start > self._start or self._phase is not _Phase.PREPARING or guest.commitment:
            raise Malformed("nobody asked for this commitment")
        guest.commitment = ready.commitment
        if not all(other.commitment for other in self._guests.values()):
            return ()
        return self._propose(now)

    def _propose(self, now: float) -> HostOutputs:
        self._phase = _Phase.PROPOSED
        self._answer_until = now + ANSWER_WITHIN
        mine = Player(
            self._me.identity, self._me.name, nonce_commitment(self._me.identity, self._nonce)
        )
        theirs = (
            Player(guest.line.identity, guest.line.name, guest.commitment or b"")
            for guest in self._guests.values()
        )
        self._roster = Roster(PROTOCOL_VERSION, RULES_VERSION, self._settings, (mine, *theirs))
        places = (self._addresses, *(guest.addresses for guest in self._guests.values()))
        hints = tuple(hints_of(addresses) for addresses in places)
        return self._tell_all(Proposal(self._start, self._roster, hints))

    def _confirm(self, guest: _Guest, confirm: Confirm) -> HostOutputs:
        if confirm.start < self._start or self._phase is _Phase.OPEN:
            return ()
        if self._phase is not _Phase.PROPOSED or self._roster is None or guest.confirmed:
            raise Malformed("there is nothing to confirm")
        if confirm.start > self._start or confirm.table != table_id(self._roster):
            raise Malformed("another table than the one proposed")
        guest.confirmed = True
        if not all(other.confirmed for other in self._guests.values()):
            return ()
        self._phase = _Phase.STARTED
        addresses = {
            seat: other.addresses for seat, other in enumerate(self._guests.values(), start=1)
        }
        owners = tuple(line.owner for line in self._lines())
        seating = Seating(self._roster, 0, self._nonce, addresses, owners=owners)
        links = dict(enumerate(self._guests, start=1))
        return (*self._tell_all(Started(confirm.table)), Seated(seating, links))

    def _gone(self, link: int, how: Happening) -> HostOutputs:
        if self._phase in (_Phase.STARTED, _Phase.CLOSED) or link not in self._guests:
            return ()
        name = self._guests.pop(link).line.name
        outputs: HostOutputs = (News(how, name),)
        if self._phase is not _Phase.OPEN:
            self._phase = _Phase.OPEN
            outputs += self._tell_all(GivenUp(self._start, name))
            outputs += (News(Happening.GIVEN_UP, name),)
        return outputs + self._tell_lobby()

    def _hang(self, link: int, reason: Reason) -> HostOutputs:
        self._door.forget(link)
        how = Happening.REMOVED if reason is Ending.REMOVED else Happening.LOST
        return (Hang(link, reason), *self._gone(link, how))

    def _deadline_passed(self, now: float) -> bool:
        starting = self._phase in (_Phase.PREPARING, _Phase.PROPOSED)
        return starting and self._answer_until <= now

    def _has_answered(self, link: int) -> bool:
        guest = self._guests[link]
        if self._phase is _Phase.PREPARING:
            return guest.commitment is not None
        return guest.confirmed

    def _is_seated(self, identity: bytes) -> bool:
        return self._roster is not None and any(
            player.identity == identity for player in self._roster.players
        )

    def _has_begun_with(self, identity: bytes) -> bool:
        return self._phase is _Phase.STARTED and self._is_seated(identity)

    def _lines(self) -> tuple[Line, ...]:
        return (self._me, *(guest.line for guest in self._guests.values()))

    def _lobby(self) -> Lobby:
        return Lobby(RULES_VERSION, self._settings, self._seats, self._lines())

    def _tell_lobby(self) -> HostOutputs:
        return self._tell_all(self._lobby())

    def _tell_all(self, message: HostMessage) -> HostOutputs:
        return tuple(Tell(link, message) for link in self._guests)


def _reachable(host: str, join: Join) -> tuple[Address, ...]:
    """Where a guest may be dialled: where it was seen, at the ports it listens on, comes first."""
    named = addresses_of(join.hints)
    seen = tuple((host, port) for port in dict.fromkeys(port for _, port in named))
    return tuple(dict.fromkeys(seen + named))
