"""Looking back at games: the record, the places, what the command prints."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest

from koryo_tui.bots.advice import Costly, Hint, decisions_of, review
from koryo_tui.bots.reasons import Reason, Why
from koryo_tui.paths import data_root
from koryo_tui.replay import Game, Replay, load
from koryo_tui.reviewing import (
    CannotReview,
    own_seat,
    place_of,
    record_of_game,
    review_game,
    review_lines,
)
from protocol.peer.questions import OrderQuestion, TurnQuestion
from protocol.peer.view import OrderOpened
from tests.koryo_tui.games import same_game, transcripts
from tests.koryo_tui.processes import run
from tests.koryo_tui.reviews import same_review


@lru_cache
def game(*, opened: bool) -> Game:
    return load(transcripts()[opened])


@pytest.mark.parametrize("seats", [2, 4])
def test_every_decision_has_its_place_in_the_replay(seats: int) -> None:
    told = game(opened=True) if seats == 2 else same_game(seats, opened=True)
    record, found = record_of_game(told), 0
    for seat in range(len(told.names)):
        for at, sight, played in decisions_of(record, seat, work=1):
            hint = Hint(played, Reason(Why.PLAIN), 0.5, (), None, 0.0)
            costly = Costly(sight.position.round, at, sight.question, played, hint, 0.1, 1.0)
            replay = Replay(told, at=place_of(costly, told))
            assert replay.position is not None
            if isinstance(sight.question, TurnQuestion):
                assert isinstance(replay.last, OrderOpened)
                assert (replay.last.seat, replay.last.round) == (seat, sight.position.round)
            else:
                assert replay.position.actor == seat
                assert replay.position.fronts == sight.position.fronts
            found += 1
    assert found >= 2 * 8 * len(told.names)


def test_without_open_hands_there_are_no_orders_to_review() -> None:
    record = record_of_game(game(opened=False))
    questions = [sight.question for _, sight, _ in decisions_of(record, 0, work=1)]
    assert questions
    assert not any(isinstance(question, OrderQuestion) for question in questions)


def test_a_game_that_cannot_be_played_again_cannot_be_reviewed() -> None:
    told = same_game()
    with pytest.raises(CannotReview):
        record_of_game(replace(told, happenings=()))
    with pytest.raises(CannotReview):
        record_of_game(replace(told, happenings=(told.happenings[0], *told.happenings[2:])))


async def test_lines_tell_what_it_cost_what_was_played_and_what_was_better() -> None:
    told = same_game(opened=True)
    lines = list(review_lines(told, 0, await same_review(told, 0)))
    assert lines[0] == "Review of Ada"
    assert "compared with what the strong player would have done" in lines[1]
    assert lines[2].startswith("Round 1: of 100 games about 20 fewer won. Played: Order ")
    assert ". Better: Order " in lines[2]
    hidden = list(review_lines(same_game(), 0, ()))
    assert "orders cannot be judged" in hidden[1]
    assert hidden[2] == "No decision of Ada cost anything worth speaking of."


async def test_another_process_finds_what_this_one_would() -> None:
    """A game cut short in its second round, so that there is little to find."""
    told = same_game(opened=True)
    end = told.rounds[2] + 1
    short = replace(told, happenings=told.happenings[:end], outcome=None)
    shares: list[float] = []
    found = await review_game(short, 1, shares.append)
    assert tuple(each.costly for each in found) == review(record_of_game(short), 1)
    assert shares == sorted(shares)
    assert 0 < len(shares) <= len(record_of_game(short).actions)


def test_the_own_seat_is_that_of_a_profile_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    told = same_game()
    assert own_seat(told) is None
    profile = data_root() / "profiles" / "default"
    profile.mkdir(parents=True)
    (profile / "identity").write_bytes(bytes(32) + told.identities[2])
    assert own_seat(told) == 2


def test_the_command_prints_a_review(tmp_path: Path) -> None:
    (tmp_path / "game.koryo").write_bytes(transcripts()[1])
    said = run(
        "replay", "game.koryo", "--review", "--seat", "2", at=tmp_path, code=0
    ).stdout.splitlines()
    name = game(opened=True).names[1]
    assert said[0] == f"Review of {name}"
    assert 1 <= len(said[2:]) <= 5
    assert all(line.startswith("Round ") and "Better:" in line for line in said[2:])
    wrong = run("replay", "game.koryo", "--review", "--seat", "3", at=tmp_path, code=2)
    assert wrong.stderr == "This game has 2 seats; choose one of them.\n"
