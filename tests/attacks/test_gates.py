"""No secret leaves before its gate: never before everybody has vouched for the step before it."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator

import pytest

from protocol.log.messages import Acknowledgement, Entry, Signed, StepKind, Thing
from protocol.log.signing import check_signed, read
from protocol.log.wire import read_message
from tests.attacks.helpers import remembered
from tests.peer.policies import Stage

K = StepKind


@pytest.fixture(autouse=True, scope="module")
def _group() -> Iterator[None]:
    with remembered():
        yield


class RecordingWire(Stage):
    """Everything that leaves a seat is looked at when it leaves; it arrives in any order."""

    def __init__(self, seats: int, seed: int = 0) -> None:
        super().__init__(seats, game=seed)
        self.sent: Counter[tuple[int, StepKind]] = Counter()
        self._turn = seed

    def send(self, sender: int, to: int | None, message: bytes) -> None:
        said = read_message(message)
        if isinstance(said, Signed) and said.thing is Thing.ENTRY:
            entry = read(said, Entry)
            if entry.seat == sender:
                self.assert_gate_is_open(sender, entry)
                self.sent[sender, entry.kind] += 1
        if isinstance(said, Signed) and said.thing is Thing.KEYS:
            assert self.peer(sender).over
        super().send(sender, to, message)

    def deliver(self) -> None:
        self._turn = (self._turn * 1_103_515_245 + 12_345) % 2**31
        self.wire.rotate(self._turn % len(self.wire))
        super().deliver()

    def assert_gate_is_open(self, seat: int, entry: Entry) -> None:
        """The step before has closed at ``seat``: all members signed that they checked it."""
        log = self.peer(seat).log
        assert len(log.closed) >= entry.step
        if entry.step == 0:
            return
        closing = log.closed[entry.step - 1]
        assert entry.head == closing.after.head
        assert closing.members == closing.before.seated
        for member, signed in zip(closing.members, closing.acknowledgements, strict=True):
            check_signed(signed, self.roster.players[member].identity)
            said = read(signed, Acknowledgement)
            assert (said.seat, said.step) == (member, entry.step - 1)
            assert said.head == closing.after.head


@pytest.mark.parametrize(("seats", "seed"), [(2, 0), (2, 1), (3, 2)])
def test_no_word_leaves_a_seat_before_the_step_before_it_has_closed_there(
    seats: int, seed: int
) -> None:
    stage = RecordingWire(seats, seed)
    stage.start()
    stage.run()
    assert all(peer.settled for peer in stage.others())
    for seat in range(seats):
        for kind in (K.KEYS, K.SHUFFLE, K.SHARES, K.ORDER, K.TURN):
            assert stage.sent[seat, kind] >= 8


def is_acknowledgement(message: bytes, step: int) -> bool:
    said = read_message(message)
    if not isinstance(said, Signed) or said.thing is not Thing.ACKNOWLEDGEMENT:
        return False
    return read(said, Acknowledgement).step == step


@pytest.mark.parametrize(
    ("kind", "number", "after"),
    [
        (K.NONCES, 1, K.SEATS),
        (K.KEYS, 3, K.SHUFFLE),
        (K.SHUFFLE, 4, K.SHARES),
        (K.SHARES, 5, K.ORDER),
    ],
    ids=str,
)
@pytest.mark.parametrize("silent", [0, 1, 2])
def test_while_one_has_not_vouched_nothing_of_the_next_step_leaves_anybody(
    kind: StepKind, number: int, after: StepKind, silent: int
) -> None:
    stage = RecordingWire(3)
    stage.drop = lambda sender, _to, message: (
        sender == silent and is_acknowledgement(message, number)
    )
    stage.start()
    stage.run()
    for peer in stage.others(silent):
        assert stage.sent[peer.seat, kind] > 0
        assert stage.sent[peer.seat, after] == 0
        assert len(peer.log.closed) == number
        assert peer.log.faults == {}
        assert peer.view().hand is None


def test_a_word_for_the_next_step_waits_and_is_no_fault() -> None:
    """Whoever has seen a step close is ahead of the others by one step, and by no more."""
    stage = RecordingWire(3)
    late: deque[tuple[int, int, bytes]] = deque()

    def hold_back(sender: int, to: int, message: bytes) -> bool:
        held = to == 2 and is_acknowledgement(message, 4)
        if held:
            late.append((sender, to, message))
        return held

    stage.drop = hold_back
    stage.start()
    stage.run(lambda: len(stage.peer(0).log.closed) == len(stage.peer(1).log.closed) == 5)
    stage.deliver_all()
    assert stage.sent[0, K.SHARES] > 0
    assert len(stage.peer(2).log.closed) == 4
    stage.drop = lambda _sender, _to, _message: False
    stage.wire += late
    stage.run(lambda: all(len(peer.log.closed) == 6 for peer in stage.others()))
    assert all(peer.log.faults == {} for peer in stage.others())
