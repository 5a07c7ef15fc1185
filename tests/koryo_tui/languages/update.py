"""Brings the template and the catalogs up to date with the sources: ``make locale``.

What is translated stays, what is no longer said goes, what is new comes in empty, to be filled in
with any editor. Nothing has to be compiled.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from babel.messages.extract import extract_from_dir

import koryo_tui
from koryo_tui.text import i18n

PACKAGE = Path(koryo_tui.__file__).parent
TEMPLATE = PACKAGE / "locale" / "koryo.pot"
TRANSLATED = tuple(language for language in i18n.LANGUAGES if language != i18n.ENGLISH)
_KEYWORDS = {"_": None, "marked": None, "plural": (1, 2), "pgettext": ((1, "c"), 2)}
_FORMS = {
    "uk": "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && "
    "(n%100<12 || n%100>14) ? 1 : 2)",
    "it": "nplurals=2; plural=(n != 1)",
    "zh": "nplurals=1; plural=0",
}


@dataclass(frozen=True, slots=True)
class Message:
    """A text to translate; ``plural`` is empty if it has none."""

    context: str
    text: str
    plural: str

    @property
    def key(self) -> i18n.Key:
        return self.context, self.text


def messages() -> tuple[Message, ...]:
    """All of the sources, in the order of the files, each once."""
    found: dict[i18n.Key, Message] = {}
    kinds = [("**.py", "python")]
    for _, _, texts, _, context in extract_from_dir(PACKAGE, kinds, keywords=_KEYWORDS):
        one, many = (texts[0], texts[1]) if isinstance(texts, tuple) else (texts, "")
        message = Message(context or "", one, many)
        found.setdefault(message.key, message)
    return tuple(found.values())


def catalog_text(header: Iterable[str], entries: dict[i18n.Key, tuple[str, ...]]) -> str:
    """A ``.po`` file of all messages; those without an entry are empty."""
    blocks = ["\n".join(('msgid ""', 'msgstr ""', *(_quoted(f"{line}\n") for line in header)))]
    for message in messages():
        lines = [f"msgctxt {_quoted(message.context)}"] if message.context else []
        lines.append(f"msgid {_quoted(message.text)}")
        texts = entries.get(message.key, ("",))
        if message.plural:
            lines.append(f"msgid_plural {_quoted(message.plural)}")
            lines += [f"msgstr[{form}] {_quoted(text)}" for form, text in enumerate(texts)]
        else:
            lines.append(f"msgstr {_quoted(texts[0])}")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def _quoted(text: str) -> str:
    """As a string of a ``.po`` file; of several lines each stands on its own."""
    if "\n" in text[:-1]:
        return "\n".join(('""', *map(_quoted, text.splitlines(keepends=True))))
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _header(language: str) -> tuple[str, ...]:
    said = ("MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8")
    said += ("Content-Transfer-Encoding: 8bit",)
    if language == i18n.ENGLISH:
        return said
    return (f"Language: {language}", *said, f"Plural-Forms: {_FORMS[language]}")


def main() -> None:
    """Writes all of them, and says what is still to be translated."""
    TEMPLATE.write_text(catalog_text(_header(i18n.ENGLISH), {}), encoding="utf-8")
    for language in TRANSLATED:
        entries = dict(i18n.catalog_of(language).entries)
        path = Path(i18n.path_of(language))
        path.write_text(catalog_text(_header(language), entries), encoding="utf-8")
        missing = [each.text for each in messages() if each.key not in entries]
        print(f"{language}: {len(missing)} to translate")
        for text in missing:
            print(f"    {text!r}")


if __name__ == "__main__":
    main()
