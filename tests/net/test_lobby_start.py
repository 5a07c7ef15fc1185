"""A table begins once everybody has committed, and has confirmed the same roster."""

from __future__ import annotations

import pytest

from protocol.log.chain import nonce_commitment, table_id
from protocol.log.messages import Roster
from protocol.net.errors import Ending, Refusal
from protocol.net.lobby_host import ANSWER_WITHIN, CannotStart
from protocol.net.lobby_messages import Confirm, GivenUp, Proposal, Ready
from protocol.net.seating import Happening, News, Stage
from tests.net.rooms import HOST, WRONG, Room, identity_of, names


def test_a_full_table_starts_by_itself() -> None:
    room = Room(seats=3)
    room.join("Ada")
    assert room.host.view.stage is Stage.WAITING
    room.join("Bob")
    assert room.host.view.stage is Stage.STARTED
    assert sorted(room.seatings) == [0, 1, 2]


def test_everybody_sits_down_at_the_same_table() -> None:
    room = Room(seats=4)
    ada, bob, cem = room.join("Ada"), room.join("Bob"), room.join("Cem")
    host = room.seatings[HOST]
    for seat, link in enumerate((HOST, ada, bob, cem)):
        seating = room.seatings[link]
        assert (seating.roster, seating.seat, seating.table) == (host.roster, seat, host.table)
        player = seating.roster.players[seat]
        assert player.nonce_commitment == nonce_commitment(player.identity, seating.nonce)
    assert host.identities == (room.identity, *map(identity_of, (ada, bob, cem)))
    assert [player.name for player in host.roster.players] == ["Host", "Ada", "Bob", "Cem"]
    assert room.links == {1: ada, 2: bob, 3: cem}


def test_a_host_starts_with_two_or_more() -> None:
    room = Room(seats=4)
    with pytest.raises(CannotStart, match="at least two"):
        room.host.start(room.now)
    room.join("Ada")
    room.host_does(room.host.start(room.now))
    with pytest.raises(CannotStart, match="already starting"):
        room.host.start(room.now)
    room.deliver()
    assert len(room.seatings[HOST].roster.players) == 2


def test_nobody_comes_in_while_the_table_starts() -> None:
    room = Room(seats=4)
    room.join("Ada")
    room.host_does(room.host.start(room.now))
    late = room.enter("Bob")
    room.deliver()
    assert room.hung == {late: Refusal.TABLE_STARTED}
    assert len(room.seatings[HOST].roster.players) == 2


def test_a_start_is_given_up_at_whatever_point_somebody_is_lost() -> None:
    for messages in range(5):
        room = Room(seats=3)
        ada = room.join("Ada")
        bob = room.enter("Bob")
        room.deliver_to_host()
        assert room.host.view.stage is Stage.STARTING
        # The guests' words still to come are ready, ready, confirm, confirm.
        heard = 0
        while heard < messages:
            while room.deliver_to_guest():
                pass
            heard += room.deliver_to_host()
        room.lose(bob)
        room.deliver()
        if messages == 4:
            assert set(room.seatings) == {HOST, ada}
            continue
        assert room.seatings == {}
        assert room.host.view.stage is Stage.WAITING
        assert names(room) == ["Host", "Ada"]
        assert News(Happening.GIVEN_UP, "Bob") in room.news[HOST]
        assert News(Happening.GIVEN_UP, "Bob") in room.news[ada]
        view = room.guests[ada].view
        assert view is not None
        assert view.stage is Stage.WAITING
        room.host_does(room.host.start(room.now))
        room.deliver()
        assert room.seatings[HOST].table == room.seatings[ada].table


def test_every_start_has_nonces_of_its_own() -> None:
    room = Room(seats=3)
    room.join("Ada")
    bob = room.enter("Bob")
    for _ in range(3):
        room.deliver_to_host()
        while room.deliver_to_guest():
            pass
    proposals = [message for _, message in room.told if isinstance(message, Proposal)]
    room.lose(bob)
    room.deliver()
    room.join("Bob", number=bob)
    room.deliver()
    proposals.append([m for _, m in room.told if isinstance(m, Proposal)][-1])
    assert len({table_id(proposal.roster) for proposal in proposals}) == 2
    commitments = [p.nonce_commitment for q in proposals for p in set(q.roster.players)]
    assert len(set(commitments)) == 2 * 3


def test_who_does_not_answer_a_start_loses_the_seat() -> None:
    room = Room(seats=3)
    ada = room.join("Ada")
    bob = room.join("Bob", secret=WRONG)
    silent = room.enter("Silent")
    room.deliver_to_host()
    del room.guests[silent]
    room.deliver()
    assert room.host.deadline == room.now + ANSWER_WITHIN
    room.wait(ANSWER_WITHIN - 1)
    assert silent not in room.hung
    room.wait(1)
    room.deliver()
    assert room.hung == {bob: Refusal.WRONG_SECRET, silent: Refusal.TOO_SLOW}
    assert names(room) == ["Host", "Ada"]
    assert room.host.deadline is None
    assert ada in room.guests


def starting(room: Room) -> tuple[int, int]:
    """Ada waits, Bob fills the table, and neither has heard of the start yet."""
    ada = room.join("Ada")
    bob = room.enter("Bob")
    room.deliver_to_host()
    return ada, bob


def test_a_commitment_is_made_once_a_start() -> None:
    room = Room(seats=3)
    _, bob = starting(room)
    for commitment in (b"c" * 32, b"d" * 32):
        assert room.hung == {}
        room.say(bob, Ready(1, commitment))
        room.deliver_to_host()
    assert room.hung == {bob: Ending.MALFORMED}


def proposed(room: Room) -> tuple[int, bytes]:
    """Bob's link and the table that was proposed, which Ada has not confirmed yet."""
    ada, bob = starting(room)
    for link in (ada, bob):
        room.say(link, Ready(1, bytes([link]) * 32))
        room.deliver_to_host()
    (proposal,) = {m for _, m in room.told if isinstance(m, Proposal)}
    return bob, table_id(proposal.roster)


def test_another_table_cannot_be_confirmed() -> None:
    room = Room(seats=3)
    bob, _ = proposed(room)
    room.say(bob, Confirm(1, b"t" * 32))
    room.deliver_to_host()
    assert room.hung == {bob: Ending.MALFORMED}


def test_a_table_is_confirmed_once() -> None:
    room = Room(seats=3)
    bob, table = proposed(room)
    for _ in range(2):
        assert room.hung == {}
        room.say(bob, Confirm(1, table))
        room.deliver_to_host()
    assert room.hung == {bob: Ending.MALFORMED}
    assert room.seatings == {}


def test_a_full_table_that_has_not_begun_is_full() -> None:
    room = Room(seats=3)
    starting(room)
    late = room.enter("Cem")
    room.deliver_to_host()
    assert room.hung == {late: Refusal.TABLE_FULL}


def test_late_answers_to_a_start_given_up_harm_nobody() -> None:
    room = Room(seats=4)
    ada, bob = room.join("Ada"), room.join("Bob")
    room.host_does(room.host.start(room.now))
    while room.deliver_to_guest():
        pass
    # Both readies are on their way when Bob is lost.
    room.lose(bob)
    room.deliver()
    assert room.hung == {}
    assert names(room) == ["Host", "Ada"]
    assert ada in room.guests


def test_who_confirmed_and_lost_the_link_hears_that_the_table_began() -> None:
    room = Room(seats=3)
    ada = room.join("Ada")
    bob = room.enter("Bob")
    for _ in range(5):
        room.deliver_to_host()
        while room.deliver_to_guest() and HOST not in room.seatings:
            pass
    assert HOST in room.seatings
    guest = room.guests[bob]
    room.lose(bob)
    room.deliver()
    assert set(room.seatings) == {HOST, ada}
    assert guest.may_have_started
    room.again(9, guest, identity_of(bob))
    room.deliver()
    assert room.seatings[9].table == room.seatings[HOST].table
    assert guest.heard_late
    assert room.hung == {9: Ending.REPLACED}


def test_the_roster_is_one_the_log_can_carry() -> None:
    room = Room(seats=2)
    room.join("Ada")
    assert isinstance(room.seatings[HOST].roster, Roster)
    assert not [message for _, message in room.told if isinstance(message, GivenUp)]
