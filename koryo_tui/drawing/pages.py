"""The pages shown over the table: help, log, players, powers, and the result of the game."""

from __future__ import annotations

from typing import Final

from koryo_tui.drawing import cells
from koryo_tui.drawing.lines import Line, Lines, Span, Tone, joined, line, wrapped
from koryo_tui.drawing.panels import LEGEND
from koryo_tui.drawing.scene import Scene, state_word
from koryo_tui.text import sentences, words
from koryo_tui.text.words import Names
from protocol.peer.view import LinkState
from protocol.rules import CARDS, Card, Outcome, Standing

_LINKS: Final = {
    LinkState.SELF: "this machine",
    LinkState.DIRECT: "linked directly",
    LinkState.RELAYED: "reached through other players",
    LinkState.LOST: "link lost, tried again by itself",
}

_KEYS: Final = (
    ("1-9 0 -", "a type of card: choose it, or mark its row (0 Barbarians, - Lobbying)"),
    ("Up Down", "mark another row, or another line of your turn"),
    ("Left Right", "fewer or more cards; another player while you choose whom"),
    ("Enter", "choose; what cannot be taken back asks for Enter again"),
    ("Space", "choose or take back a row; with Ship Owners the second type of an order"),
    ("Tab", "the next card you hold, the next player"),
    ("Esc", "one step back"),
    ("u Backspace", "undo the last move of your turn, until you end it"),
    ("F1 ?", "this page"),
    ("F2 F3 F4", "the whole log, the players, all powers"),
    ("Ctrl+Q", "leave the table; Ctrl+C asks first, twice leaves"),
)

_GAME: Final = (
    "Eight rounds. In each you are dealt fewer cards and may keep more in front. You place an order"
    " face down: cards of one type. In your turn you turn it up, resolve its events and use your"
    " powers. Then whoever is over the limit discards characters.",
    "Whoever has the most cards of a family in front holds its majority and its power. At the end"
    " each family is worth its number to whoever leads it alone, each token 1, each event -1.",
)


def help_page(scene: Scene, width: int) -> Lines:
    """The rules of the marked row, the game in a few sentences, the keys, the marks."""
    card = scene.draft.card
    lines = [line(f" {words.KEYS[card]} {words.many(card)}", Tone.TITLE)]
    lines += wrapped(_rule(card), width)
    if scene.position is not None:
        lines += wrapped(sentences.family_facts(scene.position, card, scene.names), width)
    lines += [line(), line(" The game", Tone.TITLE)]
    for text in _GAME:
        lines += wrapped(text, width)
    lines += [line(), line(" Keys", Tone.TITLE)]
    for keys, text in _KEYS:
        first, *rest = cells.wrap(text, width - 15)
        lines.append(joined(Span(f" {cells.fit(keys, 13)}", Tone.KEYS), first))
        lines += [line(" " * 14 + more) for more in rest]
    lines += [line(), line(" Marks", Tone.TITLE)]
    for text in LEGEND:
        lines += wrapped(text, width)
    return tuple(lines)


def _rule(card: Card) -> str:
    power = words.POWERS[card]
    if card.is_event:
        return f"Event, {card.copies} in the box. When it is turned up: {power}."
    return f"Family, {card.copies} in the box, worth {card.influence}. Its majority: {power}."


def log_page(scene: Scene, width: int) -> Lines:
    """Everything that has happened, oldest first."""
    if not scene.log:
        return (line(" Nothing has happened yet."),)
    return tuple(part for text in scene.log for part in wrapped(text, width))


def players_page(scene: Scene, width: int) -> Lines:
    """Each seat: who it is, what it is doing, how it is reached, what is wrong with it."""
    lines: list[Lines] = []
    for seat in scene.view.seats:
        position = scene.view.position
        standing = Standing.SEATED if position is None else position.standing[seat.seat]
        clock = words.seconds(scene.now - seat.link_since)
        word = state_word(seat, standing is Standing.ABSENT, clock)
        trouble = word[0] in "x!"
        link = _LINKS[seat.link]
        you = " (you)" if seat.seat == scene.view.you else ""
        lines.append(
            (
                joined(
                    Span(f" {seat.seat + 1} {seat.name}{you}", Tone.TITLE),
                    Span(f"  {word}", Tone.BAD if trouble else Tone.QUIET),
                ),
                *wrapped(f"identity {words.fingerprint_text(seat.identity)}", width, indent="   "),
                *wrapped(f"{link}, for {clock}", width, indent="   "),
                *(wrapped(seat.fault, width, Tone.BAD, indent="   ") if seat.fault else ()),
                line(),
            )
        )
    waiting = tuple(scene.names[seat] for seat in scene.view.waiting_for)
    if waiting:
        lines.append(wrapped(f"This step waits for {words.listed(waiting)}.", width))
    return tuple(part for some in lines for part in some)


def powers_page(scene: Scene, width: int) -> Lines:
    """Each type of card: what it does and who holds it now."""
    lines = []
    for card in CARDS:
        label = f" {words.KEYS[card]} {cells.fit(words.many(card), 13)}"
        first, *rest = cells.wrap(_who(scene, card), width - 17)
        lines.append(joined(Span(label, Tone.TITLE), first))
        lines += [line(" " * 16 + more) for more in rest]
    return tuple(lines)


def _who(scene: Scene, card: Card) -> str:
    position, power = scene.position, words.POWERS[card]
    if card.is_event or position is None:
        return f"{power}."
    holder = position.holder(card)
    return f"{power}. Now: {'nobody' if holder is None else scene.names[holder]}."


def result_page(scene: Scene, width: int) -> Lines:
    """Scores by family, tokens and events; places; the halls; who signed it."""
    outcome, names = scene.view.outcome, scene.names
    if outcome is None:
        return (line(" The game is not over."),)
    lines = [*wrapped(_winners(outcome, names), width, Tone.STRONG), line()]
    ranked = sorted(range(len(outcome.scores)), key=lambda s: (outcome.places[s] or 9, s))
    name_width = max(cells.width(names.first(seat)) for seat in ranked) + 2
    for seat in ranked:
        lines += _score_lines(outcome, seat, names, name_width, width)
    signed = tuple(names[seat] for seat in scene.view.results)
    if signed:
        text = f"The result is signed by {words.listed(signed)}"
        lines += [line(), *wrapped(f"{text} ({len(signed)} of {len(ranked)}).", width)]
    table = " ".join(scene.view.table[start : start + 2].hex() for start in range(0, 8, 2))
    lines += [line(), line(f" Table {table}", Tone.QUIET)]
    for seat in ranked:
        identity = words.fingerprint_text(scene.view.seats[seat].identity)
        lines.append(line(f" {cells.fit(names.first(seat), name_width)}{identity}", Tone.QUIET))
    return tuple(lines)


def _winners(outcome: Outcome, names: Names) -> str:
    winners = outcome.winners
    if not winners:
        return "Nobody is ranked."
    total = outcome.scores[winners[0]].total
    if len(winners) > 1:
        who = words.listed(tuple(names.first(seat) for seat in winners))
        return f"{who} share the first place with {total}."
    seat = winners[0]
    verb = "win" if seat == names.you else "wins"
    if outcome.by_default:
        gone = words.listed(tuple(names[other] for other in outcome.missing if other != seat))
        return f"{names.first(seat)} {verb} by default: {gone} went away."
    return f"{names.first(seat)} {verb} with {total}."


def _score_lines(
    outcome: Outcome, seat: int, names: Names, name_width: int, width: int
) -> list[Line]:
    score, place = outcome.scores[seat], outcome.places[seat]
    hall = (
        "  Hall of Fame"
        if seat in outcome.hall_of_fame
        else ("  Wall of Shame" if seat in outcome.wall_of_shame else "")
    )
    place_text = "not ranked" if place is None else f"{place}."
    head = joined(
        f" {cells.fit_right(place_text, 3 if place else 10)} ",
        Span(cells.fit(names.first(seat), name_width), Tone.TITLE),
        Span(cells.fit_right(str(score.total), 4), Tone.STRONG),
        Span(hall, Tone.GOOD if seat in outcome.hall_of_fame else Tone.BAD),
    )
    families = " + ".join(str(int(card)) for card in reversed(score.families)) or "none"
    sum_of = sum(card.influence for card in score.families)
    parts = [f"families {families} = {sum_of}" if score.families else "families none"]
    parts += [f"tokens {score.tokens:+}", f"events {-score.events}"]
    if score.penalties:
        parts.append(f"for leaving -{score.penalties}")
    return [head, *wrapped(", ".join(parts), width, Tone.QUIET, indent="      ")]
