"""Somebody who plays by lines alone: reads what is printed and types what a person would."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from koryo_tui.text import words
from protocol.peer.questions import Decision
from protocol.peer.view import TableView
from protocol.rules import CARDS, Card
from tests.peer.harness import Room

_KEY_OF = {
    words.counted(card, number).removeprefix(f"{number} "): words.KEYS[card]
    for card in CARDS
    for number in (1, 2)
}


class PeerPort:
    """A ``TablePort`` over one peer of a room."""

    def __init__(self, room: Room, seat: int) -> None:
        self.room = room
        self.seat = seat
        self.left: list[str] = []
        self.record: Path | None = None

    def view(self) -> TableView:
        return self.room.seats[self.seat].peer.view()

    def decide(self, decision: Decision) -> None:
        peer = self.room.seats[self.seat].peer
        self.room.carry_out(self.seat, peer.decide(decision, self.room.now))

    async def leave(self) -> None:
        self.left.append("leave")

    async def close(self) -> None:
        self.left.append("close")

    def agree(self, seat: int) -> None:
        self._do("agree", seat)

    def disagree(self, seat: int) -> None:
        self._do("disagree", seat)

    def end_alone(self) -> None:
        self._do("end_alone")

    def say(self, text: str) -> None:
        self._do("say", text)

    def phrase(self, code: str) -> None:
        self._do("phrase", code)

    def pause(self, on: bool) -> None:
        self._do("pause", on)

    def open_hands(self) -> None:
        self._do("open_hands")

    def _do(self, name: str, *what: object) -> None:
        peer = self.room.seats[self.seat].peer
        self.room.carry_out(self.seat, getattr(peer, name)(*what, self.room.now))


class Typist:
    """``read`` takes the lines as they come; ``reply`` is what to type now, or None."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._answered = 0

    def read(self, lines: Sequence[str]) -> None:
        self.lines += lines

    def reply(self) -> str | None:
        """An answer to the newest line that begins with a question mark, once; whatever is told
        behind it leaves it to be answered."""
        new = self.lines[self._answered :]
        while new and not new[-1].startswith("? "):
            new.pop()
        if not new:
            return None
        self._answered = len(self.lines)
        question = new[-1]
        if "yes or no" in question:
            return "yes"
        if "number of a line" in question:
            return "1"
        if "begin with those who are here" in question:
            return "start"
        held = cards_said(next(line for line in reversed(new) if line.startswith("You")))
        if "discard" in question:
            # "1 to 3 cards": fewer are enough only where the right families are chosen.
            most = int(re.findall(r"\d+", question)[-1])
            return "".join([key for key in held if key not in "0-"][:most]) or "no"
        assert "Your order" in question, question
        return "".join(key for key in held if key == held[0])


def cards_said(sentence: str) -> list[str]:
    """The keys of the cards in ``Your hand: 2 Spies (2) and Barbarians (0).``, which are not looked
    at: who plays by names needs none."""
    found: list[str] = []
    told = re.sub(r" \(.\)", "", sentence.partition(": ")[2].partition(".")[0])
    for part in re.split(r", | and ", told):
        number, blank, name = part.partition(" ")
        if number.isdecimal() and blank:
            found += [_KEY_OF[name]] * int(number)
        else:
            found.append(_KEY_OF[part])
    return found


def card(key: str) -> Card:
    """The card of a key."""
    return next(card for card in CARDS if words.KEYS[card] == key)
