"""The table's clock: seconds for a decision, for the one who must act only, standing in a pause."""

from __future__ import annotations

from protocol.peer.questions import Question


class Clock:
    """``seconds`` for each question; 0 for no limit."""

    def __init__(self, seconds: int) -> None:
        self._seconds = seconds
        self._question: Question | None = None
        self._left = 0.0
        self.deadline: float | None = None
        """Monotonic second at which the question is decided by default; None while it stands."""

    def watch(self, question: Question | None, paused: bool, now: float) -> None:
        """Note what is asked now, and whether the table is paused."""
        if not self._seconds:
            return
        if question is not self._question:
            self._question, self.deadline = question, None
            self._left = float(self._seconds)
        if question is None:
            return
        if paused and self.deadline is not None:
            self._left, self.deadline = max(self.deadline - now, 0.0), None
        elif not paused and self.deadline is None:
            self.deadline = now + self._left

    def has_run_out(self, now: float) -> bool:
        """Whether the time for the question is over."""
        return self.deadline is not None and now >= self.deadline
