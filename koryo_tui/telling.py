"""A whole game, the halls and the like as lines, for where there is no screen."""

from __future__ import annotations

from collections.abc import Iterator

from koryo_tui.drawing.replay import scene_of
from koryo_tui.halls import Entry, Halls
from koryo_tui.plain.result import result_lines
from koryo_tui.replay import Game, Replay
from koryo_tui.text import aloud, around, words
from koryo_tui.text.words import Names
from protocol.peer.view import RoundDealt
from protocol.rules import cards_of


def game_lines(game: Game) -> Iterator[str]:
    """Everything that happened, the hands of each round where they were opened, the result."""
    names = Names(game.names, you=-1)
    for happening in game.happenings:
        yield aloud.told(happening, names)
        if isinstance(happening, RoundDealt):
            for seat, name in enumerate(game.names):
                hand = game.hand(happening.round, seat)
                if hand is not None:
                    cards = words.cards(cards_of(hand))
                    yield around.REPLAY_HAND_LINE.format(name=name, cards=cards)
    if game.outcome is None:
        yield around.REPLAY_UNFINISHED
    else:
        yield from result_lines(scene_of(Replay(game).to_end()), is_replay=True)


def hall_lines(halls: Halls) -> Iterator[str]:
    """The famous, the shameful, all games and below each the file it is in."""
    sections = (
        (around.HALL_OF_FAME, halls.fame, around.NOBODY_FAMOUS),
        (around.WALL_OF_SHAME, halls.shame, around.NOBODY_ASHAMED),
    )
    for title, entries, nobody in sections:
        yield title
        for entry in entries:
            others = around.WITH.format(names=words.listed(entry.others))
            yield f"{entry.score} {entry.name}, {entry.game.day.isoformat()}, {others}"
        if not entries:
            yield nobody
    yield around.ALL_GAMES
    for entry in halls.games:
        yield f"{entry.game.day.isoformat()} {_scores(entry)}"
        yield str(entry.path)
    if not halls.games:
        yield around.NO_GAMES


def _scores(entry: Entry) -> str:
    game = entry.game
    return words.listed(
        tuple(words.scored(game.names[seat], game.scores[seat]) for seat in game.by_place)
    )
