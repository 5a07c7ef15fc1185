"""A guest confirms only the table that everybody saw, with its own commitment in it."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from protocol.log.chain import nonce_commitment, table_id
from protocol.log.errors import Malformed
from protocol.log.messages import PROTOCOL_VERSION, Player, Roster, Settings
from protocol.net.invite import JoinSecret
from protocol.net.lobby_effects import Say
from protocol.net.lobby_guest import EXPECTED, HostMisleads, LobbyGuest, RulesDiffer
from protocol.net.lobby_messages import (
    Confirm,
    GivenUp,
    Hint,
    HostMessage,
    Join,
    Line,
    Lobby,
    Prepare,
    Proposal,
    Ready,
    Started,
    write_message,
)
from protocol.net.seating import Happening, News, Seating, Stage
from tests.net.rooms import SECRET, Entropy, identity_of

HOST, ME, OTHER = (identity_of(n) for n in (1, 2, 3))
LINES = (Line(HOST, "Host", b"", ""), Line(ME, "Me", b"", ""), Line(OTHER, "Bob", b"", ""))
LOBBY = Lobby(1, Settings(), 3, LINES)
COMMITTED = tuple(nonce_commitment(identity, b"n" * 32) for identity in (HOST, ME, OTHER))


def guest() -> LobbyGuest:
    it = LobbyGuest(ME, HOST, "Me", SECRET, (("10.0.0.7", 5),), Entropy(2), "1.0")
    it.join()
    return it


def hear(it: LobbyGuest, message: HostMessage) -> tuple[object, ...]:
    return it.receive(write_message(message))


def ready_guest() -> tuple[LobbyGuest, bytes]:
    it = guest()
    hear(it, LOBBY)
    (said,) = hear(it, Prepare(1))
    assert isinstance(said, Say)
    assert isinstance(said.message, Ready)
    return it, said.message.commitment


def roster(commitment: bytes) -> Roster:
    players = (
        Player(HOST, "Host", COMMITTED[0]),
        Player(ME, "Me", commitment),
        Player(OTHER, "Bob", COMMITTED[2]),
    )
    return Roster(PROTOCOL_VERSION, 1, Settings(), players)


def proposal(commitment: bytes) -> Proposal:
    hints = ((Hint("10.0.0.1", 1),), (Hint("10.0.0.2", 2),), (Hint("x.example", 3),))
    return Proposal(1, roster(commitment), hints)


def confirmed_guest() -> tuple[LobbyGuest, Roster]:
    it, commitment = ready_guest()
    hear(it, proposal(commitment))
    return it, roster(commitment)


def test_a_guest_says_who_it_is() -> None:
    it = LobbyGuest(ME, HOST, " \x07Me ", SECRET, (("10.0.0.7", 5),), Entropy(2), "1.0\n", HOST)
    (said,) = it.join()
    assert said == Say(Join(SECRET.value, "Me", HOST, "1.0", (Hint("10.0.0.7", 5),)))
    assert it.view is None


def test_a_guest_confirms_the_table_and_sits_down_when_it_has_begun() -> None:
    it, commitment = ready_guest()
    assert not it.may_have_started
    table = table_id(roster(commitment))
    assert hear(it, proposal(commitment)) == (Say(Confirm(1, table)),)
    assert it.may_have_started
    (seating,) = hear(it, Started(table))
    assert isinstance(seating, Seating)
    assert (seating.seat, seating.table) == (1, table)
    assert nonce_commitment(ME, seating.nonce) == commitment
    assert dict(seating.addresses) == {0: (("10.0.0.1", 1),), 2: ()}
    assert it.view is not None
    assert it.view.stage is Stage.STARTED
    assert not it.heard_late


def test_a_guest_tells_who_comes_and_goes() -> None:
    it = guest()
    assert hear(it, LOBBY) == ()
    assert hear(it, Lobby(1, Settings(), 3, LINES[:2])) == (News(Happening.LEFT, "Bob"),)
    assert hear(it, LOBBY) == (News(Happening.JOINED, "Bob"),)


@pytest.mark.parametrize(
    "players",
    [
        LINES[1:],
        (LINES[1], LINES[0]),
        (LINES[0], LINES[2]),
        (LINES[0], LINES[1], LINES[1]),
        (LINES[0], LINES[1], Line(OTHER, "ME", b"", "")),
        (*LINES, Line(identity_of(4), "Cem", b"", "")),
    ],
)
def test_a_list_of_players_that_cannot_be_is_refused(players: tuple[Line, ...]) -> None:
    with pytest.raises(HostMisleads, match="list"):
        hear(guest(), Lobby(1, Settings(), 3, players))


def test_a_name_not_fit_to_be_shown_is_malformed() -> None:
    with pytest.raises(Malformed):
        hear(guest(), Lobby(1, Settings(), 3, (*LINES[:2], Line(OTHER, "B\u202eb", b"", ""))))


@pytest.mark.parametrize(("rules", "who"), [(2, "update this one"), (255, "update this one")])
def test_other_rules_are_told_with_both_versions(rules: int, who: str) -> None:
    with pytest.raises(RulesDiffer, match=f"version 1 .* version {rules}; .*{who}"):
        hear(guest(), Lobby(rules, Settings(), 3, LINES))


Twist = Callable[[Roster], Roster]
replace = msgspec.structs.replace


def players(change: Callable[[tuple[Player, ...]], tuple[Player, ...]]) -> Twist:
    return lambda roster: replace(roster, players=change(roster.players))


@pytest.mark.parametrize(
    "twist",
    [
        lambda roster: replace(roster, protocol=PROTOCOL_VERSION + 1),
        lambda roster: replace(roster, rules=2),
        players(lambda p: (p[1], p[0], p[2])),
        players(lambda p: (p[0], p[2])),
        players(lambda p: (p[0], p[1])),
        players(lambda p: (p[0], p[1], p[1])),
        players(lambda p: (*p, Player(identity_of(4), "Cem", COMMITTED[0]))),
        players(lambda p: (p[0], replace(p[1], name="You"), p[2])),
        players(lambda p: (p[0], p[1], replace(p[2], name="Host"))),
        players(lambda p: (p[0], p[1], replace(p[2], identity=identity_of(4)))),
        players(lambda p: (p[0], replace(p[1], nonce_commitment=COMMITTED[1]), p[2])),
    ],
)
def test_a_roster_other_than_agreed_is_refused(twist: Twist) -> None:
    it, commitment = ready_guest()
    wrong = twist(roster(commitment))
    with pytest.raises(HostMisleads, match="seat was given up"):
        hear(it, Proposal(1, wrong, ((),) * len(wrong.players)))
    assert not it.may_have_started


def test_an_identity_that_is_nobodys_is_refused() -> None:
    weak = bytes(32)
    it = guest()
    lines = (*LINES[:2], Line(weak, "Bob", b"", ""))
    hear(it, Lobby(1, Settings(), 3, lines))
    (said,) = hear(it, Prepare(1))
    commitment = said.message.commitment  # type: ignore[attr-defined]
    with_weak = players(lambda p: (*p[:2], replace(p[2], identity=weak)))(roster(commitment))
    with pytest.raises(HostMisleads, match="identity"):
        hear(it, Proposal(1, with_weak, ((), (), ())))


def test_a_proposal_for_another_start_is_malformed() -> None:
    for change in ({"start": 2}, {"hints": ((), ())}):
        it, commitment = ready_guest()
        with pytest.raises(Malformed):
            hear(it, replace(proposal(commitment), **change))


def test_another_table_than_confirmed_does_not_begin() -> None:
    it, _ = confirmed_guest()
    with pytest.raises(HostMisleads, match="another table"):
        hear(it, Started(b"t" * 32))


def test_a_start_given_up_leaves_the_lobby_as_it_was() -> None:
    for it in (ready_guest()[0], confirmed_guest()[0]):
        assert hear(it, GivenUp(1, "Bob")) == (News(Happening.GIVEN_UP, "Bob"),)
        assert not it.may_have_started
        assert hear(it, Lobby(1, Settings(), 3, LINES[:2])) == (News(Happening.LEFT, "Bob"),)
        with pytest.raises(Malformed):
            hear(it, Prepare(1))


def test_another_start_is_not_given_up() -> None:
    for it in (ready_guest()[0], confirmed_guest()[0]):
        with pytest.raises(Malformed):
            hear(it, GivenUp(2, "Bob"))


def test_every_start_gets_a_new_nonce() -> None:
    it, first = ready_guest()
    hear(it, GivenUp(1, "Bob"))
    (said,) = hear(it, Prepare(2))
    assert said.message.commitment != first  # type: ignore[attr-defined]


def test_a_guest_that_missed_the_end_asks_how_it_was() -> None:
    it, agreed = confirmed_guest()
    assert isinstance(it.join()[0], Say)
    assert it.may_have_started
    (seating,) = hear(it, Started(table_id(agreed)))
    assert isinstance(seating, Seating)
    assert it.heard_late


def test_a_guest_that_asks_may_find_the_lobby_open() -> None:
    it, _ = confirmed_guest()
    it.join()
    hear(it, LOBBY)
    assert not it.may_have_started
    (said,) = hear(it, Prepare(2))
    assert isinstance(said.message, Ready)  # type: ignore[attr-defined]


MESSAGES: tuple[HostMessage, ...] = (
    LOBBY,
    Prepare(1),
    proposal(COMMITTED[1]),
    Started(b"t" * 32),
    GivenUp(1, "Bob"),
)


def guest_in_each_phase() -> tuple[LobbyGuest, ...]:
    seated = guest()
    hear(seated, LOBBY)
    asking = confirmed_guest()[0]
    asking.join()
    started, agreed = confirmed_guest()
    hear(started, Started(table_id(agreed)))
    return guest(), seated, ready_guest()[0], confirmed_guest()[0], asking, started


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_in_every_phase_only_what_is_expected_is_heard(message: HostMessage) -> None:
    for phase, it in zip(EXPECTED, guest_in_each_phase(), strict=True):
        if not isinstance(message, EXPECTED[phase]):
            with pytest.raises(Malformed, match="no place here"):
                hear(it, message)


def test_what_does_not_parse_is_malformed() -> None:
    for data in (b"", b"\xff", write_message(Ready(1, b"c" * 32))):
        with pytest.raises(Malformed):
            guest().receive(data)


def test_no_repr_shows_the_secret_or_the_nonce() -> None:
    it = LobbyGuest(ME, HOST, "Me", JoinSecret(b"5ecre"), (), Entropy(2))
    assert "5ecre" not in repr(it.join())
    seated, agreed = confirmed_guest()
    (seating,) = hear(seated, Started(table_id(agreed)))
    assert isinstance(seating, Seating)
    assert repr(seating.nonce) not in repr(seating)
