"""The ledger as lines: marks, brackets, orders, and where a click falls."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from koryo_tui.drafts.base import Cell
from koryo_tui.drawing import ledger, pages
from koryo_tui.drawing.players_page import players_page
from koryo_tui.drawing.scene import Scene, draft_of, log_line
from koryo_tui.drawing.side import side
from koryo_tui.drawing.talk_page import sayings
from protocol.peer.view import LinkEnd, LinkState, RoundEnded
from protocol.rules import Card, Done, Order, Phase, Standing, TakeToken, TurnUp
from tests.koryo_tui import helpers
from tests.koryo_tui.helpers import RulesTable, position, turn_position

FRONTS = ("446779", "133688899-", "2355770", "458999")


def scene_of(table: RulesTable, **others: object) -> Scene:
    view = table.view()
    shown = others.pop("shown", len(view.happenings))
    scene = Scene(view, shown, now=100.0, **others)  # type: ignore[arg-type]
    return Scene(
        view, scene.shown, draft_of(view.question, scene.draft), scene.is_playing, now=100.0
    )


def rows(scene: Scene, width: int = 80) -> dict[str, str]:
    """The rows by the word they begin with."""
    lines = [line.text for line in ledger.ledger(scene, width)]
    return {line[:17].strip(" >"): line for line in lines}


@pytest.mark.parametrize("width", [76, 80, 88, 200])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_line_is_as_wide_as_the_screen(width: int, seats: int) -> None:
    lines = ledger.ledger(scene_of(RulesTable.of(position(*FRONTS[:seats]))), width)
    assert len(lines) == ledger.HEIGHT
    assert {line.width for line in lines} == {width}


def test_marks_tell_leaders_ties_and_the_omniscients_power() -> None:
    found = rows(scene_of(RulesTable.of(position(*FRONTS))))
    assert found["4 Priests"].split("|")[0].split() == ["4", "Priests", "2", "*", ".", ".", "1"]
    assert found["7 Guardians"].split("|")[0].split()[2:] == ["2", "=", ".", "2", "=", "."]
    assert found["6 Bankers"].split("|")[0].split()[2:] == ["1", "=", "1", "o", ".", "."]
    assert found["0 Barbarians"].split("|")[0].split()[2:] == [".", ".", "1", "!", "."]
    # On the page Help each stands with what it means in a line of its own.
    told = [line.text for line in pages.help_page(scene_of(RulesTable.of(position(*FRONTS))), 76)]
    assert {" * leads", " = tied, nobody leads", " ! event, -1"} <= set(told)
    for mark in (" 3/4+2 limit 4,", " [33] your order,", " UNUSED: ", " bank: ", " [#] face down"):
        assert sum(line.startswith(mark) for line in told) == 1, mark


def test_the_own_column_comes_first_and_the_others_follow_clockwise() -> None:
    table = RulesTable.of(position(*FRONTS))
    table.you = 2
    scene = scene_of(table)
    assert ledger.Grid.of(scene, 80).seats == (2, 3, 0, 1)
    names = ledger.ledger(scene, 80)[0].text
    assert names.index("You") < names.index("Wei") < names.index("Ada")


def test_everybody_is_listed_in_the_order_of_the_columns_wherever_that_is() -> None:
    table = RulesTable.of(position(*FRONTS))
    seated = replace(table.game.position, clockwise=(0, 3, 1, 2))
    view = replace(table.view(), position=seated)
    scene = Scene(view, len(view.happenings), now=100.0)
    order = ("You", "Wei", "Olena", "Marco")
    for page in (side(scene, 31, 34), players_page(scene, 76)):
        heads = [line.text.split()[0] for line in page if "+ linked" in line.text]
        assert heads == ["Wei", "Olena", "Marco"]
    muted = [each.label for each in sayings(scene) if each.mutes is not None]
    assert [next(name for name in order if name in label) for label in muted] == [*order[1:]]
    standing = log_line(RoundEnded(5, seated), scene.names)
    assert sorted(map(standing.lower().index, map(str.lower, order))) == [
        standing.lower().index(name.lower()) for name in order
    ]
    alone = [each.label for each in sayings(scene, bots=(1, 2, 3))]
    assert not any("Hints" in label or "Wei" in label for label in alone), "no use with machines"


def test_what_they_do_now_is_not_shown_beside_what_was() -> None:
    scene = scene_of(RulesTable.of(position(*FRONTS)))
    assert "~ choosing" in ledger.ledger(scene, 80)[1].text
    past = replace(scene, is_playing=True)
    assert "~" not in ledger.ledger(past, 80)[1].text
    alone = replace(scene, view=replace(scene.view, alone=True))
    assert "~" not in ledger.ledger(alone, 80)[1].text, "and nothing is done for nobody"


def test_players_stand_over_their_columns_by_name_alone() -> None:
    table = RulesTable.of(position(*FRONTS))
    view = table.view()
    seats = tuple(replace(seat, name=f"Steady {4 - seat.seat}") for seat in view.seats)
    scene = Scene(replace(view, seats=seats), len(view.happenings))
    head = ledger.ledger(scene, 80)[0].text.partition("|")[0]
    assert re.findall(r"Steady \d|You|\d", head) == ["You", "Steady 3", "Steady 2", "Steady 1"]


def test_sealed_orders_show_their_number_and_the_own_one_its_cards() -> None:
    start = turn_position("66", "4", "6", "7")
    table = RulesTable.of(start, order="66")
    view = table.view()
    seen_by_me = rows(Scene(view, 0, now=100.0))["order"]
    assert "[66]" in seen_by_me
    table.you, table.order = 1, None
    assert "[##]" in rows(Scene(table.view(), 0, now=100.0))["order"]


def test_awaited_orders_are_dots() -> None:
    table = RulesTable.of(position("4", "6", "7", actor=1))
    table.play(Order((Card.MERCHANT,)))
    assert rows(scene_of(table))["order"].split("|")[0].split() == ["order", "...", "[#]", "..."]


def test_what_a_played_move_changed_stands_in_brackets() -> None:
    table = RulesTable.of(turn_position("9", "66", "6", "7"), order="9")
    table.you = 1
    table.play_turn(TurnUp(Card.MERCHANT), TakeToken(), Done())
    turned = rows(scene_of(table, shown=2, is_playing=True))
    assert "(1)*" in turned["9 Merchants"]
    taken = rows(scene_of(table, shown=3, is_playing=True))
    assert "(3)" in taken["tokens"]
    assert "(" not in taken["9 Merchants"]
    assert "(" not in "".join(rows(scene_of(table)).values())


def test_a_front_over_its_limit_is_marked_unless_the_senators_allow_it() -> None:
    over = rows(scene_of(RulesTable.of(position("456789", "3456789", "", round=3))))
    assert over["in front/limit"].split("|")[0].split() == [
        "in",
        "front/limit",
        "6/5",
        "!",
        "7/5+2",
        "0/5",
    ]


@pytest.mark.parametrize(
    ("setting", "word"),
    [
        ({"links": {1: LinkState.LOST}}, "x lost 0:12"),
        ({"links": {1: LinkState.RELAYED}}, "+ relayed"),
        ({"faults": {1: "a wrong opening"}}, "! at fault"),
    ],
)
def test_the_state_of_a_seat_is_a_word(setting: dict[str, object], word: str) -> None:
    table = RulesTable.of(position(*FRONTS, actor=0))
    for name, value in setting.items():
        setattr(table, name, value)
    assert word in ledger.ledger(scene_of(table), 80)[1].text


@pytest.mark.parametrize(("seats", "word"), [(4, "x closed"), (3, "x closed 0:12")])
def test_a_program_that_was_closed_is_not_called_lost(seats: int, word: str) -> None:
    """With the time where there is room for it."""
    table = RulesTable.of(position(*FRONTS[:seats], actor=0))
    table.links, table.ends = {1: LinkState.LOST}, {1: LinkEnd.CLOSED}
    words = re.split(" {2,}", ledger.ledger(scene_of(table), 80)[1].text)
    assert word in words


@pytest.mark.parametrize("width", [76, 80])
@pytest.mark.parametrize("word", ["x" * 10, "x" * 11])
def test_a_blank_is_between_what_a_seat_does_and_the_next_column(
    width: int, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(helpers, "NAMES", ("b" * 12,) * 4)
    monkeypatch.setattr(ledger, "seat_word", lambda *_: (word, False))
    scene = scene_of(RulesTable.of(position(*FRONTS, actor=0)))
    names, states, *_ = (line.text for line in ledger.ledger(scene, width))
    assert names.count(f"..{' ' * 3}b") == 2
    assert ".. |" in names
    assert states.count(f"{word} ") == 4


def test_names_that_begin_alike_are_told_apart_over_their_columns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(helpers, "NAMES", ("Ada", "Alexandrina1", "Alexandrina2", "Wei"))
    scene = scene_of(RulesTable.of(position(*FRONTS, actor=1)))
    for width, names in ((80, ("Alexand..1", "Alexand..2")), (76, ("Alexan..1", "Alexan..2"))):
        assert all(name in ledger.ledger(scene, width)[0].text for name in names)


def test_an_absent_seat_is_called_absent() -> None:
    table = RulesTable.of(position(*FRONTS, phase=Phase.ORDER, actor=1))
    table.game = table.game.without(2, Standing.ABSENT)
    assert "x absent" in ledger.ledger(scene_of(table), 80)[1].text


def test_clicks_fall_on_cells_of_cards_and_tokens_only() -> None:
    grid = ledger.Grid.of(scene_of(RulesTable.of(position(*FRONTS))), 80)
    assert grid.cell_at(3, 2) == Cell(0, Card.OMNISCIENT)
    assert grid.cell_at(17 + grid.column, 7) == Cell(1, Card.BANKER)
    assert grid.cell_at(17 + 2 * grid.column, 15) == Cell(2, None)
    assert grid.cell_at(30, 0) is None
    assert grid.cell_at(30, 14) is None
