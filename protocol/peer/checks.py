"""The check of an entry's body, one function for each kind of step.

A check sees only what the head fixes: the state before the step, the entry and, in a shuffle, the
entry it follows. It raises ``Refused`` at once for what costs nothing to see, and returns the rest
as a pure job that raises ``Refused`` or returns what the step's closing builds on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from protocol.deck import (
    BadProof,
    Deck,
    ProvedShuffle,
    PublicKey,
    Share,
    check_key,
    check_shares,
    check_shuffle,
    decode_deck,
    open_card,
    shuffle_proof_bytes,
)
from protocol.log.chain import nonce_commitment
from protocol.log.errors import Dropped
from protocol.log.messages import PROTOCOL_VERSION, Entry, Return, Roster, Signed, StepKind, Thing
from protocol.log.signing import check_signed, read
from protocol.peer.bodies import (
    Batch,
    DiscardBody,
    KeyBody,
    NonceBody,
    OrderBody,
    SeatsBody,
    SharesBody,
    ShuffleBody,
    TurnBody,
)
from protocol.peer.contexts import key_context, order_commitment, share_context, shuffle_context
from protocol.peer.refused import Reason, Refused
from protocol.peer.state import Deal, GameState, PlayedTurn, Sealed
from protocol.rules import (
    Card,
    Discard,
    IllegalMove,
    InvalidNotation,
    Order,
    Position,
    Standing,
    TurnMove,
    read_move,
)


@dataclass(frozen=True, slots=True)
class Pending:
    """A check under way: ``job`` finishes it; ``known`` is what may be built on meanwhile."""

    job: Callable[[], object]
    known: object = None


@dataclass(frozen=True, slots=True)
class Placing:
    """A checked order: its seal, and the position once it lies there."""

    sealed: Sealed
    position: Position


def check_roster(state: GameState, entry: Entry, body: Roster, _before: object) -> Pending:
    """Everybody signs the very roster whose hash is the table's name."""
    if body != state.roster:
        raise Refused(Reason.OTHER_ROSTER)
    return Pending(lambda: body)


def check_nonce(state: GameState, entry: Entry, body: NonceBody, _before: object) -> Pending:
    """The opening fits the commitment in the roster."""
    player = state.roster.players[entry.seat]
    if nonce_commitment(player.identity, body.nonce) != player.nonce_commitment:
        raise Refused(Reason.NONCE_MISMATCH)
    return Pending(lambda: body.nonce)


def check_seats(state: GameState, entry: Entry, body: SeatsBody, _before: object) -> Pending:
    """Each return is signed for this round by a seat that is absent now, since it is, by rising
    seat. The result is each seat with the step that its return names."""
    returning = tuple(_returning(state, signed) for signed in body.returns)
    seats = [seat for seat, _step in returning]
    if not set(seats) <= may_return(state) or seats != sorted(set(seats)):
        raise Refused(Reason.BAD_RETURN)
    return Pending(lambda: returning)


def may_return(state: GameState) -> set[int]:
    """The missing seats that may be seated again: not at fault, and not absent too often."""
    limit = state.roster.settings.absences
    standing = the_position(state).standing
    return {
        seat
        for seat in state.seats
        if standing[seat] in (Standing.ABSENT, Standing.LEFT) and state.absences[seat] < limit
    }


def _returning(state: GameState, signed: Signed) -> tuple[int, int]:
    try:
        value = read(signed, Return)
        if signed.thing is not Thing.RETURN or value.seat not in state.seats:
            raise Dropped("no return of a seat of this table")
        check_signed(signed, state.identity(value.seat))
    except Dropped as error:
        raise Refused(Reason.BAD_RETURN, str(error)) from None
    if value.version != PROTOCOL_VERSION:
        raise Refused(Reason.BAD_RETURN, "it is of another version")
    if value.table != state.table or value.round != the_position(state).round:
        raise Refused(Reason.BAD_RETURN, "it is for another table or round")
    if not state.departed[value.seat] < value.step <= state.step:
        raise Refused(Reason.BAD_RETURN, "it is from before the seat was left out, or from later")
    return value.seat, value.step


def check_key_entry(state: GameState, entry: Entry, body: KeyBody, _before: object) -> Pending:
    """The key comes with a proof of possession made for this step and seat."""
    context = key_context(state.table, state.head, state.step, entry.seat)
    return Pending(partial(_key, body.proof, context))


def _key(proof: bytes, context: bytes) -> PublicKey:
    try:
        return check_key(proof, context)
    except BadProof as error:
        raise Refused(Reason.BAD_KEY, str(error)) from None


def check_shuffle_entry(
    state: GameState, entry: Entry, body: ShuffleBody, before: object
) -> Pending:
    """The deck is a permutation of the one before it, under fresh masks.

    ``before`` is the decoded deck of the entry this one follows; the first follows the open deck,
    which every peer builds for itself. ``known`` is the decoded deck: the next seat may shuffle it
    before its proof is checked.
    """
    deal = the_deal(state)
    source = deal.opened if before is None else before
    assert isinstance(source, Deck)
    if len(body.proof) != shuffle_proof_bytes(len(source)):
        raise Refused(Reason.BAD_SHUFFLE, "the proof has another length")
    try:
        deck = decode_deck(deal.joint, body.deck, len(source))
    except BadProof as error:
        raise Refused(Reason.BAD_DECK, str(error)) from None
    context = shuffle_context(state.table, state.head, state.step, entry.seat)
    return Pending(partial(proved_link, source, deck, context, body.proof), deck)


def proved_link(source: Deck, deck: Deck, context: bytes, proof: bytes) -> ProvedShuffle:
    """The check of a shuffle proof, by far the costliest of all. Raises ``Refused``."""
    try:
        return check_shuffle(source, deck, context, proof)
    except BadProof as error:
        raise Refused(Reason.BAD_SHUFFLE, str(error)) from None


def check_shares_entry(
    state: GameState, entry: Entry, body: SharesBody, _before: object
) -> Pending:
    """One batch for each other seat with a hand, one share for each of its cards, no other."""
    deal = the_deal(state)
    expected = recipients(deal, entry.seat)
    if tuple(batch.recipient for batch in body.batches) != expected:
        raise Refused(Reason.WRONG_RECIPIENTS)
    for batch in body.batches:
        if len(batch.shares) != len(deal.hands[batch.recipient]):
            raise Refused(Reason.WRONG_SHARE_COUNT)
    return Pending(partial(_batches, state, deal, entry.seat, body.batches))


def _batches(
    state: GameState, deal: Deal, seat: int, batches: tuple[Batch, ...]
) -> dict[int, tuple[Share, ...]]:
    found: dict[int, tuple[Share, ...]] = {}
    for batch in batches:
        positions = deal.hands[batch.recipient]
        context = share_context(
            state.table, state.head, state.step, StepKind.SHARES, seat, batch.recipient
        )
        found[batch.recipient] = _checked_shares(
            deal, seat, positions, context, batch.shares, batch.proof
        )
    return found


def _checked_shares(
    deal: Deal,
    seat: int,
    positions: tuple[int, ...],
    context: bytes,
    shares: tuple[bytes, ...],
    proof: bytes,
) -> tuple[Share, ...]:
    assert deal.deck is not None
    try:
        return check_shares(deal.keys[seat], deal.deck, positions, context, shares, proof)
    except BadProof as error:
        raise Refused(Reason.BAD_SHARE, str(error)) from None


def check_order_entry(state: GameState, entry: Entry, body: OrderBody, _before: object) -> Pending:
    """No more cards than the hand holds. Which cards is judged when the order is opened."""
    position = the_position(state)
    try:
        after = position.placed(body.size)
    except IllegalMove as error:
        raise Refused(Reason.ORDER_SIZE, str(error)) from None
    placing = Placing(Sealed(body.commitment, state.head), after)
    return Pending(lambda: placing)


def check_turn_entry(state: GameState, entry: Entry, body: TurnBody, _before: object) -> Pending:
    """The opening fits the seal, the cards are really there, and the turn is legal to its end."""
    deal = the_deal(state)
    position = the_position(state)
    seat = entry.seat
    hand = deal.hands[seat]
    rising = all(a < b for a, b in zip(body.positions, body.positions[1:], strict=False))
    if not rising or not set(body.positions) <= set(hand):
        raise Refused(Reason.WRONG_POSITIONS)
    if not len(body.positions) == len(body.cards) == len(body.shares):
        raise Refused(Reason.WRONG_SHARE_COUNT)
    sealed = deal.sealed[seat]
    commitment = order_commitment(
        state.table, sealed.head, seat, body.positions, body.cards, body.salt
    )
    if commitment != sealed.commitment:
        raise Refused(Reason.NOT_THE_OPENING)
    order = Order(tuple(sorted(Card(number) for number in body.cards)))
    played = play_turn(position, order, read_moves(body.moves))
    return Pending(partial(_turn, state, deal, seat, body, played))


def _turn(
    state: GameState, deal: Deal, seat: int, body: TurnBody, played: PlayedTurn
) -> PlayedTurn:
    context = share_context(state.table, state.head, state.step, StepKind.TURN, seat, seat)
    own = _checked_shares(deal, seat, body.positions, context, body.shares, body.proof)
    assert deal.deck is not None
    for place, card, share in zip(body.positions, body.cards, own, strict=True):
        try:
            found = open_card(deal.deck, place, [share, *deal.shares_for(seat, place)])
        except BadProof as error:
            raise Refused(Reason.CARD_NOT_THERE, str(error)) from None
        if found != card:
            raise Refused(Reason.CARD_NOT_THERE)
    return played


def read_moves(texts: tuple[str, ...]) -> tuple[TurnMove, ...]:
    """The moves of a turn out of their notation. Raises ``Refused``."""
    moves: list[TurnMove] = []
    for text in texts:
        try:
            move = read_move(text)
        except InvalidNotation as error:
            raise Refused(Reason.BAD_NOTATION, str(error)) from None
        if isinstance(move, Discard):
            raise Refused(Reason.ILLEGAL_MOVE, "a discard belongs to the ending phase")
        moves.append(move)
    return tuple(moves)


def play_turn(position: Position, order: Order, moves: tuple[TurnMove, ...]) -> PlayedTurn:
    """A whole turn on the position before it. Raises ``Refused``."""
    try:
        opened = position.opened(order)
    except IllegalMove as error:
        raise Refused(Reason.ILLEGAL_ORDER, str(error)) from None
    path: list[tuple[TurnMove, Position]] = []
    current = opened
    for move in moves:
        if current.turn is None:
            raise Refused(Reason.MOVES_AFTER_END)
        try:
            current = current.played(move)
        except IllegalMove as error:
            raise Refused(Reason.ILLEGAL_MOVE, str(error)) from None
        path.append((move, current))
    if current.turn is not None:
        raise Refused(Reason.TURN_NOT_ENDED)
    return PlayedTurn(order, opened, tuple(path))


def check_discard_entry(
    state: GameState, entry: Entry, body: DiscardBody, _before: object
) -> Pending:
    """The discard is one the ending phase allows."""
    position = the_position(state)
    try:
        discard = read_move(body.discard)
    except InvalidNotation as error:
        raise Refused(Reason.BAD_NOTATION, str(error)) from None
    if not isinstance(discard, Discard):
        raise Refused(Reason.ILLEGAL_DISCARD, "a move of a turn is no discard")
    try:
        after = position.played(discard)
    except IllegalMove as error:
        raise Refused(Reason.ILLEGAL_DISCARD, str(error)) from None
    return Pending(lambda: (discard, after))


def recipients(deal: Deal, seat: int) -> tuple[int, ...]:
    """The other seats that are dealt cards, rising."""
    return tuple(other for other, hand in enumerate(deal.hands) if hand and other != seat)


def the_position(state: GameState) -> Position:
    """The position, in a step that has one."""
    assert state.position is not None
    return state.position


def the_deal(state: GameState) -> Deal:
    """The deal, in a step that has one."""
    assert state.deal is not None
    return state.deal
