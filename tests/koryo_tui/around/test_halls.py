from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from koryo_tui.halls import (
    FILE,
    Halls,
    PlayedGame,
    finished_game,
    note,
    read_halls,
    remember,
)
from koryo_tui.telling import hall_lines
from protocol.rules import Phase, outcome
from tests.koryo_tui.games import played
from tests.koryo_tui.helpers import RulesTable, position


def kept(folder: Path, *games: PlayedGame) -> Halls:
    folder.mkdir(exist_ok=True)
    for game in games:
        note(folder, game)
    return read_halls([folder])


def test_the_best_stand_first_and_the_worst_first_of_the_others(tmp_path: Path) -> None:
    halls = kept(
        tmp_path,
        played("a1", "2026-03-01", 31, 12),
        played("b2", "2026-03-02", -1, 40, -4),
        played("c3", "2026-03-03", 29, 0),
    )
    assert [(entry.name, entry.score) for entry in halls.fame] == [("Olena", 40), ("Ada", 31)]
    assert [(entry.name, entry.score) for entry in halls.shame] == [("Marco", -4), ("Ada", -1)]
    assert [entry.game.table for entry in halls.games] == ["c3", "b2", "a1"]
    assert halls.fame[0].others == ("Ada", "Marco")
    assert halls.fame[0].path == tmp_path / "transcripts" / "2026-03-02-b2.koryo"


def test_a_game_that_two_profiles_know_is_one_game(tmp_path: Path) -> None:
    one, other = tmp_path / "default", tmp_path / "default-2"
    kept(one, played("a1", "2026-03-01", 31, 12))
    kept(other, played("a1", "2026-03-01", 31, 12, you=1), played("b2", "2026-03-01", 1, 2))
    halls = read_halls([one, other])
    assert len(halls.games) == 2
    assert len(halls.fame) == 1
    assert halls.games[0].path.parent.parent == one


@pytest.mark.parametrize(
    "damage",
    [
        b"not json\n",
        b'{"table": 1}\n',
        b'{"table":"a"',
        b'{"table":"x","day":"2026-01-01","names":["A","B"],"scores":[1],'
        b'"places":[1],"fame":[],"shame":[],"you":0,"transcript":"t"}\n',
        b'{"table":"x","day":"2026-01-01","names":["A","B"],"scores":[1,2],"places":[1,2],'
        b'"fame":[7],"shame":[],"you":0,"transcript":"t"}\n',
    ],
)
def test_a_line_that_cannot_be_read_hides_no_other(damage: bytes, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(damage)
    halls = kept(tmp_path, played("b2", "2026-03-02", 40, 3))
    assert [entry.game.table for entry in halls.games] == ["b2"]


def test_names_of_a_file_that_was_changed_move_no_cursor(tmp_path: Path) -> None:
    game = played("a1", "2026-03-01", 31, 12)
    evil = PlayedGame(**{**_fields(game), "names": ("A\x1b[2J", "B\n"), "transcript": "../../x"})
    halls = kept(tmp_path, evil)
    assert "\x1b" not in "".join(halls.games[0].game.names)
    assert halls.games[0].path == tmp_path / "transcripts" / "x"


def _fields(game: PlayedGame) -> dict[str, object]:
    return {name: getattr(game, name) for name in game.__struct_fields__}


def test_no_file_is_no_game(tmp_path: Path) -> None:
    halls = read_halls([tmp_path / "nobody"])
    assert halls == Halls((), (), ())
    assert "No game has been finished yet." in list(hall_lines(halls))


def test_what_is_kept_of_a_finished_game() -> None:
    fronts = ("123456789" * 1, "00-", "1")
    over = replace(position(*fronts, round=8), phase=Phase.OVER, actor=None, tokens=(0, 0, 2))
    view = replace(RulesTable.of(position(*fronts)).view(), outcome=outcome(over))
    game = finished_game(view, Path("/somewhere/2026-03-01-ab.koryo"), date(2026, 3, 1))
    assert game.scores == tuple(over.influence())
    assert game.fame == (0,)
    assert game.shame == (1,)
    assert game.transcript == "2026-03-01-ab.koryo"
    with pytest.raises(ValueError, match="not over"):
        finished_game(replace(view, outcome=None), Path("x"), date(2026, 3, 1))


def test_a_game_is_remembered_once_it_is_over_and_nothing_disturbs_that(tmp_path: Path) -> None:
    fronts = ("123456789", "00-", "1")
    over = replace(position(*fronts, round=8), phase=Phase.OVER, actor=None)
    view = RulesTable.of(position(*fronts)).view()
    day = date(2026, 3, 1)
    remember(tmp_path, view, Path("a.koryo"), day)
    assert not read_halls([tmp_path]).games
    remember(tmp_path, replace(view, outcome=outcome(over)), Path("a.koryo"), day)
    assert len(read_halls([tmp_path]).games) == 1
    remember(tmp_path / "gone", replace(view, outcome=outcome(over)), Path("a.koryo"), day)
