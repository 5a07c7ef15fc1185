"""Each language says everything, in its own words, with the same placeholders."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po

from koryo_tui.text import i18n
from koryo_tui.typed import bare
from tests.koryo_tui.languages.update import TEMPLATE, TRANSLATED, messages

#: What is the same word in another language.
SAME = {
    "it": {"Ada", "Ben", "FILE", "Menu", "Round {round}", "no", "round {round}"},
    "uk": {"Delete", "Enter"},
    "zh": {"Ada", "Ben", "Delete"},
}


@cache
def said() -> frozenset[tuple[str, str, str]]:
    """Context, text and plural of everything in the sources that is to be translated."""
    return frozenset((each.context, each.text, each.plural) for each in messages())


def entries(language: str) -> dict[i18n.Key, tuple[str, ...]]:
    with open(i18n.path_of(language), encoding="utf-8") as file:
        return i18n.read_entries(file)


def placeholders(text: str) -> set[tuple[str, str]]:
    return {(name, spec or "") for _, name, spec, _ in Formatter().parse(text) if name is not None}


def test_there_is_something_to_say() -> None:
    assert len(said()) > 900


def test_the_template_is_what_the_sources_say() -> None:
    with TEMPLATE.open("rb") as file:
        found = {message.id for message in read_po(file) if message.id}
    assert found == {(one, many) if many else one for _, one, many in said()}


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_missing_or_fuzzy_or_no_longer_said(language: str) -> None:
    assert set(entries(language)) == {(context, one) for context, one, _ in said()}
    text = Path(i18n.path_of(language)).read_text("utf-8")
    assert "#~" not in text
    assert "fuzzy" not in text


@pytest.mark.parametrize("language", TRANSLATED)
def test_placeholders_are_the_same(language: str) -> None:
    found = entries(language)
    for context, one, many in said():
        for text in found[context, one]:
            assert placeholders(text) == placeholders(many or one), text


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_plural_has_its_forms_and_nothing_else_has(language: str) -> None:
    found = entries(language)
    form, number = i18n.PLURALS[language]
    assert {form(each) for each in range(200)} == set(range(number))
    for context, one, many in said():
        assert len(found[context, one]) == (number if many else 1), one
    text = Path(i18n.path_of(language)).read_text("utf-8")
    assert f"nplurals={number};" in text


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_left_in_english(language: str) -> None:
    found = entries(language)
    same = {
        one
        for context, one, _ in said()
        if found[context, one][0] == one
        and re.search("[a-z]{2}", re.sub(r"\{[^}]*\}", "", one), re.IGNORECASE)
    }
    assert same == SAME[language]


@pytest.mark.parametrize("language", TRANSLATED)
def test_sentences_end_as_the_english_ones(language: str) -> None:
    """A full stop, a question mark or a blank at the end has its counterpart."""
    ends = {".": ".\u3002", "?": "?\uff1f", "!": "!\uff01", ":": ":\uff1a"}
    found = entries(language)
    for context, one, _ in said():
        text = found[context, one][0]
        if one[-1] in ends and text.count(" ") > 1:
            assert text[-1] in ends[one[-1]], text
        if language != "zh":
            assert (one[-1] == " ") == (text[-1] == " "), text
            assert (one[0] == " ") == (text[0] == " "), text


@pytest.mark.parametrize("language", TRANSLATED)
def test_typed_words_are_clear(language: str) -> None:
    """No two commands are spelled alike, and a sentence names them as they are spelled."""
    found = entries(language)
    commands = {one: found[context, one][0] for context, one, _ in said() if context == "command"}
    assert len(set(commands.values())) == len(commands)
    topics = [found[context, one][0] for context, one, _ in said() if context == "topic"]
    assert len(set(topics)) == len(topics)
    assert all(word.isalpha() for word in topics)
    cards = [found[context, one][0] for context, one, _ in said() if context in ("family", "event")]
    assert len(set(cards)) == len(cards) == 11
    for word in commands.values():
        # Cards are typed by names too.
        for one, other in ((bare(word), bare(card)) for card in cards):
            assert not one.startswith(other)
            # In Chinese what belongs to a word follows it without a blank.
            assert language != "zh" or not other.startswith(one)
    for context, one, _ in said():
        named = r"[Tt]ype (help|start|continue|agree|alone|close|hear|pause)\b"
        for command in re.findall(named, one):
            assert commands[command] in found[context, one][0], one
        if "yes or no" in one:
            assert commands["yes"] in found[context, one][0], one
            assert commands["no"] in found[context, one][0], one
