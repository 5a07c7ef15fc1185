"""Short labels of the table and the lobby: rows, titles, words for what a seat is doing.

How wide each may be stands beside it: a cell is a column of the terminal.
"""

from __future__ import annotations

from typing import Final

from koryo_tui.text.i18n import _, pgettext
from protocol.peer.view import Doing, LinkState
from protocol.rules import Phase

LOOKING: Final = _("Koryo: looking for the table...")
TITLE_MINE: Final = _("Koryo - your turn")
TITLE: Final = "Koryo"

# The ledger: at most 17 cells for a row, 7 for what stands over the hand.
IN_FRONT: Final = _("in front/limit")
ORDER: Final = _("order")
TOKENS: Final = _("tokens")
INFLUENCE: Final = _("influence now")
HAND: Final = _("HAND")
HAND_OF: Final = _("HAND {number}")
UNUSED: Final = _("UNUSED")

#: What a seat is doing or what is wrong with it: at most 11 cells, its mark first.
DOING: Final = {
    Doing.CHOOSING: _("~ choosing"),
    Doing.WORKING: _("~ working"),
    Doing.CHECKING: _("~ checking"),
    Doing.READY: _("+ ready"),
}
LINKS: Final = {
    LinkState.SELF: _("+ here"),
    LinkState.DIRECT: _("+ linked"),
    LinkState.RELAYED: _("+ relayed"),
    LinkState.LOST: _("x lost"),
}
AT_FAULT: Final = _("! at fault")
HAS_LEFT: Final = _("x left")
LOST_FOR: Final = _("x lost {time}")
#: Its program said that it closes; with the time where there is room for that.
CLOSED: Final = _("x closed")
CLOSED_FOR: Final = _("x closed {time}")
ABSENT: Final = _("x absent")
RETURNS: Final = _("+ returns")
VOTED: Final = _("? vote {number}/{of}")

# The first line of the table.
SETTING_UP: Final = "Koryo"
ROUND: Final = _("Round {round}/{rounds}  deal {deal}  limit {limit}  bank {bank}")
PHASES: Final = {
    Phase.DEAL: _("1 DEAL"),
    Phase.ORDER: _("2 ORDER"),
    Phase.ACTION: _("3 ACTION"),
    Phase.ENDING: _("4 ENDING"),
    Phase.OVER: _("GAME OVER"),
}
ACTS: Final = _("{turn} of {number}: {name}")
ACTS_YOU: Final = _("{turn} of {number}: YOU")
DECK_OK: Final = _("deck ok")
DECK_KEYS: Final = _("keys {done}/{number}")
DECK_SHUFFLED: Final = _("shuffled {done}, checked {checked}/{number}")
DECK_DEALT: Final = _("dealt {done}/{number}")
PAUSED: Final = _("PAUSED")
PAUSE_WANTED: Final = _("pause {number}/{of}")
TIME_LEFT: Final = _("{time} left")
STOPPED: Final = _("STOPPED")
SITS_OUT: Final = _("SITTING OUT")
PREPARING: Final = _("PREPARING")

# The column at the right: titles of at most 14 cells, hints of at most 15.
LOG: Final = _("LOG")
LOG_MORE: Final = _("{key} all of it")
PLAYERS: Final = _("PLAYERS")
PLAYERS_MORE: Final = _("{key} more")
DECK: Final = _("DECK")
TALK: Final = _("TALK")
KEYS_MADE: Final = _("keys made")
SHUFFLED: Final = _("shuffled")
CHECKED: Final = _("checked by you")
DEALT: Final = _("dealt")

YOUR_TURN: Final = _("YOUR TURN, in any order")
NOW: Final = _("now")
BEFORE: Final = _("before")
AFTER: Final = _("after")

#: What the keys do, in the prompt and in the last line.
ALL_AT_ONCE: Final = _("show everything at once")
HOW_MANY: Final = _("how many")
CHOOSE: Final = _("choose")
MOVE: Final = _("move")
TAKE_ALL: Final = _("take all")
SEAL: Final = _("seal")
SEAL_FOR_GOOD: Final = _("seal for good")
SECOND_TYPE: Final = _("second type")
CLEAR: Final = _("clear")
BACK: Final = _("back")
DO_IT: Final = _("do it")
UNDO: Final = _("undo")
SEND: Final = _("send")
NEXT_PLAYER: Final = _("next player")
ONE_MORE: Final = _("one more")
ONE_LESS: Final = _("one less")
ACCEPT: Final = _("accept")
DISCARD: Final = _("discard for good")
LOOK: Final = _("look at a row")
RULES: Final = _("its rules")
RESULT: Final = _("the result")
AGAIN: Final = _("another game, same players")
PREPARE: Final = {
    Phase.ORDER: _("prepare your order"),
    Phase.ACTION: _("prepare your turn"),
    Phase.ENDING: _("prepare your discard"),
}
KEEP: Final = _("keep it for your turn")
KEEP_DISCARD: Final = _("keep it")
STOP_PREPARING: Final = _("to the table")
TAKE_BACK: Final = _("take it back")
GO_ON_WITHOUT: Final = _("go on without")
HINT: Final = _("hint")
END_PAUSE: Final = _("go on")
AGREE_PAUSE: Final = _("pause")
DECIDE: Final = _("decide")
WHAT_CAN_BE_DONE: Final = _("what can be done")
CLOSE: Final = _("close and come back later")

#: The last line: what works everywhere, at most 10 cells each.
FOOTER: Final = {
    "help": pgettext("last line", "Help"),
    "log": pgettext("last line", "Log"),
    "players": pgettext("last line", "Players"),
    "powers": pgettext("last line", "Powers"),
    "scores": pgettext("last line", "Scores"),
    "talk": pgettext("last line", "Talk"),
    "back": pgettext("last line", "Menu"),
    "leave": pgettext("last line", "Leave"),
}

TOO_SMALL: Final = (
    _("Koryo needs {wide} x {high} characters;"),
    _("this window has {width} x {height}."),
    _("The game goes on. {key} leaves."),
    _("With --plain any window will do."),
)

LEGEND: Final = (
    _("* leads   = tied, nobody leads   o tied, power only, by the Omniscient   ! event, -1"),
    _(
        "@ first player   > acts   [#] face down   ( ) just changed   "
        "3/4+2 limit 4, 2 more with the Senators"
    ),
)
#: What needs no room at the table: its words there, and whose cards an order shows.
LEGEND_WORDS: Final = (
    _("[33] your order, face down; 33 turned up; -[4] Lobbying turned up, a Priest not yet"),
    _("{unused}: what you were dealt and have not ordered"),
    _("bank: the tokens that nobody has taken yet"),
)
#: The marks while a target is chosen.
LEGEND_AIM: Final = _("< > marked   : : can be chosen   [ ] chosen")
LEGEND_NAMES: Final = _(
    "Two dots in a name stand for what is cut: on the page Players it is whole."
)
#: The marks under the names, which need no room at the table.
LEGEND_SEATS: Final = _(
    "Under the names: + linked or ready   ~ at work   ? a vote   x gone   ! at fault"
)
