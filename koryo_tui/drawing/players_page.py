"""The page about the players: identities, links, what each machine has done, and the deck."""

from __future__ import annotations

from koryo_tui.drawing import cells, waits
from koryo_tui.drawing.details import notices
from koryo_tui.drawing.lines import Lines, Span, Tone, joined, line, wrapped
from koryo_tui.drawing.panels import playing
from koryo_tui.drawing.scene import Scene, seat_word
from koryo_tui.leaving import has_left
from koryo_tui.text import going, pages, waiting, words
from koryo_tui.text.spoken import identity_words
from koryo_tui.text.troubles import explained
from protocol.peer.view import DeckView, Doing, LinkState, SeatView, SignedStep
from protocol.rules import Standing

_INDENT = "   "


def players_page(scene: Scene, width: int) -> Lines:
    """Each seat, then the deck in plain words, and how to compare identities."""
    seats = (scene.view.seats[seat] for seat in scene.seats)
    lines = [part for seat in seats for part in (*_player(scene, seat, width), line())]
    awaited = tuple(scene.names[seat] for seat in scene.view.waiting_for)
    if awaited and not has_left(scene.view):
        text = pages.WAITS_FOR.format(names=words.listed(awaited))
        lines += [*wrapped(text, width), *notices(scene, width), line()]
    lines += [line(f" {pages.DECK_TITLE}", Tone.TITLE)]
    lines += [part for text in deck_sentences(scene) for part in wrapped(text, width)]
    lines += [line(), *wrapped(pages.COMPARE, width, Tone.QUIET)]
    return tuple(lines)


def _player(scene: Scene, seat: SeatView, width: int) -> Lines:
    is_you = seat.seat == scene.view.you
    name = pages.YOU.format(name=seat.name) if is_you else seat.name
    word, is_trouble = seat_word(scene, seat.seat, width - cells.width(name) - 3)
    head = joined(
        Span(f" {name}", Tone.TITLE),
        Span(f"  {word}", Tone.BAD if is_trouble else Tone.QUIET),
    )
    identity = pages.IDENTITY.format(words=identity_words(seat.identity))
    time = words.seconds(scene.now - seat.link_since)
    is_gone = seat.left and seat.link is LinkState.LOST
    link = pages.GONE if is_gone else pages.LINKS[seat.link].format(time=time)
    if seat.doing in pages.DOING and not is_unknown(seat):
        link = pages.LINK_AND_DOING.format(link=link, doing=pages.DOING[seat.doing])
    told = [identity, link, *why_lost(seat)]
    last = _last_of(scene, seat.seat)
    if last is not None:
        told.append(pages.LAST_SEEN.format(sentence=last))
    if seat.signed is not None:
        told.append(pages.LAST_SIGNED.format(step=signed_step(scene, seat.signed)))
    lines = [part for text in told for part in wrapped(text, width, indent=_INDENT)]
    for text in trouble_of(scene, seat):
        lines += wrapped(text, width, Tone.BAD, indent=_INDENT)
    return (head, *lines)


def is_unknown(seat: SeatView) -> bool:
    """Whether what the player of a seat seems to be doing is not known or is none of its business
    any more."""
    return seat.doing is Doing.CHOOSING and (seat.left or seat.link is LinkState.LOST)


def why_lost(seat: SeatView) -> tuple[str, ...]:
    """Why there is no link to a seat that has not left, if that is known."""
    if seat.link_ended is None or seat.link is not LinkState.LOST or seat.left:
        return ()
    return (pages.LINK_ENDED[seat.link_ended],)


def signed_step(scene: Scene, step: SignedStep) -> str:
    """A step as a player knows it."""
    names = tuple(scene.names[seat] for seat in step.speakers)
    return pages.SIGNED[step.kind].format(round=step.round, name=words.listed(names))


def trouble_of(scene: Scene, seat: SeatView) -> tuple[str, ...]:
    """Why a seat is not playing, if it is not."""
    position = scene.view.position
    if seat.fault is not None:
        return (pages.AT_FAULT.format(why=explained(seat.fault)),)
    if seat.stays_out:
        return (pages.STAYS_OUT,)
    if seat.returns:
        return (waiting.IS_BACK.format(name=scene.names.first(seat.seat)),)
    if seat.left:
        you = scene.view.seats[scene.view.you]
        if seat is you:
            return going.you_left(scene.view)[:1]
        goes_on = not you.left and not waits.only_you(scene.view) and not scene.view.alone
        return (pages.LEFT if goes_on else pages.HAS_LEFT,)
    if position is not None and position.standing[seat.seat] is Standing.ABSENT:
        return (pages.ABSENT,)
    return ()


def _last_of(scene: Scene, seat: int) -> str | None:
    """The last thing that the seat did, as the log tells it."""
    happenings = scene.view.happenings[: scene.shown]
    for happening, text in zip(reversed(happenings), reversed(scene.log), strict=True):
        if getattr(happening, "seat", None) == seat:
            return text
    return None


def deck_sentences(scene: Scene) -> tuple[str, ...]:
    """What the machines are doing with the deck, as a player would say it."""
    deck = scene.view.deck
    if deck is None:
        return (pages.DECK_NONE,)
    seats = playing(scene)
    if len(deck.shared) >= seats:
        return (pages.DECK_DONE,)
    if len(deck.keys) < seats:
        return (_with_names(scene, pages.DECK_KEYS, pages.DECK_KEYS_NONE, deck.keys),)
    said = [_with_names(scene, pages.DECK_SHUFFLED, pages.DECK_SHUFFLED_NONE, deck.shuffled)]
    checked = _others_checked(scene, deck)
    if checked:
        said.append(pages.DECK_CHECKED.format(names=_listed(scene, checked)))
    if len(deck.checked) >= seats:
        said.append(pages.DECK_DEALING)
    return tuple(said)


def _others_checked(scene: Scene, deck: DeckView) -> tuple[int, ...]:
    return tuple(seat for seat in deck.checked if seat != scene.view.you)


def _with_names(scene: Scene, form: str, form_for_none: str, seats: tuple[int, ...]) -> str:
    return form.format(names=_listed(scene, seats)) if seats else form_for_none


def _listed(scene: Scene, seats: tuple[int, ...]) -> str:
    return words.listed(tuple(scene.names[seat] for seat in seats))
