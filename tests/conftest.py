"""What tests of several folders ask for by name."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter
from pathlib import Path

import pytest

from tests.peer.remembered import remembered_checks

#: Folders whose tests mostly wait, for terminals and networks.
WAITING = {"end_to_end", "network"}
#: Behind this part of all other files none of theirs begins, so that none is left over at the end.
SPREAD = 0.6


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files that mostly wait stand between others, so that some worker always has work to do."""
    files = [tuple(group) for _path, group in groupby(items, attrgetter("path"))]
    waiting = [file for file in files if waits(file[0].path)]
    others = [file for file in files if not waits(file[0].path)]
    every = max(int(SPREAD * len(others)) // max(len(waiting), 1), 1)
    ordered = []
    for number, file in enumerate(others):
        if number % every == 0 and waiting:
            ordered.append(waiting.pop(0))
        ordered.append(file)
    items[:] = [item for file in (*ordered, *waiting) for item in file]


def waits(path: Path) -> bool:
    """Whether the tests of a file mostly wait."""
    return path.parent.name in WAITING


@pytest.fixture(scope="module")
def remembered() -> Iterator[None]:
    """In the tests of a module no check is made twice."""
    with remembered_checks():
        yield
