"""Everything round the ledger: status, details, prompt, footer and the column at the side."""

from __future__ import annotations

from typing import Final

from koryo_tui.drafts.aim import Aim
from koryo_tui.drafts.base import columns
from koryo_tui.drafts.discard import DiscardDraft
from koryo_tui.drafts.order import OrderDraft
from koryo_tui.drafts.preview import Board, Change
from koryo_tui.drafts.turn import TurnDraft
from koryo_tui.drawing import cells
from koryo_tui.drawing.lines import Line, Lines, Span, Tone, block, joined, line, wrapped
from koryo_tui.drawing.scene import Scene, state_word
from koryo_tui.text import prompts, sentences, words
from koryo_tui.text.prompts import Prompt
from protocol.rules import ROUNDS, Card, Phase, Position, Standing

#: From this many lines on the details explain the marked row and the marks of the ledger.
_TALL: Final = 7
LEGEND: Final = (
    "* leads   = tied, nobody   o tied, power only, by the Omniscient   ! event, -1",
    "@ first player   > acts   [#] face down   ( ) just changed   +2 Senators",
)


def status(scene: Scene, width: int) -> Line:
    """The first line: the round and its numbers, the phase, who acts, the deck."""
    position = scene.position
    if position is None:
        return line(" Koryo | setting up the table", Tone.TITLE).fitted(width)
    parts = [
        f"Round {position.round}/{ROUNDS}  deal {position.deal_size}"
        f"  limit {position.limit}  bank {position.bank}",
        words.PHASES[position.phase],
        _who_acts(scene, position),
        _deck(scene),
    ]
    text = " | ".join(part for part in parts if part)
    return line(f" {text}", Tone.TITLE).fitted(width)


def _who_acts(scene: Scene, position: Position) -> str:
    if position.actor is None:
        return ""
    order = position.order_of_play()
    turn = order.index(position.actor) + 1 if position.actor in order else 0
    name = "YOU" if position.actor == scene.view.you else scene.view.seats[position.actor].name
    return f"{turn} of {len(order)}: {name}"


def _deck(scene: Scene) -> str:
    """How far the deal is, in at most 22 cells."""
    deck, seats = scene.view.deck, _playing(scene)
    if deck is None or scene.is_playing:
        return ""
    if len(deck.shared) >= seats:
        return "deck ok"
    if len(deck.keys) < seats:
        return f"keys {len(deck.keys)}/{seats}"
    if len(deck.checked) < seats:
        return f"shuffled {len(deck.shuffled)}, checked {len(deck.checked)}/{seats}"
    return f"dealt {len(deck.shared)}/{seats}"


def _playing(scene: Scene) -> int:
    position = scene.view.position
    return len(scene.view.seats) if position is None else len(position.order_of_play())


def prompt_of(scene: Scene) -> Prompt:
    """What the prompt says: first what was wrong, then what is to do."""
    if scene.view.stopped is None and scene.is_playing:
        return Prompt("", "Any key shows everything at once")
    prompt = None
    if scene.view.stopped is None:
        prompt = prompts.of_draft(scene.draft, scene.names)
    return prompt or prompts.of_view(scene.view, scene.names, scene.now)


def prompt(scene: Scene, width: int) -> Lines:
    """Two lines: who must do what (or why a key did nothing), and the keys that do it."""
    said = prompt_of(scene)
    text = said.text
    if scene.is_playing and not text:
        text = scene.log[-1] if scene.log else ""
    tone = Tone.BAD if said.urgent or scene.note else Tone.PROMPT
    return (
        line(f" {cells.crop(scene.note or text, width - 2)}", tone).fitted(width),
        line(f" {cells.crop(said.keys, width - 2)}", Tone.KEYS).fitted(width),
    )


def details(scene: Scene, width: int, height: int, with_log: bool) -> Lines:
    """``height`` lines above the prompt: the log, explanations if there is room, the choice."""
    focus = _focus(scene, width, height)
    room = height - len(focus)
    explained = _explained(scene, width) if height >= _TALL else ()
    explained = explained[: max(room - 1, 0)]
    log = log_tail(scene, width, room - len(explained)) if with_log else ()
    filling = (Line(),) * (room - len(explained) - len(log))
    lines = (*filling, *log, *explained, *focus) if with_log else (*focus, *explained, *filling)
    return block(lines, width, height)


def log_tail(scene: Scene, width: int, height: int) -> Lines:
    """The newest log lines that fit, oldest first, each in one line unless there is much room."""
    if height <= 0:
        return ()
    if height < _TALL:
        return tuple(line(f" {cells.crop(text, width - 2)}") for text in scene.log[-height:])
    lines: list[Line] = []
    for text in reversed(scene.log):
        lines[:0] = wrapped(text, width - 1)
        if len(lines) >= height:
            break
    return tuple(lines[-height:])


def _explained(scene: Scene, width: int) -> Lines:
    """The marked row's facts and the marks of the ledger."""
    if scene.position is None:
        return ()
    facts = sentences.family_facts(scene.position, scene.draft.card, scene.names)
    legend = tuple(line(f" {cells.crop(text, width - 2)}", Tone.QUIET) for text in LEGEND)
    return (Line(), *wrapped(facts, width - 1), *legend, Line())


def _focus(scene: Scene, width: int, height: int) -> Lines:
    """The choice under way: the list of a turn, before and after, or a preview."""
    if scene.is_playing:
        return ()
    match scene.draft:
        case TurnDraft() as draft if draft.aim is not None:
            return _before_and_after(scene, draft.aim, width)
        case TurnDraft() as draft:
            return _duties(draft, scene, width, height)
        case OrderDraft() | DiscardDraft() if scene.change is not None:
            return _preview(scene, scene.change, width)
        case _:
            return ()


def _preview(scene: Scene, change: Change, width: int) -> Lines:
    assert scene.position is not None
    if change.before == change.after:
        return ()
    seats = columns(scene.position, scene.view.you)
    text = f" Then: {sentences.summary(change, scene.names, seats)}."
    return (line(cells.crop(text, width - 1), Tone.CHOSEN),)


def _duties(draft: TurnDraft, scene: Scene, width: int, height: int) -> Lines:
    """The list of the turn: one a line if there is room, else one after another."""
    labels = [
        Span(
            f"{'>' if index == draft.mark else ' '}{prompts.duty_label(duty)}",
            Tone.CURSOR if index == draft.mark else (Tone.PLAIN if duty.moves else Tone.QUIET),
        )
        for index, duty in enumerate(draft.duties)
    ]
    change = draft.change
    preview = _preview(scene, change, width) if change is not None else ()
    if height >= len(labels) + 2:
        listed = tuple(joined(" ", label) for label in labels)
        return (line(" YOUR TURN, in any order", Tone.TITLE), *listed, *preview)
    flowed = _flowed(labels, width)[:height]
    return (*flowed, *preview) if len(flowed) + len(preview) <= height else flowed


def _flowed(labels: list[Span], width: int) -> Lines:
    """Labels one after another, broken into lines between them."""
    lines: list[list[Span]] = [[]]
    used = 0
    for label in labels:
        needed = cells.width(label.text) + 2
        if lines[-1] and used + needed > width - 1:
            lines.append([])
            used = 0
        lines[-1] += [label, Span("  ")]
        used += needed
    return tuple(Line(tuple(spans)) for spans in lines)


def _before_and_after(scene: Scene, aim: Aim, width: int) -> Lines:
    """What the aimed move changes, in two lines."""
    change = scene.change
    board = Board.of(aim.position)
    if change is None:
        return (line(f" now    {_board_text(scene, board, (), width)}"),)
    families = change.families()[:2]
    before = _board_text(scene, change.before, families, width)
    after = _board_text(scene, change.after, families, width)
    return (line(f" before {before}"), line(f" after  {after}", Tone.CHOSEN))


def _board_text(scene: Scene, board: Board, families: tuple[Card, ...], width: int) -> str:
    assert scene.position is not None
    points, names = board.influence(), scene.names
    seats = columns(scene.position, scene.view.you)
    influence = "  ".join(f"{names[seat]} {points[seat]:>2}" for seat in seats)
    leads = [sentences.majority(board, family, names) for family in families]
    return cells.crop("   ".join([influence, *leads]), width - 9)


#: Key, label and action of what works everywhere.
FOOTER: Final[tuple[tuple[str, str, str], ...]] = (
    ("F1", "Help", "page('help')"),
    ("F2", "Log", "page('log')"),
    ("F3", "Players", "page('players')"),
    ("F4", "Powers", "page('powers')"),
    ("F5", "Result", "page('result')"),
    ("^Q", "Leave", "app.ask_to_leave"),
)


def footer(scene: Scene, width: int) -> Line:
    """The keys that work everywhere."""
    spans: list[Span] = []
    for key, label, _ in _footer_items(scene):
        spans += [Span(f" {key}", Tone.KEYS), Span(f" {label}  ", Tone.QUIET)]
    return Line(tuple(spans)).fitted(width)


def footer_action(scene: Scene, x: int) -> str | None:
    """The action whose words stand at cell ``x`` of the footer."""
    end = 0
    for key, label, action in _footer_items(scene):
        end += cells.width(f" {key} {label}  ")
        if x < end:
            return action
    return None


def _footer_items(scene: Scene) -> list[tuple[str, str, str]]:
    """What works now: the result only once there is one."""
    return [item for item in FOOTER if item[0] != "F5" or scene.view.outcome is not None]


def side(scene: Scene, width: int, height: int) -> Lines:
    """The column at the right: log above, then players and deck."""
    below = (*_players(scene, width), Line(), *_deck_rows(scene))
    room = max(height - len(below) - 3, 0)
    log = block(log_tail(scene, width, room), width, room)
    title = joined(Span(" LOG", Tone.TITLE), Span("  F2 all of it", Tone.QUIET))
    return block((title, *log, Line(), *below), width, height)


def _players(scene: Scene, width: int) -> Lines:
    lines = [joined(Span(" PLAYERS", Tone.TITLE), Span("  F3 more", Tone.QUIET))]
    position = scene.view.position
    for seat in scene.view.seats:
        absent = position is not None and position.standing[seat.seat] is Standing.ABSENT
        word = state_word(seat, absent, words.seconds(scene.now - seat.link_since))
        name = cells.fit(f" {seat.seat + 1} {scene.names.first(seat.seat)}", width - 13)
        lines.append(joined(name, Span(word, Tone.BAD if word[0] in "x!" else Tone.QUIET)))
    return tuple(lines)


def _deck_rows(scene: Scene) -> Lines:
    deck, seats = scene.view.deck, _playing(scene)
    if deck is None:
        return ()
    rows = (
        ("keys made", deck.keys),
        ("shuffled", deck.shuffled),
        ("checked by you", deck.checked),
        ("dealt", deck.shared),
    )
    return (
        line(" DECK", Tone.TITLE),
        *(
            joined(
                f" {cells.fit(label, 16)}",
                Span(f"{len(done)}/{seats}", Tone.GOOD if len(done) >= seats else Tone.PLAIN),
            )
            for label, done in rows
        ),
    )


def is_over(scene: Scene) -> bool:
    """Whether the end of the game is on the screen."""
    position = scene.position
    return scene.view.outcome is not None and position is not None and position.phase is Phase.OVER
