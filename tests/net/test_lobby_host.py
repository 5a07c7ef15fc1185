"""A host lets in who knows the secret, and makes a roster everybody has confirmed."""

from __future__ import annotations

import pytest

from protocol.log.chain import nonce_commitment, table_id
from protocol.log.messages import Roster
from protocol.net.errors import Ending, Refusal
from protocol.net.guesses import FROM_ONE, WINDOW
from protocol.net.lobby_host import ANSWER_WITHIN, JOIN_WITHIN, MAX_STRANGERS, CannotStart
from protocol.net.lobby_messages import Confirm, GivenUp, Lobby, Prepare, Proposal, Ready, Started
from protocol.net.seating import Happening, News, Stage
from tests.net.rooms import HOST, SECRET, WRONG, Room, identity_of


def names(room: Room) -> list[str]:
    return [line.name for line in room.host.view.players]


def test_a_host_waits_alone() -> None:
    view = Room(seats=3).host.view
    assert (view.stage, view.seats, view.me) == (Stage.WAITING, 3, 0)
    assert [line.name for line in view.players] == ["Host"]


def test_everybody_sees_everybody() -> None:
    room = Room(seats=4)
    ada = room.join("Ada")
    bob = room.join("Bob")
    assert names(room) == ["Host", "Ada", "Bob"]
    for link, seat in ((ada, 1), (bob, 2)):
        view = room.guests[link].view
        assert view is not None
        assert view.players == room.host.view.players
        assert (view.me, view.seats, view.stage) == (seat, 4, Stage.WAITING)
    assert room.news[HOST] == [News(Happening.JOINED, "Ada"), News(Happening.JOINED, "Bob")]
    assert room.news[ada] == [News(Happening.JOINED, "Bob")]


def test_equal_names_are_numbered_and_wild_ones_tamed() -> None:
    room = Room(seats=4)
    room.join("Host")
    room.join("A\x1b\u202eda")
    assert names(room) == ["Host", "Host 2", "Ada"]


def test_a_computer_player_says_whose_it_is() -> None:
    room = Room(seats=3)
    room.join("Bot", owner=room.identity)
    assert [line.owner for line in room.host.view.players] == [b"", room.identity]


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


def test_everybody_hears_where_the_others_may_be_dialled() -> None:
    room = Room(seats=3, addresses=(("192.168.1.2", 47210), ("study.local", 47210)))
    ada = room.join("Ada", at="10.0.0.7", addresses=(("172.16.0.7", 47211),))
    bob = room.join("Bob", at="10.0.0.8")
    reach_ada = (("10.0.0.7", 47211), ("172.16.0.7", 47211))
    assert dict(room.seatings[HOST].addresses) == {1: reach_ada, 2: ()}
    assert dict(room.seatings[ada].addresses) == {0: (("192.168.1.2", 47210),), 2: ()}
    assert dict(room.seatings[bob].addresses) == {0: (("192.168.1.2", 47210),), 1: reach_ada}


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


def test_a_wrong_secret_is_refused() -> None:
    room = Room()
    link = room.join("Eve", secret=WRONG)
    assert room.hung == {link: Refusal.WRONG_SECRET}
    assert names(room) == ["Host"]
    assert room.told == []


def test_after_too_many_wrong_secrets_the_right_one_waits_too() -> None:
    room = Room()
    for _ in range(FROM_ONE):
        room.join("Eve", secret=WRONG, at="10.0.0.9")
    assert room.hung[room.join("Eve", at="10.0.0.9")] is Refusal.TOO_MANY_GUESSES
    assert room.join("Ada", at="10.0.0.7") not in room.hung
    room.wait(WINDOW)
    assert room.join("Eve", at="10.0.0.9") not in room.hung


def test_a_full_or_started_table_is_told_only_to_who_has_the_invite() -> None:
    room = Room(seats=2)
    room.join("Ada")
    assert room.hung[room.join("Bob")] is Refusal.TABLE_STARTED
    assert room.hung[room.join("Eve", secret=WRONG)] is Refusal.WRONG_SECRET


def test_nobody_comes_in_while_the_table_starts() -> None:
    room = Room(seats=4)
    room.join("Ada")
    room.host_does(room.host.start(room.now))
    late = room.enter("Bob")
    room.deliver()
    assert room.hung == {late: Refusal.TABLE_STARTED}
    assert len(room.seatings[HOST].roster.players) == 2


@pytest.mark.parametrize("number", [100, 1])
def test_one_identity_sits_once(number: int) -> None:
    room = Room()
    room.join("Ada")
    assert room.hung[room.join("Twin", number=number)] is Refusal.DUPLICATE_IDENTITY
    assert names(room) == ["Host", "Ada"]


def test_somebody_removed_hears_why_and_stays_away() -> None:
    room = Room()
    ada, bob = room.join("Ada"), room.join("Bob")
    room.host_does(room.host.remove(identity_of(ada)))
    room.deliver()
    assert room.hung == {ada: Ending.REMOVED}
    assert names(room) == ["Host", "Bob"]
    assert room.news[HOST][-1] == News(Happening.REMOVED, "Ada")
    assert room.news[bob][-1] == News(Happening.LEFT, "Ada")
    assert room.hung[room.join("Ada again", number=ada)] is Ending.REMOVED
    with pytest.raises(CannotStart):
        room.host.remove(identity_of(ada))


@pytest.mark.parametrize(("goodbye", "how"), [(True, Happening.LEFT), (False, Happening.LOST)])
def test_a_seat_is_free_again_when_somebody_goes(goodbye: bool, how: Happening) -> None:
    room = Room(seats=4)
    ada = room.join("Ada")
    room.lose(ada, goodbye=goodbye)
    assert names(room) == ["Host"]
    assert room.news[HOST][-1] == News(how, "Ada")
    assert room.join("Ada", number=ada) not in room.hung
    assert names(room) == ["Host", "Ada"]


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


def test_who_does_not_say_who_they_are_is_sent_away() -> None:
    room = Room()
    room.host_does(room.host.linked(77, identity_of(77), "10.0.0.7", room.now))
    assert room.host.deadline == room.now + JOIN_WITHIN
    room.wait(JOIN_WITHIN)
    assert room.hung == {77: Refusal.TOO_SLOW}


def test_only_so_many_may_stand_at_the_door() -> None:
    room = Room()
    for link in range(1000, 1000 + MAX_STRANGERS + 1):
        room.host_does(room.host.linked(link, identity_of(link % 100), "10.0.0.7", room.now))
    assert room.hung == {1000 + MAX_STRANGERS: Refusal.TOO_SLOW}


@pytest.mark.parametrize(
    "words",
    [
        b"\xff",
        b"",
        Prepare(1),
        Ready(1, b"c" * 32),
        Confirm(1, b"t" * 32),
        ("join", SECRET.value, "Ada", b"", "1.0", ()),
    ],
)
def test_what_belongs_not_here_closes_that_link_and_no_other(words: object) -> None:
    room = Room()
    ada, eve = room.join("Ada"), room.join("Eve")
    if isinstance(words, Ready | Confirm):
        # These answer a start that was given up, unless there was none to come.
        room.host_does(room.host.start(room.now))
        room.deliver_to_guest()
        room.say(eve, Ready(2, b"c" * 32) if isinstance(words, Ready) else words)
    else:
        room.say(eve, words)
    room.deliver()
    assert room.hung == {eve: Ending.MALFORMED}
    assert names(room) == ["Host", "Ada"]
    assert ada in room.guests


def test_an_owner_that_is_no_identity_is_malformed() -> None:
    room = Room()
    assert room.hung[room.join("Bot", owner=b"me")] is Ending.MALFORMED


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


def test_a_lobby_that_closes_tells_everybody() -> None:
    room = Room()
    ada = room.join("Ada")
    stranger = room.enter("Bob")
    room.host_does(room.host.close())
    assert room.hung == {ada: Ending.TABLE_CLOSED, stranger: Ending.TABLE_CLOSED}
    assert room.host.view.stage is Stage.CLOSED
    assert room.hung[room.join("Cem")] is Ending.TABLE_CLOSED
    assert room.host.close() == ()


def test_closing_after_the_start_leaves_the_players_alone() -> None:
    room = Room(seats=2)
    room.join("Ada")
    room.host_does(room.host.close())
    assert room.hung == {}


def test_a_lobby_is_told_in_full_after_every_change() -> None:
    room = Room(seats=2)
    room.join("Ada")
    kinds = [type(message) for _, message in room.told]
    assert kinds == [Lobby, Prepare, Proposal, Started]


def test_a_host_has_two_to_four_seats() -> None:
    for seats in (1, 5):
        with pytest.raises(ValueError, match="2 to 4"):
            Room(seats=seats)


def test_the_roster_is_one_the_log_can_carry() -> None:
    room = Room(seats=2)
    room.join("Ada")
    assert isinstance(room.seatings[HOST].roster, Roster)
    assert not [message for _, message in room.told if isinstance(message, GivenUp)]
