"""What was said once and is said again: old words, old goodbyes, other signatures, other tables."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha512

import pytest
from msgspec.structs import replace

from protocol.log.errors import Dropped
from protocol.log.evidence import Evidence, Kind, check_pair
from protocol.log.messages import Entry, Signed, StepKind, Thing
from protocol.log.signing import check_bytes, check_signed, read
from protocol.log.transcript import ClosedStep, read_transcript, start_transcript, write_record
from protocol.log.wire import read_message, write_message
from protocol.peer.effects import Send, Work, Write
from protocol.peer.peer import Peer
from protocol.peer.verify import verify
from protocol.rules import Standing
from tests.attacks.helpers import remembered
from tests.peer.policies import Stage

K = StepKind


@pytest.fixture(autouse=True, scope="module")
def _group() -> Iterator[None]:
    with remembered():
        yield


class Taped(Stage):
    """Everything on the wire is kept."""

    def __init__(self, seats: int = 3, game: int = 0) -> None:
        super().__init__(seats, game=game)
        self.tape: list[tuple[int, bytes]] = []

    def send(self, sender: int, to: int | None, message: bytes) -> None:
        self.tape.append((sender, message))
        super().send(sender, to, message)

    def play_back(self, tape: list[tuple[int, bytes]]) -> int:
        """Every message again to everybody; how often anything was written, worked or sent."""
        asked = 0
        for sender, message in tape:
            if not isinstance(read_message(message), Signed):
                continue
            for peer in self.others(sender):
                effects = peer.receive(message, sender, self.now)
                asked += sum(isinstance(effect, Write | Work | Send) for effect in effects)
        return asked


def in_round(stage: Stage, number: int) -> bool:
    return all(at_order(peer) and stage.round_of(peer.seat) == number for peer in stage.others())


def at_order(peer: Peer) -> bool:
    return peer.log.open is not None and peer.log.open.kind is K.ORDER


def test_a_whole_game_said_again_changes_nothing() -> None:
    stage = Taped()
    stage.start()
    stage.run(lambda: in_round(stage, 2))
    heads = [peer.head for peer in stage.others()]
    assert stage.play_back(list(stage.tape)) == 0
    assert [peer.head for peer in stage.others()] == heads
    assert all(peer.log.faults == {} for peer in stage.others())
    stage.run(lambda: in_round(stage, 3))
    assert in_round(stage, 3)


def test_what_was_said_at_another_table_is_nothing_at_this_one() -> None:
    last = Taped(game=1)
    last.start()
    last.run(lambda: in_round(last, 2))
    stage = Taped()
    stage.start()
    stage.run(lambda: in_round(stage, 1))
    before = [(peer.head, len(peer.log.closed)) for peer in stage.others()]
    assert stage.play_back(last.tape) == 0
    assert [(peer.head, len(peer.log.closed)) for peer in stage.others()] == before
    assert all(peer.log.faults == {} for peer in stage.others())
    assert all(peer.log.goodbyes == {} for peer in stage.others())


def test_last_games_roster_opens_no_other_table() -> None:
    """The same people with new nonces are another table; the old roster is no entry of it."""
    old, new = Stage(3, game=1), Stage(3)
    old.start()
    old.run(lambda: len(old.peer(0).log.closed) > 0)
    (first, *_rest) = old.peer(0).log.closed
    for signed in first.things:
        with pytest.raises(Dropped):
            new.peer(1).log.offer(signed)


def test_a_goodbye_said_again_after_the_return_is_void() -> None:
    stage = Taped()
    stage.start()
    stage.run(lambda: in_round(stage, 1))
    stage.carry_out(2, stage.peer(2).leave(stage.now))
    stage.run(lambda: stage.peer(0).log.state.seated == (0, 1) == stage.peer(1).log.state.seated)
    goodbyes = [
        (sender, message)
        for sender, message in stage.tape
        if isinstance(said := read_message(message), Signed) and said.thing is Thing.GOODBYE
    ]
    assert goodbyes
    stage.kill(2)
    stage.restart(2)
    stage.run(lambda: all(peer.log.state.readmitted[2] > 0 for peer in stage.others()))
    assert all(peer.log.state.seated == (0, 1, 2) for peer in stage.others())
    for _ in range(3):
        stage.play_back(goodbyes)
        stage.play_back([(1, message) for _sender, message in goodbyes])
    stage.run(lambda: all(peer.over for peer in stage.others()))
    for peer in stage.others():
        assert peer.over
        assert not peer.log.has_left(2)
        assert peer.log.faults == {}
        position = peer.log.state.position
        assert position is not None
        assert position.standing == (Standing.SEATED,) * 3


# Ed25519 has many signatures over one payload for whoever holds the key

P = 2**255 - 19
D = -121_665 * pow(121_666, -1, P) % P
L = 2**252 + 27_742_317_777_372_353_535_851_937_790_883_648_493
Point = tuple[int, int]
B: Point = (
    15_112_221_349_535_400_772_501_151_409_588_531_511_454_012_693_041_857_206_046_113_283_949_847_762_202,
    46_316_835_694_926_478_169_428_394_003_475_163_141_307_993_866_256_225_615_783_033_603_165_251_855_960,
)


def add(one: Point, other: Point) -> Point:
    """Addition on edwards25519 (RFC 8032, section 5.1)."""
    (x1, y1), (x2, y2) = one, other
    t = D * x1 * x2 * y1 * y2
    x = (x1 * y2 + x2 * y1) * pow(1 + t, -1, P)
    y = (y1 * y2 + x1 * x2) * pow(1 - t, -1, P)
    return x % P, y % P


def times(scalar: int, point: Point) -> Point:
    result = (0, 1)
    while scalar:
        if scalar & 1:
            result = add(result, point)
        point, scalar = add(point, point), scalar >> 1
    return result


def encoded(point: Point) -> bytes:
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def signature(seed: bytes, label: str, payload: bytes, nonce: int) -> bytes:
    """A valid signature with a nonce of one's own choice instead of the hashed one."""
    key = int.from_bytes(sha512(seed).digest()[:32], "little")
    secret = (key & (2**254 - 8)) | 2**254
    message = f"koryo-tui/1 {label}".encode() + b"\x00" + payload
    announced = encoded(times(nonce, B))
    public = encoded(times(secret, B))
    hashed = int.from_bytes(sha512(announced + public + message).digest(), "little")
    return announced + ((nonce + hashed * secret) % L).to_bytes(32, "little")


def signed_again(stage: Stage, signed: Signed, seat: int, nonce: int = 12_345) -> Signed:
    """The same payload, by the same seat, under another signature that holds as well."""
    seed = stage.seats[seat].key.seed()
    again = replace(signed, signature=signature(seed, signed.thing, signed.payload, nonce))
    check_signed(again, stage.roster.players[seat].identity)
    assert again.signature != signed.signature
    return again


def test_many_signatures_over_one_payload_are_one_entry() -> None:
    """Each peer gets another signature of seat 0: the heads are equal and nobody is blamed."""
    stage = Stage(3)
    again = [0]

    def send(sender: int, to: int | None, message: bytes) -> None:
        said = read_message(message)
        if sender == 0 and to is None and isinstance(said, Signed) and said.thing is Thing.ENTRY:
            for other in (1, 2):
                again[0] += 1
                fresh = signed_again(stage, said, 0, nonce=again[0])
                Stage.send(stage, 0, other, write_message(fresh))
            return
        Stage.send(stage, sender, to, message)

    stage.send = send  # type: ignore[method-assign]
    stage.start()
    stage.run(lambda: in_round(stage, 1))
    assert in_round(stage, 1)
    assert again[0] >= 12
    assert len({peer.head for peer in stage.others()}) == 1
    assert all(peer.log.faults == {} for peer in stage.others())
    entries = [peer.log.closed[3].said_by(0) for peer in stage.others()]
    assert len({signed.payload for signed in entries if signed}) == 1
    assert len({signed.signature for signed in entries if signed}) == 3
    records = [verify(bytes(seat.transcript)) for seat in stage.seats]
    assert len({record.heads for record in records}) == 1


def test_two_signatures_over_one_payload_convict_nobody() -> None:
    stage = Stage(3)
    stage.start()
    stage.run(lambda: in_round(stage, 1))
    first = stage.peer(1).log.closed[3].said_by(0)
    assert first is not None
    pair = (first, signed_again(stage, first, 0))
    with pytest.raises(Dropped):
        check_pair(Evidence(Kind.TWO_ENTRIES, 0, stage.roster, b"", pair))
    effects = stage.peer(1).receive(write_message(pair[1]), 0, stage.now)
    assert not [effect for effect in effects if isinstance(effect, Write | Work | Send)]
    assert stage.peer(1).log.faults == {}


def test_a_signature_is_not_changed_into_another_without_the_key() -> None:
    """Adding the order to the response would be a second signature for anybody."""
    stage = Stage(2)
    stage.start()
    stage.run(lambda: in_round(stage, 1))
    signed = stage.peer(1).log.closed[3].said_by(0)
    assert signed is not None
    identity = stage.roster.players[0].identity
    response = int.from_bytes(signed.signature[32:], "little")
    for added in range(1, 9):
        value = response + added * L
        if value < 2**256:
            changed = signed.signature[:32] + value.to_bytes(32, "little")
            with pytest.raises(Dropped):
                check_bytes(identity, signed.thing, signed.payload, changed)


def test_a_transcript_with_other_valid_signatures_has_the_same_heads() -> None:
    """Only who holds the key can write it, and it is the same game."""
    stage = Stage(2)
    stage.start()
    stage.run(lambda: in_round(stage, 1))
    data = bytes(stage.seats[1].transcript)
    steps = [record for record in read_transcript(data) if isinstance(record, ClosedStep)]
    seats = [read(signed, Entry).seat for signed in steps[3].entries]
    again = tuple(
        signed_again(stage, signed, seat)
        for signed, seat in zip(steps[3].entries, seats, strict=True)
    )
    steps[3] = replace(steps[3], entries=again)
    other = start_transcript(stage.roster) + b"".join(map(write_record, steps))
    assert other != data
    assert verify(other).heads == verify(data).heads
