"""Looking back at a game out of its transcript: the decisions of a seat that cost it most."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from koryo_tui.apart import Tell, apart
from koryo_tui.bots.advice import Costly, review
from koryo_tui.bots.history import record_of
from koryo_tui.drawing.replay import scene_of
from koryo_tui.own_files import identity_in, profile_folders
from koryo_tui.replay import Game, Replay
from koryo_tui.text import advice
from koryo_tui.text.words import Names
from protocol.peer.questions import TurnQuestion
from protocol.peer.view import RoundEnded
from protocol.rules import IllegalMove, Record


@dataclass(frozen=True, slots=True)
class Moment:
    """A costly decision, and the place of a replay at which it was due."""

    costly: Costly
    at: int


class CannotReview(ValueError):
    """The text is one plain sentence."""


async def review_game(game: Game, seat: int, tell: Tell = lambda share: None) -> tuple[Moment, ...]:
    """The decisions of ``seat`` that cost it most, the dearest first, found in another process.

    Raises ``CannotReview`` or ``WorkFailed``.
    """
    record = record_of_game(game)
    found = await apart(partial(_review, record, seat), tell)
    return tuple(Moment(each, place_of(each, game)) for each in found)


def record_of_game(game: Game) -> Record:
    """The game as the rules write it down. Raises ``CannotReview``."""
    try:
        return record_of(scene_of(Replay(game).to_end()).view)
    except (IllegalMove, ValueError):
        raise CannotReview(advice.CANNOT_REVIEW) from None


def place_of(costly: Costly, game: Game) -> int:
    """Where in a replay the decision was due: how many happenings had been told."""
    told = [n for n, each in enumerate(game.happenings) if not isinstance(each, RoundEnded)]
    # Before a turn its order has been opened; other decisions are in what happens next.
    opened = isinstance(costly.question, TurnQuestion)
    return max(told[costly.at] + opened, 1)


def own_seat(game: Game) -> int | None:
    """The seat of somebody who has a profile here, if there is one."""
    own = {identity_in(folder) for folder in profile_folders(None)}
    return next((seat for seat, who in enumerate(game.identities) if who in own), None)


def review_lines(game: Game, seat: int, moments: tuple[Moment, ...]) -> Iterator[str]:
    """A review in lines."""
    names = Names(game.names, you=-1)
    yield advice.REVIEW_OF.format(name=game.names[seat])
    if not game.hands:
        yield advice.WITHOUT_HANDS
    if moments:
        yield advice.COMPARED
    for moment in moments:
        yield " ".join(advice.costly_sentences(moment.costly, names))
    if not moments:
        yield advice.NOTHING_COST.format(name=game.names[seat])


def _review(record: Record, seat: int, tell: Tell) -> tuple[Costly, ...]:
    return review(record, seat, tell=tell)
