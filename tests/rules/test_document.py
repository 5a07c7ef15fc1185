"""docs/rules.md is what code and tests follow: every number of it is cited where it is kept."""

import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NUMBER = re.compile(r"\b(?:R\d+\.\d+|N\d)\b")

RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
#: The numbers in the order of the document.
NUMBERS = re.findall(rf"^- \*\*({NUMBER.pattern})\*\*", RULES, re.MULTILINE)


def cited(folder: str) -> set[str]:
    """The numbers that occur in the Python files of a folder."""
    files = (ROOT / folder).rglob("*.py")
    return {number for path in files for number in NUMBER.findall(path.read_text("utf-8"))}


def test_the_numbers_of_each_chapter_count_up_from_one() -> None:
    chapters = re.findall(r"^## (R\d)", RULES, re.MULTILINE)
    assert chapters == [f"R{number}" for number in range(1, 9)]
    sizes = Counter(number.split(".")[0] for number in NUMBERS if number[0] == "R")
    expected = [f"{each}.{number + 1}" for each in chapters for number in range(sizes[each])]
    expected += [f"N{number}" for number in range(1, 6)]
    assert expected == NUMBERS


@pytest.mark.parametrize("folder", ["protocol/rules", "tests/rules"])
def test_every_rule_is_cited_in_code_and_in_tests(folder: str) -> None:
    assert set(NUMBERS) - cited(folder) == set()


@pytest.mark.parametrize("folder", ["protocol", "koryo_tui", "tests/rules"])
def test_no_rule_is_cited_that_is_not_there(folder: str) -> None:
    assert cited(folder) - set(NUMBERS) == set()


def test_every_rule_named_within_the_document_is_there() -> None:
    assert set(NUMBER.findall(RULES)) == set(NUMBERS)
