"""Cards typed by their numbers or by their names."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final

from koryo_tui.plain.reading import NotUnderstood
from koryo_tui.text import plain, words
from koryo_tui.typed import bare, plain_form
from protocol.rules import CARDS, Card, Counts, Discard, Order

_CARD_OF: Final = {key: card for card, key in words.KEYS.items()}
#: More than so many of a card nobody has.
_DIGITS: Final = 2
#: What the lists of cards have behind a name: its number in brackets.
_BEHIND: Final = re.compile(r"\([^()]*\)")
#: A number, which may be missing, and a name.
_SOME: Final = re.compile(r"(\d*)\s*([^\d,;\u3001]+)")
_BETWEEN: Final = " ,;\u3001"


def read_order(line: str, held: Counts) -> Order:
    """The order typed. Raises ``NotUnderstood``."""
    return Order(read_cards(line, held))


def read_discard(line: str, held: Counts) -> Discard:
    """The discard typed. Raises ``NotUnderstood``."""
    return Discard(read_cards(line, held))


def read_cards(line: str, held: Counts) -> tuple[Card, ...]:
    """Cards by their keys, or by names with how many before each, rising; blanks and commas between
    them do not matter. A name without a number is one card, its plural all that are ``held``.

    Raises ``NotUnderstood``.
    """
    signs = [sign for sign in plain_form(line) if not sign.isspace() and sign != ","]
    if signs and all(sign in _CARD_OF for sign in signs):
        return tuple(sorted(_CARD_OF[sign] for sign in signs))
    text = _AND.sub(",", _BEHIND.sub("", plain_form(line)))
    if not any(sign.isalpha() for sign in text) or _SOME.sub("", text).strip(_BETWEEN):
        raise NotUnderstood(plain.NOT_CARDS.format(said=line.strip()))
    found = tuple(
        card
        for number, name in _SOME.findall(text)
        if name.strip()
        for card in _some(number, name.strip(), held, line)
    )
    return tuple(sorted(found))


def _some(number: str, name: str, held: Counts, line: str) -> tuple[Card, ...]:
    card = _named(name, line)
    if not number:
        is_plural = bare(name) == bare(words.many(card)) != bare(words.one(card))
        return (card,) * (max(held[card], 1) if is_plural else 1)
    if len(number) > _DIGITS or not int(number):
        raise NotUnderstood(plain.NOT_CARDS.format(said=line.strip()))
    return (card,) * int(number)


def _named(name: str, line: str) -> Card:
    """The card called so, or of which alone this is the beginning: in the language in use, else in
    English."""
    typed = _bare(name)
    for spelled in (_SPELLED, _ENGLISH):
        exact = [card for card in CARDS if typed in spelled[card]]
        begun = (card for card in CARDS if any(each.startswith(typed) for each in spelled[card]))
        found = exact or list(begun)
        if len(found) == 1:
            return found[0]
        if found:
            several = words.listed(tuple(words.one(card) for card in found))
            raise NotUnderstood(plain.AMBIGUOUS.format(said=name, words=several))
    is_word = line.strip()[0].isalpha()
    text = plain.UNKNOWN if is_word else plain.NOT_CARDS
    raise NotUnderstood(text.format(said=line.strip()))


def _bare(name: str) -> str:
    return bare(name).replace(" ", "")


def _spellings(card: Card) -> frozenset[str]:
    """Every form of a name that is printed anywhere."""
    counted = (words.counted(card, number).removeprefix(str(number)) for number in range(1, 10))
    return frozenset(_bare(name) for name in (words.one(card), words.many(card), *counted))


_SPELLED: Final = MappingProxyType({card: _spellings(card) for card in CARDS})
_ENGLISH: Final = MappingProxyType(
    {card: frozenset({_bare(card.name.replace("_", ""))}) for card in CARDS}
)
_AND: Final = re.compile(rf"\s(?:{re.escape(words.listed(('', '')).strip())}|and)\s", re.IGNORECASE)
