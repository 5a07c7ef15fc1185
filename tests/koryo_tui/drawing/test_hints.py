"""Hints about keys: whole or not at all, named as they are bound, and clickable."""

from __future__ import annotations

from koryo_tui.drawing import hints
from koryo_tui.keys import ARROWS_ID, CARDS_ID, FAMILIES_ID, Hint, Keys

HOW_MANY = Hint(("fewer", "more"), "how many")
SEAL = Hint(("accept",), "seal")


def test_a_hint_is_drawn_whole_or_not_at_all() -> None:
    parts = hints.parts((SEAL, HOW_MANY), Keys(), 12)
    assert hints.line_of(parts, 20).text == " Enter seal         "


def test_each_of_two_keys_can_be_clicked_and_the_words_belong_to_a_single_one() -> None:
    parts = hints.parts((SEAL, HOW_MANY), Keys(), 76)
    text = hints.line_of(parts, 76).text
    at = {word: hints.action_at(parts, text.index(word)) for word in ("Left", "Right", "seal")}
    assert at == {"Left": "press('left')", "Right": "press('right')", "seal": "press('accept')"}
    assert hints.action_at(parts, text.index("how many")) is None
    assert hints.action_at(parts, 75) is None


def test_keys_are_named_as_they_are_bound() -> None:
    keys = Keys({"accept": ("x",), "fewer": ("ctrl+left",)})
    parts = hints.parts((SEAL, Hint((ARROWS_ID,), "move"), Hint((CARDS_ID,), "choose")), keys, 76)
    text = hints.line_of(parts, 76).text
    assert text.startswith(" x seal  ")
    assert "Arrows" not in text
    assert "1-9 0 - choose" in text
    assert Keys().name(FAMILIES_ID) == "1-9"
    assert Keys({"card-9": ("x",)}).name(FAMILIES_ID).endswith("8 x")
