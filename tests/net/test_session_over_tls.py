"""Sessions over real links on the loopback address."""

from __future__ import annotations

import asyncio
from pathlib import Path

from protocol.log.chain import table_id
from protocol.net.lifetime import End
from protocol.net.listener import Listener
from protocol.net.mesh import Mesh, OnFrame, OnSeat
from protocol.net.session import Session
from protocol.peer.verify import verify
from protocol.peer.view import LinkState
from tests.net.links import FAST, HERE, eventually
from tests.net.tables import OpenWire, Place, Room, run_and_answer


class TestOverTls:
    """Real links on the loopback address."""

    async def open_table(
        self, room: Room, linked: dict[int, tuple[int, ...]], listening: tuple[int, ...]
    ) -> list[Session]:
        """``linked``: whom each seat knows an address of."""
        self.listeners = {
            seat: Listener(room.places[seat].key, HERE, 0, timing=FAST) for seat in listening
        }
        for listener in self.listeners.values():
            await listener.start()
        return [room.open(place, self.mesh_of(room, place, linked)) for place in room.places]

    def mesh_of(self, room: Room, place: Place, linked: dict[int, tuple[int, ...]]) -> OpenWire:
        addresses = {other: ((HERE, self.listeners[other].port),) for other in linked[place.seat]}
        identities = tuple(player.identity for player in room.roster.players)

        def open_mesh(on_frame: OnFrame, on_link: OnSeat) -> Mesh:
            return Mesh(
                place.key,
                table_id(room.roster),
                identities,
                place.seat,
                self.listeners.get(place.seat),
                addresses,
                on_frame,
                on_link,
                timing=FAST,
            )

        return open_mesh

    async def close(self) -> None:
        for listener in self.listeners.values():
            await listener.stop()

    async def test_two_seats_play_to_the_end(self, tmp_path: Path) -> None:
        room = Room(tmp_path, seats=2)
        sessions = await self.open_table(room, {0: (), 1: (0,)}, listening=(0,))
        ends = await asyncio.gather(*(run_and_answer(session) for session in sessions))
        await self.close()
        assert ends == [End.FINISHED, End.FINISHED]
        first, second = (verify(place.finished()) for place in room.places)
        assert first.heads == second.heads

    async def test_guests_without_a_link_play_through_the_host(self, tmp_path: Path) -> None:
        room = Room(tmp_path, seats=3)
        sessions = await self.open_table(room, {0: (), 1: (0,), 2: (0,)}, listening=(0,))
        running = [asyncio.ensure_future(run_and_answer(session)) for session in sessions]
        await eventually(lambda: sessions[1].view().step > 5)
        assert sessions[1].view().seats[2].link is LinkState.RELAYED
        assert sessions[2].view().seats[1].link is LinkState.RELAYED
        ends = await asyncio.gather(*running)
        await self.close()
        assert ends == [End.FINISHED] * 3
        heads = [verify(place.finished()).heads for place in room.places]
        assert heads[0] == heads[1] == heads[2]
