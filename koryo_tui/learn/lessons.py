"""Which lesson is due at a moment of the guided game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from koryo_tui.drafts import preview
from koryo_tui.text import lessons, words
from koryo_tui.text.lessons import Lesson
from koryo_tui.text.prompts import number_wanted
from koryo_tui.text.words import Names
from protocol.peer.view import (
    Happening,
    MovePlayed,
    OrderOpened,
    OrderPlaced,
    RoundDealt,
    RoundEnded,
)
from protocol.rules import (
    EVENTS,
    FAMILIES,
    Card,
    Counts,
    Discard,
    Order,
    Phase,
    Position,
    RemoveEvent,
    Steal,
    TakeToken,
    TurnUp,
    holder,
)


@dataclass(frozen=True, slots=True)
class Moment:
    """Where the game stands. ``new``: what has happened since the moment before.

    ``asked``: the learner is to decide. ``hand``: what the learner holds, ``order``: what the
    learner has placed, until it is played.
    """

    position: Position
    you: int
    names: Names
    new: tuple[Happening, ...]
    asked: bool
    hand: Counts
    order: Order | None
    is_over: bool

    @property
    def is_ordering(self) -> bool:
        """The learner is to place an order."""
        return self.asked and self.position.phase is Phase.ORDER

    @property
    def is_turn(self) -> bool:
        """The learner is to play a turn."""
        return self.asked and self.position.phase is Phase.ACTION

    @property
    def is_discarding(self) -> bool:
        """The learner is to choose what to give up."""
        return self.asked and self.position.phase is Phase.ENDING


def due(moment: Moment, seen: frozenset[str], *, is_enough: bool = False) -> Lesson | None:
    """The first lesson that matters now and has not been seen: how a phase begins, then what has
    been used or can be used in the decision that is due, how a phase ends, and what is good to
    know, unless ``is_enough``."""
    return next((each for each in _due(moment, is_enough) if each.id not in seen), None)


def _due(moment: Moment, is_enough: bool) -> Iterator[Lesson]:
    if not moment.is_over:
        yield from _phases(_BEGINNINGS, moment)
        yield from _discard(moment)
    yield from _cards(_used(moment))
    if moment.is_over:
        yield lessons.phase(lessons.END)
        return
    yield from _given_up(moment)
    yield from _phases(_ENDINGS, moment)
    if not is_enough:
        yield from _cards(_good_to_know(moment))


def _cards(those: Iterable[tuple[Card, str]]) -> Iterator[Lesson]:
    return (lessons.of_card(card, why) for card, why in those)


def _ended_without_choice(moment: Moment) -> bool:
    return any(isinstance(each, RoundEnded) for each in moment.new)


def _other_opened(moment: Moment) -> bool:
    opened = [each for each in moment.new if isinstance(each, OrderOpened)]
    return any(each.seat != moment.you for each in opened)


def _own_placed(moment: Moment) -> bool:
    placed = [each for each in moment.new if isinstance(each, OrderPlaced)]
    return any(each.seat == moment.you for each in placed)


def _discard(moment: Moment) -> Iterator[Lesson]:
    """How many cards the learner has to give up, and why."""
    if not moment.is_discarding:
        return
    position = moment.position
    legal = (each for each in position.legal_moves() if isinstance(each, Discard))
    numbers = tuple(sorted({len(each.cards) for each in legal}))
    form = lessons.MAY_KEEP if len(numbers) > 1 else lessons.MUST_DISCARD
    why = form.format(
        front=sum(position.fronts[moment.you]),
        limit=position.limit,
        number=number_wanted(numbers),
    )
    yield lessons.discard(why)


def _given_up(moment: Moment) -> Iterator[Lesson]:
    """What another has given up."""
    for each in moment.new:
        if not isinstance(each, MovePlayed) or not isinstance(each.move, Discard):
            continue
        if each.seat != moment.you and each.move.cards:
            why = lessons.OTHER_GAVE_UP.format(
                name=moment.names[each.seat],
                number=sum(each.before.fronts[each.seat]),
                limit=each.before.limit,
                cards=words.cards(each.move.cards),
            )
            yield lessons.given_up(why)


_Phases = tuple[tuple[str, Callable[[Moment], bool]], ...]
_BEGINNINGS: Final[_Phases] = (
    (lessons.WELCOME, lambda moment: True),
    (lessons.ORDER, lambda moment: moment.is_ordering),
    (lessons.SEALED, _own_placed),
    (lessons.OTHERS, _other_opened),
    (lessons.TURN, lambda moment: moment.is_turn),
)
_ENDINGS: Final[_Phases] = (
    (lessons.ENDING, _ended_without_choice),
    (lessons.SECOND, lambda moment: moment.is_ordering and moment.position.round > 1),
)


def _phases(those: _Phases, moment: Moment) -> Iterator[Lesson]:
    return (lessons.phase(id) for id, matters in those if matters(moment))


def _used(moment: Moment) -> Iterator[tuple[Card, str]]:
    """The types of cards that were used, or that the learner can use in this decision, with why."""
    for happening in moment.new:
        is_late = not moment.is_over and happening.round < moment.position.round
        for card, why in _done(happening, moment):
            yield card, lessons.IN_LAST_ROUND.format(what=why) if is_late else why
    if moment.is_ordering:
        yield from _lead((Card.SHIP_OWNER,), moment, mine=True)
    if moment.is_turn:
        yield from _in_turn(moment)
    if moment.is_discarding:
        yield from _lead((Card.SENATOR,), moment, mine=True)
    yield from _decided_ties(moment)


def _good_to_know(moment: Moment) -> Iterator[tuple[Card, str]]:
    """What an order may be chosen for: the powers in front, the events and families in hand."""
    if moment.is_ordering:
        yield from _lead(_FIRST_TOLD, moment, mine=True)
        yield from _lead(_FIRST_TOLD, moment, mine=False)
        yield from _in_hand(moment)
        yield from _could_lead(moment)


#: In which order powers that somebody holds are explained.
_FIRST_TOLD: Final = (
    Card.SHIP_OWNER,
    Card.GUARDIAN,
    Card.SENATOR,
    Card.BROADCASTER,
    Card.BANKER,
    Card.SPY,
    Card.PRIEST,
    Card.OMNISCIENT,
    Card.MERCHANT,
)


def _in_turn(moment: Moment) -> Iterator[tuple[Card, str]]:
    """The events of the own order, and the powers of the turn that are led now or with it."""
    order, position, you = moment.order, moment.position, moment.you
    for card in EVENTS:
        if order is not None and card in order.cards:
            number = order.cards.count(card)
            yield card, lessons.IN_ORDER.format(cards=words.counted(card, number))
    later = None if order is None else preview.of_order(position, you, order).after.powers()
    for card in (Card.BANKER, Card.SPY, Card.PRIEST):
        if position.has_power(you, card):
            yield card, lessons.YOU_LEAD.format(cards=words.many(card))
        elif later is not None and later[FAMILIES.index(card)] == you:
            yield card, lessons.WOULD_LEAD.format(cards=words.many(card))


def _done(happening: Happening, moment: Moment) -> Iterator[tuple[Card, str]]:
    match happening:
        case OrderOpened() if happening.order.is_pair and happening.seat != moment.you:
            yield Card.SHIP_OWNER, lessons.TWO_TYPES.format(name=moment.names[happening.seat])
        case RoundDealt():
            for seat, size in enumerate(happening.sizes):
                if size > happening.position.deal_size:
                    name = moment.names[seat]
                    mine = seat == moment.you
                    said = lessons.YOU_MORE_DEALT if mine else lessons.MORE_DEALT.format(name=name)
                    yield Card.BROADCASTER, said
        case RoundEnded():
            # The limit of the round that has ended, not of the one that begins.
            limit = happening.round + 2
            for seat, front in enumerate(happening.position.fronts):
                if sum(front) > limit and happening.position.has_power(seat, Card.SENATOR):
                    mine, name = seat == moment.you, moment.names[seat]
                    form = lessons.YOU_OVER_LIMIT if mine else lessons.OVER_LIMIT
                    yield Card.SENATOR, form.format(name=name)
        case MovePlayed():
            mine, name = happening.seat == moment.you, moment.names[happening.seat]
            power = _POWER_OF.get(type(happening.move))
            if power is not None:
                form = lessons.YOU_USED if mine else lessons.USED
                yield power, form.format(name=name, cards=words.many(power))
            if isinstance(happening.move, TurnUp) and happening.move.card.is_event and not mine:
                card = happening.move.card
                yield card, lessons.TURNED_UP.format(name=name, cards=words.many(card))
        case _:
            return


_POWER_OF: Final[dict[type, Card]] = {
    TakeToken: Card.BANKER,
    Steal: Card.SPY,
    RemoveEvent: Card.PRIEST,
}


def _lead(cards: tuple[Card, ...], moment: Moment, *, mine: bool) -> Iterator[tuple[Card, str]]:
    for card in cards:
        seat = moment.position.holder(card)
        if seat is None or (seat == moment.you) is not mine:
            continue
        form = lessons.YOU_LEAD if mine else lessons.LEADS
        yield card, form.format(name=moment.names[seat], cards=words.many(card))


def _in_hand(moment: Moment) -> Iterator[tuple[Card, str]]:
    for card in (Card.BARBARIANS, Card.LOBBYING):
        # In the first round there is nothing in front to use an event on.
        if moment.hand[card] and moment.position.round > 1:
            yield card, lessons.IN_HAND.format(cards=words.counted(card, moment.hand[card]))


def _could_lead(moment: Moment) -> Iterator[tuple[Card, str]]:
    """Families that an order from this hand could win."""
    fronts = moment.position.fronts
    for family in FAMILIES:
        held, mine = moment.hand[family], fronts[moment.you][family]
        most = max(front[family] for seat, front in enumerate(fronts) if seat != moment.you)
        if held and mine <= most < mine + held:
            yield family, lessons.COULD_LEAD.format(cards=words.counted(family, held))


def _decided_ties(moment: Moment) -> Iterator[tuple[Card, str]]:
    fronts = moment.position.fronts
    for family in FAMILIES:
        seat = holder(fronts, family, omniscient=True)
        if seat is not None and holder(fronts, family, omniscient=False) is None:
            mine = seat == moment.you
            name = moment.names[seat]
            yield Card.OMNISCIENT, lessons.YOU_TIED if mine else lessons.TIED.format(name=name)
            return
