"""The files of tests/vectors, as the second reader takes them in."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.second_reader.encoding import decode
from tests.second_reader.signatures import Roster, Signed, Table

VECTORS = Path(__file__).parent.parent / "vectors"
Case = dict[str, Any]


@cache
def load(name: str) -> dict[str, Any]:
    """A file of vectors."""
    found: dict[str, Any] = json.loads((VECTORS / f"{name}.json").read_text())
    return found


def cases(name: str) -> pytest.MarkDecorator:
    """A test for each case of a file of vectors."""
    found = load(name)["cases"]
    return pytest.mark.parametrize("case", found, ids=[case["name"] for case in found])


def value_of(written: Any) -> Any:
    """A value as encoding.json writes it."""
    if isinstance(written, dict):
        return bytes.fromhex(written["bytes"])
    if isinstance(written, list):
        return [value_of(one) for one in written]
    return written


def signed_of(written: list[str]) -> Any:
    """A signed thing as the vectors write it."""
    thing, payload, signature = written
    return Signed([thing, bytes.fromhex(payload), bytes.fromhex(signature)])


def table_of(name: str) -> Table:
    """The table of the roster that all cases of a file share."""
    return Table(Roster(decode(bytes.fromhex(load(name)["roster"]))))
