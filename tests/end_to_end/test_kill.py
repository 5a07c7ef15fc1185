"""Real processes are killed without warning, at every kind of moment, and the game goes on."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections import Counter
from functools import partial
from random import Random

import pytest

from protocol.log.messages import Settings, StepKind, Why
from protocol.net.meeting import read_meeting
from protocol.peer.verify import verify
from tests.end_to_end.mortal_bot import PLACES, Point, read_points
from tests.end_to_end.mortals import (
    NEVER,
    PAIRS,
    PATIENCE,
    SEED,
    Mortal,
    MortalGame,
    Open,
    Pair,
    are_dealt,
    gone,
    plan,
)
from tests.end_to_end.secrecy import gives_away, secrets_in

pytestmark = pytest.mark.timeout(300)

#: How many games ``make soak`` plays; without it the long test is skipped.
SOAK = int(os.environ.get("KORYO_SOAK", "0"))
#: How many processes die in a game of the long test.
DEATHS_A_GAME = 12
#: Seconds after which these players go on without somebody who is silent.
GRACE = ("--grace", "6")


def test_killed_at_every_kind_of_moment_four_processes_finish_the_same_game(
    open_game: Open, capsys: pytest.CaptureFixture[str]
) -> None:
    # Each kind at two of the four places; ``make soak`` has all of them, several times.
    some = [pair for number, pair in enumerate(PAIRS) if (number + number // len(PLACES)) % 2]
    game = open_game(4)
    game.start(plan(4, some, Random(SEED)))
    game.play_on(PATIENCE)
    first, *_ = game.verified()
    assert not gone(first)
    assert not first.log.faults
    # Whether there is a choice of discard depends on the cards.
    possible = {pair for pair in some if pair[0] in first.kinds}
    hit = game.hit()
    assert set(hit) >= {pair for pair in possible if pair[0] != "discard"}
    with capsys.disabled():
        print(f"\nseed {SEED}: {hit.total()} deaths at {len(hit)} of {len(some)} kinds of moments")


def test_all_are_killed_and_the_game_goes_on_when_they_are_back(open_game: Open) -> None:
    game = open_game(3)
    game.start()
    game.wait_for_round(2, *game.mortals)
    for mortal in game.mortals:
        mortal.kill()
    secrets = secrets_in(game.folder)
    assert len(secrets) >= len(game.mortals) * 4, "identity, nonce, key, and order"
    for mortal in game.mortals:
        game.resume(mortal)
    game.play_on(PATIENCE)
    first, *_ = game.verified()
    assert not gone(first)
    assert first.signed_result == (0, 1, 2)
    invite = game.invite.read_text()
    for mortal in game.mortals:
        log = mortal.log.read_bytes()
        assert log.count(b"has closed") > 16
        assert not gives_away(log, secrets, [invite])


def test_the_others_go_on_without_the_host_and_find_each_other_again_without_it(
    open_game: Open,
) -> None:
    """The host is gone, another moves to another address, and then the host does; and later one
    is there, but withholds its acknowledgement. Whoever was left out is seated again. One dies
    with the change that it has signed, the host as it signs its return."""
    game = open_game(3, *GRACE)
    host, moving, withholding = game.mortals
    withholding.withholds_in = 7
    game.want(2)
    game.start(
        (
            (Point("order", "return", "before-write", 3),),
            (Point("order", "change", "before-send", 2),),
        )
    )
    game.wait_until(lambda: are_dealt(game, 2))
    host.kill()
    game.want(3, 0)
    game.wait_for_death(moving)
    game.resume(moving)
    game.wait_for_round(3, moving, withholding)
    # They wait in round 3, which was dealt without the host, until it has asked to be seated again.
    game.want(3)
    moving.kill()
    game.resume(moving, "--bind", "127.0.0.7")
    # Each finds the table through the one that has stayed where it was.
    game.wait_until(lambda: bool(moving.linked))
    assert b"return" not in (host.table / "journal").read_bytes()
    game.resume(host, "--bind", "127.0.0.8")
    game.wait_for_death(host)
    game.resume(host, "--bind", "127.0.0.8")
    game.wait_until(lambda: host.has_signed(b"return", 1))
    game.wait_until(lambda: bool(host.linked))
    game.want(NEVER, 1, 2)
    game.play_on(PATIENCE)
    first, *_ = game.verified()
    assert not first.log.faults
    names = [player.name for player in first.roster.players]
    silent = names.index(f"Bot {withholding.number}")
    assert gone(first) == [(0, Why.SILENT), (silent, Why.SILENT)]
    assert first.log.state.absences == tuple(int(seat in (0, silent)) for seat in range(3))
    seated = first.log.state.readmitted[0]
    assert first.kinds[: seated + 1].count("seats") == 4, "in the next round"
    assert silent in first.log.state.seated


def test_a_deal_that_loses_a_seat_begins_anew_and_the_seat_stays_out_as_was_set(
    open_game: Open,
) -> None:
    game = open_game(3, *GRACE)
    host, *others = game.mortals
    host.points.write_text(f"{Point('shuffle', 'entry', 'after-write', 1)}\n")
    opens = ("host", "--plain", "--name", "Ada", "--seats", "3", "--absences", "1")
    where = ("--bind", "127.0.0.1", "--invite-file", str(game.invite))
    host.live(*opens, *where, stdin=subprocess.PIPE)
    for mortal in others:
        game.sit_down(mortal)
    game.want(2, 0)
    game.wait_for_round(2, *others)
    host.kill()
    assert len(read_points(host.deaths)) == 1
    # They wait in round 2 for it to come back; it can only look on.
    host.live("resume", "--plain", stdin=subprocess.PIPE)
    game.wait_until(lambda: host.has_closed(StepKind.SHARES, 2))
    game.want(4)
    game.wait_until(lambda: are_dealt(game, 4))
    for mortal in game.mortals:
        mortal.kill()
    assert not host.has_signed(b"return", 1)
    for mortal in game.mortals:
        found = verify((mortal.table / "transcript").read_bytes())
        assert found.roster.settings.absences == 1
        assert gone(found) == [(0, Why.SILENT)]
        dealt = ("seats", "keys", "shuffle", "keys", "shuffle", "shares", "order")
        assert found.kinds[2 : 2 + len(dealt)] == dealt
        assert found.log.closed[4].made_absent == ((0, Why.SILENT),)
        assert found.log.state.seated == (1, 2)


def test_two_of_four_are_gone_and_all_continue_another_day_on_other_addresses(
    open_game: Open,
) -> None:
    game = open_game(4, *GRACE)
    game.start()
    first, *others = game.mortals
    game.wait_for_round(2, *game.mortals)
    for mortal in game.mortals[2:]:
        mortal.kill()
    # The two that are left cannot close a step, whatever they agree on.
    game.wait_until(lambda: both_voted(game))
    closed = [steps_of(mortal) for mortal in game.mortals[:2]]
    for mortal in game.mortals[:2]:
        mortal.kill()
    assert [steps_of(mortal) for mortal in game.mortals[:2]] == closed

    meeting = read_meeting(first.table)
    assert meeting is not None
    game.resume(first, "--bind", "127.0.0.2")
    for number, mortal in enumerate(others, start=3):
        game.resume(mortal, "--bind", f"127.0.0.{number}", "--at", f"127.0.0.2:{meeting.port}")
    game.wait_for_round(4, *game.mortals)
    for mortal in game.mortals:
        mortal.kill()
    found = [verify((mortal.table / "transcript").read_bytes()) for mortal in game.mortals]
    together = min(len(each.heads) for each in found)
    assert together > max(closed)
    assert len({each.heads[:together] for each in found}) == 1
    assert not any(map(gone, found)), "it was one sitting less, and nobody's absence"


def both_voted(game: MortalGame) -> bool:
    """Whether those at the table have tried to go on: the journal of each has grown a change."""
    return all(b"change" in (m.table / "journal").read_bytes() for m in game.mortals[:2])


def steps_of(mortal: Mortal) -> int:
    data = (mortal.table / "transcript").read_bytes()
    return len(verify(data).heads)


def test_one_that_is_asked_to_end_or_sleeps_says_no_goodbye(open_game: Open) -> None:
    game = open_game(2)
    game.start()
    one, other = game.mortals
    game.wait_for_round(2, one, other)
    for number in (signal.SIGTERM, signal.SIGHUP):
        one.signal(number)
        assert one.process is not None
        assert one.process.wait(30) == 1
        game.resume(one)
        game.wait_for_round(one.round + 1, one)
    lost = other.lost_links
    one.signal(signal.SIGSTOP)
    game.wait_until(lambda: other.lost_links > lost)
    reached = other.round
    one.signal(signal.SIGCONT)
    game.play_on(PATIENCE)
    assert one.lives == 3
    assert other.lives == 1
    assert reached < 8
    first, _ = game.verified()
    assert not gone(first)


@pytest.mark.skipif(not SOAK, reason="make soak plays it: it is a whole game")
def test_soak_of_absences_after_the_third_a_seat_stays_out(open_game: Open) -> None:
    game = open_game(3, *GRACE)
    *others, victim = game.mortals
    game.want(2)
    game.start()
    for number, now in enumerate((2, 4, 6), start=1):
        game.wait_for_round(now, *game.mortals)
        victim.kill()
        game.want(now + 1, 1, 2)
        game.wait_for_round(now + 1, *others)
        # They wait in the round that was dealt without it, for it to come back and ask.
        game.want(now + 1)
        game.resume(victim)
        if number < 3:
            asked = partial(victim.has_signed, b"return", number)
            game.wait_until(asked)
            game.want(now + 2)
    game.wait_for_round(7, victim)
    game.want(NEVER)
    game.play_on(PATIENCE)
    first, *_ = game.verified()
    names = [player.name for player in first.roster.players]
    seat = names.index(f"Bot {victim.number}")
    assert gone(first) == [(seat, Why.SILENT)] * 3
    assert first.log.state.absences[seat] == Settings().absences == 3
    assert seat not in first.log.state.seated
    assert not first.log.faults


@pytest.mark.skipif(not SOAK, reason="make soak plays it")
@pytest.mark.timeout(6 * 3600)
def test_soak(open_game: Open, capsys: pytest.CaptureFixture[str]) -> None:
    """Every kind of moment at least three times, in games of two, three and four."""
    hit: Counter[Pair] = Counter()
    left: list[Pair] = []
    for number in range(SOAK):
        chance = Random(SEED * 1_000_003 + number)
        # None comes again before all have come.
        left = left or chance.sample(PAIRS, len(PAIRS))
        now, left = left[:DEATHS_A_GAME], left[DEATHS_A_GAME:]
        seats = 2 + number % 3
        game = open_game(seats, seed=number)
        game.start(plan(seats, now, chance))
        game.play_on(PATIENCE)
        first, *_ = game.verified()
        assert not gone(first)
        assert not first.log.faults
        hit += game.hit()
        shutil.rmtree(game.folder)
        with capsys.disabled():
            print(f"game {number + 1} of {SOAK}, {seats} seats: {hit.total()} deaths", flush=True)
    with capsys.disabled():
        print(f"seed {SEED}: {hit.total()} deaths")
        for kind, place in PAIRS:
            print(f"  {kind:8} {place:12} {hit[kind, place]:5}")
    assert all(hit[pair] >= 3 for pair in PAIRS)
