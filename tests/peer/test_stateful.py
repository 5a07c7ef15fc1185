"""Whatever one bad seat, the wires and the clock do: honest logs never part, and nobody honest is
blamed.

A short, repeatable run by default. KORYO_FUZZ=500 draws as many games at random instead.
"""

from __future__ import annotations

import os
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from tests.peer.agreement import check, check_records
from tests.peer.forging import forge, lie, say
from tests.peer.world import World

GAMES = int(os.environ.get("KORYO_FUZZ", "0"))
#: Where a game is left; two rounds of three seats have 24 steps.
LAST_STEP = 26

seeds = st.integers(0, 2**32 - 1).map(Random)


pytestmark = pytest.mark.usefixtures("remembered")


class Table(RuleBasedStateMachine):
    """What the adversary may do, in any order."""

    seats = 3

    @initialize(upto=st.sampled_from((0, 3, 4, 5, 6, 7, 9, 11, 12, 13)))
    def starts(self, upto: int) -> None:
        self.world = World(self.seats)
        self.world.calm(2_000, upto)

    def _honest(self, number: int) -> int:
        return self.world.honest[number % len(self.world.honest)]

    def _seat(self, number: int) -> int:
        return number % self.seats

    def _place(self, random: Random) -> tuple[int, int]:
        return random.choice(tuple(self.world.processes))

    @rule(random=seeds, most=st.integers(1, 40))
    def delivers_in_any_order(self, random: Random, most: int) -> None:
        for _ in range(most):
            if self.world.wire and random.random() < 0.8:
                self.world.deliver(random.randrange(len(self.world.wire)))
            else:
                self.world.work(self._place(random))

    @rule(most=st.integers(5, 120))
    def is_calm(self, most: int) -> None:
        self.world.calm(most, LAST_STEP)

    @rule(random=seeds)
    def loses(self, random: Random) -> None:
        self.world.wire = [m for m in self.world.wire if random.random() < 0.5]

    @rule(random=seeds)
    def doubles(self, random: Random) -> None:
        self.world.wire += [m for m in self.world.wire if random.random() < 0.3]

    @rule(random=seeds)
    def corrupts(self, random: Random) -> None:
        if self.world.wire:
            index = random.randrange(len(self.world.wire))
            sender, to, message = self.world.wire[index]
            changed = bytearray(message)
            changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
            self.world.wire[index] = (sender, to, bytes(changed))

    @rule(random=seeds)
    def lets_a_player_answer(self, random: Random) -> None:
        self.world.answer(self._place(random))

    @rule(seconds=st.sampled_from((1.0, 5.0, 30.0)))
    def lets_time_pass(self, seconds: float) -> None:
        self.world.tick(seconds)

    @rule(one=st.integers(0, 3), other=st.integers(0, 3), puppet=st.integers(0, 1))
    def makes_a_player_agree(self, one: int, other: int, puppet: int) -> None:
        place = (self._seat(one), puppet if self._seat(one) == self.world.bad else 0)
        if self._seat(other) != place[0]:
            self.world.feed(place, lambda peer: peer.agree(self._seat(other), self.world.now))

    @rule(one=st.integers(0, 3), other=st.integers(0, 3))
    def makes_a_player_disagree(self, one: int, other: int) -> None:
        place = (self._seat(one), 0)
        self.world.feed(place, lambda peer: peer.disagree(self._seat(other), self.world.now))

    @rule(one=st.integers(0, 3), other=st.integers(0, 3), up=st.booleans())
    def cuts_or_mends_a_link(self, one: int, other: int, up: bool) -> None:
        if self._seat(one) != self._seat(other):
            self.world.link(self._seat(one), self._seat(other), up)

    @rule(seat=st.integers(0, 2), fuse=st.integers(0, 12))
    def lights_a_fuse(self, seat: int, fuse: int) -> None:
        self.world.processes[self._honest(seat), 0].fuse = fuse

    @rule(seat=st.integers(0, 2))
    def starts_a_seat_again(self, seat: int) -> None:
        self.world.restart(self._honest(seat))

    @rule(seat=st.integers(0, 2), puppets=st.sampled_from(((0,), (1,), (0, 1), ())))
    def makes_a_seat_hear(self, seat: int, puppets: tuple[int, ...]) -> None:
        self.world.hears[self._honest(seat)] = set(puppets)

    @rule(seat=st.integers(0, 2), random=seeds)
    def forges(self, seat: int, random: Random) -> None:
        say(self.world, self._honest(seat), forge(self.world, random))

    @rule(seat=st.integers(0, 2), random=seeds)
    def lies(self, seat: int, random: Random) -> None:
        lie(self.world, self._honest(seat), random)

    @rule(one=st.integers(0, 2), other=st.integers(0, 2))
    def keeps_two_apart(self, one: int, other: int) -> None:
        """Each of the two hears another puppet, and each player gives up the other."""
        one, other = self._honest(one), self._honest(other)
        if one == other:
            return
        self.world.link(one, other, up=False)
        for puppet, (seat, gone) in enumerate(((one, other), (other, one))):
            self.world.hears[seat] = {puppet}
            for place in ((seat, 0), (self.world.bad, puppet)):
                self.world.feed(place, lambda peer, gone=gone: peer.agree(gone, self.world.now))
        self.world.calm(60, LAST_STEP)

    @invariant()
    def honest_logs_agree_and_nobody_honest_is_blamed(self) -> None:
        if hasattr(self, "world"):
            check(self.world)

    def teardown(self) -> None:
        if hasattr(self, "world"):
            self.world.goes_on()
            check(self.world)
            check_records(self.world)


class TableOfFour(Table):
    seats = 4


def _settings(games: int) -> settings:
    return settings(
        max_examples=GAMES or games,
        stateful_step_count=60 if GAMES else 30,
        derandomize=not GAMES,
        database=None,
        deadline=None,
        # A failing game is printed as it is: making it smaller takes longer than reading it.
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
        print_blob=True,
    )


@pytest.mark.timeout(0 if GAMES else 120)
@pytest.mark.parametrize(("table", "games"), [(Table, 14), (TableOfFour, 8)])
def test_no_adversary_makes_honest_seats_disagree_or_blame_each_other(
    table: type[Table], games: int
) -> None:
    run_state_machine_as_test(table, settings=_settings(games))
