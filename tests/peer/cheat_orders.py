"""Orders and their openings, each with just one thing wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from protocol.log.messages import (
    StepKind,
)
from protocol.peer.bodies import (
    TurnBody,
)
from protocol.peer.refused import Reason
from protocol.rules import Reason as Rule
from tests.peer.cheat_lies import cheat_in, field_of_body, sealed
from tests.peer.cheats import Cheat, Liar
from tests.peer.policies import Script

K = StepKind
R = Reason


def _orders() -> Iterator[Cheat]:
    def size(name: str, reason: Reason, number: int, round: int = 1) -> Cheat:
        return cheat_in(K.ORDER, name, reason, field_of_body("size", number), round=round)

    yield size("more cards than were dealt", R.ORDER_SIZE, 11)
    yield size("more cards than the later round dealt", R.ORDER_SIZE, 10, round=2)
    yield size("no card", R.BAD_BODY, 0)
    yield size("more cards than any hand", R.BAD_BODY, 12)
    short = field_of_body("commitment", bytes(31))
    yield cheat_in(K.ORDER, "half a commitment", R.BAD_BODY, short)


Opened = tuple[tuple[int, ...], tuple[int, ...]]
#: Seat 0 has the Ship Owners from round 1 on and orders one type in round 2.
SHIP_OWNERS: Script = (("55",), ("999 +8887",))


def _openings() -> Iterator[Cheat]:
    def opening(
        name: str,
        reason: Reason,
        open_to: Callable[[Liar], Opened],
        said: Callable[[Liar, TurnBody], TurnBody] = lambda _liar, honest: honest,
        *,
        script: Script = (("99 +99887",),),
        round: int = 1,
        size: int | None = None,
        because: Rule | None = None,
    ) -> Cheat:
        return Cheat(
            name,
            K.TURN,
            reason,
            sealed(open_to, said, size),
            script=script,
            round=round,
            because=because,
        )

    def cards(*types: int) -> Callable[[Liar], Opened]:
        """Cards that are in the hand, and where they are."""

        def open_to(liar: Liar) -> Opened:
            places = liar.places(*types)
            return places, liar.cards(places)

        return open_to

    nines = cards(9, 9)

    def at(
        places: Callable[[Liar], Sequence[int]],
    ) -> Callable[[Liar], Opened]:
        """Two Merchants, it says, at these positions."""
        return lambda liar: (tuple(places(liar)), (9, 9))

    def claimed(*types: int) -> Callable[[Liar], Opened]:
        """Where Merchants lie, it says these do."""
        return lambda liar: (liar.places(*(9,) * len(types)), types)

    yield opening(
        "cards of another hand", R.WRONG_POSITIONS, at(lambda liar: liar.deal.hands[1][:2])
    )
    yield opening("cards that nobody was dealt", R.WRONG_POSITIONS, at(lambda _liar: (53, 54)))
    yield opening(
        "positions that do not rise", R.WRONG_POSITIONS, at(lambda liar: liar.places(9, 9)[::-1])
    )
    yield opening("one card twice", R.WRONG_POSITIONS, at(lambda liar: liar.places(9) * 2))
    yield opening(
        "a share less than cards",
        R.WRONG_SHARE_COUNT,
        nines,
        lambda _liar, b: replace(b, shares=b.shares[1:]),
    )
    yield opening(
        "a type more than cards",
        R.WRONG_SHARE_COUNT,
        nines,
        lambda _liar, b: replace(b, cards=(*b.cards, 9)),
    )
    yield opening(
        "another salt", R.NOT_THE_OPENING, nines, lambda _liar, b: replace(b, salt=bytes(32))
    )
    yield opening(
        "other cards than were sealed",
        R.NOT_THE_OPENING,
        nines,
        lambda _liar, b: replace(b, cards=(8, 8)),
    )
    yield opening(
        "other positions than were sealed",
        R.NOT_THE_OPENING,
        nines,
        lambda liar, b: replace(b, positions=liar.places(9, 9, 9, 9)[2:]),
    )
    yield opening(
        "another type than lies there",
        R.CARD_NOT_THERE,
        claimed(8, 8),
        lambda _liar, b: replace(b, moves=("u8", ".")),
    )
    yield opening(
        "one right and one wrong card",
        R.CARD_NOT_THERE,
        lambda liar: (tuple(sorted((*liar.places(9), *liar.places(8)))), (9, 9)),
    )
    yield opening(
        "a wrong share with the proof of the right one",
        R.BAD_SHARE,
        nines,
        lambda _liar, b: replace(b, shares=b.shares[::-1]),
    )
    yield opening(
        "shares proved for the purpose of a deal", R.BAD_SHARE, nines, _own_shares(kind=K.SHARES)
    )
    yield opening("shares proved for somebody else", R.BAD_SHARE, nines, _own_shares(recipient=1))
    yield opening("shares proved in another step", R.BAD_SHARE, nines, _own_shares(step=3))
    yield opening("shares proved on another head", R.BAD_SHARE, nines, _own_shares(head=bytes(32)))
    yield opening("no proof", R.BAD_SHARE, nines, lambda _liar, b: replace(b, proof=bytes(64)))
    # What was illegal when it was placed
    legal = R.ILLEGAL_ORDER
    yield opening("more cards than announced", legal, cards(9, 9, 9), because=Rule.WRONG_SIZE)
    yield opening(
        "fewer cards than announced",
        legal,
        nines,
        script=(("999 +887",),),
        because=Rule.WRONG_SIZE,
    )
    yield opening(
        "no cards", legal, lambda _liar: ((), ()), _opens_nothing, because=Rule.WRONG_SIZE
    )
    yield opening(
        "two types without the Ship Owners",
        legal,
        cards(9, 8),
        because=Rule.NEEDS_SHIP_OWNERS,
    )
    yield opening(
        "two types with the Ship Owners of somebody else",
        legal,
        cards(9, 8),
        script=(("9", "5"), ("99 +88",)),
        round=2,
        because=Rule.NEEDS_SHIP_OWNERS,
    )
    yield opening(
        "three cards of two types, with the Ship Owners",
        legal,
        cards(9, 9, 8),
        script=SHIP_OWNERS,
        round=2,
        because=Rule.NOT_AN_ORDER,
    )
    yield opening(
        "three types, with the Ship Owners",
        legal,
        cards(9, 8, 7),
        script=SHIP_OWNERS,
        round=2,
        because=Rule.NOT_AN_ORDER,
    )
    yield opening(
        "more cards of a type than there are", legal, claimed(1, 1), because=Rule.NOT_IN_PILE
    )


def _opens_nothing(_liar: Liar, honest: TurnBody) -> TurnBody:
    return replace(honest, positions=(), cards=(), shares=())


def _own_shares(
    kind: StepKind = K.TURN,
    recipient: int = 0,
    step: int | None = None,
    head: bytes | None = None,
) -> Callable[[Liar, TurnBody], TurnBody]:
    """The right shares for the opened cards, proved for another place."""

    def change(liar: Liar, honest: TurnBody) -> TurnBody:
        context = liar.context(kind, recipient, step=step, head=head)
        made = liar.batch(0, places=honest.positions, context=context)
        return replace(honest, shares=made.shares, proof=made.proof)

    return change


ORDER_CHEATS = (*_orders(), *_openings())
