"""Text is measured in cells, never in characters."""

from __future__ import annotations

import pytest

from koryo_tui.drawing import cells

TEXTS = ("", "Bankers", "Олена", "银行家", "e\u0301lan", "银行家 and more")


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("width", [0, 1, 2, 3, 7, 20])
def test_fitted_text_takes_exactly_its_cells(text: str, width: int) -> None:
    assert cells.width(cells.fit(text, width)) == width
    assert cells.width(cells.fit_right(text, width)) == width


def test_a_wide_character_is_never_cut_in_half() -> None:
    assert cells.crop("银行家", 5) == "银.."
    assert cells.width(cells.fit("银行家", 5)) == 5


def test_text_that_fits_is_left_alone() -> None:
    assert cells.crop("Bankers", 7) == "Bankers"
    assert cells.fit_right("12", 4) == "  12"


@pytest.mark.parametrize("text", TEXTS)
def test_wrapped_lines_keep_every_word_and_the_width(text: str) -> None:
    lines = cells.wrap(text, 8)
    assert all(cells.width(line) <= 8 for line in lines)
    assert " ".join(lines).split() == text.split()


def test_a_word_longer_than_the_line_is_cut() -> None:
    assert cells.wrap("a verylongword", 6) == ("a", "very..")
    assert cells.wrap("a verylongword b", 6, cut=False) == ("a", "verylongword", "b")


def test_a_word_longer_than_the_line_is_folded() -> None:
    assert cells.folded("a verylongword b", 6) == ("a", "verylo", "ngword", "b")
    assert cells.folded("翻开/银行家", 4) == ("翻开", "/银", "行家")
    assert cells.folded("", 4) == ("",)


def test_chinese_breaks_between_any_two_characters() -> None:
    assert cells.wrap("翻开银行家", 6) == ("翻开银", "行家")
    assert cells.wrap("Ada 翻开 2 张", 8) == ("Ada 翻开", "2 张")


def test_marks_stay_with_what_they_end_or_open() -> None:
    assert cells.wrap("翻开，银行", 4) == ("翻", "开，", "银行")
    assert cells.wrap("银行（家）", 6) == ("银行", "（家）")
