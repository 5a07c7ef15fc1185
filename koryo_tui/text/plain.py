"""What the line mode says. Each text is whole, with named placeholders."""

from __future__ import annotations

from enum import Enum
from types import MappingProxyType
from typing import Final

from koryo_tui.text.i18n import _, pgettext
from koryo_tui.text.phrases import CHOSEN
from koryo_tui.text.plurals import plural
from protocol.peer.view import LinkState
from protocol.rules import Card, Phase


class Word(Enum):
    """The commands of the line mode; the value is what can be typed in every language."""

    HELP = "help"
    TABLE = "table"
    HAND = "hand"
    ASK = "question"
    LOG = "log"
    PLAYERS = "players"
    RULES = "rules"
    RESULT = "score"
    HINT = "hint"
    SAY = "say"
    MUTE = "mute"
    HEAR = "hear"
    AGREE = "agree"
    DISAGREE = "disagree"
    ALONE = "alone"
    PAUSE = "pause"
    CONTINUE = "continue"
    OPEN = "open"
    AGAIN = "rematch"
    UNDO = "undo"
    BACK = "back"
    YES = "yes"
    NO = "no"
    START = "start"
    ADD = "add"
    CHANGE = "change"
    REMOVE = "remove"
    LATER = "close"
    LEAVE = "leave"


#: How the commands are spelled in the language in use; any clear beginning does too.
SPELLED: Final = MappingProxyType(
    {
        Word.HELP: pgettext("command", "help"),
        Word.TABLE: pgettext("command", "table"),
        Word.HAND: pgettext("command", "hand"),
        Word.ASK: pgettext("command", "question"),
        Word.LOG: pgettext("command", "log"),
        Word.PLAYERS: pgettext("command", "players"),
        Word.RULES: pgettext("command", "rules"),
        Word.RESULT: pgettext("command", "score"),
        Word.HINT: pgettext("command", "hint"),
        Word.SAY: pgettext("command", "say"),
        Word.MUTE: pgettext("command", "mute"),
        Word.HEAR: pgettext("command", "hear"),
        Word.AGREE: pgettext("command", "agree"),
        Word.DISAGREE: pgettext("command", "disagree"),
        Word.ALONE: pgettext("command", "alone"),
        Word.PAUSE: pgettext("command", "pause"),
        Word.CONTINUE: pgettext("command", "continue"),
        Word.OPEN: pgettext("command", "open"),
        Word.AGAIN: pgettext("command", "rematch"),
        Word.UNDO: pgettext("command", "undo"),
        Word.BACK: pgettext("command", "back"),
        Word.YES: pgettext("command", "yes"),
        Word.NO: pgettext("command", "no"),
        Word.START: pgettext("command", "start"),
        Word.ADD: pgettext("command", "add"),
        Word.CHANGE: pgettext("command", "change"),
        Word.REMOVE: pgettext("command", "remove"),
        Word.LATER: pgettext("command", "close"),
        Word.LEAVE: pgettext("command", "leave"),
    }
)

_HELP: Final = (Word.HELP, _("TOPIC"), _("these words; or what it says of a word or of the rules"))
#: What follows a word, and what it does; in this order they are listed.
TABLE_WORDS: Final = (
    _HELP,
    (Word.TABLE, "", _("everything that lies on the table")),
    (Word.HAND, "", _("your hand and your order")),
    (Word.ASK, "", _("what is asked now, or who is awaited; an empty line does the same")),
    (
        Word.LOG,
        _("NUMBER"),
        _("the latest things that happened, ten unless a number says otherwise"),
    ),
    (Word.PLAYERS, "", _("who plays, and how they are reached")),
    (Word.RULES, _("TOPIC"), _("the rules; alone it lists the topics")),
    (Word.RESULT, "", _("influence now, or the result of the game")),
    (Word.UNDO, "", _("takes back the last move of your turn, until the turn is ended")),
    (Word.BACK, "", _("out of a list, to the one before")),
    (Word.HINT, "", _("what the strong player would do, where hints are given")),
    (Word.SAY, _("TEXT"), _("a line to everybody at the table")),
    (Word.MUTE, _("NAME"), _("no longer tells what somebody says")),
    (Word.HEAR, _("NAME"), _("tells it again")),
    (Word.AGREE, _("NAME"), _("votes to go on without somebody who is silent")),
    (Word.DISAGREE, _("NAME"), _("takes that vote back")),
    (Word.ALONE, "", _("does not wait for the others to come back: the game ends")),
    (Word.PAUSE, "", _("wants a pause")),
    (Word.CONTINUE, "", _("ends a pause")),
    (Word.OPEN, "", _("after the game: agrees that all hands are opened")),
    (Word.AGAIN, "", _("after the game: another one with the same players")),
    (Word.LATER, "", _("closes the program; your seat stays yours")),
    (Word.LEAVE, "", _("gives up your seat; it can be asked for again")),
)
LOBBY_WORDS: Final = (
    _HELP,
    (Word.PLAYERS, "", _("who is here")),
    (Word.START, "", _("the host starts with those who are here")),
    (Word.ADD, _("WHO"), _("the host gives a free seat to a computer player")),
    (Word.CHANGE, _("NUMBER WHO"), _("another computer player instead of that one")),
    (Word.REMOVE, _("NUMBER"), _("the host removes somebody")),
    (Word.LEAVE, "", _("leaves")),
)

#: Words with something behind them.
TAKE_MORE: Final = frozenset(word for word, more, _about in (*TABLE_WORDS, *LOBBY_WORDS) if more)

#: In front of a line that waits for an answer.
ASKING: Final = "? "

HELP_CARDS: Final = _(
    "Cards are typed by their numbers, as on the cards: 1 Omniscient to 9 Merchant, 0 "
    "Barbarians, - Lobbying. So 66 is two Bankers; 2 bankers does as well. A line that waits for "
    "your answer begins with a question mark."
)
#: In other languages this is where it is said that the English words work too.
HELP_BEGINNINGS: Final = _("Any clear beginning of a word is enough.")
HELP_WORD: Final = _("{word}: {about}.")
HELP_WORD_WITH: Final = _("{word} {what}: {about}.")

UNKNOWN: Final = _('I do not know "{said}". Type help for the words I know.')
AMBIGUOUS: Final = _('"{said}" could be {words}. Type a little more.')
NOT_NOW: Final = _("That cannot be done now.")
ONLY_ONE: Final = _("There is only number 1.")
NOT_A_NUMBER: Final = _("A number from 1 to {most}, please.")
WHOM: Final = _("Say whom: {names}.")
YES_OR_NO: Final = _("Please answer yes or no.")
ONCE_OVER: Final = _("That can be done once the game is over.")
_SAY_WHAT: Final = _(
    "Say what: type {word} and behind it a line of your own, or the number of one of these, which "
    "everybody reads in their own language."
)
NOTHING_ASKED: Final = _("Nothing is asked of you now.")

# The table
WELCOME: Final = _("You are {name}. Type help for what you can type.")
ROUND_LINE: Final = _("Round {round} of {rounds}. Limit in front {limit}. In the bank {bank}.")
SEAT_LINE: Final = _("{name}: {cards}. {count} of {limit}. {tokens}. Influence {points}.")
SEAT_EMPTY: Final = _("{name}: nothing in front. {tokens}. Influence {points}.")
SEAT_FIRST: Final = _("{name} has the first-player token.")
SEAT_FIRST_YOU: Final = _("You have the first-player token.")
LEADS: Final = _("{cards} in the lead")
TIED: Final = _("{cards} tied")
TIED_POWER: Final = _("{cards} tied with the power by the Omniscient")
POWERS_OF: Final = _("{name}, powers now: {powers}.")
ORDER_DOWN: Final = _("{name} has an order of {cards} face down.")
ORDER_DOWN_YOU: Final = _("You have an order of {cards} face down.")
YOUR_HAND: Final = _("Your hand: {cards}.")
NO_HAND: Final = _("You hold no cards now.")
YOUR_ORDER: Final = _("Your order in this round: {cards}.")
NOT_PLAYED: Final = _("Not played: {cards}.")
INFLUENCE_NOW: Final = _("Influence now: {points}.")
NO_POSITION: Final = _("The table is being set up.")
NOTHING_HAPPENED: Final = _("Nothing has happened yet.")

ASK_ORDER: Final = _("Your order: type cards of one type.")
ASK_ORDER_PAIR: Final = _("Your order: type cards of one type, or two cards of two types.")
NEEDS_SHIP_OWNERS: Final = _("Two types of cards need the majority of Ship Owners.")
PAIR_IS_TWO: Final = _("A pair is one card of each of two types, no more.")
SEAL: Final = _("Seal {cards} for good? yes or no")
SO_FAR: Final = _("With your moves so far, which nobody has seen yet:")
THEN: Final = _("If it alone were turned up now: {change}.")
THEN_AFTER: Final = _("Then: {change}.")
#: What an event does to other cards is chosen later.
NOT_COUNTED: Final = MappingProxyType(
    {
        Card.BARBARIANS: _("What your Barbarians may destroy is not counted in that."),
        Card.LOBBYING: _("What your Lobbying may swap is not counted in that."),
    }
)
#: Behind what becomes of the majorities.
INFLUENCE_MOVES: Final = _("influence: {moved}")
MOVED: Final = _("{name} from {before} to {after}")
UNMOVED: Final = _("no influence changes")
SEALED: Final = _("Sealed.")
ASK_TURN: Final = _("Your turn, order {cards}. Type the number of a line.")
ASK_TURN_GOES_ON: Final = _(
    "Your turn, order {cards}. Type the number of a line, or undo to take back your last move."
)
ASK_MENU: Final = _("Type the number of a line, or back.")
ITEM: Final = "{number}. {label}"
ASK_DISCARD: Final = _("You are over the limit: type the cards to discard, {number} in all.")
ASK_DISCARD_NONE: Final = _(
    "Your Senators may keep cards: type the cards to discard, {number} in all, or no for none."
)
MAY_GIVE_UP: Final = _("You may give up: {cards}.")
EVENTS_STAY: Final = _("Events are never discarded.")
SURE_DISCARD: Final = _("Discard {cards} for good? yes or no")
SURE_KEEP: Final = _("Discard nothing? yes or no")
DISCARD_NUMBER: Final = _("Another number of cards is needed: {number}.")
DISCARD_SENATORS: Final = _("Without the majority of Senators you must discard down to the limit.")
DISCARD_NOT_THERE: Final = _("You do not have these characters in front.")
ORDER_NOT_THERE: Final = _("You do not hold {cards}.")
NOT_CARDS: Final = _(
    'Cards are typed by their numbers or names, as in 66 or 2 bankers; "{said}" is no card.'
)
END_TURN: Final = _("End your turn and send it? yes or no")
END_TURN_UNUSED: Final = _("You have not used: {powers}. End your turn all the same? yes or no")
SURE_MOVE: Final = _("{move} Do it? yes or no")
LEAVE_OR_CLOSE: Final = _(
    "If you type close instead, your seat stays yours: koryo-tui resume comes back to it."
)
LEAVE_SURE: Final = _("Give up your seat? yes or no")
LEAVE_LESSON_SURE: Final = _("End the lesson? yes or no")
STAYS: Final = _("You stay.")
UNDONE: Final = _("Taken back.")
NOTHING_TO_UNDO: Final = _("There is nothing to take back.")

WAITING: Final = _("Waiting for {names}.")
WAITING_MACHINES: Final = _("The programs are at work.")
DECIDES: Final = {
    Phase.ORDER: _("{name} is choosing an order."),
    Phase.ACTION: _("{name} is playing a turn."),
    Phase.ENDING: _("{name} is choosing what to discard."),
}
OVER: Final = _("The game is over.")
PLACE: Final = _("Place {place}: {name}, {total} in all: {parts}.")
PLACE_NOT_RANKED: Final = _("Not ranked: {name}, {total} in all: {parts}.")
IN_HALL: Final = pgettext("which of the halls", "{hall}.")
RECORD_OF: Final = _("To see this game again: koryo-tui replay {number}")
TABLE_NUMBER: Final = _("The number of its table: {number}")
_AFTER_LEAVE: Final = _("Type {leave} to go.")
_AFTER_SAY: Final = _("Type {say} to say something to the others.")
_AFTER_OPEN: Final = _("Type {open} to agree that all hands are shown.")
_AFTER_AGAIN: Final = _("Type {again} for another game with the same players.")

#: A short example of what can be typed, made from what is legal now.
EXAMPLE: Final = _("For example, {typed}: {meaning}.")

# Lines of the lists of a turn
TURN_UP: Final = _("turn up {cards}")
TURN_UP_AND_END: Final = _("turn up {cards} and end your turn")
TAKE_TOKEN: Final = _("take a token from the bank (Bankers)")
STEAL: Final = _("steal a token (Spies)")
STEAL_FROM: Final = _("from {name}, who has {tokens}")
REMOVE: Final = _("remove {card} from your front (Priests)")
USE_BARBARIANS: Final = _("use Barbarians: destroy a character")
USE_LOBBYING: Final = _("use Lobbying: swap two characters")
DECLINE: Final = _("decline {card}, without effect")
DONE: Final = _("end your turn")
DESTROY_SURE: Final = _("Destroy {card}.")
SWAP_SURE: Final = _("Swap {card} with {other_card}.")

# Above such a list
STEAL_WHOSE: Final = _("You steal a token:")
DESTROY_WHICH: Final = _("Your Barbarians destroy one of these:")
SWAP_WHICH: Final = _("Your Lobbying swaps two of these; the first one:")
SWAP_WITH: Final = _("Swap {card} with one of these:")

# Other people
SILENT: Final = _("{name} does not answer. Type agree {name} to go on without.")
SILENT_ONLY: Final = _("{name} answers again, or is left out.")
CLOSE_MEANWHILE: Final = _(
    "You can type close and come back to your seat another day with: koryo-tui resume"
)
VOTED: Final = _("{name} wants to go on without {others}.")
VOTE_BACK: Final = _("{name} wants to wait.")
AGREED: Final = _("You agree to go on without {name}, while there is no answer.")
DISAGREED: Final = _("You wait for {name}.")
SAYS: Final = _("{name} says: {text}")
SAYS_YOU: Final = _("You say: {text}")
MUTED: Final = _("What {name} says is not told any more. Type hear {name} to hear it again.")
HEARD: Final = _("What {name} says is told again.")
WANTS_PAUSE: Final = _("{name} would like a pause.")
WANT_IT_TOO: Final = _("If you want one too, type pause.")
PAUSED: Final = _("The table is paused. Anybody may type continue.")
WANTS_NO_PAUSE: Final = _("{name} no longer wants a pause.")
PAUSE_TAKEN_BACK: Final = _("You no longer want a pause.")
NO_PAUSE: Final = _("There is no pause to end.")
GOES_ON: Final = _("The game goes on.")
SECONDS_LEFT: Final = _("{number} seconds to decide.")
OPENS: Final = _("{name} agrees to open all hands.")
OPENS_YOU: Final = _("You agree to open all hands.")
OPENS_TOO: Final = _("Type {word} to agree too.")
HAND_OPENED: Final = _("Round {round}, {name}: {cards}.")
ENDED: Final = _("The input has ended; the program closes and your seat stays yours.")
STOPPED: Final = "{why}"
LINK: Final = _("{name}: {link}. Fingerprint {fingerprint}.")
LAST_SIGNED: Final = _("Last checked and signed: {step}.")
LINKS: Final = {
    LinkState.SELF: _("this machine"),
    LinkState.DIRECT: _("linked directly"),
    LinkState.RELAYED: _("reached through other players"),
    LinkState.LOST: _("link lost, tried again by itself"),
}
LESSON: Final = _("Lesson: {title}.")


def over(number: int) -> str:
    """How many cards too many there would be in front."""
    return plural("{number} card over the limit", "{number} cards over the limit", number)


def afterwards(*, has_again: bool, may_open: bool, is_lesson: bool) -> tuple[str, ...]:
    """What can be typed once a game is over, a sentence each."""
    told = (
        (has_again, _AFTER_AGAIN.format(again=SPELLED[Word.AGAIN])),
        (may_open, _AFTER_OPEN.format(open=SPELLED[Word.OPEN])),
        (not is_lesson, _AFTER_SAY.format(say=SPELLED[Word.SAY])),
        (True, _AFTER_LEAVE.format(leave=SPELLED[Word.LEAVE])),
    )
    return tuple(said for is_so, said in told if is_so)


def say_what() -> tuple[str, ...]:
    """What can be said to the others, each ready-made line under its number."""
    phrases = (
        ITEM.format(number=number, label=said) for number, said in enumerate(CHOSEN.values(), 1)
    )
    return (_SAY_WHAT.format(word=SPELLED[Word.SAY]), *phrases)
