"""What is said of games between computer players: while they are played, and of their results.

Lines of a table are whole: columns stand under each other if each keeps its width.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from koryo_tui.text.i18n import _
from koryo_tui.text.plurals import plural

# A tournament
WINS_HEAD: Final = _("{player}  wins of games      share  95 %            Elo")
WINS: Final = _(
    "{player}  {wins:7.1f} of {games:5}  {share:6.1%}  {low:.1%} to {high:.1%}  {elo:5.0f}"
)
PLAYER: Final = _("player")
SCORES: Final = _("scores")
TIME: Final = _("time")
SCORES_HEAD: Final = _("{player}   mean  median  ")
BELOW_0: Final = _("below 0")
TIMES_HEAD: Final = _("{player}  decisions  ms a decision  longest  replaced")
NO_TROUBLE: Final = _("none")
TROUBLE: Final = MappingProxyType(
    {"crashed": _("crashed"), "slow": _("slow"), "illegal": _("illegal")}
)
BY_THE_CLOCK: Final = _("by the clock")
IMAGINED: Final = _("{rounds} imagined rounds")
PLAYED: Final = _("{games} games at {seats} seats, {think} ms a decision ({kind}), in {seconds} s")
SO_FAR: Final = _("{done} of {games} games")
NOT_PLAYED: Final = _("A game could not be played: {why}")
HOW_MANY_PLAYERS: Final = _(
    "Name two to four players, or say with --seats how many sit at a table."
)

# Games that are verified
DEALING: Final = _("game {game} of {games}, shuffling and dealing")
PLAYING: Final = _("game {game} of {games}, round {round} of {rounds}")
VERIFYING: Final = _("game {game} of {games}, verifying")
GAME_DONE: Final = _("game {game}: verified, {scores}")
ALL_DONE: Final = _("{games} of {games} games finished, verified and equal for all {seats} players")
KEPT_IN: Final = _("transcripts in {folder}")
SECONDS: Final = _("{text} ({seconds:.1f} s)")
NO_FOLDER: Final = _("{folder} cannot be used for transcripts ({why}).")
TAKEN: Final = _("{folder} already holds transcripts of game {game}; give another folder.")
SAID_NOTHING: Final = _("it said nothing")
PLAYER_ENDED: Final = _("Player {player} of game {game} ended with exit code {code}: {why}")


def too_few_transcripts(game: int, number: int, players: int) -> str:
    """A game left another number of transcripts than it had players."""
    return plural(
        "Game {game} left {number} transcript for {players} players.",
        "Game {game} left {number} transcripts for {players} players.",
        number,
        game=game,
        players=players,
    )
