"""The same invariants as ``make fuzz``, without Atheris: all seeds, and some changes of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from protocol.log.messages import StepKind
from tests.fuzz import targets
from tests.fuzz.corpus import SEEDS
from tests.fuzz.targets import TARGETS
from tests.peer.policies import remembered_group

#: Reading a transcript checks its proofs.
EXAMPLES = {"frames": 100, "messages": 80, "peer": 100, "bodies": 80, "transcripts": 25}


@pytest.fixture(autouse=True, scope="module")
def _group() -> Iterator[None]:
    with remembered_group():
        yield


@st.composite
def changed(draw: st.DrawFn, seeds: list[bytes]) -> bytes:
    """A seed with bytes put in, taken out and exchanged at a few places, or any bytes."""
    data = draw(st.sampled_from(seeds))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(data)))
        taken, put = draw(st.integers(0, 3)), draw(st.binary(max_size=3))
        data = data[:at] + put + data[at + taken :]
    return draw(st.just(data) | st.binary(max_size=200))


def test_every_target_has_its_seeds() -> None:
    assert set(TARGETS) == set(SEEDS) == set(EXAMPLES)


@pytest.mark.parametrize("name", TARGETS)
def test_every_seed_keeps_the_invariant(name: str) -> None:
    seeds = SEEDS[name]()
    assert len(seeds) > 10
    for seed in seeds:
        TARGETS[name](seed)


def test_the_right_bodies_are_valid_so_that_fuzzing_begins_deep_inside() -> None:
    before = [table.open for table in targets.tables()]
    assert {step.kind for step in before if step is not None} == set(StepKind)
    valid = [seed[0] for seed in SEEDS["bodies"]() if targets.valid_body(seed)]
    assert set(valid) == set(range(len(before)))


@pytest.mark.parametrize("name", TARGETS)
def test_whatever_comes_the_invariant_holds(name: str) -> None:
    @settings(
        max_examples=EXAMPLES[name],
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.large_base_example],
    )
    @given(changed(SEEDS[name]()))
    def holds(data: bytes) -> None:
        TARGETS[name](data)

    holds()
