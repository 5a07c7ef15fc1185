"""Every attack names a test that exists, every reference a section that does."""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest

from tests.document.tables import DOCUMENT, ROOT, table


def test_a_section_that_is_named_exists() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    numbers = set(re.findall(r"^#+ ([0-9.]+) ", text, re.MULTILINE))
    named = re.findall(r"\((?:see |of )?(\d+\.\d+)[,;)]", text)
    assert len(named) > 50
    assert set(named) <= numbers


@cache
def functions_in(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, kinds))


@pytest.mark.parametrize("name", ["attacks prevented", "attacks detected"])
def test_the_tests_named_beside_the_attacks_exist(name: str) -> None:
    named = [test for attack, _text, test in table(name) if not attack.startswith("*")]
    assert named
    assert all(named), "every attack names its test"
    for test in named:
        path, _, function = test.partition("::")
        assert function in functions_in(path), test


def test_only_headings_name_no_test() -> None:
    for attack, text, test in table("attacks prevented"):
        assert attack.startswith("*") == (not test) == (not text)
