"""The words that can be typed in lines, listed, or one of them and what the rules say."""

from __future__ import annotations

from koryo_tui.plain.reading import NotUnderstood, read_command
from koryo_tui.text import plain, rules
from koryo_tui.text.plain import Word
from koryo_tui.typed import bare

Known = tuple[tuple[Word, str, str], ...]
"""Each word, what may follow it, and what it does."""


def help_lines(known: Known) -> tuple[str, ...]:
    """Each word and what it does, after what may be typed of it."""
    return (plain.HELP_BEGINNINGS, *(_line(*each) for each in known))


def help_about(name: str, known: Known) -> tuple[str, ...]:
    """The word or the topic of the rules called ``name``; both if it is what both are called."""
    found = _word(name, known)
    said = tuple(_line(*each) for each in known if each[0] is found)
    topic = rules.named(name)
    is_topic = topic is not None and rules.is_called(topic, name)
    if not said:
        return rules.told(name)
    if not is_topic:
        return said
    whole = found is not None and bare(name) in (bare(plain.SPELLED[found]), found.value)
    return (*(said if whole else ()), *rules.told(name))


def _word(name: str, known: Known) -> Word | None:
    try:
        command = read_command(name, tuple(word for word, _what, _about in known))
    except NotUnderstood:
        return None
    return None if command is None or command.rest else command.word


def _line(word: Word, what: str, about: str) -> str:
    form = plain.HELP_WORD_WITH if what else plain.HELP_WORD
    return form.format(word=plain.SPELLED[word], what=what, about=about)
