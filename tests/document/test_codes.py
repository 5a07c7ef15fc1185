"""Codes, reasons and phrases are the written ones."""

from __future__ import annotations

import pytest

from koryo_tui.exits import Exit
from protocol.deck.errors import Reason as DeckReason
from protocol.log import evidence
from protocol.log.messages import Signed, StepKind, Thing, Why
from protocol.net.errors import Ending, Refusal
from protocol.net.frames import Channel
from protocol.peer.caution import Memory
from protocol.peer.refused import Reason
from protocol.peer.steps import close
from protocol.peer.talk import PHRASES
from protocol.rules import Standing
from tests.document.games import after_keys
from tests.document.tables import column, plain, table


def test_the_codes_of_the_deck_are_the_written_ones() -> None:
    assert column("deck codes") == tuple(reason.value for reason in DeckReason)


def test_the_channels_are_the_written_ones() -> None:
    assert tuple(row[:2] for row in table("channels")) == tuple(
        (str(channel.value), channel.name) for channel in Channel
    )


@pytest.mark.parametrize(("name", "codes"), [("refusals", Refusal), ("endings", Ending)])
def test_the_codes_of_the_last_word_are_the_written_ones(
    name: str, codes: type[Refusal] | type[Ending]
) -> None:
    assert tuple(row[:2] for row in table(name)) == tuple(
        (str(code.value), code.name) for code in codes
    )


def test_the_reasons_are_the_written_ones() -> None:
    assert column("reasons") == tuple(Reason)
    for _code, steps, _text in table("reasons"):
        kinds = {plain(kind.strip()) for kind in steps.split(",")}
        assert kinds == {"all"} or kinds <= set(StepKind)


def test_the_kinds_of_evidence_are_the_written_ones() -> None:
    kinds = []
    for kind, things, _text in table("evidence"):
        signed = tuple(Signed(Thing(t.strip()), b"\x00", bytes(64)) for t in things.split(","))
        assert evidence.kind_of(signed) == kind
        kinds.append(kind)
    assert kinds == list(evidence.Kind)


def test_the_reasons_to_leave_somebody_out_are_the_written_ones() -> None:
    assert column("why") == tuple(Why)
    for why, _proof, standing in table("why"):
        state = after_keys(3)
        assert state.position is not None
        head = bytes(32)
        missing = close(state, {}, head, ((1, Why(why)),)).position
        assert missing is not None
        assert missing.standing[1] is Standing(standing)


def test_the_exit_codes_of_verify_are_the_written_ones() -> None:
    codes = (Exit.OK, Exit.FAILED, Exit.WRONG_USE, Exit.UNFINISHED)
    assert column("exits", 1) == tuple(str(code.value) for code in codes)


def test_what_a_peer_may_remember_is_the_written_one() -> None:
    assert column("memory") == tuple(memory.value for memory in Memory)


def test_the_phrases_are_the_written_ones() -> None:
    assert column("phrases") == PHRASES
