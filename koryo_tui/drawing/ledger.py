"""The ledger: types of cards as rows, seats as columns, the own column first, the hand last.

Marks: ``*`` leads, ``=`` tied, ``o`` tied with the power by the Omniscient, ``@`` first player,
``>`` to act or marked, ``< >`` aimed at, ``: :`` can be aimed at, ``[ ]`` chosen or face down,
``( )`` just changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from koryo_tui.drafts.base import Cell
from koryo_tui.drafts.discard import DiscardDraft
from koryo_tui.drafts.order import OrderDraft
from koryo_tui.drawing import cells
from koryo_tui.drawing.lines import Line, Lines, Span, Tone
from koryo_tui.drawing.scene import Scene, seat_word
from koryo_tui.drawing.told_apart import told_apart
from koryo_tui.text import labels, words
from protocol.rules import (
    CARDS,
    EVENTS,
    Card,
    Counts,
    Phase,
    Position,
    cards_of,
    counts_of,
    holder,
)

HEIGHT: Final = 17
_LABEL: Final = 17
_HAND: Final = 9
_WIDEST: Final = 18
_HEADER_ROWS: Final = 2
#: What stands before a name: whether it acts, and whether it is first.
_MARKS: Final = ">@"
_TOKEN_ROW: Final = _HEADER_ROWS + len(CARDS) + 2


@dataclass(frozen=True, slots=True)
class Grid:
    """Where the columns are: ``seats`` from left to right, each ``column`` cells wide."""

    seats: tuple[int, ...]
    column: int

    @classmethod
    def of(cls, scene: Scene, width: int) -> Grid:
        """The columns of a scene in ``width`` cells."""
        number = len(scene.view.seats)
        return cls(scene.seats, min((width - _LABEL - _HAND) // number, _WIDEST))

    def cell_at(self, x: int, y: int) -> Cell | None:
        """The place at cell ``x`` of row ``y``, or None; the label and the hand are your column."""
        index = (x - _LABEL) // self.column if x >= _LABEL else 0
        seat = self.seats[index] if index < len(self.seats) else self.seats[0]
        row = y - _HEADER_ROWS
        if 0 <= row < len(CARDS):
            return Cell(seat, CARDS[row])
        return Cell(seat, None) if y == _TOKEN_ROW else None

    @staticmethod
    def page_at(y: int) -> str | None:
        """The page that a click in row ``y`` opens: players from the heads of the columns, scores
        from the influence."""
        return {0: "players", 1: "players", HEIGHT - 1: "scores"}.get(y)


def ledger(scene: Scene, width: int) -> Lines:
    """The 17 lines of the ledger, each ``width`` cells."""
    grid = Grid.of(scene, width)
    position = scene.position
    rows = [_names_row(scene, grid), _states_row(scene, grid)]
    rows += [_card_row(scene, grid, position, card) for card in CARDS]
    rows += [
        _row(scene, labels.IN_FRONT, grid, [_in_front(position, seat) for seat in grid.seats]),
        _row(scene, labels.ORDER, grid, [_order(scene, position, seat) for seat in grid.seats]),
        _row(scene, labels.TOKENS, grid, [_tokens(scene, position, seat) for seat in grid.seats]),
        _row(
            scene,
            labels.INFLUENCE,
            grid,
            [_influence(scene, position, seat) for seat in grid.seats],
        ),
    ]
    return tuple(line.fitted(width) for line in rows)


def _names_row(scene: Scene, grid: Grid) -> Line:
    position = scene.position
    # A blank stays free behind each of them.
    names = told_apart(scene.names, grid.column - len(_MARKS) - 1)
    spans = [Span(" " * _LABEL)]
    for seat in grid.seats:
        acts = scene.actor == seat
        first = scene.view.position is not None and position is not None and position.first == seat
        text = f"{'>' if acts else ' '}{'@' if first else ' '}{names.first(seat)}"
        spans.append(Span(cells.pad(text, grid.column), Tone.STRONG if acts else Tone.TITLE))
    return with_hand(scene, spans, _hand_title(scene), Tone.TITLE)


def _hand_title(scene: Scene) -> str:
    if scene.hand is None:
        return labels.HAND
    if scene.order is not None:
        return labels.UNUSED
    return labels.HAND_OF.format(number=sum(scene.hand))


def _states_row(scene: Scene, grid: Grid) -> Line:
    spans = [Span(" " * _LABEL)]
    for seat in grid.seats:
        word, is_trouble = seat_word(scene, seat, grid.column - 1)
        tone = Tone.BAD if is_trouble else Tone.QUIET
        # Under the name, or as far to the left of that as leaves a blank behind it.
        indent = " " * min(grid.column - cells.width(word) - 1, len(_MARKS))
        spans.append(Span(cells.fit(indent + word, grid.column), tone))
    unused = scene.hand is not None and scene.order is not None
    return with_hand(
        scene, spans, str(sum(scene.hand)) if unused and scene.hand else "", Tone.QUIET
    )


def _card_row(scene: Scene, grid: Grid, position: Position | None, card: Card) -> Line:
    marked = scene.draft.card is card and not scene.is_playing
    label = f"{'>' if marked else ' '}{words.KEYS[card]} {words.many(card)}"
    spans = [Span(cells.fit(label, _LABEL), Tone.CURSOR if marked else Tone.PLAIN)]
    for seat in grid.seats:
        spans += _card_cell(scene, position, Cell(seat, card), grid.column)
    return with_hand(scene, spans, *_in_hand(scene, card))


def _card_cell(scene: Scene, position: Position | None, cell: Cell, width: int) -> list[Span]:
    card, seat = cell.card, cell.seat
    assert card is not None
    number = 0 if position is None else position.fronts[seat][card]
    mark, tone = _standing(position, card, seat)
    opened, closed, tone = _brackets(scene, cell, tone)
    text = f"  {opened}{number or '.'}{closed}{mark} {_delta(scene, cell)}"
    return [Span(cells.fit(text, width), tone)]


def _standing(position: Position | None, card: Card, seat: int) -> tuple[str, Tone]:
    """The mark of a count: whether it leads, and whether that is worth points."""
    if position is None or not position.fronts[seat][card]:
        return " ", Tone.QUIET
    if card in EVENTS:
        return "!", Tone.EVENT
    most = max(front[card] for front in position.fronts)
    if position.fronts[seat][card] < most:
        return " ", Tone.PLAIN
    if holder(position.fronts, card, omniscient=False) == seat:
        return "*", Tone.LEAD
    return ("o", Tone.LEAD) if position.holder(card) == seat else ("=", Tone.TIED)


def _brackets(scene: Scene, cell: Cell, tone: Tone) -> tuple[str, str, Tone]:
    """What stands round a count: the aim, what is chosen, or that it has just changed."""
    aim, before, now = scene.aim, scene.before, scene.position
    if aim is not None:
        if cell == aim.cursor:
            return "<", ">", Tone.CURSOR
        if cell == aim.first:
            return "[", "]", Tone.CHOSEN
        return (":", ":", tone) if cell in aim.legal else (" ", " ", Tone.QUIET)
    if before is not None and now is not None and _count(before, cell) != _count(now, cell):
        return "(", ")", Tone.FRESH
    return " ", " ", tone


def _count(position: Position, cell: Cell) -> int:
    held = position.fronts[cell.seat]
    return position.tokens[cell.seat] if cell.card is None else held[cell.card]


def _delta(scene: Scene, cell: Cell) -> str:
    """What the draft would add to the own front, or take from it."""
    card = cell.card
    if cell.seat != scene.view.you or card is None or not scene.chosen[card]:
        return ""
    sign = "-" if isinstance(scene.active, DiscardDraft) else "+"
    return f"{sign}{scene.chosen[card]}"


def _in_hand(scene: Scene, card: Card) -> tuple[str, Tone]:
    if scene.hand is None:
        return "", Tone.QUIET
    held = scene.hand[card]
    chosen = scene.chosen[card] if isinstance(scene.active, OrderDraft) else 0
    if chosen:
        return f"{held} [{chosen}]", Tone.CHOSEN
    quiet = not held or scene.order is not None
    return str(held or "."), Tone.QUIET if quiet else Tone.STRONG


def with_hand(scene: Scene, spans: list[Span], text: str, tone: Tone) -> Line:
    """A row with what stands in the column of the hand: at most 7 cells."""
    bar = f"{scene.glyphs.upright} "
    return Line((*spans, Span(bar, Tone.QUIET), Span(cells.fit(text, _HAND - 2), tone)))


def _row(scene: Scene, label: str, grid: Grid, row: list[tuple[str, Tone]]) -> Line:
    spans = [Span(cells.fit(f"  {label}", _LABEL), Tone.QUIET)]
    spans += [Span(cells.fit(f"  {text}", grid.column), tone) for text, tone in row]
    return with_hand(scene, spans, "", Tone.QUIET)


def _in_front(position: Position | None, seat: int) -> tuple[str, Tone]:
    if position is None:
        return "", Tone.QUIET
    number, limit = sum(position.fronts[seat]), position.limit
    senators = position.has_power(seat, Card.SENATOR)
    text = f" {number}/{limit}{'+2' if senators else ''}"
    if number > limit + (2 if senators else 0):
        return f"{text} !", Tone.BAD
    return text, Tone.PLAIN


def _order(scene: Scene, position: Position | None, seat: int) -> tuple[str, Tone]:
    """A seat's order: awaited, sealed, or opened with what is still face down in brackets."""
    if position is None:
        return "", Tone.QUIET
    placed = position.orders[seat]
    opened = scene.opened.get(seat)
    own = scene.order if seat == scene.view.you else None
    if opened is not None:
        down = position.turn.face_down if position.turn and position.actor == seat else None
        return _opened_order(counts_of(opened.cards), down), Tone.PLAIN
    if placed is not None:
        return f"[{words.typed(own.cards) if own is not None else '#' * placed.size}]", Tone.CHOSEN
    awaited = position.phase is Phase.ORDER and not position.standing[seat].is_missing
    return ("...", Tone.QUIET) if awaited else ("", Tone.QUIET)


def _opened_order(order: Counts, down: Counts | None) -> str:
    if down is None or not any(down):
        return f" {words.typed(cards_of(order))}"
    turned = tuple(all_ - hidden for all_, hidden in zip(order, down, strict=True))
    return f"{words.typed(cards_of(turned)) or ''}[{words.typed(cards_of(down))}]"


def _tokens(scene: Scene, position: Position | None, seat: int) -> tuple[str, Tone]:
    if position is None:
        return "", Tone.QUIET
    opened, closed, tone = _brackets(scene, Cell(seat, None), Tone.PLAIN)
    return f"{opened}{position.tokens[seat]}{closed}", tone


def _influence(scene: Scene, position: Position | None, seat: int) -> tuple[str, Tone]:
    if position is None:
        return "", Tone.QUIET
    now = position.influence()
    change = scene.change if not scene.is_playing else None
    if change is not None:
        before, after = change.influence()[seat]
        if before != after:
            return f" {before} -> {after}", Tone.CHOSEN
    return f" {now[seat]}", Tone.STRONG if now[seat] == max(now) else Tone.PLAIN
