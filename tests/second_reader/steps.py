"""The steps of a game (chapter 6): who speaks, what an entry must be, what it does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from types import SimpleNamespace
from typing import Any

from tests.second_reader.deal import Deal
from tests.second_reader.deck import (
    BadProof,
    check_key,
    check_shares,
    check_shuffle,
    deck_digest,
    decode_deck,
)
from tests.second_reader.encoding import (
    Malformed,
    Type,
    integer,
    list_of,
    octets,
    struct,
    text,
)
from tests.second_reader.heads import commitment, context, seating
from tests.second_reader.rules import Illegal, Move, Position
from tests.second_reader.signatures import (
    Dropped,
    Roster,
    Signed,
    Table,
    nonce_commitment,
)

DEAL_KINDS = ("keys", "shuffle", "shares")
STANDINGS = {"silent": "absent", "goodbye": "left", "fault": "fault"}

_hash = octets(32, 32)
Batch = struct(recipient=integer(0, 3), shares=list_of(_hash, 0, 11), proof=octets(64, 64))
BODIES: dict[str, Type] = {
    "roster": Roster,
    "nonces": struct(nonce=_hash),
    "seats": struct(returns=list_of(Signed, 0, 4)),
    "keys": struct(proof=octets(0, 256)),
    "shuffle": struct(deck=octets(0, 3_520), proof=octets(0, 7_200)),
    "shares": struct(batches=list_of(Batch, 0, 3)),
    "order": struct(size=integer(1, 11), commitment=_hash),
    "turn": struct(
        positions=list_of(integer(0, 54), 0, 11),
        cards=list_of(integer(1, 11), 0, 11),
        salt=_hash,
        shares=list_of(_hash, 0, 11),
        proof=octets(64, 64),
        moves=list_of(text(1, 64), 0, 64),
    ),
    "discard": struct(discard=text(1, 64)),
}


class Waits(Exception):
    """An entry cannot be judged before another one is there."""


class Game:
    """A table after some closed steps, and the step that is open."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.head = table.id
        self.step = 0
        self.kind: str | None = "roster"
        self.heads: list[bytes] = []
        self.position: Position | None = None
        self.deal: Deal | None = None
        self.dealt = False
        """Whether the keys of the first deal have closed."""
        self.by_default = False
        self.returned_at = [0] * len(table.identities)
        """Of each seat the step of the return that last seated it again, 0 if none did."""
        self._missing_since = [-1] * len(table.identities)
        """Of each seat the step that last closed without it, -1 if none did."""
        self.keys_given: list[tuple[int, dict[int, bytes]]] = []
        """Of each step `keys` whose entries counted: its number and the keys."""
        self.deals: list[Deal] = []
        """The deals of which the shares were given."""
        self._order_heads: dict[int, tuple[bytes, bytes]] = {}
        """Of each seat: the head before its step `order`, and the commitment."""

    # The open step

    @property
    def members(self) -> list[int]:
        """All seated seats."""
        if self.position is None:
            return list(range(len(self.table.identities)))
        return self.position.seated()

    @property
    def speakers(self) -> list[int]:
        """Who must speak, in order of play where the step is in turn."""
        if self.kind == "shuffle":
            return self._now.order_of_play()
        if self.kind in ("order", "turn", "discard"):
            seat = self._now.acts()
            assert seat is not None
            return [seat]
        return self.members

    @property
    def _now(self) -> Position:
        assert self.position is not None
        return self.position

    @property
    def _deal(self) -> Deal:
        assert self.deal is not None
        return self.deal

    # Checking an entry: 3.4, 4 to 8. The head is right already.

    def check(self, entry: SimpleNamespace, held: Callable[[bytes], Any]) -> None:
        """Illegal with a reason, Waits, or nothing for a valid entry.

        `held` gives the entry of this step with a payload hash, stray or not, if one is held.
        """
        speakers = self.speakers
        if entry.seat not in speakers:
            raise Illegal("not-a-speaker")
        if entry.kind != self.kind:
            raise Illegal("wrong-kind")
        before = None
        if self.kind == "shuffle" and entry.seat != speakers[0]:
            before = self._followed(entry, speakers, held)
        elif entry.follows:
            raise Illegal("wrong-follows")
        try:
            body = BODIES[entry.kind](entry.body)
        except Malformed:
            raise Illegal("bad-body") from None
        getattr(self, f"_check_{entry.kind}")(entry, body, before)

    def _followed(
        self, entry: SimpleNamespace, speakers: list[int], held: Callable[[bytes], Any]
    ) -> SimpleNamespace:
        if len(entry.follows) != 32:
            raise Illegal("wrong-follows")
        named: SimpleNamespace | None = held(entry.follows)
        if named is None:
            raise Waits
        if named.seat != speakers[speakers.index(entry.seat) - 1]:
            raise Illegal("wrong-follows")
        if named.head != self.head:
            raise Waits
        try:
            self.check(named, held)
        except Illegal as refused:
            raise Waits from refused
        return named

    def _context(self, entry: SimpleNamespace, recipient: int | None = None) -> bytes:
        return context(self.table.id, entry.head, entry.step, entry.kind, entry.seat, recipient)

    def _check_roster(self, entry: SimpleNamespace, body: SimpleNamespace, _: Any) -> None:
        if body.raw != self.table.roster.raw:
            raise Illegal("other-roster")

    def _check_nonces(self, entry: SimpleNamespace, body: SimpleNamespace, _: Any) -> None:
        player = self.table.roster.players[entry.seat]
        if nonce_commitment(player.identity, body.nonce) != player.nonce_commitment:
            raise Illegal("nonce-mismatch")

    def _check_seats(self, entry: SimpleNamespace, body: SimpleNamespace, _: Any) -> None:
        last = -1
        for signed in body.returns:
            try:
                wish = self.table.read(signed)
            except Dropped:
                raise Illegal("bad-return") from None
            absences = self.table.roster.settings.absences
            if (
                signed.thing != "return"
                or wish.round != self._now.round
                or not self._missing_since[wish.seat] < wish.step <= self.step
                or wish.seat <= last
                or not self._now.may_return(wish.seat, absences)
            ):
                raise Illegal("bad-return")
            last = wish.seat

    def _check_keys(self, entry: SimpleNamespace, body: SimpleNamespace, _: Any) -> None:
        try:
            check_key(self._context(entry), body.proof)
        except BadProof:
            raise Illegal("bad-key") from None

    def _check_shuffle(
        self, entry: SimpleNamespace, body: SimpleNamespace, before: SimpleNamespace | None
    ) -> None:
        size = len(self._deal.open)
        if len(body.proof) != 128 * size + 160:
            raise Illegal("bad-shuffle")
        old = self._deal.open
        if before is not None:
            old = decode_deck(BODIES["shuffle"](before.body).deck, size)
        try:
            new = decode_deck(body.deck, size)
        except BadProof:
            raise Illegal("bad-deck") from None
        try:
            check_shuffle(self._context(entry), self._deal.K, old, new, body.proof)
        except BadProof:
            raise Illegal("bad-shuffle") from None

    def _check_shares(self, entry: SimpleNamespace, body: SimpleNamespace, _: Any) -> None:
        hands = {
            seat: hand for seat, hand in self._deal.hands.items() if hand and seat != entry.seat
        }
        if [batch.recipient for batch in body.batches] != list(hands):
            raise Illegal("wrong-recipients")
        if any(len(batch.shares) != len(hands[batch.recipient]) for batch in body.batches):
            raise Illegal("wrong-share-count")
        for batch in body.batches:
            hand = hands[batch.recipient]
            self._check_batch(entry, batch.recipient, hand, batch.shares, batch.proof)

    def _check_batch(
        self,
        entry: SimpleNamespace,
        recipient: int,
        positions: list[int],
        shares: list[bytes],
        proof: bytes,
    ) -> None:
        try:
            check_shares(
                self._context(entry, recipient),
                self._deal.keys[entry.seat],
                self._deal.digest,
                tuple(positions),
                self._deal.masks_at(positions),
                tuple(shares),
                proof,
            )
        except BadProof:
            raise Illegal("bad-share") from None

    def _check_order(self, entry: SimpleNamespace, body: SimpleNamespace, _: Any) -> None:
        if body.size > self._now.dealt[entry.seat]:
            raise Illegal("order-size")

    def _check_turn(self, entry: SimpleNamespace, body: SimpleNamespace, _: Any) -> None:
        seat, hand = entry.seat, self._deal.hands[entry.seat]
        if sorted(set(body.positions)) != body.positions or not set(body.positions) <= set(hand):
            raise Illegal("wrong-positions")
        if not len(body.positions) == len(body.cards) == len(body.shares):
            raise Illegal("wrong-share-count")
        head, sealed = self._order_heads[seat]
        opened = commitment(self.table.id, head, seat, body.positions, body.cards, body.salt)
        if opened != sealed:
            raise Illegal("not-the-opening")
        moves = [Move(text) for text in body.moves]
        if any(move.discard is not None for move in moves):
            raise Illegal("illegal-move")
        self._now.check_order(seat, body.cards)
        deepcopy(self._now).turn(seat, body.cards, moves)
        self._check_batch(entry, seat, body.positions, body.shares, body.proof)
        for place, card, share in zip(body.positions, body.cards, body.shares, strict=True):
            try:
                there = self._deal.card(seat, place, share)
            except BadProof:
                raise Illegal("card-not-there") from None
            if there != card:
                raise Illegal("card-not-there")

    def _check_discard(self, entry: SimpleNamespace, body: SimpleNamespace, _: Any) -> None:
        gone = Move(body.discard).discard
        if gone is None:
            raise Illegal("illegal-discard")
        deepcopy(self._now).discard(entry.seat, gone)

    # Closing a step (6.2)

    def close(
        self, entries: list[SimpleNamespace], left_out: Sequence[tuple[int, str]], head: bytes
    ) -> None:
        """The step closes with these entries, all valid, by rising seat.

        BadProof if keys cancel each other, so that nothing can follow (4.4).
        """
        kind, anew = self.kind, self.kind in DEAL_KINDS and bool(left_out)
        if entries and not anew:
            bodies = {entry.seat: BODIES[entry.kind](entry.body) for entry in entries}
            getattr(self, f"_do_{kind}")(bodies)
        for seat, why in left_out:
            self._now.goes_missing(seat, STANDINGS[why])
            self._missing_since[seat] = self.step
        self.heads.append(head)
        self.head = head
        self.step += 1
        self.kind = self._next(bool(left_out))

    def _next(self, someone_left: bool) -> str | None:
        few = len(self.members) < 2
        if self.kind in DEAL_KINDS and someone_left:
            return "seats" if few else "keys"
        following = {"roster": "nonces", "nonces": "seats", "keys": "shuffle", "shuffle": "shares"}
        if self.kind in following:
            return following[self.kind]
        if self.kind == "seats":
            if few and someone_left:
                return "seats"
            self.by_default = few
            return None if few else "keys"
        phases = {"deal": "seats", "order": "order", "action": "turn", "ending": "discard"}
        return phases.get(self._now.phase)

    def _do_roster(self, bodies: dict[int, SimpleNamespace]) -> None:
        """The roster was known."""

    def _do_nonces(self, bodies: dict[int, SimpleNamespace]) -> None:
        nonces = [bodies[seat].nonce for seat in sorted(bodies)]
        self.position = Position(*seating(self.table.id, nonces))

    def _do_seats(self, bodies: dict[int, SimpleNamespace]) -> None:
        wishes = [self.table.read(signed) for body in bodies.values() for signed in body.returns]
        for seat in sorted({wish.seat for wish in wishes}):
            self._now.returns(seat)
            self.returned_at[seat] = max(wish.step for wish in wishes if wish.seat == seat)

    def _do_keys(self, bodies: dict[int, SimpleNamespace]) -> None:
        keys = {seat: body.proof[:32] for seat, body in bodies.items()}
        self.dealt = True
        self.keys_given.append((self.step, keys))
        self.deal = Deal(self._now, keys)

    def _do_shuffle(self, bodies: dict[int, SimpleNamespace]) -> None:
        last = bodies[self._now.order_of_play()[-1]]
        self._deal.proved = decode_deck(last.deck, len(self._deal.open))
        self._deal.digest = deck_digest(self._deal.K, self._deal.proved)

    def _do_shares(self, bodies: dict[int, SimpleNamespace]) -> None:
        for giver, body in bodies.items():
            for batch in body.batches:
                hand = self._deal.hands[batch.recipient]
                self._deal.shares[giver, batch.recipient] = dict(
                    zip(hand, batch.shares, strict=True)
                )
        self.deals.append(self._deal)
        self._now.deal()

    def _do_order(self, bodies: dict[int, SimpleNamespace]) -> None:
        for seat, body in bodies.items():
            self._order_heads[seat] = (self.head, body.commitment)
            self._now.place(seat, body.size)

    def _do_turn(self, bodies: dict[int, SimpleNamespace]) -> None:
        for seat, body in bodies.items():
            self._now.turn(seat, body.cards, [Move(text) for text in body.moves])

    def _do_discard(self, bodies: dict[int, SimpleNamespace]) -> None:
        for seat, body in bodies.items():
            gone = Move(body.discard).discard
            assert gone is not None
            self._now.discard(seat, gone)
