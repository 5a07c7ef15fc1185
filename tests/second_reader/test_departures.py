"""Goodbyes, returns, proofs and sizes at their bounds (3.1, 3.4, 3.6, 3.9, 6.5)."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.second_reader.departures import ELSEWHERE, Departures, beginnings, sign
from tests.second_reader.encoding import Value, encode
from tests.second_reader.records import Refused, records
from tests.second_reader.rules import Illegal
from tests.second_reader.signatures import PROTOCOL, Dropped, Signed
from tests.second_reader.steps import Waits

TRANSCRIPTS = Path(__file__).parent.parent / "vectors" / "transcripts"
LEFT_AT, SEATS = 6, 11
"""In the game with a return: the step that closed without seat 2, and the next step `seats`."""


def game_at(name: str, steps: int) -> Departures:
    """A game of the vectors after so many steps."""
    return Departures(beginnings((TRANSCRIPTS / f"{name}.koryo").read_bytes())[steps])


@pytest.fixture
def away() -> Departures:
    """A step `seats` of three, of whom seat 2 is away."""
    game = game_at("absence-and-return", SEATS)
    assert (game.kind, game.speakers) == ("seats", [0, 1])
    return game


@pytest.fixture
def four() -> Departures:
    """A step of a deal of four, so that nobody's entry lacks where somebody is left out."""
    return game_at("four-seats", 4)


@pytest.mark.parametrize("step", [LEFT_AT + 1, SEATS])
def test_a_return_from_behind_the_absence_up_to_now_seats_again(
    away: Departures, step: int
) -> None:
    away.returns(step, None, seat=2)
    assert away.speakers == [0, 1, 2]


@pytest.mark.parametrize("step", [0, LEFT_AT, SEATS + 1])
def test_a_return_from_before_the_absence_or_from_later_is_a_bad_return(
    away: Departures, step: int
) -> None:
    with pytest.raises(Refused) as refused:
        away.returns(None, step, seat=2)
    assert (refused.value.step, refused.value.seat, refused.value.reason) == (
        SEATS,
        1,
        "bad-return",
    )


def leaves(game: Departures, seat: int, step: int) -> None:
    """The open step closes without a seat, for a goodbye of a step."""
    goodbye = sign(seat, "goodbye", [*game.named(seat)[:2], step, seat])
    voters = [one for one in game.reader.game.members if one != seat]
    game.vote([(seat, "goodbye")], {voter: [[goodbye]] for voter in voters})


@pytest.mark.parametrize("step", [9, SEATS, SEATS + 1, SEATS + 2])
def test_a_goodbye_from_the_step_of_the_return_to_the_next_one_stands(
    away: Departures, step: int
) -> None:
    away.returns(7, 9, seat=2)
    leaves(away, 2, step)
    assert away.speakers == [0, 1]


@pytest.mark.parametrize("step", [LEFT_AT, 8, SEATS + 3])
def test_a_goodbye_from_before_the_return_or_from_afar_shows_nothing(
    away: Departures, step: int
) -> None:
    away.returns(7, 9, seat=2)
    with pytest.raises(Refused):
        leaves(away, 2, step)
    assert away.speakers == [0, 1, 2]


def contradiction(game: Departures, name: str) -> list[Value]:
    """Two entries as proof of a fault of seat 3; only those called right show it."""
    version, table, step, _ = game.named(3)
    first: list[Value] = [version, table, step, 3, "keys", ELSEWHERE, b"", 1]
    second = [*first[:-1], 2]
    signers = (3, 3)
    match name:
        case "one twice":
            second = first
        case "of two steps":
            second[2] = 3
        case "of another table":
            first[1] = second[1] = ELSEWHERE
        case "of another seat":
            first[3] = second[3] = 2
            signers = (2, 2)
        case "signed by another":
            signers = (3, 2)
        case "in a longer form":
            proof = [sign(3, "entry", first), sign(3, "entry", second)]
            proof[1][1] = b"\xdc\x00\x08" + encode(second)[1:]
            return list(proof)
    return [
        sign(signer, "entry", fields)
        for signer, fields in zip(signers, (first, second), strict=True)
    ]


def test_a_proof_that_shows_a_fault_leaves_out(four: Departures) -> None:
    four.vote([(3, "fault")], {voter: [contradiction(four, "right")] for voter in (0, 1, 2)})
    assert 3 not in four.speakers


@pytest.mark.parametrize(
    "name",
    [
        "one twice",
        "of two steps",
        "of another table",
        "of another seat",
        "signed by another",
        "in a longer form",
    ],
)
def test_a_change_with_a_proof_that_shows_nothing_counts_for_nothing(
    four: Departures, name: str
) -> None:
    right, wrong = contradiction(four, "right"), contradiction(four, name)
    with pytest.raises(Refused):
        four.vote([(3, "fault")], {0: [right], 1: [right], 2: [wrong]})


@pytest.mark.parametrize(
    ("name", "seat"),
    [
        ("a signature less", 3),
        ("a change less", 3),
        ("signatures exchanged", None),
        ("changes turned round", None),
        ("a change twice", None),
        ("a change that another signed", None),
    ],
)
def test_a_seat_is_named_only_where_the_step_does_not_close(
    four: Departures, name: str, seat: int | None
) -> None:
    right = contradiction(four, "right")
    four.vote([(3, "fault")], {voter: [right] for voter in (0, 1, 2)})
    *_, (_, closed) = records(four.data)
    match name:
        case "a signature less":
            closed.signatures.pop()
        case "a change less":
            closed.changes.pop()
        case "signatures exchanged":
            closed.signatures.reverse()
        case "changes turned round":
            closed.changes.reverse()
        case "a change twice":
            closed.changes.append(closed.changes[0])
        case "a change that another signed":
            closed.changes[2].signature = closed.changes[1].signature
    with pytest.raises(Refused) as refused:
        game_at("four-seats", 4).reader.take_in("step", closed)
    assert (refused.value.step, refused.value.seat) == (4, seat)


@pytest.mark.parametrize("kept", [(), (0,), (1,), (1, 0)])
def test_what_a_bad_shuffle_follows_through_others_must_be_there_in_order(
    kept: tuple[int, ...],
) -> None:
    whole = (TRANSCRIPTS / "a-bad-third-shuffler.koryo").read_bytes()
    step = game_at("a-bad-third-shuffler", 4)
    _, closed = list(records(whole))[5]
    assert (closed.step, closed.attempt, len(closed.witnesses)) == (4, 1, 2)
    closed.witnesses = [closed.witnesses[place] for place in kept]
    with pytest.raises(Refused) as refused:
        step.reader.take_in("step", closed)
    assert refused.value.step == 4


@pytest.mark.parametrize(("reports", "counts"), [(32, True), (33, False)])
def test_a_change_reports_at_most_32_acknowledgements(
    four: Departures, reports: int, counts: bool
) -> None:
    acknowledgements: list[Value] = [
        sign(0, "acknowledgement", [*four.named(0), attempt, ELSEWHERE])
        for attempt in range(reports)
    ]
    assert taken(four, sign(0, "change", [*four.named(0), 40, [], acknowledgements])) == counts


def taken(game: Departures, signed: list[Value]) -> bool:
    """Whether nothing in 3.1 drops a signed thing."""
    try:
        game.reader.table.read(Signed(signed))
    except Dropped:
        return False
    return True


@pytest.mark.parametrize("over", [0, 1])
def test_an_entry_has_at_most_12288_bytes(four: Departures, over: int) -> None:
    fields: list[Value] = [*four.named(0), "keys", ELSEWHERE, b""]
    size = 12_288 + over - len(encode([*fields, bytes(1_000)])) + 1_000
    entry = sign(0, "entry", [*fields, bytes(size)])
    assert len(bytes(entry[1])) == 12_288 + over  # type: ignore[arg-type]
    assert taken(four, entry) == (over == 0)


@pytest.mark.parametrize("over", [0, 1])
def test_a_result_has_at_most_256_bytes(four: Departures, over: int) -> None:
    fields: list[Value] = [PROTOCOL, four.reader.table.id, 0, ELSEWHERE]
    many = 256 + over - len(encode([*fields, [0] * 100])) + 100
    assert taken(four, sign(0, "result", [*fields, [0] * many])) == (over == 0)


@pytest.mark.parametrize(
    ("of", "stray", "says"),
    [(0, True, Waits), (0, False, Waits), (2, True, Illegal), (2, False, Illegal)],
)
def test_a_shuffle_that_names_an_entry_of_another_seat_than_the_one_before_is_refused(
    four: Departures, of: int, stray: bool, says: type[Exception]
) -> None:
    game = four.reader.game
    head = ELSEWHERE if stray else game.head
    named = SimpleNamespace(
        seat=game.speakers[of], head=head, kind="shuffle", step=game.step, follows=b"", body=[]
    )
    entry = SimpleNamespace(
        seat=game.speakers[1],
        head=game.head,
        kind="shuffle",
        step=game.step,
        follows=ELSEWHERE,
        body=[],
    )
    with pytest.raises(says):
        game.check(entry, {ELSEWHERE: named}.get)
