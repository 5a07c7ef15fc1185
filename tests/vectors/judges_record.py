"""The judge of transcripts."""

from __future__ import annotations

from protocol.log.errors import Malformed
from protocol.log.transcript import Truncated
from protocol.peer.verify import NotVerified, Verified, verify
from protocol.rules import cards_of

UNFINISHED, VERIFIED = "unfinished", "verified"


def judged(data: bytes) -> tuple[str, dict[str, object]]:
    """What this client says of a transcript, and with which particulars."""
    try:
        verified = verify(data)
    except Malformed:
        return "malformed", {}
    except Truncated:
        return "cut", {}
    except NotVerified as error:
        return "refused", {"step": error.step, "seat": error.seat}
    last = verified.heads[-1] if verified.heads else verified.table
    found: dict[str, object] = {
        "table": verified.table,
        "steps": len(verified.heads),
        "head": last,
    }
    if verified.outcome is None:
        return UNFINISHED, found
    return VERIFIED, found | _ending(verified)


def _ending(verified: Verified) -> dict[str, object]:
    assert verified.outcome is not None
    return {
        "scores": [score.total for score in verified.outcome.scores],
        "signed": verified.signed_result,
        "hands": [
            [hand.round, hand.seat, sorted(int(card) for card in cards_of(hand.cards))]
            for hand in verified.hands
        ],
    }
