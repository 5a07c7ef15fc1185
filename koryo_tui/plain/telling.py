"""The table told in lines: what lies on it, who leads, who plays."""

from __future__ import annotations

from collections.abc import Iterator

from koryo_tui.drafts.base import columns
from koryo_tui.drawing import waits
from koryo_tui.drawing.players_page import (
    deck_sentences,
    is_unknown,
    signed_step,
    trouble_of,
    why_lost,
)
from koryo_tui.drawing.scene import Scene
from koryo_tui.text import another, choices, going, pages, plain, waiting, words
from koryo_tui.text.spoken import identity_words
from koryo_tui.text.troubles import explained
from koryo_tui.text.words import Names
from protocol.peer.view import LinkState, SeatView, TableView
from protocol.rules import (
    CARDS,
    FAMILIES,
    ROUNDS,
    Card,
    Counts,
    Order,
    Position,
    cards_of,
    counts_of,
    holder,
)


def table_lines(position: Position, names: Names, you: int) -> tuple[str, ...]:
    """Everything public: the round, then each seat, yours first and the others clockwise."""
    lines = [
        plain.ROUND_LINE.format(
            round=position.round, rounds=ROUNDS, limit=position.limit, bank=position.bank
        ),
        _form(plain.SEAT_FIRST, plain.SEAT_FIRST_YOU, position.first, names).format(
            name=names.first(position.first)
        ),
    ]
    for seat in columns(position, you):
        lines.append(_seat_line(position, seat, names))
        powers = [words.many(card) for card in FAMILIES if position.has_power(seat, card)]
        if powers:
            listed = words.listed(tuple(powers))
            lines.append(plain.POWERS_OF.format(name=names.first(seat), powers=listed))
        placed = position.orders[seat]
        if placed is not None:
            cards = words.card_count(placed.size)
            form = _form(plain.ORDER_DOWN, plain.ORDER_DOWN_YOU, seat, names)
            lines.append(form.format(name=names.first(seat), cards=cards))
    return tuple(lines)


def _form(about_other: str, about_you: str, seat: int, names: Names) -> str:
    return about_you if seat == names.you else about_other


def _seat_line(position: Position, seat: int, names: Names) -> str:
    front = position.fronts[seat]
    held = tuple(_held(position, seat, card) for card in CARDS if front[card])
    text = plain.SEAT_LINE if held else plain.SEAT_EMPTY
    return text.format(
        name=names.first(seat),
        cards=words.listed(held) if held else "",
        count=words.card_count(sum(front)),
        limit=position.limit,
        tokens=words.token_count(position.tokens[seat]),
        points=position.influence()[seat],
    )


def _held(position: Position, seat: int, card: Card) -> str:
    """A type of card in front, and whether it leads."""
    number = position.fronts[seat][card]
    counted = words.counted(card, number)
    if card.is_event or number < max(front[card] for front in position.fronts):
        return counted
    if holder(position.fronts, card, omniscient=False) == seat:
        return plain.LEADS.format(cards=counted)
    power = position.holder(card) == seat
    return (plain.TIED_POWER if power else plain.TIED).format(cards=counted)


def hand_lines(hand: Counts | None, order: Order | None) -> tuple[str, ...]:
    """The own hand before the order is sealed; after that the order, and what was not played."""
    if hand is None:
        return (plain.NO_HAND,)
    if order is None:
        return (plain.YOUR_HAND.format(cards=words.typeable(cards_of(hand))),)
    placed = counts_of(order.cards)
    left = tuple(max(held - gone, 0) for held, gone in zip(hand, placed, strict=True))
    return (
        plain.YOUR_ORDER.format(cards=words.order(order)),
        plain.NOT_PLAYED.format(cards=words.cards(cards_of(left))),
    )


def influence_line(position: Position, names: Names) -> str:
    """Influence now, seat by seat."""
    points = position.influence()
    listed = tuple(words.scored(names[seat], points[seat]) for seat in position.clockwise)
    return plain.INFLUENCE_NOW.format(points=words.listed(listed))


def waiting_line(view: TableView, names: Names) -> str:
    """Who must do what, when nothing is asked here."""
    if view.stopped is not None:
        return explained(view.stopped)
    if view.outcome is not None:
        return words.together((plain.OVER, *another.standing(view, names)))
    if view.sits_out:
        return waiting.SITS_OUT
    if view.seats[view.you].left:
        return going.you_left(view)[0]
    if view.alone:
        return going.alone_line()
    away = waits.lost(view)
    if any(seat in view.waiting_for for seat in away):
        return unanswered(away, names)
    left_out = waiting.left_out_sentence(view)
    if left_out is not None:
        return left_out
    position = view.position
    if position is not None and position.actor is not None and position.actor != view.you:
        return plain.DECIDES[position.phase].format(name=names.first(position.actor))
    others = tuple(names[seat] for seat in view.waiting_for if seat != view.you)
    return plain.WAITING.format(names=words.listed(others)) if others else plain.WAITING_MACHINES


def unanswered(away: tuple[int, ...], names: Names) -> str:
    """For whom the table waits, who are not reached."""
    return waiting.NO_ANSWER.format(names=words.listed(tuple(names[seat] for seat in away)))


def stuck_lines(view: TableView, names: Names) -> tuple[str, ...]:
    """Why the table can do nothing but wait for those who are away; nothing if it can."""
    away = waits.stuck(view)
    why = waits.why_no_vote(view, away) if away else None
    if why is None:
        return ()
    return (*choices.why_it_waits(away, why, names), plain.CLOSE_MEANWHILE)


def opened_hands(view: TableView, names: Names) -> tuple[str, ...]:
    """Every hand of every deal, once all are open."""
    return tuple(
        plain.HAND_OPENED.format(
            round=hand.round, name=names[hand.seat], cards=words.cards(cards_of(hand.cards))
        )
        for hand in view.hands
    )


def player_lines(scene: Scene) -> tuple[str, ...]:
    """Each seat: how it is reached or why it is not, its fingerprint, and what its machine has
    done; then the deck in plain words, and what fingerprints are for."""
    seats = tuple(words.together(_of_player(scene, seat)) for seat in scene.view.seats)
    return (*seats, words.together(deck_sentences(scene)), pages.COMPARE)


def _of_player(scene: Scene, seat: SeatView) -> Iterator[str]:
    link = plain.LINKS[seat.link]
    if seat.left and seat.link is LinkState.LOST:
        link = pages.GONE
    if seat.doing in pages.DOING and not is_unknown(seat):
        link = pages.LINK_AND_DOING.format(link=link, doing=pages.DOING[seat.doing])
    yield plain.LINK.format(
        name=scene.names.first(seat.seat), link=link, fingerprint=identity_words(seat.identity)
    )
    yield from why_lost(seat)
    if seat.signed is not None:
        yield plain.LAST_SIGNED.format(step=signed_step(scene, seat.signed))
    yield from trouble_of(scene, seat)
