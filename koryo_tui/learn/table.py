"""The table of the guided game: a ``TablePort`` over the rules alone, with two computer players.

The game stands still while a lesson is to be read, and after three rounds it ends.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from koryo_tui.bots.registry import make_bot
from koryo_tui.bots.sight import Sight, question_at, seen_by
from koryo_tui.learn.lessons import Moment, due
from koryo_tui.learn.plan import Showing, arranged
from koryo_tui.text import lessons
from koryo_tui.text.lessons import Lesson
from koryo_tui.text.words import Names
from protocol.log.messages import StepKind
from protocol.peer.questions import (
    ChooseDiscard,
    Decision,
    PlaceOrder,
    PlayTurn,
    Question,
)
from protocol.peer.view import (
    Doing,
    Happening,
    LinkState,
    MovePlayed,
    OrderOpened,
    OrderPlaced,
    RoundDealt,
    RoundEnded,
    SeatView,
    TableView,
)
from protocol.rules import (
    Counts,
    Deal,
    Discard,
    Done,
    Order,
    Phase,
    Position,
    Referee,
    TurnMove,
    outcome,
)

YOU: Final = 0
SEATS: Final = 3
#: What the deals of the guided game are named, as far as they are not planned.
DEAL: Final = "koryo"
#: Who plays against a beginner, with as much time as it wants, so that the game stays the same.
RIVAL: Final = "easy"
_UNHURRIED: Final = 60.0
#: More cards than this explained before one decision are too much; what is only good to know waits
#: for the next. Before the first there is much else to read.
_LESSONS_AT_ONCE: Final = 3
_LESSONS_AT_FIRST: Final = 2
_KINDS: Final = {
    Phase.DEAL: StepKind.SHUFFLE,
    Phase.ORDER: StepKind.ORDER,
    Phase.ACTION: StepKind.TURN,
    Phase.ENDING: StepKind.DISCARD,
    Phase.OVER: None,
}


class LearnTable:
    """``on_change`` is called after the view or the lesson has changed."""

    RIVALS: Final = lessons.RIVALS

    def __init__(
        self, name: str, deal: str = DEAL, on_change: Callable[[], None] = lambda: None
    ) -> None:
        self.lesson: Lesson | None = None
        """To be read before the game goes on: then call ``read``."""
        self.on_change = on_change
        self._names = (name, *lessons.RIVALS)
        self._deal = deal
        self._minds = tuple(Showing(make_bot(RIVAL, f"{deal} {seat}")) for seat in range(SEATS))
        start = Position.start(tuple(range(SEATS)), YOU)
        self._game = Referee.start(start.clockwise, YOU, arranged(start, deal))
        self._end: Position | None = None
        real = self._dealt = self._game.position
        self._happenings: tuple[Happening, ...] = (RoundDealt(1, real.deal_sizes(), real),)
        self._told = 0
        self._seen: frozenset[str] = frozenset()
        self._at_once = 0
        self._hand: Counts | None = None
        self._order: Order | None = None
        self._go_on()

    @property
    def seen(self) -> frozenset[str]:
        """The lessons that have been read or are on show."""
        return self._seen

    def read(self) -> None:
        """The lesson has been read: the game goes on."""
        self.lesson = None
        self._go_on()
        self.on_change()

    # TablePort

    def view(self) -> TableView:
        position, actor = self._position, self._game.position.actor
        asked = () if self._end is not None or actor is None else (actor,)
        hand = self._hand
        if hand is None and self._end is None and position.phase is Phase.ORDER:
            hand = self._game.hand(YOU)
        return TableView(
            table=bytes(32),
            you=YOU,
            seats=tuple(self._seat(seat, asked) for seat in range(SEATS)),
            step=len(self._happenings),
            kind=_KINDS[position.phase],
            waiting_for=asked,
            position=position,
            hand=hand,
            order=self._order,
            deck=None,
            question=self._question if self.lesson is None else None,
            happenings=self._happenings,
            # The result is shown once the last lesson has been read.
            outcome=outcome(self._end) if self._end is not None and self.lesson is None else None,
            results=(),
            stopped=None,
        )

    def decide(self, decision: Decision) -> None:
        if isinstance(decision, PlaceOrder):
            hand = self._game.hand(YOU)
            self._play(decision)
            self._hand, self._order = hand, decision.order
        else:
            self._play(decision)
        self._at_once = 0
        self._go_on()
        self.on_change()

    async def leave(self) -> None:
        """Nobody is to be told."""

    async def close(self) -> None:
        """Nothing is kept."""

    def agree(self, seat: int) -> None:
        """Nobody is ever silent here."""

    def disagree(self, seat: int) -> None:
        """Nobody is ever silent here."""

    def end_alone(self) -> None:
        """Nobody ever leaves here."""

    def say(self, text: str) -> None:
        """Nobody would answer."""

    def phrase(self, code: str) -> None:
        """Nobody would answer."""

    def pause(self, on: bool) -> None:
        """The game waits for the learner anyway."""

    def open_hands(self) -> None:
        """There is no record of this game."""

    @property
    def record(self) -> None:
        """There is none."""

    # The game

    @property
    def _position(self) -> Position:
        """As everybody knows it: a turn becomes known as a whole."""
        if self._end is not None:
            return self._end
        real = self._game.position
        return replace(real, turn=None) if real.phase is Phase.ACTION else real

    @property
    def _question(self) -> Question | None:
        real = self._game.position
        if real.actor != YOU or self._end is not None:
            return None
        return question_at(real, self._game.hand(YOU), self._game.order(YOU))

    def _sight(self, seat: int) -> Sight:
        """What a seat that is to decide knows."""
        game = self._game
        order = game.order(seat)
        deal = next(each for each in reversed(game.record.actions) if isinstance(each, Deal))
        hand = deal.hands[seat]
        assert hand is not None
        return Sight(
            question_at(game.position, game.hand(seat), order),
            hand,
            order,
            self._dealt,
            seen_by(seat, game.record.actions),
            _UNHURRIED,
        )

    def _go_on(self) -> None:
        """The others play until a lesson is due, the learner is asked, or it is over."""
        while True:
            if self._teach():
                return
            actor = self._game.position.actor
            if self._end is not None or actor is None or actor == YOU:
                return
            self._play(self._minds[actor].decide(self._sight(actor)))

    def _teach(self) -> bool:
        moment = Moment(
            position=self._position,
            you=YOU,
            names=Names(self._names, YOU),
            new=self._happenings[self._told :],
            asked=self._question is not None,
            hand=self._game.hand(YOU),
            order=self._game.order(YOU),
            is_over=self._end is not None,
        )
        is_first = moment.position.round == 1
        most = _LESSONS_AT_FIRST if is_first else _LESSONS_AT_ONCE
        lesson = due(moment, self._seen, is_enough=self._at_once >= most)
        if lesson is None:
            self._told = len(self._happenings)
            return False
        self._at_once += moment.asked and not lessons.is_phase(lesson)
        self._seen |= {lesson.id}
        self.lesson = lesson
        return True

    def _play(self, decision: Decision) -> None:
        match decision:
            case PlaceOrder():
                self._play_one(decision.order)
            case PlayTurn():
                self._play_turn(decision.moves)
            case ChooseDiscard():
                self._play_one(decision.discard)

    def _play_one(self, decision: Order | Discard) -> None:
        before = self._game.position
        seat = before.actor
        assert seat is not None
        self._game = self._played(decision)
        after = self._after(before)
        if isinstance(decision, Order):
            told: Happening = OrderPlaced(before.round, seat, len(decision.cards), after)
        else:
            told = MovePlayed(before.round, seat, decision, before, after)
        self._tell(before, told)

    def _play_turn(self, moves: tuple[TurnMove, ...]) -> None:
        opened = self._game.position
        seat = opened.actor
        assert seat is not None
        order = self._game.order(seat)
        assert order is not None
        told: list[Happening] = [OrderOpened(opened.round, seat, order, opened)]
        for move in moves:
            before = self._game.position
            self._game = self._played(move)
            after = self._after(before) if isinstance(move, Done) else self._game.position
            told.append(MovePlayed(opened.round, seat, move, before, after))
        self._tell(opened, *told)

    def _played(self, decision: Order | TurnMove | Discard) -> Referee:
        """The game after it; if a round begins, with the deal that is due then."""
        after = replace(self._game, shuffle=tuple).play(decision)
        if after.position.round == self._game.position.round:
            return after
        shuffle = arranged(_before_deal(after.position), self._deal)
        return replace(self._game, shuffle=shuffle).play(decision)

    def _after(self, before: Position) -> Position:
        """The position now; at the end of a round the one before the next deal."""
        real = self._game.position
        if real.round == before.round:
            return self._position
        return _before_deal(real)

    def _tell(self, before: Position, *told: Happening) -> None:
        real = self._game.position
        self._happenings += told
        if real.round == before.round:
            return
        after = self._after(before)
        if before.round == lessons.ROUNDS:
            self._end = replace(after, round=before.round, phase=Phase.OVER)
            self._happenings += (RoundEnded(before.round, self._end),)
            return
        self._hand = self._order = None
        self._dealt = real
        self._happenings += (
            RoundEnded(before.round, after),
            RoundDealt(real.round, real.deal_sizes(), real),
        )

    def _seat(self, seat: int, asked: tuple[int, ...]) -> SeatView:
        return SeatView(
            seat=seat,
            name=self._names[seat],
            identity=bytes([seat + 1]) * 32,
            link=LinkState.SELF,
            link_since=0.0,
            doing=Doing.CHOOSING if seat in asked else Doing.IDLE,
            left=False,
            fault=None,
        )


def _before_deal(dealt: Position) -> Position:
    return replace(dealt, phase=Phase.DEAL, actor=None, hands=(0,) * SEATS)
