"""What must hold for every input whatever: one function of bytes for each reader.

Each returns if it holds. Everything but the answers that the reader documents comes out as the
exception it is.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from functools import cache

from protocol.log.encoding import unpack
from protocol.log.errors import Dropped, Malformed
from protocol.log.messages import PROTOCOL_VERSION, Entry, Roster, Signed, Thing
from protocol.log.openstep import Check, OpenStep
from protocol.log.signing import SigningKey
from protocol.log.transcript import (
    Record,
    Truncated,
    read_transcript,
    start_transcript,
    write_record,
)
from protocol.log.wire import read_message, write_message
from protocol.net.frames import CAP_BEFORE, Frame, FrameDecoder, encode_frame
from protocol.net.link_messages import read_link_message, write_link_message
from protocol.net.lobby_messages import read_guest_message, read_host_message
from protocol.net.lobby_messages import write_message as write_lobby_message
from protocol.peer.peer import Peer
from protocol.peer.steps import STEPS
from protocol.peer.table import Table
from protocol.peer.verify import NotVerified, read_back, run_here, verify
from tests.fuzz.corpus import GAME, THINGS
from tests.vectors.cases import key_of, nonce_of, roster_of, seeded


def frames(data: bytes) -> None:
    """However a stream is cut, the same frames come out of it, and they are its beginning."""
    size, stream = (data[0] % 64 + 1, data[1:]) if data else (1, b"")
    whole, pieces = _frames(stream, max(1, len(stream))), _frames(stream, size)
    assert whole == pieces
    found, _broken = whole
    assert all(len(frame.payload) <= CAP_BEFORE for frame in found)
    assert stream.startswith(b"".join(encode_frame(f.channel, f.payload) for f in found))


def _frames(stream: bytes, size: int) -> tuple[list[Frame], bool]:
    decoder, found, broken = FrameDecoder(), list[Frame](), False
    for start in range(0, len(stream), size):
        decoder.feed(stream[start : start + size])
        try:
            while (frame := decoder.next()) is not None:
                assert not broken, "nothing comes after a bad header"
                found.append(frame)
        except Malformed:
            broken = True
    assert len(decoder) <= CAP_BEFORE + 5 + size
    return found, broken


def messages(data: bytes) -> None:
    """A message is malformed, or is exactly what would be written for it; on every channel."""
    with contextlib.suppress(Malformed):
        assert write_message(read_message(data)) == data
    with contextlib.suppress(Malformed):
        assert write_link_message(read_link_message(data)) == data
    with contextlib.suppress(Malformed):
        assert write_lobby_message(read_guest_message(data)) == data
    with contextlib.suppress(Malformed):
        assert write_lobby_message(read_host_message(data)) == data
    with contextlib.suppress(Malformed):
        _peer().receive(data, 1, 1.0)


def peer(data: bytes) -> None:
    """What a seat really signed, whatever it is, closes no link and blames nobody else."""
    if len(data) < 3:
        return
    seat, thing = data[1] % 2, Thing(THINGS[data[0] % len(THINGS)])
    payload = data[2:]
    if len(payload) > 60_000:
        return
    signed = Signed(thing, payload, key_of(seat).sign_bytes(thing, payload))
    listening = _peer()
    listening.receive(write_message(signed), 1 - seat, 1.0)
    assert set(listening.log.faults) <= {seat}


def _peer() -> Peer:
    """Seat 2 of the vectors' table of three, before it has heard anything."""
    made = Peer(key_of(2), roster_of(3), nonce_of(2), seeded("fuzz"))
    made.start(0.0)
    return made


def bodies(data: bytes) -> None:
    """An entry with any body on the right head is valid, or shows its own seat at fault."""
    valid_body(data)


def valid_body(data: bytes) -> bool:
    """Whether the entry with this body, in the step of this number, is valid."""
    if not data:
        return False
    try:
        body = unpack(data[1:], 30_000)
    except Malformed:
        return False
    known = tables()
    table = _copy(known[data[0] % len(known)])
    step = table.open
    assert step is not None
    seat, state = step.speakers[0], table.state
    entry = Entry(PROTOCOL_VERSION, state.table, step.step, seat, step.kind, step.head, b"", body)
    with contextlib.suppress(Dropped):
        table.offer(_key(state.roster, seat).sign(Thing.ENTRY, entry))
    while table.jobs:
        jobs = tuple(table.jobs)
        table.jobs.clear()
        for job, result in zip(jobs, run_here(jobs), strict=True):
            table.checked(job, result)
    candidate = step.candidate(seat)
    valid = candidate is not None and candidate.check is Check.VALID
    assert set(table.faults) == (set() if valid or candidate is None else {seat})
    return valid


def _key(roster: Roster, seat: int) -> SigningKey:
    key = key_of(seat)
    assert key.identity == roster.players[seat].identity
    return key


@cache
def tables() -> tuple[Table, ...]:
    """A table before its first step of each kind, as a game of the vectors shows it."""
    data = GAME.read_bytes()
    kinds, beginning = list[str](), list[Record]()
    found: list[Table] = []
    wanted = verify(data).kinds
    for record in read_transcript(data):
        if isinstance(record, Signed) or len(kinds) == len(STEPS):
            break
        if isinstance(record, Roster):
            beginning.append(record)
            continue
        kind = wanted[record.step]
        if kind not in kinds:
            kinds.append(kind)
            found.append(_replayed(beginning))
        beginning.append(record)
    assert len(found) == len(STEPS)
    return tuple(found)


def _replayed(records: list[Record]) -> Table:
    first, *steps = records
    assert isinstance(first, Roster)
    return verify(start_transcript(first) + b"".join(map(write_record, steps))).log


def _copy(table: Table) -> Table:
    """The same table with nothing said yet in its open step."""
    step = table.open
    assert step is not None
    opened = OpenStep(
        step.step, step.kind, step.head, step.speakers, step.members, step.deals,
        in_turn=step.in_turn,
    )  # fmt: skip
    return Table(table.state, opened, list(table.closed))


def transcripts(data: bytes) -> None:
    """A transcript is refused in one of three ways, or is exactly what its records write."""
    length = read_back(data, roster_of(2))[1]
    assert 0 <= length <= len(data)
    try:
        verified = verify(data)
    except (Malformed, Truncated, NotVerified):
        return
    steps = b"".join(map(write_record, verified.records))
    written = start_transcript(verified.roster) + steps
    assert data == written or (verified.finished and data.startswith(written))


TARGETS: Mapping[str, Callable[[bytes], None]] = {
    "frames": frames,
    "messages": messages,
    "peer": peer,
    "bodies": bodies,
    "transcripts": transcripts,
}
