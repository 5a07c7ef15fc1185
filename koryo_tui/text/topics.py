"""The rules in our own words: a topic each, with an example where it is easier seen than said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from koryo_tui.examples import Example
from koryo_tui.text import words
from koryo_tui.text.i18n import _
from protocol.rules import Card, Phase


@dataclass(frozen=True, slots=True)
class Topic:
    """A page. ``name`` is one word, for the command line; ``card``: what it is about, if a card.

    ``said`` is what the example shows, in one sentence or two.
    """

    name: str
    title: str
    paragraphs: tuple[str, ...]
    card: Card | None = None
    example: Example | None = None
    said: str = ""


#: Who sits in the examples.
WHO: Final = (_("You"), _("Ada"), _("Ben"))

_GAME: Final = (
    Topic(
        "game",
        _("The game in short"),
        (
            _(
                "Two to four players collect characters of nine families in front of them. Whoever "
                "has the most of a family leads it and has its power. After eight rounds each "
                "family is worth its number to the player who leads it alone: 1 point for the "
                "Omniscient, 9 for the Merchants."
            ),
            _(
                "Each round has four phases: cards are dealt, everybody places an order face down, "
                "in turn everybody plays the order, and whoever has too many cards in front "
                "discards."
            ),
            _(
                "From round to round you are dealt fewer cards and may keep more. Early rounds "
                "build powers, late rounds decide the expensive families."
            ),
        ),
    ),
    Topic(
        "deal",
        _("Phase 1: the deal"),
        (
            _(
                "All cards that lie in no front are shuffled anew in each round. In round 1 "
                "everybody is dealt 10 cards, in each later round one fewer, in round 8 only 3. "
                "The leader of the Broadcasters is dealt one more."
            ),
            _("Nothing stays in a hand: what you do not order goes back before the next deal."),
            _(
                "With four players and much in front the cards can run short in rounds 3 and 4. "
                "Then the Broadcasters' card is missing first, and after that the last player's "
                "last card."
            ),
        ),
    ),
    Topic(
        "order",
        _("Phase 2: the order"),
        (
            _(
                "In turn, everybody places one or more cards face down. They must be of one type: "
                "all Bankers, or all Barbarians. How many you place is seen by all, of which type "
                "is not."
            ),
            _(
                "You must place at least one card. The leader of the Ship Owners may instead place "
                "exactly two cards of two different types, one of each."
            ),
            _(
                "Whether two types are allowed is decided when you place them. Losing the Ship "
                "Owners before your turn changes nothing."
            ),
        ),
    ),
    Topic(
        "turn",
        _("Phase 3: your turn"),
        (
            _(
                "In turn, everybody plays the order. In your turn you may do these in any order: "
                "turn up what you ordered, resolve events, and use each power you hold once: "
                "Bankers, Spies, Priests."
            ),
            _(
                "All ordered cards of one type are turned up together; of a pair you choose which "
                "comes first. Powers count at the moment you use them: a majority you win by "
                "turning up can be used at once, one you lose is gone."
            ),
            _(
                "An event that is turned up waits. Use it, or decline it; while it waits you turn "
                "up nothing more and cannot end the turn. Where it has no target it is spent by "
                "itself."
            ),
            _("Your turn is sent as a whole when you end it. Until then you can undo."),
        ),
    ),
    Topic(
        "ending",
        _("Phase 4: the limit"),
        (
            _(
                "In turn, whoever has more cards in front than the limit discards characters until "
                "the limit is kept. The limit is 3 in round 1 and rises by one each round, to 10."
            ),
            _(
                "Events count against the limit and cannot be discarded. Whoever leads the "
                "Senators after discarding may stop up to two cards over the limit."
            ),
            _(
                "Nobody discards more than that. Where there is nothing to choose the program "
                "does it."
            ),
        ),
    ),
    Topic(
        "majority",
        _("Majorities and ties"),
        (
            _(
                "You lead a family with more of its cards in front than each other player. One "
                "card against none is a lead. Only cards that lie face up count."
            ),
            _(
                "In a tie nobody has the power, unless one of those tied has the Omniscient in "
                "front: then it is theirs. For points a tie is a tie, and the family is worth "
                "nothing."
            ),
            _(
                "Majorities change at once, with each card turned up, destroyed, swapped or "
                "discarded."
            ),
        ),
    ),
    Topic(
        "score",
        _("Points"),
        (
            _(
                "At the end each family is worth its number to the player who leads it alone. Each "
                "token is worth 1 point, each event in front costs 1. The most points win; equal "
                "points share a place."
            ),
            _('"Influence now" on the screen is what this would give at this moment.'),
            _("Round 8 has an ending phase too, before the points are counted."),
        ),
    ),
    Topic(
        "halls",
        _("Fame and shame"),
        (
            _(
                "Whoever ends a game with 30 points or more enters the Hall of Fame, whoever ends "
                "below zero the Wall of Shame. Your program keeps both across all games, with the "
                "date and the record of each game."
            ),
        ),
    ),
    Topic(
        "tokens",
        _("Tokens"),
        (
            _(
                "There are eight tokens, all in the bank at the start. Bankers take them from the "
                "bank, Spies from other players. They never go back to the bank. At the end each "
                "is worth 1 point."
            ),
        ),
    ),
    Topic(
        "shields",
        _("Shields"),
        (
            _("Guardians: whoever leads them cannot be chosen by Barbarians."),
            _(
                "Spies: whoever leads them and has no Guardian in front cannot be chosen by "
                "Lobbying, not even by the own. A Guardian face down does not count."
            ),
            _("Nothing protects tokens from Spies."),
        ),
    ),
)


def _title(card: Card) -> str:
    return f"{words.KEYS[card]} {words.many(card)}"


_CARDS: Final = (
    Topic(
        "omniscient",
        _title(Card.OMNISCIENT),
        (
            _(
                "There is a single one. Where its owner is tied for the lead of a family, the "
                "power of that family, and its shield, are the owner's. It does not help who has "
                "fewer cards than the leaders, and it breaks no tie when points are counted."
            ),
        ),
        Card.OMNISCIENT,
        Example(("166", "66", "9"), ("t",)),
        _(
            "You and Ada are tied with two Bankers each. The Omniscient gives you the power, so "
            "you take a token. The 6 points of the Bankers are still nobody's."
        ),
    ),
    Topic(
        "spy",
        _title(Card.SPY),
        (
            _(
                "Once in your turn, the leader of the Spies steals a token from another player. "
                "Nobody is protected."
            ),
            _(
                "They are a shield too: Lobbying cannot choose their leader, as long as that "
                "player has no Guardian in front."
            ),
        ),
        Card.SPY,
        Example(("22", "2", "9"), ("s1",), tokens=(0, 2, 1)),
        _("You lead the Spies and steal one of Ada's two tokens."),
    ),
    Topic(
        "senator",
        _title(Card.SENATOR),
        (
            _(
                "In the ending phase their leader may keep up to two cards more than the limit. "
                "The lead must still be there after the discard, so discarding the Senators "
                "themselves does not work."
            ),
        ),
        Card.SENATOR,
        Example(("33669", "3", "9"), ("-",), round=1, phase=Phase.ENDING),
        _("The limit is 3 and you have 5 cards in front. With the Senators you keep them all."),
    ),
    Topic(
        "priest",
        _title(Card.PRIEST),
        (
            _(
                "Once in your turn their leader removes an event from the own front. It may be one "
                "that has just been resolved, but not one that still waits."
            ),
        ),
        Card.PRIEST,
        Example(("449B", "4", "8"), ("pB",)),
        _(
            "You lead the Priests and remove the Barbarians in your front, which would cost a "
            "point."
        ),
    ),
    Topic(
        "shipowner",
        _title(Card.SHIP_OWNER),
        (
            _(
                "When orders are placed, their leader may place two cards of two different types, "
                "one of each: two families, a family and an event, or both events."
            ),
        ),
        Card.SHIP_OWNER,
        Example(("55", "69", "5"), ("u6", "u9"), face_down="69"),
        _(
            "With the Ship Owners you ordered one Banker and one Merchant. Both make a tie, and "
            "Ada loses 15 points."
        ),
    ),
    Topic(
        "banker",
        _title(Card.BANKER),
        (
            _("Once in your turn their leader takes a token from the bank, while there is one."),
            _(
                "With the Spies they are an engine: two tokens a round, taken early, are many "
                "points."
            ),
        ),
        Card.BANKER,
        Example(("66", "6", "9"), ("t",), tokens=(1, 0, 0)),
        _("You lead the Bankers by two to one and take a token."),
    ),
    Topic(
        "guardian",
        _title(Card.GUARDIAN),
        (
            _(
                "Their leader cannot be chosen by Barbarians. A tie shields nobody, except by the "
                "Omniscient."
            ),
            _("A single Guardian in front lifts the own shield of the Spies against Lobbying."),
        ),
        Card.GUARDIAN,
        Example(("79", "3", "8"), ("x2:8",), actor=1, waiting="B"),
        _(
            "Ada's Barbarians cannot choose you, since you lead the Guardians. They destroy Ben's "
            "Broadcaster instead of your Merchant."
        ),
    ),
    Topic(
        "broadcaster",
        _title(Card.BROADCASTER),
        (_("In the deal their leader gets one card more than the others."),),
        Card.BROADCASTER,
        Example(("88", "8", "9"), phase=Phase.DEAL),
        _("In round 3 everybody is dealt 8 cards. You lead the Broadcasters and are dealt 9."),
    ),
    Topic(
        "merchant",
        _title(Card.MERCHANT),
        (_("They have no power, but 9 points are the most any family is worth."),),
        Card.MERCHANT,
        Example(("9", "99", "6"), ("u9",), face_down="99"),
        _("You turn up two Merchants and lead them by three to two: 9 points change hands."),
    ),
    Topic(
        "barbarians",
        _title(Card.BARBARIANS),
        (
            _(
                "An event. When it is turned up it destroys one character in front of another "
                "player, who must not have the lead of the Guardians. The event stays in your own "
                "front, counts against your limit and costs 1 point at the end."
            ),
            _("Events decide ties and thin leads: use them where several points change hands."),
        ),
        Card.BARBARIANS,
        Example(("69B", "66", "8"), ("x1:6",), waiting="B"),
        _("You destroy one of Ada's two Bankers. It is a tie now, and her 6 points are gone."),
    ),
    Topic(
        "lobbying",
        _title(Card.LOBBYING),
        (
            _(
                "An event. When it is turned up it swaps two characters in front of two different "
                "players; you may be one of them. Whoever leads the Spies and has no Guardian in "
                "front cannot be chosen. The event stays in your own front and costs 1 point at "
                "the end."
            ),
        ),
        Card.LOBBYING,
        Example(("39L", "399", "8"), ("w0:3-1:9",), waiting="L"),
        _(
            "You give Ada a Senator for a Merchant. You lead the Merchants now, and she the "
            "Senators."
        ),
    ),
)

_TABLE: Final = (
    Topic(
        "trust",
        _("Why nobody can cheat"),
        (
            _(
                "There is no dealer and no server. Every player's program encrypts and shuffles "
                "the deck in its turn and proves to the others that it is still the same deck. A "
                "card can be read only when all others have given its owner their part, so nobody "
                "sees a hand but the one who holds it, and nobody can choose what is dealt."
            ),
            _(
                "An order is sealed when it is placed: it cannot be changed, and it is not known "
                "until it is opened. Everything is signed by everybody, step by step. The record "
                "of the game can be checked by anyone: koryo-tui verify FILE."
            ),
            _(
                "Not hidden is what players tell each other by other means, and whoever runs a "
                "computer player could read its hand."
            ),
        ),
    ),
    Topic(
        "missing",
        _("A missing player"),
        (
            _(
                "A lost link is tried again by itself, and a closed program can take its seat up "
                "again: koryo-tui resume. Meanwhile the table waits."
            ),
            _(
                "If somebody stays silent the others may agree to go on. The seat is then dealt "
                "nothing, but its cards and tokens stay: they still lead, block ties and can be "
                "robbed. When its player is back it is dealt in from the next round on."
            ),
            _(
                "Leaving never pays: each card that was face down costs a point, or one point if "
                "the order of a dealt round is missing."
            ),
        ),
    ),
    Topic(
        "advice",
        _("What good players do"),
        (
            _(
                "In rounds 1 to 3 look for powers, not points: Ship Owners first, Senators next. "
                "Bankers and Spies bring tokens every round."
            ),
            _(
                "Later go to the high families. A tie is worth nothing, so one card can move 9 "
                "points."
            ),
            _("Keep events for swings of several points, and see who still plays after you."),
        ),
    ),
)

TOPICS: Final = (*_GAME, *_CARDS, *_TABLE)
