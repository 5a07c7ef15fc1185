"""The rules in our own words: a topic for each type of card, with an example."""

from __future__ import annotations

from typing import Final

from koryo_tui.examples import Example
from koryo_tui.text import words
from koryo_tui.text.i18n import _
from koryo_tui.text.topics import Topic
from protocol.rules import Card, Phase


def _title(card: Card) -> str:
    return f"{words.KEYS[card]} {words.many(card)}"


CARD_TOPICS: Final = (
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
                "Once in your turn, if you lead the Spies, you may steal a token from another "
                "player. Nobody is protected."
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
                "Once in your turn, if you lead the Priests, you may remove one of your own "
                "events. It may be one that has just been resolved, but not one that still waits."
            ),
        ),
        Card.PRIEST,
        Example(("449B", "4", "8"), ("pB",)),
        _(
            "You lead the Priests and remove the Barbarians in front of you, which would cost a "
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
            _(
                "Once in your turn, if you lead the Bankers, you may take a token from the bank, "
                "while there is one."
            ),
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
                "Their leader cannot be chosen by Barbarians. A tie shields nobody, unless the "
                "Omniscient decides it."
            ),
            _(
                "But a single Guardian in front of you takes away the shield against Lobbying that "
                "the Spies give."
            ),
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
                "player, who must not have the lead of the Guardians. The event stays in front of "
                "you, counts against your limit and costs 1 point at the end."
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
                "front cannot be chosen. The event stays in front of you, counts against your "
                "limit and costs 1 point at the end."
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
