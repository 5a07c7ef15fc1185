"""Every limit is the number that is written."""

from __future__ import annotations

import importlib
from dataclasses import is_dataclass

import pytest

from tests.document.tables import table


@pytest.mark.parametrize("row", table("limits"), ids=lambda row: row[2].rpartition(".")[2])
def test_a_limit_is_the_written_one(row: tuple[str, ...]) -> None:
    _text, value, where = row
    assert float(value.replace(",", "")) == _value_of(where)


def _value_of(where: str) -> float:
    module, _, name = where.rpartition(".")
    try:
        owner: object = importlib.import_module(module)
    except ModuleNotFoundError:
        module, _, kind = module.rpartition(".")
        found = getattr(importlib.import_module(module), kind)
        assert is_dataclass(found)
        owner = found()
    return float(getattr(owner, name))
