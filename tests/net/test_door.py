"""A host lets in who knows the secret and says so in time."""

from __future__ import annotations

import pytest

from protocol.net.door import FROM_ONE_ADDRESS, JOIN_WITHIN, MAX_STRANGERS
from protocol.net.errors import Ending, Refusal
from protocol.net.guesses import FROM_ONE, WINDOW
from protocol.net.lobby_host import LobbyHost
from tests.net.rooms import SECRET, WRONG, Entropy, Room, identity_of, names


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


def test_who_is_known_needs_no_secret_and_who_is_seated_neither() -> None:
    """They came back to the table before this one, or to this one, without the invite."""
    room = Room(seats=2)
    room.host = LobbyHost(
        room.identity, "Host", 2, SECRET, (), Entropy(0), known=frozenset({identity_of(50)})
    )
    for _ in range(FROM_ONE + 1):
        room.join("Eve", secret=WRONG)
    room.join("Ada", secret=WRONG, number=50)
    assert sorted(room.seatings) == [0, FROM_ONE + 2]
    late = room.join("Ada", secret=WRONG, number=50)
    assert room.hung[late] is Ending.REPLACED, "the table has begun, it is told"
    assert room.hung[room.join("Eve", secret=WRONG, at="10.0.0.9")] is Refusal.WRONG_SECRET


def test_who_does_not_say_who_they_are_is_sent_away() -> None:
    room = Room()
    room.host_does(room.host.linked(77, identity_of(77), "10.0.0.7", room.now))
    assert room.host.deadline == room.now + JOIN_WITHIN
    room.wait(JOIN_WITHIN)
    assert room.hung == {77: Refusal.TOO_SLOW}


def test_only_so_many_may_stand_at_the_door() -> None:
    room = Room()
    for number in range(MAX_STRANGERS + 1):
        stands(room, 1000 + number, f"10.0.0.{number}")
    assert room.hung == {1000 + MAX_STRANGERS: Refusal.TOO_SLOW}


@pytest.mark.parametrize("at", ["10.0.0.66", "2001:db8:0:1::{0:x}"])
def test_one_address_cannot_keep_others_from_the_door(at: str) -> None:
    """Whatever keys it comes with, again and again."""
    room = Room()
    for number in range(MAX_STRANGERS):
        stands(room, 1000 + number, at.format(number))
    assert len(room.hung) == MAX_STRANGERS - FROM_ONE_ADDRESS
    assert room.join("Ada", at="10.0.0.7") not in room.hung
    assert names(room) == ["Host", "Ada"]


def test_who_leaves_the_door_makes_room_there() -> None:
    room = Room()
    for number in range(FROM_ONE_ADDRESS):
        stands(room, 1000 + number, "10.0.0.7")
    room.host_does(room.host.lost(1000, False, room.now))
    assert room.join("Ada", at="10.0.0.7") not in room.hung


def stands(room: Room, link: int, at: str) -> None:
    """Somebody comes to the door and says nothing."""
    room.host_does(room.host.linked(link, identity_of(link % 100), at, room.now))
