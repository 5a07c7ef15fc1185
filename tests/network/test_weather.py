"""Four players on four machines of one network go on through what happens to real cables."""

from __future__ import annotations

import os
import time

import pytest

from protocol.peer.verify import verify
from tests.network.lan import NotPossible
from tests.network.players import Game

pytestmark = pytest.mark.timeout(240)

#: Everything one after another in one game that is played to its end; takes some minutes.
LONG = "KORYO_LONG"
#: Seconds after which a link that is silent is given up (``Timing``), and some more.
GIVEN_UP = 25.0


def lose(game: Game, percent: int) -> None:
    for player in game.players:
        try:
            player.machine.lose(percent)
        except NotPossible as error:
            pytest.skip(str(error))


def test_a_cut_between_two_of_four_holds_up_nobody(game: Game) -> None:
    game.play_on(4)
    one, other = game.players[1], game.players[3]
    one.machine.isolate(True)
    other.machine.isolate(True)
    game.play_on(14)
    game.wait_for(
        lambda: min(one.lost_links(), other.lost_links()) > 0, "the link to be given up", GIVEN_UP
    )
    game.play_on(6)
    one.machine.isolate(False)
    other.machine.isolate(False)
    game.play_on(4)
    game.check_agreement()


def test_one_who_is_cut_off_from_all_comes_back(game: Game) -> None:
    game.play_on(4)
    away = game.players[2]
    away.machine.unplug(True)
    game.wait_for(lambda: away.lost_links() >= 3, "all links to be given up", GIVEN_UP)
    waited = game.closed()
    assert game.closed() == waited, "nothing closes without it"
    away.machine.unplug(False)
    game.play_on(8)
    game.check_agreement()


def test_two_halves_find_together_again(game: Game) -> None:
    game.play_on(4)
    for player in game.players[2:]:
        player.machine.move_to("two")
    # Whatever was on its way arrives; then neither half can close anything.
    time.sleep(1.5)
    before = [len(player.closed_steps()) for player in game.players]
    time.sleep(1.5)
    assert [len(player.closed_steps()) for player in game.players] == before
    for player in game.players[2:]:
        player.machine.move_to("one")
    game.play_on(8)
    game.check_agreement()


def test_a_machine_gets_another_address(game: Game) -> None:
    game.play_on(4)
    moved = game.players[1]
    moved.machine.move_address()
    game.play_on(8)
    assert moved.lost_links() > 0
    game.check_agreement()


def test_five_percent_loss_is_not_noticed(game: Game) -> None:
    lose(game, 5)
    game.play_on(16)
    game.check_agreement()


def test_a_line_of_64_kilobits_is_enough(game: Game) -> None:
    try:
        game.players[3].machine.slow_down("64kbit")
    except NotPossible as error:
        pytest.skip(str(error))
    # Through the first shuffle. Links may time out behind the bulk of it, the table may not.
    game.play_on(5, bound=120)
    game.check_agreement()


@pytest.mark.skipif(LONG not in os.environ, reason=f"set {LONG}=1 for a whole game in all weathers")
@pytest.mark.timeout(1200)
def test_a_whole_game_in_all_weathers(game: Game) -> None:
    game.play_on(4)
    ada, ben, cleo, dan = (player.machine for player in game.players)
    for number in range(3):
        for machine in (ben, dan):
            machine.isolate(True)
        game.play_on(5)
        for machine in (ben, dan):
            machine.isolate(False)
        for machine in (cleo, dan):
            machine.move_to("two")
        time.sleep(4 + 12 * (number % 2))
        for machine in (cleo, dan):
            machine.move_to("one")
        game.play_on(3, bound=90)
        ada.unplug(True)
        time.sleep(14)
        ada.unplug(False)
        game.play_on(3, bound=90)
        if number == 0:
            ben.move_address()
            game.play_on(3, bound=90)
    cleo.slow_down("64kbit")
    game.play_on(4, bound=180)
    cleo.speed_up()
    lose(game, 5)
    game.wait_for(game.is_over, "the end of the game", 400)
    records = sorted(game.at.glob("game-seat-*.koryo"))
    verified = [verify(record.read_bytes()) for record in records]
    assert len(verified) == 4
    assert all(each.finished for each in verified)
    assert len({each.heads for each in verified}) == 1
