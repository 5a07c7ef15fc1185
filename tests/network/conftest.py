from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.network.lan import Lan, NotPossible, why_not
from tests.network.players import Game


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
def game(lan: Lan, tmp_path: Path) -> Iterator[Game]:
    """Four players on four machines, the first of whom is the host."""
    playing = Game([lan.plug_in(name) for name in "abcd"], tmp_path)
    try:
        yield playing
    finally:
        playing.end()
