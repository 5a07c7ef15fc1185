"""A table that tells the network of itself, from its lobby to its end."""

from __future__ import annotations

from koryo_tui import __version__
from koryo_tui.tables import addresses_of, own_bots
from protocol.log.messages import PROTOCOL_VERSION
from protocol.net.addresses import Address
from protocol.net.discovery import Announcer
from protocol.net.errors import Version
from protocol.net.fingerprint import fingerprint
from protocol.net.invite import is_literal
from protocol.net.listener import Listener
from protocol.net.multicast import hosts_to_announce_on
from protocol.net.seating import LobbyView, Seating
from protocol.net.signs import TABLE_MARK_BYTES, Sign, State


class Announcing:
    """What ``identity`` (32 bytes), who listens at ``listener``, lets others find.

    ``advertise`` is the only address to tell, if there is one. ``is_open``: no invite is needed.
    """

    def __init__(
        self,
        identity: bytes,
        listener: Listener,
        *,
        advertise: str | None = None,
        is_open: bool = False,
    ) -> None:
        self._identity = identity
        self._listener = listener
        self._advertise = advertise
        self._is_open = is_open
        self._announcer = Announcer(
            self._addresses, lambda: hosts_to_announce_on(self._listener.bind)
        )

    def lobby(self, view: LobbyView) -> None:
        """The lobby of the own table, as it is now."""
        self._announcer.announce(
            Sign(
                view.players[view.me].name,
                fingerprint(self._identity),
                view.seats,
                len(view.players),
                is_open=self._is_open,
                version=Version(PROTOCOL_VERSION, __version__),
            )
        )

    def playing(self, seating: Seating) -> None:
        """A table under way, whoever was its host: one who lost it finds it again. Nothing where
        nobody could: all the others are computer players that are run here."""
        players = seating.roster.players
        if len(own_bots(seating.owners, seating.roster, seating.seat)) == len(players) - 1:
            self._announcer.withdraw()
            return
        self._announcer.announce(
            Sign(
                players[seating.seat].name,
                fingerprint(self._identity),
                len(players),
                len(players),
                state=State.PLAYING,
                table=seating.table[:TABLE_MARK_BYTES],
                version=Version(PROTOCOL_VERSION, __version__),
            )
        )

    async def close(self) -> None:
        """Tells that there is nothing any more."""
        await self._announcer.close()

    def _addresses(self) -> tuple[Address, ...]:
        addresses = addresses_of(self._listener, self._advertise)
        literal = tuple(address for address in addresses if is_literal(address[0]))
        return literal or addresses_of(self._listener)
