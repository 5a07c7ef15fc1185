"""What somebody could write who holds the keys of all seats."""

from __future__ import annotations

from collections.abc import Mapping

from protocol.deck import BadProof, Deck, decode_deck
from protocol.log.chain import next_head, payload_hash
from protocol.log.messages import PROTOCOL_VERSION, Acknowledgement, Entry, Signed, StepKind, Thing
from protocol.log.signing import read
from protocol.log.transcript import ClosedStep, start_transcript, write_record
from protocol.peer import private
from protocol.peer.bodies import ShuffleBody
from protocol.peer.checks import the_deal
from protocol.peer.peer import Peer
from protocol.peer.state import Deal, GameState
from tests.peer.cheats import Performance
from tests.peer.policies import Stage


def forged_transcript(performance: Performance) -> bytes:
    """The honest record up to the lie, and the step of the lie closed by force."""
    peer = performance.honest[0]
    closed = peer.log.closed[: performance.step]
    state = closed[-1].after if closed else _first_state(peer)
    return b"".join(
        (
            start_transcript(state.roster),
            *(write_record(closing.record) for closing in closed),
            write_record(_forced(performance, state)),
        )
    )


def _first_state(peer: Peer) -> GameState:
    state = peer.log.state
    assert state.step == 0
    return state


def _forced(performance: Performance, state: GameState) -> ClosedStep:
    """The step with the bad entry, the head computed and acknowledged with every key."""
    assert state.due is not None
    stage, bad = performance.stage, performance.bad
    entries = {performance.cheat.seat: bad}
    for seat in state.due.speakers:
        if seat not in entries:
            entries[seat] = _said_in(stage, seat, state.step) or _followed_up(
                stage, state, seat, entries
            )
    hashes = {seat: payload_hash(entries[seat].payload) for seat in state.due.speakers}
    head = next_head(state.head, state.step, state.due.kind, state.seated, (), hashes)
    signatures = []
    for seat in state.seated:
        value = Acknowledgement(PROTOCOL_VERSION, state.table, state.step, seat, 0, head)
        signatures.append(stage.seats[seat].key.sign(Thing.ACKNOWLEDGEMENT, value).signature)
    said = tuple(entries[seat] for seat in sorted(entries))
    return ClosedStep(state.step, said, 0, (), (), tuple(signatures))


def _said_in(stage: Stage, seat: int, step: int) -> Signed | None:
    return stage.peer(seat)._signer.journal.entries.get(step)


def _followed_up(
    stage: Stage, state: GameState, seat: int, entries: Mapping[int, Signed]
) -> Signed:
    """The word of a shuffler after the bad one: a right shuffle of what it was given."""
    assert state.due is not None
    assert state.due.kind is StepKind.SHUFFLE
    before = entries[state.due.speakers[state.due.speakers.index(seat) - 1]]
    source = _deck_in(before, the_deal(state))
    made = private.make_shuffle(state, seat, source, stage.peer(seat)._own._entropy)
    value = Entry(
        PROTOCOL_VERSION,
        state.table,
        state.step,
        seat,
        state.due.kind,
        state.head,
        payload_hash(before.payload),
        ShuffleBody(made.deck.encode(), made.proof),
    )
    return stage.seats[seat].key.sign(Thing.ENTRY, value)


def _deck_in(signed: Signed, deal: Deal) -> Deck:
    deck, _proof = read(signed, Entry).body
    try:
        return decode_deck(deal.joint, deck, len(deal.opened))
    except BadProof:
        return deal.opened
