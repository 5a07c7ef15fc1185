"""What the pages over the table say."""

from __future__ import annotations

from typing import Final

from koryo_tui.text.i18n import _
from protocol.log.messages import StepKind
from protocol.peer.view import Doing, LinkEnd, LinkState

HELP: Final = _("Help")
LOG: Final = _("Log")
PLAYERS: Final = _("Players")
POWERS: Final = _("Powers")
SCORES: Final = _("Scores")
RESULT: Final = _("Result")
HANDS: Final = _("Hands")
CLOSES: Final = _("Esc closes, Up/Down scroll")
CLOSES_COPIES: Final = _("Esc closes, Up/Down scroll, y or Space copies")
CLOSES_COPIES_AGAIN: Final = _("Esc closes, y copies, r another game, ^Q leaves")
COPIED: Final = _("Copied.")

# Help
GAME_TITLE: Final = _("The game")
KEYS_TITLE: Final = _("Keys")
MARKS_TITLE: Final = _("Marks")
GAME: Final = (
    _(
        "Eight rounds. In each you are dealt fewer cards and may keep more in front. You place an "
        "order face down: cards of one type. In your turn you turn it up, resolve its events and "
        "use your powers. Then whoever is over the limit discards characters."
    ),
    _(
        "Whoever has the most cards of a family in front holds its majority and its power. At the "
        "end each family is worth its number to whoever leads it alone, each token 1, each event "
        "-1."
    ),
)
WHERE: Final = _("In front now: {where}.")
NOWHERE: Final = _("Nobody has one in front now.")
EVENT_RULE: Final = _("Event, {copies} in the box. When it is turned up: {power}.")
FAMILY_RULE: Final = _("Family, {copies} in the box, worth {influence}. Its majority: {power}.")
#: The ids of the keys, and what they do.
KEYS: Final = (
    (("cards",), _("a type of card: choose it, or mark its row (0 Barbarians, - Lobbying)")),
    (("up", "down"), _("mark another row, or another line of your turn")),
    (("fewer", "more"), _("fewer or more cards; another player while you choose whom")),
    (("accept",), _("choose; what cannot be taken back asks for Enter again")),
    (("choose",), _("choose or take back a row; prepare your next decision while others think")),
    (("next",), _("the next card you hold, the next player")),
    (("back",), _("one step back, then the menu with everything that has a key here")),
    (("undo",), _("undo the last move of your turn, until you end it")),
    (("help", "log", "players", "powers", "scores"), _("pages; ? is this one too")),
    (("hint",), _("a hint: what the strong computer player would do, and why")),
    (("talk", "vote", "pause"), _("talk; go on without somebody silent; pause")),
    (("again",), _("another game with the same players, once this one is over")),
    (("leave",), _("leave the table: close it to come back, or give up your seat")),
)
MOUSE: Final = _(
    "Mouse: a click marks, a second click accepts, the wheel changes a number. The keys in the last"
    " lines, the heads of the columns and the influence can be clicked too."
)

NOTHING_YET: Final = _("Nothing has happened yet.")
POWER_NOW: Final = _("{power}. Now: {name}.")
POWER_NOBODY: Final = _("{power}. Now: nobody.")
POWER_ONLY: Final = _("{power}.")

# Players
YOU: Final = _("{name} (you)")
IDENTITY: Final = _("fingerprint: {words}")
LINKS: Final = {
    LinkState.SELF: _("this machine"),
    LinkState.DIRECT: _("linked directly"),
    LinkState.RELAYED: _("reached through other players"),
    LinkState.LOST: _("no link for {time}; tried again by itself"),
}
GONE: Final = _("no link")
#: Why a link that is lost has ended.
LINK_ENDED: Final = {
    LinkEnd.CLOSED: _("Its program was closed, and said so before it went."),
    LinkEnd.FAILED: _("Its program stopped because of an error, and said so before it went."),
    LinkEnd.SILENT: _(
        "Nothing was heard over the link for too long, as when a cable is pulled or a machine "
        "sleeps."
    ),
    LinkEnd.BROKEN: _(
        "The connection broke without a word, as when a program is killed or a network changes."
    ),
    LinkEnd.UNREADABLE: _(
        "One of the two programs could not read what came, as when their versions differ."
    ),
    LinkEnd.JAMMED: _("The connection could not carry all that had to be sent."),
}
DOING: Final = {
    Doing.CHOOSING: _("its player is deciding"),
    Doing.WORKING: _("its machine has not yet said its part of this step"),
    Doing.CHECKING: _("it has said its part and is checking the others'"),
    Doing.READY: _("it has checked and signed this step"),
}
LINK_AND_DOING: Final = _("{link}; {doing}")
LAST_SEEN: Final = _("last: {sentence}")
LAST_SIGNED: Final = _("last checked and signed by it: {step}")
#: The steps by what they are to a player; ``name``: whose decision it was.
SIGNED: Final = {
    StepKind.ROSTER: _("who sits at this table"),
    StepKind.NONCES: _("the draw for the seats"),
    StepKind.SEATS: _("who plays round {round}"),
    StepKind.KEYS: _("the keys of the deck of round {round}"),
    StepKind.SHUFFLE: _("the shuffling of round {round}"),
    StepKind.SHARES: _("the deal of round {round}"),
    StepKind.ORDER: _("order in round {round}, {name}"),
    StepKind.TURN: _("turn in round {round}, {name}"),
    StepKind.DISCARD: _("discard in round {round}, {name}"),
}
LEFT: Final = _(
    "It left the table: the others go on without it. It can ask for its seat when a round begins."
)
HAS_LEFT: Final = _("It left the table. It can ask for its seat when a round begins.")
AT_FAULT: Final = _("At fault, proved by a file of evidence on your disk: {why}")
ABSENT: Final = _(
    "Left out because it was silent. It can come back to the deal of a later round, and has lost a"
    " point for each card that it did not play."
)
STAYS_OUT: Final = _("Left out, and not dealt in again in this game.")
WAITS_FOR: Final = _("Waiting for {names}.")
COMPARE: Final = _(
    "Fingerprints are eight words. Read them to each other: if they differ, somebody stands between"
    " you."
)

# The deck in plain words
DECK_TITLE: Final = _("This deck")
DECK_NONE: Final = _("No cards are dealt at the moment.")
DECK_KEYS: Final = _("Every player's machine makes a new secret key for this deck. Ready: {names}.")
DECK_KEYS_NONE: Final = _("Every player's machine makes a new secret key for this deck.")
DECK_SHUFFLED: Final = _(
    "Each player shuffles the locked cards in turn and proves that none was added, lost or changed."
    " Shuffled: {names}."
)
DECK_SHUFFLED_NONE: Final = _(
    "Each player shuffles the locked cards in turn and proves that none was added, lost or changed."
)
DECK_CHECKED: Final = _("Your machine has checked the proofs of {names}.")
DECK_DEALING: Final = _(
    "Everybody now opens their lock on the cards of the others' hands, and proves that too."
)
DECK_DONE: Final = _(
    "Everybody shuffled, and your machine checked every proof. Nobody can know your hand but you:"
    " it has a lock of yours that never leaves this machine. Nobody knows the order of the pile,"
    " unless all of you put your keys together."
)

# Scores
IF_IT_ENDED: Final = _("If the game ended now:")
NOT_OVER: Final = _("The game is not over.")
NOT_YET: Final = _("Nobody has a place at the table yet.")
FAMILIES: Final = _("families {families} = {sum}")
FAMILY: Final = _("family {sum}")
FAMILIES_NONE: Final = _("families none")
TOKENS: Final = _("tokens {number}")
EVENTS: Final = _("events {number}")
PENALTIES: Final = _("for leaving -{number}")
PENALTIES_ABSENT: Final = _("for absence -{number}")
PENALTIES_BOTH: Final = _("for absence and leaving -{number}")
PENALTIES_FAULT: Final = _("for cards not played -{number}")
NOT_RANKED: Final = _("not ranked")
HALL_OF_FAME: Final = _("Hall of Fame")
WALL_OF_SHAME: Final = _("Wall of Shame")
NOBODY_RANKED: Final = _("Nobody is ranked.")
SHARED: Final = _("{names} share the first place with {total}.")
WINS: Final = _("{name} wins with {total}.")
YOU_WIN: Final = _("You win with {total}.")
WINS_BY_DEFAULT: Final = _("{name} wins by default: {gone} went away.")
YOU_WIN_BY_DEFAULT: Final = _("You win by default: {gone} went away.")
SIGNED_BY: Final = _("The result is signed by {names} ({number} of {of}).")
TABLE: Final = _("Table {id}")
LESSON_DONE: Final = _(
    "Well done! This was a lesson: it counts for no hall, and nothing of it is kept."
)
LESSON_NEXT: Final = _(
    "Next: a whole game against computer players, koryo-tui solo, or one with friends: one calls "
    "koryo-tui host, the others koryo-tui join."
)

# Hands, opened after the game
HANDS_WHAT: Final = _("Every hand that was dealt, opened because everybody agreed.")
HANDS_ROUND: Final = _("Round {round}")
HANDS_LINE: Final = _("{name}: {cards}")
OPENS: Final = _("All hands are shown once everybody agrees. So far: {names}.")
OPENS_NONE: Final = _("All hands are shown once everybody agrees. So far nobody has.")
OPENS_NEVER: Final = _(
    "The hands stay closed: everybody would have to agree, and {names} left for good."
)
#: The result is closed with Esc, and Esc at the table opens the menu.
IN_MENU_BOTH: Final = _("Esc twice opens the menu: agree there, or watch the game again.")
IN_MENU_AGREE: Final = _("Esc twice opens the menu: agree there.")
IN_MENU_WATCH: Final = _("Esc twice opens the menu: watch the game again there.")
IN_MENU_HANDS: Final = _("All hands are open: Esc twice opens the menu, which shows them.")
