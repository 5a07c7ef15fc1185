"""What the screens round the table say: start, replay, halls, rules, learn."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from koryo_tui.text.i18n import _, pgettext
from koryo_tui.text.plurals import plural
from protocol.rules import Phase

# Everywhere
TITLE: Final = "KORYO"
BACK_KEYS: Final = _("Esc back")
LIST_KEYS: Final = _("Up/Down move  Enter open  Esc back")
#: In a list or a text that is longer than the window; at most 20 cells.
MORE_ABOVE: Final = _("^ more")
MORE_BELOW: Final = _("v more")
TOO_SMALL: Final = _("This needs {width} x {height} characters; the window has {has} x {high}.")

# Start
WELCOME: Final = _("The card game Koryo at terminals; nobody has to be trusted.")
#: With a name of 12 cells at most 74.
PLAYS_AS: Final = _("You play as {name}. Another name: s for the settings, or --name.")
PLAYS_AS_PROFILE: Final = _("You play as {name} (profile {profile}). Another name: s (settings).")
START_KEYS: Final = _("Up/Down move  Enter go  s settings  Esc quit")
#: On a line with numbers.
NUMBER_KEYS: Final = _("Up/Down move  Left/Right change  Tab other  Enter go  s settings  Esc quit")
START_LINES: Final = {
    "learn": (_("Learn"), _("a guided first game of three rounds, against computer players")),
    "solo": (_("Play alone"), _("a game against computer players on this machine")),
    "host": (
        _("Host a table"),
        _("open a table for friends on this network; they need its invite"),
    ),
    "join": (_("Join a table"), _("take a seat with the invite of the host")),
    "resume": (_("Resume"), _("go on with a table that was closed or cut off")),
    "replay": (_("Replay"), _("watch a finished game again, move by move")),
    "halls": (_("Halls"), _("the Hall of Fame, the Wall of Shame and all your games")),
    "rules": (_("Rules"), _("everything there is to know, with examples; can be searched")),
    "quit": (_("Quit"), _("back to the shell")),
}
SEATS: Final = _("Seats")
BOTS: Final = _("Computer players")
LEVEL: Final = _("Level")
LEVELS: Final = MappingProxyType(
    {
        "easy": pgettext("a level of computer players", "easy"),
        "steady": pgettext("a level of computer players", "steady"),
        "strong": pgettext("a level of computer players", "strong"),
    }
)
OPTION: Final = "{label} < {value} >"
#: One that Left and Right do not change now.
OTHER_OPTION: Final = "{label}   {value}  "
INVITE_ASK: Final = _("Paste or type the invite, Enter joins, Esc goes back.")
INVITE_OR_TABLE: Final = _(
    "Up/Down mark a table, Enter joins. Or paste or type an invite. Esc goes back."
)
INVITE_REFUSED: Final = _("Paste or type another one over it, or put it right with the arrow keys.")
TRUST_BOTS: Final = _("Whoever runs a computer player could read its hand.")
NOTHING_WAITS: Final = _("no table waits")


def more_wait(people: str, number: int) -> str:
    """With whom the table that is told of is, and how many wait besides."""
    return plural(
        "{people}; {number} more table waits",
        "{people}; {number} more tables wait",
        number,
        people=people,
    )


def tables_left(number: int) -> str:
    """How many tables were left for good, while none waits: at most 54 cells."""
    return plural("you left {number} table", "you left {number} tables", number)


LEFT_ABOUT: Final = _("choose one: your seat can be asked for when a round begins")
NO_TABLES: Final = _("No table waits to be resumed.")
NO_GAMES: Final = _("No game has been finished yet.")
PAST_GAME: Final = "{when}  {players}"
NO_RESULT: Final = _("{names} (no result is known)")
RESUME_TITLE: Final = _("Tables to go on with")

# Replay
REPLAY_KEYS: Final = _("Left/Right move  Up/Down round  Space play  F1 keys  F7 review  Esc back")
REPLAY_STATUS: Final = _("Replay | Round {round}/{rounds}  limit {limit}  bank {bank} | {phase}")
REPLAY_AT: Final = _("{at} of {length}")
REPLAY_NOTHING: Final = _("Nothing was dealt in this game.")
REPLAY_HANDS: Final = _("Hands")
REPLAY_LOG: Final = _("Log")
REPLAY_RESULT: Final = _("Result")
#: At most 7 cells, in the place of a hand.
REPLAY_HIDDEN: Final = _("hidden")
REPLAY_NOT_OPENED: Final = _("The hands stay hidden: the players did not all open them.")
REPLAY_NO_HANDS: Final = _(
    "The hands of this game were not opened. After a game, all players together can open them."
)
REPLAY_HANDS_ROUND: Final = _("Round {round}")
REPLAY_HAND_LINE: Final = _("{name} held {cards}.")
REPLAY_ORDER_LINE: Final = _("{name} ordered {cards}.")
REPLAY_UNPLAYED_LINE: Final = _("{name} did not play {cards}.")
REPLAY_UNFINISHED: Final = _("The game has no end yet.")
LOADING: Final = _("Verifying {name}")
LOADED_SHARE: Final = "{percent} %"
CANNOT_READ: Final = _("{name} cannot be read ({why}); check the name.")
NOT_A_TRANSCRIPT: Final = _("{name} cannot be read: {why}.")
CUT_OFF: Final = _("{name} is cut off inside a record; get a whole copy.")
NOT_VERIFIED: Final = _("{name} is refused: {why}.")
PHASES: Final = {
    Phase.DEAL: _("DEAL"),
    Phase.ORDER: _("ORDER"),
    Phase.ACTION: _("ACTION"),
    Phase.ENDING: _("ENDING"),
    Phase.OVER: _("OVER"),
}
ABSENT: Final = _("x absent")
LEFT: Final = _("x left")
FAULT: Final = _("! at fault")
HELP_REPLAY: Final = (
    (_("Left Right"), _("one thing back or forward; Backspace and Enter do the same")),
    (_("Up Down"), _("to the deal of this round or the one before; to the next deal")),
    ("1-8", _("to the deal of a round")),
    ("Home End", _("to the beginning, to the end")),
    (_("Space"), _("plays by itself; again stops")),
    ("Tab", _("another player's column first, with the hand if hands are open")),
    ("F2 0", _("the whole log")),
    ("F4 9", _("all hands of the round, if everybody opened them after the game")),
    ("F5 -", _("the result")),
    ("F7 + v", _("review: the decisions that cost the first column most, and better ones")),
    ("Esc", _("back")),
)

# Halls
HALL_OF_FAME: Final = _("Hall of Fame")
WALL_OF_SHAME: Final = _("Wall of Shame")
ALL_GAMES: Final = _("All games")
NOBODY_FAMOUS: Final = _("Nobody has ended a game with 30 points or more yet.")
NOBODY_ASHAMED: Final = _("Nobody has ended a game below zero yet.")
GAME_GONE: Final = _("The record of this game is not there any more.")
HALLS_KEYS: Final = _("Up/Down move  Enter replay  Esc back")
WITH: Final = _("with {names}")


def games_played(number: int) -> str:
    """How many games are remembered."""
    return plural("{number} game", "{number} games", number)


# Rules
RULES_TITLE: Final = _("Rules")
RULES_KEYS: Final = _("Type or / to search  Up/Down topic  PgUp/PgDn text  Esc clear, then back")
RULES_FOUND: Final = _("Search: {text}")
RULES_SEARCH: Final = _("Search: type a word")
RULES_NOTHING: Final = _('Nothing is said about "{text}".')
EXAMPLE: Final = _("Example")
EXAMPLE_HEAD: Final = (_("cards in front"), _("tokens"), _("influence"))

# Help at the command line
HELP_TOPICS: Final = _("Topics (koryo-tui help TOPIC):")
HELP_COMMANDS: Final = _("Commands: koryo-tui --help lists them.")
HELP_COMMAND: Final = _("All its options: koryo-tui {command} --help")
GO_ON: Final = _("Enter goes back to the start. ")
HELP_NONE: Final = _('There is no topic "{said}"; koryo-tui help lists all.')
