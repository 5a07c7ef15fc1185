"""Checks that are remembered: in one test many peers check the same proofs and signatures.

A check is a pure function, so its answer for the same question is the same; only answers "valid"
are remembered. For tests that restart a peer hundreds of times, or draw hundreds of games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from protocol.deck import Deck, JointKey, ProvedDeck, PublicKey
from protocol.log import signing
from protocol.peer import checks

MOST = 20_000


@contextmanager
def remembered_checks() -> Iterator[None]:
    """Inside, no check of a key, deck, shuffle, share or signature is made twice."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("check_key", "decode_deck", "check_shuffle", "check_shares"):
            patch.setattr(checks, name, _remembered(getattr(checks, name)))
        patch.setattr(signing, "check_bytes", _remembered(signing.check_bytes))
        yield


def _remembered(function: Callable[..., Any]) -> Callable[..., Any]:
    known: dict[tuple[object, ...], Any] = {}

    def check(*arguments: Any) -> Any:
        question = tuple(_name(argument) for argument in arguments)
        if question not in known:
            if len(known) >= MOST:
                known.clear()
            known[question] = function(*arguments)
        return known[question]

    return check


def _name(argument: Any) -> object:
    match argument:
        case Deck() | ProvedDeck():
            return argument.digest
        case PublicKey():
            return argument.encoding
        case JointKey():
            return argument.element.encoding
        case _:
            return argument
