"""Transcripts that go on with seats going missing, for the tests: all that a file needs for it.

The identity seeds of the players of tests/vectors are known, so changes, goodbyes, contradictions
and acknowledgements can be signed for them (3.4 to 3.9). Keys of a deal are not: a game can go on
only where nothing of a deal is to be shown: by seats that are left out, by discards, and by a step
`seats`.
"""

from __future__ import annotations

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.second_reader.encoding import Value, decode, encode
from tests.second_reader.heads import head_after
from tests.second_reader.reader import Reader
from tests.second_reader.records import MAGIC, records
from tests.second_reader.rules import spread
from tests.second_reader.signatures import PROTOCOL, payload_hash

ATTEMPT = 1
ELSEWHERE = bytes(32)


def sign(seat: int, thing: str, fields: list[Value]) -> list[Value]:
    """A signed thing by a player, whose identity seed is 32 times the byte seat + 1."""
    key = Ed25519PrivateKey.from_private_bytes(bytes([seat + 1]) * 32)
    payload = encode(fields)
    return [thing, payload, key.sign(f"koryo-tui/1 {thing}".encode() + b"\0" + payload)]


class Departures:
    """A transcript that is written on from a part of another one."""

    def __init__(self, data: bytes) -> None:
        """`data`: a whole number of records, without an end of the game."""
        self.data = data
        (_, roster), *following = records(data)
        self.reader = Reader(roster)
        for tag, value in following:
            self.reader.take_in(tag, value)

    @property
    def kind(self) -> str | None:
        """The kind of the open step, None when the game is over."""
        return self.reader.game.kind

    @property
    def speakers(self) -> list[int]:
        """Who speaks in the open step."""
        return self.reader.game.speakers

    def leave_out(self, **seats: tuple[int, ...]) -> None:
        """Closes the open step without seats: `silent=(2,), goodbye=(1,), fault=()`.

        Nobody else may have to speak in it, or it is a step of a deal (3.7).
        """
        reasons = sorted((seat, why) for why, gone in seats.items() for seat in gone)
        gone = [seat for seat, _ in reasons]
        proofs = [self._proof(seat, why) for seat, why in reasons]
        voters = [seat for seat in self.reader.game.members if seat not in gone]
        self.vote(reasons, dict.fromkeys(voters, proofs))

    def vote(self, reasons: list[tuple[int, str]], proofs: dict[int, list[list[Value]]]) -> None:
        """Closes the open step without seats: for each voter the proof it gives of each reason."""
        changes: list[Value] = []
        for voter, shown in proofs.items():
            left_out: list[Value] = [
                [seat, why, proof] for (seat, why), proof in zip(reasons, shown, strict=True)
            ]
            changes.append(sign(voter, "change", [*self.named(voter), ATTEMPT, left_out, []]))
        self._close([], reasons, list(proofs), ATTEMPT, changes)

    def nobody_returns(self) -> None:
        """Closes a step `seats` in which all seated list no return."""
        self.say({speaker: [[]] for speaker in self.speakers})

    def returns(self, *steps: int | None, seat: int) -> None:
        """Closes a step `seats`: each speaker lists the return of a seat of one step, or none."""
        position = self.reader.game.position
        assert position is not None
        table = self.named(seat)[:2]
        bodies: dict[int, list[Value]] = {}
        for speaker, step in zip(self.speakers, steps, strict=True):
            wishes = (
                [] if step is None else [sign(seat, "return", [*table, step, position.round, seat])]
            )
            bodies[speaker] = [wishes]
        self.say(bodies)

    def discard(self) -> None:
        """Closes a step `discard` with the first legal one."""
        position = self.reader.game.position
        assert position is not None
        gone = spread(position.discards(self.speakers[0])[0])
        self.say({self.speakers[0]: ["-" + "".join(map(str, gone))]})

    def say(self, bodies: dict[int, list[Value]]) -> None:
        """Closes the open step with these bodies of its speakers."""
        game = self.reader.game
        assert game.kind is not None
        entries = [
            (seat, sign(seat, "entry", [*self.named(seat), game.kind, game.head, b"", body]))
            for seat, body in bodies.items()
        ]
        self._close(entries, [], game.members, 0, [])

    def named(self, seat: int) -> list[Value]:
        """The first fields of what a seat signs in the open step."""
        return [PROTOCOL, self.reader.table.id, self.reader.game.step, seat]

    def _proof(self, seat: int, why: str) -> list[Value]:
        """What a change shows for a reason (3.6)."""
        if why == "goodbye":
            return [sign(seat, "goodbye", self.named(seat))]
        if why == "fault":
            return [
                sign(seat, "entry", [*self.named(seat), "roster", ELSEWHERE, b"", body])
                for body in (1, 2)
            ]
        return []

    def _close(
        self,
        entries: list[tuple[int, list[Value]]],
        left_out: list[tuple[int, str]],
        members: list[int],
        attempt: int,
        changes: list[Value],
    ) -> None:
        game = self.reader.game
        assert game.kind is not None
        hashes = [(seat, payload_hash(_bytes(entry[1]))) for seat, entry in entries]
        head = head_after(game.head, game.step, game.kind, members, left_out, hashes)
        acknowledgements = [
            sign(seat, "acknowledgement", [*self.named(seat), attempt, head]) for seat in members
        ]
        signatures = [signature for _, _, signature in acknowledgements]
        signed: list[Value] = [entry for _, entry in entries]
        step: list[Value] = [game.step, signed, attempt, changes, [], signatures]
        record = encode(["step", step])
        whole = MAGIC + self._table() + len(record).to_bytes(4, "big") + record
        self.reader.take_in(*list(records(whole))[-1])
        self.data += whole[len(MAGIC) + len(self._table()) :]

    def _table(self) -> bytes:
        """The first record of the file."""
        start = len(MAGIC)
        return self.data[start : start + 4 + int.from_bytes(self.data[start : start + 4], "big")]


def _bytes(value: Value) -> bytes:
    assert isinstance(value, bytes)
    return value


def beginnings(data: bytes) -> list[bytes]:
    """A transcript up to each of its closed steps, the table alone first."""
    found, at = [], len(MAGIC)
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        record = decode(data[at + 4 : at + 4 + length], length)
        at += 4 + length
        assert isinstance(record, list)
        if record[0] != "after":
            found.append(data[:at])
    return found
