"""``selfplay``: starts computer players, waits for them, verifies and compares what they kept.

The players find each other through a file of the first one; nothing goes through this process,
which may end at any time without any of them noticing.
"""

from __future__ import annotations

import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final

from koryo_tui.bar import CLEAR, draw_bar
from koryo_tui.bots.players import DEFAULT, called, with_styles
from koryo_tui.exits import Exit, Failed, WrongUse
from koryo_tui.saying import say
from koryo_tui.tables import LOOPBACK
from koryo_tui.text import files, i18n, lines, words
from koryo_tui.text import tournaments as text
from koryo_tui.text.troubles import reason_of
from koryo_tui.verifying import Story, compare, report
from protocol.net.disk import Disk, private_folder, write_whole
from protocol.net.folder import TRANSCRIPT_SUFFIX
from protocol.rules import ROUNDS

#: A player that sees no step close for so long leaves, so that none stays behind for ever.
_PATIENCE: Final = 120
_LOOK_EVERY: Final = 0.1
#: Nothing of this process is forked into those that verify.
_CLEAN_PROCESSES: Final = multiprocessing.get_context("spawn")


@dataclass(frozen=True, slots=True)
class _Game:
    number: int
    players: tuple[subprocess.Popen[bytes], ...]
    folder: Path
    transcripts: Path


def selfplay(
    seats: int,
    games: int,
    seed: int | None,
    out: str | None,
    log: str | None,
    bots: Sequence[str] = (DEFAULT,),
    records: Path | None = None,
) -> int:
    """Plays ``games`` games one after another; the exit code is 0 if all of them verified.

    ``bots``: who plays, seat by seat; the last takes all seats that are left. ``out`` keeps all
    transcripts under names of their own, ``records`` is where those of finished games are kept.
    """
    playing = tuple(bots[min(seat, len(bots) - 1)] for seat in range(seats))
    work = Path(tempfile.mkdtemp(prefix="koryo-selfplay-"))
    try:
        kept = _out_folder(out, games) or work / "transcripts"
        kept.mkdir(exist_ok=True)
        shown = Progress(games)
        for number in range(1, games + 1):
            fixed = None if seed is None else f"{seed}/{number}"
            game = _start(work, kept, number, with_styles(playing, fixed), fixed, log)
            try:
                _wait(game, shown)
            except BaseException:
                _end(game.players)
                raise
            story = _check(game, shown)
            if records is not None:
                path = _keep(game, story, records)
                shown.line(lines.TRANSCRIPT.format(path=path), path)
            shutil.rmtree(game.folder, ignore_errors=True)
        shown.line(text.ALL_DONE.format(games=games, seats=seats))
        if out is not None:
            shown.line(text.KEPT_IN.format(folder=kept), kept)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return Exit.OK


def _out_folder(out: str | None, games: int) -> Path | None:
    if out is None:
        return None
    folder = Path(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WrongUse(text.NO_FOLDER.format(folder=out, why=reason_of(error))) from None
    taken = [n for n in range(1, games + 1) if any(folder.glob(f"game-{n}-seat-*.koryo"))]
    if taken:
        raise WrongUse(text.TAKEN.format(folder=out, game=taken[0]))
    return folder


def _start(
    work: Path,
    transcripts: Path,
    number: int,
    playing: Sequence[str],
    seed: str | None,
    log: str | None,
) -> _Game:
    folder = work / f"game-{number}"
    folder.mkdir()
    players = []
    for player, plays in enumerate(playing, start=1):
        command = [
            *(sys.executable, "-m", "koryo_tui", "bot"),
            *("--root", str(folder / f"player-{player}")),
            *("--name", called(plays, player)),
            *("--plays", plays),
            *("--bind", LOOPBACK),
            *("--invite-file", str(folder / "invite")),
            *("--save", str(transcripts / f"game-{number}")),
            *("--patience", str(_PATIENCE)),
        ]
        if player == 1:
            command += ["--seats", str(len(playing)), "--progress", str(folder / "round")]
        if seed is not None:
            command += ["--seed", f"{seed}/{player}"]
        if log is not None:
            command += ["--log", str(Path(log).absolute())]
        with (folder / f"player-{player}.err").open("wb") as errors:
            players.append(
                # A session of its own: what ends this process does not end the game.
                subprocess.Popen(  # noqa: S603
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=errors,
                    start_new_session=True,
                )
            )
    return _Game(number, tuple(players), folder, transcripts)


def _wait(game: _Game, shown: Progress) -> None:
    while any(player.poll() is None for player in game.players):
        shown.playing(game.number, _round(game.folder / "round"))
        if any(player.poll() not in (None, 0) for player in game.players):
            _end(game.players)
        time.sleep(_LOOK_EVERY)
    for number, player in enumerate(game.players, start=1):
        if player.returncode != 0:
            said = (game.folder / f"player-{number}.err").read_text(errors="replace").strip()
            why = said.splitlines()[-1] if said else text.SAID_NOTHING
            code = player.returncode
            said = text.PLAYER_ENDED.format(player=number, game=game.number, code=code, why=why)
            raise Failed(said)


def _end(players: Sequence[subprocess.Popen[bytes]]) -> None:
    for player in players:
        if player.poll() is None:
            player.terminate()
    for player in players:
        try:
            player.wait(5)
        except subprocess.TimeoutExpired:
            player.kill()
            player.wait()


def _round(path: Path) -> int:
    with suppress(OSError, ValueError):
        return int(path.read_text())
    return 0


def _keep(game: _Game, story: Story, records: Path) -> Path:
    """Puts one of the equal transcripts where those of finished games are."""
    path = records / f"{date.today().isoformat()}-{story.table.hex()[:16]}{TRANSCRIPT_SUFFIX}"
    one = next(iter(sorted(game.transcripts.glob(f"game-{game.number}-seat-*.koryo"))))
    private_folder(records)
    write_whole(Disk(), path, one.read_bytes())
    return path


def _check(game: _Game, shown: Progress) -> Story:
    """Verifies every player's transcript by itself, then compares them; what they tell."""
    shown.verifying(game.number)
    paths = sorted(game.transcripts.glob(f"game-{game.number}-seat-*.koryo"))
    if len(paths) != len(game.players):
        raise Failed(text.too_few_transcripts(game.number, len(paths), len(game.players)))
    number = min(len(paths), os.cpu_count() or 1)
    language = (i18n.installed(),)
    with ProcessPoolExecutor(number, _CLEAN_PROCESSES, i18n.install, language) as pool:
        reports = list(pool.map(report, paths))
    stories = []
    for path, each in zip(paths, reports, strict=True):
        if each.exit is not Exit.OK or each.story is None:
            raise Failed(f"{path.name}: {each.lines[-1]}")
        stories.append(each.story)
    for path, story in zip(paths, stories, strict=True):
        said, code = compare(stories[0], story)
        if code is not Exit.OK:
            raise Failed(files.COMPARED.format(one=paths[0].name, other=path.name, what=said))
    first = stories[0]
    scores = (f"{name}: {score}" for name, score in zip(first.names, first.scores, strict=True))
    shown.line(text.GAME_DONE.format(game=game.number, scores=words.COMMA.join(scores)))
    return first


class Progress:
    """A bar that is redrawn at a terminal, and a line for each round elsewhere."""

    def __init__(self, games: int) -> None:
        self._games = games
        self._began = time.monotonic()
        self._last = ""
        self._at_terminal = sys.stdout.isatty()

    def playing(self, game: int, round_: int) -> None:
        """Game number ``game`` is in round ``round_``, 0 before its first deal."""
        done = (game - 1 + max(0, round_ - 1) / ROUNDS) / self._games
        form = text.PLAYING if round_ else text.DEALING
        said = form.format(game=game, games=self._games, round=round_, rounds=ROUNDS)
        self._show(done, said)

    def verifying(self, game: int) -> None:
        """Its transcripts are being verified."""
        said = text.VERIFYING.format(game=game, games=self._games)
        self._show((game - 0.05) / self._games, said)

    def line(self, said: str, *whole: object) -> None:
        """Something that stays; ``whole`` as for ``say``."""
        if self._at_terminal and self._last:
            print(CLEAR, end="")
        self._last = ""
        seconds = time.monotonic() - self._began
        say(text.SECONDS.format(text=said, seconds=seconds), *whole)

    def _show(self, done: float, said: str) -> None:
        if self._at_terminal:
            draw_bar(done, said, sys.stdout)
        elif said != self._last:
            say(said)
        self._last = said
