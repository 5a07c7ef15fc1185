"""Four players on four machines of one network go on through what happens to real cables."""

from __future__ import annotations

import os
import re
import time

import pytest

from protocol.peer.verify import verify
from tests.network.conftest import Gather, slow_down
from tests.network.lan import NotPossible
from tests.network.players import USUAL, Game

pytestmark = pytest.mark.timeout(240)

#: Everything one after another in one game that is played to its end; takes some minutes.
LONG = "KORYO_LONG"
#: Fewer bytes than a player of four sends, or hears, in a round.
A_ROUND = 20_000


def lose(game: Game, percent: int) -> None:
    for player in game.players:
        try:
            player.machine.lose(percent)
        except NotPossible as error:
            pytest.skip(str(error))


def test_a_cut_between_two_of_four_holds_up_nobody_and_is_only_a_mark(mixed: Game) -> None:
    mixed.play_on(4)
    one, person = mixed.players[1], mixed.players[3]
    one.machine.isolate(True)
    person.machine.isolate(True)
    mixed.play_on(14)
    mixed.wait_for_lost_links(one, person)
    person.type("players")
    relayed = "reached through other players"
    mixed.wait_for(lambda: relayed in "\n".join(person.printed()), relayed, 30.0)
    mixed.play_on(6)
    one.machine.isolate(False)
    person.machine.isolate(False)
    mixed.play_on(4)
    mixed.check_agreement()
    told = "\n".join(person.printed())
    assert told.count(relayed) == 1
    assert not re.search("link lost|answer|go on without", told)


def test_one_who_is_cut_off_from_all_comes_back(game: Game) -> None:
    game.play_on(4)
    away = game.players[2]
    away.machine.unplug(True)
    others = [player for player in game.players if player is not away]
    game.wait_for_lost_links(away, least=3)
    game.wait_for_lost_links(*others)
    before = game.closed_steps()
    # For as long as two of the others need to give up a link and to make it again.
    one, _between, other = others
    lost = [player.lost_links() for player in (one, other)]
    for player in (one, other):
        player.machine.isolate(True)
    for player, number in zip((one, other), lost, strict=True):
        game.wait_for_lost_links(player, least=number + 1)
    for player in (one, other):
        player.machine.isolate(False)
    game.wait_for(lambda: all(p.open_links() == 2 for p in others), "their link again", 60.0)
    assert game.closed_steps() == before, "nothing closes without it"
    away.machine.unplug(False)
    game.play_on(8)
    game.check_agreement()


def test_two_halves_find_together_again(game: Game) -> None:
    game.play_on(4)
    for player in game.players[2:]:
        player.machine.move_to("two")
    # Whatever was on its way has arrived; then neither half can close anything.
    game.wait_for_lost_links(*game.players, least=2)
    before = game.closed_steps()
    time.sleep(1.0)
    assert game.closed_steps() == before
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


def test_two_machines_trade_their_addresses_in_the_same_moment(game: Game) -> None:
    """Each is where the other one was, and finds nobody there; the others know where it is."""
    game.play_on(4)
    game.wait_for(game.is_linked, "all links", 60.0)
    one, other = game.players[1], game.players[3]
    one.machine.trade_addresses(other.machine)
    game.wait_for_lost_links(one, other, least=3)
    game.wait_for(game.is_linked, "all links again", 60.0)
    game.play_on(4)
    game.check_agreement()


def test_five_percent_loss_is_not_noticed(game: Game) -> None:
    lose(game, 5)
    game.play_on(16)
    game.check_agreement()
    assert sum(player.machine.lost() for player in game.players) > 0


def test_two_people_whose_machines_both_move_find_each_other_again(people: Game) -> None:
    """Nobody is left where the other one looks, and there is no third."""
    people.wait_for(lambda: people.closed() >= 5, "the question to both", 60.0)
    for player in people.players:
        player.machine.move_address()
    people.wait_for_lost_links(*people.players)
    people.wait_for(people.is_linked, "the link again", 90.0)
    people.check_agreement()


def test_two_people_go_on_another_day_on_other_addresses(people: Game) -> None:
    """Both are gone at once, and neither is told where the other one is now."""
    people.wait_for(lambda: people.closed() >= 5, "the question to both", 60.0)
    for player in people.players:
        player.end()
        player.machine.move_address()
    for player in people.players:
        player.start("resume", "--plain")
    people.wait_for(people.is_linked, "the link again", 60.0)
    before = people.closed()

    def both_decide() -> bool:
        for player in people.players:
            # One of these is a card of theirs, once they are asked.
            player.type(*(line for card in "0123456789" for line in (card, "yes")))
        return people.closed() > before

    people.wait_for(both_decide, "both orders", 60.0)
    people.check_agreement()


def play_rounds(game: Game, rounds: int, bound: float) -> None:
    game.wait_for(
        lambda: all(player.played_rounds() >= rounds for player in game.players),
        f"{rounds} rounds",
        bound,
    )


def test_one_of_four_on_a_line_of_64_kilobits_keeps_all_its_links(gather: Gather) -> None:
    """From the lobby on, through the shuffles, behind the bulk of which pings wait."""
    game = gather(4, USUAL, "64kbit")
    play_rounds(game, 1, bound=120.0)
    assert [player.lost_links() for player in game.players] == [0] * 4
    game.check_agreement()
    assert min(game.players[-1].machine.slowed()) > A_ROUND


@pytest.mark.skipif(LONG not in os.environ, reason=f"set {LONG}=1 for a whole game on a slow line")
@pytest.mark.timeout(600)
def test_a_line_of_64_kilobits_is_enough_for_a_whole_game(gather: Gather) -> None:
    game = gather(4, USUAL, "64kbit")
    play_rounds(game, 7, bound=500.0)
    # Whoever is finished closes its links.
    assert [player.lost_links() for player in game.players] == [0] * 4
    game.wait_for(game.is_over, "the end of the game", 90.0)
    game.check_agreement()


@pytest.mark.skipif(LONG not in os.environ, reason=f"set {LONG}=1 for a whole game in all weathers")
@pytest.mark.timeout(1200)
def test_a_whole_game_in_all_weathers(gather: Gather) -> None:
    game = gather(4, USUAL)
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
    slow_down(cleo, "64kbit")
    game.play_on(4, bound=180)
    cleo.speed_up()
    lose(game, 5)
    game.wait_for(game.is_over, "the end of the game", 400)
    records = sorted(game.at.glob("game-seat-*.koryo"))
    verified = [verify(record.read_bytes()) for record in records]
    assert len(verified) == 4
    assert all(each.finished for each in verified)
    assert len({each.heads for each in verified}) == 1
