"""A record proves what it shows, to anybody, and no lie can stand in it.

The forger here holds the keys of all seats: it signs and closes what it likes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from protocol.log.chain import next_head, payload_hash
from protocol.log.errors import Malformed
from protocol.log.messages import (
    PROTOCOL_VERSION,
    Acknowledgement,
    Entry,
    Result,
    Roster,
    Signed,
    StepKind,
    Thing,
)
from protocol.log.signing import SigningKey
from protocol.log.transcript import (
    MAGIC,
    ClosedStep,
    Truncated,
    read_transcript,
    start_transcript,
    write_record,
)
from protocol.peer.private import make_key
from protocol.peer.refused import SENTENCES, Reason
from protocol.peer.state import Due
from protocol.peer.verify import NotVerified, verify
from tests.peer.policies import Stage, remembered_group
from tests.peer.records import played, records_of, refused, transcript, written
from tests.peer.remembered import remembered_checks


@pytest.fixture(autouse=True, scope="module")
def _group() -> Iterator[None]:
    with remembered_group(), remembered_checks():
        yield


# Honest records


@pytest.mark.parametrize("seats", [2, 3])
def test_a_finished_game_is_verified_by_what_every_seat_kept(seats: int) -> None:
    stage = played(seats)
    for number in range(seats):
        verified = verify(transcript(stage, number))
        assert verified.finished
        assert verified.heads[-1] == stage.peer(number).head
        assert verified.signed_result == tuple(range(seats))
        assert verified.outcome == stage.peer(number).view().outcome
        assert len(verified.heads) == len(verified.records) == len(verified.kinds)


def test_what_two_seats_kept_of_a_table_has_the_same_heads() -> None:
    stage = played(3)
    first, second = (verify(transcript(stage, seat)) for seat in (0, 1))
    assert first.table == second.table
    assert first.heads == second.heads
    assert first.outcome == second.outcome


def test_two_tables_share_nothing() -> None:
    one, other = (verify(transcript(played(2, game))) for game in (0, 1))
    assert one.table != other.table
    assert not set(one.heads) & set(other.heads)


def test_progress_is_told_step_by_step() -> None:
    told: list[int] = []
    verified = verify(transcript(played(2)), told.append)
    assert told == list(range(len(verified.heads)))


def test_cut_between_records_it_is_the_beginning_of_a_game() -> None:
    data = transcript(played(2))
    whole = verify(data)
    place = len(start_transcript(whole.roster))
    assert verify(data[:place]).heads == ()
    for number, record in enumerate(whole.records, 1):
        place += len(write_record(record))
        if number % 7 == 0 or number > len(whole.records) - 2:
            part = verify(data[:place])
            assert part.heads == whole.heads[:number]
            assert part.finished is (number == len(whole.records))
            assert part.signed_result == ()


def test_cut_inside_a_record_it_is_truncated() -> None:
    data = transcript(played(2))
    boundaries = {len(data)}
    place = len(MAGIC)
    for record in read_transcript(data):
        place += len(write_record(record))
        boundaries.add(place)
    early = [cut for cut in range(len(MAGIC) + 1, 6_000, 97) if cut not in boundaries]
    for cut in (*early, len(data) - 1):
        with pytest.raises(Truncated):
            verify(data[:cut])
    for cut in range(len(MAGIC)):
        with pytest.raises(Malformed):
            verify(data[:cut])


def test_a_transcript_without_its_table_is_none() -> None:
    with pytest.raises(Malformed):
        verify(transcript(played(2))[: len(MAGIC)])


@pytest.mark.parametrize(
    "change",
    [
        lambda roster: replace(roster, protocol=PROTOCOL_VERSION + 1),
        lambda roster: replace(roster, rules=2),
        lambda roster: replace(roster, players=(roster.players[0],) * 2),
        lambda roster: replace(
            roster, players=(roster.players[0], replace(roster.players[1], identity=bytes(32)))
        ),
        lambda roster: replace(
            roster,
            players=(roster.players[0], replace(roster.players[1], identity=b"\x02" + bytes(31))),
        ),
    ],
    ids=["another protocol", "other rules", "one player twice", "small order", "no identity"],
)
def test_a_roster_no_table_can_start_with_is_refused(change: Callable[[Roster], Roster]) -> None:
    roster = played(2).roster
    with pytest.raises(NotVerified) as error:
        verify(start_transcript(change(roster)))
    assert error.value.step is None


def test_a_deal_with_one_key_is_refused() -> None:
    """A seat left alone cannot deal to itself, whatever it signs."""
    stage = Stage(2)
    stage.start()
    stage.run(lambda: all(peer.log.state.step > 6 for peer in stage.others()))
    stage.carry_out(1, stage.peer(1).leave(stage.now))
    stage.run()
    state, data = stage.peer(0).log.state, transcript(stage)
    assert state.due == Due(StepKind.SEATS, (0,))
    assert verify(data).kinds.count("keys") == 1
    _secret, body = make_key(state, 0, stage.dice)
    entry = Entry(
        PROTOCOL_VERSION, state.table, state.step, 0, StepKind.KEYS, state.head, b"", body
    )
    signed = stage.seats[0].key.sign(Thing.ENTRY, entry)
    counted = {0: payload_hash(signed.payload)}
    for kind in (StepKind.KEYS, StepKind.SEATS):
        head = next_head(state.head, state.step, kind, (0,), (), counted)
        value = Acknowledgement(PROTOCOL_VERSION, state.table, state.step, 0, 0, head)
        said = stage.seats[0].key.sign(Thing.ACKNOWLEDGEMENT, value)
        dealt = ClosedStep(state.step, (signed,), 0, (), (), (said.signature,))
        with pytest.raises(NotVerified) as error:
            verify(data + write_record(dealt))
        assert (error.value.step, error.value.seat) == (state.step, 0)
        assert error.value.reason == SENTENCES[Reason.WRONG_KIND]


# The results at the end


def test_results_are_courtesy_and_checked_all_the_same() -> None:
    stage = played(2)
    records = records_of(transcript(stage))
    steps = [record for record in records if not isinstance(record, Signed)]
    assert verify(written(steps)).signed_result == ()
    ended = verify(written(steps))
    assert ended.outcome is not None
    scores = tuple(score.total for score in ended.outcome.scores)
    right = Result(PROTOCOL_VERSION, ended.table, 0, ended.heads[-1], scores)
    key = stage.seats[0].key
    assert verify(written([*steps, key.sign(Thing.RESULT, right)])).signed_result == (0,)
    for wrong in (
        replace(right, head=ended.heads[-2]),
        replace(right, scores=tuple(score + 1 for score in scores)),
        replace(right, scores=scores[:1]),
        replace(right, table=bytes(32)),
        replace(right, version=PROTOCOL_VERSION + 1),
        replace(right, seat=1),
        replace(right, seat=3),
    ):
        refused([*steps, key.sign(Thing.RESULT, wrong)])


def test_a_result_twice_early_or_of_somebody_else_is_refused() -> None:
    records = records_of(transcript(played(2)))
    results = [record for record in records if isinstance(record, Signed)]
    steps = [record for record in records if not isinstance(record, Signed)]
    first = results[0]
    refused([*records, first])
    refused([*steps[:6], first])
    refused([*steps, replace(first, thing=Thing.GOODBYE)])
    refused([*steps, replace(first, payload=first.payload + b"\x00")])
    refused([*steps, first, steps[-1]])
    stranger = SigningKey(bytes(range(32)))
    forged = stranger.sign_bytes(Thing.RESULT, first.payload)
    refused([*steps, Signed(Thing.RESULT, first.payload, forged)])
