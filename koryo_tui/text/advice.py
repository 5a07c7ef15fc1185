"""Hints and reviews in words: what to do, why, and what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from koryo_tui.bots.reasons import Later, Reason, Sacrifice, Why
from koryo_tui.text import phrases, words
from koryo_tui.text.i18n import _
from koryo_tui.text.sentences import targets_of
from koryo_tui.text.words import Names
from protocol.peer.questions import ChooseDiscard, Decision, PlaceOrder, PlayTurn, Question
from protocol.peer.talk import HINTS_ARE_FINE
from protocol.rules import (
    Decline,
    Destroy,
    Done,
    Position,
    RemoveEvent,
    Steal,
    Swap,
    TakeToken,
    TurnMove,
    TurnUp,
)

if TYPE_CHECKING:
    from koryo_tui.bots.advice import Costly, Hint

# Hints
TITLE: Final = _("Hint")
THINKING: Final = _("The strong player thinks about it ...")
FAILED: Final = _("No hint could be found this time; ask again.")
NOT_ASKED: Final = _("Nothing has to be decided here now.")
NOT_HERE: Final = _("No hints are given here.")
_NOT_YET: Final = _('Hints are off until everybody here has said: "{phrase}"')
EXPECTED: Final = _(
    "Influence expected when the round ends: {points}. Chance to win if everybody plays well:"
    " {percent} %."
)
NEXT_BEST: Final = _(
    "Second best: {what}. With that you win about {number} fewer of 100 games from here."
)
AS_GOOD: Final = _("As good: {what}.")

_BECAUSE: Final = _("{what}: {why}.")
_ITSELF: Final = _("{what}.")
_TARGET: Final = _("Its best target, as the table stands: {move}.")
_ORDER: Final = _("Order {cards}")
_TURN: Final = _("In your turn, {moves}")
_THEIR_TURN: Final = _("Turn: {moves}")
_DISCARD: Final = _("Discard {cards}")
_KEEP: Final = _("Discard nothing")
#: The same within a sentence.
_TO_ORDER: Final = _("order {cards}")
_TO_DISCARD: Final = _("discard {cards}")
_TO_KEEP: Final = _("discard nothing")

_MOVES: Final[dict[type[TurnMove], str]] = {
    TurnUp: _("turn up {cards}"),
    TakeToken: _("take a token from the bank"),
    Steal: _("steal a token from {name}"),
    RemoveEvent: _("remove {card}"),
    Destroy: _("destroy {card}"),
    Swap: _("swap {card} and {other_card}"),
    Decline: _("decline {card}"),
    Done: _("do nothing more"),
}

#: Where nobody else is affected, and where somebody is.
_WHY: Final = {
    Why.WINS_FAMILY: (
        _("it wins the majority of {cards}, worth {points}"),
        _("it takes the majority of {cards}, worth {points}, from {name}"),
    ),
    Why.WINS_POWER: (
        _("it wins {cards} early, for their power"),
        _("it takes {cards} from {name} early, for their power"),
    ),
    Why.STRENGTHENS: (_("it makes the majority of {cards} safer"),) * 2,
    Why.TIES_FAMILY: (_("it draws level with {name} in {cards}, which then count for nobody"),) * 2,
    Why.BUILDS: (_("it begins to gather {cards}"),) * 2,
    Why.USES_EVENT: (_("it brings {cards} into play"),) * 2,
    Why.BREAKS_FAMILY: (_("it breaks {name}'s majority of {cards}, worth {points}"),) * 2,
    Why.TAKES_TOKEN: (_("it brings a token"), _("it takes a token from {name}")),
    Why.SAVES_EVENT: (_("every target would cost more than it brings"),) * 2,
    Why.GIVES_UP: (_("it is what is missed least"),) * 2,
    Why.LETS_GO: (_("it counts {points} now, but is missed least in the rounds to come"),) * 2,
    Why.FORCED: (_("nothing else is possible"),) * 2,
    Why.WEAKENS: (_("it leaves {name} with fewer {cards}"),) * 2,
    Why.BEST: (_("it wins more often than anything else"),) * 2,
    Why.PLAIN: (_("there is little to choose"),) * 2,
}


#: Where another choice would have brought more in the round in play.
_MORE_NOW: Final = _("Another choice brings {points} more in this round: {what}.")
_PLAYED_MORE: Final = _("What was played brings {points} more in that round.")
#: Why that does not count as much as it seems.
_FLEETS: Final = _(
    "But the {brief} for {cards} are easily lost again: by the end of the game they are worth about"
    " {lasting}."
)
_FLEETS_WHOLLY: Final = _("But the {brief} for {cards} can hardly be expected to last.")
#: What the advice has instead.
_WORTH: Final = _("By the end of the game the advice is worth about {gain} more: {why}.")
_WINS_FOR: Final = _("Of 100 games from here the advice wins about {gain} more: {why}.")
_WINS: Final = _("Of 100 games from here the advice wins about {gain} more.")
_WORTH_LATER: Final = {
    Later.POWER: _("it more often holds the power of {cards}"),
    Later.SAFER: _("it makes the majority of {cards} safer"),
    Later.BETTER_PLACED: _("it gets further in {cards}"),
    Later.FLEETING: _("what the other choice wins in {cards} is often lost again"),
    Later.EVENTS: _("it leaves fewer events in front"),
    Later.TOKENS: _("it leads to more tokens"),
}
_HINDERS: Final = _(
    "Instead the advice hinders {name}: at the end of the game {name} can be expected to have about"
    " {gain} less."
)
_HINDERS_IN: Final = _(
    "Instead the advice hinders {name}, above all in {cards}: at the end of the game {name} can be"
    " expected to have about {gain} less."
)

# Reviews
REVIEW: Final = _("Review")
REVIEW_OF: Final = _("Review of {name}")
REVIEWING: Final = _("Looking for the decisions of {name} that cost most ...")
NOTHING_COST: Final = _("No decision of {name} cost anything worth speaking of.")
WITHOUT_HANDS: Final = _(
    "The hands were not opened, so orders cannot be judged, only turns and discards."
)
CANNOT_REVIEW: Final = _("This game cannot be reviewed: it cannot be played again move by move.")
REVIEW_FAILED: Final = _("The review could not be finished; try again.")
REVIEW_KEYS: Final = _("Up/Down move  Enter show the moment  Tab other player  Esc back")
REVIEW_KEYS_NOTHING: Final = _("Tab other player  Esc back")
COMPARED: Final = _(
    "Each decision is compared with what the strong player would have done then: how many fewer of"
    " 100 games played on from there are won."
)
COST: Final = _("Round {round}: of 100 games about {number} fewer won.")
PLAYED: Final = _("Played: {what}.")
BETTER: Final = _("Better: {what}")


def not_yet() -> str:
    """That people have to agree to hints, and how."""
    return _NOT_YET.format(phrase=phrases.SENTENCES[HINTS_ARE_FINE])


def decision(question: Question, made: Decision, names: Names) -> str:
    """A decision as advice, without a full stop: ``Order 2 Bankers``."""
    match made:
        case PlaceOrder(order):
            return _ORDER.format(cards=words.order(order))
        case ChooseDiscard(discard):
            return _DISCARD.format(cards=words.cards(discard.cards)) if discard.cards else _KEEP
        case PlayTurn(moves):
            form = _TURN if question.seat == names.you else _THEIR_TURN
            return form.format(moves=_turn(question.position, moves, names))


def _other(question: Question, made: Decision, names: Names) -> str:
    """A decision within a sentence: that it is your turn need not be said again."""
    match made:
        case PlaceOrder(order):
            return _TO_ORDER.format(cards=words.order(order))
        case ChooseDiscard(discard) if discard.cards:
            return _TO_DISCARD.format(cards=words.cards(discard.cards))
        case ChooseDiscard():
            return _TO_KEEP
        case PlayTurn(moves):
            return _turn(question.position, moves, names)


def _turn(position: Position, moves: tuple[TurnMove, ...], names: Names) -> str:
    said: list[str] = []
    up: tuple[str, ...] = ()
    for move in moves:
        if isinstance(move, TurnUp):
            assert position.turn is not None
            up = (*up, words.counted(move.card, position.turn.face_down[move.card]))
        else:
            said += [*_turned_up(up), *_move(move, names)]
            up = ()
        position = position.played(move)
    said += _turned_up(up)
    return words.COMMA.join(said) if said else _MOVES[Done]


def _turned_up(cards: tuple[str, ...]) -> tuple[str, ...]:
    return (_MOVES[TurnUp].format(cards=words.listed(cards)),) if cards else ()


def _move(move: TurnMove, names: Names) -> tuple[str, ...]:
    """What is done beside turning up; the end of a turn goes without saying."""
    if isinstance(move, Done):
        return ()
    found = {"name": names[move.seat]} if isinstance(move, Steal) else targets_of(move, names)
    return (_MOVES[type(move)].format(**found),)


def why(reason: Reason, names: Names) -> str:
    """A reason as half a sentence."""
    alone, from_somebody = _WHY[reason.why]
    form = alone if reason.seat is None else from_somebody
    return form.format(
        cards="" if reason.card is None else words.many(reason.card),
        points=reason.points,
        name="" if reason.seat is None else names[reason.seat],
    )


def sentence(question: Question, hint: Hint, names: Names) -> str:
    """What to do and why, in one sentence; and in another what an event is to be aimed at."""
    what = decision(question, hint.decision, names)
    # A token is spoken of in the moves already; an event is used for what its target is hit for.
    is_plain = hint.reason.why is Why.TAKES_TOKEN or hint.target is not None
    form = _ITSELF if is_plain else _BECAUSE
    said = form.format(what=what, why=why(hint.reason, names))
    if hint.target is None:
        return said
    (move,) = _move(hint.target, names)
    return words.together((said, _TARGET.format(move=move)))


def _why_less_now(sacrifice: Sacrifice, first: str, names: Names) -> str:
    """What is given up in the round, as ``first`` has it, why that counts less, and what for."""
    said = [first]
    if sacrifice.fleeting is not None:
        form = _FLEETS if sacrifice.lasting else _FLEETS_WHOLLY
        family = words.many(sacrifice.fleeting)
        said.append(form.format(brief=sacrifice.brief, cards=family, lasting=sacrifice.lasting))
    return words.together((*said, _what_for(sacrifice, names)))


def _what_for(sacrifice: Sacrifice, names: Names) -> str:
    found = {
        "gain": sacrifice.gain,
        "name": "" if sacrifice.seat is None else names[sacrifice.seat],
        "cards": "" if sacrifice.card is None else words.many(sacrifice.card),
    }
    match sacrifice.later:
        case Later.WINS:
            return _WINS.format(**found)
        case Later.HOLDS_BACK:
            form = _HINDERS if sacrifice.card is None else _HINDERS_IN
            return form.format(**found)
        case _:
            form = _WINS_FOR if sacrifice.in_games else _WORTH
            return form.format(why=_WORTH_LATER[sacrifice.later].format(**found), **found)


def hint_sentences(question: Question, hint: Hint, names: Names) -> tuple[str, ...]:
    """What to do and why; why it brings less now, if it does; what is expected of it; what would be
    second best."""
    circle = question.position.clockwise
    start = circle.index(question.seat)
    points = words.COMMA.join(
        words.scored(names[seat], round(hint.influence[seat]))
        for seat in circle[start:] + circle[:start]
    )
    said = [sentence(question, hint, names)]
    if hint.sacrifice is not None:
        instead = _other(question, hint.sacrifice.instead, names)
        first = _MORE_NOW.format(points=hint.sacrifice.points, what=instead)
        said.append(_why_less_now(hint.sacrifice, first, names))
    said.append(EXPECTED.format(points=points, percent=round(100 * hint.chance)))
    # What has been told as bringing more now is not told again.
    told = None if hint.sacrifice is None else hint.sacrifice.instead
    if hint.next_best is not None and hint.next_best != told:
        behind = round(100 * hint.ahead)
        form = NEXT_BEST if behind else AS_GOOD
        what = _other(question, hint.next_best, names)
        said.append(form.format(number=behind, what=what))
    return tuple(said)


def costly_sentences(costly: Costly, names: Names) -> tuple[str, ...]:
    """What a decision cost, what it was, and what would have been better, each one sentence; and
    why that would have brought less at first, if so."""
    said = [
        COST.format(round=costly.round, number=max(round(100 * costly.chance_lost), 1)),
        PLAYED.format(what=decision(costly.question, costly.played, names)),
        BETTER.format(what=sentence(costly.question, costly.better, names)),
    ]
    less_now = costly.better.sacrifice
    if less_now is not None:
        said.append(_why_less_now(less_now, _PLAYED_MORE.format(points=less_now.points), names))
    return tuple(said)
