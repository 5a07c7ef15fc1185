"""Keys, shuffles and shares, each with just one thing wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from protocol.deck import open_deck, shuffle
from protocol.deck.keys import new_key, prove_key
from protocol.log.messages import (
    StepKind,
)
from protocol.peer import private
from protocol.peer.bodies import (
    Batch,
    KeyBody,
    SharesBody,
    ShuffleBody,
)
from protocol.peer.contexts import key_context, shuffle_context
from protocol.peer.refused import Reason
from protocol.rules import cards_of
from tests.peer.cheat_lies import body, cheat_in, field_of_body, follows
from tests.peer.cheats import Cheat, Liar

K = StepKind
R = Reason


def _keys() -> Iterator[Cheat]:
    def key(name: str, proof: Callable[[Liar, bytes], bytes], reason: Reason = R.BAD_KEY) -> Cheat:
        lie = body(lambda liar, honest: KeyBody(proof(liar, honest.proof)))
        return cheat_in(K.KEYS, name, reason, lie, round=2)

    def elsewhere(**parts: Any) -> Callable[[Liar, bytes], bytes]:
        """A right proof of a key of its own, made for another place."""

        def proof(liar: Liar, _honest: bytes) -> bytes:
            state = liar.state
            place: dict[str, Any] = {
                "table": state.table,
                "head": state.head,
                "step": state.step,
                "seat": liar.seat,
            }
            entropy = liar.own._entropy
            return prove_key(new_key(entropy), key_context(**(place | parts)), entropy)

        return proof

    yield key("a key without proof", lambda _liar, honest: honest[:32])
    yield key("nothing", lambda _liar, _honest: b"")
    yield key("a proof with a changed byte", lambda _l, p: p[:-32] + bytes([p[-32] ^ 1]) + p[-31:])
    yield key("no element as a key", lambda _liar, honest: b"\xff" * 32 + honest[32:])
    yield key("the identity as a key", lambda _liar, honest: bytes(32) + honest[32:])
    yield key("a copied key", lambda liar, _honest: _said_by(liar, 1))
    yield key("a proof for another seat", elsewhere(seat=1))
    yield key("a proof of another step", elsewhere(step=3))
    yield key("a proof on another head", elsewhere(head=bytes(32)))
    yield key("a proof for another table", elsewhere(table=bytes(32)))
    yield key("a proof that is too long", lambda _liar, honest: honest * 3, R.BAD_BODY)
    yield cheat_in(
        K.KEYS, "a key without proof in round 1", R.BAD_KEY, field_of_body("proof", bytes(96))
    )


def _said_by(liar: Liar, seat: int) -> bytes:
    """The key proof of another seat for this very step, as a rushing cheat would see it."""
    other = liar.stage.peer(seat)
    _secret, made = private.make_key(other.log.state, seat, other._own._entropy)
    return made.proof


def _shuffles() -> Iterator[Cheat]:
    def said(name: str, reason: Reason, change: Callable[[Liar, Any], object]) -> Cheat:
        """By the last to shuffle."""
        return cheat_in(K.SHUFFLE, name, reason, body(change), seat=2)

    def deck(change: Callable[[bytes], bytes]) -> Callable[[Liar, Any], object]:
        return lambda _liar, honest: replace(honest, deck=change(honest.deck))

    def proof(change: Callable[[bytes], bytes]) -> Callable[[Liar, Any], object]:
        return lambda _liar, honest: replace(honest, proof=change(honest.proof))

    yield said("a card less", R.BAD_DECK, deck(lambda d: d[64:]))
    yield said("no cards", R.BAD_DECK, deck(lambda _d: b""))
    yield said("half an element more", R.BAD_DECK, deck(lambda d: d[:-48]))
    yield said("no element in the deck", R.BAD_DECK, deck(lambda d: d[:-32] + b"\xff" * 32))
    yield said("the identity in the deck", R.BAD_DECK, deck(lambda d: bytes(32) + d[32:]))
    yield said("a deck that is too long", R.BAD_BODY, deck(lambda d: d + d[:64]))
    yield said("a proof of another length", R.BAD_SHUFFLE, proof(lambda p: p[:-32]))
    yield said("no proof", R.BAD_SHUFFLE, proof(lambda _p: b""))
    yield said("a proof of zeros", R.BAD_SHUFFLE, proof(lambda p: bytes(len(p))))
    yield said("a changed answer", R.BAD_SHUFFLE, proof(lambda p: p[:-64] + p[-32:] + p[-64:-32]))
    yield said("two cards exchanged afterwards", R.BAD_SHUFFLE, deck(_exchanged))
    yield said("one card there twice", R.BAD_SHUFFLE, deck(lambda d: d[:64] + d[:64] + d[128:]))
    yield said("another pile, with doubled cards", R.BAD_SHUFFLE, _doubled_pile)
    yield said("the open deck, not the one before", R.BAD_SHUFFLE, _of_the_open_deck)
    yield said("the deck before, unshuffled", R.BAD_SHUFFLE, _unshuffled)
    yield said("a proof for another seat", R.BAD_SHUFFLE, _shuffle_elsewhere(seat=0))
    yield said("a proof of another step", R.BAD_SHUFFLE, _shuffle_elsewhere(step=3))
    yield said("a proof on another head", R.BAD_SHUFFLE, _shuffle_elsewhere(head=bytes(32)))
    yield said("a proof for another table", R.BAD_SHUFFLE, _shuffle_elsewhere(table=bytes(32)))
    # The first, whose word the others follow, and the one in the middle.
    yield cheat_in(
        K.SHUFFLE,
        "another pile, by the first",
        R.BAD_SHUFFLE,
        body(_doubled_pile),
    )
    yield cheat_in(
        K.SHUFFLE,
        "the first follows something",
        R.WRONG_FOLLOWS,
        follows(lambda _liar, _entry: bytes(32)),
    )
    yield cheat_in(
        K.SHUFFLE,
        "the second follows nothing",
        R.WRONG_FOLLOWS,
        follows(lambda _liar, _entry: b""),
        seat=1,
    )
    yield cheat_in(
        K.SHUFFLE,
        "the last follows the first",
        R.WRONG_FOLLOWS,
        follows(lambda liar, _entry: _entry_of(liar, 0)),
        seat=2,
    )
    yield cheat_in(
        K.SHUFFLE,
        "half a name of what it follows",
        R.WRONG_FOLLOWS,
        follows(lambda _liar, entry: entry.follows[:16]),
        seat=2,
    )


def _entry_of(liar: Liar, seat: int) -> bytes:
    candidate = liar.step.candidate(seat)
    assert candidate is not None
    return candidate.hash


def _exchanged(deck: bytes) -> bytes:
    return deck[64:128] + deck[:64] + deck[128:]


def _doubled_pile(liar: Liar, _honest: ShuffleBody) -> ShuffleBody:
    """A right proof, of a pile in which every Senator has become a Merchant."""
    assert liar.state.position is not None
    cards = [9 if card == 3 else int(card) for card in cards_of(liar.state.position.pile)]
    return _shuffled(liar, open_deck(liar.deal.joint, cards))


def _of_the_open_deck(liar: Liar, _honest: ShuffleBody) -> ShuffleBody:
    return _shuffled(liar, liar.deal.opened)


def _unshuffled(liar: Liar, honest: ShuffleBody) -> ShuffleBody:
    candidate = liar.step.candidate(1)
    assert candidate is not None
    return replace(honest, deck=candidate.entry.body[0])


def _shuffle_elsewhere(**parts: Any) -> Callable[[Liar, Any], object]:
    """A right shuffle of the right deck, proved for another place."""

    def change(liar: Liar, _honest: ShuffleBody) -> ShuffleBody:
        state = liar.state
        place: dict[str, Any] = {
            "table": state.table,
            "head": state.head,
            "step": state.step,
            "seat": liar.seat,
        }
        candidate = liar.step.candidate(1)
        assert candidate is not None
        return _shuffled(liar, candidate.known, shuffle_context(**(place | parts)))

    return change


def _shuffled(liar: Liar, source: Any, context: bytes | None = None) -> ShuffleBody:
    state = liar.state
    here = shuffle_context(state.table, state.head, state.step, liar.seat)
    made = shuffle(source, context or here, liar.own._entropy)
    return ShuffleBody(made.deck.encode(), made.proof)


def _shares() -> Iterator[Cheat]:
    def said(
        name: str, reason: Reason, change: Callable[[Liar, tuple[Batch, ...]], Sequence[Batch]]
    ) -> Cheat:
        """By seat 0: batches for the seats 1 and 2, in this order."""
        lie = body(lambda liar, honest: SharesBody(tuple(change(liar, honest.batches))))
        return cheat_in(K.SHARES, name, reason, lie)

    def first(**fields: Any) -> Callable[[Liar, tuple[Batch, ...]], Sequence[Batch]]:
        """The batch for seat 1 with fields made out of the honest ones."""

        def change(_liar: Liar, batches: tuple[Batch, ...]) -> Sequence[Batch]:
            made = {name: build(batches) for name, build in fields.items()}
            return (replace(batches[0], **made), *batches[1:])

        return change

    def right_elsewhere(
        make: Callable[[Liar], Batch],
    ) -> Callable[[Liar, tuple[Batch, ...]], Sequence[Batch]]:
        return lambda liar, batches: (make(liar), *batches[1:])

    yield said("nobody", R.WRONG_RECIPIENTS, lambda _l, _b: ())
    yield said("one seat left out", R.WRONG_RECIPIENTS, lambda _l, b: b[:1])
    yield said("its own hand too", R.WRONG_RECIPIENTS, lambda liar, b: (liar.batch(0), *b))
    yield said("its own hand instead", R.WRONG_RECIPIENTS, lambda liar, b: (liar.batch(0), b[1]))
    yield said("seats in another order", R.WRONG_RECIPIENTS, lambda _l, b: b[::-1])
    yield said("one seat twice", R.WRONG_RECIPIENTS, lambda _l, b: (b[0], b[0]))
    yield said(
        "a seat that no table has",
        R.WRONG_RECIPIENTS,
        lambda _l, b: (*b, replace(b[1], recipient=3)),
    )
    yield said("a share less", R.WRONG_SHARE_COUNT, first(shares=lambda b: b[0].shares[1:]))
    yield said("no share", R.WRONG_SHARE_COUNT, first(shares=lambda _b: ()))
    yield said(
        "a share more",
        R.WRONG_SHARE_COUNT,
        first(shares=lambda b: (*b[0].shares, b[1].shares[0])),
    )
    yield said(
        "a right share of a card nobody was dealt",
        R.WRONG_SHARE_COUNT,
        right_elsewhere(lambda liar: liar.batch(1, places=(*liar.deal.hands[1], 54))),
    )
    yield said(
        "a wrong share with the proof of the right one",
        R.BAD_SHARE,
        first(shares=lambda b: (b[1].shares[0], *b[0].shares[1:])),
    )
    yield said(
        "two shares exchanged",
        R.BAD_SHARE,
        first(shares=lambda b: (b[0].shares[1], b[0].shares[0], *b[0].shares[2:])),
    )
    yield said("a proof for another seat", R.BAD_SHARE, first(proof=lambda b: b[1].proof))
    yield said("a proof of zeros", R.BAD_SHARE, first(proof=lambda _b: bytes(64)))
    yield said(
        "no element as a share",
        R.BAD_SHARE,
        first(shares=lambda b: (b"\xff" * 32, *b[0].shares[1:])),
    )
    yield said(
        "the identity as a share",
        R.BAD_SHARE,
        first(shares=lambda b: (bytes(32), *b[0].shares[1:])),
    )
    yield said(
        "right shares of other cards",
        R.BAD_SHARE,
        right_elsewhere(lambda liar: replace(liar.batch(0), recipient=1)),
    )
    yield said(
        "right shares for the purpose of a turn",
        R.BAD_SHARE,
        right_elsewhere(lambda liar: liar.batch(1, context=liar.context(K.TURN, 1))),
    )
    yield said(
        "right shares proved for another recipient",
        R.BAD_SHARE,
        right_elsewhere(lambda liar: liar.batch(1, context=liar.context(K.SHARES, 2))),
    )
    yield said(
        "right shares proved for another giver",
        R.BAD_SHARE,
        right_elsewhere(lambda liar: liar.batch(1, context=liar.context(K.SHARES, 1, seat=2))),
    )
    yield said(
        "right shares proved on another head",
        R.BAD_SHARE,
        right_elsewhere(
            lambda liar: liar.batch(1, context=liar.context(K.SHARES, 1, head=bytes(32)))
        ),
    )
    yield said(
        "right shares proved in another step",
        R.BAD_SHARE,
        right_elsewhere(lambda liar: liar.batch(1, context=liar.context(K.SHARES, 1, step=3))),
    )
    yield said(
        "shares under the key of another seat",
        R.BAD_SHARE,
        right_elsewhere(lambda liar: liar.batch(1, secret=liar.stage.peer(2)._own.deal.secret())),
    )
    yield said("a share too short", R.BAD_BODY, first(shares=lambda b: (b[0].shares[0][1:],)))


DECK_CHEATS = (*_keys(), *_shuffles(), *_shares())
