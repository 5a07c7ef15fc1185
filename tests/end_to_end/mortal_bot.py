"""A player whose process is killed at the points it is told: ``python -m`` this module.

The arguments are those of ``koryo-tui``. ``KORYO_POINTS`` names a file with one point a line,
``KORYO_DEATHS`` the file in which each death is noted before it happens, so that the next life dies
of the next one. ``KORYO_FILE_LIMIT`` is the size at which its files are full. ``KORYO_WILL`` names
a file with what its player wants (``Will``), for as long as there is one. ``KORYO_CHEATS`` is the
round from which on it signs a turn that the rules forbid, ``KORYO_WITHHOLDS`` the round in which
it acknowledges no order.

A point is ``KIND THING PLACE ROUND``: at a step of KIND, with an own THING (``THINGS``), at PLACE,
the first time from ROUND on.
"""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from msgspec.structs import replace as replace_in

from koryo_tui.cli import main
from protocol.log.encoding import Struct, unpack
from protocol.log.messages import (
    Acknowledgement,
    Change,
    Entry,
    Goodbye,
    Return,
    Signed,
    StepKind,
    Thing,
)
from protocol.log.openstep import OpenStep
from protocol.log.signing import read
from protocol.log.wire import read_message
from protocol.net.lifetime import End
from protocol.net.session import Session
from protocol.peer.bodies import TurnBody
from protocol.peer.effects import Send
from protocol.peer.own import OwnSeat
from protocol.peer.own_attempts import OwnAttempts
from protocol.peer.peer import Peer
from protocol.peer.view import TableView

#: Seconds between two looks whether the will of a player has changed.
_LOOK_EVERY = 0.05
#: What a seat says at a step, and can die of.
THINGS = {
    Thing.ENTRY: Entry,
    Thing.ACKNOWLEDGEMENT: Acknowledgement,
    Thing.CHANGE: Change,
    Thing.GOODBYE: Goodbye,
    Thing.RETURN: Return,
}
PLACES = ("before-write", "after-write", "before-send", "after-send")


@dataclass(frozen=True, slots=True)
class Point:
    """Where a process dies."""

    kind: str
    thing: str
    place: str
    round: int

    @classmethod
    def read(cls, line: str) -> Point:
        kind, thing, place, round_ = line.split()
        return cls(kind, thing, place, int(round_))

    def __str__(self) -> str:
        return f"{self.kind} {self.thing} {self.place} {self.round}"


def read_points(path: Path) -> list[Point]:
    """The points in a file, which need not be there yet."""
    return [Point.read(line) for line in path.read_text().splitlines()] if path.exists() else []


class Fate:
    """The points that are left, and whether the moment is one of them."""

    def __init__(self, points: Path, deaths: Path) -> None:
        left = Counter(read_points(points)) - Counter(read_points(deaths))
        self.left = list(left.elements())
        self.deaths = deaths

    def meets(self, peer: Peer, signed: Signed, place: str) -> None:
        """Dies, if a point says so."""
        if signed.thing not in THINGS:
            return
        said = read(signed, THINGS[signed.thing])
        if said.seat != peer.seat:
            return
        kinds = [closing.kind for closing in peer.log.closed]
        if peer.log.open is not None:
            kinds.append(peer.log.open.kind)
        kind, round_ = kinds[said.step], kinds[: said.step].count(StepKind.SEATS)
        for point in self.left:
            here = (point.kind, point.thing, point.place) == (kind, signed.thing, place)
            if here and round_ >= point.round:
                with self.deaths.open("a") as noted:
                    noted.write(f"{point}\n")
                os.kill(os.getpid(), signal.SIGKILL)


def be_mortal(fate: Fate) -> None:
    """Puts the points into the session of this process; nothing else is changed."""
    run, send = Session.run, Session._send

    async def run_mortally(session: Session) -> End:
        write = session._files.write

        def write_all(records: Sequence[bytes]) -> None:
            things = [Signed(Thing(v[0]), *v[1:]) for t, v in map(unpack, records) if t == "signed"]
            for signed in things:
                fate.meets(session._peer, signed, "before-write")
            write(records)
            for signed in things:
                fate.meets(session._peer, signed, "after-write")

        session._files.write = write_all  # type: ignore[method-assign]
        return await run(session)

    def send_one(session: Session, effect: Send) -> None:
        signed = read_message(effect.message)
        if isinstance(signed, Signed):
            fate.meets(session._peer, signed, "before-send")
        send(session, effect)
        if isinstance(signed, Signed):
            fate.meets(session._peer, signed, "after-send")

    Session.run = run_mortally  # type: ignore[method-assign]
    # The session looks its methods up in a table.
    import protocol.net.session as module

    module._CARRY_OUT = {**module._CARRY_OUT, Send: send_one}  # type: ignore[misc]


@dataclass(frozen=True, slots=True)
class Will:
    """Of a player who waits: it decides in rounds before ``round``, and goes on without nobody but
    ``without``."""

    round: int
    without: frozenset[int]

    @classmethod
    def read(cls, line: str) -> Will:
        round_, *without = line.split()
        return cls(int(round_), frozenset(map(int, without)))

    def __str__(self) -> str:
        return " ".join(map(str, (self.round, *sorted(self.without))))

    def seen(self, view: TableView) -> TableView:
        """What such a player sees of the table."""
        waits = view.position is not None and view.position.round >= self.round
        return replace(
            view,
            question=None if waits else view.question,
            can_leave_out=tuple(seat for seat in view.can_leave_out if seat in self.without),
        )


class Wilful:
    """Shows a session's player what it has to see, and anew once its will has changed."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._said = ""
        self._looking: asyncio.TimerHandle | None = None

    def seen(self, session: Session, view: TableView) -> TableView:
        self._said = self._read()
        if not self._said:
            return view
        if self._looking is None:
            self._look_again(session)
        return Will.read(self._said).seen(view)

    def _read(self) -> str:
        return self._file.read_text() if self._file.exists() else ""

    def _look_again(self, session: Session) -> None:
        loop = asyncio.get_running_loop()
        self._looking = loop.call_later(_LOOK_EVERY, self._look, session)

    def _look(self, session: Session) -> None:
        if session.ended is None:
            self._look_again(session)
            if self._read() != self._said:
                session._on_change()


def have_a_will(wilful: Wilful) -> None:
    """The player of this process sees what it may."""
    view = Session.view

    def seen(session: Session) -> TableView:
        return wilful.seen(session, view(session))

    Session.view = seen  # type: ignore[method-assign]


def cheat_from(round_: int) -> None:
    """From this round on the own turns are to steal from oneself, which nobody may."""
    honest = OwnSeat._entry

    def entry(own: OwnSeat, body: Struct, follows: bytes) -> Signed:
        position = own._table.state.position
        if isinstance(body, TurnBody) and position is not None and position.round >= round_:
            body = replace_in(body, moves=(f"s{own.seat}", "."))
        return honest(own, body, follows)

    OwnSeat._entry = entry  # type: ignore[method-assign]


def withhold_in(round_: int) -> None:
    """In this round nothing is acknowledged while orders are placed; all else is said as always."""
    honest = OwnAttempts.acknowledge

    def acknowledge(own: OwnAttempts, step: OpenStep) -> bool:
        position = own._table.state.position
        if step.kind is StepKind.ORDER and position is not None and position.round == round_:
            return False
        return honest(own, step)

    OwnAttempts.acknowledge = acknowledge  # type: ignore[method-assign]


def limit_files(size: str | None) -> None:
    """No file of this process may grow over ``size`` bytes from now on."""
    if size is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(size), resource.RLIM_INFINITY))


if __name__ == "__main__":
    limit_files(os.environ.get("KORYO_FILE_LIMIT"))
    if "KORYO_CHEATS" in os.environ:
        cheat_from(int(os.environ["KORYO_CHEATS"]))
    if "KORYO_WITHHOLDS" in os.environ:
        withhold_in(int(os.environ["KORYO_WITHHOLDS"]))
    if "KORYO_WILL" in os.environ:
        have_a_will(Wilful(Path(os.environ["KORYO_WILL"])))
    be_mortal(Fate(Path(os.environ["KORYO_POINTS"]), Path(os.environ["KORYO_DEATHS"])))
    sys.exit(main(sys.argv[1:]))
