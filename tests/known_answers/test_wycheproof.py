"""Ed25519 signatures that others made to break readers, through the check that all of ours pass."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from protocol.log import signing
from protocol.log.errors import Dropped
from tests.known_answers import edwards

CASES: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("wycheproof_ed25519.json").read_text(encoding="utf-8")
)["cases"]


@pytest.fixture(autouse=True)
def _message_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """These were signed without one of our labels; everything else of the check stays."""
    monkeypatch.setattr(signing, "_labelled", lambda _label, message: message)


def accepted(case: dict[str, Any]) -> bool:
    key, message, signature = (bytes.fromhex(case[n]) for n in ("key", "message", "signature"))
    try:
        signing.check_bytes(key, "", message, signature)
    except Dropped:
        return False
    return True


def cases(result: str) -> list[dict[str, Any]]:
    return [case for case in CASES if case["result"] == result]


def test_the_file_is_whole() -> None:
    assert Counter(case["result"] for case in CASES) == {
        "valid": 117,
        "invalid": 64,
        "acceptable": 29,
    }


def test_every_valid_signature_is_accepted() -> None:
    assert [case["id"] for case in cases("valid") if not accepted(case)] == []


def test_every_invalid_signature_is_dropped_and_nothing_else_is_raised() -> None:
    assert [case["id"] for case in cases("invalid") if accepted(case)] == []


def test_under_a_key_of_small_order_nothing_is_accepted() -> None:
    small = [case for case in CASES if "SmallOrderPublicKey" in case["flags"]]
    assert len(small) == 8
    assert not any(map(accepted, small))


def test_every_answer_is_that_of_the_equation_without_cofactor() -> None:
    """So too where the vectors leave it to the reader: two programs that differ here part."""
    left_open = [case for case in CASES if "MixedOrderPublicKey" in case["flags"]]
    assert len(left_open) == 22
    others = [case for case in CASES if "PublicKey" not in "".join(case["flags"])]
    for case in (*left_open, *others[::9]):
        parts = (bytes.fromhex(case[n]) for n in ("key", "message", "signature"))
        assert accepted(case) is edwards.holds(*parts), case["id"]
