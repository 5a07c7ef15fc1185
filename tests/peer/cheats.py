"""A cheat: a whole peer with one function replaced, which signs for itself. Others get only bytes.

``Cheat`` is one row of the tables in ``cheat_steps``, ``cheat_deck``, ``cheat_orders`` and
``cheat_moves``: the one thing that is wrong and the reason that every honest peer must give.
``cheat_lies`` holds the ways in which an entry can be wrong. ``perform`` plays it;
``cheat_transcripts`` closes the same step by force, as somebody could who holds the keys of all
seats.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from protocol.deck import SecretKey, make_shares
from protocol.log.encoding import Struct
from protocol.log.evidence import Fault
from protocol.log.messages import PROTOCOL_VERSION, Entry, Signed, StepKind, Thing
from protocol.log.openstep import OpenStep
from protocol.log.signing import read
from protocol.peer import private
from protocol.peer.bodies import Batch, OrderBody, TurnBody
from protocol.peer.checks import the_deal
from protocol.peer.contexts import order_commitment, share_context
from protocol.peer.own import OwnSeat
from protocol.peer.peer import Peer
from protocol.peer.private import Opening
from protocol.peer.refused import Reason
from protocol.peer.state import Deal, GameState
from protocol.peer.steps import STEPS
from protocol.rules import Done
from protocol.rules import Reason as Rule
from tests.peer.policies import Script, Stage

#: From the entry an honest seat would sign to the one the cheat signs.
Lie = Callable[["Liar", Entry], Entry]


@dataclass(frozen=True)
class Cheat:
    """One thing that is wrong, where it is said and what is to be answered.

    ``lies`` holds what is signed instead, by the kind of step, in ``round``. ``spoken`` is a body
    said in a step in which ``seat`` is not asked. ``before`` is done once the first hands are
    dealt.
    """

    name: str
    kind: StepKind
    reason: Reason
    lies: Mapping[StepKind, Lie] = field(default_factory=dict)
    spoken: Struct | None = None
    seat: int = 0
    round: int = 1
    script: Script = ()
    because: Rule | None = None
    """Which of Koryo's rules is broken, where the reason is an illegal decision."""
    seats: int = 3
    before: Callable[[Stage], None] | None = None
    absences: int = 3

    def __str__(self) -> str:
        return f"{self.kind}: {self.name}"


@dataclass
class Liar:
    """The cheating peer's own knowledge, for whoever makes up what it says."""

    peer: Peer
    stage: Stage
    opening: Opening | None = None
    said: list[Signed] = field(default_factory=list)
    """Every entry that is not the honest one."""

    @property
    def own(self) -> OwnSeat:
        return self.peer._own

    @property
    def seat(self) -> int:
        return self.peer.seat

    @property
    def state(self) -> GameState:
        return self.peer.log.state

    @property
    def step(self) -> OpenStep:
        assert self.peer.log.open is not None
        return self.peer.log.open

    @property
    def deal(self) -> Deal:
        return the_deal(self.state)

    @property
    def secret(self) -> SecretKey:
        return self.own.deal.secret()

    def places(self, *cards: int) -> tuple[int, ...]:
        """The lowest deck positions of the own hand that hold these cards, rising."""
        assert self.own.deal.hand is not None
        free = dict(self.own.deal.hand)
        chosen: list[int] = []
        for card in cards:
            place = next(place for place in sorted(free) if free[place] == card)
            del free[place]
            chosen.append(place)
        return tuple(sorted(chosen))

    def cards(self, places: Sequence[int]) -> tuple[int, ...]:
        """What lies at these positions of the own hand."""
        assert self.own.deal.hand is not None
        return tuple(int(self.own.deal.hand[place]) for place in places)

    def batch(
        self,
        recipient: int,
        *,
        places: Sequence[int] | None = None,
        context: bytes | None = None,
        secret: SecretKey | None = None,
    ) -> Batch:
        """A batch with a right proof, of these shares in this context, labelled ``recipient``."""
        deck = self.deal.deck
        assert deck is not None
        made = make_shares(
            secret or self.secret,
            deck,
            self.deal.hands[recipient] if places is None else places,
            context or self.context(StepKind.SHARES, recipient),
            self.own._entropy,
        )
        return Batch(recipient, made.shares, made.proof)

    def context(
        self,
        kind: StepKind,
        recipient: int,
        *,
        seat: int | None = None,
        head: bytes | None = None,
        step: int | None = None,
    ) -> bytes:
        """The context of shares, with parts of it exchanged."""
        state = self.state
        return share_context(
            state.table,
            head or state.head,
            state.step if step is None else step,
            kind,
            self.seat if seat is None else seat,
            recipient,
        )

    def turn(self, opening: Opening) -> TurnBody:
        """The body of a turn that opens ``opening`` with right shares and proof, and ends."""
        distinct = replace(opening, positions=tuple(sorted(set(opening.positions))))
        if not distinct.positions:
            return TurnBody((), (), opening.salt, (), bytes(64), (".",))
        return replace(
            private.make_turn(
                self.state, self.seat, self.secret, distinct, (Done(),), self.own._entropy
            ),
            positions=opening.positions,
            cards=opening.cards,
        )

    def seal(self, opening: Opening, size: int) -> OrderBody:
        """The body of an order of ``size`` cards that commits to ``opening``."""
        sealed = order_commitment(
            self.state.table,
            self.state.head,
            self.seat,
            opening.positions,
            opening.cards,
            opening.salt,
        )
        return OrderBody(size, sealed)


@dataclass
class Performance:
    """A cheat that has been played to the point where every honest peer named a seat."""

    cheat: Cheat
    stage: Stage
    liar: Liar
    guilty: frozenset[int]
    """The cheat, and whoever was found out before."""

    @property
    def honest(self) -> list[Peer]:
        return self.stage.others(*self.guilty)

    @property
    def bad(self) -> Signed:
        """The entry with the one thing wrong."""
        return self.liar.said[-1]

    @property
    def step(self) -> int:
        return read(self.bad, Entry).step

    def fault(self, peer: Peer) -> Fault:
        """What ``peer`` has found out about the cheat."""
        return peer.log.faults[self.cheat.seat]


def perform(cheat: Cheat) -> Performance:
    """Play until every honest peer has named the cheat. Raises ``AssertionError`` if none does."""
    settings = replace(Stage(2).roster.settings, absences=cheat.absences)
    stage = Stage(cheat.seats, cheat.script, settings)
    liar = Liar(stage.peer(cheat.seat), stage)
    _replace_one_function(liar, cheat)
    stage.start()
    if cheat.before is not None:
        stage.run(lambda: all(has_a_hand(peer) for peer in stage.others()))
        cheat.before(stage)
    before = frozenset(stage.peer(cheat.seat).log.faults)
    performance = Performance(cheat, stage, liar, before | {cheat.seat})
    stage.run(lambda: all(cheat.seat in peer.log.faults for peer in performance.honest))
    assert liar.said, "the cheat never came to its lie"
    assert all(cheat.seat in peer.log.faults for peer in performance.honest)
    return performance


def has_a_hand(peer: Peer) -> bool:
    return peer.log.open is not None and peer.log.open.kind is StepKind.ORDER


def _replace_one_function(liar: Liar, cheat: Cheat) -> None:
    """``_entry``, which signs the own word; for an uninvited word ``say``, which is asked first, or
    ``ask_back``, if the seat is away."""
    own, honest_say, honest_ask = liar.own, liar.own.say, liar.own.ask_back

    def entry(body: Struct, follows: bytes) -> Signed:
        value = _entry(liar, body, follows)
        lie = cheat.lies.get(value.kind)
        if lie is None or liar.stage.round_of(liar.seat) != cheat.round:
            return own._signer.sign(Thing.ENTRY, value)
        signed = own._signer.sign(Thing.ENTRY, lie(liar, value))
        liar.said.append(signed)
        return signed

    def speaks(step: OpenStep) -> bool:
        """A decision once it is made, so that the step could close; else at once."""
        due = step.kind is cheat.kind and liar.seat not in step.speakers
        waits = STEPS[step.kind].asks and not step.candidate(step.speakers[0])
        if not due or waits or liar.stage.round_of(liar.seat) != cheat.round or liar.said:
            return False
        assert cheat.spoken is not None
        liar.said.append(own._signer.sign(Thing.ENTRY, _entry(liar, cheat.spoken, b"")))
        return liar.peer.log.offer(liar.said[-1])

    if StepKind.ORDER in cheat.lies:
        # It sealed another order than the one it wrote down, and plays on all the same.
        own.deal._knows_opening = lambda _closing: True  # type: ignore[method-assign, assignment]
    if cheat.spoken is None:
        own._entry = entry  # type: ignore[method-assign]
    else:
        own.say = lambda step: speaks(step) or honest_say(step)  # type: ignore[method-assign]
        own.ask_back = lambda: speaks(liar.step) or honest_ask()  # type: ignore[method-assign]


def _entry(liar: Liar, body: object, follows: bytes) -> Entry:
    state, step = liar.state, liar.step
    return Entry(
        PROTOCOL_VERSION,
        state.table,
        step.step,
        liar.seat,
        step.kind,
        state.head,
        follows,
        body,
    )
