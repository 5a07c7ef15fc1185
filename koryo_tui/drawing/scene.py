"""What the table screen shows, as one immutable value: the scene.

The session gives views; the screen keeps what is local (the draft, how far the happenings have
been shown). From a scene the panels make lines, and nothing else feeds them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import Final

from koryo_tui.drafts.ahead import AheadDraft, Prepared, begun, question_ahead
from koryo_tui.drafts.aim import Aim
from koryo_tui.drafts.base import Draft, Watch, columns
from koryo_tui.drafts.discard import DiscardDraft
from koryo_tui.drafts.order import OrderDraft
from koryo_tui.drafts.preview import Change
from koryo_tui.drafts.turn import TurnDraft
from koryo_tui.drawing import cells, waits
from koryo_tui.drawing.lines import ASCII_GLYPHS, Glyphs
from koryo_tui.drawing.waits import Waits
from koryo_tui.keys import Keys
from koryo_tui.text import labels, phrases, words
from koryo_tui.text.sentences import sentences
from koryo_tui.text.waiting import Waiting
from koryo_tui.text.words import Names
from protocol.peer.questions import DiscardQuestion, OrderQuestion, Question, TurnQuestion
from protocol.peer.view import (
    Doing,
    Happening,
    LinkEnd,
    LinkState,
    MovePlayed,
    OrderOpened,
    SeatView,
    TableView,
)
from protocol.rules import NOTHING, Counts, Order, Phase, Position, Standing, counts_of


class Over(Enum):
    """What is open over the table, whose keys do nothing meanwhile but those named here."""

    NOTHING = "nothing"
    PAGE = "page"
    """The keys of the other pages open them."""
    WINDOW = "window"


@dataclass(frozen=True, slots=True)
class Note:
    """One sentence in the place of the prompt until the next key: why a key did nothing
    (``trouble``), or what has been done."""

    text: str
    trouble: bool = True


@dataclass(frozen=True, slots=True)
class Spoken:
    """A line of table talk, heard when ``after`` happenings had been shown."""

    after: int
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Held:
    """What this seat was dealt in a round, all of it, and the order it placed of that."""

    round: int
    hand: Counts | None
    order: Order | None

    @classmethod
    def of(cls, view: TableView) -> Held | None:
        """What a view tells of its round; None before anybody has a place."""
        position = view.position
        return None if position is None else cls(position.round, view.hand, view.order)


@dataclass(frozen=True)
class Scene:
    """A moment of the table screen.

    ``shown``: how many happenings of the view have been shown. ``is_playing``: the position of
    the last one shown is on the screen and nothing can be decided. ``log``: one line for each
    happening shown. ``now``: monotonic seconds. ``waits``: since when seats have been awaited, and
    ``since``: the same for the wait on the screen, as a time of day. ``kept``: what is prepared
    for the next decision. ``spoken``: the talk heard, without the lines of the ``muted``.
    ``may_again``: another game with the same players can be had after this one. ``may_replay``:
    its record is here. ``may_hint``: hints are given. ``earlier``: what this seat held a round ago.
    """

    view: TableView
    shown: int
    draft: Draft = field(default_factory=Watch)
    is_playing: bool = False
    log: tuple[str, ...] = ()
    note: Note | None = None
    now: float = 0.0
    waits: Waits = field(default_factory=Waits)
    since: str = ""
    kept: Prepared | None = None
    spoken: tuple[Spoken, ...] = ()
    muted: frozenset[int] = frozenset()
    keys: Keys = field(default_factory=Keys)
    glyphs: Glyphs = ASCII_GLYPHS
    may_again: bool = False
    may_replay: bool = False
    may_hint: bool = False
    earlier: Held | None = None
    over: Over = Over.NOTHING

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
        if isinstance(self.active, TurnDraft):
            return self.active.position
        return self.view.position

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """The seats from left to right: the own one, then as they play."""
        view, position = self.view, self.position
        others = (each.seat for each in view.seats if each.seat != view.you)
        return (view.you, *others) if position is None else columns(position, view.you)

    @property
    def active(self) -> Draft:
        """The draft whose choices are on the screen: of the decision due, or one prepared."""
        return self.draft.inner if isinstance(self.draft, AheadDraft) else self.draft

    @property
    def actor(self) -> int | None:
        """Whose decision is due, whatever is being prepared here."""
        is_ahead = self.is_preparing and not self.is_playing
        position = self.view.position if is_ahead else self.position
        return None if position is None else position.actor

    @property
    def is_preparing(self) -> bool:
        """Whether a decision that is not due yet is being prepared."""
        return isinstance(self.draft, AheadDraft)

    @cached_property
    def before(self) -> Position | None:
        """While a move is played, the position before it."""
        return self.last.before if isinstance(self.last, MovePlayed) else None

    @cached_property
    def aim(self) -> Aim | None:
        """The choice of a place that is under way."""
        draft = self.active
        return draft.aim if isinstance(draft, TurnDraft) and not self.is_playing else None

    @cached_property
    def change(self) -> Change | None:
        """What the choice under way would change."""
        if isinstance(self.active, OrderDraft | TurnDraft | DiscardDraft):
            return self.active.change
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
        if isinstance(self.active, TurnDraft) and not self.is_playing:
            found[self.view.you] = self.active.question.order
        return found

    @cached_property
    def _held(self) -> Held:
        """What this seat holds at the moment on the screen, which may lie in the past."""
        now, position = Held.of(self.view), self.position
        if not self.is_playing or now is None or position is None:
            return Held(0, self.view.hand, self.view.order)
        known = (each for each in (now, self.earlier) if each and each.round == position.round)
        found = next(known, None)
        if found is None or position.phase in (Phase.DEAL, Phase.OVER):
            return Held(position.round, None, None)
        is_placed = position.phase is not Phase.ORDER or position.orders[self.view.you] is not None
        return found if is_placed else replace(found, order=None)

    @property
    def order(self) -> Order | None:
        """The own order of the round on the screen, once it is placed there."""
        return self._held.order

    @cached_property
    def hand(self) -> Counts | None:
        """What is left of the hand: all of it, or after sealing what was not played."""
        hand, order = self._held.hand, self._held.order
        if hand is None or order is None:
            return hand
        placed = counts_of(order.cards)
        return tuple(max(h - p, 0) for h, p in zip(hand, placed, strict=True))

    @cached_property
    def chosen(self) -> Counts:
        """Cards chosen in the draft of an order or of a discard."""
        active = self.active
        if self.is_playing:
            return NOTHING
        return active.chosen if isinstance(active, OrderDraft | DiscardDraft) else NOTHING

    @cached_property
    def silent(self) -> tuple[int, ...]:
        """About whom to ask whether to go on without them."""
        return self.waits.silent(self.view, self.now)

    @cached_property
    def stuck(self) -> tuple[int, ...]:
        """The seats that are away, if the table can do nothing but wait for them."""
        return self.waits.stuck(self.view, self.now)

    @cached_property
    def may_be_left(self) -> tuple[int, ...]:
        """The seats on which a vote is possible here."""
        return self.waits.may_be_left(self.view, self.now)

    @property
    def waiting(self) -> Waiting:
        """What the prompt says beside the view while nothing is to be decided here."""
        question = question_ahead(self.view)
        return Waiting(
            self.now,
            self.silent,
            self.since,
            None if question is None else _PHASES[type(question)],
            self.may_again,
            has_kept=self.kept is not None,
            lost=waits.lost(self.view),
            closed=waits.closed(self.view),
            stuck=self.stuck,
        )

    @cached_property
    def feed(self) -> tuple[tuple[str, bool], ...]:
        """The log and the talk as they came: each line, and whether it was spoken."""
        found: list[tuple[str, bool]] = []
        heard = [each for each in self.spoken if each.seat not in self.muted]
        for index in range(len(self.log) + 1):
            found += [(self.talk_line(each), True) for each in heard if each.after == index]
            found += [(text, False) for text in self.log[index : index + 1]]
        return tuple(found)

    def talk_line(self, spoken: Spoken) -> str:
        """A line of talk with who said it."""
        return phrases.LINE.format(name=self.names.first(spoken.seat), words=spoken.text)


_PHASES: Final[dict[type[Question], Phase]] = {
    OrderQuestion: Phase.ORDER,
    TurnQuestion: Phase.ACTION,
    DiscardQuestion: Phase.ENDING,
}


def draft_of(
    question: Question | None,
    card_row: Draft,
    kept: Prepared | None = None,
    *,
    confirm: bool = True,
) -> Draft:
    """A draft for a question, begun with what was ``kept`` for it; without a question, a mark on
    the row where ``card_row`` has it. ``confirm``: victims and swaps ask twice."""
    match question:
        case OrderQuestion() | TurnQuestion() | DiscardQuestion():
            return begun(question, kept, confirm=confirm)
        case None:
            return Watch(card_row.card)


def log_line(happening: Happening, names: Names) -> str:
    """A happening in one line: what happened, and what it changed."""
    return words.together(sentences(happening, names))


def is_own(happening: Happening, you: int) -> bool:
    """Whether it needs no showing, since this seat's player has done it here."""
    return getattr(happening, "seat", None) == you


def seat_word(scene: Scene, seat: int, room: int = 11) -> tuple[str, bool]:
    """What a seat is doing or what is wrong with it, its mark first, in at most ``room`` cells, of
    which there are 11 or more; and whether it is trouble."""
    view, shown = scene.view, scene.view.seats[seat]
    position = scene.position
    absent = position is not None and position.standing[seat] is Standing.ABSENT
    time = words.seconds(scene.now - shown.link_since)
    if scene.is_playing or (view.alone and seat == view.you):
        # What they do now is not what is on the screen, and nothing is done for nobody.
        shown = replace(shown, doing=Doing.IDLE)
    word = state_word(shown, absent, time, room)
    agreeing = waits.agreeing(view, seat)
    if agreeing and seat in view.can_leave_out and shown.fault is None and not shown.left:
        number = len(waits.asked(view, seat))
        word = labels.VOTED.format(number=len(agreeing), of=number)
    return word, word[0] in "x!?"


def state_word(seat: SeatView, absent: bool, clock: str, room: int = 11) -> str:
    """What a seat is doing or what is wrong with it, votes aside, in at most ``room`` cells.

    ``clock`` is how long its link has been lost, which is told where there is room.
    """
    if seat.fault is not None:
        return labels.AT_FAULT
    if seat.left and not seat.returns:
        return labels.HAS_LEFT
    if seat.link is LinkState.LOST:
        is_closed = seat.link_ended is LinkEnd.CLOSED
        word = (labels.CLOSED_FOR if is_closed else labels.LOST_FOR).format(time=clock)
        shorter = labels.CLOSED if is_closed else labels.LINKS[LinkState.LOST]
        return word if cells.width(word) <= room else shorter
    if seat.returns:
        return labels.RETURNS
    if absent:
        return labels.ABSENT
    return labels.DOING.get(seat.doing, labels.LINKS[seat.link])
