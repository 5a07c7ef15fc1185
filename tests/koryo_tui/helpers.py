"""A table without a network: the real rules behind the port, and the screen read as text."""

from __future__ import annotations

import asyncio
import hashlib
import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.pilot import Pilot

from koryo_tui.app import KoryoApp
from koryo_tui.drawing import asking
from koryo_tui.drawing.cells import width as cell_width
from koryo_tui.drawing.frame import Frame
from koryo_tui.drawing.scene import Scene
from koryo_tui.look import Look
from koryo_tui.port import Again, Stage
from koryo_tui.screens.table import TableScreen
from protocol.log.messages import StepKind
from protocol.peer.questions import (
    ChooseDiscard,
    Decision,
    DiscardQuestion,
    OrderQuestion,
    PlaceOrder,
    PlayTurn,
    Question,
    TurnQuestion,
)
from protocol.peer.talk import TooMuchTalk
from protocol.peer.view import (
    DeckView,
    Doing,
    HandView,
    Happening,
    LinkEnd,
    LinkState,
    MovePlayed,
    OrderOpened,
    OrderPlaced,
    RoundDealt,
    RoundEnded,
    SeatView,
    SignedStep,
    TableView,
    TalkView,
    VoteView,
)
from protocol.rules import (
    NOTHING,
    Card,
    Counts,
    Discard,
    Done,
    Order,
    Phase,
    Placed,
    Position,
    Referee,
    TurnMove,
    add,
    counts_of,
    outcome,
)

if TYPE_CHECKING:
    # The computer players' own rules take a while to load, and few tests ask for them.
    from koryo_tui.advising import Adviser
    from koryo_tui.bots.advice import Hint
    from koryo_tui.bots.sight import Sight

NAMES = ("Ada", "Olena", "Marco", "Wei")
STILL = Look(
    theme="ansi-dark",
    pace=0,
    clock=lambda: 100.0,
    attention=lambda app, mine: None,
    wall=lambda: "",
)
_KINDS = {
    Phase.DEAL: StepKind.SHUFFLE,
    Phase.ORDER: StepKind.ORDER,
    Phase.ACTION: StepKind.TURN,
    Phase.ENDING: StepKind.DISCARD,
}


def cards(text: str) -> Counts:
    """Counted cards from their keys: ``66`` are two Bankers, ``0`` Barbarians, ``-`` Lobbying."""
    keys = {"0": Card.BARBARIANS, "-": Card.LOBBYING}
    return counts_of(tuple(keys[key] if key in keys else Card(int(key)) for key in text))


def shuffled(seed: str) -> Callable[[tuple[Card, ...]], Sequence[Card]]:
    """A shuffle that is always the same for the same seed and pile."""

    def rank(index: int, pile: tuple[Card, ...]) -> bytes:
        return hashlib.sha256(f"{seed} {len(pile)} {index}".encode()).digest()

    return lambda pile: [
        pile[index] for index in sorted(range(len(pile)), key=lambda i: rank(i, pile))
    ]


def position(
    *fronts: str,
    round: int = 5,
    phase: Phase = Phase.ORDER,
    actor: int = 0,
    tokens: tuple[int, ...] = (2, 1, 2, 0),
    first: int = 1,
) -> Position:
    """A position with these fronts, written by their keys, in which ``actor`` decides."""
    seats = len(fronts)
    start = Position.start(tuple(range(seats)), first)
    return replace(
        start,
        round=round,
        phase=phase,
        actor=actor,
        fronts=tuple(map(cards, fronts)),
        tokens=tokens[:seats],
        bank=8 - sum(tokens[:seats]),
        hands=(11 - round,) * seats,
    )


def turn_position(order: str, *fronts: str, pair: bool = False, **others: object) -> Position:
    """A position in which seat 0 has its turn with ``order``, not opened yet."""
    start = position(*fronts, phase=Phase.ACTION, **others)  # type: ignore[arg-type]
    placed = Placed(len(order), pair)
    return replace(start, orders=(placed, *(None for _ in fronts[1:])))


@dataclass
class RulesTable:
    """A ``TablePort`` over a referee: seat ``you`` decides here, the others through ``play``."""

    game: Referee
    you: int = 0
    happenings: tuple[Happening, ...] = ()
    hand: Counts | None = None
    order: Order | None = None
    links: dict[int, LinkState] = field(default_factory=dict)
    doing: dict[int, Doing] = field(default_factory=dict)
    decisions: list[Decision] = field(default_factory=list)
    faults: dict[int, str] = field(default_factory=dict)
    deck: DeckView | None = None
    results: tuple[int, ...] = ()
    stopped: str | None = None
    silent: bool = False
    """Nothing is to be decided here, as while a deal is made."""
    waits: tuple[int, ...] = ()
    """Whom a step of the machines waits for."""
    left: int = 0
    closed: int = 0
    silent_seats: tuple[int, ...] = ()
    """Seats without which the others could agree to go on."""
    gone: tuple[int, ...] = ()
    """Seats that said goodbye."""
    back: tuple[int, ...] = ()
    """Missing seats that are dealt in again."""
    out: tuple[int, ...] = ()
    """Missing seats that are not."""
    agreed: tuple[int, ...] = ()
    votes: tuple[VoteView, ...] = ()
    alone: bool = False
    talk: tuple[TalkView, ...] = ()
    refuses_talk: bool = False
    wants_pause: tuple[int, ...] = ()
    deadline: float | None = None
    opens: tuple[int, ...] = ()
    hands: tuple[HandView, ...] = ()
    ended_alone: int = 0
    ends: dict[int, LinkEnd] = field(default_factory=dict)
    """By seat: why its last link ended."""
    signed: dict[int, SignedStep] = field(default_factory=dict)
    since: float = 88.0
    """Since when every link is as it is."""
    sits_out: bool = False
    is_set_up: bool = True
    """Everybody has a place."""
    is_lesson: bool = False
    again: Again | None = None
    """What the session does when another game is wanted."""
    adviser: Adviser | None = None
    """Who gives hints."""
    changed: Callable[[], None] = lambda: None
    record: Path | None = None

    @classmethod
    def of(
        cls, start: Position, *, hand: str = "", order: str = "", orders: tuple[str, ...] = ()
    ) -> RulesTable:
        """A table in ``start``; seat 0 holds ``hand`` or has placed ``order``."""
        hands = None
        if start.phase is Phase.ORDER:
            hands = tuple(
                cards(hand) if seat == 0 and hand else _some_hand(start.hands[seat])
                for seat in range(start.seats)
            )
            start = replace(start, hands=tuple(map(sum, hands)))
        placed = tuple(
            Order(_rising(text)) if text else None
            for text in ((order, *orders) + ("",) * start.seats)[: start.seats]
        )
        game = Referee.resume(start, shuffled("deal"), hands or (), placed)
        full = add_all(cards(hand), cards(order)) if hand or order else None
        return cls(game, hand=full, order=placed[0])

    @property
    def position(self) -> Position:
        """As everybody knows it: a turn becomes known as a whole."""
        real = self.game.position
        return replace(real, turn=None) if real.phase is Phase.ACTION else real

    @property
    def question(self) -> Question | None:
        """What seat ``you`` has to decide."""
        real = self.game.position
        if real.actor != self.you or self.silent or self.stopped:
            return None
        match real.phase:
            case Phase.ORDER:
                hand = self.game.hand(self.you)
                return OrderQuestion(self.you, real, hand, real.legal_orders(hand))
            case Phase.ACTION:
                order = self.game.order(self.you)
                assert order is not None
                return TurnQuestion(self.you, real, order)
            case _:
                legal = tuple(move for move in real.legal_moves() if isinstance(move, Discard))
                return DiscardQuestion(self.you, real, legal)

    def view(self) -> TableView:
        real = self.game.position
        over = real.phase is Phase.OVER
        waits = self.waits if real.actor is None else (real.actor,)
        hand = self.hand
        if real.phase is Phase.ORDER and self.order is None:
            hand = self.game.hand(self.you)
        return TableView(
            table=bytes(32) if self.is_lesson else bytes(range(32)),
            you=self.you,
            seats=tuple(self._seat(seat) for seat in range(real.seats)),
            step=len(self.happenings),
            kind=(None if over else _KINDS[real.phase]) if self.is_set_up else StepKind.NONCES,
            waiting_for=waits,
            position=self.position if self.is_set_up else None,
            hand=hand if self.is_set_up else None,
            order=self.order,
            deck=self.deck,
            question=self.question,
            happenings=self.happenings,
            outcome=outcome(real) if over else None,
            results=self.results,
            stopped=self.stopped,
            can_leave_out=self.silent_seats,
            agreed=self.agreed,
            votes=self.votes,
            alone=self.alone,
            talk=self.talk,
            wants_pause=self.wants_pause,
            paused=len(self.wants_pause) == len(real.order_of_play()),
            deadline=self.deadline,
            opens=self.opens,
            hands=self.hands,
            sits_out=self.sits_out,
        )

    def _seat(self, seat: int) -> SeatView:
        link = LinkState.SELF if seat == self.you else LinkState.DIRECT
        acts = self.game.position.actor == seat
        doing = Doing.CHOOSING if acts else Doing.IDLE
        return SeatView(
            seat=seat,
            name=NAMES[seat],
            identity=bytes([seat + 1]) * 32,
            link=self.links.get(seat, link),
            link_since=self.since,
            doing=self.doing.get(seat, doing),
            left=seat in self.gone,
            fault=self.faults.get(seat),
            link_ended=self.ends.get(seat),
            signed=self.signed.get(seat),
            returns=seat in self.back,
            stays_out=seat in self.out,
        )

    def decide(self, decision: Decision) -> None:
        self.decisions.append(decision)
        match decision:
            case PlaceOrder():
                self.hand, self.order = self.game.hand(self.you), decision.order
                self.play(decision.order)
            case PlayTurn():
                self.play_turn(*decision.moves)
            case ChooseDiscard():
                self.play(decision.discard)

    async def leave(self) -> None:
        self.left += 1

    async def close(self) -> None:
        self.closed += 1

    def agree(self, seat: int) -> None:
        self.agreed += (seat,)

    def disagree(self, seat: int) -> None:
        self.agreed = tuple(other for other in self.agreed if other != seat)

    def end_alone(self) -> None:
        self.ended_alone += 1

    def say(self, text: str) -> None:
        self._speak(TalkView(self.you, text, ""))

    def phrase(self, code: str) -> None:
        self._speak(TalkView(self.you, "", code))

    def phrase_of(self, seat: int, code: str) -> None:
        """Another seat says a phrase."""
        self.talk += (TalkView(seat, "", code),)
        self.changed()

    def _speak(self, line: TalkView) -> None:
        if self.refuses_talk:
            raise TooMuchTalk("Too many lines at once.")
        self.talk += (line,)
        self.changed()

    def pause(self, on: bool) -> None:
        others = tuple(seat for seat in self.wants_pause if seat != self.you)
        self.wants_pause = (*others, self.you) if on else others

    def open_hands(self) -> None:
        self.opens += (self.you,)

    def play(self, decision: Order | Discard) -> None:
        """The actor's order or discard, whoever it is."""
        before = self.game.position
        seat = before.actor
        assert seat is not None
        self.game = self.game.play(decision)
        after = self._after(before)
        if isinstance(decision, Order):
            told: Happening = OrderPlaced(before.round, seat, len(decision.cards), after)
        else:
            told = MovePlayed(before.round, seat, decision, before, after)
        self._tell(before, told)

    def play_turn(self, *moves: TurnMove) -> None:
        """The actor's whole turn, whoever it is; ``Done`` at its end may be left out."""
        opened = self.game.position
        seat = opened.actor
        assert seat is not None
        order = self.game.order(seat)
        assert order is not None
        told: list[Happening] = [OrderOpened(opened.round, seat, order, opened)]
        for move in moves if moves and moves[-1] == Done() else (*moves, Done()):
            before = self.game.position
            self.game = self.game.play(move)
            after = self.game.position if move != Done() else self._after(before)
            told.append(MovePlayed(opened.round, seat, move, before, after))
        self._tell(opened, *told)

    def _after(self, before: Position) -> Position:
        """The position now, before the next deal, which the referee has made already."""
        if self.game.position.round == before.round:
            return self.position
        return replace(self.position, phase=Phase.DEAL, actor=None)

    def _tell(self, before: Position, *told: Happening) -> None:
        real = self.game.position
        more: tuple[Happening, ...] = ()
        if real.round != before.round:
            more = (RoundEnded(before.round, self._after(before)),)
            more += (RoundDealt(real.round, real.deal_sizes(), real),)
            self.hand = self.order = None
        elif real.phase is Phase.OVER:
            more = (RoundEnded(before.round, real),)
        self.happenings += (*told, *more)
        self.changed()


def add_all(first: Counts, second: Counts) -> Counts:
    """Both together."""
    return tuple(map(int.__add__, first, second))


def _rising(text: str) -> tuple[Card, ...]:
    counted = cards(text)
    return tuple(card for card in Card for _ in range(counted[card]))


def _some_hand(size: int) -> Counts:
    return add(NOTHING, Card.MERCHANT, size)


def adviser_saying(hint: Hint) -> Adviser:
    """Somebody who thinks of this at once."""
    from koryo_tui.advising import Adviser

    async def think(_sight: Sight) -> Hint:
        return hint

    return Adviser(lambda: None, think)


async def a_session_showing(table: RulesTable, stage: Stage) -> None:
    """Shows ``table`` until it is cancelled."""
    table.changed = stage.changed
    if table.adviser is not None:
        table.adviser.on_change = stage.changed
    stage.show_table(table, table.again, table.adviser)
    await asyncio.Event().wait()


@asynccontextmanager
async def shown(
    table: RulesTable, size: tuple[int, int] = (80, 24), look: Look = STILL
) -> AsyncIterator[Pilot[int]]:
    """The app with ``table`` on its screen, driven by a pilot."""
    app = KoryoApp(lambda stage: a_session_showing(table, stage), look)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: has_table(app))
        yield pilot
    await app.close_session()


def has_table(app: KoryoApp) -> bool:
    """Whether the table is on the screen, perhaps under a page; raises what stopped it."""
    if app.failure is not None:
        raise app.failure
    return any(isinstance(screen, TableScreen) for screen in app.screen_stack)


async def until(pilot: Pilot[Any], state: Callable[[], bool], tries: int = 200) -> None:
    """Waits until ``state`` holds, for a bounded number of turns of the loop."""
    for _ in range(tries):
        if state():
            return
        await pilot.pause()
    raise AssertionError("the state was not reached")


#: Every golden is drawn in these.
SIZES = ((80, 24), (76, 24), (120, 40))
#: Nothing of the table is cut in these either: the least with a column at the right, and a narrow
#: one that is high enough for the marks to be explained.
OTHER_SIZES = ((110, 30), (76, 40))


async def resized(pilot: Pilot[Any], size: tuple[int, int]) -> tuple[str, ...]:
    """The screen as text once the terminal has ``size``."""
    if tuple(pilot.app.size) != size:
        await pilot.resize_terminal(*size)
        await until(pilot, lambda: len(text_of(pilot)) == size[1])
        await pilot.pause()
    return text_of(pilot)


def golden_name(name: str, size: tuple[int, int]) -> str:
    """The file of a screen in a size."""
    return f"{name}-{size[0]}x{size[1]}.txt"


def check_golden(folder: Path, name: str, size: tuple[int, int], lines: tuple[str, ...]) -> None:
    """The lines are as wide and as many as they may be, and those of the file, which is written
    anew if ``KORYO_WRITE_GOLDENS`` is set."""
    assert len(lines) == size[1]
    assert all(cell_width(line) <= size[0] for line in lines)
    text = "\n".join(lines) + "\n"
    file = folder / golden_name(name, size)
    if os.environ.get("KORYO_WRITE_GOLDENS"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


def scene_of(pilot: Pilot[Any]) -> Scene:
    """What the table shows, perhaps under a page."""
    return next(each for each in pilot.app.screen_stack if isinstance(each, TableScreen)).scene


def first_scene(table: RulesTable, look: Look) -> Scene:
    """What a table shows before any key is pressed, without a screen."""
    scene = TableScreen(table, look).scene
    waits = scene.waits.seen(scene.view, scene.now)
    return asking.asked(replace(scene, waits=waits, since=look.wall()), confirm=look.confirm)


def lines_at(scene: Scene, size: tuple[int, int]) -> tuple[str, ...]:
    """What the table shows in a window without a column at the right, which is not drawn."""
    parts = Frame(*size).parts(scene)
    names = ("status", "ledger", "details", "prompt", "footer")
    return tuple(line.text.rstrip() for name in names for line in parts[name])


def text_of(pilot: Pilot[Any]) -> tuple[str, ...]:
    """The screen as lines of text, blanks at their ends removed."""
    screen = pilot.app.screen
    return tuple(strip.text.rstrip() for strip in screen._compositor.render_strips())
