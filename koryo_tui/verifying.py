"""``verify``: what a transcript shows, and where two of one table part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from koryo_tui.cores import Cores
from koryo_tui.exits import Exit
from koryo_tui.text.spoken import identity_words
from protocol.log.errors import Malformed
from protocol.log.evidence import MAGIC as EVIDENCE
from protocol.log.messages import Roster, Why
from protocol.log.transcript import Truncated
from protocol.net.names import clean, distinct
from protocol.peer.convict import convict
from protocol.peer.happenings import happenings_of
from protocol.peer.verify import NotVerified, Verified, verify
from protocol.peer.view import SeatLeftOut, SeatReturned
from protocol.rules import Outcome


@dataclass(frozen=True, slots=True)
class Story:
    """What two verified transcripts are compared by. ``heads``, ``kinds`` and ``members`` (the
    seats in the certificate) are those of the closed steps, in order."""

    table: bytes
    names: tuple[str, ...]
    heads: tuple[bytes, ...]
    kinds: tuple[str, ...]
    members: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    """By seat; empty while the game is unfinished."""


@dataclass(frozen=True, slots=True)
class Report:
    """What is printed about a file, and what came of it. ``story`` is None if it was refused."""

    lines: tuple[str, ...]
    exit: Exit
    story: Story | None = None


def verify_files(paths: Sequence[str]) -> int:
    """Verifies each file and compares the later ones with the first; prints what it finds."""
    reports = [report(Path(path)) for path in paths]
    for path, each in zip(paths, reports, strict=True):
        print(path)
        for line in each.lines:
            print(f"  {line}")
    exits = [each.exit for each in reports]
    held = [(path, each.story) for path, each in zip(paths, reports, strict=True)]
    first_path, first = held[0]
    for path, other in held[1:]:
        if first is not None and other is not None:
            said, code = compare(first, other)
            exits.append(code)
            print(f"{first_path} and {path}: {said}")
    return max(exits, key=_WORST.index)


#: From the best to the worst that can be said of files.
_WORST = (Exit.OK, Exit.UNFINISHED, Exit.WRONG_USE, Exit.FAILED)


def report(path: Path) -> Report:
    """Verifies one file."""
    try:
        data = path.read_bytes()
    except OSError as error:
        why = error.strerror or type(error).__name__
        return Report((f"cannot be read ({why}); check the name.",), Exit.WRONG_USE)
    if data.startswith(EVIDENCE):
        return _evidence(data)
    last = [-1]
    try:
        with Cores() as cores:
            verified = verify(data, lambda step: last.__setitem__(0, step), cores.run)
    except Truncated:
        held = "nothing is left of it" if last[0] < 0 else f"steps 0 to {last[0]} hold"
        said = f"is cut off inside a record ({held}); get a whole copy."
        return Report((said,), Exit.WRONG_USE)
    except Malformed as error:
        if last[0] < 0:
            return Report((f"cannot be read: {error}.",), Exit.WRONG_USE)
        return Report((f"refused after step {last[0]}: {error}.",), Exit.FAILED)
    except NotVerified as refused:
        return Report((_refusal(refused),), Exit.FAILED)
    if verified.outcome is None:
        lines = (*_players(verified.roster, None), *_missing(verified), _unfinished(verified))
        return Report(lines, Exit.UNFINISHED, _story(verified))
    return Report(_finished(verified, verified.outcome), Exit.OK, _story(verified))


def _evidence(data: bytes) -> Report:
    """What an evidence file shows about one seat."""
    try:
        with Cores() as cores:
            roster, fault = convict(data, cores.run)
    except (Malformed, Truncated) as error:
        return Report((f"cannot be read: {error}.",), Exit.WRONG_USE)
    except NotVerified as refused:
        return Report((f"shows nothing: {refused.reason}.",), Exit.FAILED)
    name = names_of(roster)[fault.seat]
    mark = identity_words(roster.players[fault.seat].identity)
    lines = (
        f"evidence against seat {fault.seat + 1}, {name}  {mark}",
        f"at step {fault.step}: {fault.detail}.",
        "verified",
    )
    return Report(lines, Exit.OK)


def _story(verified: Verified) -> Story:
    scores = verified.outcome.scores if verified.outcome is not None else ()
    return Story(
        verified.table,
        names_of(verified.roster),
        verified.heads,
        tuple(str(kind) for kind in verified.kinds),
        tuple(closing.members for closing in verified.log.closed),
        tuple(score.total for score in scores),
    )


def names_of(roster: Roster) -> tuple[str, ...]:
    """The players' names, fit to be shown and told apart whatever the file says."""
    names: list[str] = []
    for player in roster.players:
        names.append(distinct(clean(player.name), names))
    return tuple(names)


def compare(one: Story, other: Story) -> tuple[str, Exit]:
    """What two verified transcripts are to each other."""
    if one.table != other.table:
        return "not of one table; there is nothing to compare.", Exit.WRONG_USE
    for number, (head, other_head) in enumerate(zip(one.heads, other.heads, strict=False)):
        if head != other_head:
            return _fork(one, other, number), Exit.FAILED
    if len(one.heads) == len(other.heads):
        return "the same game, step by step.", Exit.OK
    shorter = "first" if len(one.heads) < len(other.heads) else "second"
    steps = min(len(one.heads), len(other.heads))
    return f"the {shorter} is the beginning of the other, {steps} steps long.", Exit.UNFINISHED


def _fork(one: Story, other: Story, number: int) -> str:
    """The first step that closed on two heads: whoever is in both certificates signed twice."""
    twice = set(one.members[number]) & set(other.members[number])
    both = ", ".join(one.names[seat] for seat in sorted(twice))
    return (
        f"they part at step {number} ({one.kinds[number]}), which closed in two ways; "
        f"signed both ways: {both}."
    )


def _refusal(refused: NotVerified) -> str:
    where = "" if refused.step is None else f" at step {refused.step}"
    who = "" if refused.seat is None else f", seat {refused.seat + 1}"
    return f"refused{where}{who}: {refused.reason}."


def _players(roster: Roster, outcome: Outcome | None) -> Iterable[str]:
    names = names_of(roster)
    width = max(len(name) for name in names)
    for seat, (name, player) in enumerate(zip(names, roster.players, strict=True)):
        line = f"{seat + 1} {name:{width}}"
        if outcome is not None:
            place = outcome.places[seat]
            ranked = "not ranked" if place is None else f"place {place}"
            line += f"  {outcome.scores[seat].total:4} points, {ranked}"
        yield f"{line}  {identity_words(player.identity)}"


def _missing(verified: Verified) -> Iterable[str]:
    """Who was left out and who came back; nobody is blamed for silence."""
    names = names_of(verified.roster)
    for closing in verified.log.closed:
        for told in happenings_of(closing):
            if isinstance(told, SeatLeftOut):
                by = " and ".join(names[seat] for seat in told.by)
                yield (
                    f"round {told.round}: {names[told.seat]} left out by agreement of {by} "
                    f"({_WHY[told.why]})"
                )
            elif isinstance(told, SeatReturned):
                yield f"round {told.round}: {names[told.seat]} back"


_WHY: Final = MappingProxyType(
    {
        Why.SILENT: "it was silent",
        Why.GOODBYE: "it had said goodbye",
        Why.FAULT: "it had broken the protocol",
    }
)


def _unfinished(verified: Verified) -> str:
    if not verified.kinds:
        return "verified, but it holds no step: unfinished."
    last = len(verified.kinds) - 1
    return f"verified so far, unfinished after step {last} ({verified.kinds[last]})."


def _finished(verified: Verified, outcome: Outcome) -> tuple[str, ...]:
    names = names_of(verified.roster)
    lines = [*_players(verified.roster, outcome), *_missing(verified)]
    winners = " and ".join(names[seat] for seat in outcome.winners) or "nobody"
    lines.append(f"won by {winners}" + (" by default" if outcome.by_default else ""))
    if outcome.hall_of_fame:
        lines.append("Hall of Fame: " + ", ".join(names[s] for s in outcome.hall_of_fame))
    if outcome.wall_of_shame:
        lines.append("Wall of Shame: " + ", ".join(names[s] for s in outcome.wall_of_shame))
    signed = ", ".join(names[seat] for seat in verified.signed_result) or "nobody"
    lines.append(f"{len(verified.heads)} steps, final head {verified.heads[-1].hex()}")
    lines.append(f"result signed by {signed}")
    lines.append("verified")
    return tuple(lines)
