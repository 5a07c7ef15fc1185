"""Catalogs are read as they are; a language is found in the locale."""

from __future__ import annotations

import pytest

from koryo_tui.text import i18n

PO = r"""
msgid ""
msgstr ""
"Plural-Forms: nplurals=3;\n"

# Said by a translator.
msgctxt "command"
msgid "leave"
msgstr "вийти"

msgid ""
"two "
"lines\n"
msgstr ""
"два \"рядки\"\n"

msgid "{number} card"
msgid_plural "{number} cards"
msgstr[0] "{number} карта"
msgstr[1] "{number} карти"
msgstr[2] "{number} карт"

#, fuzzy
msgid "old"
msgstr "старе"

msgid "not yet"
msgstr ""
"""


def test_entries_are_read_with_contexts_plurals_and_escapes() -> None:
    assert i18n.read_entries(PO.splitlines(keepends=True)) == {
        ("command", "leave"): ("вийти",),
        ("", "two lines\n"): ('два "рядки"\n',),
        ("", "{number} card"): ("{number} карта", "{number} карти", "{number} карт"),
    }


def test_a_fuzzy_entry_at_the_end_is_left_out_too() -> None:
    assert i18n.read_entries(["#, fuzzy\n", 'msgid "old"\n', 'msgstr "старе"\n']) == {}


def test_a_number_chooses_the_form() -> None:
    catalog = i18n.Catalog("uk", i18n.read_entries(PO.splitlines(keepends=True)))
    said = [catalog.plural("{number} card", "{number} cards", n) for n in (1, 3, 5, 12, 21, 104)]
    assert [text.removeprefix("{number} ") for text in said] == [
        "карта", "карти", "карт", "карт", "карта", "карти",
    ]  # fmt: skip


def test_what_has_no_translation_is_said_in_english() -> None:
    catalog = i18n.Catalog("uk", {})
    assert catalog.text("", "new") == "new"
    assert catalog.plural("{number} day", "{number} days", 2) == "{number} days"


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({"LANG": "uk_UA.UTF-8"}, "uk"),
        ({"LANG": "it_IT@euro"}, "it"),
        ({"LANG": "zh_CN.GB18030"}, "zh"),
        ({"LANG": "it", "LC_ALL": "uk_UA"}, "uk"),
        ({"LANG": "it", "LC_MESSAGES": "zh_TW", "LC_ALL": ""}, "zh"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_locale_names_a_language(environ: dict[str, str], language: str) -> None:
    assert i18n.language_of(environ) == language


def test_every_language_has_plurals() -> None:
    assert set(i18n.PLURALS) == set(i18n.LANGUAGES)


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(KeyError):
        i18n.catalog_of("xx")
