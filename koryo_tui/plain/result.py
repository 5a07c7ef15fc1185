"""How a game ended, in lines that are whole sentences: no columns, nothing to be looked at."""

from __future__ import annotations

from koryo_tui.drawing.scene import Scene
from koryo_tui.drawing.scores_page import hall_of, penalties_of, ranked, score_parts, winners
from koryo_tui.text import around, pages, plain, words


def result_lines(scene: Scene, *, is_replay: bool = False) -> tuple[str, ...]:
    """Who won, each place and what it comes from, who signed it, and how to watch it again; in a
    replay nobody can agree to open hands any more."""
    names, view, outcome = scene.names, scene.view, scene.view.outcome
    if outcome is None:
        return (pages.NOT_OVER,)
    # A table without a number is that of a lesson: no record, no identities, no hands to open.
    is_lesson = not any(view.table)
    lines = [winners(outcome, names)]
    for seat in ranked(outcome):
        place, score = outcome.places[seat], outcome.scores[seat]
        form = plain.PLACE_NOT_RANKED if place is None else plain.PLACE
        parts = score_parts(score, penalties_of(scene, seat))
        said = form.format(place=place, name=names[seat], total=score.total, parts=parts)
        hall = "" if is_lesson else hall_of(outcome, seat)
        lines.append(words.together((said, plain.IN_HALL.format(hall=hall))) if hall else said)
    if is_lesson:
        return (*lines, pages.LESSON_DONE, pages.LESSON_NEXT)
    signed = tuple(names[seat] for seat in view.results)
    if signed:
        listed = words.listed(signed)
        text = pages.SIGNED_BY.format(names=listed, number=len(signed), of=len(view.seats))
        lines.append(text)
    if is_replay:
        lines += () if view.hands else (around.REPLAY_NOT_OPENED,)
    elif view.opens and not view.hands:
        lines.append(pages.OPENS.format(names=words.listed(tuple(names[s] for s in view.opens))))
    number = view.table[:8].hex()
    return (
        *lines,
        plain.RECORD_OF.format(number=number)
        if not is_replay
        else plain.TABLE_NUMBER.format(number=number),
    )
