"""A verified transcript as JSON lines (docs/protocol.md, "Transcript file")."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

import msgspec

from koryo_tui.checking import check
from koryo_tui.exits import Exit, Failed, WrongUse
from koryo_tui.own_files import record_called
from koryo_tui.text import files as text
from koryo_tui.text.troubles import explained, reason_of
from protocol.log.chain import payload_hash
from protocol.log.errors import Malformed
from protocol.log.messages import Entry, Signed
from protocol.log.signing import read
from protocol.log.transcript import Truncated, read_transcript
from protocol.peer.closing import Closing
from protocol.peer.steps import STEPS
from protocol.peer.verify import NotVerified, Verified


def export_file(called: str) -> int:
    """Prints a file's records; it may be called by the number of its table. Raises ``WrongUse`` or
    ``Failed`` with one plain sentence."""
    path = record_called(called)
    try:
        data = path.read_bytes()
    except OSError as error:
        said = text.EXPORT_CANNOT_READ.format(path=path, why=reason_of(error))
        raise WrongUse(said) from None
    try:
        verified = check(data, path.name)
    except (Malformed, Truncated) as error:
        said = text.EXPORT_NOT_WHOLE.format(path=path, why=explained(error))
        raise WrongUse(said) from None
    except NotVerified as refused:
        form = text.EXPORT_REFUSED if refused.step is None else text.EXPORT_REFUSED_AT
        said = form.format(path=path, step=refused.step, why=explained(refused.reason))
        raise Failed(said) from None
    for record in records(verified, data):
        sys.stdout.write(json.dumps(record, ensure_ascii=False) + "\n")
    return Exit.OK if verified.finished else Exit.UNFINISHED


def records(verified: Verified, data: bytes) -> Iterator[dict[str, Any]]:
    """One plain dictionary for each record of a verified transcript."""
    roster = verified.roster
    yield {
        "record": "table",
        "table": verified.table.hex(),
        "protocol": roster.protocol,
        "rules": roster.rules,
        "settings": named(roster.settings),
        "players": [named(player) for player in roster.players],
    }
    for closing in verified.log.closed:
        yield _step(closing)
    for record in read_transcript(data):
        if isinstance(record, Signed):
            yield {"record": "after", "thing": record.thing, "payload": record.payload.hex()}


def _step(closing: Closing) -> dict[str, Any]:
    return {
        "record": "step",
        "step": closing.before.step,
        "kind": closing.kind,
        "head_before": closing.before.head.hex(),
        "head": closing.after.head.hex(),
        "attempt": closing.attempt,
        "acknowledged_by": list(closing.members),
        "made_absent": [{"seat": seat, "why": why} for seat, why in closing.made_absent],
        "entries": [_entry(signed) for signed in closing.entries],
    }


def _entry(signed: Signed) -> dict[str, Any]:
    entry = read(signed, Entry)
    body = msgspec.convert(entry.body, STEPS[entry.kind].body, strict=True)
    return {
        "seat": entry.seat,
        "hash": payload_hash(signed.payload).hex(),
        "follows": entry.follows.hex(),
        "body": named(body),
    }


def named(value: object) -> Any:
    """A struct as a dictionary of its fields, bytes in hexadecimal, all the way down."""
    if isinstance(value, msgspec.Struct):
        return {name: named(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, tuple):
        return [named(item) for item in value]
    return value
