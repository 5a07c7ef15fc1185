"""The clock runs for the one who must act, stands in a pause, and then decides by default."""

from protocol.log.messages import Settings
from protocol.peer.clock import Clock
from protocol.peer.defaults import default_decision
from protocol.peer.questions import (
    ChooseDiscard,
    DiscardQuestion,
    OrderQuestion,
    PlaceOrder,
    PlayTurn,
    TurnQuestion,
)
from protocol.rules import (
    Card,
    Decline,
    Discard,
    Done,
    Order,
    Phase,
    TurnUp,
    counts_of,
    read_position,
    write_position,
)
from tests.peer.harness import Room


def question(seat: int = 0) -> OrderQuestion:
    room = Room(2)
    room.start()
    room.run(until=lambda: any(s.peer.view().question for s in room.seats))
    asked = next(q for s in room.seats if (q := s.peer.view().question))
    assert isinstance(asked, OrderQuestion)
    return asked


def test_a_question_has_its_seconds() -> None:
    clock, asked = Clock(30), question()
    clock.watch(None, False, 5.0)
    assert clock.deadline is None
    clock.watch(asked, False, 10.0)
    assert clock.deadline == 40.0
    clock.watch(asked, False, 20.0)
    assert clock.deadline == 40.0
    assert not clock.has_run_out(39.9)
    assert clock.has_run_out(40.0)


def test_without_a_setting_there_is_no_deadline() -> None:
    clock = Clock(0)
    clock.watch(question(), False, 10.0)
    assert clock.deadline is None
    assert not clock.has_run_out(1e9)


def test_a_pause_keeps_what_is_left() -> None:
    clock, asked = Clock(30), question()
    clock.watch(asked, False, 10.0)
    clock.watch(asked, True, 25.0)
    assert clock.deadline is None
    clock.watch(asked, True, 500.0)
    clock.watch(asked, False, 1_000.0)
    assert clock.deadline == 1_015.0


def test_the_next_question_has_its_own_time() -> None:
    clock = Clock(30)
    clock.watch(question(), False, 10.0)
    clock.watch(question(), False, 20.0)
    assert clock.deadline == 50.0


def test_the_default_order_is_the_first_card_of_the_box() -> None:
    asked = question()
    decision = default_decision(asked)
    assert isinstance(decision, PlaceOrder)
    first = next(card for card in Card if asked.hand[card])
    assert decision.order == Order((first,))


def test_the_default_turn_turns_up_and_declines_everything() -> None:
    room = Room(2)
    room.start()

    def asked_for_a_turn() -> bool:
        return any(isinstance(s.peer.view().question, TurnQuestion) for s in room.seats)

    room.run(until=asked_for_a_turn)
    seat = next(s for s in room.seats if isinstance(s.peer.view().question, TurnQuestion))
    asked = seat.peer.view().question
    assert isinstance(asked, TurnQuestion)
    decision = default_decision(asked)
    assert isinstance(decision, PlayTurn)
    assert all(isinstance(move, TurnUp | Decline | Done) for move in decision.moves)
    assert isinstance(decision.moves[-1], Done)


def test_the_default_discard_gives_up_the_lowest_and_no_more_than_must_be() -> None:
    room = Room(2)
    position = read_position(write_position(room_position(room)))
    legal = (
        Discard((Card.SPY,)),
        Discard((Card.OMNISCIENT,)),
        Discard((Card.OMNISCIENT, Card.SPY)),
    )
    decision = default_decision(DiscardQuestion(0, position, legal))
    assert decision == ChooseDiscard(Discard((Card.OMNISCIENT,)))


def room_position(room: Room):  # type: ignore[no-untyped-def]
    room.start()
    room.run(until=lambda: room.seats[0].peer.log.state.position is not None)
    position = room.seats[0].peer.log.state.position
    assert position is not None
    assert position.phase is Phase.DEAL
    assert counts_of(()) == position.fronts[0]
    return position


def test_a_silent_player_is_decided_for_and_nobody_is_named() -> None:
    room = Room(2, settings=Settings(clock=20))
    room.silent = {0, 1}
    room.start()
    room.run(steps=20_000)
    assert all(seat.peer.over for seat in room.seats)
    assert not any(seat.peer.log.faults for seat in room.seats)
    heads = {seat.peer.head for seat in room.seats}
    assert len(heads) == 1


def test_a_pause_needs_everybody_and_ends_with_anybody() -> None:
    room = Room(3, settings=Settings(clock=20))
    room.silent = {0, 1, 2}
    room.start()
    room.run(until=lambda: any(s.peer.view().question for s in room.seats))
    peers = [seat.peer for seat in room.seats]
    asked = next(n for n, peer in enumerate(peers) if peer.view().question)
    assert peers[asked].view().deadline is not None
    for number in (0, 1):
        room.carry_out(number, peers[number].pause(True, room.now))
    room.deliver_all()
    assert not peers[asked].view().paused
    room.carry_out(2, peers[2].pause(True, room.now))
    room.deliver_all()
    assert all(peer.view().paused for peer in peers)
    assert peers[asked].view().deadline is None
    room.carry_out(1, peers[1].pause(False, room.now))
    room.deliver_all()
    assert not any(peer.view().paused for peer in peers)
    assert all(peer.view().wants_pause == () for peer in peers)
    for number in {0, 1, 2} - {asked}:
        room.carry_out(number, peers[number].pause(True, room.now))
    left, stays = sorted({0, 1, 2} - {asked})
    room.deliver_all()
    assert peers[asked].view().wants_pause == (left, stays)
    room.carry_out(left, peers[left].leave(room.now))
    assert peers[left].view().wants_pause == (stays,), "whoever has left wants nothing"
    assert peers[asked].view().deadline is not None
