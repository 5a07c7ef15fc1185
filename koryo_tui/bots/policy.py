"""Plays whole rounds of a fast table looking one step ahead: quick enough for hundreds a second.

What it does is legal by construction; the steady player plays it at the table, the strong one
plays out with it what it imagines.
"""

from __future__ import annotations

from typing import Final

from koryo_tui.bots.fast import (
    BANKER,
    BARBARIANS,
    BITS,
    COUNT,
    DECLINE,
    DONE,
    FAMILY_NUMBERS,
    LOBBYING,
    OMNISCIENT,
    PRIEST,
    REMOVE,
    SENATOR,
    SPY,
    STEAL,
    TAKE,
    TURN_UP,
    FaceDown,
    FastMove,
    Table,
    holder,
)
from koryo_tui.bots.outlook import Outlook
from koryo_tui.bots.targets import best_use, has_target, resolve
from koryo_tui.bots.values import RoundValues, Values
from protocol.rules.ending import SENATORS_KEEP


class Policy:
    """One-step play of every seat."""

    def __init__(self, values: Values) -> None:
        self.values = values

    def outlook(self, table: Table, seat: int) -> Outlook:
        """What orders of ``seat`` are worth."""
        return Outlook(table, self.values, seat)

    # Turns

    def turn(
        self, table: Table, seat: int, order: FaceDown, moves: list[FastMove] | None = None
    ) -> None:
        """Plays the turn of ``seat`` on ``table``; writes it down in ``moves``."""
        values = self.values.rounds[table.round]
        written = [] if moves is None else moves
        used = self._powers(table, values, seat, 0, written)
        shift = seat * BITS
        for card, number in order:
            table.cards[card] += number << shift
            written.append((TURN_UP, card))
            if card >= BARBARIANS:
                self._resolve_all(table, values, seat, card, number, written)
            used = self._powers(table, values, seat, used, written)
        written.append((DONE,))

    def _resolve_all(
        self,
        table: Table,
        values: RoundValues,
        seat: int,
        event: int,
        number: int,
        written: list[FastMove],
    ) -> None:
        while number:
            if not has_target(table, seat, event):
                return
            gain, move = best_use(table, values, seat, event)
            if move is None or gain <= 0:
                written += [(DECLINE, event)] * number
                return
            resolve(table, move)
            written.append(move)
            number -= 1

    def _powers(
        self,
        table: Table,
        values: RoundValues,
        seat: int,
        used: int,
        written: list[FastMove],
    ) -> int:
        """Every power that is held and not used yet; returns which have been used."""
        cards, me = table.cards, 1 << seat
        if table.bank and not used & 1 and holder(cards, BANKER) == me:
            table.bank -= 1
            table.tokens[seat] += 1
            used |= 1
            written.append((TAKE,))
        if not used & 2 and table.bank < 8 and holder(cards, SPY) == me:
            victim = self._victim(table, values, seat)
            if victim is not None:
                table.tokens[victim] -= 1
                table.tokens[seat] += 1
                used |= 2
                written.append((STEAL, victim))
        if not used & 4 and cards[BARBARIANS] | cards[LOBBYING] and holder(cards, PRIEST) == me:
            shift = seat * BITS
            for event in (BARBARIANS, LOBBYING):
                if (cards[event] >> shift) & COUNT:
                    cards[event] -= 1 << shift
                    written.append((REMOVE, event))
                    return used | 4
        return used

    def _victim(self, table: Table, values: RoundValues, seat: int) -> int | None:
        """Who is stolen from: the seat that is doing best among those with tokens."""
        held = [s for s in range(table.seats) if s != seat and table.tokens[s]]
        if len(held) < 2:
            return held[0] if held else None
        worth = values.of(table)
        return max(held, key=lambda s: worth[s])

    # Discards

    def ending(self, table: Table, seat: int) -> list[int]:
        """Discards what ``seat`` has to, the least valuable first; returns the families."""
        cards, shift = table.cards, seat * BITS
        size = 0
        for packed in cards:
            size += (packed >> shift) & COUNT
        if size <= table.limit:
            return []
        if table.missing >> seat & 1:
            return self._fixed(table, seat, size)
        values = self.values.rounds[table.round]
        if holder(cards, SENATOR) != 1 << seat:
            gone = self._give_up(table, values, seat, size, table.limit, False)
            return gone
        before = cards[:]
        gone = self._give_up(table, values, seat, size, table.limit + SENATORS_KEEP, True)
        if holder(cards, SENATOR) == 1 << seat:
            return gone
        cards[:] = before
        return self._give_up(table, values, seat, size, table.limit, False)

    def _fixed(self, table: Table, seat: int, size: int) -> list[int]:
        """What a missing seat gives up (R8.3)."""
        cards, shift, gone = table.cards, seat * BITS, []
        for family in FAMILY_NUMBERS:
            while size > table.limit and (cards[family] >> shift) & COUNT:
                cards[family] -= 1 << shift
                size -= 1
                gone.append(family)
        return gone

    def _give_up(
        self,
        table: Table,
        values: RoundValues,
        seat: int,
        size: int,
        limit: int,
        keep_senators: bool,
    ) -> list[int]:
        cards, shift, view = table.cards, seat * BITS, values.views[seat]
        one = 1 << shift
        keys = values.keys(cards, table.bank)
        losses: dict[int, float] = {}
        for family in FAMILY_NUMBERS:
            packed = cards[family]
            if (packed >> shift) & COUNT:
                losses[family] = (
                    view[family][packed | keys[family]]
                    - view[family][(packed - one) | keys[family]]
                )
        if keep_senators:
            # Only to be given up as long as the majority stays; looked at last of all.
            losses[SENATOR] = losses.get(SENATOR, 0.0) + _KEPT
        gone = []
        while size > limit and losses:
            family = min(losses, key=losses.__getitem__)
            cards[family] -= one
            size -= 1
            gone.append(family)
            packed = cards[family]
            if (packed >> shift) & COUNT:
                losses[family] = (
                    view[family][packed | keys[family]]
                    - view[family][(packed - one) | keys[family]]
                )
                if keep_senators and family == SENATOR:
                    losses[family] += _KEPT
            else:
                del losses[family]
            if family == OMNISCIENT:
                keys = values.keys(cards, table.bank)
        gone.sort()
        return gone

    # Rounds

    def rest_of_round(
        self, table: Table, orders: dict[int, FaceDown], turns: tuple[int, ...]
    ) -> None:
        """The turns of ``turns`` in that order, and the ending phase of all."""
        for seat in turns:
            self.turn(table, seat, orders[seat])
        for seat in table.circle:
            self.ending(table, seat)


#: Senators are kept as long as anything else can go.
_KEPT: Final = 100.0
