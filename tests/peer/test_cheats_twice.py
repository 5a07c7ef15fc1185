"""A seat that signs two ways, or not to everybody: named by all, or by nobody if nothing shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from protocol.log.encoding import Struct
from protocol.log.errors import Dropped
from protocol.log.evidence import Kind, check_pair, read_evidence
from protocol.log.messages import (
    PROTOCOL_VERSION,
    Acknowledgement,
    Change,
    Entry,
    LeftOut,
    Signed,
    StepKind,
    Thing,
    Why,
)
from protocol.log.openstep import Candidate, OpenStep
from protocol.log.signing import read
from protocol.log.wire import write_message
from protocol.peer import private
from protocol.peer.bodies import DiscardBody, NonceBody, OrderBody, SeatsBody, ShuffleBody
from protocol.peer.effects import Work
from protocol.peer.peer import Peer
from protocol.peer.votes import Vote
from protocol.rules import Standing
from tests.deck.helpers import counted
from tests.peer.cheats import Liar
from tests.peer.policies import Stage, remembered_group

K = StepKind
LIAR = 0
HONEST = (1, 2)

#: In round 2 seat 0 has a choice in the ending phase.
CHOICE = (("999",), ("8888",))
#: The round in which a table can already do without a seat.
ROUND = {K.SEATS: 2, K.KEYS: 2, K.DISCARD: 2}


@pytest.fixture(autouse=True, scope="module")
def _group() -> Iterator[None]:
    with remembered_group():
        yield


def another_body(liar: Liar, honest: Entry) -> object:
    """Another body for the same step; a valid one wherever there can be two."""
    own, state = liar.own, liar.state
    match honest.kind:
        case K.ROSTER:
            return replace(honest.body, protocol=2)
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


def named_by_all(stage: Stage) -> bool:
    return all(LIAR in stage.peer(seat).log.faults for seat in HONEST)


def held_by(stage: Stage, seat: int) -> dict[int, list[Candidate]]:
    """The entries that ``seat`` holds of its open step, by their seats."""
    step = stage.peer(seat).log.open
    return {} if step is None else step.candidates


def assert_named(stage: Stage, kind: Kind) -> None:
    """Every honest peer names seat 0 alone, for this, with evidence that holds by itself."""
    for seat in HONEST:
        faults = stage.peer(seat).log.faults
        assert faults.keys() == {LIAR}
        assert faults[LIAR].kind is kind
        ((accused, kept),) = stage.seats[seat].evidence
        assert accused == LIAR
        check_pair(read_evidence(kept))
    assert stage.closed_links == []


def assert_goes_on_without_it(stage: Stage) -> None:
    """The others leave it out and agree about everything."""
    peers = [stage.peer(seat) for seat in HONEST]
    if not peers[0].log.state.dealt:
        assert len({peer.head for peer in peers}) == 1
        return

    def gone() -> bool:
        return all(
            peer.log.state.position is not None
            and peer.log.state.position.standing[LIAR] is Standing.FAULT
            for peer in peers
        )

    stage.run(gone)
    assert gone()
    together = min(len(peer.log.closed) for peer in peers) - 1
    heads = {peer.log.closed[together].after.head for peer in peers}
    assert len(heads) == 1
    assert peers[0].log.closed[together].members == HONEST


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
    stage.run(lambda: all(_has_hand(peer) for peer in stage.others(liar)))
    for peer in stage.others(liar):
        assert peer.log.state.seated == tuple(sorted((one, other)))
        assert _has_hand(peer)


def _has_hand(peer: Peer) -> bool:
    return peer.log.open is not None and peer.log.open.kind is K.ORDER


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


# Acknowledgements


def stage_with_two_acknowledgements(route: Callable[[int], tuple[int, ...]]) -> Stage:
    """In the first order step seat 0 acknowledges a head of its own too, to these seats."""
    stage = Stage(3)
    liar = Liar(stage.peer(LIAR), stage)
    own, honest = liar.own, liar.own.acknowledge

    def acknowledge(step: OpenStep) -> bool:
        said = honest(step)
        if said and step.kind is K.ORDER and step.step == 6 and not liar.said:
            right = step.attempt(0).acknowledgements.get(LIAR)
            value = Acknowledgement(
                PROTOCOL_VERSION, liar.state.table, step.step, LIAR, 0, bytes(32)
            )
            assert right is None or right[0] != value.head
            liar.said.append(own._signer.signed(Thing.ACKNOWLEDGEMENT, value))
            for seat in route(LIAR):
                own._outbox.send(liar.said[0], seat)
        return said

    own.acknowledge = acknowledge  # type: ignore[method-assign]
    return stage


@pytest.mark.parametrize("seats", [(1, 2), (1,), (2,)], ids=str)
def test_two_acknowledgements_of_one_step(seats: tuple[int, ...]) -> None:
    stage = stage_with_two_acknowledgements(lambda _liar: seats)
    stage.start()
    stage.run(lambda: named_by_all(stage))
    assert_named(stage, Kind.TWO_ACKNOWLEDGEMENTS)
    assert_goes_on_without_it(stage)


# Changes


def stage_that_waits_for_seat_2() -> tuple[Stage, Liar]:
    """Everybody has acknowledged the order of seat 0, but seat 2 is silent and so not heard."""
    stage = Stage(3)
    liar = Liar(stage.peer(LIAR), stage)
    stage.start()
    stage.run(lambda: _has_hand(stage.peer(2)))
    stage.unplug(2)
    stage.run(lambda: all(_acknowledged(stage, seat) for seat in (0, 1)))
    return stage, liar


def _acknowledged(stage: Stage, seat: int) -> bool:
    step = stage.peer(seat).log.open
    return step is not None and seat in step.attempt(0).acknowledgements


def leave_out_seat_2(stage: Stage) -> None:
    """The players of seats 0 and 1 agree to go on without seat 2."""
    for seat in (0, 1):
        stage.carry_out(seat, stage.peer(seat).agree(2, stage.now))
    stage.run(lambda: LIAR in stage.peer(1).log.faults)


def lie_in_changes(liar: Liar, change: Callable[[Change], tuple[Change, ...]]) -> None:
    """What seat 0 signs instead of a change."""
    own, signer = liar.own, liar.own._signer
    honest = signer.sign

    def sign(thing: Thing, value: Change) -> Signed:
        if thing is not Thing.CHANGE:
            return honest(thing, value)
        signed = [honest(thing, each) for each in change(value)]
        return signed[0]

    signer.sign = sign  # type: ignore[method-assign, assignment]
    vote, voted = own.vote, set[int]()

    def vote_once(step: OpenStep, wanted: Vote) -> bool:
        """The liar's own table may drop the lie: then it is as if it had not voted."""
        if wanted.attempt in voted:
            return False
        voted.add(wanted.attempt)
        try:
            return vote(step, wanted)
        except Dropped:
            return False

    own.vote = vote_once  # type: ignore[method-assign]


def test_two_changes_for_one_attempt() -> None:
    stage, liar = stage_that_waits_for_seat_2()
    lie_in_changes(liar, lambda change: (change, replace(change, left_out=())))
    leave_out_seat_2(stage)
    assert stage.peer(1).log.faults[LIAR].kind is Kind.TWO_CHANGES
    stage.unplug(2, up=True)
    stage.run(lambda: named_by_all(stage))
    assert_named(stage, Kind.TWO_CHANGES)
    assert_goes_on_without_it(stage)


def test_an_acknowledgement_hidden_from_a_change() -> None:
    stage, liar = stage_that_waits_for_seat_2()
    lie_in_changes(liar, lambda change: (replace(change, acknowledgements=()),))
    leave_out_seat_2(stage)
    assert stage.peer(1).log.faults[LIAR].kind is Kind.UNREPORTED_ACKNOWLEDGEMENT
    stage.unplug(2, up=True)
    stage.run(lambda: named_by_all(stage))
    assert_named(stage, Kind.UNREPORTED_ACKNOWLEDGEMENT)
    assert_goes_on_without_it(stage)


@pytest.mark.parametrize("why", [Why.FAULT, Why.GOODBYE], ids=str)
def test_a_seat_accused_of_nothing_is_not_left_out(why: Why) -> None:
    """The proof inside is an honest entry: nobody believes it and nobody is blamed for it."""
    stage, liar = stage_that_waits_for_seat_2()
    proof = stage.peer(2).log.closed[-1].said_by(2)
    assert proof is not None
    wrong = (LeftOut(2, why, (proof,)),)
    lie_in_changes(liar, lambda change: (replace(change, left_out=wrong),))
    for seat in (0, 1):
        stage.carry_out(seat, stage.peer(seat).agree(2, stage.now))
    stage.run()
    stage.unplug(2, up=True)
    stage.run(lambda: all(peer.over for peer in stage.others(LIAR)))
    for seat in HONEST:
        assert stage.peer(seat).log.faults == {}
        assert 2 in stage.peer(seat).log.state.seated


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
        liar.said.append(own._signer.sign(Thing.ENTRY, replace(read(signed, Entry), body=())))
        return liar.said[0]

    own._entry = entry  # type: ignore[method-assign]
    stage.start()
    stage.run(lambda: named_by_all(stage))
    for seat in HONEST:
        faults = stage.peer(seat).log.faults
        assert faults.keys() == {LIAR}
        assert faults[LIAR].things == (liar.said[0],)
    assert stage.closed_links == []
