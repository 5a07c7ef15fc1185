"""A guest's half of a lobby, without input or output.

The host is believed as little as anybody: what it proposes is checked against what everybody saw
in the lobby, and against what this guest committed to.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Final

from protocol.log.chain import nonce_commitment, table_id
from protocol.log.errors import Dropped, Malformed
from protocol.log.messages import PROTOCOL_VERSION, RULES_VERSION, Roster
from protocol.log.signing import check_identity
from protocol.net.addresses import Address
from protocol.net.errors import NetError
from protocol.net.invite import JoinSecret
from protocol.net.lobby_effects import GuestOutputs, Say
from protocol.net.lobby_host import NONCE_BYTES
from protocol.net.lobby_messages import (
    Confirm,
    GivenUp,
    HostMessage,
    Join,
    Lobby,
    Prepare,
    Proposal,
    Ready,
    Started,
    addresses_of,
    check_line,
    clean_app,
    hints_of,
    read_host_message,
)
from protocol.net.names import MAX_CHARACTERS, clean
from protocol.net.seating import Happening, LobbyView, News, Seating, Stage


class HostMisleads(NetError):
    """The host told something that cannot be: ``HostMisleads(what)``."""

    sentence = (
        "The host of this table sent {0}, so this seat was given up; "
        "ask for a new invite, or let somebody else be the host."
    )


class RulesDiffer(NetError):
    """The two programs play different rules: ``RulesDiffer(ours, theirs)``."""

    sentence = "This program plays version {0} of the rules, the host version {1}; {2}."

    def __init__(self, ours: int, theirs: int) -> None:
        who = "please update this one" if ours < theirs else "the host has to update"
        super().__init__(ours, theirs, who)
        self.ours = ours
        self.theirs = theirs


class _Phase(Enum):
    JOINING = "joining"
    SEATED = "seated"
    READY = "ready"
    CONFIRMED = "confirmed"
    ASKING = "asking how it ended"
    STARTED = "started"


_STAGES: Final = {
    _Phase.JOINING: Stage.WAITING,
    _Phase.SEATED: Stage.WAITING,
    _Phase.READY: Stage.STARTING,
    _Phase.CONFIRMED: Stage.STARTING,
    _Phase.ASKING: Stage.STARTING,
    _Phase.STARTED: Stage.STARTED,
}

#: What a host may say in each phase; anything else closes the link.
EXPECTED: Final[dict[_Phase, tuple[type[HostMessage], ...]]] = {
    _Phase.JOINING: (Lobby,),
    _Phase.SEATED: (Lobby, Prepare),
    _Phase.READY: (Proposal, GivenUp),
    _Phase.CONFIRMED: (Started, GivenUp),
    _Phase.ASKING: (Started, Lobby),
    _Phase.STARTED: (),
}


class LobbyGuest:
    """One guest of the lobby of ``host`` (32-byte identity).

    ``addresses`` is where this guest may be dialled (none if it does not listen); ``owner`` is
    empty for a person, for a computer player the identity of whoever runs it; ``entropy(n)`` gives
    n random bytes.
    """

    def __init__(
        self,
        identity: bytes,
        host: bytes,
        name: str,
        secret: JoinSecret,
        addresses: tuple[Address, ...],
        entropy: Callable[[int], bytes],
        app: str = "",
        owner: bytes = b"",
    ) -> None:
        self._identity = identity
        self._host = host
        self._entropy = entropy
        app = clean_app(app)[:32]
        name = name[:MAX_CHARACTERS]
        self._join = Join(secret.value, clean(name), owner, app, hints_of(addresses))
        self._phase = _Phase.JOINING
        self._lobby: Lobby | None = None
        self._nonce = b""
        self._start = 0
        self._seating: Seating | None = None
        #: The table began while the link was down; the host keeps the new link for nothing else.
        self.heard_late = False

    @property
    def view(self) -> LobbyView | None:
        """The lobby for this guest's screen; None before the host let it in."""
        if self._lobby is None:
            return None
        return LobbyView.of(_STAGES[self._phase], self._lobby, self._identity)

    @property
    def may_have_started(self) -> bool:
        """Whether the table may have begun without this guest having heard of it.

        Then a lost link is no reason to give up: dial again, ``join``, and hear how it ended.
        """
        return self._phase in (_Phase.CONFIRMED, _Phase.ASKING)

    def join(self) -> GuestOutputs:
        """The link to the host is open, for the first time or again while ``may_have_started``."""
        self._phase = _Phase.ASKING if self.may_have_started else _Phase.JOINING
        return (Say(self._join),)

    def receive(self, payload: bytes) -> GuestOutputs:
        """A message of channel LOBBY arrived.

        Raises ``Malformed``, ``HostMisleads`` or ``RulesDiffer``: then the link is to be closed.
        """
        message = read_host_message(payload)
        if not isinstance(message, EXPECTED[self._phase]):
            raise Malformed(f"a {type(message).__name__} has no place here")
        if isinstance(message, Lobby):
            return self._on_lobby(message)
        if isinstance(message, Prepare):
            return self._on_prepare(message)
        if isinstance(message, Proposal):
            return self._on_proposal(message)
        if isinstance(message, Started):
            return self._on_started(message)
        return self._on_given_up(message)

    def _on_lobby(self, lobby: Lobby) -> GuestOutputs:
        if lobby.rules != RULES_VERSION:
            raise RulesDiffer(RULES_VERSION, lobby.rules)
        for line in lobby.players:
            check_line(line)
        identities = [line.identity for line in lobby.players]
        if len(set(identities)) != len(identities) or len(identities) > lobby.seats:
            raise HostMisleads("a list of players that cannot be")
        if identities[0] != self._host or self._identity not in identities[1:]:
            raise HostMisleads("a list of players without itself or without you")
        if len({line.name.casefold() for line in lobby.players}) != len(lobby.players):
            raise HostMisleads("a list in which two players have one name")
        before = self._lobby.players if self._lobby else lobby.players
        self._lobby = lobby
        self._phase = _Phase.SEATED
        stayed = {line.identity for line in before}
        came = tuple(
            News(Happening.JOINED, line.name)
            for line in lobby.players
            if line.identity not in stayed
        )
        left = tuple(
            News(Happening.LEFT, line.name) for line in before if line.identity not in identities
        )
        return left + came

    def _on_prepare(self, prepare: Prepare) -> GuestOutputs:
        if prepare.start <= self._start:
            raise Malformed("starts are counted up")
        self._start = prepare.start
        self._nonce = self._entropy(NONCE_BYTES)
        self._phase = _Phase.READY
        return (Say(Ready(self._start, nonce_commitment(self._identity, self._nonce))),)

    def _on_proposal(self, proposal: Proposal) -> GuestOutputs:
        if proposal.start != self._start or len(proposal.hints) != len(proposal.roster.players):
            raise Malformed("not the proposal this guest is ready for")
        seat = self._check(proposal.roster)
        addresses = {
            other: addresses_of(hints)
            for other, hints in enumerate(proposal.hints)
            if other != seat
        }
        assert self._lobby is not None
        owners = tuple(line.owner for line in self._lobby.players)
        self._seating = Seating(proposal.roster, seat, self._nonce, addresses, owners=owners)
        self._phase = _Phase.CONFIRMED
        return (Say(Confirm(self._start, table_id(proposal.roster))),)

    def _check(self, roster: Roster) -> int:
        assert self._lobby is not None
        if (roster.protocol, roster.rules) != (PROTOCOL_VERSION, RULES_VERSION):
            raise HostMisleads("other versions than both programs have")
        if roster.settings != self._lobby.settings:
            raise HostMisleads("other settings than those of the lobby")
        proposed = tuple((player.identity, player.name) for player in roster.players)
        seen = tuple((line.identity, line.name) for line in self._lobby.players)
        if proposed != seen:
            raise HostMisleads("other players than those in the lobby")
        try:
            for identity, _ in proposed:
                check_identity(identity)
        except Dropped:
            raise HostMisleads("a player whose identity cannot be anybody's") from None
        seat = [identity for identity, _ in proposed].index(self._identity)
        mine = nonce_commitment(self._identity, self._nonce)
        if roster.players[seat].nonce_commitment != mine:
            raise HostMisleads("another commitment than the one this seat made")
        return seat

    def _on_started(self, started: Started) -> GuestOutputs:
        assert self._seating is not None
        if started.table != self._seating.table:
            raise HostMisleads("word that another table has begun than the one agreed on")
        self.heard_late = self._phase is _Phase.ASKING
        self._phase = _Phase.STARTED
        return (self._seating,)

    def _on_given_up(self, given_up: GivenUp) -> GuestOutputs:
        if given_up.start != self._start:
            raise Malformed("another start than this one")
        self._phase = _Phase.SEATED
        return (News(Happening.GIVEN_UP, clean(given_up.name)),)
