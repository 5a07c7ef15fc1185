"""What a screen is shown: everything public, one's own, and nothing else."""

from __future__ import annotations

import pytest

from protocol.log.messages import StepKind
from protocol.peer.view import Doing, LinkEnd, LinkState, SignedStep
from tests.peer.harness import NAMES, Room
from tests.peer.scenes import (
    agrees,
    closed,
    falls_silent,
    others,
    peers,
    reach,
    seated,
    speakers,
)

K = StepKind


pytestmark = pytest.mark.usefixtures("remembered")


def _settled_at(kind: StepKind, seats: int = 3, nth: int = 0) -> tuple[Room, int]:
    """A table that waits in this step for a player."""
    room = seated(seats)
    step = reach(room, kind, nth)
    room.run(until=lambda: closed(room, step - 1) and not room.wire)
    return room, step


def test_before_the_first_deal_there_is_neither_position_nor_hand() -> None:
    room = seated(3)
    view = room.seats[1].peer.view()
    assert (view.you, view.kind, view.step) == (1, K.ROSTER, 0)
    assert view.position is view.hand is view.order is view.deck is view.question is None
    assert [seat.name for seat in view.seats] == list(NAMES[:3])
    assert [seat.identity for seat in view.seats] == [s.key.identity for s in room.seats]


def test_whoever_is_asked_chooses_and_the_others_wait_for_it() -> None:
    room, step = _settled_at(K.ORDER)
    (asked,) = speakers(room, step)
    for number, peer in enumerate(peers(room)):
        view = peer.view()
        assert view.kind is K.ORDER
        assert view.waiting_for == (asked,)
        assert view.seats[asked].doing is Doing.CHOOSING
        assert all(view.seats[other].doing is Doing.IDLE for other in others(room, asked))
        assert (view.question is not None) == (number == asked)


def test_a_hand_is_shown_to_its_seat_alone() -> None:
    room, _step = _settled_at(K.ORDER)
    views = [peer.view() for peer in peers(room)]
    sizes = views[0].position.deal_sizes()
    for view in views:
        assert view.hand is not None
        assert sum(view.hand) == sizes[view.you]
        rest = [other.hand for other in views if other is not view]
        for hand in rest:
            assert hand == view.hand or repr(hand) not in repr(view)


def test_the_own_order_is_shown_from_its_sealing_to_the_end_of_the_round() -> None:
    room, step = _settled_at(K.TURN)
    orders = [peer.view().order for peer in peers(room)]
    assert all(order is not None for order in orders)
    for peer, order in zip(peers(room), orders, strict=True):
        placed = peer.view().position.orders[peer.seat]
        assert placed is not None
        assert placed.size == len(order.cards)
    room.run(until=lambda: all(p.view().kind is K.SEATS for p in peers(room)))
    next_round = reach(room, K.KEYS, 1)
    assert next_round > step
    room.run(until=lambda: closed(room, next_round))
    assert all(peer.view().order is None for peer in peers(room))


def test_machine_words_that_are_missing_are_being_worked_on() -> None:
    room = seated(3)
    step = reach(room, K.KEYS, 0)
    silent = 2
    falls_silent(room, silent, step)
    room.deliver_all()
    view = room.seats[0].peer.view()
    assert view.waiting_for == (silent,)
    assert view.seats[silent].doing is Doing.WORKING
    assert view.deck.keys == (0, 1)


def test_the_deck_is_seen_coming_together() -> None:
    room = seated(3)
    seen = []
    peer = room.seats[0].peer

    def watch() -> bool:
        deck = peer.view().deck
        if deck is not None and (not seen or seen[-1] != deck):
            seen.append(deck)
        return peer.view().kind is K.ORDER

    room.run(until=watch)
    for part in ("keys", "shuffled", "checked", "shared"):
        counts = [len(getattr(deck, part)) for deck in seen]
        assert counts == sorted(counts), part
        assert counts[-1] == 3
    assert all(set(deck.checked) <= set(deck.shuffled) for deck in seen)


def test_acknowledging_is_checking_until_it_is_said() -> None:
    room, step = _settled_at(K.ORDER)
    (asked,) = speakers(room, step)
    late = others(room, asked)[0]
    room.drop = lambda sender, _to, _message: sender == late
    room.answer()
    room.deliver_all()
    view = room.seats[asked].peer.view()
    assert view.waiting_for == (late,)
    assert view.seats[late].doing is Doing.CHECKING
    assert view.seats[asked].doing is Doing.READY
    assert [seat.signed for seat in view.seats if seat.seat in (asked, late)] == [
        SignedStep(K.ORDER, 1, (asked,)) if seat == asked else SignedStep(K.SHARES, 1, (0, 1, 2))
        for seat in sorted((asked, late))
    ]


def test_links_are_direct_relayed_or_lost() -> None:
    room, _step = _settled_at(K.ORDER)
    room.now += 5.0
    room.link(1, 2, up=False)
    room.deliver_all()
    view = room.seats[1].peer.view()
    assert [seat.link for seat in view.seats] == [
        LinkState.DIRECT,
        LinkState.SELF,
        LinkState.RELAYED,
    ]
    assert view.seats[2].link_since == room.now
    assert view.seats[2].link_ended is None
    room.link(0, 2, up=False)
    room.deliver_all()
    assert room.seats[1].peer.view().seats[2].link is LinkState.LOST


def test_why_a_link_ended_is_known_until_there_is_one_again() -> None:
    room, _step = _settled_at(K.ORDER)
    peer = room.seats[1].peer
    for up, ended in ((False, LinkEnd.SILENT), (True, None)):
        peer.linked(2, up, room.now, ended=ended)
        assert [seat.link_ended for seat in peer.view().seats] == [None, None, ended]


def test_votes_and_agreements_are_shown_to_everybody() -> None:
    room, step = _settled_at(K.TURN, seats=4)
    (asked,) = speakers(room, step)
    falls_silent(room, asked, step)
    one, other, _third = others(room, asked)
    room.run()
    agrees(room, one, asked)
    room.deliver_all()
    assert room.seats[one].peer.view().agreed == (asked,)
    (vote,) = room.seats[other].peer.view().votes
    assert (vote.seat, vote.attempt, vote.left_out) == (one, 1, (asked,))
    assert room.seats[other].peer.view().agreed == ()


def test_the_end_shows_the_outcome_and_who_signed_it() -> None:
    room = seated(2)
    room.run()
    for peer in peers(room):
        view = peer.view()
        assert view.kind is None
        assert view.outcome is not None
        assert view.results == (0, 1)
        assert view.waiting_for == ()
        assert view.stopped is None


def test_a_seat_that_left_is_marked() -> None:
    room, _step = _settled_at(K.ORDER)
    room.carry_out(2, room.seats[2].peer.leave(room.now))
    room.deliver_all()
    assert [seat.left for seat in room.seats[0].peer.view().seats] == [False, False, True]
