"""Chapters 4.7 to 4.9: a chain of shuffles, shares, opening."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from protocol.deck import (
    Deck,
    ProvedDeck,
    ProvedShuffle,
    Shuffle,
    make_shares,
    open_card,
    open_deck,
    own_shares,
    proved_deck,
    shuffle,
)
from tests.vectors.cases import Case, case, rendered, seeded
from tests.vectors.shuffles import CONTEXT, IDENTITY, NO_ELEMENT, Seats, flip, plus_order, seats

CARDS = (1, 2, 2, 11)


@dataclass(frozen=True)
class Dealt:
    """Four cards, shuffled by three seats in turn."""

    at: Seats
    opened: Deck
    made: tuple[Shuffle, ...]
    deck: ProvedDeck


@cache
def dealt() -> Dealt:
    at = seats(3)
    source = opened = open_deck(at.joint, CARDS)
    made: list[Shuffle] = []
    for number in range(3):
        made.append(shuffle(source, CONTEXT, seeded(f"deal, shuffle {number}")))
        source = made[-1].deck
    links: list[ProvedShuffle] = [each.proved for each in made]
    return Dealt(at, opened, tuple(made), proved_deck(opened, links))


def shares() -> str:
    deal = dealt()
    draw = seeded("shares")
    of = {
        "one": (0, (2,)),
        "three": (1, (3, 0, 1)),
        "all": (2, (0, 1, 2, 3)),
    }
    batches = {
        name: make_shares(deal.at.secrets[seat], deal.deck, positions, CONTEXT, draw)
        for name, (seat, positions) in of.items()
    }

    def one(name: str, verdict: str, why: str, base: str, **changed: object) -> Case:
        seat, positions = of[base]
        given: dict[str, object] = {
            "key": seat,
            "positions": positions,
            "context": CONTEXT,
            "shares": batches[base].shares,
            "proof": batches[base].proof,
        }
        assert changed.keys() <= given.keys()
        return case(name, verdict, why, **{**given, **changed})

    a, b, c = batches["three"].shares
    proof = batches["three"].proof
    lone = batches["one"].shares[0]
    cases = [
        *(one(f"shares of {name}", "holds", "4.8", name) for name in of),
        one("another context", "proof-fails", "beta", "three", context=CONTEXT + b"!"),
        one("another key", "proof-fails", "X", "three", key=0),
        one("other positions", "proof-fails", "beta", "three", positions=(2, 0, 1)),
        one("positions in another order", "proof-fails", "beta", "three", positions=(0, 3, 1)),
        one("two shares exchanged", "proof-fails", "S", "three", shares=(b, a, c)),
        one("another share", "proof-fails", "S", "three", shares=(a, b, lone)),
        one("a share less", "bad-length", "one for each position", "three", shares=(a, b)),
        one("a share more", "bad-length", "one for each position", "three", shares=(a, b, c, a)),
        one("a short share", "bad-length", "32 bytes", "three", shares=(a, b, c[:-1])),
        one("the identity", "identity", "S", "three", shares=(a, IDENTITY, c)),
        one("no element", "bad-encoding", "S", "three", shares=(a, NO_ELEMENT, c)),
        one("a short proof", "bad-length", "64 bytes", "three", proof=proof[:-1]),
        one("a long proof", "bad-length", "64 bytes", "three", proof=proof + b"\x00"),
        one("c changed", "proof-fails", "c", "three", proof=flip(proof, 0)),
        one("s changed", "proof-fails", "s", "three", proof=flip(proof, 32)),
        one("c with q added", "scalar-range", "c", "three", proof=plus_order(proof, 0)),
        one("s with q added", "scalar-range", "s", "three", proof=plus_order(proof, 32)),
        one("a proof of zeros", "proof-fails", "c", "three", proof=bytes(64)),
        one("the proof of another batch", "proof-fails", "c", "one", proof=proof),
    ]
    for position in range(len(CARDS)):
        drawn = [own_shares(secret, deal.deck, [position])[0] for secret in deal.at.secrets]
        cases.append(
            case(
                f"position {position} opened",
                "opens",
                "4.9: B less all shares",
                position=position,
                opening=[share.element.encoding for share in drawn],
                card=_card(deal, position),
            )
        )
    wrong = [own_shares(secret, deal.deck, [0])[0] for secret in deal.at.secrets]
    cases.append(
        case(
            "position 1 with the shares of position 0",
            "not-a-card",
            "4.9: no point of a card; no proofs hold for these shares",
            position=1,
            opening=[share.element.encoding for share in wrong],
        )
    )
    return rendered(
        "Chapters 4.7 to 4.9. `deal`: the keys of three seats with their proofs, the card types of"
        " the open deck, and the shuffles of a chain; every proof is in `context`. Cases with"
        " `shares`: whether they hold for the key of that index, at these positions of the last"
        " deck. Cases with `opening`: what one share of each key opens.",
        cases,
        deal={
            "context": CONTEXT,
            "keys": deal.at.bodies,
            "cards": CARDS,
            "open": deal.opened.encode(),
            "digest": deal.opened.digest,
            "chain": [
                {"deck": made.deck.encode(), "digest": made.deck.digest, "proof": made.proof}
                for made in deal.made
            ],
        },
    )


def _card(deal: Dealt, position: int) -> int:
    drawn = [own_shares(secret, deal.deck, [position])[0] for secret in deal.at.secrets]
    return open_card(deal.deck, position, drawn)
