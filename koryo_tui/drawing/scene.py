"""What the table screen shows, as one immutable value: the scene.

The session gives views; the screen keeps what is local (the draft, how far the happenings have
been shown). From a scene the panels make lines, and nothing else feeds them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from koryo_tui.drafts.aim import Aim
from koryo_tui.drafts.base import Draft, Watch
from koryo_tui.drafts.discard import DiscardDraft
from koryo_tui.drafts.order import OrderDraft
from koryo_tui.drafts.preview import Change
from koryo_tui.drafts.turn import TurnDraft
from koryo_tui.text.sentences import sentences
from koryo_tui.text.words import Names
from protocol.peer.questions import DiscardQuestion, OrderQuestion, Question, TurnQuestion
from protocol.peer.view import (
    Doing,
    Happening,
    LinkState,
    MovePlayed,
    OrderOpened,
    SeatView,
    TableView,
)
from protocol.rules import NOTHING, Counts, Order, Position, counts_of


@dataclass(frozen=True)
class Scene:
    """A moment of the table screen.

    ``shown``: how many happenings of the view have been shown. ``is_playing``: the position of
    the last one shown is on the screen and nothing can be decided. ``log``: one line for each
    happening shown. ``note``: why the last key did nothing. ``now``: monotonic seconds.
    """

    view: TableView
    shown: int
    draft: Draft = field(default_factory=Watch)
    is_playing: bool = False
    log: tuple[str, ...] = ()
    note: str | None = None
    now: float = 0.0

    @cached_property
    def names(self) -> Names:
        """How the seats are called."""
        return Names.of(self.view)

    @property
    def _newest_first(self) -> Iterator[Happening]:
        return reversed(self.view.happenings[: self.shown])

    @cached_property
    def last(self) -> Happening | None:
        """The happening on the screen while others' moves are played."""
        return self.view.happenings[self.shown - 1] if self.is_playing and self.shown else None

    @cached_property
    def position(self) -> Position | None:
        """The position on the screen; None before anybody has a place."""
        if self.is_playing:
            told = (getattr(each, "position", None) for each in self._newest_first)
            return next((position for position in told if position), self.view.position)
        if isinstance(self.draft, TurnDraft):
            return self.draft.position
        return self.view.position

    @cached_property
    def before(self) -> Position | None:
        """While a move is played, the position before it."""
        return self.last.before if isinstance(self.last, MovePlayed) else None

    @cached_property
    def aim(self) -> Aim | None:
        """The choice of a place that is under way."""
        return self.draft.aim if isinstance(self.draft, TurnDraft) else None

    @cached_property
    def change(self) -> Change | None:
        """What the choice under way would change."""
        if isinstance(self.draft, OrderDraft | TurnDraft | DiscardDraft):
            return self.draft.change
        return None

    @cached_property
    def opened(self) -> dict[int, Order]:
        """The orders opened in the round on the screen, by seat; your own draft turn included."""
        position = self.position
        found = {
            happening.seat: happening.order
            for happening in self.view.happenings[: self.shown]
            if isinstance(happening, OrderOpened)
            and position is not None
            and happening.round == position.round
        }
        if isinstance(self.draft, TurnDraft):
            found[self.view.you] = self.draft.question.order
        return found

    @cached_property
    def hand(self) -> Counts | None:
        """What is left of the hand: all of it, or after sealing what was not played."""
        if self.view.hand is None or self.view.order is None:
            return self.view.hand
        placed = counts_of(self.view.order.cards)
        return tuple(max(h - p, 0) for h, p in zip(self.view.hand, placed, strict=True))

    @cached_property
    def chosen(self) -> Counts:
        """Cards chosen in the draft of an order or of a discard."""
        return self.draft.chosen if isinstance(self.draft, OrderDraft | DiscardDraft) else NOTHING


def draft_of(question: Question | None, card_row: Draft) -> Draft:
    """A fresh draft for a question; without one, a mark on the row where ``card_row`` has it."""
    match question:
        case OrderQuestion():
            return OrderDraft.begin(question)
        case TurnQuestion():
            return TurnDraft.begin(question)
        case DiscardQuestion():
            return DiscardDraft.begin(question)
        case None:
            return Watch(card_row.card)


def log_line(happening: Happening, names: Names) -> str:
    """A happening in one line: what happened, and what it changed."""
    return " ".join(sentences(happening, names))


def is_own(happening: Happening, you: int) -> bool:
    """Whether it needs no showing, since this seat's player has done it here."""
    return getattr(happening, "seat", None) == you


_DOING = {
    Doing.CHOOSING: "~ choosing",
    Doing.WORKING: "~ working",
    Doing.CHECKING: "~ checking",
    Doing.READY: "= ready",
}
_LINKS = {
    LinkState.SELF: "= here",
    LinkState.DIRECT: "= linked",
    LinkState.RELAYED: "= relayed",
    LinkState.LOST: "x lost",
}


def state_word(seat: SeatView, absent: bool, clock: str) -> str:
    """What a seat is doing or what is wrong with it, in at most 11 cells, mark first.

    ``clock`` is how long its link has been lost.
    """
    if seat.fault is not None:
        return "! at fault"
    if seat.left:
        return "x left"
    if seat.link is LinkState.LOST:
        return f"x lost {clock}"
    if absent:
        return "x absent"
    return _DOING.get(seat.doing, _LINKS[seat.link])
