"""Transcripts by somebody who holds the keys of all seats and closes what it likes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from protocol.log.chain import next_head, payload_hash
from protocol.log.messages import (
    PROTOCOL_VERSION,
    Acknowledgement,
    Entry,
    Roster,
    Signed,
    StepKind,
    Thing,
    Why,
)
from protocol.log.transcript import ClosedStep, start_transcript, write_record
from protocol.peer.bodies import OrderBody
from protocol.peer.private import make_key
from tests.peer.cheat_deck import DECK_CHEATS
from tests.peer.cheat_moves import MOVE_CHEATS
from tests.peer.cheat_orders import ORDER_CHEATS
from tests.peer.cheat_steps import STEP_CHEATS
from tests.peer.cheat_transcripts import forged_transcript
from tests.peer.cheats import Cheat, perform
from tests.peer.policies import Stage
from tests.peer.test_verify_attempts import FORGER, SHOWS_NOTHING, Forger
from tests.vectors.cases import roster_of

#: So many lies of one reason, each in another kind of step.
LIES_A_REASON = 2


@dataclass(frozen=True)
class Forgery:
    """``step``, ``seat`` and ``reason`` are those of the lie, if there is one."""

    name: str
    verdict: str
    why: str
    data: bytes
    step: int | None = None
    seat: int | None = None
    reason: str = ""


def forgeries() -> Iterator[Forgery]:
    yield from _lies()
    yield from _without_a_seat()
    yield _one_key()
    yield from _rosters()


def chosen_cheats() -> list[Cheat]:
    """Some of every reason, of early rounds and different kinds of step where there are any."""
    cheats = (*STEP_CHEATS, *DECK_CHEATS, *ORDER_CHEATS, *MOVE_CHEATS)
    chosen: dict[str, list[Cheat]] = {}
    for cheat in sorted(cheats, key=lambda cheat: (cheat.round, len(cheat.script))):
        taken = chosen.setdefault(cheat.reason, [])
        if len(taken) < LIES_A_REASON and all(cheat.kind is not other.kind for other in taken):
            taken.append(cheat)
    return [cheat for taken in chosen.values() for cheat in taken]


def _lies() -> Iterator[Forgery]:
    for cheat in chosen_cheats():
        performance = perform(cheat)
        yield Forgery(
            f"{cheat.kind}, {cheat.name}",
            "refused",
            "signed by all seats, and wrong all the same",
            forged_transcript(performance),
            performance.step,
            cheat.seat,
            cheat.reason,
        )


def _without_a_seat() -> Iterator[Forgery]:
    """Steps that close without somebody, rightly and wrongly."""
    forger = Forger()
    silent = forger.left_out(0, Why.SILENT)
    gone = ((0, Why.SILENT),)
    votes = tuple(forger.change(seat, silent) for seat in (1, 2))
    left = forger.left_out(0, Why.GOODBYE, forger.goodbye(0))
    bad = forger.left_out(0, Why.FAULT, forger.entry(0, OrderBody(11, bytes(32))))
    later = tuple(forger.change(seat, silent, attempt=2) for seat in (1, 2))
    right: dict[str, bytes] = {
        "silent": forger.closed(votes, gone),
        "goodbye": forger.closed(_votes(forger, left), ((0, Why.GOODBYE),)),
        "fault": forger.closed(_votes(forger, bad), ((0, Why.FAULT),)),
        "silent, in attempt 2": forger.closed(later, gone, attempt=2),
    }
    for name, data in right.items():
        yield Forgery(f"without a seat: {name}", "unfinished", "3.6 and 3.7", data)
    entry = forger.entry(0, OrderBody(1, bytes(32)))
    reported = (forger.change(1, silent, said=1), forger.change(2, silent))
    differing = (forger.change(1, silent), forger.change(2))
    two = tuple(forger.left_out(seat, Why.SILENT) for seat in (0, 1))
    wrong: dict[str, bytes] = {
        "one vote of two": forger.closed(votes[:1], gone),
        "no vote": forger.closed((), gone),
        "votes that differ": forger.closed(differing, gone),
        "votes for attempt 2 in attempt 1": forger.closed(later, gone),
        "two silent seats": forger.closed(
            (forger.change(2, *two),), ((0, Why.SILENT), (1, Why.SILENT))
        ),
        "an entry of the left out counts": forger.closed(votes, gone, entry),
        "an entry of the left out as a witness": forger.closed(votes, gone, witnesses=(entry,)),
        "a reported head that is not there": forger.closed(reported, gone),
    }
    for name, (why, proof) in SHOWS_NOTHING.items():
        left_out = FORGER.left_out(0, why, *proof())
        data = forger.closed(_votes(forger, left_out), ((0, left_out.why),))
        wrong[name] = data
    for name, data in wrong.items():
        yield Forgery(f"without a seat, wrongly: {name}", "refused", "3.6 and 3.7", data)


def _votes(forger: Forger, left: object) -> tuple[Signed, ...]:
    return tuple(forger.change(seat, left) for seat in (1, 2))  # type: ignore[arg-type]


def _one_key() -> Forgery:
    """A seat left alone deals to itself."""
    stage = Stage(2)
    stage.start()
    stage.run(lambda: all(peer.log.state.step > 6 for peer in stage.others()))
    stage.carry_out(1, stage.peer(1).leave(stage.now))
    stage.run()
    state, data = stage.peer(0).log.state, bytes(stage.seats[0].transcript)
    _secret, body = make_key(state, 0, lambda size: bytes(range(size)))
    entry = Entry(
        PROTOCOL_VERSION, state.table, state.step, 0, StepKind.KEYS, state.head, b"", body
    )
    signed = stage.seats[0].key.sign(Thing.ENTRY, entry)
    counted = {0: payload_hash(signed.payload)}
    head = next_head(state.head, state.step, StepKind.SEATS, (0,), (), counted)
    value = Acknowledgement(PROTOCOL_VERSION, state.table, state.step, 0, 0, head)
    said = stage.seats[0].key.sign(Thing.ACKNOWLEDGEMENT, value)
    dealt = ClosedStep(state.step, (signed,), 0, (), (), (said.signature,))
    whole = data + write_record(dealt)
    return Forgery("a deal with one key", "refused", "6.2", whole, state.step, 0, "wrong-kind")


def _rosters() -> Iterator[Forgery]:
    """Tables that cannot start (3.2)."""
    roster = roster_of(2)
    first, second = roster.players
    wrong: dict[str, Roster] = {
        "another protocol": replace(roster, protocol=PROTOCOL_VERSION + 1),
        "other rules": replace(roster, rules=2),
        "one player twice": replace(roster, players=(first, first)),
        "one identity twice": replace(
            roster, players=(first, replace(second, identity=first.identity))
        ),
        "an identity of small order": replace(
            roster, players=(first, replace(second, identity=bytes(32)))
        ),
        "an identity that is no point": replace(
            roster, players=(first, replace(second, identity=b"\x02" + bytes(31)))
        ),
    }
    for name, changed in wrong.items():
        yield Forgery(f"a table with {name}", "refused", "3.2", start_transcript(changed))
