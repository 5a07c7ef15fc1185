"""Names from others are safe to show, fit their column and tell people apart."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.net.names import MAX_CELLS, MAX_CHARACTERS, cells, clean, distinct, is_safe


@pytest.mark.parametrize(
    ("given_name", "shown"),
    [
        ("Ada", "Ada"),
        ("  Ada \t\n Lovelace ", "Ada Lovelace"),
        ("\x1b[31mRed\x07", "[31mRed"),
        ("abc\u202edef", "abcdef"),
        ("\u2066Ada\u2069", "Ada"),
        ("A\u200bd\u200da\ufeff", "Ada"),
        ("", "Player"),
        ("\u200b\u202e", "Player"),
        ("\u3164\u2800 ", "Player"),
        ("\u0301\u0302", "Player"),
        ("abcdefghijklmnop", "abcdefghijkl"),
        (
            "\uc138\uc885\ub300\uc655\ub9cc\uc138\ub9cc\uc138",
            "\uc138\uc885\ub300\uc655\ub9cc\uc138",
        ),
        ("\u1109\u1166\u110c\u1169\u11bc", "\uc138\uc885"),
        ("Andre\u0301", "Andr\u00e9"),
        ("\u2764\ufe0f", "\u2764"),
        ("\ud800Ada", "Ada"),
    ],
)
def test_a_name_is_shown_without_what_could_harm(given_name: str, shown: str) -> None:
    assert clean(given_name) == shown


def test_a_wide_character_is_not_cut_in_half() -> None:
    assert clean("abcdefghijk\uc138") == "abcdefghijk"


def test_marks_do_not_pile_up_on_one_letter() -> None:
    assert len(clean("x" + "\u0335" * 20 + "y")) == 4


@given(st.text())
def test_every_name_fits_its_column_and_is_stable(text: str) -> None:
    name = clean(text)
    assert 1 <= cells(name) <= MAX_CELLS
    assert 1 <= len(name) <= MAX_CHARACTERS
    assert all(unicodedata.category(c)[0] != "C" for c in name)
    assert clean(name) == name


@given(st.text())
def test_a_clean_name_is_safe(text: str) -> None:
    assert is_safe(clean(text))


@pytest.mark.parametrize("name", ["Ada\u0378", "Ada\U0001fae8", "\uffff"])
def test_what_is_unassigned_here_may_be_a_letter_elsewhere(name: str) -> None:
    """A host may know a later version of Unicode."""
    assert is_safe(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        " Ada",
        "Ada ",
        "A  da",
        "A" * (MAX_CHARACTERS + 1),
        "A\x1b[2J",
        "A\nda",
        "A\u202eda",
        "A\u200bda",
        "A\ud800",
        "A\ue000",
        "A\u00a0da",
        "A\u2028da",
        "A\u2029da",
        "A\u3164da",
        "A\ufe0f",
        "A\u180b",
    ],
)
def test_what_harms_in_every_version_of_unicode_is_not_safe(name: str) -> None:
    assert not is_safe(name)


def test_equal_names_are_numbered() -> None:
    assert distinct("Ada", []) == "Ada"
    assert distinct("Ada", ["Ada"]) == "Ada 2"
    assert distinct("Ada", ["Ada", "Ada 2"]) == "Ada 3"


def test_names_that_look_the_same_are_numbered() -> None:
    assert distinct("ADA", ["Ada"]) == "ADA 2"
    assert distinct("\uff21da", ["Ada"]) == "\uff21da 2"


def test_the_number_fits_into_a_long_name() -> None:
    assert distinct("abcdefghijkl", ["abcdefghijkl"]) == "abcdefghij 2"


@given(st.lists(st.text(max_size=30), max_size=6))
def test_no_two_people_bear_one_name(names: list[str]) -> None:
    taken: list[str] = []
    for name in names:
        taken.append(distinct(name, taken))
    assert len({name.casefold() for name in taken}) == len(names)
    assert all(clean(name) == name for name in taken)
