"""Turns and discards that the rules refuse: for each kind of move and each of its preconditions.

A row is who plays what before (seat 0 is first in round 1, seat 1 in round 2, seat 2 in round 3),
which seat cheats in the last of these rounds, and the moves it signs instead of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

from protocol.log.messages import StepKind
from protocol.peer.refused import Reason
from protocol.rules import Reason as Rule
from tests.peer.cheat_lies import field_of_body
from tests.peer.cheats import Cheat
from tests.peer.policies import Script


@dataclass(frozen=True)
class Row:
    """``moves``: the whole turn, or the discard; ``rule``: the rule it breaks, or the reason."""

    name: str
    script: Script
    seat: int
    moves: str
    rule: Rule | Reason


# Fronts to start from. A quiet seat turns up one harmless card, declines events, uses no power.
ALL_QUIET: Script = (("9", "8", "3"),)
#: Seat 0 has a token and the Bankers.
A_TOKEN: Script = (("6 u6 t .", "8", "3"),)
#: Two Barbarians lie in front of seat 0; there was nobody to attack.
TWO_EVENTS: Script = (("BB", "8", "3"),)
#: Seat 1 has the Guardians, seat 2 something else.
GUARDIAN: Script = (("9", "7", "8"),)
#: Seat 0 has the Spies and no Guardian.
LOW_SPY: Script = (("2", "9", "8"),)
HIGH_SPY: Script = (("8", "9", "2"),)
OWN_SPY: Script = (("8", "2", "9"),)
#: Seat 1 is next with an event, and there are targets.
LOBBYING: Script = (*ALL_QUIET, ("", "L"))
BARBARIANS: Script = (*ALL_QUIET, ("", "B"))
#: Seat 0 has the Ship Owners and so a pair in round 2.
PAIR: Script = (("5", "8", "3"), ("9B",))
#: All eight tokens are out after six rounds: three in the first, then one each for seat 2.
EMPTY_BANK: Script = (
    ("6 u6 t .", "66 u6 t .", "666 u6 t ."),
    *(("", "", f"{card} u{card} t .") for card in "99877"),
    ("", "", "7"),
)

TURNS = (
    # Turning up
    Row("what was not ordered", ALL_QUIET, 0, "u8 u9 .", Rule.NOT_IN_ORDER),
    Row("the same cards twice", ALL_QUIET, 0, "u9 u9 .", Rule.NOT_IN_ORDER),
    Row("while an event waits", PAIR, 0, "uB u9 dB .", Rule.EVENT_WAITS),
    # Banker
    Row("the bank without the Bankers", ALL_QUIET, 0, "u9 t .", Rule.NO_POWER),
    Row("the bank with Bankers face down", (("6", "8", "3"),), 0, "t u6 .", Rule.NO_POWER),
    Row("the bank twice", (("6", "8", "3"),), 0, "u6 t t .", Rule.POWER_USED),
    Row("an empty bank", EMPTY_BANK, 2, "u7 t .", Rule.BANK_EMPTY),
    # Spy
    Row("theft without the Spies", A_TOKEN, 1, "u8 s0 .", Rule.NO_POWER),
    Row("theft from an empty seat", (("2", "8", "3"),), 0, "u2 s1 .", Rule.NO_TOKEN),
    Row("theft from itself", (*A_TOKEN, ("22",)), 0, "u2 s0 .", Rule.OWN_SEAT),
    Row("theft from no seat", (("2", "8", "3"),), 0, "u2 s3 .", Rule.NO_SUCH_SEAT),
    Row("theft twice", (("6 u6 t .", "66 u6 t .", "2"),), 2, "u2 s0 s1 .", Rule.POWER_USED),
    # Priest
    Row("an event removed without Priests", (*TWO_EVENTS, ("9",)), 0, "u9 pB .", Rule.NO_POWER),
    Row("two events removed", (*TWO_EVENTS, ("4",)), 0, "u4 pB pB .", Rule.POWER_USED),
    Row("a character removed", (("4", "8", "3"),), 0, "u4 p4 .", Rule.NOT_AN_EVENT),
    Row("an event removed that is not there", (("4",),), 0, "u4 pL .", Rule.NOTHING_IN_FRONT),
    Row(
        "a waiting event removed",
        (("4", "8", "3"), ("B",)),
        0,
        "uB pB dB .",
        Rule.STILL_WAITING,
    ),
    # Barbarians
    Row("destroying without Barbarians", ALL_QUIET, 1, "u8 x0:9 .", Rule.NOT_WAITING),
    Row(
        "destroying when nobody could be chosen",
        (("B", "8", "3"),),
        0,
        "uB x1:8 .",
        Rule.NOT_WAITING,
    ),
    Row("destroying twice", BARBARIANS, 1, "uB x0:9 x2:3 .", Rule.NOT_WAITING),
    Row("destroying its own", BARBARIANS, 1, "uB x1:8 .", Rule.OWN_SEAT),
    Row("destroying at no seat", BARBARIANS, 1, "uB x3:9 .", Rule.NO_SUCH_SEAT),
    Row(
        "destroying an event",
        (("L", "9", "B"),),
        2,
        "uB x0:L .",
        Rule.NOT_A_CHARACTER,
    ),
    Row("destroying what is not there", BARBARIANS, 1, "uB x0:8 .", Rule.NOTHING_IN_FRONT),
    Row(
        "destroying at an empty seat",
        (("9", "B", "3"),),
        1,
        "uB x2:3 .",
        Rule.NOTHING_IN_FRONT,
    ),
    Row("destroying under the Guardians", (*GUARDIAN, ("B",)), 0, "uB x1:7 .", Rule.SHIELDED),
    Row(
        "destroying under Guardians tied with the Omniscient",
        (("7", "7", "9"), ("", "1"), ("", "", "B")),
        2,
        "uB x1:7 .",
        Rule.SHIELDED,
    ),
    # Lobbying
    Row("swapping without Lobbying", (*ALL_QUIET, ("", "7")), 1, "u7 w0:9-1:8 .", Rule.NOT_WAITING),
    Row("swapping twice", LOBBYING, 1, "uL w0:9-1:8 w0:8-1:9 .", Rule.NOT_WAITING),
    Row("swapping with no seat", LOBBYING, 1, "uL w0:9-3:8 .", Rule.NO_SUCH_SEAT),
    Row("swapping an event", LOBBYING, 1, "uL w0:9-1:L .", Rule.NOT_A_CHARACTER),
    Row("swapping what is not there", LOBBYING, 1, "uL w0:9-1:7 .", Rule.NOTHING_IN_FRONT),
    Row("swapping what the lower seat lacks", LOBBYING, 1, "uL w0:7-1:8 .", Rule.NOTHING_IN_FRONT),
    Row("swapping under Spies", (*LOW_SPY, ("", "L")), 1, "uL w0:2-1:9 .", Rule.SHIELDED),
    Row("swapping with a shield", (*HIGH_SPY, ("", "L")), 1, "uL w1:9-2:2 .", Rule.SHIELDED),
    Row("swapping under its own Spies", (*OWN_SPY, ("", "L")), 1, "uL w0:8-1:2 .", Rule.SHIELDED),
    Row(
        "swapping two of one family",
        (("9", "8", "9"), ("", "L")),
        1,
        "uL w0:9-2:9 .",
        Rule.SAME_FAMILY,
    ),
    Row("swapping the higher seat first", LOBBYING, 1, "uL w1:8-0:9 .", Reason.BAD_NOTATION),
    Row("swapping with itself", LOBBYING, 1, "uL w1:8-1:8 .", Reason.BAD_NOTATION),
    # Declining
    Row("declining what does not wait", ALL_QUIET, 1, "u8 dB .", Rule.NOT_WAITING),
    Row("declining twice", BARBARIANS, 1, "uB dB dB .", Rule.NOT_WAITING),
    Row("declining a character", BARBARIANS, 1, "uB d8 dB .", Rule.NOT_WAITING),
    # Done
    Row("ending while an event waits", BARBARIANS, 1, "uB .", Rule.EVENT_WAITS),
    Row("ending with cards face down", ALL_QUIET, 0, ".", Rule.NOT_DONE),
    Row("ending with half a pair face down", PAIR, 0, "u9 .", Rule.NOT_DONE),
    Row("a turn without end", ALL_QUIET, 0, "u9", Reason.TURN_NOT_ENDED),
    Row("no moves", ALL_QUIET, 0, "", Reason.TURN_NOT_ENDED),
    Row("going on after the end", ALL_QUIET, 0, "u9 . t", Reason.MOVES_AFTER_END),
    Row("ending twice", ALL_QUIET, 0, "u9 . .", Reason.MOVES_AFTER_END),
    # What is no move of a turn
    Row("a discard in the turn", ALL_QUIET, 0, "u9 -9 .", Reason.ILLEGAL_MOVE),
    Row("a move that nobody knows", ALL_QUIET, 0, "u9 z .", Reason.BAD_NOTATION),
    Row("a card that nobody knows", ALL_QUIET, 0, "u0 .", Reason.BAD_NOTATION),
    Row("a move with a space", ALL_QUIET, 0, "u9\u00a0 .", Reason.BAD_NOTATION),
    Row("too many moves", ALL_QUIET, 0, "u9" + " t" * 64, Reason.BAD_BODY),
    Row("a move that is too long", ALL_QUIET, 0, "u" * 65, Reason.BAD_BODY),
)

#: Three Merchants and four Broadcasters, of which four stay.
CHOICE: Script = (("999", "", ""), ("8888", "", ""))
#: An event among them: seven cards at the limit of five.
WITH_EVENT: Script = (("B", "", ""), ("88", "", ""), ("9999", "", ""))
#: Two Senators against one: up to two more may stay, as long as there are two.
SENATORS: Script = (("33", "3", ""), ("88888", "", ""))

DISCARDS = (
    Row("too many", CHOICE, 0, "-8889", Rule.BAD_DISCARD),
    Row("too few", CHOICE, 0, "-88", Rule.BAD_DISCARD),
    Row("nothing", CHOICE, 0, "-", Rule.BAD_DISCARD),
    Row("an event", WITH_EVENT, 0, "-8B", Rule.NOT_A_CHARACTER),
    Row("a card that is not there", WITH_EVENT, 0, "-78", Rule.NOTHING_IN_FRONT),
    Row("more than are there", WITH_EVENT, 0, "-888", Rule.NOTHING_IN_FRONT),
    Row("too few even for the Senators", SENATORS, 0, "-", Rule.BAD_DISCARD),
    Row("the Senators that would allow it", SENATORS, 0, "-3", Rule.BAD_DISCARD),
    Row("cards that do not rise", CHOICE, 0, "-988", Reason.BAD_NOTATION),
    Row("a card that nobody knows", CHOICE, 0, "-880", Reason.BAD_NOTATION),
    Row("a move of a turn", CHOICE, 0, "u9", Reason.ILLEGAL_DISCARD),
    Row("more than fits", CHOICE, 0, "-" + "9" * 64, Reason.BAD_BODY),
)


def _turn(row: Row) -> Cheat:
    return _cheat(row, StepKind.TURN, "moves", tuple(row.moves.split(" ")) if row.moves else ())


def _discard(row: Row) -> Cheat:
    return _cheat(row, StepKind.DISCARD, "discard", row.moves)


def _cheat(row: Row, kind: StepKind, field: str, value: object) -> Cheat:
    illegal = Reason.ILLEGAL_MOVE if kind is StepKind.TURN else Reason.ILLEGAL_DISCARD
    return Cheat(
        row.name,
        kind,
        row.rule if isinstance(row.rule, Reason) else illegal,
        {kind: field_of_body(field, value)},
        seat=row.seat,
        round=len(row.script),
        script=row.script,
        because=row.rule if isinstance(row.rule, Rule) else None,
    )


MOVE_CHEATS = (*map(_turn, TURNS), *map(_discard, DISCARDS))
