"""A seat's own journal: every secret it needs later and everything it signed, before it is sent.

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


_KINDS: dict[str, type[Secret] | type[Signed]] = {"secret": Secret, "signed": Signed}


def write_record(record: Secret | Signed) -> bytes:
    """The bytes of one record."""
    tag = "secret" if isinstance(record, Secret) else "signed"
    return encode((tag, record))


def _read_record(data: bytes) -> Secret | Signed:
    value = unpack(data)
    if not isinstance(value, tuple) or len(value) != 2 or value[0] not in _KINDS:
        raise Malformed("a journal record is a secret or a signed thing")
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

    def __repr__(self) -> str:
        return f"Journal({len(self.entries)} entries, {len(self.secrets)} secrets)"

    def add(self, record: Secret | Signed) -> None:
        """Take in one record."""
        if isinstance(record, Signed):
            self.payloads.add(record.payload)
        if isinstance(record, Secret):
            self.secrets[record.step] = record
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
