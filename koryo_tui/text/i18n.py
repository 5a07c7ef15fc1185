"""The language in which everything is said: chosen once, before any text module is imported.

The texts of those modules are translated as they are imported, so another language takes another
start. Catalogs are the ``.po`` files themselves, read as they are: nothing has to be compiled, and
a thousand entries take a few milliseconds.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    # Importing these takes a good part of the time that a catalog may take.
    from collections.abc import Callable, Iterable, Iterator, Mapping

#: What texts are written in.
ENGLISH = "en"
#: By code, each language as it calls itself; in this order they are offered.
LANGUAGES = {ENGLISH: "English", "uk": "Українська", "it": "Italiano", "zh": "中文"}
#: Settles which of the variables of a POSIX locale counts.
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
_UNITS, _TENS = 10, 100


def _ukrainian(number: int) -> int:
    if number % _UNITS == 1 and number % _TENS != 11:
        return 0
    return 1 if 2 <= number % _UNITS <= 4 and not 12 <= number % _TENS <= 14 else 2


def _one_or_many(number: int) -> int:
    return int(number != 1)


def _always_the_same(number: int) -> int:
    return 0


#: Which form of a plural a number takes, counted from 0, and how many forms there are.
PLURALS: Mapping[str, tuple[Callable[[int], int], int]] = {
    ENGLISH: (_one_or_many, 2),
    "uk": (_ukrainian, 3),
    "it": (_one_or_many, 2),
    "zh": (_always_the_same, 1),
}

Key = tuple[str, str]
"""The context, empty without one, and the English text; of a plural its singular."""


class Catalog:
    """A language: ``entries`` hold one text for each key, of a plural one for each form."""

    def __init__(self, language: str, entries: Mapping[Key, tuple[str, ...]]) -> None:
        self.language = language
        self.entries = entries
        self._form, _ = PLURALS[language]

    def text(self, context: str, text: str) -> str:
        """``text`` in this language; as it is if the catalog has none."""
        found = self.entries.get((context, text))
        return found[0] if found is not None else text

    def plural(self, one: str, many: str, number: int) -> str:
        """The form for ``number``."""
        found = self.entries.get(("", one))
        if found is None:
            return (one, many)[_one_or_many(number)]
        return found[self._form(number)]


class _Installed:
    """The catalog in use. The one thing here that changes, and only before texts are imported."""

    catalog = Catalog(ENGLISH, {})


def install(language: str) -> None:
    """Everything imported from now on speaks ``language``, a code of ``LANGUAGES``.

    Raises ``KeyError`` for another one.
    """
    use(catalog_of(language))


def use(catalog: Catalog) -> None:
    """As ``install``, with a catalog at hand."""
    _Installed.catalog = catalog


def installed() -> str:
    """The code of the language in use."""
    return _Installed.catalog.language


def _(text: str) -> str:
    """``text`` in the language in use."""
    return _Installed.catalog.text("", text)


def marked(text: str) -> str:
    """``text`` as it is: it is collected to be translated, and translated where it is used."""
    return text


def pgettext(context: str, text: str) -> str:
    """A short text that other languages say in different ways; ``context`` is never shown."""
    return _Installed.catalog.text(context, text)


def ngettext(one: str, many: str, number: int) -> str:
    """The form of a sentence for ``number`` of something."""
    return _Installed.catalog.plural(one, many, number)


def catalog_of(language: str) -> Catalog:
    """The catalog of a code of ``LANGUAGES``. Raises ``KeyError`` for another one."""
    if language == ENGLISH:
        return Catalog(ENGLISH, {})
    _ = LANGUAGES[language]
    with open(path_of(language), encoding="utf-8") as file:
        return Catalog(language, read_entries(file))


def path_of(language: str) -> str:
    """Where the catalog of a language lies."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return os.path.join(package, "locale", language, "LC_MESSAGES", "koryo.po")


def language_of(environ: Mapping[str, str]) -> str:
    """The language of a POSIX locale (POSIX.1-2017, section 8.2); English if it is not here."""
    value = next((environ[name] for name in _VARIABLES if environ.get(name)), "")
    code = value.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return code if code in LANGUAGES else ENGLISH


def read_entries(lines: Iterable[str]) -> dict[Key, tuple[str, ...]]:
    """The translated entries of a ``.po`` file. Those marked fuzzy, and empty ones, are left out.

    Format: GNU gettext manual, "The Format of PO Files".
    """
    entries: dict[Key, tuple[str, ...]] = {}
    for fields in _entries(lines):
        texts = tuple(text for name, text in fields.items() if name.startswith("msgstr"))
        if fields.get("msgid") and texts and all(texts):
            entries[fields.get("msgctxt", ""), fields["msgid"]] = texts
    return entries


def _entries(lines: Iterable[str]) -> Iterator[dict[str, str]]:
    """Each entry as its fields by keyword."""
    fields: dict[str, str] = {}
    name = ""
    fuzzy = False
    for line in lines:
        if line.startswith('"'):
            fields[name] += _text(line)
        elif line.startswith("msg"):
            name, _, rest = line.partition(" ")
            fields[name] = _text(rest)
        elif line.startswith("#,"):
            fuzzy = "fuzzy" in line
        elif not line.strip():
            if not fuzzy:
                yield fields
            fields, fuzzy = {}, False
    if not fuzzy:
        yield fields


def _text(quoted: str) -> str:
    """What a quoted line says."""
    said = quoted.strip()[1:-1]
    if "\\" not in said:
        return said
    return said.replace("\\n", "\n").replace('\\"', '"').replace("\\\\", "\\")
