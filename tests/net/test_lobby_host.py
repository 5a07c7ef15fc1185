"""A host gathers its guests, shows everybody to everybody, and sends away who misbehaves."""

from __future__ import annotations

import pytest

from protocol.net.errors import Ending, Refusal
from protocol.net.lobby_host import CannotStart
from protocol.net.lobby_messages import Confirm, Lobby, Prepare, Proposal, Ready, Started
from protocol.net.seating import Happening, News, Stage
from tests.net.rooms import HOST, SECRET, Room, identity_of, names


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


def test_everybody_hears_where_the_others_may_be_dialled() -> None:
    room = Room(seats=3, addresses=(("192.168.1.2", 47210), ("study.local", 47210)))
    ada = room.join("Ada", at="10.0.0.7", addresses=(("172.16.0.7", 47211),))
    bob = room.join("Bob", at="10.0.0.8")
    reach_ada = (("10.0.0.7", 47211), ("172.16.0.7", 47211))
    assert dict(room.seatings[HOST].addresses) == {1: reach_ada, 2: ()}
    assert dict(room.seatings[ada].addresses) == {0: (("192.168.1.2", 47210),), 2: ()}
    assert dict(room.seatings[bob].addresses) == {0: (("192.168.1.2", 47210),), 1: reach_ada}


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


def test_a_full_table_that_is_held_waits_for_the_host() -> None:
    room = Room(seats=2)
    room.host.hold()
    room.join("Ada")
    assert room.host.view.stage is Stage.WAITING
    assert [type(message) for _, message in room.told] == [Lobby]
    room.host_does(room.host.start(room.now))
    assert room.host.view.stage is Stage.STARTING


def test_a_host_has_two_to_four_seats() -> None:
    for seats in (1, 5):
        with pytest.raises(ValueError, match="2 to 4"):
            Room(seats=seats)
