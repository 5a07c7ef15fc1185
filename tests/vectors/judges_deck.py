"""Judges of keys, shuffles and shares."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from protocol.deck import (
    BadProof,
    JointKey,
    ProvedShuffle,
    PublicKey,
    check_key,
    check_shares,
    check_shuffle,
    decode_deck,
    joint_key,
    open_deck,
    proved_deck,
)
from protocol.deck.checked import seal
from protocol.deck.deck import card_at
from protocol.deck.group import decode_element
from tests.vectors.judging import File, all_bytes, bytes_of


def _code(check: Callable[[], object]) -> str:
    try:
        check()
    except BadProof as error:
        return str(error.reason.value)
    return "holds"


def keys(case: File, _file: File) -> str:
    if "body" in case:
        return _code(lambda: check_key(bytes_of(case["body"]), bytes_of(case["context"])))
    members = [_unproved(key) for key in case["keys"]]
    verdict = _code(lambda: joint_key(members))
    if verdict == "holds":
        assert joint_key(members).element.encoding == bytes_of(case["joint"])
    return verdict


def _unproved(key: str) -> PublicKey:
    """A key of the file, whose proof is another case's."""
    return seal(PublicKey, element=decode_element(bytes_of(key)))


def shuffles(case: File, _file: File) -> str:
    return _code(partial(_shuffle, case))


def _shuffle(case: File) -> ProvedShuffle:
    # Whose keys the joint key is the sum of plays no part in the proof of a shuffle.
    joint = seal(JointKey, element=decode_element(bytes_of(case["joint"])), members=())
    source = decode_deck(joint, bytes_of(case["source"]), case["cards"])
    shuffled = decode_deck(joint, bytes_of(case["deck"]), case["cards"])
    return check_shuffle(source, shuffled, bytes_of(case["context"]), bytes_of(case["proof"]))


def shares(case: File, file: File) -> str:
    deal = file["deal"]
    context = bytes_of(deal["context"])
    publics = [check_key(body, context) for body in all_bytes(deal["keys"])]
    joint = joint_key(publics)
    source = opened = open_deck(joint, deal["cards"])
    assert (opened.encode(), opened.digest) == (bytes_of(deal["open"]), bytes_of(deal["digest"]))
    links: list[ProvedShuffle] = []
    for link in deal["chain"]:
        shuffled = decode_deck(joint, bytes_of(link["deck"]), len(opened))
        assert shuffled.digest == bytes_of(link["digest"])
        links.append(check_shuffle(source, shuffled, context, bytes_of(link["proof"])))
        source = shuffled
    deck = proved_deck(opened, links)
    if "opening" in case:
        return _opened(case, deck.pairs[case["position"]][1])
    return _code(
        lambda: check_shares(
            publics[case["key"]],
            deck,
            case["positions"],
            bytes_of(case["context"]),
            all_bytes(case["shares"]),
            bytes_of(case["proof"]),
        )
    )


def _opened(case: File, point: Any) -> str:
    for share in all_bytes(case["opening"]):
        point = point - decode_element(share)
    try:
        card = card_at(point)
    except BadProof as error:
        return str(error.reason.value)
    assert card == case["card"]
    return "opens"
