"""The last look before a signature leaves: nothing is signed that could convict this seat.

Whatever the code around it does wrong, an honest seat stops rather than sign twice: evidence of the
kinds 1 to 4 (docs/protocol.md, 3.8) is made of two signed things, and the second is refused here.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Final

from protocol.log.evidence import Kind
from protocol.log.journal import Journal
from protocol.log.messages import Acknowledgement, Change, Entry, Signed, Thing
from protocol.log.signing import read


class WouldConvict(RuntimeError):
    """This seat was about to sign what contradicts its journal. It must stop: this is a fault of
    the program, and silence convicts nobody."""

    def __init__(self, kind: Kind, step: int) -> None:
        super().__init__(f"about to sign {kind} in step {step}")
        self.kind: Final = kind
        self.step: Final = step


def check_once(journal: Journal, signed: Signed) -> None:
    """Raises ``WouldConvict`` if ``signed`` and a thing of the ``journal`` together would be
    evidence against their author. The same bytes again are no contradiction."""
    check = _CHECKS.get(signed.thing)
    if check is not None and signed.payload not in journal.payloads:
        check(journal, signed)


def _entry(journal: Journal, signed: Signed) -> None:
    step = read(signed, Entry).step
    if step in journal.entries:
        raise WouldConvict(Kind.TWO_ENTRIES, step)


def _acknowledgement(journal: Journal, signed: Signed) -> None:
    said = read(signed, Acknowledgement)
    if (said.step, said.attempt) in journal.acknowledgements:
        raise WouldConvict(Kind.TWO_ACKNOWLEDGEMENTS, said.step)
    if any(step == said.step and said.attempt < attempt for step, attempt in journal.changes):
        raise WouldConvict(Kind.UNREPORTED_ACKNOWLEDGEMENT, said.step)


def _change(journal: Journal, signed: Signed) -> None:
    change = read(signed, Change)
    if (change.step, change.attempt) in journal.changes:
        raise WouldConvict(Kind.TWO_CHANGES, change.step)
    reported = {each.payload for each in change.acknowledgements}
    for (step, attempt), said in journal.acknowledgements.items():
        if step == change.step and attempt < change.attempt and said.payload not in reported:
            raise WouldConvict(Kind.UNREPORTED_ACKNOWLEDGEMENT, step)


_CHECKS: Final[MappingProxyType[Thing, Callable[[Journal, Signed], None]]] = MappingProxyType(
    {Thing.ENTRY: _entry, Thing.ACKNOWLEDGEMENT: _acknowledgement, Thing.CHANGE: _change}
)
