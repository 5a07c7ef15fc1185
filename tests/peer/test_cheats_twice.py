"""A seat that signs two ways, or not to everybody: named by all, or by nobody if nothing shows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from protocol.log.encoding import Struct
from protocol.log.evidence import Kind
from protocol.log.messages import PROTOCOL_VERSION, Entry, Signed, StepKind, Thing
from protocol.log.openstep import Candidate
from protocol.log.signing import read
from protocol.log.wire import write_message
from protocol.peer import private
from protocol.peer.bodies import DiscardBody, NonceBody, OrderBody, SeatsBody, ShuffleBody
from protocol.peer.effects import Work
from tests.deck.helpers import counted
from tests.peer.cheat_lies import CHOICE, ROUND
from tests.peer.cheat_stages import (
    HONEST,
    LIAR,
    assert_goes_on_without_it,
    assert_named,
    named_by_all,
)
from tests.peer.cheats import Liar, has_a_hand
from tests.peer.policies import Stage, remembered_group
from tests.peer.remembered import remembered_checks

K = StepKind


@pytest.fixture(autouse=True, scope="module")
def _group() -> Iterator[None]:
    with remembered_group(), remembered_checks():
        yield


def another_body(liar: Liar, honest: Entry) -> object:
    """Another body for the same step; a valid one wherever there can be two."""
    own, state = liar.own, liar.state
    match honest.kind:
        case K.ROSTER:
            return replace(honest.body, protocol=PROTOCOL_VERSION + 1)
        case K.NONCES:
            return NonceBody(bytes(32))
        case K.SEATS:
            return SeatsBody((own._signer.signed(Thing.RETURN, honest.body),))
        case K.KEYS:
            return private.make_key(state, liar.seat, own._entropy)[1]
        case K.SHUFFLE:
            source, _follows = own._source(liar.step)
            assert source is not None
            made = private.make_shuffle(state, liar.seat, source, own._entropy)
            return ShuffleBody(made.deck.encode(), made.proof)
        case K.SHARES:
            return private.make_share_batches(state, liar.seat, liar.secret, own._entropy)[0]
        case K.ORDER:
            return OrderBody(honest.body.size, bytes(32))
        case K.TURN:
            opening = own.deal.opening()
            return replace(liar.turn(opening), moves=honest.body.moves)
        case K.DISCARD:
            return DiscardBody("-999")


#: Signs the first and the second entry, and says which of them goes to whom: (seat, 0 or 1).
Route = tuple[tuple[int, int], ...]


def stage_with_two_entries(kind: StepKind, route: Route, seat: int = LIAR) -> tuple[Stage, Liar]:
    """``seat`` signs two entries in the step of this kind and sends them along the route."""
    stage = Stage(3, CHOICE)
    liar = Liar(stage.peer(seat), stage)
    own = liar.own

    def entry(body: object, follows: bytes) -> Signed:
        state, step = liar.state, liar.step
        honest = Entry(
            PROTOCOL_VERSION, state.table, step.step, seat, step.kind, state.head, follows, body
        )
        if step.kind is not kind or stage.round_of(seat) != ROUND.get(kind, 1):
            return own._signer.sign(Thing.ENTRY, honest)
        other = replace(honest, body=another_body(liar, honest))
        liar.said += [own._signer.signed(Thing.ENTRY, value) for value in (honest, other)]
        for to, which in route:
            own._outbox.send(liar.said[which], to)
        return liar.said[0]

    own._entry = entry  # type: ignore[method-assign]
    return stage, liar


def held_by(stage: Stage, seat: int) -> dict[int, list[Candidate]]:
    """The entries that ``seat`` holds of its open step, by their seats."""
    step = stage.peer(seat).log.open
    return {} if step is None else step.candidates


@pytest.mark.parametrize("kind", list(StepKind), ids=str)
@pytest.mark.parametrize(
    "route",
    [((1, 0), (1, 1), (2, 0), (2, 1)), ((1, 0), (2, 1)), ((1, 0), (1, 1))],
    ids=["both to all", "one each", "both to one"],
)
def test_two_entries_for_one_step(kind: StepKind, route: Route) -> None:
    stage, _liar = stage_with_two_entries(kind, route)
    stage.start()
    stage.run(lambda: named_by_all(stage))
    for seat in HONEST:
        assert stage.peer(seat).log.faults.keys() == {LIAR}
        assert stage.peer(seat).log.faults[LIAR].step == stage.peer(seat).log.state.step
    assert_goes_on_without_it(stage)


@pytest.mark.parametrize("liar", [0, 1, 2])
def test_two_shuffles_of_one_seat_never_make_another_seem_silent(liar: int) -> None:
    """Who follows the one is not understood by who holds the other, until both hold both."""
    one, other = (seat for seat in range(3) if seat != liar)
    stage, _liar = stage_with_two_entries(K.SHUFFLE, ((one, 0), (other, 1)), liar)
    stage.start()
    stage.run(lambda: all(liar in peer.log.faults for peer in stage.others(liar)))
    for peer in stage.others(liar):
        assert peer.log.faults.keys() == {liar}
        assert peer.log.faults[liar].kind is Kind.TWO_ENTRIES
    stage.run(lambda: all(has_a_hand(peer) for peer in stage.others(liar)))
    for peer in stage.others(liar):
        assert peer.log.state.seated == tuple(sorted((one, other)))
        assert has_a_hand(peer)


@pytest.mark.parametrize("kind", [K.KEYS, K.SHUFFLE, K.SHARES, K.ORDER, K.TURN], ids=str)
def test_two_valid_entries_are_evidence_by_themselves(kind: StepKind) -> None:
    stage, _liar = stage_with_two_entries(kind, ((1, 0), (2, 1)))
    stage.start()
    stage.run(lambda: named_by_all(stage))
    assert_named(stage, Kind.TWO_ENTRIES)


@pytest.mark.parametrize("kind", [K.KEYS, K.SHUFFLE, K.SHARES, K.TURN], ids=str)
def test_a_second_proof_for_a_step_costs_no_arithmetic(kind: StepKind) -> None:
    stage, liar = stage_with_two_entries(kind, ((1, 0), (2, 0)))
    stage.start()
    stage.run(lambda: bool(liar.said) and LIAR in held_by(stage, 1))
    second = write_message(liar.said[1])
    with counted() as counts:
        effects = stage.peer(1).receive(second, LIAR, stage.now)
    assert stage.peer(1).log.faults[LIAR].kind is Kind.TWO_ENTRIES
    assert counts.arithmetic == (0, 0, 0)
    assert counts.decoded == 0
    assert not [effect for effect in effects if isinstance(effect, Work)]


def test_a_flood_of_entries_costs_a_seat_two_places() -> None:
    stage, liar = stage_with_two_entries(K.KEYS, ((1, 0), (2, 0)))
    stage.start()
    stage.run(lambda: bool(liar.said) and LIAR in held_by(stage, 1))
    honest = read(liar.said[0], Entry)
    with counted() as counts:
        for number in range(50):
            body = (number.to_bytes(96, "big"),)
            signed = liar.own._signer.signed(Thing.ENTRY, replace(honest, body=body))
            effects = stage.peer(1).receive(write_message(signed), LIAR, stage.now)
            assert not [effect for effect in effects if isinstance(effect, Work)]
    assert counts.arithmetic == (0, 0, 0)
    assert len(held_by(stage, 1)[LIAR]) == 2


# Not to everybody


def only_to(stage: Stage, liar: Liar, seat: int) -> None:
    """The cheat's entries of the step reach no other seat from the cheat itself."""
    stage.drop = lambda sender, to, message: (
        sender == LIAR and to != seat and any(signed.payload in message for signed in liar.said)
    )


@pytest.mark.parametrize("kind", [*list(StepKind)[1:-1]], ids=str)
def test_an_entry_withheld_from_one_peer_comes_to_it_and_nobody_is_blamed(kind: StepKind) -> None:
    stage, liar = stage_with_two_entries(kind, ((1, 0),))
    only_to(stage, liar, 1)
    stage.start()
    stage.run(lambda: bool(liar.said))
    step = read(liar.said[0], Entry).step
    stage.run(lambda: all(len(peer.log.closed) > step + 1 for peer in stage.others(LIAR)))
    for peer in stage.others(LIAR):
        assert liar.said[0] in peer.log.closed[step].entries
        assert peer.log.faults == {}
    assert stage.closed_links == []


@pytest.mark.parametrize("kind", [K.KEYS, K.ORDER, K.TURN], ids=str)
@pytest.mark.parametrize("route", [((1, 1),), ((1, 1), (2, 0))], ids=["alone", "the right one"])
def test_a_bad_entry_to_one_peer_is_known_to_all(kind: StepKind, route: Route) -> None:
    stage, liar = stage_with_two_entries(kind, route)
    own_body = liar.own._entry

    def bad_second(body: Struct, follows: bytes) -> Signed:
        signed = own_body(body, follows)
        if len(liar.said) == 2 and signed is liar.said[0]:
            wrong = replace(read(signed, Entry), body=())
            bad = liar.own._signer.signed(Thing.ENTRY, wrong)
            liar.own._outbox._effects = [
                effect
                for effect in liar.own._outbox._effects
                if write_message(liar.said[1]) != getattr(effect, "message", b"")
            ]
            liar.said[1] = bad
            liar.own._outbox.send(bad, 1)
        return signed

    liar.own._entry = bad_second  # type: ignore[method-assign]
    only_to(stage, liar, 1) if len(route) == 1 else None
    stage.start()
    stage.run(lambda: named_by_all(stage))
    assert named_by_all(stage)
    for seat in HONEST:
        assert stage.peer(seat).log.faults.keys() == {LIAR}
    assert stage.closed_links == []


# What others carry


def test_a_relayed_bad_entry_never_closes_the_link_of_who_carries_it() -> None:
    stage = Stage(3)
    stage.cut = {frozenset((0, 2))}
    liar = Liar(stage.peer(LIAR), stage)
    own, honest = liar.own, liar.own._entry

    def entry(body: object, follows: bytes) -> Signed:
        signed = honest(body, follows)  # type: ignore[arg-type]
        if liar.step.kind is not K.ORDER:
            return signed
        own._outbox._effects.pop()
        # Past its own journal, which would not have it.
        bad = own._signer.signed(Thing.ENTRY, replace(read(signed, Entry), body=()))
        own._outbox.send(bad)
        liar.said.append(bad)
        return bad

    own._entry = entry  # type: ignore[method-assign]
    stage.start()
    stage.run(lambda: named_by_all(stage))
    for seat in HONEST:
        faults = stage.peer(seat).log.faults
        assert faults.keys() == {LIAR}
        assert faults[LIAR].things == (liar.said[0],)
    assert stage.closed_links == []
