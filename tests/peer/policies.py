"""Games that go where a test wants them: known keys, known dice, players that follow a script.

Nothing of the protocol is left out. Every seat shuffles and proves as always, but the dice of all
but the last shuffler leave the deck in its order and those of the last one stack it, so that the
script's cards are dealt. Everything repeats exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import shake_256
from typing import Any

import pytest

from protocol.deck import group
from protocol.log.chain import nonce_commitment, table_id
from protocol.log.errors import Malformed
from protocol.log.messages import (
    PROTOCOL_VERSION,
    RULES_VERSION,
    Player,
    Roster,
    Settings,
    StepKind,
)
from protocol.log.signing import SigningKey
from protocol.peer.peer import Peer
from protocol.peer.questions import (
    ChooseDiscard,
    Decision,
    OrderQuestion,
    PlaceOrder,
    PlayTurn,
    Question,
    TurnQuestion,
)
from protocol.peer.seating import seating
from protocol.rules import (
    Card,
    Decline,
    Discard,
    Done,
    Order,
    TurnUp,
    cards_of,
    read_card,
    read_move,
    read_order,
)
from tests.peer.harness import NAMES, Room, Seat

#: What each seat plays in each round: ``"<order> [+<more cards in the hand>] [<moves>]"``, with
#: ``-<cards>`` among the moves for the discard. An empty text is a quiet play.
Script = tuple[tuple[str, ...], ...]

#: From the cards that change least to those that change most; hands are filled in this order.
QUIET = tuple(read_card(sign) for sign in "9583746L1B2")


@dataclass(frozen=True, slots=True)
class Play:
    """One seat's round, read out of its text."""

    order: Order | None = None
    hand: tuple[Card, ...] = ()
    moves: tuple[str, ...] = ()
    discard: str | None = None


def read_play(text: str) -> Play:
    """The play that ``text`` stands for; see ``Script``."""
    if not text:
        return Play()
    first, *rest = text.split()
    order = read_order(first)
    more = [word for word in rest if word.startswith("+")]
    discards = [word for word in rest if word.startswith("-")]
    cards = (*order.cards, *(read_card(sign) for word in more for sign in word[1:]))
    moves = tuple(word for word in rest if word not in (*more, *discards))
    return Play(order, cards, moves, discards[0] if discards else None)


class Stage(Room):
    """A room in which seat 0 plays first, then clockwise by number, and the script is played."""

    def __init__(
        self, seats: int = 3, script: Script = (), settings: Settings | None = None, game: int = 0
    ) -> None:
        """``settings``: no clock and three absences unless said. Another ``game``, other keys."""
        super().__init__(seats)
        self.script, self.game = script, game
        self.closed_links: list[tuple[int, int]] = []
        """Who sent something malformed over its link, and to whom."""
        numbers = tuple(range(seats))
        keys = [SigningKey(_bytes(f"key {number} of game {game}", 32)) for number in numbers]
        nonces, self.roster = _in_seat_order(keys, settings or Settings(), game)
        self.seats = [
            Seat(
                keys[number],
                nonces[number],
                Peer(keys[number], self.roster, nonces[number], self._dice(number)),
                self._player(number),
            )
            for number in numbers
        ]

    def deliver(self) -> None:
        sender, to, message = self.wire.popleft()
        self.messages += 1
        try:
            effects = self.peer(to).receive(message, sender, self.now)
        except Malformed:
            self.closed_links.append((sender, to))
            return
        self.carry_out(to, effects)

    def peer(self, seat: int) -> Peer:
        return self.seats[seat].peer

    def others(self, *seats: int) -> list[Peer]:
        """The peers of all other seats."""
        return [seat.peer for number, seat in enumerate(self.seats) if number not in seats]

    def round_of(self, seat: int) -> int:
        """The round that is played as ``seat`` sees it; 1 before it is seated."""
        position = self.peer(seat).log.state.position
        return 1 if position is None else position.round

    def play(self, seat: int, number: int) -> Play:
        """What ``seat`` is to play in round ``number``."""
        plays = self.script[number - 1] if number <= len(self.script) else ()
        return read_play(plays[seat] if seat < len(plays) else "")

    # Dice

    def _dice(self, seat: int) -> Callable[[int], bytes]:
        drawn = 0

        def entropy(size: int) -> bytes:
            nonlocal drawn
            drawn += 1
            stacked = self._permutation(seat, size)
            return (
                _bytes(f"dice of {seat} in {self.game}: {drawn}", size)
                if stacked is None
                else stacked
            )

        return entropy

    def _permutation(self, seat: int, size: int) -> bytes | None:
        """The bytes that make a shuffle the wanted one, when they are for a shuffle."""
        log = self.peer(seat).log
        deal, due = log.state.deal, log.state.due
        if deal is None or due is None or due.kind is not StepKind.SHUFFLE:
            return None
        if size != len(deal.opened) - 1:
            return None
        order = list(range(size + 1))
        return fisher_yates(self._stacked(seat) if seat == due.speakers[-1] else order)

    def _stacked(self, seat: int) -> list[int]:
        """Where in the open deck the card for each position is: the scripted hands, then rest."""
        position = self.peer(seat).log.state.position
        assert position is not None
        receivers = position.deal_map()
        source = list(cards_of(position.pile))
        wanted = {
            each: list(self.play(each, position.round).hand)[: receivers.count(each)]
            for each in set(receivers)
        }
        free = sorted(range(len(source)), key=lambda index: QUIET.index(source[index]))
        chosen: dict[int, int] = {}
        for place, receiver in enumerate(receivers):
            if wanted[receiver]:
                card = wanted[receiver].pop(0)
                index = next(i for i in free if source[i] is card)
                free.remove(index)
                chosen[place] = index
        return [chosen[p] if p in chosen else free.pop(0) for p in range(len(source))]

    # Players

    def _player(self, seat: int) -> Callable[[Question], Decision]:
        def choose(question: Question) -> Decision:
            play = self.play(seat, question.position.round)
            if isinstance(question, OrderQuestion):
                return PlaceOrder(play.order or _quiet_order(question))
            if isinstance(question, TurnQuestion):
                return _turn(question, play)
            if play.discard is None:
                return ChooseDiscard(question.legal[0])
            discard = read_move(play.discard)
            assert isinstance(discard, Discard)
            return ChooseDiscard(discard)

        return choose


@contextmanager
def remembered_group() -> Iterator[None]:
    """The group library works out every product and sum once.

    Games that repeat exactly ask for the same ones again and again; the answers are the library's.
    """
    with pytest.MonkeyPatch.context() as patch:
        for name in ("_multiply", "_multiply_base", "_add"):
            patch.setattr(group, name, _remembering(getattr(group, name)))
        yield


def _remembering(function: Callable[..., int]) -> Callable[..., int]:
    known: dict[tuple[bytes, ...], tuple[int, bytes]] = {}

    def call(result: Any, *inputs: bytes) -> int:
        if inputs not in known:
            if len(known) > 200_000:
                known.clear()
            code = function(result, *inputs)
            known[inputs] = code, result.raw
            return code
        code, result.raw = known[inputs]
        return code

    return call


def fisher_yates(target: list[int]) -> bytes:
    """The bytes for which ``random_permutation`` draws ``target``."""
    order, drawn = list(range(len(target))), []
    for last in range(len(target) - 1, 0, -1):
        chosen = order.index(target[last])
        order[last], order[chosen] = order[chosen], order[last]
        drawn.append(chosen)
    return bytes(drawn)


def _quiet_order(question: OrderQuestion) -> Order:
    return Order((next(card for card in QUIET if question.hand[card]),))


def _turn(question: TurnQuestion, play: Play) -> PlayTurn:
    """The scripted moves, else: turn up, decline what waits, use no power."""
    if play.moves:
        moves = [read_move(text) for text in play.moves]
        return PlayTurn(tuple(move for move in moves if not isinstance(move, Discard)))
    position, quiet = question.position, []
    while position.turn is not None:
        legal = position.legal_moves()
        move = next(m for m in legal if isinstance(m, TurnUp | Decline | Done))
        quiet.append(move)
        position = position.played(move)
    return PlayTurn(tuple(quiet))


def _in_seat_order(
    keys: list[SigningKey], settings: Settings, game: int
) -> tuple[list[bytes], Roster]:
    """Nonces whose joint value seats the players clockwise by number, seat 0 first."""
    wanted = tuple(range(len(keys)))
    for attempt in range(10_000):
        nonces = [_bytes(f"nonce {game} {attempt} {seat}", 32) for seat in wanted]
        players = tuple(
            Player(key.identity, name, nonce_commitment(key.identity, nonce))
            for key, name, nonce in zip(keys, NAMES, nonces, strict=False)
        )
        roster = Roster(PROTOCOL_VERSION, RULES_VERSION, settings, players)
        clockwise, first = seating(table_id(roster), dict(enumerate(nonces)))
        if clockwise == wanted and first == 0:
            return nonces, roster
    raise AssertionError("no nonces seat the players in order")


def _bytes(seed: str, size: int) -> bytes:
    return shake_256(seed.encode()).digest(size)
