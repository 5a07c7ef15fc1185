"""No peer is an oracle: what it opens for others is what the rules ask for, once, and no more."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import pytest

from protocol.log.messages import AttemptStatus, Status, StepKind
from protocol.log.wire import write_message
from protocol.peer.effects import Keep, Send, Show, Wake
from protocol.peer.peer import Peer
from protocol.peer.state import GameState
from protocol.peer.sync import ANSWERS_AGAIN
from tests.attacks.helpers import closings, entry_of, remembered, rounds
from tests.peer.policies import Stage

K = StepKind


@pytest.fixture(autouse=True, scope="module")
def _group() -> Iterator[None]:
    with remembered():
        yield


def shares_by_place(stage: Stage, number: int) -> tuple[GameState, dict[int, set[int]]]:
    """The state of a deal, and for each deck position who gave a share of it in that round."""
    dealt = closings(stage, K.SHARES)[number]
    given: dict[int, set[int]] = defaultdict(set)
    deal = dealt.before.deal
    assert deal is not None
    for giver in dealt.checked:
        for recipient, shares, _proof in entry_of(dealt, giver).body[0]:
            assert recipient != giver
            assert len(shares) == len(deal.hands[recipient])
            for place in deal.hands[recipient]:
                given[place].add(giver)
    turns = [
        closing
        for closing in closings(stage, K.TURN)
        if closing.before.position is not None
        and dealt.before.position is not None
        and closing.before.position.round == dealt.before.position.round
    ]
    for closing in turns:
        ((seat, _played),) = closing.checked.items()
        positions, _cards, _salt, shares, _proof, _moves = entry_of(closing, seat).body
        assert len(shares) == len(positions)
        for place in positions:
            assert place in deal.hands[seat]
            given[place].add(seat)
    return dealt.before, given


@pytest.mark.parametrize("number", [0, 1])
def test_a_hidden_card_lacks_the_share_of_its_owner_and_an_undealt_one_all(number: int) -> None:
    stage = rounds()
    state, given = shares_by_place(stage, number)
    assert state.deal is not None
    owner = {place: seat for seat, hand in enumerate(state.deal.hands) for place in hand}
    played = 0
    for place in range(len(state.deal.opened)):
        if place not in owner:
            assert given[place] == set()
        elif given[place] == {0, 1, 2}:
            played += 1
        else:
            assert given[place] == {0, 1, 2} - {owner[place]}
    assert played == 3


@pytest.mark.parametrize("number", [0, 1])
def test_what_lies_face_down_is_opened_card_by_card_by_its_owner(number: int) -> None:
    """As many cards as were announced, and no other card of the hand."""
    stage = rounds()
    for order, turn in zip(closings(stage, K.ORDER), closings(stage, K.TURN), strict=False):
        ((seat, _placing),) = order.checked.items()
        size, _commitment = entry_of(order, seat).body
        positions = entry_of(turn, seat).body[0]
        assert len(positions) == size


def statuses(table: bytes) -> Iterator[Status]:
    attempts = tuple(AttemptStatus(number, 0, 0) for number in range(256))
    for step in (0, 3, 5, 6, 7, 8, 20, 65_535):
        for held in (0, 7, 15):
            yield Status(table, step, held, (), 0)
            yield Status(table, step, held, attempts, 15)
    yield Status(bytes(32), 5, 0, (), 7)


def test_no_question_makes_a_peer_sign_or_open_anything() -> None:
    """There is no message that asks for a share; a status is answered with what is signed already.

    Nothing is written, so nothing was signed; no work is done, so no secret was used.
    """
    stage = rounds()
    peer = stage.peer(1)
    signed = already_signed(peer)
    for status in statuses(peer.log.state.table):
        for effect in peer.receive(write_message(status), 2, stage.now):
            assert isinstance(effect, Send | Show | Wake | Keep)
            if isinstance(effect, Send):
                assert effect.to in (2, None)
                assert effect.message in signed or effect.message.startswith(b"\x96\xa6status")
    assert peer.log.faults == {}


def already_signed(peer: Peer) -> set[bytes]:
    assert peer.log.open is not None
    things = [signed for closing in peer.log.closed for signed in closing.things]
    things += peer.log.open.entries()
    return {write_message(signed) for signed in things}


def test_a_flood_of_questions_is_answered_to_who_asks_within_bounds() -> None:
    """A peer far behind gets two steps for a question, however often and whatever it asks."""
    stage = rounds(number=0)
    peer = stage.peer(1)
    status = write_message(Status(peer.log.state.table, 0, 0, (), 0))
    answers = []
    for _ in range(200):
        effects = peer.receive(status, 2, stage.now)
        sent = [effect for effect in effects if isinstance(effect, Send)]
        assert all(effect.to == 2 for effect in sent)
        answers.append(len(sent))
    # Of each step the entries and the acknowledgements of three seats, and one question back.
    assert max(answers) == 2 * (3 + 3) + 1
    assert sum(map(bool, answers)) <= 1 + ANSWERS_AGAIN
