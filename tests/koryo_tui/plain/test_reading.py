from __future__ import annotations

import pytest

from koryo_tui.plain.reading import (
    Command,
    NotUnderstood,
    read_command,
    read_number,
)
from koryo_tui.text import plain
from koryo_tui.text.plain import Word

KNOWN = (Word.HELP, Word.HAND, Word.LEAVE, Word.LOG, Word.SAY)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("help", Command(Word.HELP)),
        ("  HE ", Command(Word.HELP)),
        ("ha", Command(Word.HAND)),
        ("s I wait for it", Command(Word.SAY, "I wait for it")),
        ("le", Command(Word.LEAVE)),
        ("?", Command(Word.HELP)),
        ("\uff1f ", Command(Word.HELP)),
        ("\uff28\uff41", Command(Word.HAND)),
        ("s\u3000I wait\uff01", Command(Word.SAY, "I wait\uff01")),
        ("? 6", None),
        ("66", None),
        ("-", None),
        ("", None),
        ("nonsense", None),
    ],
)
def test_a_word_is_known_by_any_beginning_that_no_other_has(
    line: str, command: Command | None
) -> None:
    assert read_command(line, KNOWN) == command


def test_a_beginning_of_two_words_names_both() -> None:
    with pytest.raises(NotUnderstood, match="leave and log"):
        read_command("l", KNOWN)


@pytest.mark.parametrize("text", ["0", "4", "x", "", "1.0", "٣"])
def test_a_number_of_a_list_is_one_of_its_lines(text: str) -> None:
    with pytest.raises(NotUnderstood, match="1 to 3"):
        read_number(text, 3)


def test_a_number_may_be_typed_in_full_width() -> None:
    assert read_number("\uff12", 3) == 2


def test_of_a_list_of_one_it_is_said_that_there_is_no_other() -> None:
    assert read_number("1", 1) == 1
    with pytest.raises(NotUnderstood, match=r"There is only number 1\."):
        read_number("2", 1)


def test_in_chinese_what_belongs_to_a_word_may_follow_without_a_blank(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chinese = {Word.SAY: "\u8bf4", Word.YES: "\u662f", Word.LOG: "\u8bb0\u5f55"}
    monkeypatch.setattr(plain, "SPELLED", {word: word.value for word in Word} | chinese)
    known = (Word.SAY, Word.YES, Word.LOG)
    for line, command in (
        ("\u8bf4\uff1a\u4f60\u597d \u670b\u53cb", Command(Word.SAY, "\u4f60\u597d \u670b\u53cb")),
        ("\u8bf4 \u4f60\u597d", Command(Word.SAY, "\u4f60\u597d")),
        ("\u8bb0\u5f5520", Command(Word.LOG, "20")),
        ("\u662f", Command(Word.YES)),
        ("\u662f\u5417", None),
        ("say hello", Command(Word.SAY, "hello")),
    ):
        assert read_command(line, known) == command


def test_words_are_taken_in_the_language_in_use_and_in_english(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spelled = {word: word.value for word in Word} | {Word.YES: "sì", Word.LEAVE: "lascia"}
    monkeypatch.setattr(plain, "SPELLED", spelled)
    known = tuple(Word)
    for typed in ("sì", "SI", "s\u0069\u0300", "yes"):
        command = read_command(typed, known)
        assert command is not None
        assert command.word is Word.YES
    for typed in ("lascia", "lasc", "leave"):
        command = read_command(typed, known)
        assert command is not None
        assert command.word is Word.LEAVE
