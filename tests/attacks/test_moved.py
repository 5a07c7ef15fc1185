"""Nothing that is valid in one place is valid in another: table, round, step, seat, recipient."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from protocol.log.evidence import Kind
from protocol.log.messages import Entry, Signed, StepKind
from protocol.log.signing import read
from protocol.peer.closing import Closing
from protocol.peer.contexts import key_context, order_commitment, share_context, shuffle_context
from protocol.peer.refused import Reason
from tests.attacks.helpers import closings, entry_of, judged, remembered, rounds, signed_entry
from tests.peer.policies import Stage

K = StepKind
#: What a moved body may be refused for.
REASONS = {
    K.KEYS: {Reason.BAD_KEY},
    K.SHUFFLE: {Reason.BAD_SHUFFLE},
    K.SHARES: {Reason.WRONG_RECIPIENTS, Reason.WRONG_SHARE_COUNT, Reason.BAD_SHARE},
    K.TURN: {Reason.NOT_THE_OPENING, Reason.WRONG_POSITIONS},
}


@pytest.fixture(autouse=True, scope="module")
def _group() -> Iterator[None]:
    with remembered():
        yield


def places(kind: StepKind) -> list[tuple[Stage, Closing, int]]:
    """Where such entries stand: two tables, two rounds of each, every seat that spoke."""
    return [
        (stage, closing, seat)
        for stage in (rounds(game=0), rounds(game=1))
        for closing in closings(stage, kind)
        for seat in sorted(closing.checked)
    ]


def before(closing: Closing, seat: int) -> list[Signed]:
    """What must be there before ``seat`` can be judged: in a shuffle the entries before it."""
    assert closing.before.due is not None
    if closing.kind is not K.SHUFFLE:
        return []
    speakers = closing.before.due.speakers
    said = [closing.said_by(other) for other in speakers[: speakers.index(seat)]]
    return [signed for signed in said if signed is not None]


@pytest.mark.parametrize("kind", list(REASONS), ids=str)
def test_a_body_is_worth_something_only_where_it_was_made(kind: StepKind) -> None:
    moved, everywhere = 0, places(kind)
    for _stage, origin, giver in everywhere:
        body = entry_of(origin, giver).body
        for stage, target, seat in everywhere:
            follows = entry_of(target, seat).follows
            forged = signed_entry(stage, target.before, seat, body, follows)
            faults = judged(target.before, *before(target, seat), forged)
            if (origin, giver) == (target, seat):
                assert faults == {}
                continue
            moved += 1
            assert faults.keys() == {seat}
            assert faults[seat].kind is Kind.INVALID_ENTRY
            assert faults[seat].reason in REASONS[kind]
    assert moved == len(everywhere) * (len(everywhere) - 1) > 100


@pytest.mark.parametrize("kind", list(REASONS), ids=str)
def test_a_whole_entry_of_another_table_or_round_is_nobodys_fault(kind: StepKind) -> None:
    """It is signed on another head: who replays it proves nothing against its author."""
    here = closings(rounds(game=0), kind)[0]
    for closing in closings(rounds(game=0), kind)[1:]:
        for seat in closing.checked:
            signed = closing.said_by(seat)
            assert signed is not None
            assert read(signed, Entry).step != here.before.step
            assert judged(here.before, signed) == {}


def test_every_part_of_a_place_is_in_every_context() -> None:
    one = {"table": bytes(32), "head": bytes(32), "step": 4, "seat": 0}
    other = {"table": b"\x01" * 32, "head": b"\x01" * 32, "step": 5, "seat": 1}
    contexts: list[bytes] = []
    for name in (None, *one):
        place = one if name is None else one | {name: other[name]}
        contexts += [key_context(**place), shuffle_context(**place)]  # type: ignore[arg-type]
        for kind in (K.SHARES, K.TURN):
            for recipient in (1, 2):
                contexts.append(
                    share_context(**place, kind=kind, recipient=recipient)  # type: ignore[arg-type]
                )
    assert all(first != second for first, second in combinations(contexts, 2))


def test_every_part_of_an_order_is_in_its_commitment() -> None:
    sealed = [
        order_commitment(bytes(32), bytes(32), 0, (3,), (9,), bytes(32)),
        order_commitment(b"\x01" * 32, bytes(32), 0, (3,), (9,), bytes(32)),
        order_commitment(bytes(32), b"\x01" * 32, 0, (3,), (9,), bytes(32)),
        order_commitment(bytes(32), bytes(32), 1, (3,), (9,), bytes(32)),
        order_commitment(bytes(32), bytes(32), 0, (4,), (9,), bytes(32)),
        order_commitment(bytes(32), bytes(32), 0, (3,), (8,), bytes(32)),
        order_commitment(bytes(32), bytes(32), 0, (3,), (9,), b"\x01" * 32),
        order_commitment(bytes(32), bytes(32), 0, (3, 4), (9, 9), bytes(32)),
    ]
    assert len(set(sealed)) == len(sealed)


def test_a_copied_order_cannot_be_opened_by_who_copied_it() -> None:
    """Seat 1 commits to what seat 0 committed to, without knowing what it is."""
    stage = rounds()
    first = closings(stage, K.ORDER)[0]
    copied = entry_of(first, 0).body
    second = closings(stage, K.ORDER)[1]
    assert judged(second.before, signed_entry(stage, second.before, 1, copied)) == {}
    turns = closings(stage, K.TURN)
    opening = entry_of(turns[0], 0).body
    forged = signed_entry(stage, turns[1].before, 1, opening)
    assert judged(turns[1].before, forged)[1].reason in REASONS[K.TURN]


def test_every_deal_has_keys_of_its_own() -> None:
    keys = [
        closing.checked[seat].encoding
        for stage in (rounds(game=0), rounds(game=1))
        for closing in closings(stage, K.KEYS)
        for seat in closing.checked
    ]
    assert len(keys) == 2 * 3 * 3
    assert len(set(keys)) == len(keys)
