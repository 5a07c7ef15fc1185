"""What must hold in a world: honest logs never part, and nobody honest is blamed."""

from __future__ import annotations

from protocol.log.errors import Dropped
from protocol.log.evidence import Evidence, check_pair, kind_of
from protocol.log.messages import Acknowledgement, Change, Entry, Signed, Thing
from protocol.log.signing import read
from protocol.peer.closing import Closing
from protocol.peer.verify import verify
from tests.peer.world import World


def check(world: World) -> None:
    """After whatever the adversary did."""
    for seat in world.honest:
        _check_seat(world, seat)
    for one in world.honest:
        for other in world.honest:
            if one < other:
                _check_pair(world, one, other)


def _check_seat(world: World, seat: int) -> None:
    process = world.processes[seat, 0]
    log = process.peer.log
    assert set(log.faults) <= {world.bad}, "an honest seat is blamed"
    assert process.accused <= {world.bad}
    assert log.broken is None
    for closing in log.closed[-6:]:
        head, number = closing.after.head, closing.before.step
        assert process.heads.setdefault(number, head) == head, "history has changed"


def _check_pair(world: World, one: int, other: int) -> None:
    ours, theirs = world.log_of(one), world.log_of(other)
    for mine, his in zip(ours, theirs, strict=False):
        if mine.after.head != his.after.head:
            _check_fork(world, one, other, mine, his)
            return


def _check_fork(world: World, one: int, other: int, mine: Closing, his: Closing) -> None:
    """The one case at three seats: each left the other out, and the third signed both ways."""
    assert len(world.seats) == 3, "honest logs have parted"
    assert other in {seat for seat, _why in mine.made_absent}
    assert one in {seat for seat, _why in his.made_absent}
    things = [s for s in (*mine.things, *his.things) if _is_of_bad(world, s)]
    assert any(_is_evidence(world, a, b) for a in things for b in things)


def _is_of_bad(world: World, signed: Signed) -> bool:
    kinds = {Thing.ENTRY: Entry, Thing.CHANGE: Change}
    return read(signed, kinds.get(signed.thing, Acknowledgement)).seat == world.bad


def _is_evidence(world: World, first: Signed, second: Signed) -> bool:
    try:
        kind = kind_of((first, second))
        check_pair(Evidence(kind, world.bad, world.roster, b"", (first, second)))
    except Dropped:
        return False
    return True


def check_records(world: World) -> None:
    """The transcript of every honest seat is whole and says what its log says."""
    for seat in world.honest:
        process = world.processes[seat, 0]
        heads = verify(bytes(process.transcript)).heads
        assert heads == tuple(closing.after.head for closing in process.peer.log.closed)
