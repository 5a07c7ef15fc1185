"""Whole games to look back at: one by the rules alone, always the same, and one by real peers."""

from __future__ import annotations

from datetime import date
from functools import lru_cache

from koryo_tui.halls import PlayedGame
from koryo_tui.replay import Game
from protocol.peer.view import HandView, RoundDealt
from protocol.rules import Done, Phase, Referee, outcome
from tests.koryo_tui.helpers import NAMES, RulesTable, shuffled
from tests.peer.harness import Room


@lru_cache
def same_game(seats: int = 3, *, opened: bool = False) -> Game:
    """A finished game, in which everybody takes the last thing that is legal."""
    table = RulesTable(Referee.start(tuple(range(seats)), 0, shuffled("golden")))
    real = table.game.position
    hands: list[HandView] = []
    dealt = 0
    while table.game.position.phase is not Phase.OVER:
        real = table.game.position
        if real.round != dealt:
            dealt = real.round
            held = [HandView(dealt, dealt, seat, table.game.hand(seat)) for seat in range(seats)]
            hands += held
        if real.phase is Phase.ACTION:
            moves, ahead = [], table.game
            while not moves or moves[-1] != Done():
                moves.append(ahead.legal()[0])
                ahead = ahead.play(moves[-1])
            table.play_turn(*moves)  # type: ignore[arg-type]
        else:
            legal = table.game.legal()
            table.play(legal[len(legal) // 2])  # type: ignore[arg-type]
    first = Referee.start(tuple(range(seats)), 0, shuffled("golden")).position
    return Game(
        table=bytes(range(32)),
        names=NAMES[:seats],
        identities=tuple(bytes([seat + 1]) * 32 for seat in range(seats)),
        happenings=(RoundDealt(1, first.deal_sizes(), first), *table.happenings),
        hands=tuple(hands) if opened else (),
        outcome=outcome(table.game.position),
        signed=tuple(range(seats)),
    )


@lru_cache
def transcripts() -> tuple[bytes, bytes]:
    """The transcripts of a game of two real peers, before and after both opened their hands."""
    room = Room(2)
    room.start()
    room.run()
    before = bytes(room.seats[0].transcript)
    for number, seat in enumerate(room.seats):
        room.carry_out(number, seat.peer.open_hands(room.now))
    room.run()
    return before, bytes(room.seats[0].transcript)


def played(table: str, day: str, *scores: int, you: int = 0) -> PlayedGame:
    """What is kept of a game with these scores."""
    names = ("Ada", "Olena", "Marco", "慧玲")[: len(scores)]
    order = sorted(scores, reverse=True)
    return PlayedGame(
        table=table,
        day=date.fromisoformat(day),
        names=names,
        scores=scores,
        places=tuple(order.index(score) + 1 for score in scores),
        fame=tuple(seat for seat, score in enumerate(scores) if score >= 30),
        shame=tuple(seat for seat, score in enumerate(scores) if score < 0),
        you=you,
        transcript=f"{day}-{table}.koryo",
    )
