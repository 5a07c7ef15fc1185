"""The ready-made phrases of table talk, by the code that travels."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from koryo_tui.text.i18n import _
from protocol.peer.talk import ANOTHER_GAME, COME_ALONG, PHRASES
from protocol.peer.view import TalkView

SENTENCES: Final = {
    "hello": _("Hello!"),
    "good-luck": _("Good luck!"),
    "thinking": _("I am thinking."),
    "your-turn": _("It is your turn."),
    "nice-move": _("A fine move!"),
    "oops": _("Oops."),
    "thanks": _("Thank you."),
    "wait-please": _("One moment, please."),
    "well-played": _("Well played."),
    "good-game": _("Good game!"),
    "hints-are-fine": _("Hints are fine with me."),
    ANOTHER_GAME: _("I would like another game."),
    COME_ALONG: _("I open another game: come along."),
}
assert tuple(SENTENCES) == PHRASES
#: Those that a key of its own says, with what it does besides.
BY_KEY: Final = frozenset({ANOTHER_GAME, COME_ALONG})
#: Those that can be chosen.
CHOSEN: Final = MappingProxyType(
    {code: said for code, said in SENTENCES.items() if code not in BY_KEY}
)

LINE: Final = _("{name}: {words}")

TITLE: Final = _("Table talk")
NOBODY_SPOKE: Final = _("Nobody has said anything yet.")
WRITE: Final = _("Write a line, or choose a phrase with Up and Down; Enter says it.")
PLACEHOLDER: Final = _("your line")
MUTE: Final = _("Do not show what {name} says")
UNMUTE: Final = _("Show again what {name} says")
TOO_MUCH: Final = _("Too many lines at once. Wait a moment.")
SAID: Final = _("Said.")


def code_of(text: str) -> str | None:
    """The phrase that ``text`` is, whatever its capitals and its end."""
    typed = _plain(text)
    return next((code for code, said in CHOSEN.items() if _plain(said) == typed), None)


def _plain(text: str) -> str:
    return text.casefold().strip(" .!\u3002\uff01")


def said(talk: TalkView) -> str:
    """What was said, in the reader's language if it is a phrase; a code that is not known stays
    as it is."""
    return SENTENCES.get(talk.phrase, talk.phrase) if talk.phrase else talk.text
