"""How a command ends: its exit code, and the one sentence it says if something was wrong."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """Exit codes. Ended by signal n is 128 + n."""

    OK = 0
    FAILED = 1
    """It could not be done; for ``verify``: a transcript was refused."""
    WRONG_USE = 2
    """Wrong options, or a file that cannot be read."""
    UNFINISHED = 3
    """``verify``: everything so far holds, but the game has no end."""
    INTERRUPTED = 130


class Failed(Exception):
    """Ends the command: ``Failed("One plain sentence.", code)``."""

    def __init__(self, sentence: str, code: Exit = Exit.FAILED) -> None:
        super().__init__(sentence)
        self.code = code


class NotSeated(Failed):
    """No seat was got at a table: it was not reached, or it refused."""


class WrongUse(Failed):
    """The command cannot be meant like that; the sentence says what to do instead."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, Exit.WRONG_USE)
