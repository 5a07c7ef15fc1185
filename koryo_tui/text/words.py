"""What cards, phases and seats are called on the screen, and how a few of them are counted."""

from __future__ import annotations

from typing import Final

from protocol.log.messages import StepKind
from protocol.net.fingerprint import fingerprint
from protocol.peer.view import TableView
from protocol.rules import Card, Order, Phase

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

#: One card of the type, and more than one.
_NAMES: Final = {
    Card.OMNISCIENT: ("Omniscient", "Omniscient"),
    Card.SPY: ("Spy", "Spies"),
    Card.SENATOR: ("Senator", "Senators"),
    Card.PRIEST: ("Priest", "Priests"),
    Card.SHIP_OWNER: ("Ship Owner", "Ship Owners"),
    Card.BANKER: ("Banker", "Bankers"),
    Card.GUARDIAN: ("Guardian", "Guardians"),
    Card.BROADCASTER: ("Broadcaster", "Broadcasters"),
    Card.MERCHANT: ("Merchant", "Merchants"),
    Card.BARBARIANS: ("Barbarians", "Barbarians"),
    Card.LOBBYING: ("Lobbying", "Lobbying"),
}

PHASES: Final = {
    Phase.DEAL: "1 DEAL",
    Phase.ORDER: "2 ORDER",
    Phase.ACTION: "3 ACTION",
    Phase.ENDING: "4 ENDING",
    Phase.OVER: "GAME OVER",
}

STEPS: Final = {
    StepKind.ROSTER: "agreeing on who plays",
    StepKind.NONCES: "drawing seats and the first player",
    StepKind.SEATS: "agreeing on who is seated",
    StepKind.KEYS: "making the keys of this deck",
    StepKind.SHUFFLE: "shuffling",
    StepKind.SHARES: "dealing",
    StepKind.ORDER: "placing orders",
    StepKind.TURN: "playing turns",
    StepKind.DISCARD: "discarding",
}

#: What each family's majority does, and what each event does, in one line.
POWERS: Final = {
    Card.OMNISCIENT: "wins ties for powers and shields, never for points",
    Card.SPY: "steal a token; a shield against Lobbying if no Guardian is in front",
    Card.SENATOR: "keep up to 2 cards over the limit",
    Card.PRIEST: "remove one of your own events",
    Card.SHIP_OWNER: "place an order of two cards of two types",
    Card.BANKER: "take a token from the bank",
    Card.GUARDIAN: "a shield against Barbarians",
    Card.BROADCASTER: "one more card is dealt to you",
    Card.MERCHANT: "no power, the most influence",
    Card.BARBARIANS: "destroy one character of another player; stays in front, -1",
    Card.LOBBYING: "swap two characters of two players; stays in front, -1",
}


def one(card: Card) -> str:
    """The name of one card."""
    return _NAMES[card][0]


def many(card: Card) -> str:
    """The name of the type."""
    return _NAMES[card][1]


def counted(card: Card, number: int) -> str:
    """``1 Banker``, ``2 Bankers``."""
    return f"{number} {_NAMES[card][number != 1]}"


def cards(those: tuple[Card, ...]) -> str:
    """Cards by type, rising: ``1 Spy and 1 Barbarians``, ``2 Spies, 1 Priest and 1 Banker``."""
    types = [counted(card, those.count(card)) for card in sorted(set(those))]
    if not types:
        return "nothing"
    *rest, last = types
    return f"{', '.join(rest)} and {last}" if rest else last


def order(placed: Order) -> str:
    """The cards of an order."""
    return cards(placed.cards)


def card_count(number: int) -> str:
    """``1 card``, ``3 cards``."""
    return "1 card" if number == 1 else f"{number} cards"


def token_count(number: int) -> str:
    """``1 token``, ``3 tokens``."""
    return "1 token" if number == 1 else f"{number} tokens"


def listed(names: tuple[str, ...]) -> str:
    """``Ada``, ``Ada and Bo``, ``Ada, Bo and Cy``."""
    *rest, last = names
    return f"{', '.join(rest)} and {last}" if rest else last


def seconds(number: float) -> str:
    """A span of time as minutes and seconds: ``0:07``, ``12:00``."""
    whole = max(int(number), 0)
    return f"{whole // 60}:{whole % 60:02}"


def fingerprint_text(identity: bytes) -> str:
    """The fingerprint of an identity in hexadecimal digits, in groups of four."""
    text = fingerprint(identity).hex()
    return " ".join(text[start : start + 4] for start in range(0, len(text), 4))


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
        return "you" if seat == self.you else self.names[seat]

    def first(self, seat: int) -> str:
        """The name of ``seat`` at the start of a sentence."""
        return "You" if seat == self.you else self.names[seat]

    def owner(self, seat: int) -> str:
        """``your`` or ``Olena's`` inside a sentence."""
        return "your" if seat == self.you else f"{self.names[seat]}'s"

    def first_owner(self, seat: int) -> str:
        """``Your`` or ``Olena's`` at the start of a sentence."""
        return "Your" if seat == self.you else f"{self.names[seat]}'s"
