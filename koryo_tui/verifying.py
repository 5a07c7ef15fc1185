"""``verify``: what a transcript shows, and where two of one table part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from koryo_tui.checking import check
from koryo_tui.cores import Cores
from koryo_tui.drawing import cells
from koryo_tui.exits import Exit
from koryo_tui.own_files import record_called, roster_at
from koryo_tui.saying import say
from koryo_tui.text import files as text
from koryo_tui.text import words
from koryo_tui.text.spoken import identity_words
from koryo_tui.text.troubles import explained, reason_of
from protocol.log.errors import Malformed
from protocol.log.evidence import MAGIC as EVIDENCE
from protocol.log.messages import Roster, Signed
from protocol.log.transcript import Truncated
from protocol.net.names import all_distinct
from protocol.peer.convict import convict
from protocol.peer.happenings import happenings_of
from protocol.peer.parting import signed_both_ways
from protocol.peer.verify import NotVerified, Verified
from protocol.peer.view import SeatLeftOut, SeatReturned
from protocol.rules import Outcome

_INDENT: Final = "  "
#: Blanks before the fingerprint of a player, where it does not fit in the row.
_HANG: Final = 4


@dataclass(frozen=True, slots=True)
class Story:
    """What two verified transcripts are compared by. ``heads``, ``kinds`` and ``signed`` (all that
    closed the step) are those of the closed steps, in order."""

    table: bytes
    roster: Roster
    names: tuple[str, ...]
    heads: tuple[bytes, ...]
    kinds: tuple[str, ...]
    signed: tuple[tuple[Signed, ...], ...]
    scores: tuple[int, ...]
    """By seat; empty while the game is unfinished."""


@dataclass(frozen=True, slots=True)
class Report:
    """What is printed about a file, and what came of it. ``story`` is None if it was refused.

    ``players`` are rows of a table that stands above the ``lines``, each of them in two parts, the
    second a fingerprint; ``words`` are fingerprints in the lines.
    """

    lines: tuple[str, ...]
    exit: Exit
    story: Story | None = None
    players: tuple[tuple[str, str], ...] = ()
    words: tuple[str, ...] = ()


def verify_files(paths: Sequence[str]) -> int:
    """Verifies each file and compares the later ones with the first; prints what it finds. A file
    may be called by the number of its table. Raises ``WrongUse`` if that is of several."""
    paths = [str(record_called(path)) for path in paths]
    reports = [report(Path(path)) for path in paths]
    for path, each in zip(paths, reports, strict=True):
        print(path)
        for row in each.players:
            say("  ".join(row), *row, lead=_INDENT, hang=_HANG)
        for line in each.lines:
            say(line, *each.words, lead=_INDENT)
    exits = [each.exit for each in reports]
    held = [(path, each.story) for path, each in zip(paths, reports, strict=True)]
    first_path, first = held[0]
    for path, other in held[1:]:
        if first is not None and other is not None:
            said, code = compare(first, other)
            exits.append(code)
            compared = text.COMPARED.format(one=first_path, other=path, what=said)
            say(compared, first_path, path)
    return max(exits, key=_WORST.index)


#: From the best to the worst that can be said of files.
_WORST = (Exit.OK, Exit.UNFINISHED, Exit.WRONG_USE, Exit.FAILED)


def report(path: Path) -> Report:
    """Verifies one file."""
    try:
        data = path.read_bytes()
    except OSError as error:
        return Report((text.CANNOT_READ.format(why=reason_of(error)),), Exit.WRONG_USE)
    if data.startswith(EVIDENCE):
        return _evidence(data)
    last = [-1]
    try:
        verified = check(data, path.name, lambda step: last.__setitem__(0, step))
    except Truncated:
        held = text.NOTHING_HELD if last[0] < 0 else text.HELD.format(last=last[0])
        return Report((text.CUT_OFF.format(held=held),), Exit.WRONG_USE)
    except Malformed as error:
        reason = explained(error)
        if last[0] < 0:
            return Report((text.NOT_READABLE.format(why=reason),), Exit.WRONG_USE)
        return Report((text.REFUSED_AFTER.format(last=last[0], why=reason),), Exit.FAILED)
    except NotVerified as refused:
        return Report((_refusal(refused, roster_at(data)),), Exit.FAILED)
    if verified.outcome is None:
        lines = (*_missing(verified), _unfinished(verified))
        players = tuple(_players(verified.roster, None))
        return Report(lines, Exit.UNFINISHED, _story(verified), players)
    players = tuple(_players(verified.roster, verified.outcome))
    return Report(_finished(verified, verified.outcome), Exit.OK, _story(verified), players)


def _evidence(data: bytes) -> Report:
    """What an evidence file shows about one seat."""
    try:
        with Cores() as cores:
            roster, fault = convict(data, cores.run)
    except (Malformed, Truncated) as error:
        return Report((text.NOT_READABLE.format(why=explained(error)),), Exit.WRONG_USE)
    except NotVerified as refused:
        return Report((text.SHOWS_NOTHING.format(why=explained(refused.reason)),), Exit.FAILED)
    name = names_of(roster)[fault.seat]
    mark = identity_words(roster.players[fault.seat].identity)
    lines = (
        text.AGAINST.format(seat=fault.seat + 1, name=name, words=mark),
        text.FAULT.format(step=fault.step, what=explained(fault.detail)),
        text.VERIFIED,
    )
    return Report(lines, Exit.OK, words=(mark,))


def _story(verified: Verified) -> Story:
    scores = verified.outcome.scores if verified.outcome is not None else ()
    return Story(
        verified.table,
        verified.roster,
        names_of(verified.roster),
        verified.heads,
        tuple(str(kind) for kind in verified.kinds),
        tuple(closing.things for closing in verified.log.closed),
        tuple(score.total for score in scores),
    )


def names_of(roster: Roster) -> tuple[str, ...]:
    """The players' names, fit to be shown and told apart whatever the file says."""
    return all_distinct(player.name for player in roster.players)


def compare(one: Story, other: Story) -> tuple[str, Exit]:
    """What two verified transcripts are to each other."""
    if one.table != other.table:
        return text.OTHER_TABLE, Exit.WRONG_USE
    for number, (head, other_head) in enumerate(zip(one.heads, other.heads, strict=False)):
        if head != other_head:
            return _fork(one, other, number), Exit.FAILED
    if len(one.heads) == len(other.heads):
        return text.SAME_GAME, Exit.OK
    is_first = len(one.heads) < len(other.heads)
    form = text.FIRST_IS_BEGINNING if is_first else text.SECOND_IS_BEGINNING
    return form.format(steps=min(len(one.heads), len(other.heads))), Exit.UNFINISHED


def _fork(one: Story, other: Story, number: int) -> str:
    """The first step that closed on two heads, and who signed what cannot be signed together."""
    step, kind = number, one.kinds[number]
    both = signed_both_ways(one.roster, (*one.signed[number], *other.signed[number]))
    if not both:
        return text.PART_UNEXPLAINED.format(step=step, kind=kind)
    return text.PART.format(step=step, kind=kind, names=_all(one.names, both))


def _refusal(refused: NotVerified, roster: Roster | None) -> str:
    """``roster``: what the record begins with, if that can be read."""
    names = () if roster is None else names_of(roster)
    seat = None if refused.seat is None or refused.seat >= len(names) else refused.seat
    form = _REFUSED[refused.step is not None, seat is not None]
    number, name = (0, "") if seat is None else (seat + 1, names[seat])
    return form.format(step=refused.step, seat=number, name=name, why=explained(refused.reason))


#: By whether a step and a seat can be named.
_REFUSED: Final = MappingProxyType(
    {
        (False, False): text.REFUSED,
        (True, False): text.REFUSED_AT,
        (False, True): text.REFUSED_SEAT,
        (True, True): text.REFUSED_AT_SEAT,
    }
)


def _players(roster: Roster, outcome: Outcome | None) -> Iterable[tuple[str, str]]:
    names = names_of(roster)
    width = max(cells.width(name) for name in names)
    for seat, (name, player) in enumerate(zip(names, roster.players, strict=True)):
        line = f"{seat + 1} {cells.fit(name, width)}"
        if outcome is not None:
            place = outcome.places[seat]
            form = text.NOT_RANKED if place is None else text.PLACE
            line += f"  {form.format(total=outcome.scores[seat].total, place=place)}"
        yield line, identity_words(player.identity)


def _missing(verified: Verified) -> Iterable[str]:
    """Who was left out and who came back; nobody is blamed for silence."""
    names = names_of(verified.roster)
    for closing in verified.log.closed:
        for told in happenings_of(closing):
            if isinstance(told, SeatLeftOut):
                by = words.listed(tuple(names[seat] for seat in told.by))
                name, why = names[told.seat], text.WHY[told.why]
                yield text.LEFT_OUT.format(round=told.round, name=name, by=by, why=why)
            elif isinstance(told, SeatReturned):
                yield text.BACK.format(round=told.round, name=names[told.seat])


def _unfinished(verified: Verified) -> str:
    if not verified.kinds:
        return text.VERIFIED_NOTHING
    last = len(verified.kinds) - 1
    return text.UNFINISHED.format(last=last, kind=verified.kinds[last])


def _finished(verified: Verified, outcome: Outcome) -> tuple[str, ...]:
    names = names_of(verified.roster)
    lines = [*_missing(verified)]
    won = text.WON_BY_DEFAULT if outcome.by_default else text.WON
    winners = words.listed(tuple(names[seat] for seat in outcome.winners) or (text.NOBODY,))
    lines.append(won.format(names=winners))
    if outcome.hall_of_fame:
        lines.append(text.HALL_OF_FAME.format(names=_all(names, outcome.hall_of_fame)))
    if outcome.wall_of_shame:
        lines.append(text.WALL_OF_SHAME.format(names=_all(names, outcome.wall_of_shame)))
    lines.append(text.steps_and_head(len(verified.heads), verified.heads[-1].hex()))
    lines.append(text.COMPARE_HEADS)
    lines.append(text.SIGNED_BY.format(names=_all(names, verified.signed_result)))
    return (*lines, text.VERIFIED)


def _all(names: tuple[str, ...], seats: tuple[int, ...]) -> str:
    return words.COMMA.join(names[seat] for seat in seats) or text.NOBODY
