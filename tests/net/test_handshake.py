from __future__ import annotations

from collections.abc import Callable

import pytest

from protocol.log.messages import PROTOCOL_VERSION
from protocol.log.signing import SigningKey
from protocol.net.errors import (
    NetError,
    NoSuchTable,
    NotATable,
    NotProven,
    NotSeated,
    OwnIdentity,
    Refusal,
    TableFull,
    TheyCannotRead,
    VersionMismatch,
    WrongFingerprint,
    WrongIdentity,
    refused,
)
from protocol.net.fingerprint import fingerprint
from protocol.net.frames import Channel, Frame
from protocol.net.handshake import (
    EXPECTED,
    ClientHandshake,
    Handshake,
    HandshakeFailed,
    ServerHandshake,
    State,
    signed_bytes,
)
from protocol.net.link_messages import (
    LOBBY,
    Answer,
    Bye,
    Hello,
    LinkMessage,
    Ping,
    Pong,
    Proof,
    Welcome,
    read_link_message,
    write_link_message,
)
from tests.net.links import TABLE, key

HOST, GUEST, MALLORY = key(0), key(1), key(2)
TLS_KEY = b"the public key of the host's certificate"
OTHER_TLS_KEY = b"the public key of somebody in between"


def nonce(number: int) -> bytes:
    return bytes([number]) * 32


def client(
    who: SigningKey = GUEST,
    purpose: bytes = LOBBY,
    expected: bytes | None = HOST.identity,
    tls_key: bytes = TLS_KEY,
    number: int = 1,
) -> ClientHandshake:
    return ClientHandshake(who, tls_key, nonce(number), purpose, expected, app="0.1.0")


def server(
    who: SigningKey = HOST,
    accept: Callable[[bytes, bytes], Refusal | None] = lambda purpose, identity: None,
    tls_key: bytes = TLS_KEY,
    number: int = 9,
) -> ServerHandshake:
    return ServerHandshake(who, tls_key, nonce(number), accept, app="0.1.0")


def link_frame(payload: bytes) -> Frame:
    return Frame(Channel.LINK, payload)


def say(machine: Handshake, *payloads: bytes) -> tuple[bytes, ...]:
    """What ``machine`` answers to ``payloads``."""
    answers: tuple[bytes, ...] = ()
    for payload in payloads:
        answers += machine.receive(link_frame(payload))
    return answers


def run(one: Handshake, other: Handshake) -> list[tuple[bytes, ...]]:
    """Carry everything both ways until both are open; what each turn sent, ``one`` first."""
    sent = [one.start(), other.start()]
    pending = {0: sent[1], 1: sent[0]}
    sides = (one, other)
    while any(pending.values()):
        for turn in (0, 1):
            answers = say(sides[turn], *pending[turn])
            pending[turn] = ()
            pending[1 - turn] += answers
            sent.append(answers)
    return sent


def failure(machine: Handshake, *payloads: bytes) -> tuple[NetError, Refusal | None]:
    """How ``machine`` fails, and the refusal it sends as its last word."""
    with pytest.raises(HandshakeFailed) as caught:
        say(machine, *payloads)
    word = caught.value.last_word
    if word is None:
        return caught.value.error, None
    bye = read_link_message(word)
    assert isinstance(bye, Bye)
    return caught.value.error, Refusal(bye.code)


@pytest.mark.parametrize("expected", [HOST.identity, fingerprint(HOST.identity), None])
@pytest.mark.parametrize("purpose", [LOBBY, TABLE])
def test_two_honest_sides_open_and_know_each_other(purpose: bytes, expected: bytes | None):
    ours, theirs = client(purpose=purpose, expected=expected), server()
    run(ours, theirs)
    assert ours.open
    assert theirs.open
    assert (ours.identity, theirs.identity) == (HOST.identity, GUEST.identity)
    assert theirs.purpose == purpose


def test_the_server_asks_only_about_clients_that_have_proved_themselves():
    asked: list[tuple[bytes, bytes]] = []

    def accept(purpose: bytes, identity: bytes) -> Refusal | None:
        asked.append((purpose, identity))
        return None

    ours, theirs = client(purpose=TABLE), server(accept=accept)
    hello = say(ours, *theirs.start())
    answer = say(theirs, *ours.start(), *hello)
    assert asked == []
    say(theirs, *say(ours, *answer))
    assert asked == [(TABLE, GUEST.identity)]


@pytest.mark.parametrize(
    ("refusal", "error"),
    [
        (Refusal.TABLE_FULL, TableFull),
        (Refusal.NOT_SEATED, NotSeated),
        (Refusal.NO_SUCH_TABLE, NoSuchTable),
    ],
)
def test_a_client_that_is_not_wanted_is_told_why(refusal: Refusal, error: type[NetError]):
    ours, theirs = client(), server(accept=lambda purpose, identity: refusal)
    answer = say(theirs, *ours.start(), *say(ours, *theirs.start()))
    proof = say(ours, *answer)
    _, told = failure(theirs, *proof)
    assert told is refusal
    assert not ours.open
    assert isinstance(failure(ours, write_link_message(Bye(refusal)))[0], error)


@pytest.mark.parametrize("expected", [HOST.identity, fingerprint(HOST.identity), None])
def test_a_relay_with_a_tls_key_of_its_own_proves_nothing(expected: bytes | None):
    ours, theirs = client(tls_key=OTHER_TLS_KEY, expected=expected), server()
    answer = say(theirs, *ours.start(), *say(ours, *theirs.start()))
    error, told = failure(ours, *answer)
    assert isinstance(error, NotProven)
    assert told is Refusal.NOT_PROVEN


@pytest.mark.parametrize("expected", [HOST.identity, fingerprint(HOST.identity)])
def test_an_impostor_with_an_identity_of_his_own_is_refused(expected: bytes):
    ours, theirs = client(expected=expected), server(who=MALLORY)
    answer = say(theirs, *ours.start(), *say(ours, *theirs.start()))
    error, told = failure(ours, *answer)
    assert isinstance(error, WrongFingerprint)
    assert told is Refusal.WRONG_IDENTITY
    assert isinstance(failure(theirs, write_link_message(Bye(told)))[0], WrongIdentity)


def test_a_client_proof_played_back_later_is_refused():
    ours, theirs = client(), server()
    sent = run(ours, theirs)
    recorded = [payload for answers in sent[0::2] for payload in answers]
    again = server(number=10)
    error, told = failure(again, *recorded)
    assert isinstance(error, NotProven)
    assert told is Refusal.NOT_PROVEN


def test_the_servers_own_proof_played_back_to_it_is_refused():
    theirs = server()
    hello = write_link_message(Hello(HOST.identity, nonce(9), LOBBY))
    error, told = failure(theirs, *client().start(), hello)
    assert isinstance(error, OwnIdentity)
    assert told is Refusal.OWN_IDENTITY
    # With another identity in the hello the role alone keeps the proof from being taken.
    theirs = server()
    hello = write_link_message(Hello(GUEST.identity, nonce(9), LOBBY))
    answer = read_link_message(say(theirs, *client().start(), hello)[0])
    assert isinstance(answer, Answer)
    error, told = failure(theirs, write_link_message(Proof(answer.proof)))
    assert isinstance(error, NotProven)


def test_nobody_links_to_themselves():
    ours, theirs = client(who=HOST), server()
    hello = say(ours, *theirs.start())
    assert isinstance(failure(theirs, *ours.start(), *hello)[0], OwnIdentity)
    answer = write_link_message(Answer(HOST.identity, nonce(9), bytes(64)))
    assert isinstance(failure(ours, answer)[0], OwnIdentity)


def test_a_proof_of_somebody_else_for_that_identity_is_refused():
    theirs = server()
    hello = write_link_message(Hello(GUEST.identity, nonce(1), LOBBY))
    say(theirs, *client().start(), hello)
    bound = (TLS_KEY, GUEST.identity, HOST.identity, nonce(1), nonce(9), LOBBY)
    forged = MALLORY.sign_bytes("link", signed_bytes("client", *bound))
    assert isinstance(failure(theirs, write_link_message(Proof(forged)))[0], NotProven)


PARTS = (TLS_KEY, GUEST.identity, HOST.identity, nonce(1), nonce(9), LOBBY)
OTHERS = (OTHER_TLS_KEY, MALLORY.identity, MALLORY.identity, nonce(2), nonce(2), TABLE)


@pytest.mark.parametrize("part", range(len(PARTS)))
def test_a_proof_holds_for_nothing_but_all_its_parts(part: int):
    theirs = server()
    say(theirs, *client().start(), write_link_message(Hello(GUEST.identity, nonce(1), LOBBY)))
    parts = tuple(OTHERS[i] if i == part else value for i, value in enumerate(PARTS))
    proof = GUEST.sign_bytes("link", signed_bytes("client", *parts))
    assert isinstance(failure(theirs, write_link_message(Proof(proof)))[0], NotProven)


def test_an_identity_of_small_order_proves_nothing():
    nobody = (1).to_bytes(32, "little")
    theirs = server()
    hello = write_link_message(Hello(nobody, nonce(1), LOBBY))
    say(theirs, *client().start(), hello)
    forged = write_link_message(Proof(nobody + bytes(32)))
    assert isinstance(failure(theirs, forged)[0], NotProven)


def test_a_purpose_that_is_neither_lobby_nor_table_is_refused():
    hello = write_link_message(Hello(GUEST.identity, nonce(1), b"something"))
    error, told = failure(server(), *client().start(), hello)
    assert isinstance(error, NoSuchTable)
    assert told is Refusal.NO_SUCH_TABLE


@pytest.mark.parametrize("protocol", [0, PROTOCOL_VERSION + 1, 65_535])
@pytest.mark.parametrize("make", [client, server])
def test_another_version_is_told_with_both_and_nothing_more_is_said(
    make: Callable[[], Handshake], protocol: int
):
    hello = b"koryo-tui\x00" + protocol.to_bytes(2, "big") + b"9.9"
    error, told = failure(make(), hello)
    assert isinstance(error, VersionMismatch)
    assert (error.ours.protocol, error.theirs.protocol) == (PROTOCOL_VERSION, protocol)
    assert (error.ours.app, error.theirs.app) == ("0.1.0", "9.9")
    assert told is None


@pytest.mark.parametrize("make", [client, server])
def test_another_program_is_told_from_a_table(make: Callable[[], Handshake]):
    assert isinstance(failure(make(), b"HTTP/1.1 400 Bad Request")[0], NotATable)
    assert isinstance(make().malformed().error, NotATable)
    with pytest.raises(HandshakeFailed) as caught:
        make().receive(Frame(Channel.LOBBY, server().start()[0]))
    assert isinstance(caught.value.error, NotATable)


def in_state(state: State) -> Handshake:
    """A machine that waits in ``state``, brought there by an honest other side."""
    ours, theirs = client(), server()
    hello = say(ours, *theirs.start())
    if state is State.ANSWER:
        return ours
    say(theirs, *ours.start())
    if state is State.HELLO:
        return theirs
    answer = say(theirs, *hello)
    if state is State.PROOF:
        return theirs
    say(ours, *answer)
    return ours


MESSAGES: tuple[LinkMessage, ...] = (
    Hello(GUEST.identity, nonce(1), LOBBY),
    Answer(HOST.identity, nonce(9), bytes(64)),
    Proof(bytes(64)),
    Welcome(),
    Ping(1),
    Pong(1),
)


@pytest.mark.parametrize("state", EXPECTED)
@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_a_message_out_of_turn_is_malformed(state: State, message: LinkMessage):
    if isinstance(message, EXPECTED[state]):
        return
    error, told = failure(in_state(state), write_link_message(message))
    assert isinstance(error, TheyCannotRead)
    assert told is Refusal.MALFORMED


@pytest.mark.parametrize("state", EXPECTED)
@pytest.mark.parametrize("refusal", Refusal)
def test_a_refusal_is_heard_in_every_state_and_not_answered(state: State, refusal: Refusal):
    error, told = failure(in_state(state), write_link_message(Bye(refusal)))
    assert type(error) is type(refused(refusal))
    assert told is None


@pytest.mark.parametrize("state", EXPECTED)
@pytest.mark.parametrize("channel", [Channel.LOBBY, Channel.TABLE])
def test_no_other_channel_is_open_before_both_are_proved(state: State, channel: Channel):
    with pytest.raises(HandshakeFailed) as caught:
        in_state(state).receive(Frame(channel, write_link_message(Welcome())))
    assert isinstance(caught.value.error, TheyCannotRead)


@pytest.mark.parametrize("state", EXPECTED)
def test_bytes_that_are_no_message_are_malformed(state: State):
    _, told = failure(in_state(state), b"\xc1")
    assert told is Refusal.MALFORMED
    unreadable = in_state(state).malformed()
    assert isinstance(unreadable.error, TheyCannotRead)


def test_what_is_expected_must_be_an_identity_or_a_fingerprint():
    for wrong in (b"", HOST.identity[:9], HOST.identity[:16]):
        with pytest.raises(ValueError, match="identity"):
            client(expected=wrong)
    with pytest.raises(ValueError, match="purpose"):
        client(purpose=b"poker")
