"""What cards, phases and seats are called on the screen, and how a few of them are counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import MappingProxyType
from typing import Final

from koryo_tui.text.i18n import _, pgettext
from koryo_tui.text.plurals import plural
from protocol.peer.view import TableView
from protocol.rules import Card, Order

#: The key that names a card, and its first column on the screen.
KEYS: Final = {
    Card.OMNISCIENT: "1",
    Card.SPY: "2",
    Card.SENATOR: "3",
    Card.PRIEST: "4",
    Card.SHIP_OWNER: "5",
    Card.BANKER: "6",
    Card.GUARDIAN: "7",
    Card.BROADCASTER: "8",
    Card.MERCHANT: "9",
    Card.BARBARIANS: "0",
    Card.LOBBYING: "-",
}

#: One card of the type, and all of it; the second is at most 14 cells wide.
_NAMES: Final = {
    Card.OMNISCIENT: (_("Omniscient"), pgettext("family", "Omniscient")),
    Card.SPY: (_("Spy"), pgettext("family", "Spies")),
    Card.SENATOR: (_("Senator"), pgettext("family", "Senators")),
    Card.PRIEST: (_("Priest"), pgettext("family", "Priests")),
    Card.SHIP_OWNER: (_("Ship Owner"), pgettext("family", "Ship Owners")),
    Card.BANKER: (_("Banker"), pgettext("family", "Bankers")),
    Card.GUARDIAN: (_("Guardian"), pgettext("family", "Guardians")),
    Card.BROADCASTER: (_("Broadcaster"), pgettext("family", "Broadcasters")),
    Card.MERCHANT: (_("Merchant"), pgettext("family", "Merchants")),
    Card.BARBARIANS: (_("Barbarians"), pgettext("event", "Barbarians")),
    Card.LOBBYING: (_("Lobbying"), pgettext("event", "Lobbying")),
}
_COUNTED: Final[MappingProxyType[Card, Callable[[int], str]]] = MappingProxyType(
    {
        Card.OMNISCIENT: lambda n: plural("{number} Omniscient", "{number} Omniscients", n),
        Card.SPY: lambda n: plural("{number} Spy", "{number} Spies", n),
        Card.SENATOR: lambda n: plural("{number} Senator", "{number} Senators", n),
        Card.PRIEST: lambda n: plural("{number} Priest", "{number} Priests", n),
        Card.SHIP_OWNER: lambda n: plural("{number} Ship Owner", "{number} Ship Owners", n),
        Card.BANKER: lambda n: plural("{number} Banker", "{number} Bankers", n),
        Card.GUARDIAN: lambda n: plural("{number} Guardian", "{number} Guardians", n),
        Card.BROADCASTER: lambda n: plural("{number} Broadcaster", "{number} Broadcasters", n),
        Card.MERCHANT: lambda n: plural("{number} Merchant", "{number} Merchants", n),
        Card.BARBARIANS: lambda n: plural("{number} Barbarians", "{number} Barbarians", n),
        Card.LOBBYING: lambda n: plural("{number} Lobbying", "{number} Lobbying cards", n),
    }
)
#: One event among cards that are counted: its name is a plural, or has none.
_SINGLE: Final = {
    Card.BARBARIANS: pgettext("one card", "Barbarians"),
    Card.LOBBYING: pgettext("one card", "Lobbying"),
}
#: A character as what is aimed at: in your own front, and in another's.
_OWNED: Final = {
    Card.OMNISCIENT: (_("your Omniscient"), _("{name}'s Omniscient")),
    Card.SPY: (_("your Spy"), _("{name}'s Spy")),
    Card.SENATOR: (_("your Senator"), _("{name}'s Senator")),
    Card.PRIEST: (_("your Priest"), _("{name}'s Priest")),
    Card.SHIP_OWNER: (_("your Ship Owner"), _("{name}'s Ship Owner")),
    Card.BANKER: (_("your Banker"), _("{name}'s Banker")),
    Card.GUARDIAN: (_("your Guardian"), _("{name}'s Guardian")),
    Card.BROADCASTER: (_("your Broadcaster"), _("{name}'s Broadcaster")),
    Card.MERCHANT: (_("your Merchant"), _("{name}'s Merchant")),
}

#: What each family's majority does, and what each event does, in one line.
POWERS: Final = {
    Card.OMNISCIENT: _("wins ties for powers and shields, never for points"),
    Card.SPY: _("steal a token; a shield against Lobbying if no Guardian is in front"),
    Card.SENATOR: _("keep up to 2 cards over the limit"),
    Card.PRIEST: _("remove one of your own events"),
    Card.SHIP_OWNER: _("place an order of two cards of two types"),
    Card.BANKER: _("take a token from the bank"),
    Card.GUARDIAN: _("a shield against Barbarians"),
    Card.BROADCASTER: _("one more card is dealt to you"),
    Card.MERCHANT: _("no power, the most influence"),
    Card.BARBARIANS: _("destroy one character of another player; stays in front, -1"),
    Card.LOBBYING: _("swap two characters of two players; stays in front, -1"),
}


def one(card: Card) -> str:
    """The name of one card."""
    return _NAMES[card][0]


def many(card: Card) -> str:
    """The name of the type."""
    return _NAMES[card][1]


def counted(card: Card, number: int) -> str:
    """``1 Banker``, ``2 Bankers``, ``Barbarians``."""
    return _SINGLE[card] if number == 1 and card in _SINGLE else _COUNTED[card](number)


def cards(those: tuple[Card, ...]) -> str:
    """Cards by type, rising: ``1 Spy and Barbarians``, ``2 Spies, 1 Priest and 1 Banker``."""
    types = tuple(counted(card, those.count(card)) for card in sorted(set(those)))
    return listed(types) if types else pgettext("cards", "nothing")


def typeable(those: tuple[Card, ...]) -> str:
    """As ``cards``, with what each is typed by: ``2 Spies (2) and 1 Lobbying (-)``."""
    types = tuple(
        _TYPEABLE.format(cards=counted(card, those.count(card)), key=KEYS[card])
        for card in sorted(set(those))
    )
    return listed(types) if types else pgettext("cards", "nothing")


def typed(those: tuple[Card, ...]) -> str:
    """Cards by their keys, as they are typed: ``66``."""
    return "".join(KEYS[card] for card in those)


def order(placed: Order) -> str:
    """The cards of an order."""
    return cards(placed.cards)


def card_count(number: int) -> str:
    """``1 card``, ``3 cards``."""
    return plural("{number} card", "{number} cards", number)


def token_count(number: int) -> str:
    """``1 token``, ``3 tokens``."""
    return plural("{number} token", "{number} tokens", number)


#: What stands in a hint for the keys of all four directions.
ARROWS: Final = _("Arrows")
#: How keys are called that have a name.
_KEY_NAMES: Final = {
    "up": _("Up"),
    "down": _("Down"),
    "left": _("Left"),
    "right": _("Right"),
    "tab": "Tab",
    "shift+tab": "Shift+Tab",
    "space": _("Space"),
    "enter": _("Enter"),
    "escape": "Esc",
    "backspace": "Backspace",
    "delete": _("Delete"),
    "question_mark": "?",
    "minus": "-",
}


def key_name(key: str) -> str:
    """How a key is called, from its name in Textual: ``^Q``, ``F1``, ``Enter``, ``u``."""
    if key in _KEY_NAMES:
        return _KEY_NAMES[key]
    if key.startswith("ctrl+"):
        return f"^{key.removeprefix('ctrl+').upper()}"
    is_function = key.startswith("f") and key[1:].isdigit()
    return key.upper() if is_function else key


def listed(names: tuple[str, ...]) -> str:
    """``Ada``, ``Ada and Bo``, ``Ada, Bo and Cy``."""
    *rest, last = names
    return _AND.format(first=COMMA.join(rest), last=last) if rest else last


def scored(name: str, points: int | str) -> str:
    """A name and a number of its own, which cannot be read as a part of it: ``Strong 1: 5``."""
    return _SCORED.format(name=name, points=points)


_SCORED: Final = _("{name}: {points}")
_TYPEABLE: Final = pgettext("cards and the key that types them", "{cards} ({key})")
COMMA: Final = pgettext("in a list", ", ")
SEMICOLON: Final = pgettext("in a list", "; ")
_AND: Final = pgettext("a list", "{first} and {last}")
_TOGETHER: Final = pgettext("two sentences", "{first} {second}")


def together(sentences: Iterable[str]) -> str:
    """Sentences one after another."""
    first, *others = sentences
    for second in others:
        first = _TOGETHER.format(first=first, second=second)
    return first


def seconds(number: float) -> str:
    """A span of time as minutes and seconds: ``0:07``, ``12:00``."""
    whole = max(int(number), 0)
    return f"{whole // 60}:{whole % 60:02}"


class Names:
    """How the seats of one table are called in sentences; ``you`` is the seat at this screen."""

    def __init__(self, names: tuple[str, ...], you: int) -> None:
        self.names = names
        self.you = you

    @classmethod
    def of(cls, view: TableView) -> Names:
        """The names of the seats of ``view``."""
        return cls(tuple(seat.name for seat in view.seats), view.you)

    def __getitem__(self, seat: int) -> str:
        """The name of ``seat`` inside a sentence: ``you`` for the own one."""
        return _YOU if seat == self.you else self.names[seat]

    def first(self, seat: int) -> str:
        """The name of ``seat`` at the start of a sentence."""
        return _YOU_FIRST if seat == self.you else self.names[seat]

    def card(self, seat: int, card: Card) -> str:
        """A character of a seat inside a sentence: ``your Banker``, ``Olena's Banker``."""
        yours, others = _OWNED[card]
        return yours if seat == self.you else others.format(name=self.names[seat])


_YOU: Final = _("you")
_YOU_FIRST: Final = _("You")
