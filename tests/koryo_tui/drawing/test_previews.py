"""What a choice changes is told as a whole, however long the names are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from koryo_tui.drafts.aim import Aim
from koryo_tui.drafts.base import Press
from koryo_tui.drafts.preview import Board, Change
from koryo_tui.drafts.turn import TurnDraft
from koryo_tui.drawing import cells, panels, previews
from koryo_tui.drawing.frame import Frame
from koryo_tui.drawing.scene import Note, Scene, draft_of
from koryo_tui.drawing.told_apart import told_apart
from koryo_tui.text import sentences, words
from koryo_tui.text.words import Names
from protocol.rules import Card, Swap
from tests.koryo_tui import helpers
from tests.koryo_tui.cuts import noticed
from tests.koryo_tui.helpers import RulesTable, position, turn_position

FRONTS = ("2466779", "13688899", "2355770", "458999")
LATIN = ("Alexandrina1", "Alexandrina2", "Bartholomew3", "Christobel 4")
#: Each takes two cells.
HAN = ("银行家们啊一", "银行家们啊二", "广播员们好三", "守护者们好四")


@pytest.fixture(params=[LATIN, HAN], ids=["latin", "han"])
def names(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    monkeypatch.setattr(helpers, "NAMES", request.param)
    assert all(cells.width(name) == 12 for name in request.param)
    return tuple(request.param)


def lobbying() -> Scene:
    """Two characters are to be swapped."""
    view = RulesTable.of(turn_position("-", *FRONTS), order="-", hand="4").view()
    draft = draft_of(view.question, Scene(view, 0).draft)
    return Scene(view, 0, draft.press(Press.ACCEPT).draft.press(Press.ACCEPT).draft)


def swapping(scene: Scene, move: Swap, *, sure: bool) -> Scene:
    draft = scene.draft
    assert isinstance(draft, TurnDraft)
    assert isinstance(draft.aim, Aim)
    first, second = (
        next(cell for cell in draft.aim.places if (cell.seat, cell.card) == each)
        for each in ((move.seat, move.card), (move.other_seat, move.other_card))
    )
    aim = replace(draft.aim, first=first, cursor=second, sure=sure)
    return replace(scene, draft=replace(draft, aim=aim))


@pytest.mark.parametrize("width", [80, 76])
def test_of_a_swap_both_families_and_both_characters_are_told(
    names: tuple[str, ...], width: int
) -> None:
    scene = lobbying()
    draft = scene.draft
    assert isinstance(draft, TurnDraft)
    swaps = [move for move in draft.position.legal_moves() if isinstance(move, Swap)]
    assert len(swaps) > 60
    for move in swaps[::3]:
        with noticed() as cuts:
            sure = swapping(scene, move, sure=True)
            assert isinstance(sure.draft, TurnDraft)
            assert sure.draft.aim is not None
            lines = previews.before_and_after(sure, sure.draft.aim, width)
            prompt, keys = panels.prompt(sure, width)
        for line in lines:
            assert line.width <= width
            assert all(words.many(card) in line.text for card in (move.card, move.other_card))
        assert keys.text.strip()
        assert prompt.text.rstrip().endswith("Enter again does it.")
        shown = "\n".join(line.text for line in (*lines, prompt))
        cut = {whole for left, whole in cuts._shortened if left in shown}
        assert cut <= set(names), "a name may be cut, nothing else"


def test_what_an_order_leads_to_takes_a_second_line_before_names_are_cut_short(
    names: tuple[str, ...],
) -> None:
    table = RulesTable.of(position("55", "14888", "8899", "99", first=0), hand="888899")
    view = table.view()
    draft = draft_of(view.question, Scene(view, 0).draft).jump(Card.BROADCASTER).draft
    scene = Scene(view, 0, draft)
    whole = previews.then(scene, 60, 2)
    assert len(whole) == 2
    assert "Broadcasters: you, 4 v 3" in whole[0].text
    assert names[1] in "".join(line.text for line in whole)
    (one,) = previews.then(scene, 60, 1)
    assert one.text.startswith(" Then: Broadcasters: you, 4 v 3")
    assert one.text.endswith("."), "not cut"
    assert Frame(76, 24).parts(scene)["details"][-1].text.strip().endswith(".")


def test_a_tie_is_told_briefly_with_the_mark_of_the_ledger() -> None:
    tied, names = Board.of(position("12", "2", "3")), Names(("Ada", "Bo", "Cy"), 2)
    told = [sentences.majority(tied, Card.SPY, names, brief=brief) for brief in (False, True)]
    assert told == ["Spies: tied 1 v 1, power to Ada", "Spies: Ada o, 1 v 1"]


def test_the_families_of_moved_cards_come_before_those_of_moved_powers() -> None:
    before, after = (Board.of(position(*fronts)) for fronts in (("12", "29", ""), ("92", "21", "")))
    change = Change(before, after)
    assert change.families() == (Card.OMNISCIENT, Card.MERCHANT, Card.SPY)


@pytest.mark.parametrize("longest", [12, 9, 7, 5])
@pytest.mark.parametrize(
    "whole",
    [LATIN, HAN, ("Strong 1", "Strong 2", "Strong 3"), ("aaaaaXbbbbbb", "aaaaaYbbbbbb", "Ada")],
)
def test_names_in_fewer_cells_are_told_apart(whole: tuple[str, ...], longest: int) -> None:
    short = told_apart(Names(whole, 0), longest).names
    assert len(set(short)) == len(whole)
    for name, left in zip(whole, short, strict=True):
        assert cells.width(left) <= longest
        assert (left == name) == (cells.width(name) <= longest)
        assert left[:1] in (name[:1], ".")


def test_a_note_without_room_takes_the_line_of_the_keys(names: tuple[str, ...]) -> None:
    scene = lobbying()
    said = f"{names[1]}, {names[2]} and {names[3]} want a pause. It begins when all want it."
    for note in (said, "It is short."):
        first, second = panels.prompt(replace(scene, note=Note(note)), 76)
        told = " ".join(f"{first.text} {second.text}".split())
        assert (told == note) == (note == said)
        assert bool(panels.prompt_parts(replace(scene, note=Note(note)), 76)) == (note != said)
