"""What is signed when the game is over: the result, and whether all hands may be opened.

None of it changes the log. The same class takes these things in at a table and in ``verify``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from protocol.deck import SecretKey, open_card, own_shares, public_bytes
from protocol.log.errors import Dropped
from protocol.log.messages import (
    PROTOCOL_VERSION,
    Keys,
    Open,
    Result,
    Signed,
    StepKind,
    Thing,
)
from protocol.log.signing import check_signed, read
from protocol.peer.checks import the_deal, the_position
from protocol.peer.closing import Closing
from protocol.peer.table import Table
from protocol.peer.view import HandView
from protocol.rules import Card, counts_of, outcome

Kind = Result | Open | Keys

_KINDS: Final[MappingProxyType[Thing, type[Kind]]] = MappingProxyType(
    {Thing.RESULT: Result, Thing.OPEN: Open, Thing.KEYS: Keys}
)


@dataclass(slots=True)
class Aftermath:
    """The results, agreements and keys held, by seat."""

    log: Table
    results: dict[int, Signed] = field(default_factory=dict)
    opens: dict[int, Signed] = field(default_factory=dict)
    keys: dict[int, tuple[Keys, Signed]] = field(default_factory=dict)

    def things(self) -> list[Signed]:
        """Everything held, in an order in which it can be taken in."""
        published = [signed for _keys, signed in self.keys.values()]
        return [*self.results.values(), *self.opens.values(), *published]

    def offer(self, signed: Signed) -> bool:
        """Take in one thing; True if it is new. Raises ``Dropped`` for what counts for nothing."""
        state = self.log.state
        value = read(signed, _KINDS[signed.thing])
        if (value.version, value.table) != (PROTOCOL_VERSION, state.table):
            raise Dropped("damaged, changed, or signed for another table or version")
        if value.seat not in state.seats:
            raise Dropped("signed for a seat that this table does not have")
        if self.log.open is not None:
            return False
        check_signed(signed, state.identity(value.seat))
        if value.head != state.head:
            raise Dropped("signed for another end of the game")
        match value:
            case Result():
                return self._result(value, signed)
            case Open():
                return _first(self.opens, value.seat, signed)
            case Keys():
                return self._published(value, signed)

    def scores(self) -> tuple[int, ...]:
        """The total of each seat at the end."""
        return tuple(score.total for score in outcome(the_position(self.log.state)).scores)

    def all_agree(self) -> bool:
        """Whether every seat of the roster has agreed to open the hands."""
        return len(self.opens) == len(self.log.state.seats)

    def all_published(self) -> bool:
        """Whether every seat's keys are here."""
        return len(self.keys) == len(self.log.state.seats)

    def _result(self, value: Result, signed: Signed) -> bool:
        if value.scores != self.scores():
            raise Dropped("the result of another game than the one that was played")
        return _first(self.results, value.seat, signed)

    def _published(self, value: Keys, signed: Signed) -> bool:
        if not self.all_agree():
            raise Dropped("keys published before everybody agreed")
        steps = {key.step: key.secret for key in value.keys}
        expected = deal_steps(self.log, value.seat)
        if tuple(key.step for key in value.keys) != tuple(sorted(expected)):
            raise Dropped("not exactly one key for each deal of the seat")
        for step, public in expected.items():
            if public_bytes(_secret(steps[step])) != public:
                raise Dropped("a published key is not the one the deal was made with")
        if value.seat in self.keys:
            return False
        self.keys[value.seat] = (value, signed)
        return True


def deal_steps(log: Table, seat: int) -> dict[int, bytes]:
    """The ``keys`` steps in which ``seat`` took part, with its public key there (32 bytes)."""
    return {
        closing.before.step: closing.checked[seat].encoding
        for closing in log.closed
        if closing.kind is StepKind.KEYS and seat in closing.checked
    }


def opened_hands(log: Table, published: dict[int, Keys]) -> tuple[HandView, ...]:
    """Every hand that was dealt, by round and seat, from everybody's published keys."""
    secrets = {
        (key.step, seat): _secret(key.secret)
        for seat, keys in published.items()
        for key in keys.keys
    }
    found: list[HandView] = []
    keys_step = 0
    for closing in log.closed:
        if closing.kind is StepKind.KEYS:
            keys_step = closing.before.step
        elif closing.kind is StepKind.SHARES and closing.counts:
            found += _hands(closing, keys_step, secrets)
    return tuple(found)


def _hands(
    closing: Closing, keys_step: int, secrets: dict[tuple[int, int], SecretKey]
) -> list[HandView]:
    deal = the_deal(closing.after)
    assert deal.deck is not None
    deck = deal.deck
    found: list[HandView] = []
    for seat, places in enumerate(deal.hands):
        if not places:
            continue
        of_all = [own_shares(secrets[keys_step, giver], deck, places) for giver in deal.keys]
        cards = tuple(
            Card(open_card(deck, place, shares))
            for place, *shares in zip(places, *of_all, strict=True)
        )
        round_number = the_position(closing.after).round
        found.append(HandView(round_number, keys_step, seat, counts_of(cards)))
    return found


def _secret(encoding: bytes) -> SecretKey:
    try:
        return SecretKey.from_bytes(encoding)
    except ValueError:
        raise Dropped("a published key is no scalar of the group") from None


def _first(held: dict[int, Signed], seat: int, signed: Signed) -> bool:
    if seat in held:
        return False
    held[seat] = signed
    return True
