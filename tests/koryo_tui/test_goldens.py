"""The screen as text at its main moments, compared with files that can be read in a diff.

``KORYO_WRITE_GOLDENS=1 pytest tests/koryo_tui/test_goldens.py`` writes them anew.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from koryo_tui.advising import Adviser
from koryo_tui.apart import WorkFailed
from koryo_tui.bots.advice import Hint
from koryo_tui.bots.reasons import Later, Reason, Sacrifice, Why
from koryo_tui.bots.sight import Sight
from koryo_tui.drawing import cells
from koryo_tui.drawing.frame import Frame
from koryo_tui.screens.page import PageScreen
from protocol.deck.errors import BadProof
from protocol.deck.errors import Reason as NoKey
from protocol.log.messages import StepKind
from protocol.peer import refused
from protocol.peer.questions import Decision, PlaceOrder
from protocol.peer.refused import Refused
from protocol.peer.view import (
    DeckView,
    Doing,
    HandView,
    LinkEnd,
    LinkState,
    SignedStep,
    TalkView,
    VoteView,
)
from protocol.rules import Card, Done, Order, Phase, Placed, Referee, Standing
from tests.koryo_tui import helpers
from tests.koryo_tui.cuts import noticed
from tests.koryo_tui.helpers import (
    OTHER_SIZES,
    SIZES,
    STILL,
    RulesTable,
    adviser_saying,
    cards,
    check_golden,
    first_scene,
    golden_name,
    lines_at,
    position,
    resized,
    scene_of,
    shown,
    shuffled,
    text_of,
    turn_position,
    until,
)

GOLDENS = Path(__file__).parent / "goldens"
FRONTS = ("446779", "133688899-", "2355770", "458999")
ALL = (0, 1, 2, 3)
#: What others do stays on the screen for as long as somebody looks.
SLOW = replace(STILL, wall=lambda: "14:05", pace=1000)


def ordering() -> RulesTable:
    table = RulesTable.of(position(*FRONTS, first=0), hand="26648-")
    table.deck = DeckView(ALL, ALL, ALL, ALL)
    return table


def turning() -> RulesTable:
    fronts = ("2466779", "13688899", "2355770", "458999")
    start = turn_position("0-", *fronts, tokens=(1, 1, 2, 0), pair=True)
    return RulesTable.of(start, hand="4788", order="0-")


def dealing() -> RulesTable:
    start = position(*FRONTS)
    table = RulesTable.of(start)
    real = table.game.position
    table.silent, table.waits = True, (3,)
    table.deck = DeckView(ALL, (0, 1, 2), (0, 1), ())
    table.doing = {0: Doing.CHECKING, 1: Doing.READY, 3: Doing.WORKING}
    table.links = {2: LinkState.RELAYED}
    object.__setattr__(real, "phase", Phase.DEAL)
    object.__setattr__(real, "actor", None)
    return table


def waiting() -> RulesTable:
    table = RulesTable.of(position(*FRONTS, actor=1))
    table.play(Order((table.game.legal()[0].cards[0],)))  # type: ignore[union-attr]
    table.links, table.ends = {2: LinkState.LOST}, {2: LinkEnd.SILENT}
    dealt, ordered = SignedStep(StepKind.SHARES, 5, ALL), SignedStep(StepKind.ORDER, 5, (1,))
    table.signed = {0: ordered, 1: ordered, 2: dealt, 3: ordered}
    return table


def discarding() -> RulesTable:
    return RulesTable.of(position("33456789", "19", "2", round=1, phase=Phase.ENDING))


def over() -> RulesTable:
    table = RulesTable(Referee.start((0, 1, 2), 0, shuffled("golden")))
    while table.game.position.phase is not Phase.OVER:
        if table.game.position.phase is Phase.ACTION:
            moves, ahead = [], table.game
            while not moves or moves[-1] != Done():
                moves.append(ahead.legal()[0])
                ahead = ahead.play(moves[-1])
            table.play_turn(*moves)  # type: ignore[arg-type]
        else:
            table.play(table.game.legal()[0])  # type: ignore[arg-type]
    table.results, table.record = (0, 2), Path("transcript")
    return table


def silent() -> RulesTable:
    """Three seats, one of them silent: who alone vouches for it is told."""
    table = RulesTable.of(position(*FRONTS[:3], first=2, actor=2))
    table.links, table.since, table.silent_seats = {2: LinkState.LOST}, 40.0, (2,)
    return table


def stuck() -> RulesTable:
    """The host is gone, and with it the computer player that it ran: no vote can help."""
    table = silent()
    table.links[1] = LinkState.LOST
    return table


def voting() -> RulesTable:
    table = RulesTable.of(position(*FRONTS, first=2, actor=2))
    table.links, table.since, table.silent_seats = {2: LinkState.LOST}, 40.0, (2,)
    table.agreed, table.votes = (2,), (VoteView(1, 1, (2,)),)
    return table


def alone() -> RulesTable:
    table = RulesTable.of(position(*FRONTS[:2], actor=1))
    table.game = table.game.without(1, Standing.LEFT)
    table.gone, table.alone, table.silent = (1,), True, True
    return table


def timed() -> RulesTable:
    table = ordering()
    table.deadline, table.wants_pause = 145.0, (2,)
    return table


def late() -> RulesTable:
    table = ordering()
    table.deadline = 104.0
    return table


def paused() -> RulesTable:
    table = RulesTable.of(position(*FRONTS, actor=1))
    table.wants_pause = ALL
    return table


class Answered(RulesTable):
    """Whoever comes next has decided at once."""

    def decide(self, decision: Decision) -> None:
        super().decide(decision)
        self.play(self.game.legal()[0])  # type: ignore[arg-type]


def answered() -> RulesTable:
    start = position("9999", "88777", "2", round=1, phase=Phase.ENDING, first=0)
    return Answered.of(start)


def setting_up() -> RulesTable:
    table = RulesTable.of(position(*FRONTS))
    table.is_set_up, table.silent = False, True
    table.doing = {0: Doing.READY, 1: Doing.READY, 2: Doing.WORKING, 3: Doing.CHECKING}
    object.__setattr__(table.game.position, "phase", Phase.DEAL)
    object.__setattr__(table.game.position, "actor", None)
    table.waits = (2,)
    return table


def sitting_out() -> RulesTable:
    table = RulesTable.of(position(*FRONTS, actor=1))
    table.sits_out, table.wants_pause = True, (2,)
    return table


def stopped() -> RulesTable:
    """What only the keys of all seats together can do, in a pause."""
    table = dealing()
    table.stopped = (
        f"The keys of this deal give no deck ({BadProof(NoKey.IDENTITY, 'the joint key')})."
    )
    table.deck, table.wants_pause = DeckView(ALL, (), (), ()), ALL
    return table


def voted_on() -> RulesTable:
    """Two who said of each other that they are silent."""
    table = RulesTable.of(position(*FRONTS, first=2, actor=2))
    table.silent_seats, table.votes = (1, 2), (VoteView(1, 1, (2,)), VoteView(2, 1, (1,)))
    return table


def ended(*standing: Standing, by_default: bool = False, is_lesson: bool = False) -> RulesTable:
    """A game is over: one score is good for the Hall of Fame, one for the Wall of Shame, unless
    it was won by default."""
    table = RulesTable.of(position("56677889", "00-", "44", "3"))
    last = {"phase": Phase.OVER, "actor": None, "by_default": by_default, "standing": standing}
    table.game = replace(table.game, position=replace(table.game.position, **last))
    table.is_lesson, table.results = is_lesson, () if is_lesson else (0, 1)
    return table


def in_the_halls() -> RulesTable:
    return ended(Standing.SEATED, Standing.SEATED, Standing.FAULT, Standing.LEFT)


def by_default() -> RulesTable:
    return ended(Standing.SEATED, Standing.LEFT, Standing.FAULT, Standing.ABSENT, by_default=True)


def unranked() -> RulesTable:
    return ended(*[Standing.FAULT] * 4, by_default=True)


def lesson_over() -> RulesTable:
    return ended(*[Standing.SEATED] * 4, is_lesson=True)


def over_here() -> RulesTable:
    """Another game can be had after it."""
    table = over()
    table.again = lambda: None
    return table


def paused_before_my_order() -> RulesTable:
    table = ordering()
    table.wants_pause = ALL
    return table


def talking() -> RulesTable:
    table = waiting()
    table.talk = (TalkView(1, "", "good-luck"), TalkView(3, "ні, дякую", ""))
    return table


def troubled() -> RulesTable:
    """A seat at fault, one that has left, one that is absent."""
    table = RulesTable.of(position(*FRONTS, actor=0, first=0), hand="26648-")
    for seat, standing in ((1, Standing.FAULT), (2, Standing.LEFT), (3, Standing.ABSENT)):
        table.game = table.game.without(seat, standing)
    table.faults = {1: str(Refused(refused.Reason.BAD_SHUFFLE))}
    table.gone = (2,)
    return table


def before_my_order() -> RulesTable:
    return RulesTable.of(position(*FRONTS, first=1, actor=1), hand="26648-")


def before_my_turn() -> RulesTable:
    start = turn_position("66", *FRONTS, first=1)
    start = replace(start, actor=1, orders=(Placed(2, False), Placed(1, False), None, None))
    return RulesTable.of(start, hand="28-", order="66", orders=("9",))


def before_my_discard() -> RulesTable:
    fronts = ("33456789", "99889", "2")
    return RulesTable.of(position(*fronts, round=1, phase=Phase.ENDING, first=1, actor=1))


def opened_hands() -> RulesTable:
    table = over()
    table.hands = (HandView(1, 3, 0, cards("66120")), HandView(1, 3, 1, cards("99887-")))
    table.opens = (0, 1, 2)
    return table


def hinted() -> RulesTable:
    """Somebody who may ask for hints, and gets this one."""
    table = ordering()
    table.adviser = adviser_saying(
        Hint(
            PlaceOrder(Order((Card.BANKER, Card.BANKER))),
            Reason(Why.WINS_FAMILY, Card.BANKER, None, 6),
            chance=0.412,
            influence=(17.4, 11.6, 9.0, 20.2),
            next_best=PlaceOrder(Order((Card.LOBBYING,))),
            ahead=0.034,
            sacrifice=Sacrifice(
                PlaceOrder(Order((Card.MERCHANT, Card.MERCHANT))),
                points=3,
                later=Later.HOLDS_BACK,
                gain=4,
                card=Card.BANKER,
                seat=3,
            ),
        )
    )
    return table


def thinking() -> RulesTable:
    """The hint is not found yet."""

    async def think(_sight: Sight) -> Hint:
        await asyncio.sleep(3600)
        raise WorkFailed

    table = ordering()
    table.adviser = Adviser(lambda: None, think)
    return table


MOMENTS: tuple[tuple[str, Callable[[], RulesTable], tuple[str, ...]], ...] = (
    ("order", ordering, ()),
    ("order-chosen", ordering, ("6",)),
    ("order-sealing", ordering, ("6", "enter")),
    ("order-late", late, ()),
    ("turn", turning, ()),
    ("turn-event-waits", turning, ("enter",)),
    ("turn-victim", turning, ("enter", "enter", "right")),
    ("turn-swap", turning, ("down", "enter", "enter", "enter", "right", "enter")),
    ("discard", discarding, ("4", "5")),
    ("played", answered, ("9", "enter", "enter")),
    ("dealing", dealing, ()),
    ("setting-up", setting_up, ()),
    ("waiting", waiting, ()),
    ("timed", timed, ()),
    ("paused", paused, ()),
    ("paused-order", paused_before_my_order, ()),
    ("talking", talking, ()),
    ("talk", talking, ("f6", "down", "down")),
    ("sitting-out", sitting_out, ()),
    ("stopped", stopped, ()),
    ("silent", silent, ()),
    ("silent-window", silent, ("f7",)),
    ("stuck", stuck, ()),
    ("stuck-window", stuck, ("f7",)),
    ("whom-window", voted_on, ("f7",)),
    ("voting", voting, ()),
    ("alone", alone, ()),
    ("alone-window", alone, ("enter",)),
    ("preparing-order", before_my_order, ("space", "6")),
    ("kept-order", before_my_order, ("space", "6", "enter")),
    ("preparing-turn", before_my_turn, ("space", "enter")),
    ("preparing-discard", before_my_discard, ("space", "4", "8")),
    ("over", over, ("escape",)),
    ("hint", hinted, ("h",)),
    ("hint-thinking", thinking, ("h",)),
    ("menu-hint", hinted, ("escape",)),
    ("help", ordering, ("6", "f1")),
    ("log", waiting, ("f2",)),
    ("players", waiting, ("f3",)),
    ("players-dealing", dealing, ("f3", "end")),
    ("players-dealt", ordering, ("f3", "end")),
    ("players-troubled", troubled, ("f3",)),
    ("powers", ordering, ("f4",)),
    ("scores", ordering, ("f5",)),
    ("result", over, ()),
    ("result-halls", in_the_halls, ()),
    ("result-default", by_default, ()),
    ("result-unranked", unranked, ()),
    ("result-lesson", lesson_over, ()),
    ("again", over_here, ("r",)),
    ("hands", opened_hands, ("escape", "escape", "0")),
    ("menu", voting, ("escape",)),
    ("menu-over", over, ("escape", "escape")),
    ("settings", ordering, ("escape", "up", "enter")),
    ("leave", ordering, ("ctrl+q",)),
)


def is_first(table: Callable[[], RulesTable], keys: tuple[str, ...]) -> bool:
    """Whether a moment is what its table shows by itself."""
    return not keys and table().view().outcome is None


#: A window in which there is no room for the table.
TOO_SMALL = (40, 12)
WIDE = (
    "order-chosen", "turn", "turn-victim", "dealing", "over", "talking", "voting", "silent-window",
    "players", "help", "talk",
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "table", "keys"), MOMENTS, ids=[name for name, _table, _keys in MOMENTS]
)
async def test_the_screen_at_its_main_moments(
    name: str,
    table: Callable[[], RulesTable],
    keys: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In three sizes one after another, as a window is drawn larger and smaller; nothing is cut."""
    monkeypatch.setattr("getpass.getuser", lambda: "ada")
    with noticed() as cuts:
        async with shown(table(), SIZES[0], SLOW) as pilot:
            if scene_of(pilot).view.outcome is not None:
                await until(pilot, lambda: isinstance(pilot.app.screen, PageScreen))
            await pilot.press(*keys)
            await pilot.pause()
            for size in SIZES:
                check_golden(GOLDENS, name, size, await resized(pilot, size))
                assert cuts.on(pilot) == ()
            scene = scene_of(pilot)
            for size in OTHER_SIZES:
                assert cuts.at_the_table(scene, size) == ()
            if is_first(table, keys):
                assert first_scene(table(), SLOW) == scene


@pytest.mark.parametrize(
    ("table", "keys"),
    [
        (voting, ()),
        (stuck, ()),
        (paused, ()),
        (turning, ("enter", "enter", "right")),
        (before_my_discard, ("space", "4", "8")),
    ],
)
async def test_the_longest_names_are_cut_over_the_columns_and_nowhere_else(
    table: Callable[[], RulesTable], keys: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    names = tuple(f"{letter * 11}{letter.upper()}" for letter in "abcd")
    monkeypatch.setattr(helpers, "NAMES", names)
    with noticed() as cuts:
        async with shown(table(), SIZES[0], replace(STILL, wall=lambda: "14:05")) as pilot:
            await pilot.press(*keys)
            await pilot.pause()
            for size in ((80, 24), (76, 24)):
                await resized(pilot, size)
                cut = {whole.strip(" @>") for _left, whole in cuts.on(pilot)}
                assert cut <= set(names)


@pytest.mark.parametrize("size", OTHER_SIZES)
async def test_what_the_table_would_show_in_a_window_is_what_it_shows_there(
    size: tuple[int, int],
) -> None:
    async with shown(turning(), size) as pilot:
        parts = Frame(*size).parts(scene_of(pilot))
        for name, lines in parts.items():
            drawn = pilot.app.screen.query_one(f"#{name}").content_region
            text = [line[drawn.x : drawn.right] for line in text_of(pilot)[drawn.y : drawn.bottom]]
            assert [line.rstrip() for line in text] == [line.text.rstrip() for line in lines]
        if "side" not in parts:
            assert lines_at(scene_of(pilot), size) == text_of(pilot)


async def test_a_window_that_is_too_small_says_what_it_needs() -> None:
    with noticed() as cuts:
        async with shown(ordering(), TOO_SMALL) as pilot:
            check_golden(GOLDENS, "too-small", TOO_SMALL, text_of(pilot))
            assert cuts.on(pilot) == ()


async def test_frames_are_drawn_with_lines_where_the_terminal_can() -> None:
    look = replace(STILL, ascii=False)
    async with shown(ordering(), (120, 40), look) as pilot:
        lines = text_of(pilot)
        await pilot.press("f5")
        await pilot.pause()
        page = text_of(pilot)
    plain = "\n".join(lines).replace("\u2500", "-").replace("\u2502", "|")
    assert "\u2500" * 80 in "\n".join(lines)
    assert plain.isascii()
    assert all(cells.width(line) <= 120 for line in lines)
    assert "\u256d" in "\n".join(page)


def test_every_golden_belongs_to_a_moment() -> None:
    known = {golden_name(name, size) for name, *_ in MOMENTS for size in SIZES}
    known.add(golden_name("too-small", TOO_SMALL))
    assert {file.name for file in GOLDENS.glob("*.txt")} == known
