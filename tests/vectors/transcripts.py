"""Chapter 8: whole transcripts, good and broken, and what verification says of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from protocol.log.messages import PROTOCOL_VERSION, Goodbye, Result, Signed, Thing
from protocol.log.transcript import (
    MAGIC,
    ClosedStep,
    Record,
    read_transcript,
    write_record,
)
from protocol.peer.verify import verify
from tests.peer.policies import remembered_group
from tests.vectors.cases import Case, case, key_of, rendered
from tests.vectors.forged import Forgery, forgeries
from tests.vectors.judges_record import UNFINISHED, VERIFIED, judged
from tests.vectors.tables import (
    a_bad_third_shuffler,
    absence_and_return,
    four_seats,
    opened_hands,
    two_seats,
)

#: What does not follow from another file in so many bytes gets a file of its own.
LONGEST_TAIL = 40_000


@dataclass
class Files:
    """The .koryo files by name, and how a transcript follows from one of them."""

    by_name: dict[str, bytes] = field(default_factory=dict)

    def described(self, name: str, data: bytes) -> dict[str, object]:
        """The fields of a case: a file, how many bytes of it count, and what comes after."""
        base, same = max(
            ((other, _common(data, known)) for other, known in self.by_name.items()),
            key=lambda found: found[1],
            default=("", 0),
        )
        if len(data) - same > LONGEST_TAIL:
            base = "".join(letter if letter.isalnum() else "-" for letter in name) + ".koryo"
            self.by_name[base], same = data, len(data)
        return {"file": base, "keep": same, "append": data[same:]}


def _common(one: bytes, other: bytes) -> int:
    """How many bytes both begin with."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[:middle] == other[:middle] else (low, middle - 1)
    return low


def whole_games(files: Files) -> Iterator[Case]:
    """Games of two, three and four to their end, all heads with them."""
    two, four = two_seats(), four_seats()
    away, witness = absence_and_return()
    faulty, honest = a_bad_third_shuffler()
    for name, why, data in (
        ("two seats", "8.2", two.transcript()),
        ("four seats", "8.2", four.transcript()),
        ("four seats, kept by another", "one game, two files", four.transcript(3)),
        (
            "absence and return",
            "3.6, 3.9: a seat is left out, and comes back",
            away.transcript(witness),
        ),
        (
            "a bad third shuffler",
            "8.1: the two decks that the bad one follows are witnesses",
            faulty.transcript(honest),
        ),
        ("opened hands", "3.13: the keys of all seats are there", opened_hands(two)),
    ):
        yield of(files, name, VERIFIED, why, data, heads=verify(data).heads)


def of(files: Files, name: str, verdict: str, why: str, data: bytes, **more: object) -> Case:
    """A case whose particulars are what this client finds; the verdict is asserted."""
    found, particulars = judged(data)
    assert found == verdict, f"{name}: {found}, not {verdict}"
    return case(name, verdict, why, **files.described(name, data), **particulars, **more)


def _written(records: Sequence[Record]) -> bytes:
    return MAGIC + b"".join(map(write_record, records))


def shortened(files: Files, data: bytes) -> Iterator[Case]:
    """Cut between records, within one, before the first."""
    records = list(read_transcript(data))
    for count, name in ((1, "a table and no step"), (4, "three steps"), (12, "eleven steps")):
        yield of(files, name, UNFINISHED, "the beginning of a game", _written(records[:count]))
    steps = [record for record in records if not isinstance(record, Signed)]
    yield of(files, "without results", VERIFIED, "results are courtesy", _written(steps))
    yield of(
        files, "without the last step", UNFINISHED, "cut between records", _written(steps[:-1])
    )
    for at in (17, 19, 20, 200, 700, len(data) - 1):
        yield of(files, f"cut at {at}", "cut", "it ends within a record", data[:at])
    for at in (0, 15, 16):
        yield of(files, f"cut at {at}", "malformed", "no table", data[:at])


def misshapen(files: Files, data: bytes) -> Iterator[Case]:
    """What is no transcript, or holds a record that is none."""
    records = list(read_transcript(data))
    start = _written(records[:3])

    def put(record: bytes, behind: bytes = start) -> bytes:
        return behind + len(record).to_bytes(4, "big") + record

    bad: Mapping[str, tuple[str, bytes]] = {
        "another magic": ("koryo-transcript", b"K" + data[1:2000]),
        "no list": ("[tag, struct]", put(b"\x07")),
        "no list right behind the table": (
            "[tag, struct], with no step that holds",
            put(b"\x07", _written(records[:1])),
        ),
        "an unknown tag": ("table, step or after", put(b"\x92\xa4stop\x90")),
        "a step without fields": ("ClosedStep", put(b"\x92\xa4step\x90")),
        "an empty record": ("[tag, struct]", put(b"")),
        "a record over the limit": (
            "at most 1,048,576 bytes",
            start + (1_048_577).to_bytes(4, "big") + bytes(9),
        ),
        "a step first": ("the table is first", MAGIC + write_record(records[1])),
        "a longer form of a step's number": (
            "not canonical",
            put(
                write_record(records[3])[4:].replace(
                    b"\xa4step\x96\x02", b"\xa4step\x96\xcc\x02", 1
                )
            ),
        ),
        "bytes behind a record's value": (
            "must end with the value",
            put(write_record(records[3])[4:] + b"\x00"),
        ),
    }
    for name, (why, broken) in bad.items():
        yield of(files, name, "malformed", why, broken)


Change = Callable[[ClosedStep], ClosedStep]
CHANGES: Mapping[str, Change] = {
    "an entry less": lambda step: replace(step, entries=step.entries[1:]),
    "an entry twice": lambda step: replace(step, entries=(*step.entries, step.entries[-1])),
    "entries turned round": lambda step: replace(step, entries=step.entries[::-1]),
    "a signature less": lambda step: replace(step, signatures=step.signatures[1:]),
    "a signature more": lambda step: replace(
        step, signatures=(*step.signatures, step.signatures[0])
    ),
    "signatures exchanged": lambda step: replace(step, signatures=step.signatures[::-1]),
    "a witness too many": lambda step: replace(step, witnesses=step.entries[:1]),
    "an entry among the changes": lambda step: replace(step, changes=step.entries[:1]),
    "another attempt": lambda step: replace(step, attempt=1),
    "another number": lambda step: replace(step, step=step.step + 1),
    "no entries": lambda step: replace(step, entries=()),
    "no certificate": lambda step: replace(step, signatures=()),
}


def rearranged(files: Files, data: bytes) -> Iterator[Case]:
    """Right records in another number or order, and steps with something less or more."""
    records = list(read_transcript(data))
    for number in (1, 5, 9):
        moved = {
            "left out": [*records[:number], *records[number + 1 : number + 3]],
            "there twice": [*records[: number + 1], records[number]],
            "after the next": [*records[:number], records[number + 1], records[number]],
        }
        for name, changed in moved.items():
            title = f"step {number - 1} {name}"
            yield of(files, title, "refused", "each step once, in order", _written(changed))
    yield of(
        files, "a second table", "refused", "the table once", _written([*records[:3], records[0]])
    )
    for number in (2, 6):
        step = records[number]
        assert isinstance(step, ClosedStep)
        for name, change in CHANGES.items():
            broken = change(step)
            title = f"{name} in step {number - 1}"
            yield of(files, title, "refused", "8.2.4", _written([*records[:number], broken]))
    state = verify(_written(records[:8])).log.state
    goodbye = key_of(0).sign(Thing.GOODBYE, Goodbye(PROTOCOL_VERSION, state.table, state.step, 0))
    yield of(files, "a goodbye as a record", "refused", "8.2.5", _written([*records[:8], goodbye]))
    last = records[7]
    assert isinstance(last, ClosedStep)
    idle = replace(last, witnesses=(goodbye,))
    yield of(files, "a goodbye as a witness", "refused", "8.2.4", _written([*records[:7], idle]))


def changed_bytes(files: Files, data: bytes) -> Iterator[Case]:
    """One bit of one byte; nobody is named, since anybody may have changed it."""
    for number in range(24):
        at = len(data) * (2 * number + 1) // 48
        broken = bytearray(data)
        broken[at] ^= 1 << number % 8
        verdict, found = judged(bytes(broken))
        yield case(
            f"byte {at} changed",
            verdict,
            "a changed byte is noticed",
            file="two-seats.koryo",
            keep=len(data),
            append=b"",
            edits=[[at, broken[at]]],
            **found,
        )


def afterwards(files: Files, data: bytes) -> Iterator[Case]:
    """Results: as they may be, and as they may not."""
    records = list(read_transcript(data))
    steps = [record for record in records if not isinstance(record, Signed)]
    results = [record for record in records if isinstance(record, Signed)]
    ended = verify(_written(steps))
    assert ended.outcome is not None
    right = Result(
        PROTOCOL_VERSION,
        ended.table,
        0,
        ended.heads[-1],
        tuple(s.total for s in ended.outcome.scores),
    )
    wrong: Mapping[str, Result] = {
        "of another head": replace(right, head=ended.heads[-2]),
        "with other scores": replace(right, scores=tuple(s + 1 for s in right.scores)),
        "with a score less": replace(right, scores=right.scores[:1]),
        "of another table": replace(right, table=bytes(32)),
        "of another version": replace(right, version=PROTOCOL_VERSION - 1),
        "signed by another seat": replace(right, seat=1),
        "of a seat that is not there": replace(right, seat=3),
    }
    for name, result in wrong.items():
        signed = key_of(0).sign(Thing.RESULT, result)
        yield of(files, f"a result {name}", "refused", "3.13", _written([*steps, signed]))
    first = results[0]
    for name, changed in {
        "a result twice": [*records, first],
        "a step after a result": [*steps, first, steps[-1]],
        "a result that is no value": [*steps, replace(first, payload=first.payload + b"\x00")],
        "a result as another thing": [*steps, replace(first, thing=Thing.GOODBYE)],
    }.items():
        yield of(files, name, "refused", "8.2.5 and 8.2.6", _written(changed))
    early = _written([*steps[:6], first])
    yield of(files, "a result before the end", "refused", "3.13", early)


def forged(files: Files) -> Iterator[Case]:
    """One thing wrong, and everything signed anew by all seats."""
    forgery: Forgery
    for forgery in forgeries():
        made = of(files, forgery.name, forgery.verdict, forgery.why, forgery.data)
        if forgery.reason:
            assert (made["step"], made["seat"]) == (forgery.step, forgery.seat), forgery.name
            made["reason"] = forgery.reason
        yield made


def transcripts() -> tuple[str, dict[str, bytes]]:
    """The text of the file, and the .koryo files."""
    files = Files()
    with remembered_group():
        cases = list(whole_games(files))
        data = files.by_name["two-seats.koryo"]
        for part in (shortened, misshapen, rearranged, afterwards, changed_bytes):
            cases += part(files, data)
        cases += forged(files)
    text = rendered(
        "Chapter 8. A transcript is the first `keep` bytes of `file`, then `append`; then each of"
        " `edits` [place, byte] is made. verified: everything holds and the game is over, with"
        " these scores by seat, results signed by these seats, and opened hands [round, seat,"
        " cards]. unfinished: everything holds. malformed, cut: as 8.2.1 says. refused: at this"
        " step (null: the file's beginning or end); `seat` is at fault (null: nobody that could be"
        " named), `reason` a code of 6.12. `head` is the last one, `heads` are all.",
        cases,
    )
    return text, files.by_name
