"""The games a person has finished, kept across them, and the halls that follow from their scores.

``games.jsonl`` in the folder of a profile has a line of JSON for each finished game. It is only a
notebook: the transcripts beside it are the record, and a line that cannot be read is passed over.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated, Final

import msgspec

from protocol.net.names import clean
from protocol.peer.view import TableView

FILE: Final = "games.jsonl"
_MOST_BYTES: Final = 4_000_000

_BySeat = Annotated[tuple[int, ...], msgspec.Meta(max_length=4)]


class PlayedGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One finished game.

    ``table``: its id in hexadecimal. ``places`` by seat, 0 for not ranked. ``fame`` and ``shame``:
    the seats that entered a hall. ``you``: the own seat. ``transcript``: the name of the file in
    the profile's folder of transcripts.
    """

    table: Annotated[str, msgspec.Meta(max_length=64)]
    day: date
    names: Annotated[tuple[str, ...], msgspec.Meta(min_length=2, max_length=4)]
    scores: _BySeat
    places: _BySeat
    fame: _BySeat
    shame: _BySeat
    you: int
    transcript: Annotated[str, msgspec.Meta(max_length=255)]

    @property
    def by_place(self) -> tuple[int, ...]:
        """The seats from the first place on, those that are not ranked last."""
        seats = range(len(self.names))
        return tuple(sorted(seats, key=lambda seat: (self.places[seat] or len(seats) + 1, seat)))


@dataclass(frozen=True, slots=True)
class Entry:
    """A seat of a game in a hall, or of the list of all games (then ``seat`` is the own one).

    ``path``: the transcript, which may be gone.
    """

    game: PlayedGame
    seat: int
    path: Path

    @property
    def score(self) -> int:
        """The points of the seat."""
        return self.game.scores[self.seat]

    @property
    def name(self) -> str:
        """Who sat there."""
        return self.game.names[self.seat]

    @property
    def others(self) -> tuple[str, ...]:
        """Who else played."""
        return tuple(name for seat, name in enumerate(self.game.names) if seat != self.seat)


@dataclass(frozen=True, slots=True)
class Halls:
    """``fame`` begins with the most points, ``shame`` with the fewest, ``games`` with the latest
    game."""

    fame: tuple[Entry, ...]
    shame: tuple[Entry, ...]
    games: tuple[Entry, ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All of them, in the order in which they are listed."""
        return (*self.fame, *self.shame, *self.games)


def finished_game(view: TableView, transcript: Path, day: date) -> PlayedGame:
    """What to keep of a game that is over. ``ValueError`` while it is not."""
    outcome = view.outcome
    if outcome is None:
        raise ValueError("the game is not over")
    return PlayedGame(
        table=view.table.hex(),
        day=day,
        names=tuple(seat.name for seat in view.seats),
        scores=tuple(score.total for score in outcome.scores),
        places=tuple(place or 0 for place in outcome.places),
        fame=outcome.hall_of_fame,
        shame=outcome.wall_of_shame,
        you=view.you,
        transcript=transcript.name,
    )


def note(profile: Path, game: PlayedGame) -> None:
    """Appends ``game`` to the notebook in the folder of a profile. Raises ``OSError``."""
    line = msgspec.json.encode(game) + b"\n"
    with (profile / FILE).open("ab") as file:
        # A torn last line, left by a crash, must not swallow this one.
        file.write(b"\n" + line if _is_torn(profile / FILE) else line)


def remember(profile: Path, view: TableView, transcript: Path, day: date) -> None:
    """Notes the finished game of ``view``, whose transcript is in the folder of the profile.

    A notebook that cannot be written is no reason to disturb whoever has just finished a game:
    the transcript is there.
    """
    if view.outcome is not None:
        with contextlib.suppress(OSError):
            note(profile, finished_game(view, transcript, day))


def _is_torn(path: Path) -> bool:
    data = path.read_bytes()
    return bool(data) and not data.endswith(b"\n")


def read_halls(profiles: Iterable[Path]) -> Halls:
    """The halls of these profiles together; a table that several know is one game."""
    found: dict[str, Entry] = {}
    for profile in profiles:
        for game in _read(profile / FILE):
            path = profile / "transcripts" / Path(game.transcript).name
            found.setdefault(game.table, Entry(game, game.you, path))
    games = sorted(found.values(), key=lambda entry: entry.game.day, reverse=True)
    fame = [_at(entry, seat) for entry in games for seat in entry.game.fame]
    shame = [_at(entry, seat) for entry in games for seat in entry.game.shame]
    return Halls(
        tuple(sorted(fame, key=lambda entry: -entry.score)),
        tuple(sorted(shame, key=lambda entry: entry.score)),
        tuple(games),
    )


def _at(entry: Entry, seat: int) -> Entry:
    return Entry(entry.game, seat, entry.path)


def _read(path: Path) -> list[PlayedGame]:
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES)
    except OSError:
        return []
    games = []
    for line in data.splitlines():
        try:
            game = msgspec.json.decode(line, type=PlayedGame)
        except msgspec.DecodeError:
            continue
        if _fits(game):
            games.append(msgspec.structs.replace(game, names=tuple(map(clean, game.names))))
    return games


def _fits(game: PlayedGame) -> bool:
    seats = range(len(game.names))
    each = len(game.scores) == len(game.places) == len(seats)
    return each and all(seat in seats for seat in (*game.fame, *game.shame, game.you))
