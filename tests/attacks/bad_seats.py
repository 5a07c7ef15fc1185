"""Seats whose programs are silent and whose keys sign here whatever their owners like.

They act together in the first step ``order`` of a table, in which one of them is to speak. Nothing
that the honest seats say comes to them but through the test.
"""

from __future__ import annotations

from protocol.log.messages import (
    PROTOCOL_VERSION,
    Acknowledgement,
    Change,
    Entry,
    LeftOut,
    Signed,
    StepKind,
    Thing,
)
from protocol.log.openstep import Attempt
from protocol.log.wire import write_message
from protocol.peer.bodies import OrderBody
from tests.peer.scenes import others, reach, seated


class BadSeats:
    """``speaker``, who is to speak, and of those behind it as many as make up ``number``."""

    def __init__(self, seats: int, number: int) -> None:
        self.room = room = seated(seats)
        self.step = reach(room, StepKind.ORDER)
        room.deliver_all()
        self.state = room.seats[0].peer.log.state
        assert self.state.due is not None
        (self.speaker,) = self.state.due.speakers
        self.seats = (self.speaker, *others(room, self.speaker)[::-1][: number - 1])
        self.honest = others(room, *self.seats)
        room.wire.clear()
        room.drop = lambda sender, to, _message: not {sender, to}.isdisjoint(self.seats)

    def says(self, to: int, *things: Signed) -> None:
        """What only ``to`` hears of them."""
        # What is under way already is not dropped.
        self.room.wire.extend((self.speaker, to, write_message(signed)) for signed in things)
        self.room.deliver_all()

    def word(self, seed: int = 0) -> Signed:
        """An order of one card, sealed with nothing."""
        state, body = self.state, OrderBody(1, bytes([seed]) * 32)
        word = Entry(
            PROTOCOL_VERSION,
            state.table,
            self.step,
            self.speaker,
            StepKind.ORDER,
            state.head,
            b"",
            body,
        )
        return self.room.seats[self.speaker].key.sign(Thing.ENTRY, word)

    def vote(
        self, seat: int, attempt: int, left_out: tuple[LeftOut, ...], *reports: Signed
    ) -> Signed:
        vote = Change(
            PROTOCOL_VERSION, self.state.table, self.step, seat, attempt, left_out, reports
        )
        return self.room.seats[seat].key.sign(Thing.CHANGE, vote)

    def acknowledges(self, seat: int, attempt: int, head: bytes) -> Signed:
        said = Acknowledgement(PROTOCOL_VERSION, self.state.table, self.step, seat, attempt, head)
        return self.room.seats[seat].key.sign(Thing.ACKNOWLEDGEMENT, said)

    def held(self, by: int, attempt: int) -> Attempt:
        """What an honest seat holds of an attempt of the step."""
        step = self.room.seats[by].peer.log.open
        assert step is not None
        return step.attempts[attempt]
