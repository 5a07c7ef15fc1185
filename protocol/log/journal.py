"""A seat's own journal: every secret it needs later and everything it signed, before it is sent.

With an acknowledgement stands what it rests on, others' entries and changes: a seat that reports it
in a later attempt must be able to show them, even if it is started again and their author is gone.

The journal is for this seat's eyes only. Records are canonical arrays; their framing on the disk
and the cutting off of a torn last one are ``protocol.net.folder``'s business.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from protocol.log.encoding import Step, Struct, encode, shape, unpack
from protocol.log.errors import Malformed
from protocol.log.messages import Acknowledgement, Change, Entry, Signed, StepKind, Thing
from protocol.log.signing import read


class Secret(Struct, frozen=True):
    """The secret that goes with the own entry of ``step``: a deal key, or an order's opening."""

    step: Step
    kind: StepKind
    value: bytes

    def __repr__(self) -> str:
        return f"Secret(step={self.step}, kind={self.kind})"


class Forgotten(Struct, frozen=True):
    """Up to ``step`` this seat may have signed what this journal lacks."""

    step: Step


class Held(Struct, frozen=True):
    """Another seat's entry or change in ``step`` on which an own acknowledgement rests."""

    step: Step
    signed: Signed


Record = Secret | Signed | Forgotten | Held

_KINDS: dict[str, type[Secret] | type[Signed] | type[Forgotten] | type[Held]] = {
    "secret": Secret,
    "signed": Signed,
    "forgotten": Forgotten,
    "held": Held,
}
_TAGS: dict[type[Struct], str] = {kind: tag for tag, kind in _KINDS.items()}


def write_record(record: Record) -> bytes:
    """The bytes of one record."""
    return encode((_TAGS[type(record)], record))


def _read_record(data: bytes) -> Record:
    value = unpack(data)
    if not isinstance(value, tuple) or len(value) != 2 or value[0] not in _KINDS:
        raise Malformed("a journal record is a secret, a signed thing or a mark")
    return shape(value[1], _KINDS[value[0]])


@dataclass(slots=True)
class Journal:
    """What the records say: entries and secrets by step, changes and acknowledgements by step and
    attempt, the last signed thing of every other kind."""

    entries: dict[int, Signed] = field(default_factory=dict)
    acknowledgements: dict[tuple[int, int], Signed] = field(default_factory=dict)
    secrets: dict[int, Secret] = field(default_factory=dict)
    changes: dict[tuple[int, int], Signed] = field(default_factory=dict)
    others: dict[Thing, Signed] = field(default_factory=dict)
    payloads: set[bytes] = field(default_factory=set)
    """Of everything signed."""
    forgotten: int = -1
    """The step of the last mark; -1: there is none."""
    held: dict[int, list[Signed]] = field(default_factory=dict)
    """By step: what others signed and own acknowledgements rest on."""

    def __repr__(self) -> str:
        return f"Journal({len(self.entries)} entries, {len(self.secrets)} secrets)"

    def add(self, record: Record) -> None:
        """Take in one record."""
        if isinstance(record, Signed):
            self.payloads.add(record.payload)
        if isinstance(record, Secret):
            self.secrets[record.step] = record
        elif isinstance(record, Forgotten):
            self.forgotten = max(self.forgotten, record.step)
        elif isinstance(record, Held):
            self.held.setdefault(record.step, []).append(record.signed)
        elif record.thing is Thing.ENTRY:
            self.entries[read(record, Entry).step] = record
        elif record.thing is Thing.ACKNOWLEDGEMENT:
            said = read(record, Acknowledgement)
            self.acknowledgements[said.step, said.attempt] = record
        elif record.thing is Thing.CHANGE:
            change = read(record, Change)
            self.changes[change.step, change.attempt] = record
        else:
            self.others[record.thing] = record

    def of_step(self, step: int) -> list[Signed]:
        """What was signed in a step: its entry, then changes and acknowledgements by attempt."""
        things = [self.entries[step]] if step in self.entries else []
        for held in (self.changes, self.acknowledgements):
            things += [held[key] for key in sorted(held) if key[0] == step]
        return things


def read_journal(records: Sequence[bytes]) -> Journal:
    """The journal out of its records, in order. Raises ``Malformed`` if one is no record."""
    journal = Journal()
    for data in records:
        journal.add(_read_record(data))
    return journal
