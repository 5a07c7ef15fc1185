from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.network.lan import Lan, Machine, NotPossible, why_not
from tests.network.players import QUICK, Game, computer_players, three_and_a_person, two_people

Gather = Callable[..., Game]


@pytest.fixture(scope="session")
def possible() -> None:
    """Skips, with the reason, where there can be no namespaces."""
    reason = why_not()
    if reason is not None:
        pytest.skip(reason)


@pytest.fixture
def lan(possible: None) -> Iterator[Lan]:
    """An empty network."""
    try:
        with Lan() as made:
            yield made
    except NotPossible as error:
        pytest.skip(str(error))


@pytest.fixture
def gather(lan: Lan, tmp_path: Path) -> Iterator[Gather]:
    """So many computer players on as many machines, the first of whom is the host.

    They soon give up a link, unless the program is to be as ``USUAL``. The last one's line takes
    no more than ``rate``, if there is one."""
    gathered: list[Game] = []

    def of(count: int, program: str = QUICK, rate: str | None = None) -> Game:
        machines = [lan.plug_in(name) for name in "abcd"[:count]]
        if rate is not None:
            slow_down(machines[-1], rate)
        gathered.append(Game(computer_players(machines, tmp_path, program), tmp_path))
        return gathered[-1]

    yield of
    for game in gathered:
        game.end()


def slow_down(machine: Machine, rate: str) -> None:
    """Its line takes no more than ``rate`` from now on; skips where that is not possible."""
    try:
        machine.slow_down(rate)
    except NotPossible as error:
        pytest.skip(str(error))


@pytest.fixture
def game(gather: Gather) -> Game:
    """Four of them."""
    return gather(4)


@pytest.fixture
def people(lan: Lan, tmp_path: Path) -> Iterator[Game]:
    """Two people, on two machines, whose turn it is."""
    playing = Game(two_people(lan.plug_in("a"), lan.plug_in("b"), tmp_path, QUICK), tmp_path)
    try:
        yield playing
    finally:
        playing.end()


@pytest.fixture
def mixed(lan: Lan, tmp_path: Path) -> Iterator[Game]:
    """Three computer players who do not wait for long, and a person, who is the last."""
    machines = [lan.plug_in(name) for name in "abcd"]
    playing = Game(three_and_a_person(machines, tmp_path, QUICK), tmp_path)
    try:
        yield playing
    finally:
        playing.end()
