"""A stage of three with a liar on it, and what all must know of it in the end."""

from __future__ import annotations

from protocol.log.evidence import Kind, check_pair, read_evidence
from protocol.rules import Standing
from tests.peer.policies import Stage

LIAR = 0
HONEST = (1, 2)


def named_by_all(stage: Stage) -> bool:
    return all(LIAR in stage.peer(seat).log.faults for seat in HONEST)


def assert_named(stage: Stage, kind: Kind) -> None:
    """Every honest peer names seat 0 alone, for this, with evidence that holds by itself."""
    for seat in HONEST:
        faults = stage.peer(seat).log.faults
        assert faults.keys() == {LIAR}
        assert faults[LIAR].kind is kind
        ((accused, kept),) = stage.seats[seat].evidence
        assert accused == LIAR
        check_pair(read_evidence(kept))
    assert stage.closed_links == []


def assert_goes_on_without_it(stage: Stage) -> None:
    """The others leave it out and agree about everything."""
    peers = [stage.peer(seat) for seat in HONEST]
    if not peers[0].log.state.dealt:
        assert len({peer.head for peer in peers}) == 1
        return

    def gone() -> bool:
        return all(
            peer.log.state.position is not None
            and peer.log.state.position.standing[LIAR] is Standing.FAULT
            for peer in peers
        )

    stage.run(gone)
    assert gone()
    together = min(len(peer.log.closed) for peer in peers) - 1
    heads = {peer.log.closed[together].after.head for peer in peers}
    assert len(heads) == 1
    assert peers[0].log.closed[together].members == HONEST
