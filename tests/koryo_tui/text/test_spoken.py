from __future__ import annotations

import pytest

from koryo_tui.text.spoken import spoken, spoken_words


def test_the_list_is_sound() -> None:
    words = spoken_words()
    assert len(words) == len(set(words)) == 1024
    assert list(words) == sorted(words)
    assert all(word.isascii() and word.isalpha() and word.islower() for word in words)
    assert all(3 <= len(word) <= 7 for word in words)
    assert not [word for word in words if word + "s" in words], "none sounds like its plural"


def test_a_fingerprint_is_always_the_same_eight_words() -> None:
    assert spoken(bytes(10)) == "abbey " * 7 + "abbey"
    assert spoken(b"\xff" * 10) == "zoo " * 7 + "zoo"
    assert spoken(bytes(range(10))) == "abbey apron button rug arm boot insect almond"


def test_the_words_say_the_whole_fingerprint() -> None:
    place = {word: number for number, word in enumerate(spoken_words())}
    mark = bytes.fromhex("0123456789abcdef0123")
    number = 0
    for word in spoken(mark).split():
        number = number << 10 | place[word]
    assert number.to_bytes(10, "big") == mark


@pytest.mark.parametrize("length", [9, 32])
def test_nothing_else_is_a_fingerprint(length: int) -> None:
    with pytest.raises(ValueError, match="10 bytes"):
        spoken(bytes(length))
