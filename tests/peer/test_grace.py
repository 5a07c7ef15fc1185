"""Nobody is asked to go on without somebody before a grace time is over."""

from __future__ import annotations

import pytest

from protocol.log.messages import Settings, StepKind
from protocol.peer.grace import LONGEST_STRIDE, Awaited, Grace, Silence
from protocol.peer.peer import Peer
from tests.peer.harness import Room
from tests.peer.scenes import (
    agrees,
    falls_silent,
    keeps_its_acknowledgement,
    others,
    reach,
    seated,
    speakers,
)

K = StepKind
MACHINE = Awaited(1, deciding=False, reached=True)
PLAYER = Awaited(1, deciding=True, reached=True)
LOST = Awaited(1, deciding=True, reached=False)


def after(seconds: float, silence: Silence, awaited: Awaited, *, paused: bool = False) -> bool:
    """Whether the seat counts as silent, looked at every 8 seconds."""
    now = silence._last
    end = now + seconds
    while now < end:
        now = min(now + 8.0, end)
        silence.watch(5, [awaited], paused, now)
    return awaited.seat in silence.silent()


def begun(awaited: Awaited, grace: Grace | None = None, seconds: int = 0) -> Silence:
    silence = Silence(grace or Grace(), seconds)
    silence.watch(5, [awaited], False, 100.0)
    return silence


def test_a_machine_has_half_a_minute() -> None:
    silence = begun(MACHINE)
    assert not after(29.9, silence, MACHINE)
    assert silence.next_end() == pytest.approx(130.0)
    assert after(0.1, silence, MACHINE)


def test_a_player_who_is_reached_has_all_the_time_there_is() -> None:
    silence = begun(PLAYER)
    assert not after(100_000, silence, PLAYER)
    assert silence.next_end() is None


def test_a_player_who_is_lost_has_half_a_minute_from_then_on() -> None:
    silence = begun(PLAYER)
    after(500, silence, PLAYER)
    silence.watch(5, [LOST], False, silence._last)
    assert not after(29, silence, LOST)
    assert after(1, silence, LOST)


def test_a_player_who_comes_back_is_waited_for_again() -> None:
    silence = begun(LOST)
    assert not after(20, silence, LOST)
    assert not after(1, silence, PLAYER)
    assert not after(29, silence, LOST)
    assert after(31, silence, LOST)


def test_after_the_clock_has_run_out_there_is_half_a_minute_more() -> None:
    silence = begun(PLAYER, seconds=60)
    assert not after(89, silence, PLAYER)
    assert after(1, silence, PLAYER)


def test_no_time_passes_in_a_pause() -> None:
    silence = begun(MACHINE)
    assert not after(20, silence, MACHINE)
    assert not after(5_000, silence, MACHINE, paused=True)
    assert silence.next_end() is None
    assert not after(8, silence, MACHINE), "the first stretch still belongs to the pause"
    assert after(10, silence, MACHINE)


def test_what_this_machine_slept_does_not_count() -> None:
    silence = begun(MACHINE)
    silence.watch(5, [MACHINE], False, 100_000.0)
    assert silence.silent() == frozenset()
    assert not after(30 - LONGEST_STRIDE - 0.1, silence, MACHINE)
    assert after(0.1, silence, MACHINE)


def test_each_step_and_each_word_begins_anew() -> None:
    silence = begun(LOST)
    assert after(30, silence, LOST)
    silence.watch(5, [MACHINE], False, silence._last)
    assert silence.silent() == frozenset(), "its decision is here, its acknowledgement is not"
    assert after(30, silence, MACHINE)
    silence.watch(6, [MACHINE], False, silence._last)
    assert silence.silent() == frozenset()


# In the game


def patient(seats: int, settings: Settings | None = None) -> Room:
    """A room whose players may think as long as they like."""
    room = seated(seats, settings=settings)
    for seat in room.seats:
        seat.peer._silence.grace = Grace()
    return room


def asks_after(room: Room, peer: Peer, seconds: int) -> tuple[int, ...]:
    """Whom ``peer`` may leave out ``seconds`` later."""
    for _second in range(seconds):
        room.now += 1.0
        for number, seat in enumerate(room.seats):
            room.carry_out(number, seat.peer.tick(room.now))
        room.deliver_all()
    return peer.view().can_leave_out


@pytest.mark.parametrize("kind", [K.KEYS, K.SHUFFLE, K.SHARES, K.SEATS])
def test_a_silent_machine_can_be_left_out_after_half_a_minute(kind: StepKind) -> None:
    room = patient(3)
    step = reach(room, kind, 1)
    silent = speakers(room, step)[0]
    falls_silent(room, silent, step)
    room.deliver_all()
    peer = room.seats[others(room, silent)[0]].peer
    assert asks_after(room, peer, 25) == ()
    assert asks_after(room, peer, 6) == (silent,)


def test_a_withheld_acknowledgement_can_be_gone_on_without_after_half_a_minute() -> None:
    room = patient(3)
    step = reach(room, K.SHARES, 0)
    withholding = speakers(room, step)[0]
    keeps_its_acknowledgement(room, withholding, step)
    room.deliver_all()
    peer = room.seats[others(room, withholding)[0]].peer
    assert asks_after(room, peer, 25) == ()
    assert asks_after(room, peer, 6) == (withholding,)


def test_a_player_who_thinks_cannot_be_left_out_but_one_who_is_lost_can() -> None:
    room = patient(3)
    step = reach(room, K.ORDER, 0)
    (thinking,) = speakers(room, step)
    room.deliver_all()
    peer = room.seats[others(room, thinking)[0]].peer
    assert asks_after(room, peer, 200) == ()
    room.unplug(thinking)
    assert asks_after(room, peer, 25) == ()
    assert asks_after(room, peer, 6) == (thinking,)
    room.unplug(thinking, up=True)
    room.deliver_all()
    assert peer.view().can_leave_out == ()


def test_a_program_that_does_not_obey_the_clock_can_be_left_out_after_it() -> None:
    room = patient(3, Settings(clock=20))
    step = reach(room, K.ORDER, 0)
    (silent,) = speakers(room, step)
    falls_silent(room, silent, step)
    room.deliver_all()
    peer = room.seats[others(room, silent)[0]].peer
    assert asks_after(room, peer, 45) == ()
    assert asks_after(room, peer, 6) == (silent,)


def test_whom_one_has_agreed_to_leave_out_stays_in_the_list() -> None:
    room = patient(3)
    step = reach(room, K.KEYS, 1)
    silent = speakers(room, step)[0]
    falls_silent(room, silent, step)
    room.deliver_all()
    seat = others(room, silent)[0]
    agrees(room, seat, silent)
    assert room.seats[seat].peer.view().can_leave_out == (silent,)
