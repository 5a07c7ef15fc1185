"""No peer trusts another: one thing is wrong, every honest peer names that seat and the reason.

And no record can hold it: a forger with the keys of all seats signs and closes the same lie.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from protocol.log.evidence import Evidence, Kind, read_evidence, write_evidence
from protocol.log.messages import Entry, StepKind
from protocol.log.signing import read
from protocol.peer.convict import convict
from protocol.peer.peer import Peer
from protocol.peer.refused import Reason
from protocol.peer.verify import NotVerified, verify
from protocol.rules import Reason as Rule
from protocol.rules import Standing
from protocol.rules.illegal import SENTENCES
from tests.peer.cheat_table import ALL_CHEATS
from tests.peer.cheat_transcripts import forged_transcript
from tests.peer.cheats import Cheat, Performance, perform
from tests.peer.policies import remembered_group
from tests.peer.remembered import remembered_checks

#: The first cheat of each kind of step: what follows is looked at more closely.
ONE_OF_EACH = tuple({cheat.kind: cheat for cheat in reversed(ALL_CHEATS)}.values())


@pytest.fixture(autouse=True, scope="module")
def _group() -> Iterator[None]:
    with remembered_group(), remembered_checks():
        yield


@pytest.fixture(scope="module", params=ALL_CHEATS, ids=str)
def told(request: pytest.FixtureRequest, _group: None) -> tuple[Performance, bytes]:
    """A cheat at the table, as it is found, and its step closed by force."""
    performance = perform(request.param)
    return performance, forged_transcript(performance)


def at_once(task: Callable[[], None]) -> None:
    """Another core, as quick as thought."""
    task()


def test_a_lie_that_all_seats_signed_is_refused_at_its_step(
    told: tuple[Performance, bytes],
) -> None:
    performance, forged = told
    for begin in (None, at_once):
        with pytest.raises(NotVerified) as refused:
            verify(forged, begin=begin)
        assert refused.value.step == performance.step
        assert refused.value.seat == performance.cheat.seat
        assert refused.value.reason == performance.fault(performance.honest[0]).detail


def test_every_honest_peer_names_the_seat_and_the_reason_and_goes_on(
    told: tuple[Performance, bytes],
) -> None:
    performance, _forged = told
    cheat = performance.cheat
    for peer in performance.honest:
        assert peer.log.faults.keys() == performance.guilty
        fault = performance.fault(peer)
        assert fault.step == performance.step
        assert fault.kind is Kind.INVALID_ENTRY
        assert fault.reason == cheat.reason
        assert cheat.because is None or fault.detail.endswith(SENTENCES[cheat.because])
        assert fault.things == (performance.bad,)
        assert_nothing_wrong_is_kept(performance, peer)
    assert_evidence_is_kept(performance)
    goes_on(performance)
    assert performance.stage.closed_links == []


def assert_nothing_wrong_is_kept(performance: Performance, peer: Peer) -> None:
    """The step of the lie is still open, or has closed without it."""
    assert all(performance.bad not in closing.entries for closing in peer.log.closed)
    heads = [closing.after.head for closing in peer.log.closed]
    other = [closing.after.head for closing in performance.honest[0].log.closed]
    together = min(len(heads), len(other))
    assert heads[:together] == other[:together]


def assert_evidence_is_kept(performance: Performance) -> None:
    cheat = performance.cheat
    for number, seat in enumerate(performance.stage.seats):
        if number in performance.guilty:
            continue
        (kept,) = (data for accused, data in seat.evidence if accused == cheat.seat)
        evidence = read_evidence(kept)
        assert (evidence.kind, evidence.seat) == (Kind.INVALID_ENTRY, cheat.seat)
        assert evidence.things == (performance.bad,)


def goes_on(performance: Performance) -> None:
    """Once a deal was made nobody needs the cheat; before, the table stops without a lie in it."""
    stage, honest, step = performance.stage, performance.honest, performance.step
    state = honest[0].log.state
    seated = [seat for seat in state.seated if seat != performance.cheat.seat]
    # Whoever is left alone waits before the next deal for somebody to come back.
    steps = step + min(2, len(seated)) if state.dealt else step
    stage.run(lambda: state.dealt and all(len(peer.log.closed) >= steps for peer in honest))
    for peer in honest:
        assert_nothing_wrong_is_kept(performance, peer)
        assert len(peer.log.closed) >= steps if state.dealt else len(peer.log.closed) == step
        assert peer.log.state.seated == (tuple(seated) if state.dealt else state.seated)
    if state.dealt and performance.cheat.seat in state.seated:
        position = honest[0].log.state.position
        assert position is not None
        assert position.standing[performance.cheat.seat] is Standing.FAULT


@pytest.mark.parametrize("cheat", ONE_OF_EACH, ids=str)
def test_the_evidence_convinces_whoever_was_not_there(cheat: Cheat) -> None:
    performance = perform(cheat)
    stage = performance.stage
    for number, seat in enumerate(stage.seats):
        if number != cheat.seat:
            ((_, kept),) = seat.evidence
            roster, fault = convict(kept)
            assert roster == stage.roster
            assert (fault.seat, fault.reason) == (cheat.seat, cheat.reason)


@pytest.mark.parametrize("cheat", ONE_OF_EACH, ids=str)
def test_the_record_of_a_table_that_found_a_cheat_is_verified(cheat: Cheat) -> None:
    performance = perform(cheat)
    goes_on(performance)
    for peer in performance.honest:
        verified = verify(bytes(performance.stage.seats[peer.seat].transcript))
        assert verified.heads[-1:] == ((peer.head,) if peer.log.closed else ())


def test_an_honest_entry_convicts_nobody() -> None:
    """The same evidence files, with the honest entries of the other seats in them."""
    performance = perform(next(cheat for cheat in ONE_OF_EACH if cheat.kind is StepKind.SHARES))
    honest = performance.honest[0]
    kept = read_evidence(performance.stage.seats[honest.seat].evidence[0][1])
    assert honest.log.open is not None
    for signed in honest.log.open.entries():
        entry = read(signed, Entry)
        if entry.seat != performance.cheat.seat:
            innocent = Evidence(kept.kind, entry.seat, kept.roster, kept.record, (signed,))
            with pytest.raises(NotVerified):
                convict(write_evidence(innocent))


def test_the_tables_break_every_condition_there_is() -> None:
    assert {cheat.reason for cheat in ALL_CHEATS} == set(Reason)
    kinds = {(cheat.kind, cheat.reason) for cheat in ALL_CHEATS}
    for kind in StepKind:
        assert {(kind, Reason.WRONG_KIND), (kind, Reason.BAD_BODY)} <= kinds
    # A turn is only checked in its turn; a hand is only seen when cards are opened, and then what
    # is not in it is ``card-not-there``; a swap within a seat cannot be written down.
    never = {Rule.NOT_YOUR_TURN, Rule.NOT_IN_HAND, Rule.SAME_SEAT}
    assert {cheat.because for cheat in ALL_CHEATS if cheat.because} == set(Rule) - never


def test_no_two_cheats_are_named_alike() -> None:
    assert len({str(cheat) for cheat in ALL_CHEATS}) == len(ALL_CHEATS)
