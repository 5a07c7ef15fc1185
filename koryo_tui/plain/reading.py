"""What a typed line means: a command, a number of a list, or a player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from koryo_tui.text import plain, words
from koryo_tui.text.plain import Word
from koryo_tui.typed import bare, plain_form

_HELP: Final = "?"
#: What may stand between a word in Chinese and what belongs to it.
_BETWEEN: Final = " :,\uff1a\uff0c"


class NotUnderstood(ValueError):
    """The line means nothing; the text says what would."""


@dataclass(frozen=True, slots=True)
class Command:
    """A word and what follows it."""

    word: Word
    rest: str = ""


def read_command(line: str, known: Sequence[Word]) -> Command | None:
    """The command in ``line``, by any beginning that only one word has; None if it is no word. A
    question mark alone asks for help.

    Words are taken in the language in use, else in English. In Chinese, which is written without
    blanks, what belongs to a word may follow it at once.

    Raises ``NotUnderstood`` for the beginning of several words.
    """
    said, rest = (*line.split(maxsplit=1), "", "")[:2]
    typed = bare(said)
    if typed == _HELP and not rest and Word.HELP in known:
        return Command(Word.HELP)
    if not typed or not typed[0].isalpha():
        return None
    for spellings in ({word: plain.SPELLED[word] for word in known}, {w: w.value for w in known}):
        spelled = {word: bare(spelling) for word, spelling in spellings.items()}
        exact = [word for word, spelling in spelled.items() if spelling == typed]
        found = exact or [word for word, spelling in spelled.items() if spelling.startswith(typed)]
        if len(found) == 1:
            return Command(found[0], rest.strip())
        if found:
            several = words.listed(tuple(spellings[word] for word in found))
            raise NotUnderstood(plain.AMBIGUOUS.format(said=said, words=several))
        joined = [word for word in known if _goes_on(said, word, spellings[word])]
        if joined:
            word = max(joined, key=lambda each: len(spellings[each]))
            behind = line.strip().removeprefix(spellings[word])
            return Command(word, behind.lstrip(_BETWEEN).strip())
    return None


def _goes_on(said: str, word: Word, spelling: str) -> bool:
    """Whether a word in Chinese is followed at once by what belongs to it."""
    is_chinese = "\u4e00" <= spelling[-1] <= "\u9fff"
    return is_chinese and word in plain.TAKE_MORE and said.startswith(spelling)


def read_number(text: str, most: int) -> int:
    """A number from 1 to ``most``. Raises ``NotUnderstood``."""
    cleaned = plain_form(text).strip()
    if cleaned.isascii() and cleaned.isdigit() and 1 <= int(cleaned) <= most:
        return int(cleaned)
    if most == 1:
        raise NotUnderstood(plain.ONLY_ONE)
    raise NotUnderstood(plain.NOT_A_NUMBER.format(most=most))


def read_name(text: str, seats: Mapping[str, int]) -> int:
    """The seat of the player called so, by any beginning that only one name has.

    Raises ``NotUnderstood``.
    """
    typed = bare(text.strip())
    called = {bare(name): seat for name, seat in seats.items()}
    found = [seat for name, seat in called.items() if typed and name.startswith(typed)]
    if typed in called:
        return called[typed]
    if len(found) == 1:
        return found[0]
    raise NotUnderstood(plain.WHOM.format(names=words.listed(tuple(seats))))
