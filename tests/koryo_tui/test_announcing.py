from __future__ import annotations

import pytest

from koryo_tui import announcing
from koryo_tui.announcing import Announcing
from protocol.log.messages import PROTOCOL_VERSION, Player, Roster, Settings
from protocol.log.signing import SigningKey
from protocol.net.listener import Listener
from protocol.net.seating import Seating
from protocol.net.signs import Sign, State

ME, BEN, BOT, OTHER_BOT = (SigningKey(bytes([seat + 1]) * 32) for seat in range(4))
MINE, NOBODY = ME.identity, b""


class Network:
    """What is said on it of one table, the latest last; None: nothing any more."""

    def __init__(self) -> None:
        self.said: list[Sign | None] = []

    def announce(self, sign: Sign) -> None:
        self.said.append(sign)

    def withdraw(self) -> None:
        self.said.append(None)


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Network:
    network = Network()
    monkeypatch.setattr(announcing, "Announcer", lambda _addresses, _hosts: network)
    return network


def seating(*players: tuple[SigningKey, bytes]) -> Seating:
    """Who sits there, and who runs them; the first is the own seat."""
    lines = tuple(
        Player(key.identity, f"P{seat}", bytes(32)) for seat, (key, _) in enumerate(players)
    )
    roster = Roster(PROTOCOL_VERSION, 1, Settings(), lines)
    return Seating(roster, 0, bytes(32), {}, owners=tuple(owner for _, owner in players))


def announces(network: Network, table: Seating) -> bool:
    listener = Listener(ME, "127.0.0.1", 0)
    Announcing(MINE, listener).playing(table)
    (said,) = network.said
    return said is not None and said.state is State.PLAYING


def test_a_table_of_people_is_announced_when_it_is_under_way(network: Network) -> None:
    assert announces(network, seating((ME, NOBODY), (BEN, NOBODY), (BOT, MINE)))


def test_computer_players_of_somebody_else_may_lose_their_table_too(network: Network) -> None:
    assert announces(network, seating((ME, NOBODY), (BEN, NOBODY), (BOT, BEN.identity)))


def test_where_nobody_else_can_ever_sit_nothing_is_announced(network: Network) -> None:
    assert not announces(network, seating((ME, NOBODY), (BOT, MINE), (OTHER_BOT, MINE)))
