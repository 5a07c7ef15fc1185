"""A session: durable before sent, links and files, and every way in which it ends."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from protocol.log.errors import Malformed
from protocol.log.evidence import Kind
from protocol.log.messages import Entry, Signed, Thing
from protocol.log.signing import read
from protocol.net.errors import Ending
from protocol.net.folder import TableFolder
from protocol.net.lifetime import End
from protocol.peer.once import WouldConvict
from protocol.peer.questions import NotAsked, PlaceOrder
from protocol.peer.sync import Patience
from protocol.peer.verify import verify
from protocol.rules import Card, Order
from tests.net.links import eventually
from tests.net.tables import Killed, Place, Room, run_and_answer


async def play_all(room: Room) -> list[End]:
    for place in room.places:
        room.open(place)
    return list(await asyncio.gather(*(room.play(place) for place in room.places)))


def entries_of(place: Place, room: Room, messages: list[bytes]) -> dict[int, set[bytes]]:
    """By step, the payloads of the own entries among ``messages``."""
    found: dict[int, set[bytes]] = {}
    for message in messages:
        signed = room.own_message(place, message)
        if signed is not None and signed.thing is Thing.ENTRY:
            found.setdefault(read(signed, Entry).step, set()).add(signed.payload)
    return found


async def test_a_whole_game_ends_with_equal_verified_transcripts(tmp_path: Path) -> None:
    room = Room(tmp_path, seats=2)
    watched: list[Signed] = []
    for place in room.places:
        room.open(place)
        assert place.wire is not None

        def check(message: bytes, place: Place = place) -> None:
            signed = room.own_message(place, message)
            if signed is not None:
                watched.append(signed)
                assert room.is_durable(place, signed), "sent before it was on the disk"

        place.wire.before_send = check
    sessions = [place.session for place in room.places]
    assert [each and each.record for each in sessions] == [
        place.folder / "transcript" for place in room.places
    ]
    ends = await asyncio.gather(*(room.play(place) for place in room.places))

    assert ends == [End.FINISHED, End.FINISHED]
    assert [each and each.record for each in sessions] == [
        each and each.transcript for each in sessions
    ]
    assert {Thing.ENTRY, Thing.ACKNOWLEDGEMENT, Thing.RESULT} <= {s.thing for s in watched}
    first, second = (verify(place.finished()) for place in room.places)
    assert first.finished
    assert first.heads == second.heads
    assert first.signed_result == second.signed_result == (0, 1)
    for place in room.places:
        assert not place.folder.exists(), "the journal and its secrets are gone"
        assert place.wire is not None
        assert place.wire.stopped_for is Ending.LEAVING


@pytest.mark.parametrize("lost", [0, 1, 4, 7, 12, 17])
async def test_killed_between_disk_and_wire_it_sends_the_same_bytes_again(
    tmp_path: Path, lost: int
) -> None:
    """``lost``: which own signed message never leaves, though it is on the disk."""
    room = Room(tmp_path, seats=2)
    victim, other = room.places
    for place in room.places:
        room.open(place)
    assert victim.wire is not None
    count = 0
    dropped: list[bytes] = []

    def kill(message: bytes) -> None:
        nonlocal count
        if room.own_message(victim, message) is not None:
            if count == lost:
                dropped.append(message)
                raise Killed
            count += 1

    first_life = victim.wire
    first_life.before_send = kill
    playing = asyncio.ensure_future(room.play(other))
    with pytest.raises(Killed):
        await room.play(victim)
    signed = room.own_message(victim, dropped[0])
    assert signed is not None
    assert room.is_durable(victim, signed)

    session = room.open(victim)
    second_life = victim.wire
    assert second_life is not first_life
    again = asyncio.ensure_future(run_and_answer(session))
    await eventually(lambda: dropped[0] in second_life.sent)
    await eventually(lambda: session.view().step > 6)
    await session.leave()
    assert await again is End.LEFT
    assert other.session is not None
    await other.session.leave()
    await playing

    said = entries_of(victim, room, first_life.sent + dropped + second_life.sent)
    assert all(len(payloads) == 1 for payloads in said.values()), "one entry a step, ever"


async def test_after_a_failed_flush_nothing_is_signed_or_sent(tmp_path: Path) -> None:
    room = Room(tmp_path, seats=2)
    victim, other = room.places
    for place in room.places:
        room.open(place)
    session = victim.session
    assert session is not None
    assert victim.wire is not None
    playing = asyncio.ensure_future(room.play(other))
    running = asyncio.ensure_future(run_and_answer(session))
    await eventually(lambda: session.view().step >= 3)
    victim.disk.healthy = False
    assert await running is End.DISK

    for message in victim.wire.sent:
        signed = room.own_message(victim, message)
        assert signed is None or room.is_durable(victim, signed)
    assert victim.wire.stopped_for is Ending.FAILED
    view = session.view()
    assert view.question is None
    assert view.stopped is not None
    assert "Input/output error" in view.stopped
    with pytest.raises(NotAsked):
        session.decide(PlaceOrder(Order((Card.SPY,))))
    assert other.session is not None
    assert other.session.view().stopped is None, "nobody else is stopped by it"
    await other.session.leave()
    await playing


async def test_while_a_message_is_arriving_nothing_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = Room(tmp_path, seats=2)
    place = room.places[0]
    session = room.open(place)
    assert place.wire is not None
    running = asyncio.ensure_future(session.run())
    await eventually(lambda: session.view().step == 0)
    told: list[bool] = []

    def due(_patience: Patience, _now: float, receiving: bool) -> bool:
        told.append(receiving)
        return False

    monkeypatch.setattr(Patience, "due", due)
    for receives in (False, True):
        place.wire.receives_a_part = receives
        session._tick()
    assert told == [False, True]
    await session.close()
    assert await running is End.CLOSED


async def test_writes_that_stand_together_are_flushed_once(tmp_path: Path) -> None:
    """A key is written before the entry that needs it, and both go to the disk together."""
    room = Room(tmp_path, seats=2)
    for place in room.places:
        room.open(place)
    running = [asyncio.ensure_future(room.play(place)) for place in room.places]
    first = room.places[0].session
    assert first is not None
    await eventually(lambda: first.view().step >= 5)
    for place in room.places:
        assert place.session is not None
        await place.session.leave()
    await asyncio.gather(*running)
    for place in room.places:
        folder, _, records = TableFolder.reopen(place.folder)
        folder.close()
        # The setup was flushed when the folder was made.
        assert place.disk.flushes - 1 < len(records)


async def test_a_malformed_message_goes_back_to_its_link_and_changes_nothing(
    tmp_path: Path,
) -> None:
    room = Room(tmp_path, seats=2)
    session = room.open(room.places[0])
    running = asyncio.ensure_future(session.run())
    wire = room.places[0].wire
    assert wire is not None
    await eventually(lambda: bool(wire.sent))
    before = session.view()
    with pytest.raises(Malformed):
        wire.on_frame(1, b"\xc1 no message")
    assert session.view() == before
    assert not running.done()
    await session.leave()
    assert await running is End.LEFT


async def test_leaving_says_goodbye_to_the_others(tmp_path: Path) -> None:
    room = Room(tmp_path, seats=3)
    for place in room.places:
        room.open(place)
    running = [asyncio.ensure_future(room.play(place)) for place in room.places]
    goer, *stayers = [place.session for place in room.places]
    assert goer is not None
    await eventually(lambda: goer.view().step >= 2)
    await goer.leave()
    assert await running[0] is End.LEFT
    assert room.places[0].wire is not None
    assert room.own_message(room.places[0], room.places[0].wire.sent[-1]) is not None
    for session in stayers:
        assert session is not None
        await eventually(lambda session=session: session.view().seats[0].left)  # type: ignore[misc]
        await session.leave()
    await asyncio.gather(*running)
    assert (room.places[0].folder / "journal").exists(), "what is not over is kept"


async def test_cancelling_closes_links_and_files_without_a_goodbye(tmp_path: Path) -> None:
    room = Room(tmp_path, seats=2)
    place = room.places[0]
    session = room.open(place)
    running = asyncio.ensure_future(session.run())
    assert place.wire is not None
    wire = place.wire
    await eventually(lambda: bool(wire.sent))
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert running.cancelled()
    assert wire.stopped_for is Ending.LEAVING
    things = [room.own_message(place, message) for message in wire.sent]
    assert all(signed is None or signed.thing is not Thing.GOODBYE for signed in things)
    room.open(place)
    assert place.session is not None
    restarted = asyncio.ensure_future(place.session.run())
    await place.session.leave()
    await restarted


async def test_what_must_not_be_signed_ends_the_session_and_its_journal_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = Room(tmp_path, seats=2)
    (place, _other) = room.places
    session = room.open(place)
    running = asyncio.ensure_future(session.run())
    await eventually(lambda: place.wire is not None and bool(place.wire.sent))

    def refuse(*_: object) -> None:
        raise WouldConvict(Kind.TWO_ENTRIES, 3)

    monkeypatch.setattr(session._peer, "decide", refuse)
    session.decide(PlaceOrder(Order((Card.SPY,))))
    with pytest.raises(WouldConvict):
        await running
    assert place.wire is not None
    assert place.wire.stopped_for is Ending.FAILED
    assert (place.folder / "journal").exists()


async def test_the_last_change_is_told_however_often_it_changes(tmp_path: Path) -> None:
    """At most one call for each quiet time, and the view is up to date in the last one."""
    room = Room(tmp_path, seats=2)
    first, second = room.places
    told: list[int] = []
    session = room.open(first, quiet=0.05)
    session._on_change = lambda: told.append(session.view().step)
    room.open(second)
    loop = asyncio.get_running_loop()
    began = loop.time()
    running = [asyncio.ensure_future(room.play(place)) for place in room.places]
    await eventually(lambda: session.view().step >= 8)
    quiet_times = (loop.time() - began) / 0.05
    calls = len(told)
    assert second.session is not None
    await second.session.leave()
    await session.leave()
    await asyncio.gather(*running)
    assert calls <= quiet_times + 2
    assert told[-1] == session.view().step


async def test_an_unexpected_error_ends_the_session_and_is_not_hidden(tmp_path: Path) -> None:
    room = Room(tmp_path, seats=2)
    place = room.places[0]
    session = room.open(place)

    def fail(_message: bytes) -> None:
        raise ZeroDivisionError

    assert place.wire is not None
    place.wire.before_send = fail
    with pytest.raises(ZeroDivisionError):
        await session.run()
    assert place.wire.stopped_for is Ending.FAILED
