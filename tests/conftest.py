"""What tests of several folders ask for by name."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.peer.remembered import remembered_checks


@pytest.fixture(scope="module")
def remembered() -> Iterator[None]:
    """In the tests of a module no check is made twice."""
    with remembered_checks():
        yield
