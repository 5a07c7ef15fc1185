"""A host and its guests in one room: messages wait in a queue, the clock is turned by hand."""

from __future__ import annotations

from collections import deque
from itertools import count

from protocol.log.encoding import encode
from protocol.log.signing import SigningKey
from protocol.net.addresses import Address
from protocol.net.errors import NetError, Reason
from protocol.net.invite import JoinSecret
from protocol.net.lobby_effects import GuestOutputs, Hang, HostOutputs, Say, Seated, Tell
from protocol.net.lobby_guest import LobbyGuest
from protocol.net.lobby_host import LobbyHost
from protocol.net.lobby_messages import HostMessage, write_message
from protocol.net.seating import News, Seating

SECRET = JoinSecret(b"right")
WRONG = JoinSecret(b"wrong")
HOST = 0


class Entropy:
    """Bytes that never repeat and can be foretold."""

    def __init__(self, salt: int) -> None:
        self._salt = salt
        self._calls = count()

    def __call__(self, size: int) -> bytes:
        return bytes([self._salt, next(self._calls)]).ljust(size, b"\x00")


def identity_of(number: int) -> bytes:
    return SigningKey(bytes([number]) * 32).identity


class Room:
    """Link numbers are those of the guests; 0 stands for the host."""

    def __init__(self, seats: int = 4, addresses: tuple[Address, ...] = ()) -> None:
        self.identity = identity_of(100)
        self.host = LobbyHost(self.identity, "Host", seats, SECRET, addresses, Entropy(0), "1.0")
        self.guests: dict[int, LobbyGuest] = {}
        self.now = 1000.0
        self.told: list[tuple[int, HostMessage]] = []
        self.hung: dict[int, Reason] = {}
        self.failed: dict[int, Exception] = {}
        self.news: dict[int, list[News]] = {HOST: []}
        self.seatings: dict[int, Seating] = {}
        self.links: dict[int, int] = {}
        self._to_host: deque[tuple[int, bytes]] = deque()
        self._to_guest: deque[tuple[int, bytes]] = deque()
        self._numbers = count(1)

    def enter(
        self,
        name: str = "Guest",
        *,
        secret: JoinSecret = SECRET,
        number: int | None = None,
        at: str = "10.0.0.7",
        addresses: tuple[Address, ...] = (),
        owner: bytes = b"",
    ) -> int:
        """Somebody opens a link and says who they are; nothing is delivered yet."""
        link = next(self._numbers)
        identity = identity_of(link if number is None else number)
        guest = LobbyGuest(
            identity, self.identity, name, secret, addresses, Entropy(link), "1.0", owner
        )
        self.again(link, guest, identity, at)
        return link

    def again(self, link: int, guest: LobbyGuest, identity: bytes, at: str = "10.0.0.7") -> None:
        """``guest`` uses ``link`` from now on."""
        self.guests[link] = guest
        self.news[link] = []
        self.host_does(self.host.linked(link, identity, at, self.now))
        if link not in self.hung:
            self.guest_does(link, guest.join())

    def join(self, name: str = "Guest", **how: object) -> int:
        """Somebody comes and everything is delivered."""
        link = self.enter(name, **how)  # type: ignore[arg-type]
        self.deliver()
        return link

    def lose(self, link: int, *, goodbye: bool = False) -> None:
        """The link breaks; the host notices at once, what was on its way is lost."""
        self._to_host = deque(item for item in self._to_host if item[0] != link)
        self._to_guest = deque(item for item in self._to_guest if item[0] != link)
        self.guests.pop(link, None)
        self.host_does(self.host.lost(link, goodbye, self.now))

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.host_does(self.host.tick(self.now))

    def deliver(self) -> None:
        """Until nothing is on its way."""
        while self.deliver_to_host() or self.deliver_to_guest():
            pass

    def deliver_to_host(self) -> bool:
        if not self._to_host:
            return False
        link, payload = self._to_host.popleft()
        self.host_does(self.host.receive(link, payload, self.now))
        return True

    def deliver_to_guest(self) -> bool:
        if not self._to_guest:
            return False
        link, payload = self._to_guest.popleft()
        if link in self.guests:
            try:
                self.guest_does(link, self.guests[link].receive(payload))
            except (NetError, ValueError) as error:
                self.failed[link] = error
                self.lose(link, goodbye=True)
        return True

    def say(self, link: int, message: object) -> None:
        """Raw words of a guest to the host."""
        data = message if isinstance(message, bytes) else encode(message)
        self._to_host.append((link, data))

    def tell(self, link: int, message: HostMessage) -> None:
        """Words that the host never said to a guest."""
        self._to_guest.append((link, write_message(message)))

    def host_does(self, outputs: HostOutputs) -> None:
        for output in outputs:
            if isinstance(output, Tell):
                self.told.append((output.link, output.message))
                self._to_guest.append((output.link, write_message(output.message)))
            elif isinstance(output, Hang):
                self.hung[output.link] = output.reason
            elif isinstance(output, News):
                self.news[HOST].append(output)
            else:
                assert isinstance(output, Seated)
                self.seatings[HOST] = output.seating
                self.links = output.links

    def guest_does(self, link: int, outputs: GuestOutputs) -> None:
        for output in outputs:
            if isinstance(output, Say):
                self._to_host.append((link, write_message(output.message)))
            elif isinstance(output, News):
                self.news[link].append(output)
            else:
                self.seatings[link] = output


def names(room: Room) -> list[str]:
    """Who is in the lobby, as the host sees it."""
    return [line.name for line in room.host.view.players]
