"""Who holds a family's majority, and what shields it gives (R2, R5.10, R5.11)."""

from __future__ import annotations

from protocol.rules.cards import Card, Counts


def holder(fronts: tuple[Counts, ...], family: Card, omniscient: bool) -> int | None:
    """The seat that holds the majority of ``family`` in these fronts, or None (R2.1).

    With ``omniscient`` a tie goes to the owner of the Omniscient if it is one of those tied for
    the lead (R2.2); without, a tie is nobody's (R7.1). Raises ``ValueError`` for an event.
    """
    if family.is_event:
        raise ValueError("there is no majority of events")
    held = [front[family] for front in fronts]
    most = max(held)
    if most == 0:
        return None
    if held.count(most) == 1:
        return held.index(most)
    if not omniscient:
        return None
    return next(
        (
            seat
            for seat, front in enumerate(fronts)
            if front[Card.OMNISCIENT] and held[seat] == most
        ),
        None,
    )


def shielded_from_barbarians(fronts: tuple[Counts, ...], seat: int) -> bool:
    """Whether the Guardians keep Barbarians from choosing ``seat`` (R5.10)."""
    return holder(fronts, Card.GUARDIAN, omniscient=True) == seat


def shielded_from_lobbying(fronts: tuple[Counts, ...], seat: int) -> bool:
    """Whether the Spies, without any Guardian in front, keep Lobbying off ``seat`` (R5.11)."""
    return not fronts[seat][Card.GUARDIAN] and holder(fronts, Card.SPY, omniscient=True) == seat
