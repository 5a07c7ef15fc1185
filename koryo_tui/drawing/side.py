"""The column at the right of a wide window: the log with the talk, the players, the deck."""

from __future__ import annotations

from koryo_tui.drawing import cells
from koryo_tui.drawing.details import log_tail
from koryo_tui.drawing.lines import Line, Lines, Span, Tone, block, joined, line
from koryo_tui.drawing.panels import playing
from koryo_tui.drawing.scene import Scene, seat_word
from koryo_tui.text import labels

#: How many cells there are for what a seat is doing.
_STATE = 16


def side(scene: Scene, width: int, height: int) -> Lines:
    """``height`` lines of ``width`` cells."""
    below = (*_players(scene, width), Line(), *_deck(scene))
    room = max(height - len(below) - 3, 0)
    log = block(log_tail(scene, width, room), width, room)
    title = _title(labels.LOG, labels.LOG_MORE, scene.keys.name("log"))
    return block((title, *log, Line(), *below), width, height)


def _title(title: str, more: str, key: str) -> Line:
    return joined(Span(f" {title}", Tone.TITLE), Span(f"  {more.format(key=key)}", Tone.QUIET))


def _players(scene: Scene, width: int) -> Lines:
    lines = [_title(labels.PLAYERS, labels.PLAYERS_MORE, scene.keys.name("players"))]
    for seat in scene.seats:
        word, is_trouble = seat_word(scene, seat, _STATE - 1)
        name = cells.fit(f" {scene.names.first(seat)}", width - _STATE)
        lines.append(joined(name, Span(word, Tone.BAD if is_trouble else Tone.QUIET)))
    return tuple(lines)


def _deck(scene: Scene) -> Lines:
    deck, seats = scene.view.deck, playing(scene)
    if deck is None:
        return ()
    rows = (
        (labels.KEYS_MADE, deck.keys),
        (labels.SHUFFLED, deck.shuffled),
        (labels.CHECKED, deck.checked),
        (labels.DEALT, deck.shared),
    )
    return (
        line(f" {labels.DECK}", Tone.TITLE),
        *(
            joined(
                f" {cells.fit(label, 16)}",
                Span(f"{len(done)}/{seats}", Tone.GOOD if len(done) >= seats else Tone.PLAIN),
            )
            for label, done in rows
        ),
    )
