"""Cards, orders, moves and positions as short text (N1 to N4).

Each reader takes exactly what its writer writes: ``write(read(text)) == text`` and
``read(write(x)) == x``. Whether a move is legal is not notation's business, but a position read is
one that ``Position.check`` accepts.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from protocol.rules.cards import BOX, CARDS, NOTHING, TOKENS, Card, Counts, cards_of, counts_of
from protocol.rules.moves import (
    Decline,
    Destroy,
    Discard,
    Done,
    Move,
    Order,
    RemoveEvent,
    Steal,
    Swap,
    TakeToken,
    TurnUp,
)
from protocol.rules.position import Position
from protocol.rules.state import Phase, Placed, Standing, Turn


class InvalidNotation(ValueError):
    """The text is not what the notation would write, or the thing cannot be written."""


_SIGNS: Final = "123456789BL"
_SIGN_OF: Final = dict(zip(CARDS, _SIGNS, strict=True))
_CARD_OF: Final = dict(zip(_SIGNS, CARDS, strict=True))
_STANDING_SIGN: Final = {standing: standing.value[0] for standing in Standing}
_STANDING_OF: Final = {sign: standing for standing, sign in _STANDING_SIGN.items()}
_OVER_BY_DEFAULT: Final = "default"

_C: Final = f"([{_SIGNS}])"
_S: Final = "([0-3])"
_READERS: Final[tuple[tuple[re.Pattern[str], Callable[..., Move]], ...]] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        (f"u{_C}", lambda card: TurnUp(_CARD_OF[card])),
        ("t", TakeToken),
        (f"s{_S}", lambda seat: Steal(int(seat))),
        (f"p{_C}", lambda card: RemoveEvent(_CARD_OF[card])),
        (f"x{_S}:{_C}", lambda seat, card: Destroy(int(seat), _CARD_OF[card])),
        (
            f"w{_S}:{_C}-{_S}:{_C}",
            lambda a, card, b, other: Swap(int(a), _CARD_OF[card], int(b), _CARD_OF[other]),
        ),
        (f"d{_C}", lambda card: Decline(_CARD_OF[card])),
        (r"\.", Done),
        (f"-([{_SIGNS}]*)", lambda cards: Discard(tuple(_CARD_OF[sign] for sign in cards))),
    )
)


def write_card(card: Card) -> str:
    """One sign: a family's number, ``B`` for Barbarians, ``L`` for Lobbying (N1)."""
    return _SIGN_OF[card]


def read_card(text: str) -> Card:
    """The card of one sign. Raises ``InvalidNotation``."""
    card = _CARD_OF.get(text)
    if card is None:
        raise InvalidNotation(f"not a card: {text[:20]!r}")
    return card


def write_cards(counts: Counts) -> str:
    """Counted cards, rising; ``-`` for none (N1)."""
    return "".join(_SIGN_OF[card] for card in cards_of(counts)) or "-"


def read_cards(text: str) -> Counts:
    """Counted cards, no more of a type than in the box. Raises ``InvalidNotation``."""
    if text == "-":
        return NOTHING
    counts = counts_of(_rising(text))
    if any(number > most for number, most in zip(counts, BOX, strict=True)):
        raise InvalidNotation("more cards than in the box")
    return counts


def write_order(order: Order) -> str:
    """An order, such as ``66`` or ``2B`` (N2). Raises ``InvalidNotation`` if it is not in form."""
    text = "".join(_SIGN_OF[card] for card in order.cards)
    read_order(text)
    return text


def read_order(text: str) -> Order:
    """An order: one type or two cards of two types, rising (N2). Raises ``InvalidNotation``."""
    counts = read_cards(text)
    types = sum(1 for number in counts if number)
    if types not in (1, 2) or (types == 2 and sum(counts) != 2):
        raise InvalidNotation(f"not an order: {text[:20]!r}")
    return Order(cards_of(counts))


def write_move(move: Move) -> str:
    """A move of a turn, or a discard (N3). Raises ``InvalidNotation`` if it is not in form."""
    text = _move_text(move)
    read_move(text)
    return text


def read_move(text: str) -> Move:
    """A move of a turn, or a discard (N3). Raises ``InvalidNotation``."""
    for pattern, build in _READERS:
        found = pattern.fullmatch(text)
        if found:
            move = build(*found.groups())
            _check_form(move)
            return move
    raise InvalidNotation(f"not a move: {text[:20]!r}")


def _move_text(move: Move) -> str:
    match move:
        case TurnUp():
            return f"u{_SIGN_OF[move.card]}"
        case TakeToken():
            return "t"
        case Steal():
            return f"s{move.seat}"
        case RemoveEvent():
            return f"p{_SIGN_OF[move.card]}"
        case Destroy():
            return f"x{move.seat}:{_SIGN_OF[move.card]}"
        case Swap():
            mine = f"{move.seat}:{_SIGN_OF[move.card]}"
            return f"w{mine}-{move.other_seat}:{_SIGN_OF[move.other_card]}"
        case Decline():
            return f"d{_SIGN_OF[move.card]}"
        case Done():
            return "."
        case Discard():
            return "-" + "".join(_SIGN_OF[card] for card in move.cards)


def _check_form(move: Move) -> None:
    """One thing has one way to be written: lower seat first, cards rising."""
    if isinstance(move, Swap) and move.seat >= move.other_seat:
        raise InvalidNotation("the lower seat of a swap comes first")
    if isinstance(move, Discard) and move.cards:
        read_cards("".join(_SIGN_OF[card] for card in move.cards))


def write_position(position: Position) -> str:
    """A position as twelve fields with a space between (N4). ``ValueError`` if it cannot be."""
    position.check()
    turn = position.turn
    return " ".join(
        (
            str(position.round),
            _OVER_BY_DEFAULT if position.by_default else position.phase.value,
            "-" if position.actor is None else str(position.actor),
            "".join(map(str, position.clockwise)),
            str(position.first),
            "/".join(map(write_cards, position.fronts)),
            "".join(map(str, position.tokens)),
            "".join(_STANDING_SIGN[standing] for standing in position.standing),
            ",".join(map(str, position.penalties)),
            ",".join(map(str, position.hands)),
            ",".join(map(_write_placed, position.orders)),
            "-" if turn is None else _write_turn(turn),
        )
    )


def read_position(text: str) -> Position:
    """A position from its twelve fields (N4). Raises ``InvalidNotation``."""
    found = _POSITION.fullmatch(text)
    if not found:
        raise InvalidNotation("a position has twelve fields, see docs/rules.md, N4")
    f = found.groupdict()
    tokens = tuple(map(int, f["tokens"]))
    by_default = f["phase"] == _OVER_BY_DEFAULT
    position = Position(
        clockwise=tuple(map(int, f["clockwise"])),
        round=int(f["round"]),
        first=int(f["first"]),
        phase=Phase.OVER if by_default else Phase(f["phase"]),
        actor=None if f["actor"] == "-" else int(f["actor"]),
        fronts=tuple(map(read_cards, f["fronts"].split("/"))),
        tokens=tokens,
        bank=TOKENS - sum(tokens),
        standing=tuple(_STANDING_OF[sign] for sign in f["standing"]),
        penalties=tuple(map(int, f["penalties"].split(","))),
        orders=tuple(map(_read_placed, f["orders"].split(","))),
        turn=None if f["turn"] == "-" else _read_turn(f["turn"]),
        hands=tuple(map(int, f["hands"].split(","))),
        by_default=by_default,
    )
    try:
        written = write_position(position)
    except ValueError as error:
        raise InvalidNotation(str(error)) from error
    if written != text:
        raise InvalidNotation("a position has one way to be written")
    return position


def _write_placed(placed: Placed | None) -> str:
    return "-" if placed is None else f"{placed.size}{'+' if placed.pair_allowed else ''}"


def _read_placed(text: str) -> Placed | None:
    return None if text == "-" else Placed(int(text.rstrip("+")), text.endswith("+"))


def _write_turn(turn: Turn) -> str:
    used = counts_of(tuple(turn.used))
    return ":".join(map(write_cards, (turn.face_down, turn.waiting, used)))


def _read_turn(text: str) -> Turn:
    face_down, waiting, used = map(read_cards, text.split(":"))
    return Turn(face_down, waiting, frozenset(cards_of(used)))


def _rising(text: str) -> tuple[Card, ...]:
    cards = tuple(read_card(sign) for sign in text)
    if cards != tuple(sorted(cards)):
        raise InvalidNotation("cards are written rising")
    return cards


def _by_seat(item: str, between: str) -> str:
    return f"{item}(?:{between}{item}){{1,3}}"


_CARDS: Final = f"(?:-|[{_SIGNS}]{{1,55}})"
_PHASE_WORDS: Final = "|".join([*(phase.value for phase in Phase), _OVER_BY_DEFAULT])
_POSITION: Final = re.compile(
    " ".join(
        (
            "(?P<round>[1-8])",
            f"(?P<phase>{_PHASE_WORDS})",
            "(?P<actor>-|[0-3])",
            "(?P<clockwise>[0-3]{2,4})",
            "(?P<first>[0-3])",
            f"(?P<fronts>{_by_seat(_CARDS, '/')})",
            "(?P<tokens>[0-8]{2,4})",
            f"(?P<standing>[{''.join(_STANDING_OF)}]{{2,4}})",
            f"(?P<penalties>{_by_seat('[0-9]{1,2}', ',')})",
            f"(?P<hands>{_by_seat('[0-9]{1,2}', ',')})",
            f"(?P<orders>{_by_seat('(?:-|[0-9]{1,2}[+]?)', ',')})",
            f"(?P<turn>-|{_CARDS}:{_CARDS}:{_CARDS})",
        )
    )
)
