"""This seat's signatures: whatever is signed is in the journal before it leaves.

So are the secrets that an entry needs later, before the entry itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from protocol.log.attempts import Target
from protocol.log.encoding import Struct
from protocol.log.journal import Forgotten, Held, Record, Secret, read_journal, write_record
from protocol.log.messages import DealKey, Pause, Signed, StepKind, Talk, Thing
from protocol.log.openstep import OpenStep
from protocol.log.signing import SigningKey, read
from protocol.peer.once import check_once
from protocol.peer.outbox import Outbox


class Signer:
    """A seat's key and journal. What it signs goes through the outbox, written before sent."""

    def __init__(self, key: SigningKey, journal: Sequence[bytes], outbox: Outbox) -> None:
        """``journal`` holds the records of earlier lives, in order."""
        self.journal: Final = read_journal(journal)
        """To be read, not changed."""
        self.resumed: Final = bool(journal)
        """Whether this seat had an earlier life."""
        self.identity: Final = key.identity
        self._key = key
        self._outbox = outbox

    def sign(self, thing: Thing, value: Struct) -> Signed:
        """Sign, write to the journal, and send to all."""
        signed = self.signed(thing, value)
        self.put(signed)
        return signed

    def signed(self, thing: Thing, value: Struct) -> Signed:
        """Only sign: nothing has left this seat yet."""
        return self._key.sign(thing, value)

    def put(self, signed: Signed) -> None:
        """Write to the journal what was signed, and send it to all. Raises ``WouldConvict``, with
        nothing written or sent, if it contradicts what the journal holds."""
        check_once(self.journal, signed)
        self._write(signed)
        self._outbox.send(signed)

    def keep_secret(self, step: int, kind: StepKind, value: bytes) -> None:
        """Write down the secret that goes with the own entry of ``step``."""
        self._write(Secret(step, kind, value))

    def hold(self, step: OpenStep, target: Target) -> None:
        """Write down what an acknowledgement of ``target`` rests on."""
        names = {name for _seat, name in target.entries} | target.witnesses
        names |= {name for _attempt, _seat, name in target.changes}
        known = {signed.payload for signed in self.journal.held.get(step.step, ())}
        for name in sorted(names):
            thing = step.by_hash(name) or step.change_by_hash(name)
            assert thing is not None
            payload = thing.signed.payload
            if payload not in known and payload not in self.journal.payloads:
                self._write(Held(step.step, thing.signed))

    def forget(self, step: int) -> None:
        """Note for later lives that the journal may lack something up to ``step``."""
        if step > self.forgotten:
            self._write(Forgotten(step))

    @property
    def forgotten(self) -> int:
        """Up to which step the journal says that it may lack something; -1: nothing."""
        return self.journal.forgotten

    def signed_before(self, signed: Signed) -> bool:
        """Whether the journal holds this payload."""
        return signed.payload in self.journal.payloads

    def of_step(self, step: int) -> tuple[Signed, ...]:
        """What this seat signed in a step, and what its acknowledgements there rest on."""
        return (*self.journal.of_step(step), *self.journal.held.get(step, ()))

    def farewell(self) -> Signed | None:
        """The last goodbye in the journal."""
        return self.journal.others.get(Thing.GOODBYE)

    def next_number(self, thing: Thing) -> int:
        """The number after the last that this seat gave to a line of talk or a wish to pause."""
        last = self.journal.others.get(thing)
        if last is None:
            return 1
        kind: type[Talk] | type[Pause] = Talk if thing is Thing.TALK else Pause
        return read(last, kind).number + 1

    def has_secrets(self, steps: Sequence[int]) -> bool:
        """Whether the own deal keys of all these ``keys`` steps are known."""
        return all(step in self.journal.secrets for step in steps)

    def published_keys(self, steps: Sequence[int]) -> tuple[DealKey, ...]:
        """The own secrets of the deals that began in these ``keys`` steps."""
        return tuple(DealKey(step, self.journal.secrets[step].value) for step in steps)

    def _write(self, record: Record) -> None:
        self.journal.add(record)
        self._outbox.write(write_record(record))
