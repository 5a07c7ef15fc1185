"""The table on the screen: every decision by keyboard, others' moves played, pages, sizes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.events import MouseScrollUp
from textual.pilot import Pilot

from koryo_tui.drafts.base import Watch
from koryo_tui.drawing import cells, panels
from koryo_tui.screens.choice import ChoiceScreen
from koryo_tui.screens.page import PageScreen
from koryo_tui.screens.table import TableScreen
from koryo_tui.widgets.lines import LinesView
from protocol.peer.questions import ChooseDiscard, NotAsked, PlaceOrder, PlayTurn
from protocol.peer.view import LinkState
from protocol.rules import (
    Card,
    Decline,
    Destroy,
    Discard,
    Done,
    IllegalMove,
    Order,
    Phase,
    Placed,
    Reason,
    Referee,
    RemoveEvent,
    Steal,
    Swap,
    TakeToken,
    TurnUp,
)
from tests.koryo_tui.helpers import (
    STILL,
    RulesTable,
    cards,
    position,
    shown,
    shuffled,
    text_of,
    turn_position,
    until,
)

FRONTS = ("446779", "133688899-", "2355770", "458999")


def prompt_of(pilot: Pilot[int]) -> str:
    return text_of(pilot)[21].strip()


def scene_screen(pilot: Pilot[int]) -> TableScreen:
    return next(s for s in pilot.app.screen_stack if isinstance(s, TableScreen))


def scene_of(pilot: Pilot[int]):  # type: ignore[no-untyped-def]
    return scene_screen(pilot).scene


def line_of(pilot: Pilot[int], label: str) -> str:
    return next(line for line in text_of(pilot) if label in line)


async def test_an_order_is_chosen_previewed_and_sealed() -> None:
    table = RulesTable.of(position(*FRONTS), hand="26648-")
    async with shown(table) as pilot:
        assert prompt_of(pilot) == "Choose your order: cards of one type."
        await pilot.press("6")
        assert prompt_of(pilot) == "Enter seals 2 Bankers face down."
        assert "6 -> 12" in line_of(pilot, "influence now")
        assert "2 [2]" in line_of(pilot, "Bankers")
        await pilot.press("enter")
        assert prompt_of(pilot) == "Seal 2 Bankers for good? Enter again seals."
        assert not table.decisions
        await pilot.press("enter")
        assert table.decisions == [PlaceOrder(Order((Card.BANKER, Card.BANKER)))]
        assert prompt_of(pilot) == "Olena is choosing an order."
        assert "[66]" in line_of(pilot, "  order")
        assert "UNUSED" in text_of(pilot)[1]


async def test_a_card_not_in_hand_is_refused_in_the_prompt() -> None:
    async with shown(RulesTable.of(position(*FRONTS), hand="26648-")) as pilot:
        await pilot.press("7")
        assert prompt_of(pilot) == "You hold no Guardians."


async def test_the_ship_owners_make_a_pair_with_space() -> None:
    table = RulesTable.of(position("5559", "6", "7"), hand="266480")
    async with shown(table) as pilot:
        assert "two of two types" in prompt_of(pilot)
        await pilot.press("2", "up", "up", "up", "space", "enter", "enter")
        assert table.decisions == [PlaceOrder(Order((Card.SPY, Card.BARBARIANS)))]


async def test_space_on_the_first_type_of_a_pair_says_where_the_second_is_chosen() -> None:
    table = RulesTable.of(position("5559", "6", "7"), hand="266480")
    async with shown(table) as pilot:
        await pilot.press("2")
        assert "Up/Down second type" in text_of(pilot)[22]
        await pilot.press("space")
        assert prompt_of(pilot).startswith("For a second type go to another row first")
        assert scene_of(pilot).draft.order == Order((Card.SPY,))
        await pilot.press("down")
        assert "Up/Down second type" in text_of(pilot)[22], "none of them is in the hand"
        await pilot.press("6", "up", "up", "up", "up")
        assert "Space second type" in text_of(pilot)[22]


async def test_an_order_that_leads_over_the_limit_says_by_how_much() -> None:
    async with shown(RulesTable.of(position("4467799", "6", "7"), hand="266480")) as pilot:
        await pilot.press("6")
        assert "2 cards over the limit" in "\n".join(text_of(pilot))
        await pilot.press("2")
        assert "1 card over the limit" in "\n".join(text_of(pilot))
    async with shown(RulesTable.of(position("3347799", "6", "7"), hand="266480")) as pilot:
        await pilot.press("6")
        assert "over the limit" not in "\n".join(text_of(pilot))


async def test_a_turn_with_every_power_and_event_is_sent_as_a_whole() -> None:
    fronts = ("2466779", "13688899", "2355770", "458999")
    table = RulesTable.of(turn_position("0-", *fronts, tokens=(1, 1, 2, 0), pair=True), order="0-")
    async with shown(table) as pilot:
        await pilot.press("up")
        assert "do it" not in text_of(pilot)[22], "the turn cannot be ended yet"
        await pilot.press("0")
        assert "Enter do it" in text_of(pilot)[22]
        await pilot.press("enter")  # Barbarians up
        await pilot.press("enter", "3", "right")
        assert prompt_of(pilot) == "Barbarians: destroy which character?"
        await pilot.press("enter")
        assert prompt_of(pilot) == "Destroy Marco's Senator? Enter again does it."
        await pilot.press("enter")
        await pilot.press("enter", "enter", "enter", "right")  # Lobbying up, own Spy chosen
        assert prompt_of(pilot) == "Lobbying: swap your Spy with which character?"
        await pilot.press("left", "enter")
        assert prompt_of(pilot) == "Swap your Spy and Olena's Omniscient? Enter again does it."
        assert not table.decisions
        await pilot.press("enter", "6", "enter", "4", "enter", "0", "enter")
        assert prompt_of(pilot) == "Your turn. Enter ends your turn."
        await pilot.press("enter")
        assert prompt_of(pilot) == "End your turn? Enter again sends it."
        await pilot.press("enter")
    assert table.decisions == [
        PlayTurn(
            (
                TurnUp(Card.BARBARIANS),
                Destroy(2, Card.SENATOR),
                TurnUp(Card.LOBBYING),
                Swap(0, Card.SPY, 1, Card.OMNISCIENT),
                TakeToken(),
                RemoveEvent(Card.BARBARIANS),
                Done(),
            )
        )
    ]


async def test_spies_steal_from_the_chosen_player() -> None:
    table = RulesTable.of(turn_position("9", "24", "6", "7", tokens=(0, 1, 1)), order="9")
    async with shown(table) as pilot:
        await pilot.press("enter", "2", "enter")
        assert prompt_of(pilot) == "Steal a token from whom?"
        assert "<1>" in line_of(pilot, "  tokens")
        await pilot.press("tab", "enter", "enter", "enter")
    assert table.decisions == [PlayTurn((TurnUp(Card.MERCHANT), Steal(2), Done()))]


@pytest.mark.parametrize("key", ["u", "г", "backspace"])
async def test_undo_works_on_any_layout_and_declining_is_a_move(key: str) -> None:
    table = RulesTable.of(turn_position("0", "4", "66", "8"), order="0")
    async with shown(table) as pilot:
        await pilot.press("enter", "enter", "enter", "enter")
        assert "(" not in line_of(pilot, "Bankers")
        assert len(scene_of(pilot).draft.moves) == 2
        await pilot.press(key)
        assert len(scene_of(pilot).draft.moves) == 1
        await pilot.press("0", "enter")
        assert scene_of(pilot).draft.moves[-1] == Decline(Card.BARBARIANS)


async def test_undo_says_why_what_has_been_decided_stays() -> None:
    table = RulesTable.of(position(*FRONTS, actor=3, first=3), hand="26648-")
    async with shown(table) as pilot:
        await pilot.press("u")
        assert prompt_of(pilot) == "There is nothing to undo."
        table.play(Order((Card.MERCHANT,)))
        await until(pilot, lambda: scene_of(pilot).view.question is not None)
        await pilot.press("6", "enter", "enter", "u")
        assert prompt_of(pilot) == "Your order is sealed: it cannot be undone."
    start = replace(turn_position("66", "47", "9", first=0), orders=(Placed(2, False),) * 2)
    table = RulesTable.of(start, order="66", orders=("99",))
    async with shown(table) as pilot:
        await pilot.press("enter", "up", "enter", "enter", "u")
        await until(pilot, lambda: bool(table.decisions))
        assert prompt_of(pilot) == "Your turn is sent: it cannot be undone."


async def test_ending_with_a_power_unused_warns_once() -> None:
    table = RulesTable.of(turn_position("9", "66", "6", "7"), order="9")
    async with shown(table) as pilot:
        await pilot.press("enter", "up", "enter")
        assert prompt_of(pilot) == (
            "End your turn? You have not used: Bankers. Enter again sends it."
        )
        await pilot.press("enter")
        assert len(table.decisions) == 1


async def test_what_the_unused_powers_leave_no_room_for_is_not_the_question() -> None:
    table = RulesTable.of(turn_position("9", "224466-", "6", "7"), order="9")
    async with shown(table) as pilot:
        await pilot.press("enter", "up", "enter")
        assert prompt_of(pilot) == "End your turn? Enter again sends it."


async def test_a_discard_is_chosen_and_sent() -> None:
    table = RulesTable.of(position("45678", "9", "", round=1, phase=Phase.ENDING))
    async with shown(table) as pilot:
        assert prompt_of(pilot) == "Over the limit: discard 2 cards; 0 chosen."
        await pilot.press("4", "enter")
        assert prompt_of(pilot) == "Discard 2 cards."
        await pilot.press("8", "enter")
        assert prompt_of(pilot) == "Discard 1 Priest and 1 Broadcaster? Enter again does it."
        assert "-1" in line_of(pilot, "Priests")
        await pilot.press("enter")
    assert table.decisions == [ChooseDiscard(Discard((Card.PRIEST, Card.BROADCASTER)))]


async def test_a_draft_begun_is_kept_while_links_come_and_go() -> None:
    table = RulesTable.of(position(*FRONTS), hand="26648-")
    async with shown(table) as pilot:
        await pilot.press("6")
        table.links[2] = LinkState.LOST
        table.changed()
        await until(pilot, lambda: "x lost 0:12" in text_of(pilot)[2])
        assert prompt_of(pilot) == "Enter seals 2 Bankers face down."


@pytest.mark.parametrize(
    ("refused", "said"),
    [
        (IllegalMove(Reason.NOT_YOUR_TURN), "This decision is not due now."),
        (NotAsked("Nothing of this kind is asked for now."), "Nothing of this kind is asked for"),
    ],
)
async def test_a_decision_the_session_refuses_is_explained_and_can_be_made_again(
    refused: ValueError, said: str
) -> None:
    class Refusing(RulesTable):
        def decide(self, decision: object) -> None:
            raise refused

    start = RulesTable.of(position(*FRONTS), hand="26648-")
    table = Refusing(start.game, hand=start.hand)
    async with shown(table) as pilot:
        await pilot.press("6", "enter", "enter")
        assert prompt_of(pilot).startswith(said)
        await pilot.press("escape")
        assert prompt_of(pilot) == "Enter seals 2 Bankers face down."


async def test_others_moves_are_played_one_by_one_and_any_key_shows_them_all() -> None:
    table = RulesTable.of(turn_position("9", "66", "6", "7"), order="9")
    table.you = 1
    async with shown(table, look=replace(STILL, pace=1000)) as pilot:
        table.play_turn(TurnUp(Card.MERCHANT), TakeToken(), Done())
        await until(pilot, lambda: scene_of(pilot).is_playing)
        assert scene_of(pilot).shown == 1
        assert text_of(pilot)[22].strip() == "Enter show everything at once"
        assert prompt_of(pilot) == "What has just happened is shown step by step."
        assert text_of(pilot)[20].strip() == "Ada's order is 1 Merchant."
        await pilot.press("x")
        assert not scene_of(pilot).is_playing
        assert scene_of(pilot).shown == len(table.happenings)
        assert not table.decisions
    async with shown(table, look=replace(STILL, pace=1000)) as pilot:
        scene = scene_of(pilot)
        assert not scene.is_playing, "what a table that is taken up again holds is past"
        assert len(scene.log) == scene.shown == len(table.happenings)


async def test_while_a_round_is_played_back_the_own_hand_is_of_that_round() -> None:
    last = replace(
        turn_position("9", "66", "6", "7", first=0),
        actor=2,
        orders=(None, None, Placed(1, False)),
    )
    table = RulesTable.of(last, orders=("", "9"))
    table.hand, table.order = cards("669"), Order((Card.MERCHANT,))
    async with shown(table, look=replace(STILL, pace=1000)) as pilot:
        assert "UNUSED" in text_of(pilot)[1]
        table.play_turn(TurnUp(Card.MERCHANT), Done())
        await until(pilot, lambda: scene_of(pilot).is_playing)
        scene = scene_of(pilot)
        assert scene.view.position is not None
        assert scene.view.position.round > last.round
        assert scene.view.order is None
        assert (scene.hand, scene.order) == (cards("66"), Order((Card.MERCHANT,)))
        assert "UNUSED" in text_of(pilot)[1]
        await pilot.press("x")
        assert scene_of(pilot).hand == scene_of(pilot).view.hand
        assert f"HAND {last.deal_size - 1}" in text_of(pilot)[1]


async def test_an_order_placed_in_the_next_round_is_not_shown_in_this_one() -> None:
    last = replace(
        turn_position("9", "66", "6", "7", first=0),
        actor=2,
        orders=(None, None, Placed(1, False)),
    )
    table = RulesTable.of(last, orders=("", "9"))
    table.hand, table.order = cards("669"), Order((Card.MERCHANT,))
    async with shown(table, look=replace(STILL, pace=1000)) as pilot:
        table.changed = lambda: None
        table.play_turn(TurnUp(Card.MERCHANT), Done())
        while table.game.position.actor != 0:
            actor = table.game.position.actor
            assert actor is not None
            hand = table.game.hand(actor)
            table.play(Order((next(card for card in Card if hand[card]),)))
        first = next(card for card in Card if table.game.hand(0)[card])
        table.decide(PlaceOrder(Order((first,))))
        pilot.app.call_later(scene_screen(pilot).session_changed)
        await until(pilot, lambda: scene_of(pilot).is_playing)
        assert scene_of(pilot).order == Order((Card.MERCHANT,))
        assert "[" not in line_of(pilot, "  order")[:30]


async def test_own_moves_are_not_played_again() -> None:
    table = RulesTable.of(turn_position("9", "66", "6", "7"), order="9")
    async with shown(table, look=replace(STILL, pace=1000)) as pilot:
        await pilot.press("enter", "enter", "enter", "enter")
        assert len(table.decisions) == 1
        own = [h for h in table.happenings if getattr(h, "seat", None) == 0]
        assert scene_of(pilot).shown >= len(own)


async def test_the_player_is_called_once_when_a_decision_is_due() -> None:
    calls: list[bool] = []
    table = RulesTable.of(position(*FRONTS, actor=3, first=3), hand="26648-")
    look = replace(STILL, attention=lambda app, mine: calls.append(mine))
    async with shown(table, look=look) as pilot:
        assert calls == []
        table.play(Order((Card.MERCHANT,)))
        await until(pilot, lambda: bool(calls))
        table.changed()
        await pilot.pause()
        assert calls == [True]
        await pilot.press("6", "enter", "enter")
        assert calls == [True, False]


@pytest.mark.parametrize(
    ("key", "title"),
    [("f1", "Help"), ("?", "Help"), ("f2", "Log"), ("f3", "Players"), ("f4", "Powers")],
)
async def test_pages_open_over_the_table_and_escape_closes(key: str, title: str) -> None:
    async with shown(RulesTable.of(position(*FRONTS), hand="26648-")) as pilot:
        await pilot.press("question_mark" if key == "?" else key)
        await until(pilot, lambda: isinstance(pilot.app.screen, PageScreen))
        await pilot.pause()
        assert any(title in line for line in text_of(pilot))
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, TableScreen)


async def test_the_key_of_another_page_opens_it_and_the_same_one_closes() -> None:
    async with shown(RulesTable.of(position(*FRONTS), hand="26648-")) as pilot:
        for key, title in (("f2", "Log"), ("f3", "Players"), ("f4", "Powers")):
            await pilot.press(key)
            await pilot.pause()
            assert any(f"{title}   Esc" in line for line in text_of(pilot))
            assert sum(isinstance(each, PageScreen) for each in pilot.app.screen_stack) == 1
        await pilot.press("f4")
        assert isinstance(pilot.app.screen, TableScreen)


async def test_a_page_says_in_its_last_line_that_it_is_your_turn() -> None:
    table = RulesTable.of(position(*FRONTS, actor=3, first=3), hand="26648-")
    async with shown(table) as pilot:
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(pilot.app.screen, PageScreen))
        await pilot.pause()
        assert "your turn to decide" not in "\n".join(text_of(pilot))
        table.play(Order((Card.MERCHANT,)))
        said = "It is your turn to decide: Esc goes back to the table."
        await until(pilot, lambda: said in text_of(pilot)[22])
        under = [line.text for line in panels.prompt(scene_of(pilot), 80)]
        assert under[0].strip() == said
        assert not under[1].strip()
        keys = "F1 Help  F2 Log  F3 Players  F4 Powers  F5 Scores  ^Q Leave"
        assert panels.footer(scene_of(pilot), 80).text.strip() == keys
        await pilot.press("escape", "escape")
        await until(pilot, lambda: panels.footer(scene_of(pilot), 80).text.strip() == "^Q Leave")
        await pilot.press("escape")
        await until(pilot, lambda: "F6 Talk" in text_of(pilot)[23])
        assert prompt_of(pilot) == "Choose your order: cards of one type."
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(pilot.app.screen, PageScreen))
        await pilot.pause()
        assert all(line.strip() for line in text_of(pilot)[:2])


async def test_what_is_being_closed_is_not_drawn_any_more() -> None:
    """The table may be drawn once more while a page over it, or it itself, is taken apart."""
    async with shown(RulesTable.of(position(*FRONTS), hand="26648-")) as pilot:
        await pilot.press("f5")
        await until(pilot, lambda: isinstance(pilot.app.screen, PageScreen))
        for screen in (pilot.app.screen, scene_screen(pilot)):
            await screen.query("*").remove()
            scene_screen(pilot).repaint()


async def test_the_scores_tell_where_influence_would_come_from() -> None:
    async with shown(RulesTable.of(position(*FRONTS), hand="26648-")) as pilot:
        await pilot.press("f5")
        await until(pilot, lambda: isinstance(pilot.app.screen, PageScreen))
        await pilot.pause()
        text = "\n".join(text_of(pilot))
        assert "If the game ended now:" in text
        assert "families 4 = 4" not in text
        assert "family 4, tokens +2, events 0" in text


async def test_the_keyboard_explains_the_marked_row_while_waiting() -> None:
    async with shown(RulesTable.of(position(*FRONTS, actor=1))) as pilot:
        assert isinstance(scene_of(pilot).draft, Watch)
        await pilot.press("6", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, PageScreen))
        await pilot.pause()
        assert any("6 Bankers" in line for line in text_of(pilot))


async def test_a_small_window_says_what_it_needs_and_the_game_goes_on() -> None:
    table = RulesTable.of(position(*FRONTS), hand="26648-")
    async with shown(table, size=(75, 24)) as pilot:
        assert "76 x 24" in text_of(pilot)[0]
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: "Choose your order" in text_of(pilot)[21])
        await pilot.press("2", "down", "space")
        before, drafted = text_of(pilot), scene_of(pilot).draft
        assert drafted.order is not None
        await pilot.resize_terminal(40, 12)
        await until(pilot, lambda: text_of(pilot) != before)
        await pilot.press("enter", "6", "up", "u", "escape", "f1", "f8", "h", "question_mark")
        await pilot.click(offset=(3, 3))
        pilot.app.screen.post_message(scroll())
        await pilot.pause()
        assert isinstance(pilot.app.screen, TableScreen), "nothing opens over what nobody sees"
        assert not table.decisions
        await pilot.press("ctrl+q")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceScreen))
        await pilot.press("escape")
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: text_of(pilot) == before)
        assert scene_of(pilot).draft == drafted


def scroll() -> MouseScrollUp:
    return MouseScrollUp(None, 1, 1, 0, 0, 0, False, False, False)


async def test_names_are_never_read_as_markup(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.koryo_tui.helpers.NAMES", ("Ada", "[b]x[/b]", "[red]", "W"))
    async with shown(RulesTable.of(position(*FRONTS), hand="26648-")) as pilot:
        assert "[b]x[/b]" in text_of(pilot)[1]
        assert "[red]" in text_of(pilot)[1]


async def test_wide_names_keep_the_columns() -> None:
    def columns(lines: tuple[str, ...]) -> set[int]:
        return {cells.width(line.split("|")[0]) for line in lines[1:14] if "|" in line}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "tests.koryo_tui.helpers.NAMES", ("Ada", "Олена Ковал", "银行家银行家", "e\u0301")
        )
        async with shown(RulesTable.of(position(*FRONTS), hand="26648-")) as pilot:
            assert len(columns(text_of(pilot))) == 1


async def test_the_ledger_can_be_played_by_mouse() -> None:
    table = RulesTable.of(position(*FRONTS), hand="26648-")
    async with shown(table) as pilot:
        row = next(y for y, line in enumerate(text_of(pilot)) if "Bankers" in line)
        await pilot.click(offset=(5, row))
        await pilot.click(offset=(5, row))
        assert prompt_of(pilot) == "Enter seals 2 Bankers face down."
        await pilot.click(offset=(5, 21))
        await pilot.click(offset=(5, 21))
        assert len(table.decisions) == 1
        await pilot.click(offset=(2, 23))
        await until(pilot, lambda: isinstance(pilot.app.screen, PageScreen))


async def test_a_cursor_move_draws_only_the_rows_that_change() -> None:
    async with shown(RulesTable.of(position(*FRONTS), hand="26648-")) as pilot:
        ledger = pilot.app.screen.query_one("#ledger")
        drawn: list[int] = []
        original = ledger.refresh
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(
                ledger,
                "refresh",
                lambda *regions, **more: (
                    drawn.extend(region.y for region in regions),
                    original(*regions, **more),
                ),
            )
            await pilot.press("down")
        assert len(drawn) == 2


async def test_a_view_that_says_nothing_new_draws_nothing() -> None:
    table = RulesTable.of(position(*FRONTS), hand="26648-")
    async with shown(table) as pilot:
        drawn: list[object] = []
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(LinesView, "refresh", lambda *regions, **more: drawn.append(regions))
            table.changed()
            await pilot.pause()
            await pilot.pause()
        assert drawn == []


async def play_by_keys(pilot: Pilot[int], table: RulesTable) -> None:
    """One decision of seat 0 by keys alone, as a person reading the prompt would press them."""
    text = prompt_of(pilot)
    if text.startswith("Choose your order"):
        await pilot.press("enter", "enter", "enter")
    elif text.startswith("Over the limit"):
        discard = scene_of(pilot).draft.question.legal[0]
        keys = {Card.BARBARIANS: "0", Card.LOBBYING: "-"}
        for card in discard.cards:
            await pilot.press(keys.get(card, str(int(card))))
        await pilot.press("enter", "enter")
    else:
        await pilot.press("enter")


@pytest.mark.parametrize("seats", [2, 4])
async def test_a_whole_game_by_keyboard(seats: int) -> None:
    table = RulesTable(Referee.start(tuple(range(seats)), 0, shuffled(f"game {seats}")))
    async with shown(table) as pilot:
        for _ in range(2000):
            game = table.game
            if game.position.phase is Phase.OVER:
                break
            if game.position.actor == 0:
                await play_by_keys(pilot, table)
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
            assert all(cells.width(line) <= 80 for line in text_of(pilot))
        assert table.game.position.phase is Phase.OVER
        await until(pilot, lambda: isinstance(pilot.app.screen, PageScreen))
        await pilot.pause()
        text = "\n".join(text_of(pilot))
        assert "Result" in text
        assert all(name in text for name in ("You", "Olena"))
        await pilot.press("escape")
        assert prompt_of(pilot) == "The game is over."
