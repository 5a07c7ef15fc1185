"""Tables that can be found on this network, and the choice of one of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from typing import Final

from koryo_tui import __version__
from koryo_tui.drawing.cells import fit
from koryo_tui.drawing.cells import width as cells_of
from koryo_tui.known import KnownHosts
from koryo_tui.text import finding
from koryo_tui.text.spoken import spoken
from koryo_tui.text.troubles import explained
from koryo_tui.typed import bare
from protocol.log.messages import PROTOCOL_VERSION
from protocol.net.discovery import Browser
from protocol.net.errors import Version, VersionMismatch
from protocol.net.found import Found
from protocol.net.invite import MAX_ADDRESSES, Invite
from protocol.net.names import MAX_CELLS
from protocol.net.signs import OPEN_SECRET, State

#: Seconds that somebody who has no invite waits for the list.
LOOK_SECONDS: Final = 2.0
_NOW_SECONDS: Final = 3.0
_MOST_LISTED: Final = 20
_WORDS_A_LINE: Final = 4


@dataclass(frozen=True, slots=True)
class Seen:
    """What one look found at ``now`` of the loop's clock, or the ``trouble`` it had."""

    found: tuple[Found, ...] = ()
    now: float = 0.0
    trouble: str | None = None

    @property
    def listed(self) -> tuple[Found, ...]:
        """As they are numbered: one for each table, those under way last."""
        return one_a_table(self.found)[:_MOST_LISTED]


def one_a_table(found: Iterable[Found]) -> tuple[Found, ...]:
    """One player of each table, those under way last: there everybody announces it."""
    tables: dict[bytes, Found] = {}
    for each in sorted(found, key=lambda each: each.sign.state is State.PLAYING):
        sign = each.sign
        tables.setdefault(sign.table or sign.fingerprint, each)
    return tuple(tables.values())


async def look_around(hosts: Collection[str] | None = None, seconds: float = LOOK_SECONDS) -> Seen:
    """Looks for ``seconds``."""
    async with Browser(hosts) as browser:
        await browser.wait(lambda found: browser.trouble is not None, seconds)
        return Seen(browser.found, asyncio.get_running_loop().time(), browser.trouble)


def lines(seen: Seen) -> tuple[str, ...]:
    """The list as it is printed."""
    if seen.trouble is not None:
        return (finding.TROUBLE.format(why=explained(seen.trouble)), finding.WITHOUT_INVITE)
    if not seen.listed:
        return (finding.NONE, finding.WITHOUT_INVITE)
    entries = (_entry(number, each, seen.now) for number, each in enumerate(seen.listed, start=1))
    is_any = any(why_not(each) is None or needs_invite(each) for each in seen.listed)
    foot = finding.OR_NUMBER if is_any else finding.WITHOUT_INVITE
    return (finding.TABLES, *entries, foot)


def _entry(number: int, each: Found, now: float) -> str:
    age = now - each.answered
    name, seats, how = _columns(each)
    return finding.ENTRY.format(
        number=number,
        name=name,
        seats=seats,
        version=_version(each.version),
        how=how,
        age=finding.AGE_NOW if age < _NOW_SECONDS else finding.AGE.format(seconds=age),
    )


def _version(theirs: Version) -> str:
    """The number alone where that is all that may differ."""
    if theirs.protocol != PROTOCOL_VERSION or not theirs.app:
        return str(theirs)
    return theirs.app


def row(table: Found) -> str:
    """What a list that is always new says of a table."""
    name, seats, how = _columns(table)
    return finding.ROW.format(name=name, seats=seats, how=how)


def _columns(table: Found) -> tuple[str, str, str]:
    """Who hosts it, which seats are free, and how one gets in."""
    sign = table.sign
    seats = finding.FREE.format(free=sign.free, seats=sign.seats)
    how = finding.OPEN if sign.is_open else finding.NEEDS_INVITE
    if sign.state is State.PLAYING:
        seats, how = finding.UNDER_WAY, finding.HAS_BEGUN
    room = cells_of(finding.FREE.format(free=0, seats=0))
    return fit(sign.name, MAX_CELLS), fit(seats, room), how


def why_not(table: Found) -> str | None:
    """Why a table cannot be joined without an invite; None if it can."""
    sign = table.sign
    if table.version.protocol != PROTOCOL_VERSION:
        return str(VersionMismatch(Version(PROTOCOL_VERSION, __version__), table.version))
    if sign.state is State.PLAYING:
        return finding.TOO_LATE
    if not sign.is_open:
        return finding.ASK_FOR_INVITE.format(name=sign.name)
    return None if sign.free else finding.FULL


def needs_invite(table: Found) -> bool:
    """Whether nothing but the lack of an invite keeps anybody from joining."""
    sign = table.sign
    is_same = table.version.protocol == PROTOCOL_VERSION
    return is_same and sign.state is not State.PLAYING and not sign.is_open


def open_invite(table: Found) -> Invite:
    """The invite to a table that needs none."""
    return Invite(table.addresses, table.sign.fingerprint, OPEN_SECRET)


def completed(invite: Invite, found: Collection[Found]) -> Invite:
    """``invite`` with the addresses at which its host was found."""
    known = next((each for each in found if each.sign.fingerprint == invite.fingerprint), None)
    if known is None:
        return invite
    addresses = tuple(dict.fromkeys((*invite.addresses, *known.addresses)))
    return replace(invite, addresses=addresses[:MAX_ADDRESSES])


def word_lines(mark: bytes) -> tuple[str, ...]:
    """The words of a fingerprint, a few to a line, to be compared."""
    words = spoken(mark).split()
    starts = range(0, len(words), _WORDS_A_LINE)
    return tuple("    " + " ".join(words[start : start + _WORDS_A_LINE]) for start in starts)


class Chooser:
    """What somebody types instead of an invite.

    ``look()`` finds tables, ``say`` prints a sentence, ``ask`` prints a question and reads a line,
    ``show`` prints a row of the list, or words to compare, as they are: by ``say`` without it.
    """

    def __init__(
        self,
        look: Callable[[], Seen],
        say: Callable[[str], object],
        ask: Callable[[str], str],
        known: KnownHosts,
        show: Callable[[str], object] | None = None,
    ) -> None:
        self._look = look
        self._say = say
        self._ask = ask
        self._known = known
        self._show = show or say
        self._seen = Seen()
        self.prompt = finding.PROMPT
        """With which an invite is asked for: that of the table that was chosen."""

    def look(self) -> None:
        """Looks, and prints what there is."""
        self._say(finding.LOOKING)
        self._seen = self._look()
        head, *rows, foot = lines(self._seen)
        self._say(head)
        for text in rows:
            self._show(text)
        self._say(foot)

    def understands(self, line: str) -> bool:
        """Whether ``line`` is a number, and no piece of an invite."""
        return line.isascii() and line.isdigit() and len(line) < 4

    def choose(self, line: str) -> Invite | None:
        """The invite to the chosen table, if it was one that can be joined and is trusted."""
        self.prompt = finding.PROMPT
        if not int(line):
            self.look()
            return None
        tables = self._seen.listed
        if not 1 <= int(line) <= len(tables):
            self._say(finding.NO_SUCH_NUMBER.format(number=int(line)))
            return None
        table = tables[int(line) - 1]
        why = why_not(table)
        if why is not None:
            self._say(why)
            if needs_invite(table):
                self.prompt = finding.PROMPT_OF.format(name=table.sign.name)
            return None
        return self._trusted(table)

    def completed(self, invite: Invite) -> Invite:
        """``invite`` with the addresses at which its host was found."""
        return completed(invite, self._seen.found)

    def _trusted(self, table: Found) -> Invite | None:
        mark, name = table.sign.fingerprint, table.sign.name
        if not self._known.knows(mark):
            self._say(finding.UNKNOWN_HOST.format(name=name))
            for words in word_lines(mark):
                self._show(words)
            if bare(self._ask(finding.SAME).strip()) not in map(bare, finding.YES):
                self._say(finding.NOT_TRUSTED.format(name=name))
                return None
            self._known.remember(mark)
        return open_invite(table)
