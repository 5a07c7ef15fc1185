"""Every decision by mouse: a click marks, a second one accepts, the wheel changes a number."""

from __future__ import annotations

import pytest
from textual import events
from textual.pilot import Pilot

from koryo_tui.drafts.discard import DiscardDraft
from koryo_tui.drafts.order import OrderDraft
from koryo_tui.drafts.turn import DutyKind, TurnDraft
from koryo_tui.drawing import ledger
from koryo_tui.screens.choice import ChoiceScreen
from koryo_tui.screens.page import PageScreen
from koryo_tui.screens.table import TableScreen
from protocol.peer.questions import ChooseDiscard, PlaceOrder, PlayTurn
from protocol.peer.view import LinkState
from protocol.rules import (
    CARDS,
    Card,
    Destroy,
    Discard,
    Done,
    Order,
    Phase,
    Referee,
    Steal,
    Swap,
    TakeToken,
    TurnUp,
)
from tests.koryo_tui.helpers import (
    RulesTable,
    position,
    shown,
    shuffled,
    text_of,
    turn_position,
    until,
)

FRONTS = ("446779", "133688899-", "2355770", "458999")
_PROMPT = 21


def prompt_of(pilot: Pilot[int]) -> str:
    return text_of(pilot)[_PROMPT].strip()


def scene_of(pilot: Pilot[int]):  # type: ignore[no-untyped-def]
    return next(s for s in pilot.app.screen_stack if isinstance(s, TableScreen)).scene


async def click_text(pilot: Pilot[int], text: str, *, after: int = 0) -> None:
    """A click on the first place where the screen says ``text``, from row ``after`` on."""
    lines = text_of(pilot)
    row = next(y for y in range(after, len(lines)) if text in lines[y])
    await pilot.click(offset=(lines[row].index(text), row))
    await pilot.pause()


async def click_cell(pilot: Pilot[int], column: int, card: Card | None) -> None:
    """A click on a card, or on the tokens, in a column counted from the left."""
    grid = ledger.Grid.of(scene_of(pilot), pilot.app.size.width)
    row = 2 + (CARDS.index(card) if card is not None else len(CARDS) + 2)
    await pilot.click(offset=(17 + column * grid.column + 3, row + 1))
    await pilot.pause()


async def wheel(pilot: Pilot[int], *, up: bool) -> None:
    kind = events.MouseScrollUp if up else events.MouseScrollDown
    await pilot._post_mouse_events([kind], None, offset=(5, 5))
    await pilot.pause()


async def accept(pilot: Pilot[int]) -> None:
    await pilot.click(offset=(4, _PROMPT))
    await pilot.pause()


async def test_an_order_by_mouse() -> None:
    table = RulesTable.of(position(*FRONTS), hand="26648-")
    async with shown(table) as pilot:
        await click_cell(pilot, 0, Card.BANKER)
        await click_cell(pilot, 0, Card.BANKER)
        assert prompt_of(pilot) == "Enter seals 2 Bankers face down."
        await wheel(pilot, up=False)
        assert prompt_of(pilot) == "Enter seals 1 Banker face down."
        await wheel(pilot, up=True)
        await wheel(pilot, up=True)
        assert prompt_of(pilot) == "You have taken all of your Bankers."
        await click_text(pilot, "Enter", after=22)
        assert prompt_of(pilot) == "Seal 2 Bankers for good? Enter again seals."
        await click_text(pilot, "Esc back", after=22)
        await accept(pilot)
        await accept(pilot)
    assert table.decisions == [PlaceOrder(Order((Card.BANKER, Card.BANKER)))]


async def test_a_pair_by_mouse() -> None:
    table = RulesTable.of(position("5559", "6", "7"), hand="266480")
    async with shown(table) as pilot:
        for card in (Card.SPY, Card.SPY, Card.BARBARIANS):
            await click_cell(pilot, 0, card)
        await click_text(pilot, "second type", after=22)
        await accept(pilot)
        await accept(pilot)
    assert table.decisions == [PlaceOrder(Order((Card.SPY, Card.BARBARIANS)))]


async def use(pilot: Pilot[int], label: str) -> None:
    """Does a line of the list of the turn, marked already or not."""
    draft = scene_of(pilot).draft
    await click_text(pilot, label, after=18)
    if scene_of(pilot).draft.moves == draft.moves and scene_of(pilot).draft.aim is None:
        await click_text(pilot, label, after=18)


async def aim_at(pilot: Pilot[int], column: int, card: Card | None) -> None:
    """Marks a place and chooses it."""
    cursor = scene_of(pilot).draft.aim.cursor
    await click_cell(pilot, column, card)
    if scene_of(pilot).draft.aim is not None and scene_of(pilot).draft.aim.cursor != cursor:
        await click_cell(pilot, column, card)


async def test_a_turn_with_victim_swap_and_powers_by_mouse() -> None:
    fronts = ("2466779", "13688899", "2355770", "458999")
    table = RulesTable.of(turn_position("0-", *fronts, tokens=(1, 1, 2, 0), pair=True), order="0-")
    async with shown(table) as pilot:
        await use(pilot, "0 turn up Barbarians")
        await use(pilot, "0 use Barbarians")
        await aim_at(pilot, 2, Card.SENATOR)
        assert prompt_of(pilot) == "Destroy Marco's Senator? Enter again does it."
        await click_cell(pilot, 2, Card.SENATOR)
        await use(pilot, "- turn up Lobbying")
        await use(pilot, "- use Lobbying")
        await aim_at(pilot, 0, Card.SPY)
        assert prompt_of(pilot) == "Lobbying: swap your Spy with which character?"
        await aim_at(pilot, 1, Card.OMNISCIENT)
        assert prompt_of(pilot) == "Swap your Spy and Olena's Omniscient? Enter again does it."
        await click_cell(pilot, 1, Card.OMNISCIENT)
        await use(pilot, "6 Bankers")
        await click_text(pilot, "u undo", after=22)
        await use(pilot, "6 Bankers")
        await click_text(pilot, "Done", after=18)
        await accept(pilot)
        await accept(pilot)
    assert table.decisions == [
        PlayTurn(
            (
                TurnUp(Card.BARBARIANS),
                Destroy(2, Card.SENATOR),
                TurnUp(Card.LOBBYING),
                Swap(0, Card.SPY, 1, Card.OMNISCIENT),
                TakeToken(),
                Done(),
            )
        )
    ]


async def test_spies_are_aimed_at_tokens_by_mouse() -> None:
    table = RulesTable.of(turn_position("9", "24", "6", "7", tokens=(0, 1, 1)), order="9")
    async with shown(table) as pilot:
        await use(pilot, "9 turn up")
        await use(pilot, "2 Spies")
        await aim_at(pilot, 2, None)
        await click_text(pilot, "Done", after=18)
        await accept(pilot)
        await accept(pilot)
    assert table.decisions == [PlayTurn((TurnUp(Card.MERCHANT), Steal(2), Done()))]


async def test_only_legal_places_react_and_others_say_why() -> None:
    table = RulesTable.of(turn_position("0", "4", "66", "8"), order="0")
    async with shown(table) as pilot:
        await use(pilot, "0 turn up")
        await use(pilot, "0 use")
        aim = scene_of(pilot).draft.aim
        for column, card, said in (
            (0, Card.PRIEST, "Choose another player, not yourself."),
            (1, Card.PRIEST, "There are no Priests in that front."),
            (1, Card.LOBBYING, "Events stay where they are."),
        ):
            await click_cell(pilot, column, card)
            assert prompt_of(pilot) == said
            assert scene_of(pilot).draft.aim == aim


async def test_a_shield_is_told_when_it_is_clicked() -> None:
    table = RulesTable.of(turn_position("0", "4", "677", "8"), order="0")
    async with shown(table) as pilot:
        await use(pilot, "0 turn up")
        await use(pilot, "0 use")
        await click_cell(pilot, 1, Card.BANKER)
        assert prompt_of(pilot) == "Olena's Guardians keep Barbarians away. Choose another."


async def test_a_discard_by_mouse() -> None:
    table = RulesTable.of(position("45678", "9", "", round=1, phase=Phase.ENDING))
    async with shown(table) as pilot:
        await click_cell(pilot, 0, Card.BROADCASTER)
        await wheel(pilot, up=True)
        await wheel(pilot, up=False)
        await wheel(pilot, up=True)
        await click_cell(pilot, 0, Card.SHIP_OWNER)
        await click_cell(pilot, 0, Card.SHIP_OWNER)
        await accept(pilot)
        await accept(pilot)
    assert table.decisions == [ChooseDiscard(Discard((Card.SHIP_OWNER, Card.BROADCASTER)))]


@pytest.mark.parametrize(
    ("text", "row", "title"),
    [("F1", 23, "Help"), ("Players", 23, "Players"), ("Olena", 1, "Players"), ("12", 17, "Scores")],
)
async def test_pages_open_by_a_click_and_close_by_one_on_their_title(
    text: str, row: int, title: str
) -> None:
    async with shown(RulesTable.of(position(*FRONTS), hand="26648-")) as pilot:
        await click_text(pilot, text, after=row)
        await until(pilot, lambda: isinstance(pilot.app.screen, PageScreen))
        await pilot.pause()
        await click_text(pilot, f"{title}   ")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))


async def test_a_vote_by_mouse() -> None:
    table = RulesTable.of(position(*FRONTS, first=2, actor=2))
    table.silent_seats, table.since, table.links = (2,), 40.0, {2: LinkState.LOST}
    async with shown(table) as pilot:
        await click_text(pilot, "go on without", after=22)
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceScreen))
        await pilot.pause()
        await click_text(pilot, "2. Go on without Marco")
        await click_text(pilot, "1. Wait for Marco")
        await click_text(pilot, "2. Go on without Marco")
        assert table.agreed == ()
        await click_text(pilot, "2. Go on without Marco")
        await until(pilot, lambda: table.agreed == (2,))


async def test_talk_by_mouse() -> None:
    table = RulesTable.of(position(*FRONTS), hand="26648-")
    async with shown(table) as pilot:
        await click_text(pilot, "Talk", after=23)
        await until(pilot, lambda: not isinstance(pilot.app.screen, TableScreen))
        await pilot.pause()
        await click_text(pilot, "Thank you.")
        await click_text(pilot, "Thank you.")
        await until(pilot, lambda: len(table.talk) == 1)
        assert table.talk[0].phrase == "thanks"


async def play_by_mouse(pilot: Pilot[int]) -> None:
    """One click of seat 0 towards its decision, as a person reading the screen would make it."""
    match scene_of(pilot).draft:
        case OrderDraft() as draft if draft.order is None:
            await click_cell(pilot, 0, draft.card)
        case TurnDraft() as draft if draft.aim is not None:
            legal = draft.aim.cursor if draft.aim.cursor in draft.aim.legal else None
            cell = legal or min(draft.aim.legal, key=lambda each: (each.seat, str(each.card)))
            column = ledger.Grid.of(scene_of(pilot), 80).seats.index(cell.seat)
            await click_cell(pilot, column, cell.card)
        case TurnDraft() as draft:
            able = next(d for d in draft.duties if d.moves and d.kind is not DutyKind.DECLINE)
            label = draft.duties.index(able)
            if label == draft.mark:
                await accept(pilot)
            else:
                await wheel(pilot, up=True)
        case DiscardDraft() as draft if not draft.is_legal:
            wanted = draft.question.legal[0].cards
            card = next(c for c in wanted if draft.chosen[c] < wanted.count(c))
            await click_cell(pilot, 0, card)
        case _:
            await accept(pilot)


@pytest.mark.parametrize("seats", [3])
async def test_a_whole_game_by_mouse(seats: int) -> None:
    table = RulesTable(Referee.start(tuple(range(seats)), 0, shuffled(f"mouse {seats}")))
    async with shown(table) as pilot:
        for _ in range(3000):
            game = table.game
            if game.position.phase is Phase.OVER:
                break
            if game.position.actor == 0:
                await play_by_mouse(pilot)
            elif game.position.phase is Phase.ACTION:
                moves, ahead = [], game
                while not moves or moves[-1] != Done():
                    moves.append(ahead.legal()[0])
                    ahead = ahead.play(moves[-1])
                table.play_turn(*moves)
                await pilot.pause()
            else:
                legal = game.legal()
                table.play(legal[len(legal) // 2])  # type: ignore[arg-type]
                await pilot.pause()
        assert table.game.position.phase is Phase.OVER
        await until(pilot, lambda: isinstance(pilot.app.screen, PageScreen))
