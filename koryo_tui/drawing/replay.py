"""A replay on the screen: the ledger of the table, what has just happened, where in the game."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from koryo_tui.drawing import cells
from koryo_tui.drawing.ledger import HEIGHT, Grid, ledger, with_hand
from koryo_tui.drawing.lines import (
    ASCII_GLYPHS,
    Glyphs,
    Line,
    Lines,
    Span,
    Tone,
    block,
    joined,
    line,
    wrapped,
)
from koryo_tui.drawing.progress import progress_bar
from koryo_tui.drawing.scene import Scene, log_line
from koryo_tui.drawing.scores_page import result_page
from koryo_tui.replay import Replay
from koryo_tui.text import around, words
from koryo_tui.text.words import Names
from protocol.peer.view import Doing, LinkState, SeatView, TableView
from protocol.rules import CARDS, ROUNDS, Counts, Standing, cards_of

#: What the ledger needs, and something under it.
SMALLEST: Final = (76, 22)
#: From this width on the log stands at the right.
_WIDE: Final = 110
_SIDE: Final = 32
_LABEL: Final = 17
_STANDINGS: Final = {
    Standing.SEATED: "",
    Standing.ABSENT: around.ABSENT,
    Standing.LEFT: around.LEFT,
    Standing.FAULT: around.FAULT,
}


class _Scene(Scene):
    """A scene nobody sits in: all seats are called by their names."""

    @cached_property
    def names(self) -> Names:
        return Names(tuple(seat.name for seat in self.view.seats), you=-1)


def names_of(replay: Replay) -> Names:
    """The seats of the game, nobody being the reader."""
    return Names(replay.game.names, you=-1)


def scene_of(replay: Replay, glyphs: Glyphs = ASCII_GLYPHS) -> Scene:
    """The place of a replay as the scene of a table, all seats being strangers."""
    game = replay.game
    order = replay.order(replay.seat)
    view = TableView(
        table=game.table,
        you=replay.seat,
        seats=tuple(
            SeatView(seat, name, identity, LinkState.SELF, 0.0, Doing.IDLE, False, None)
            for seat, (name, identity) in enumerate(zip(game.names, game.identities, strict=True))
        ),
        step=0,
        kind=None,
        waiting_for=(),
        position=replay.position,
        hand=game.hand(replay.round, replay.seat),
        order=order,
        deck=None,
        question=None,
        happenings=game.happenings[: replay.at],
        outcome=game.outcome,
        results=game.signed,
        stopped=None,
        opens=tuple(range(len(game.names))) if game.hands else (),
        hands=game.hands,
    )
    return _Scene(view, len(view.happenings), is_playing=True, glyphs=glyphs)


def is_too_small(width: int, height: int) -> bool:
    """Whether no replay fits into a window of so many cells and lines."""
    return width < SMALLEST[0] or height < SMALLEST[1]


def replay_page(replay: Replay, width: int, height: int, glyphs: Glyphs = ASCII_GLYPHS) -> Lines:
    """The whole screen: ``height`` lines of ``width`` cells."""
    if is_too_small(width, height):
        return block(_too_small(width, height), width, height)
    scene = scene_of(replay, glyphs)
    if replay.position is None:
        lines = (line(f" {around.REPLAY_NOTHING}"), line(f" {around.BACK_KEYS}", Tone.KEYS))
        return block(lines, width, height)
    left = width - _SIDE if width >= _WIDE else width
    body = height - 2
    main = (
        *_with_standings(replay, scene, ledger(scene, left), left),
        line(glyphs.along * left, Tone.QUIET),
        *_below(replay, left, body - HEIGHT - 1, with_log=left == width),
    )
    main = block(main, left, body)
    if left < width:
        side = _log(replay, _SIDE - 2, body)
        bar = Span(f"{glyphs.upright} ", Tone.QUIET)
        main = tuple(
            Line((*one.spans, bar, *other.spans)) for one, other in zip(main, side, strict=True)
        )
    keys = line(f" {cells.crop(around.REPLAY_KEYS, width - 2)}", Tone.KEYS)
    return (_status(replay, width), *main, keys.fitted(width))


def _too_small(width: int, height: int) -> Lines:
    wide, high = SMALLEST
    text = around.TOO_SMALL.format(width=wide, height=high, has=width, high=height)
    return (*wrapped(text, max(width - 1, 10)), line(f" {around.BACK_KEYS}", Tone.KEYS))


def _status(replay: Replay, width: int) -> Line:
    position = replay.position
    assert position is not None
    text = around.REPLAY_STATUS.format(
        # The position after a round is the next round's already.
        round=replay.round,
        rounds=ROUNDS,
        limit=replay.round + 2,
        bank=position.bank,
        phase=around.PHASES[position.phase],
    )
    at = around.REPLAY_AT.format(at=replay.at, length=replay.length)
    return line(f" {text} | {at}", Tone.TITLE).fitted(width)


def _with_standings(replay: Replay, scene: Scene, lines: Lines, width: int) -> Lines:
    """The ledger, with who is missing in the place of the links, and why there is no hand."""
    position = replay.position
    assert position is not None
    grid = Grid.of(scene, width)
    spans = [Span(" " * _LABEL)]
    for seat in grid.seats:
        word = _STANDINGS[position.standing[seat]]
        spans.append(Span(cells.fit(f"  {word}", grid.column), Tone.BAD))
    told = "" if replay.game.hands else around.REPLAY_HIDDEN
    states = with_hand(scene, spans, told, Tone.QUIET)
    return (lines[0], states.fitted(width), *lines[2:])


def _below(replay: Replay, width: int, height: int, *, with_log: bool) -> Lines:
    """What was before unless it stands elsewhere, what has just happened, the hands, and how far
    the game is."""
    assert replay.last is not None
    names = names_of(replay)
    now = wrapped(log_line(replay.last, names), width - 1, Tone.STRONG)
    hands = _hands(replay, width)
    now = now[: max(height - 2, 1)]
    last = (hands, _bar(replay, width))
    room = max(height - len(now) - len(last), 0)
    if not with_log:
        return (*now, *[Line()] * room, *last)
    earlier = _log(replay, width, room, until=replay.at - 1) if room else ()
    return (*earlier, *now, *last)


def _log(replay: Replay, width: int, height: int, until: int | None = None) -> Lines:
    """The latest of what has happened, in ``height`` lines."""
    names = names_of(replay)
    lines: list[Line] = []
    for happening in reversed(replay.game.happenings[: replay.at if until is None else until]):
        lines[:0] = wrapped(log_line(happening, names), width - 1)
        if len(lines) >= height:
            break
    return block((*[Line()] * (height - len(lines)), *lines[-height:]), width, height)


def _hands(replay: Replay, width: int) -> Line:
    """All hands of the round in one line, by the keys of their cards; or why there are none."""
    if not replay.game.hands:
        return line(f" {cells.crop(around.REPLAY_NOT_OPENED, width - 2)}", Tone.QUIET)
    seats = range(len(replay.game.names))
    room = (width - 2) // len(seats)
    parts = []
    for seat in seats:
        hand = replay.game.hand(replay.round, seat)
        keys = "" if hand is None else keys_of(hand)
        name = cells.crop(replay.game.names[seat], max(room - len(keys) - 3, 3))
        text = words.scored(name, keys)
        parts.append(Span(cells.fit(text, room), Tone.CHOSEN))
    return joined(" ", *parts)


def keys_of(cards: Counts) -> str:
    """Cards by their keys, rising."""
    return "".join(words.KEYS[card] * cards[card] for card in CARDS)


def _bar(replay: Replay, width: int) -> Line:
    """The game from left to right: rounds by their numbers, ``=`` up to here, ``.`` after."""
    room = width - 2
    length = max(replay.length, 1)
    done = replay.at * room // length
    signs = ["=" if place < done else "." for place in range(room)]
    for round_, start in replay.game.rounds.items():
        signs[min((start - 1) * room // length, room - 1)] = str(round_)
    text = "".join(signs)
    return joined(" ", Span(text[:done], Tone.STRONG), Span(text[done:], Tone.QUIET))


def replay_log(replay: Replay, width: int) -> Lines:
    """Everything up to this place, oldest first."""
    names = names_of(replay)
    happened = replay.game.happenings[: replay.at]
    return tuple(part for each in happened for part in wrapped(log_line(each, names), width))


def replay_hands(replay: Replay, width: int) -> Lines:
    """The hands of the round: held, ordered, not played; or that they are not open."""
    if not replay.game.hands:
        return wrapped(around.REPLAY_NO_HANDS, width)
    lines = [line(f" {around.REPLAY_HANDS_ROUND.format(round=replay.round)}", Tone.TITLE)]
    for seat, name in enumerate(replay.game.names):
        hand, order, left = (
            replay.game.hand(replay.round, seat),
            replay.order(seat),
            replay.unplayed(seat),
        )
        if hand is None:
            continue
        told = [around.REPLAY_HAND_LINE.format(name=name, cards=words.cards(cards_of(hand)))]
        if order is not None:
            told.append(around.REPLAY_ORDER_LINE.format(name=name, cards=words.order(order)))
        if left is not None:
            cards = words.cards(cards_of(left))
            told.append(around.REPLAY_UNPLAYED_LINE.format(name=name, cards=cards))
        lines += [line(), *(part for text in told for part in wrapped(text, width))]
    return tuple(lines)


def replay_result(replay: Replay, width: int) -> Lines:
    """The result of the game."""
    if replay.game.outcome is None:
        return wrapped(around.REPLAY_UNFINISHED, width)
    return result_page(scene_of(replay.to_end()), width, is_replay=True)


def replay_help(width: int) -> Lines:
    """The keys of a replay."""
    lines: list[Line] = []
    for keys, text in around.HELP_REPLAY:
        first, *rest = cells.wrap(text, width - 18)
        lines.append(joined(Span(f" {cells.fit(keys, 16)}", Tone.KEYS), first))
        lines += [line(" " * 17 + more) for more in rest]
    return tuple(lines)


def loading_page(name: str, share: float, width: int) -> Lines:
    """How much of a file has been verified."""
    return (
        line(f" {around.TITLE}", Tone.TITLE),
        line(),
        line(f" {cells.crop(around.LOADING.format(name=name), width - 2)}"),
        progress_bar(share, width),
        line(),
        line(f" {around.BACK_KEYS}", Tone.KEYS),
    )
