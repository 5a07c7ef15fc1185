"""What a parting is made of: who vouches for it, what its two records show, and how it came."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from protocol.log.evidence import Kind
from protocol.log.messages import Why
from tests.log.step_model import Certificate, Levels, Model, Parting
from tests.log.step_world import NONE, Ack, Statement, Vote, Word


def vouched_by_one(model: Model, certificate: Certificate) -> bool:
    """One honest seat and the bad one close the step alone, and call somebody silent."""
    silent = Why.SILENT in dict(model.lefts[certificate.left]).values()
    return silent and len(model.honest_members(certificate.left)) == 1


def goodbye_in(model: Model, parting: Parting) -> bool:
    """Somebody has signed a change because of the goodbye."""
    return any(
        left != NONE and Why.GOODBYE in dict(model.lefts[left]).values()
        for level in parting.levels
        for left in level.votes
    )


def fault_in(model: Model, parting: Parting) -> bool:
    """One of the records leaves the bad seat out with the proof of a fault."""
    sides = (parting.first.left, parting.second.left)
    return any((model.world.bad, Why.FAULT) in model.lefts[left] for left in sides)


def evidence_in(model: Model, parting: Parting) -> Iterator[set[Kind]]:
    """What the two records show together, in every way in which they can come about."""
    both = (records(model, parting.levels, c) for c in (parting.first, parting.second))
    for one, other in product(*both):
        yield {kind for kind, _pair in contradictions(one | other)}


def records(model: Model, levels: Levels, certificate: Certificate) -> list[frozenset[Statement]]:
    """What the bad seat signed in the record of one certificate, in every way it can be."""
    attempt, left, head = certificate
    bad = model.world.bad
    ways = model.possible(levels[: attempt + 1], attempt, left)[head]
    inside = [
        {Ack(bad, *report) for vote in way if isinstance(vote, Vote) for report in vote.reports}
        for way in ways
    ]
    own = {Ack(bad, attempt, head)} if bad in model.members[left] else set()
    return [way | more | own for way, more in zip(ways, inside, strict=True)]


def contradictions(
    things: frozenset[Statement],
) -> list[tuple[Kind, tuple[Statement, Statement]]]:
    """The pairs that are evidence against their author."""
    found: list[tuple[Kind, tuple[Statement, Statement]]] = []
    for pair in combinations(sorted(things, key=repr), 2):
        match pair:
            case Word(), Word():
                found.append((Kind.TWO_ENTRIES, pair))
            case Ack(_, a, _), Ack(_, b, _) if a == b:
                found.append((Kind.TWO_ACKNOWLEDGEMENTS, pair))
            case Vote(_, a, _, _), Vote(_, b, _, _) if a == b:
                found.append((Kind.TWO_CHANGES, pair))
            case Ack(_, a, head) as ack, Vote(_, b, _, reports) as vote if a < b:
                if (a, head) not in reports:
                    found.append((Kind.UNREPORTED_ACKNOWLEDGEMENT, (vote, ack)))
    return found


def least(partings: list[Parting]) -> Parting:
    """One with the fewest signatures."""

    def signatures(parting: Parting) -> int:
        return sum(x != NONE for level in parting.levels for x in (*level.votes, *level.acks))

    return min(partings, key=signatures)


def tell(model: Model, parting: Parting) -> str:
    """A parting as a few lines."""

    def head(number: int) -> str:
        absent, entry = model.heads[number]
        gone = ", ".join(f"{seat} {why}" for seat, why in absent) or "nobody"
        return f"[absent: {gone}; entry of {model.world.bad}: {entry}]"

    lines = []
    for attempt, level in enumerate(parting.levels):
        for seat, (left, ack) in enumerate(zip(level.votes, level.acks, strict=True)):
            if attempt and left != NONE:
                gone = ", ".join(f"{s} {why}" for s, why in model.lefts[left]) or "nobody"
                lines.append(f"attempt {attempt}: {seat} signs to leave out {gone}")
            if ack != NONE:
                late = ", after its next change" if level.hidden[seat] else ""
                lines.append(f"attempt {attempt}: {seat} acknowledges {head(ack)}{late}")
    for attempt, left, number in (parting.first, parting.second):
        members = ", ".join(str(s) for s in model.members[left])
        lines.append(f"closes by attempt {attempt} of {members} on {head(number)}")
    return "\n".join(lines)
