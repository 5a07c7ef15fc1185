"""A real terminal for every test that drives one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.windows import Terminal


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    opened = Terminal(tmp_path / "socket")
    try:
        yield opened
    finally:
        opened.close()
