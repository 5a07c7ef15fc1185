"""What seats say beside the log, this one included: table talk and the wish for a pause.

Signed, so that a relay can change nothing, but neither counted nor kept: a line lost is lost.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from protocol.log.errors import Dropped
from protocol.log.messages import PROTOCOL_VERSION, Pause, Signed, Talk, Thing
from protocol.log.signing import check_signed, read
from protocol.peer.signer import Signer
from protocol.peer.state import GameState
from protocol.peer.talk import (
    BURST,
    KEPT,
    LONGEST_LINE,
    PHRASES,
    SECONDS_A_LINE,
    Allowance,
    TooMuchTalk,
    clean_line,
)
from protocol.peer.view import TalkView


@dataclass(slots=True)
class Asides:
    """The latest lines, and who wants a pause. ``has_left``: whether a seat said goodbye."""

    seat: int
    signer: Signer
    has_left: Callable[[int], bool]
    lines: deque[TalkView] = field(default_factory=lambda: deque(maxlen=KEPT))
    pauses: dict[int, tuple[Pause, Signed]] = field(default_factory=dict)
    _said: dict[int, int] = field(default_factory=dict)
    _allowance: Allowance = field(default_factory=lambda: Allowance(BURST, SECONDS_A_LINE))

    def offer(self, signed: Signed, state: GameState, now: float) -> bool:
        """Take in a line or a wish; True if it is new. Raises ``Dropped``."""
        kind: type[Talk] | type[Pause] = Talk if signed.thing is Thing.TALK else Pause
        value = read(signed, kind)
        if (value.version, value.table) != (PROTOCOL_VERSION, state.table):
            raise Dropped("signed for another table or version")
        if value.seat not in state.seats:
            raise Dropped("signed for a seat that this table does not have")
        if isinstance(value, Pause):
            return self._pause(value, signed, state)
        return self._talk(value, signed, state, now)

    def take(self, signed: Signed, state: GameState, now: float) -> bool:
        """Take in what another seat said; True if it is new. Raises ``Dropped``."""
        was_paused = self.paused(state)
        new = self.offer(signed, state, now)
        if was_paused and not self.paused(state):
            # Anybody may end a pause; the next one needs everybody's wish anew.
            self.want_pause(False, state)
        return new

    def talk(self, phrase: str, text: str, state: GameState, now: float) -> None:
        """Say a ready-made phrase or a line. Raises ``TooMuchTalk``; then nothing was said."""
        if not phrase and (not clean_line(text) or len(text) > LONGEST_LINE):
            raise TooMuchTalk(f"A line has 1 to {LONGEST_LINE} characters.")
        number = self.signer.next_number(Thing.TALK)
        value = Talk(PROTOCOL_VERSION, state.table, self.seat, number, phrase, text)
        signed = self.signer.signed(Thing.TALK, value)
        try:
            self.offer(signed, state, now)
        except Dropped as error:
            raise TooMuchTalk(f"Not now: {error}.") from None
        self.signer.put(signed)

    def want_pause(self, wanted: bool, state: GameState) -> None:
        """Want a pause, or end it."""
        number = self.signer.next_number(Thing.PAUSE)
        value = Pause(PROTOCOL_VERSION, state.table, self.seat, number, int(wanted))
        self.offer(self.signer.sign(Thing.PAUSE, value), state, 0.0)

    def things(self) -> tuple[Signed, ...]:
        """The latest wish of each seat for a pause, or for none."""
        return tuple(signed for _pause, signed in self.pauses.values())

    def wants_pause(self, state: GameState) -> tuple[int, ...]:
        """Those at the table that want a pause."""
        return tuple(
            s for s in self._staying(state) if s in self.pauses and self.pauses[s][0].wanted
        )

    def paused(self, state: GameState) -> bool:
        """Whether all at the table want one."""
        staying = self._staying(state)
        return bool(staying) and self.wants_pause(state) == staying

    def _staying(self, state: GameState) -> tuple[int, ...]:
        """The seated without those that said goodbye: they are about to be left out."""
        return tuple(seat for seat in state.seated if not self.has_left(seat))

    def _pause(self, value: Pause, signed: Signed, state: GameState) -> bool:
        held = self.pauses.get(value.seat)
        if held is not None and held[0].number >= value.number:
            return False
        check_signed(signed, state.identity(value.seat))
        self.pauses[value.seat] = (value, signed)
        return True

    def _talk(self, value: Talk, signed: Signed, state: GameState, now: float) -> bool:
        if value.number <= self._said.get(value.seat, 0):
            return False
        if bool(value.phrase) == bool(value.text) or (value.phrase and value.phrase not in PHRASES):
            raise Dropped("neither a phrase that is known nor a line")
        text = clean_line(value.text)
        if value.text and not text:
            raise Dropped("a line without anything to see")
        if not self._allowance.take(value.seat, now):
            raise Dropped("too many lines at once")
        check_signed(signed, state.identity(value.seat))
        self._said[value.seat] = value.number
        self.lines.append(TalkView(value.seat, text, value.phrase))
        return True
