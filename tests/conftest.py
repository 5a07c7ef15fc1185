"""What tests of several folders ask for by name."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter
from pathlib import Path

import pytest

from tests.peer.policies import remembered_group
from tests.peer.remembered import remembered_checks

#: Folders whose tests mostly wait, for terminals and networks.
WAITING = {"end_to_end", "network"}
#: Files of others with few tests that take long, since other processes play whole games in them.
WHOLE_GAMES = {"test_cli_selfplay.py", "test_rematch.py"}
#: Behind this part of all other tests none of theirs begins, so that none is left over at the end.
SPREAD = 0.7


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The largest files first; those that mostly wait stand between others, so that some worker
    always has work to do."""
    files = [tuple(group) for _path, group in groupby(items, attrgetter("path"))]
    files.sort(key=len, reverse=True)
    waiting = [file for file in files if waits(file[0].path)]
    others = [file for file in files if not waits(file[0].path)]
    each = SPREAD * sum(map(len, others)) / max(len(waiting), 1)
    ordered: list[pytest.Item] = []
    passed = 0
    for file in others:
        while waiting and passed >= each * (len(files) - len(others) - len(waiting)):
            ordered += waiting.pop(0)
        ordered += file
        passed += len(file)
    items[:] = [*ordered, *(item for file in waiting for item in file)]


def waits(path: Path) -> bool:
    """Whether the tests of a file mostly wait."""
    return path.parent.name in WAITING or path.name in WHOLE_GAMES


@pytest.fixture(scope="module")
def remembered() -> Iterator[None]:
    """In the tests of a module no check is made twice."""
    with remembered_group(), remembered_checks():
        yield
