"""Chapters 4.4 to 4.6: keys and shuffles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from protocol.deck import (
    Deck,
    JointKey,
    PublicKey,
    SecretKey,
    Shuffle,
    check_key,
    joint_key,
    new_key,
    open_deck,
    prove_key,
    shuffle,
)
from protocol.deck.group import ORDER, encode_scalar
from tests.vectors.cases import Case, case, rendered, seeded

CONTEXT = b"vectors: table, head, step, kind, seat"
IDENTITY = bytes(32)
NO_ELEMENT = b"\x01" + bytes(31)
TOO_LARGE = ORDER.to_bytes(32, "little")
BOX = tuple(card for card in range(1, 12) for _ in range(5))


@dataclass(frozen=True)
class Seats:
    """Keys of a deal, and the deck that everybody reads."""

    secrets: tuple[SecretKey, ...]
    bodies: tuple[bytes, ...]
    publics: tuple[PublicKey, ...]
    joint: JointKey


@cache
def seats(count: int) -> Seats:
    draw = seeded(f"deal of {count}")
    secrets = tuple(new_key(draw) for _ in range(count))
    bodies = tuple(prove_key(secret, CONTEXT, draw) for secret in secrets)
    publics = tuple(check_key(body, CONTEXT) for body in bodies)
    return Seats(secrets, bodies, publics, joint_key(publics))


def put(data: bytes, at: int, part: bytes) -> bytes:
    """``part`` in the place of the bytes at ``at``."""
    return data[:at] + part + data[at + len(part) :]


def flip(data: bytes, at: int) -> bytes:
    """One bit of the byte at ``at`` changed."""
    return put(data, at, bytes([data[at] ^ 1]))


def plus_order(data: bytes, at: int) -> bytes:
    """The scalar at ``at`` with q added: the same number modulo q."""
    value = int.from_bytes(data[at : at + 32], "little") + ORDER
    return put(data, at, value.to_bytes(32, "little"))


def keys() -> str:
    draw = seeded("keys")
    secret = new_key(draw)
    body = prove_key(secret, CONTEXT, draw)
    other = prove_key(new_key(draw), CONTEXT, draw)
    edge = prove_key(SecretKey(ORDER - 1), CONTEXT, draw)

    def one(name: str, verdict: str, why: str, said: bytes, context: bytes = CONTEXT) -> Case:
        return case(name, verdict, why, context=context, body=said)

    cases = [
        one("a key", "holds", "4.4", body),
        one("another key", "holds", "4.4", other),
        one("the key -G", "holds", "x = q - 1", edge),
        one("an empty context", "holds", "any context", prove_key(secret, b"", draw), b""),
        one("in another context", "proof-fails", "c", body, CONTEXT + b"!"),
        one("with the proof of another key", "proof-fails", "c", body[:32] + other[32:]),
        one("without the proof", "bad-length", "96 bytes", body[:32]),
        one("a byte less", "bad-length", "96 bytes", body[:-1]),
        one("a byte more", "bad-length", "96 bytes", body + b"\x00"),
        one("nothing", "bad-length", "96 bytes", b""),
        one("the identity", "identity", "X", put(body, 0, IDENTITY)),
        one("no element", "bad-encoding", "X", put(body, 0, NO_ELEMENT)),
        one("c = q", "scalar-range", "c below q", put(body, 32, TOO_LARGE)),
        one("s = q", "scalar-range", "s below q", put(body, 64, TOO_LARGE)),
        one("s with q added", "scalar-range", "s below q", plus_order(body, 64)),
        one("c and s zero", "proof-fails", "0 is a scalar", put(body, 32, bytes(64))),
        *(
            one(f"a bit of c or s changed at {at}", "proof-fails", "c", flip(body, at))
            for at in (32, 47, 64, 80)
        ),
        one("a simulated proof", "proof-fails", "c is not a hash", _simulated(body)),
    ]
    sums = [
        case(
            f"the keys of {count}",
            "holds",
            "4.4: K is the sum",
            keys=[body[:32] for body in seats(count).bodies],
            joint=seats(count).joint.element.encoding,
        )
        for count in (2, 3, 4)
    ]
    plus = prove_key(SecretKey(5), CONTEXT, draw)[:32]
    minus = prove_key(SecretKey(ORDER - 5), CONTEXT, draw)[:32]
    sums.append(case("keys that cancel", "identity", "nobody is at fault", keys=[plus, minus]))
    return rendered(
        "Chapter 4.4. Cases with `body`: whether a key X, c, s (96 bytes) holds in its context."
        " Cases with `keys`: the joint key of these keys. The verdict is a code of 4.11.",
        [*cases, *sums],
    )


def _simulated(body: bytes) -> bytes:
    return body[:32] + encode_scalar(7) + encode_scalar(9)


@dataclass(frozen=True)
class Mixed:
    """A shuffle, and the deck it is of."""

    source: Deck
    made: Shuffle


@cache
def mixed(count: int) -> Mixed:
    source = open_deck(seats(3).joint, BOX[:: 55 // count][:count])
    return Mixed(source, shuffle(source, CONTEXT, seeded(f"shuffle of {count}")))


def shuffles() -> str:
    joint = seats(3).joint.element.encoding

    def one(name: str, verdict: str, why: str, count: int, **changed: bytes) -> Case:
        at = mixed(count)
        given = {
            "joint": joint,
            "source": at.source.encode(),
            "deck": at.made.deck.encode(),
            "context": CONTEXT,
            "proof": at.made.proof,
        }
        assert changed.keys() <= given.keys()
        return case(name, verdict, why, cards=count, **{**given, **changed})

    cases = [one(f"{count} cards", "holds", "4.6", count) for count in (1, 2, 15, 55)]
    for count in (1, 2):
        cases += _bad_shuffles(one, count)
    cases += _exchanged(one)
    for count in (15, 55):
        deck, proof = mixed(count).made.deck.encode(), mixed(count).made.proof
        last = len(proof) - 32
        named = f" of {count}"
        cases += [
            one(
                f"two cards exchanged{named}",
                "proof-fails",
                "T_A, T_B",
                count,
                deck=deck[64:128] + deck[:64] + deck[128:],
            ),
            one(
                f"the last answer changed{named}",
                "proof-fails",
                "z_N",
                count,
                proof=flip(proof, last),
            ),
            one(
                f"the last answer too large{named}",
                "scalar-range",
                "z_N",
                count,
                proof=plus_order(proof, last),
            ),
        ]
    again = shuffle(mixed(2).made.deck, CONTEXT, seeded("again"))
    cases.append(
        one(
            "a shuffle of a shuffled deck",
            "holds",
            "any decoded deck may be the source",
            2,
            source=mixed(2).made.deck.encode(),
            deck=again.deck.encode(),
            proof=again.proof,
        )
    )
    return rendered(
        "Chapter 4.6: whether `deck` is proved to be a shuffle of `source` under the joint key, in"
        " this context. The verdict is a code of 4.11.",
        cases,
    )


def _bad_shuffles(one: Callable[..., Case], count: int) -> list[Case]:
    """Everything that can be wrong with one shuffle."""
    at = mixed(count)
    deck, proof, source = at.made.deck.encode(), at.made.proof, at.source.encode()
    scalars, named = 64 * count, f" of {count}"
    other = open_deck(seats(2).joint, (1,) * count)
    cases = [
        one(f"another context{named}", "proof-fails", "sd", count, context=CONTEXT + b"!"),
        one(
            f"another joint key{named}",
            "proof-fails",
            "sd",
            count,
            joint=seats(2).joint.element.encoding,
        ),
        one(f"another source{named}", "proof-fails", "sd", count, source=other.encode()),
        one(f"the source again{named}", "proof-fails", "T_A, T_B", count, deck=source),
        one(
            f"another card{named}",
            "proof-fails",
            "T_B",
            count,
            deck=put(deck, 32, other.encode()[32:64]),
        ),
        one(f"no deck{named}", "bad-length", "64 N bytes", count, deck=b""),
        one(f"half a pair less{named}", "bad-length", "64 N bytes", count, deck=deck[:-32]),
        one(f"a pair more{named}", "bad-length", "64 N bytes", count, deck=deck + deck[:64]),
        one(
            f"the identity in the deck{named}", "identity", "e'", count, deck=put(deck, 0, IDENTITY)
        ),
        one(
            f"no element in the deck{named}",
            "bad-encoding",
            "e'",
            count,
            deck=put(deck, 32, NO_ELEMENT),
        ),
        one(f"no proof{named}", "bad-length", "128 N + 160 bytes", count, proof=b""),
        one(f"a byte less{named}", "bad-length", "128 N + 160 bytes", count, proof=proof[:-1]),
        one(f"a byte more{named}", "bad-length", "128 N + 160 bytes", count, proof=proof + b"\0"),
        one(f"the identity in C{named}", "identity", "C", count, proof=put(proof, 0, IDENTITY)),
        one(f"no element in C{named}", "bad-encoding", "C", count, proof=put(proof, 0, NO_ELEMENT)),
        one(
            f"the identity in D{named}",
            "identity",
            "D",
            count,
            proof=put(proof, 32 * count, IDENTITY),
        ),
        one(
            f"answers of zero{named}",
            "proof-fails",
            "0 is a scalar",
            count,
            proof=put(proof, scalars + 32, bytes(len(proof) - scalars - 32)),
        ),
    ]
    names = ["c", "s_1", "s_2", "s_3", "s_4"]
    names += [f"{letter}_{i}" for letter in "yz" for i in range(1, count + 1)]
    for index, name in enumerate(names):
        place = scalars + 32 * index
        cases += [
            one(f"{name} changed{named}", "proof-fails", name, count, proof=flip(proof, place)),
            one(
                f"{name} with q added{named}",
                "scalar-range",
                name,
                count,
                proof=plus_order(proof, place),
            ),
        ]
    swapped = proof[32 * count : 64 * count] + proof[: 32 * count] + proof[64 * count :]
    return [
        *cases,
        one(f"C and D exchanged{named}", "proof-fails", "C, D", count, proof=swapped),
    ]


def _exchanged(one: Callable[..., Case]) -> list[Case]:
    """What only two cards can show."""
    deck = mixed(2).made.deck.encode()
    return [
        one("two cards exchanged of 2", "proof-fails", "T_A, T_B", 2, deck=deck[64:] + deck[:64]),
        one("one card twice of 2", "proof-fails", "T_A, T_B", 2, deck=deck[:64] * 2),
        one(
            "A and B exchanged of 2",
            "proof-fails",
            "T_A, T_B",
            2,
            deck=deck[32:64] + deck[:32] + deck[64:],
        ),
    ]
