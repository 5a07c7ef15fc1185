"""Entries that are wrong in the same way in every step, or in the steps that make no deck."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from protocol.log.encoding import Struct
from protocol.log.messages import (
    PROTOCOL_VERSION,
    Entry,
    Return,
    Signed,
    StepKind,
    Thing,
)
from protocol.peer.bodies import (
    DiscardBody,
    OrderBody,
    SeatsBody,
    TurnBody,
)
from protocol.peer.refused import Reason
from tests.peer.cheat_lies import CHOICE, ROUND, body, cheat_in, field_of_body, follows, other_kind
from tests.peer.cheats import Cheat, Liar
from tests.peer.policies import Stage

K = StepKind
R = Reason

# What can be wrong in every kind of step


def _in_every_step() -> Iterator[Cheat]:
    kinds = list(StepKind)
    for kind in kinds:
        number = ROUND.get(kind, 1)
        # The last to shuffle, so that nobody has to follow.
        seat = 2 if kind is K.SHUFFLE else 0
        other = kinds[(kinds.index(kind) + 1) % len(kinds)]
        for name, reason, lie in (
            ("another kind", R.WRONG_KIND, other_kind(other)),
            ("an empty body", R.BAD_BODY, body(lambda _liar, _body: ())),
            ("a field too many", R.BAD_BODY, body(_with_one_more)),
            ("no array", R.BAD_BODY, body(lambda _liar, _body: b"word")),
        ):
            yield cheat_in(kind, name, reason, lie, seat=seat, round=number)
        if kind is not K.SHUFFLE:
            lie = follows(lambda _liar, _entry: bytes(32))
            yield cheat_in(kind, "follows something", R.WRONG_FOLLOWS, lie, round=number)


def _with_one_more(_liar: Liar, honest: Struct) -> tuple[object, ...]:
    return (*(getattr(honest, name) for name in honest.__struct_fields__), 0)


def _uninvited() -> Iterator[Cheat]:
    salt = bytes(32)
    for kind, spoken in (
        (K.ORDER, OrderBody(1, salt)),
        (K.TURN, TurnBody((0,), (9,), salt, (salt,), bytes(64), (".",))),
        (K.DISCARD, DiscardBody("-9")),
    ):
        yield Cheat(
            "speaks unasked",
            kind,
            R.NOT_A_SPEAKER,
            spoken=spoken,
            seat=2,
            round=ROUND.get(kind, 1),
            script=CHOICE if kind is K.DISCARD else (),
        )
    yield Cheat(
        "speaks though it has left",
        K.SEATS,
        R.NOT_A_SPEAKER,
        spoken=SeatsBody(()),
        seat=2,
        round=2,
        before=lambda stage: stage.carry_out(2, stage.peer(2).leave(stage.now)),
    )


# The beginning of a table


def _beginnings() -> Iterator[Cheat]:
    def roster(name: str, change: Callable[[Any], object]) -> Cheat:
        return cheat_in(K.ROSTER, name, R.OTHER_ROSTER, body(lambda _liar, honest: change(honest)))

    yield roster("another clock", lambda r: replace(r, settings=replace(r.settings, clock=60)))
    yield roster("players in another order", lambda r: replace(r, players=r.players[::-1]))
    yield roster("a player less", lambda r: replace(r, players=r.players[:2]))
    yield roster("other rules", lambda r: replace(r, rules=2))
    nonce = field_of_body("nonce", bytes(32))
    yield cheat_in(K.NONCES, "a nonce it did not commit to", R.NONCE_MISMATCH, nonce)
    short = field_of_body("nonce", bytes(31))
    yield cheat_in(K.NONCES, "a nonce too short", R.BAD_BODY, short)


# Who is seated


def _seats() -> Iterator[Cheat]:
    def returns(
        name: str,
        change: Callable[[Liar, Signed], Sequence[Signed]],
        before: Callable[[Stage], None] = _third_leaves,
        reason: Reason = R.BAD_RETURN,
        absences: int = 3,
    ) -> Cheat:
        """``change``: from a right return of seat 2 to those that are claimed."""

        def lie(liar: Liar, _honest: SeatsBody) -> SeatsBody:
            return SeatsBody(tuple(change(liar, _return(liar, 2))))

        return Cheat(
            name,
            K.SEATS,
            reason,
            {K.SEATS: body(lie)},
            round=2,
            before=before,
            absences=absences,
        )

    yield returns("itself, who is not away", lambda liar, _: [_return(liar, 0)], _nothing)
    yield returns("another, who is not away", lambda liar, _: [_return(liar, 1)])
    yield returns("a return it signed for another", lambda liar, _: [_return(liar, 2, by=0)])
    yield returns("a return to another table", lambda liar, _: [_return(liar, 2, table=bytes(32))])
    yield returns("an old return", lambda liar, _: [_return(liar, 2, round=1)])
    yield returns("a return to a later round", lambda liar, _: [_return(liar, 2, round=3)])
    yield returns(
        "a return from before it left",
        lambda liar, _: [_return(liar, 2, step=liar.state.departed[2])],
    )
    yield returns(
        "a return from a step to come", lambda liar, _: [_return(liar, 2, step=liar.state.step + 1)]
    )
    yield returns("a seat that no table has", lambda liar, _: [_return(liar, 3, by=2)])
    yield returns("the same return twice", lambda _, right: [right, right])
    yield returns(
        "a goodbye as a return",
        lambda liar, _: [_return(liar, 2, thing=Thing.GOODBYE)],
    )
    yield returns(
        "a return that cannot be read",
        lambda _, right: [replace(right, payload=right.payload + b"\x00")],
    )
    yield returns("a seat that was away too often", lambda _, right: [right], absences=1)
    yield returns("a seat at fault", lambda _, right: [right], _third_cheats)
    yield returns("five returns", lambda _, right: [right] * 5, reason=R.BAD_BODY)


def _return(
    liar: Liar,
    seat: int,
    *,
    by: int | None = None,
    table: bytes | None = None,
    round: int = 2,
    step: int | None = None,
    thing: Thing = Thing.RETURN,
) -> Signed:
    """By default a right one for the step that is open now."""
    at = liar.state.step if step is None else step
    value = Return(PROTOCOL_VERSION, table or liar.state.table, at, round, seat)
    return liar.stage.seats[seat if by is None else by].key.sign(thing, value)


def _nothing(_stage: Stage) -> None:
    return


def _third_leaves(stage: Stage) -> None:
    """Seat 2 says goodbye in round 1."""
    stage.carry_out(2, stage.peer(2).leave(stage.now))


def _third_cheats(stage: Stage) -> None:
    """Seat 2 orders though it is not its turn, and is found out."""
    log = stage.peer(2).log
    assert log.open is not None
    entry = Entry(
        PROTOCOL_VERSION,
        log.state.table,
        log.open.step,
        2,
        K.ORDER,
        log.state.head,
        b"",
        OrderBody(1, bytes(32)),
    )
    signed = stage.seats[2].key.sign(Thing.ENTRY, entry)
    for number in range(3):
        peer = stage.peer(number)
        peer._outbox.send(signed)
        peer.log.offer(signed)
        stage.carry_out(number, peer.tick(stage.now))


STEP_CHEATS = (*_in_every_step(), *_uninvited(), *_beginnings(), *_seats())
