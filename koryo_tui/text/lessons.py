"""The lessons of the guided first game, each said when it first matters.

What is dealt and ordered in it sees to it that none is left over: ``koryo_tui.learn.plan``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from koryo_tui.text import rules
from koryo_tui.text.i18n import _
from protocol.rules import Card


class OnScreen(str):
    """A paragraph about the screen and its keys, left out where the game is played in lines."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """A page that is shown once. ``id`` tells it from others and is never shown."""

    id: str
    title: str
    paragraphs: tuple[str, ...]

    def in_lines(self) -> tuple[str, ...]:
        """What of it is said where there is no screen."""
        return tuple(each for each in self.paragraphs if not isinstance(each, OnScreen))


#: Who plays against the learner.
RIVALS: Final = rules.WHO[1:]
ROUNDS: Final = 3

WELCOME: Final = "welcome"
ORDER: Final = "order"
SEALED: Final = "sealed"
OTHERS: Final = "others"
TURN: Final = "turn"
ENDING: Final = "ending"
GIVEN_UP: Final = "given up"
DISCARD: Final = "discard"
SECOND: Final = "second"
END: Final = "end"

_PHASES: Final = (
    Lesson(
        WELCOME,
        _("Welcome to Koryo"),
        (
            _(
                "You play three rounds against Ada and Ben, two computer players. A whole game "
                "has eight. Everything is explained when it first matters."
            ),
            _(
                "So that everything comes up, the cards are not left to chance in this game, and "
                "Ada and Ben play to show what there is rather than to win. You play as you like."
            ),
            _(
                "The cards are characters of nine families, and a few events. What you play lies "
                "in front of you. Whoever has the most of a family leads it: that gives its power "
                "now, and at the end as many points as its number."
            ),
            OnScreen(
                _(
                    "The screen shows a row for each family and a column for each player, yours "
                    "first. At the right is your hand. A star * marks who leads, = a tie."
                )
            ),
            _("Phase 1 of the round is done: you have been dealt 10 cards."),
        ),
    ),
    Lesson(
        ORDER,
        _("Phase 2: choose your order"),
        (
            _(
                "Place cards of one type face down, as many as you like. The rest of your hand "
                "goes back, so think about what is best now."
            ),
            OnScreen(
                _(
                    "Press the number of a family to take all its cards, Left and Right for fewer "
                    "or more. The line below shows what it would change. Enter, and Enter again, "
                    "seals it for good."
                )
            ),
            OnScreen(_("F1 tells the rules of the marked row, and what each mark means.")),
            _(
                "A good start: two or three cards of a family with a power. You may keep only 3 "
                "cards in front in round 1."
            ),
        ),
    ),
    Lesson(
        SEALED,
        _("Sealed"),
        (
            _(
                "Your order cannot be changed any more. The others see how many cards it has, but "
                "not which. One after the other they place theirs."
            ),
        ),
    ),
    Lesson(
        OTHERS,
        _("Phase 3: turns"),
        (
            _(
                "One after the other, the players open their orders and play them: they turn the "
                "cards up and use events and powers. Each card may change who leads a family."
            ),
            OnScreen(
                _(
                    "Watch where the stars go. If you do not want to wait, any key shows all moves "
                    "at once."
                )
            ),
        ),
    ),
    Lesson(
        TURN,
        _("Phase 3: your turn"),
        (
            _(
                "Now you play your order. You choose what comes first: turning up its cards, or a "
                "power of a family that you lead already."
            ),
            OnScreen(
                _(
                    "What can be done stands below the table. Up and Down choose, Enter does it, u "
                    "takes a move back. Nothing is sent before you choose Done and press Enter "
                    "twice."
                )
            ),
        ),
    ),
    Lesson(
        ENDING,
        _("Phase 4: the limit"),
        (
            _(
                "At the end of a round nobody may have more cards in front than the limit: 3 in "
                "round 1, one more in each round after. Whoever has more discards characters."
            ),
            _("This time nobody had to choose, so the program went on by itself."),
        ),
    ),
    Lesson(
        SECOND,
        _("The next round"),
        (
            _(
                "All cards that lie in front of nobody were shuffled again. You are dealt one card "
                "fewer than before, and may keep one more in front."
            ),
            _(
                "What lies in front of you stays, and so does what you lead. Strengthen a lead, or "
                "take one from somebody: with one card more it is yours, and with a tie it is "
                "nobody's."
            ),
        ),
    ),
    Lesson(
        END,
        _("You know the game"),
        (
            _(
                "These were three rounds. A whole game goes on to round 8, with fewer cards to "
                "choose from and more in front, and the high families decide it. Then each family "
                "is worth its number to whoever leads it alone, each token is worth 1 point, and "
                "each event costs 1."
            ),
            OnScreen(_("Enter shows the result of this one.")),
        ),
    ),
)
_DISCARD_TITLE: Final = _("Phase 4: discard")
_DISCARD_HOW: Final = (
    _("You are told what you would lose before it is done."),
    OnScreen(
        _(
            "Press the number of a family to give up one card of it; Left takes it back. "
            "Enter twice when the number is right."
        )
    ),
    _("Best give up cards that do not change who leads a family. Events cannot be discarded."),
)
_GIVEN_UP_TITLE: Final = _("Phase 4: others discard")
_GIVEN_UP_SAID: Final = _(
    "You will be asked the same when you have too many. Whoever leads the Senators may keep more."
)

#: Why a power is explained now.
YOU_LEAD: Final = _("You lead the {cards} now.")
LEADS: Final = _("{name} leads the {cards} now.")
YOU_TIED: Final = _("A tie is decided by the Omniscient in front of you.")
TIED: Final = _("A tie is decided by the Omniscient in front of {name}.")
IN_ORDER: Final = _("In your order: {cards}.")
WOULD_LEAD: Final = _("With your order you would lead the {cards}.")
IN_HAND: Final = _(
    "In your hand: {cards}. Order an event once in this game, to see how it chooses its target."
)
COULD_LEAD: Final = _("In your hand: {cards}. With them you could lead that family.")
TURNED_UP: Final = _("{name} has turned up {cards}.")
TWO_TYPES: Final = _("{name} has ordered two types.")
MORE_DEALT: Final = _("{name} leads the Broadcasters and was dealt one card more.")
YOU_MORE_DEALT: Final = _("You lead the Broadcasters and were dealt one card more.")
OVER_LIMIT: Final = _("{name} has kept more cards than the limit.")
YOU_OVER_LIMIT: Final = _("You have kept more cards than the limit.")
YOU_USED: Final = _("You have used the power of the {cards}.")
USED: Final = _("{name} has used the power of the {cards}.")
#: What is told only when the next round has begun on the screen.
IN_LAST_ROUND: Final = _("In the last round: {what}")
#: Why the learner has to discard, and how many cards; with the Senators it may be fewer, or none.
MUST_DISCARD: Final = _(
    "You have {front} cards in front, and the limit is {limit}: give up {number}."
)
MAY_KEEP: Final = _(
    "You have {front} cards in front, and the limit is {limit}. You lead the Senators, so up to "
    "two cards over the limit may stay: give up {number}. Keep the lead of the Senators, or you "
    "must go down to the limit."
)
#: What another has given up at the end of a round.
OTHER_GAVE_UP: Final = _(
    "{name} had {number} cards in front, and the limit is {limit}. So {name} has chosen what to "
    "give up: {cards}."
)

#: Before events have come up, and the Spies, whose shield a Guardian takes away.
_GUARDIANS: Final = _(
    "Whoever leads them is safe from Barbarians. That is an event: a card that destroys a "
    "character in front of another player."
)
HOW_TO_PAIR: Final = OnScreen(
    _(
        "Once you lead them: choose the first type by its number, go to another row with Up or "
        "Down, and press Space there."
    )
)

LEAVE_TITLE: Final = _("End the lesson?")
LEAVE_SAID: Final = _("It can be begun again at any time.")
LEAVE: Final = _("End it")
STAY: Final = _("Go on")
NEXT_TITLE: Final = _("What next?")
WHOLE_GAME: Final = _("Play a whole game against two easy computer players")
STAY_AT_RESULT: Final = _("Stay at this table")
GOES_ON: Final = _("Enter goes on")
#: Over the result, at most 50 cells, and under it, at most 72.
RESULT_KEYS: Final = _("Enter or Esc goes on")
ENTER_NEXT: Final = _("Enter: a whole game, or what else comes next")


def is_phase(lesson: Lesson) -> bool:
    """Whether it is about a phase of the round."""
    return lesson.id == DISCARD or lesson in _PHASES


def phase(id: str) -> Lesson:
    """A lesson about a phase."""
    return next(lesson for lesson in _PHASES if lesson.id == id)


def discard(why: str) -> Lesson:
    """The lesson about the own discard; ``why`` and how many cards are to be given up."""
    return Lesson(DISCARD, _DISCARD_TITLE, (why, *_DISCARD_HOW))


def given_up(why: str) -> Lesson:
    """A lesson about a discard that was seen; ``why`` it was made."""
    return Lesson(GIVEN_UP, _GIVEN_UP_TITLE, (why, _GIVEN_UP_SAID))


def of_card(card: Card, why: str) -> Lesson:
    """A lesson about a power or an event; ``why`` it matters now."""
    topic = rules.topic_of(card)
    said = (_GUARDIANS,) if card is Card.GUARDIAN else topic.paragraphs
    how = (HOW_TO_PAIR,) if card is Card.SHIP_OWNER else ()
    return Lesson(card.name, topic.title, (why, *said, *how))
