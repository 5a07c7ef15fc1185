from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest

from koryo_tui.drawing.replay import keys_of
from koryo_tui.replay import CannotReplay, Game, Replay, load, read_game
from koryo_tui.telling import game_lines
from protocol.peer.view import MovePlayed, OrderOpened, RoundDealt, RoundEnded
from protocol.rules import ROUNDS, Done, Phase, add, counts_of
from tests.koryo_tui.games import same_game, transcripts


@lru_cache
def game(*, opened: bool = False) -> Game:
    return load(transcripts()[opened])


def test_a_transcript_tells_its_game_from_the_first_deal_to_the_end() -> None:
    told = game()
    assert isinstance(told.happenings[0], RoundDealt)
    assert isinstance(told.happenings[-1], RoundEnded)
    assert sorted(told.rounds) == list(range(1, ROUNDS + 1))
    assert told.outcome is not None
    assert told.signed == (0, 1)
    assert Replay(told).to_end().position is not None


def test_each_step_forward_is_undone_by_one_back() -> None:
    replay = Replay(same_game())
    while not replay.is_at_end:
        ahead = replay.stepped(1)
        assert ahead.stepped(-1) == replay
        replay = ahead
    assert replay.stepped(1) == replay
    assert Replay(same_game()).stepped(-1) == Replay(same_game())


def test_every_move_leads_from_the_position_before_it() -> None:
    replay = Replay(game())
    while not replay.is_at_end:
        replay = replay.stepped(1)
        last = replay.last
        if isinstance(last, MovePlayed) and not isinstance(last.move, Done):
            assert last.before.played(last.move).fronts == replay.position.fronts  # type: ignore[union-attr]


def test_rounds_are_gone_through_by_their_deals() -> None:
    replay = Replay(same_game())
    for number in range(2, ROUNDS + 1):
        replay = replay.next_round(1)
        assert isinstance(replay.last, RoundDealt)
        assert replay.round == number
    assert replay.next_round(1).is_at_end
    assert replay.to_end().next_round(-1).round == ROUNDS
    assert replay.to_round(3).last == RoundDealt(3, (8, 8, 8), replay.to_round(3).position)  # type: ignore[arg-type]
    assert replay.to_start().next_round(-1) == replay.to_start()


def test_hands_stay_closed_in_a_game_whose_players_did_not_open_them() -> None:
    replay = Replay(game())
    assert all(replay.game.hand(round_, seat) is None for round_ in range(1, 9) for seat in (0, 1))
    assert replay.order(0) is None, "before it is opened"


def test_opened_hands_hold_what_was_ordered_and_what_was_not() -> None:
    told = game(opened=True)
    for happening in told.happenings:
        if isinstance(happening, OrderOpened):
            replay = Replay(told).to_round(happening.round)
            hand = told.hand(happening.round, happening.seat)
            left = replay.unplayed(happening.seat)
            assert hand is not None
            assert left is not None
            assert replay.order(happening.seat) == happening.order
            ordered = counts_of(happening.order.cards)
            assert tuple(map(int.__add__, left, ordered)) == hand


def test_a_round_that_was_dealt_twice_shows_the_hand_that_was_played() -> None:
    told = same_game(opened=True)
    first = told.hands[0]
    again = type(first)(1, 99, 0, add((0,) * 12, 9))  # type: ignore[arg-type]
    dealt_again = replace(told, hands=(*told.hands, again))
    assert dealt_again.hand(1, 0) == again.cards
    assert keys_of(again.cards) == "9"


def test_lines_tell_the_whole_game() -> None:
    lines = list(game_lines(same_game()))
    assert lines[0] == "Round 1: 10 cards each, Ada first."
    assert sum(" cards each" in line for line in lines) == ROUNDS
    assert not any(line.startswith("You") for line in lines)
    opened = list(game_lines(same_game(opened=True)))
    assert sum(" held " in line for line in opened) == 3 * ROUNDS


def test_a_game_without_an_end_can_be_watched_as_far_as_it_went() -> None:
    told = same_game()
    cut = replace(told, happenings=told.happenings[:9], outcome=None)
    assert Replay(cut).to_end().position is not None
    assert Replay(cut).to_end().position.phase is not Phase.OVER  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda data: b"something else", "is no Koryo transcript"),
        (lambda data: data[:-5], "cut off"),
        (lambda data: data[:2000] + bytes([data[2000] ^ 1]) + data[2001:], "refused|no Koryo"),
    ],
)
def test_what_is_not_a_whole_true_record_is_not_shown(
    change: object, why: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.koryo"
    file.write_bytes(change(transcripts()[0]))  # type: ignore[operator]
    with pytest.raises(CannotReplay, match=why):
        read_game(file)


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(CannotReplay, match="cannot be read"):
        read_game(tmp_path / "none.koryo")


def test_progress_goes_up_to_one() -> None:
    shares: list[float] = []
    load(transcripts()[0], shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1
