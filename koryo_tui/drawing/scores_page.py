"""Where everybody's influence comes from, now or at the end; and the hands opened after it."""

from __future__ import annotations

from typing import Final

from koryo_tui.drawing import cells
from koryo_tui.drawing.lines import Line, Lines, Span, Tone, joined, line, wrapped
from koryo_tui.drawing.scene import Scene
from koryo_tui.opening import never_agree
from koryo_tui.text import another, around, pages, words
from koryo_tui.text.spoken import identity_words
from koryo_tui.text.words import Names
from protocol.log.messages import Why
from protocol.peer.view import SeatLeftOut
from protocol.rules import Outcome, Score, breakdown, cards_of


def scores_page(scene: Scene, width: int) -> Lines:
    """The result if there is one, else the scores as if the game ended at this moment."""
    if scene.view.outcome is not None:
        return result_page(scene, width)
    position = scene.position
    if position is None:
        return (line(f" {pages.NOT_YET}"),)
    scores = tuple(breakdown(position, seat) for seat in range(position.seats))
    by_total = sorted(range(len(scores)), key=lambda seat: -scores[seat].total)
    lines = [line(f" {pages.IF_IT_ENDED}", Tone.STRONG), line()]
    name_width = _name_width(scene.names, by_total)
    for seat in by_total:
        name = Span(f" {cells.fit(scene.names.first(seat), name_width)}", Tone.TITLE)
        total = Span(cells.fit_right(str(scores[seat].total), 4), Tone.STRONG)
        lines += [joined(name, total), *_parts(scores[seat], penalties_of(scene, seat), width)]
    return tuple(lines)


def _name_width(names: Names, seats: list[int]) -> int:
    return max(cells.width(names.first(seat)) for seat in seats) + 2


def result_page(scene: Scene, width: int, *, is_replay: bool = False) -> Lines:
    """Who would like another game; scores by family, tokens and events; places; the halls; who
    signed it; whose hands open, which in a replay nobody can agree to any more; how to watch the
    game again."""
    names, view, outcome = scene.names, scene.view, scene.view.outcome
    if outcome is None:
        return (line(f" {pages.NOT_OVER}"),)
    lines = [*wrapped(winners(outcome, names), width, Tone.STRONG)]
    wishes = () if is_replay else another.standing(view, names)
    lines += [*(part for said in wishes for part in wrapped(said, width, Tone.PROMPT)), line()]
    # A table without a number is that of a lesson: no record, no identities, no hands to open.
    is_lesson = not any(view.table)
    places = ranked(outcome)
    name_width = _name_width(names, places)
    for seat in places:
        hall = "" if is_lesson else hall_of(outcome, seat)
        lines += [
            _place(outcome, seat, names, name_width, hall),
            *_parts(outcome.scores[seat], penalties_of(scene, seat), width),
        ]
    if is_lesson:
        told = (pages.LESSON_DONE, pages.LESSON_NEXT)
        return (*lines, *(part for text in told for part in (line(), *wrapped(text, width))))
    signed = tuple(names[seat] for seat in view.results)
    lines.append(line())
    if signed:
        text = pages.SIGNED_BY.format(
            names=words.listed(signed), number=len(signed), of=len(places)
        )
        lines += wrapped(text, width)
    if not view.hands:
        opens = tuple(names[seat] for seat in view.opens)
        text = pages.OPENS.format(names=words.listed(opens)) if opens else pages.OPENS_NONE
        gone = tuple(names[seat] for seat in never_agree(view))
        if gone:
            text = pages.OPENS_NEVER.format(names=words.listed(gone))
        text = words.together(tuple(part for part in (text, _in_menu(scene)) if part))
        lines += wrapped(around.REPLAY_NOT_OPENED if is_replay else text, width, Tone.QUIET)
    elif not is_replay:
        lines += wrapped(_in_menu(scene), width, Tone.QUIET)
    table = " ".join(view.table[start : start + 2].hex() for start in range(0, 8, 2))
    again = "" if is_replay else f"   koryo-tui replay {view.table[:8].hex()}"
    lines += [line(), line(f" {pages.TABLE.format(id=table)}{again}", Tone.QUIET)]
    for seat in places:
        identity = identity_words(view.seats[seat].identity)
        lines.append(line(f" {cells.fit(names.first(seat), name_width)}{identity}", Tone.QUIET))
    return tuple(lines)


def _in_menu(scene: Scene) -> str:
    """What the menu has to offer now that the game is over."""
    view = scene.view
    if view.hands:
        return pages.IN_MENU_HANDS
    if view.you in view.opens or never_agree(view):
        return pages.IN_MENU_WATCH if scene.may_replay else ""
    return pages.IN_MENU_BOTH if scene.may_replay else pages.IN_MENU_AGREE


def ranked(outcome: Outcome) -> list[int]:
    """The seats by their places, those without one last."""
    return sorted(range(len(outcome.scores)), key=lambda s: (outcome.places[s] or 9, s))


def winners(outcome: Outcome, names: Names) -> str:
    """Who won, in one sentence."""
    first = outcome.winners
    if not first:
        return pages.NOBODY_RANKED
    total = outcome.scores[first[0]].total
    if len(first) > 1:
        who = words.listed(tuple(names.first(seat) for seat in first))
        return pages.SHARED.format(names=who, total=total)
    seat = first[0]
    name, is_you = names.first(seat), seat == names.you
    if outcome.by_default:
        gone = words.listed(tuple(names[other] for other in outcome.missing if other != seat))
        form = pages.YOU_WIN_BY_DEFAULT if is_you else pages.WINS_BY_DEFAULT
        return form.format(name=name, gone=gone)
    return (pages.YOU_WIN if is_you else pages.WINS).format(name=name, total=total)


def hall_of(outcome: Outcome, seat: int) -> str:
    """Which of the halls is entered, if one is."""
    if seat in outcome.wall_of_shame:
        return pages.WALL_OF_SHAME
    return pages.HALL_OF_FAME if seat in outcome.hall_of_fame else ""


def _place(outcome: Outcome, seat: int, names: Names, name_width: int, hall: str) -> Line:
    place = outcome.places[seat]
    text = pages.NOT_RANKED if place is None else f"{place}."
    return joined(
        f" {cells.fit_right(text, 3 if place else cells.width(text))} ",
        Span(cells.fit(names.first(seat), name_width), Tone.TITLE),
        Span(cells.fit_right(str(outcome.scores[seat].total), 4), Tone.STRONG),
        Span(f"  {hall}" if hall else "", Tone.GOOD if hall == pages.HALL_OF_FAME else Tone.BAD),
    )


_PENALTIES: Final = {
    frozenset({Why.SILENT}): pages.PENALTIES_ABSENT,
    frozenset({Why.GOODBYE}): pages.PENALTIES,
    frozenset({Why.SILENT, Why.GOODBYE}): pages.PENALTIES_BOTH,
}


def penalties_of(scene: Scene, seat: int) -> str:
    """For what a seat has penalties, as the others left it out."""
    told = scene.view.happenings
    whys = frozenset(h.why for h in told if isinstance(h, SeatLeftOut) and h.seat == seat)
    return _PENALTIES.get(whys, pages.PENALTIES_FAULT)


def _parts(score: Score, penalties: str, width: int) -> Lines:
    return wrapped(score_parts(score, penalties), width, Tone.QUIET, indent="      ")


def score_parts(score: Score, penalties: str) -> str:
    """What a score is made of; ``penalties``: for what those are."""
    families = " + ".join(str(int(card)) for card in reversed(score.families))
    total = sum(card.influence for card in score.families)
    forms = (pages.FAMILIES_NONE, pages.FAMILY, pages.FAMILIES)
    parts = [
        forms[min(len(score.families), 2)].format(families=families, sum=total),
        pages.TOKENS.format(number=f"+{score.tokens}" if score.tokens else "0"),
        pages.EVENTS.format(number=-score.events),
    ]
    if score.penalties:
        parts.append(penalties.format(number=score.penalties))
    return words.COMMA.join(parts)


def hands_page(scene: Scene, width: int) -> Lines:
    """Every hand of every deal, once everybody has agreed to open them."""
    lines = [*wrapped(pages.HANDS_WHAT, width)]
    deal = None
    for hand in scene.view.hands:
        if (hand.round, hand.step) != deal:
            deal = (hand.round, hand.step)
            title = pages.HANDS_ROUND.format(round=hand.round)
            lines += [line(), line(f" {title}", Tone.TITLE)]
        cards = words.cards(cards_of(hand.cards))
        text = pages.HANDS_LINE.format(name=scene.names.first(hand.seat), cards=cards)
        lines += wrapped(text, width)
    return tuple(lines)
