"""Tournaments: who sits where, what repeats, and what the numbers mean."""

from collections import Counter

import pytest

from koryo_tui.arena import ROUNDS_A_MS, GameResult, Match, arena, play_game
from koryo_tui.arena_report import ratings, report, wilson, win_shares
from koryo_tui.bots.sight import Sight
from koryo_tui.bots.steady import Steady
from koryo_tui.exits import WrongUse
from protocol.peer.questions import Decision


def match(*names: str, seats: int = 2, seed: str = "s") -> Match:
    """Little thinking, without a clock."""
    return Match(names, seats, seed, 0.004, by_clock=False)


def result(names: str, *scores: int) -> GameResult:
    """A game of players with names of one letter."""
    some = (0.0,) * len(scores)
    return GameResult(tuple(names), scores, some, some, (1,) * len(scores), (Counter(),) * 4)


def test_the_same_seed_gives_the_same_games() -> None:
    one, other = (play_game(match("strong", "steady"), 3) for _ in range(2))
    assert (one.names, one.scores) == (other.names, other.scores)
    assert play_game(match("strong", "steady", seed="t"), 3).scores != one.scores


def test_players_take_every_seat_equally_often() -> None:
    games = [match("a", "b", "c", seats=3).lineup(number) for number in range(12)]
    assert Counter(games) == dict.fromkeys(games, 2)
    assert all(
        Counter(game[seat] for game in games) == {"a": 4, "b": 4, "c": 4} for seat in range(3)
    )


def test_the_last_player_takes_the_seats_that_are_left() -> None:
    games = [match("a", "b", seats=4).lineup(number) for number in range(24)]
    assert all(sorted(game) == ["a", "b", "b", "b"] for game in games)
    assert [sum(game[seat] == "a" for game in games) for seat in range(4)] == [6, 6, 6, 6]


def test_more_players_than_seats_meet_in_turn() -> None:
    games = [match("a", "b", "c", seats=2).lineup(number) for number in range(6)]
    assert Counter(frozenset(game) for game in games) == {
        frozenset("ab"): 2,
        frozenset("ac"): 2,
        frozenset("bc"): 2,
    }


def test_the_interval_is_wilsons() -> None:
    # Worked out by hand from the formula for 40 of 100 with z = 1.96.
    low, high = wilson(40, 100)
    assert (round(low, 4), round(high, 4)) == (0.3094, 0.4980)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 10)[0] == 0.0


def test_shared_first_places_are_shared_wins() -> None:
    shares = win_shares("ab", [result("ab", 5, 5), result("ba", 7, 1), result("ab", 9, 2)])
    assert (shares["a"].wins, shares["b"].wins) == (1.5, 1.5)
    assert shares["a"].games == 3


def test_a_player_on_three_seats_has_its_wins_a_seat() -> None:
    shares = win_shares("ab", [result("abbb", 1, 9, 2, 3), result("babb", 1, 9, 2, 3)])
    assert shares["a"].part == 0.5
    assert shares["b"].part == pytest.approx(1 / 6)


def test_ratings_follow_results_and_average_1500() -> None:
    games = [result("abc", 9, 5, 1)] * 10 + [result("abc", 1, 5, 9)] * 2
    rated = ratings(games)
    assert rated["a"] > rated["b"] > rated["c"]
    assert sum(rated.values()) / 3 == pytest.approx(1500)


def test_ten_to_one_is_four_hundred_points() -> None:
    # With the drawn game that is added: 100.0 to 10.0.
    games = [result("ab", 1, 0)] * 995 + [result("ab", 0, 1)] * 95 + [result("ab", 1, 1)] * 9
    rated = ratings(games)
    assert rated["a"] - rated["b"] == pytest.approx(400, abs=1)


def test_one_that_meets_only_itself_is_rated_by_nothing() -> None:
    games = [result("aa", 5, 3)]
    assert ratings(games) == {}
    assert "1500" in report(("a", "a"), games)[1]


def test_the_report_names_everybody_once() -> None:
    lines = report(("a", "b", "b"), [result("ab", 12, -3), result("ba", 31, 4)])
    text = "\n".join(lines)
    assert [text.count(f"\n{name} ") for name in "ab"] == [3, 3]
    assert "below 0" in text
    assert "30+" in text


def test_an_unknown_player_is_refused() -> None:
    with pytest.raises(WrongUse, match="clever"):
        arena(["steady", "clever"], 1, None, 50, "s")


def test_the_command_plays_on_all_cores(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena(["steady", "easy"], 6, None, 4, "s") == 0
    first = capsys.readouterr().out
    assert "of     6" in first
    assert "6 games at 2 seats" in first
    assert "56 imagined rounds" in first
    assert arena(["steady", "easy"], 6, None, 4, "s", jobs=1) == 0
    alone = capsys.readouterr().out
    assert alone.split("\n\n")[:2] == first.split("\n\n")[:2]


def test_with_a_seed_the_time_is_a_number_of_imagined_rounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[int | None] = []
    decide = Steady.decide

    def noted(bot: Steady, sight: Sight) -> Decision:
        given.append(sight.work)
        return decide(bot, sight)

    monkeypatch.setattr(Steady, "decide", noted)
    for seats in ROUNDS_A_MS:
        play_game(match("steady", seats=seats), 0)
        assert set(given) == {4 * ROUNDS_A_MS[seats]}
        given.clear()
    play_game(Match(("steady",), 2, "s", 0.004, by_clock=True), 0)
    assert set(given) == {None}
