"""Whole games between real peers, with keys, dice and decisions that are the same in every run."""

from __future__ import annotations

from protocol.log.messages import Settings, StepKind, Why
from protocol.peer.peer import Peer
from tests.peer.harness import Choose, Room, Seat, first_choice
from tests.peer.scenes import (
    agrees,
    bold_choice,
    closed,
    falls_silent,
    made_absent,
    others,
    peers,
    reach,
    shuffles_badly,
    speakers,
    speaks_again,
)
from tests.vectors.cases import key_of, nonce_of, roster_of, seeded


class Game(Room):
    """A room of the players of the vectors; each seat has dice of its own."""

    def __init__(self, name: str, seats: int, choose: Choose = first_choice) -> None:
        super().__init__(seats)
        self.roster = roster_of(seats, Settings())
        self.seats = [
            Seat(
                key_of(seat),
                nonce_of(seat),
                Peer(key_of(seat), self.roster, nonce_of(seat), seeded(f"{name}, seat {seat}")),
                choose,
            )
            for seat in range(seats)
        ]

    def transcript(self, seat: int = 0) -> bytes:
        """What a seat has kept of the table so far."""
        return bytes(self.seats[seat].transcript)

    def finish(self) -> None:
        """Play to the end."""
        self.run()
        assert all(peer.settled for peer in peers(self))


def two_seats() -> Game:
    """Nobody has an idea; everybody stays."""
    game = Game("two seats", 2)
    game.start()
    game.finish()
    return game


def four_seats() -> Game:
    """As many cards as may be placed, so that fronts fill and discards are chosen."""
    game = Game("four seats", 4, bold_choice)
    game.start()
    game.finish()
    assert any(closing.kind is StepKind.DISCARD for closing in game.seats[0].peer.log.closed)
    return game


def absence_and_return() -> tuple[Game, int]:
    """A seat falls silent before its first order, is left out, and is seated again in round 2.

    Gives the game and a seat that was there all the time.
    """
    game = Game("absence", 3, bold_choice)
    game.start()
    step = reach(game, StepKind.ORDER)
    (silent,) = speakers(game, step)
    falls_silent(game, silent, step)
    game.run()
    rest = others(game, silent)
    for seat in rest:
        agrees(game, seat, silent)
    game.run(until=lambda: closed(game, step + 1, silent))
    speaks_again(game, silent)
    game.finish()
    assert made_absent(game, rest[0]) == [(step, silent, Why.SILENT)]
    return game, rest[0]


def a_bad_third_shuffler() -> tuple[Game, int]:
    """The third of four shuffles badly in round 1; the others go on to the end without it.

    Gives the game and one of the others.
    """
    game = Game("a bad shuffle", 4, bold_choice)
    game.start()
    step = reach(game, StepKind.SHUFFLE)
    bad = speakers(game, step)[2]
    shuffles_badly(game, bad, step)
    rest = others(game, bad)
    game.run(until=lambda: all(peer.over for peer in peers(game, bad)))
    assert made_absent(game, rest[0]) == [(step, bad, Why.FAULT)]
    return game, rest[0]


def opened_hands(game: Game) -> bytes:
    """A finished game goes on: everybody agrees to open the hands."""
    for number, seat in enumerate(game.seats):
        game.carry_out(number, seat.peer.open_hands(game.now))
        game.deliver_all()
    assert game.seats[0].peer.view().hands
    return game.transcript()
