"""What a machine does while a deck is made, over and over."""

from __future__ import annotations

import os
import threading
from typing import Final

from protocol.deck import (
    check_key,
    check_shuffle,
    joint_key,
    new_key,
    open_deck,
    prove_key,
    shuffle,
)
from protocol.rules import BOX, cards_of

CONTEXT: Final = b"proving"


class Proving:
    """Shuffles and proves all cards and checks it, as a machine does while a deck is made."""

    def __init__(self) -> None:
        keys = [
            check_key(prove_key(new_key(os.urandom), CONTEXT, os.urandom), CONTEXT) for _ in "ab"
        ]
        self._deck = open_deck(joint_key(keys), cards_of(BOX))
        self._stopped = threading.Event()

    def go_on(self) -> None:
        """Until it is stopped, from another thread."""
        while not self._stopped.is_set():
            made = shuffle(self._deck, CONTEXT, os.urandom)
            check_shuffle(self._deck, made.deck, CONTEXT, made.proof)

    def stop(self) -> None:
        """No proof is begun any more."""
        self._stopped.set()
