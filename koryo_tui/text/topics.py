"""The rules in our own words: the course of a game, and the table; a topic each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from koryo_tui.examples import Example
from koryo_tui.text.i18n import _
from protocol.rules import Card


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

GAME: Final = (
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
                "All cards that lie in front of nobody are shuffled anew in each round. In round 1 "
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
                "Lobbying, not even by their own. A Guardian face down does not count."
            ),
            _("Nothing protects tokens from Spies."),
        ),
    ),
)


TABLE: Final = (
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
                "Two things cannot be prevented: players may tell each other by other means what "
                "they hold, and whoever runs a computer player could read its hand."
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
