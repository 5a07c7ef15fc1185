"""People at a terminal: each looks at the screen and does what a person would who reads it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Final, Protocol

from koryo_tui.text import i18n
from koryo_tui.text.i18n import Catalog
from tests.end_to_end.windows import Window, wait_until
from tests.koryo_tui.typist import Typist

#: How long the screen is given to answer a key before it is looked at again all the same.
_ANSWER: Final = 1.0
_LABEL: Final = 17
"""Cells of the ledger before the own column."""
_OWN_COLUMN: Final = 9
_FIRST_ROW, _ROWS, _FAMILIES = 3, 11, 9
"""Lines of the screen: where the rows of the cards begin, how many they are, how many first ones
are families."""
_ORDER_ROW = 15
_DETAILS, _PROMPT, _KEYS = 18, 21, 22
"""Lines of the screen below the ledger: the list of a turn, the prompt, what keys do."""


class Person(Protocol):
    """Somebody at a window."""

    def look(self, window: Window) -> bool:
        """Looks once and does what is asked for; False once the game is over."""


#: What the prompt says, in English, and the keys a person presses then; the first that fits.
ANSWERS: Final = (
    ("Over the limit: discard {wanted}; {chosen} chosen.", ("Right",)),
    ("You have taken all of your {cards}.", ("Tab", "Right")),
    ("Events are never discarded.", ("Tab", "Right")),
    ("You have no {cards} in front.", ("Tab", "Right")),
    ("Enter discards {cards}.", ("Enter",)),
    ("Enter discards nothing.", ("Enter",)),
    ("Discard {cards}? Enter again does it.", ("Enter",)),
    ("Discard nothing? Enter again does it.", ("Enter",)),
    ("Choose your order: cards of one type.", ("Enter",)),
    ("Choose your order: cards of one type, or two of two types.", ("Enter",)),
    ("Enter seals {cards} face down.", ("Enter",)),
    ("Seal {cards} for good? Enter again seals.", ("Enter",)),
    ("Your turn. {sentence}", ("Enter",)),
    ("End your turn? Enter again sends it.", ("Enter",)),
    ("End your turn? You have not used: {powers}. Enter again sends it.", ("Enter",)),
    ("Steal a token from whom?", ("Enter",)),
    ("Remove which of your events?", ("Enter",)),
    ("Barbarians: destroy which character?", ("Enter",)),
    ("Lobbying: swap which character?", ("Enter",)),
    ("Lobbying: swap {card} with which character?", ("Enter",)),
    ("Destroy {card}? Enter again does it.", ("Enter",)),
    ("Swap {card} and {other_card}? Enter again does it.", ("Enter",)),
)
OVER: Final = "The game is over."
PLAYING: Final = "show everything at once"
#: Whatever opens over the table says its way out.
WINDOWS: Final = (
    "Esc closes, Up/Down scroll",
    "Esc closes, Up/Down scroll, y or Space copies",
    "Esc closes, y copies, r another game, ^Q leaves",
    "Up/Down move  Enter or its key chooses  Esc back",
    "Up/Down move  Enter: this cannot be taken back  Esc back",
)


class Reading:
    """What the screen says, in the language of ``catalog``."""

    def __init__(self, catalog: Catalog | None = None) -> None:
        self._catalog = catalog or i18n.catalog_of(i18n.ENGLISH)
        self.over = self.said(OVER)
        self.playing = self.said(PLAYING)
        self.windows = tuple(map(self.said, WINDOWS))
        self.answers = tuple((self.form(text), keys) for text, keys in ANSWERS)

    def said(self, text: str) -> str:
        """``text`` in this language."""
        return self._catalog.text("", text)

    def form(self, text: str) -> re.Pattern[str]:
        """How ``text`` begins on the screen, whatever stands in its gaps and if it is cut."""
        parts = re.split(r"\{\w+\}", self.said(text).removesuffix("."))
        return re.compile(".+".join(map(re.escape, parts)))

    def window(self, screen: list[str]) -> tuple[int, int] | None:
        """Where a window over the table says how it closes: column and row."""
        for y, line in enumerate(screen):
            for said in self.windows:
                if said in line:
                    return line.index(said), y
        return None

    def keys(self, prompt: str) -> tuple[str, ...]:
        """What a person presses on reading the prompt."""
        return next((keys for form, keys in self.answers if form.search(prompt)), ())


class Typing:
    """Plays by keys alone."""

    def __init__(self, reading: Reading | None = None) -> None:
        self.reading = reading or Reading()

    def look(self, window: Window) -> bool:
        screen = window.screen()
        if self.reading.window(screen) is not None:
            self._press(window, screen, "Escape")
            return True
        if self.reading.over in screen[_PROMPT]:
            return False
        if self.reading.playing in screen[_KEYS]:
            self._press(window, screen, "Enter")
            return True
        keys = self.reading.keys(screen[_PROMPT])
        if keys:
            self.answer(window, screen, keys)
        return True

    def answer(self, window: Window, screen: list[str], keys: tuple[str, ...]) -> None:
        """Presses what the prompt asks for."""
        self._press(window, screen, *keys)

    def _press(self, window: Window, screen: list[str], *keys: str) -> None:
        window.press(*keys)
        settle(window, screen)


class UkrainianKeyboard(Typing):
    """Plays in Ukrainian, on a keyboard that gives Cyrillic letters, and uses some of them once."""

    LINE: Final = "Гарної гри!"

    def __init__(self) -> None:
        super().__init__(Reading(i18n.catalog_of("uk")))
        self.used: list[str] = []

    def answer(self, window: Window, screen: list[str], keys: tuple[str, ...]) -> None:
        said = self.reading.said
        if "menu" not in self.used:
            self._use("menu", window, "ь")
            window.wait_for(said("Settings: name, language, colours and more"))
        elif "talk" not in self.used:
            self._use("talk", window, "е")
            window.wait_for(said("Table talk"))
            window.type(self.LINE)
            window.wait_for_no(said("Table talk"))
        elif "undo" not in self.used and self._undo in screen[_KEYS]:
            self._use("undo", window, "г")
            wait_until(lambda: self._undo not in window.screen()[_KEYS], "an undo", window.text)
        else:
            super().answer(window, screen, keys)

    @property
    def _undo(self) -> str:
        return f"u {self.reading.said('undo')}"

    def _use(self, what: str, window: Window, letter: str) -> None:
        self.used.append(what)
        window.press(letter)


class Clicking:
    """Plays by clicks and the wheel alone: the wheel is turned once in every order, and a click on
    what is aimed at chooses it."""

    def __init__(self) -> None:
        self.reading = Reading()
        self.wheels = 0
        """How often it was turned, each time to some effect."""
        self._turned = False

    def look(self, window: Window) -> bool:
        screen = window.screen()
        title = self.reading.window(screen)
        if title is not None:
            self._click(window, screen, *title)
        elif self.reading.over in screen[_PROMPT]:
            return False
        elif self.reading.playing in screen[_KEYS]:
            self._click(window, screen, 5, _FIRST_ROW)
        elif self.reading.keys(screen[_PROMPT]):
            self._answer(window, screen)
        return True

    def _answer(self, window: Window, screen: list[str]) -> None:
        prompt = screen[_PROMPT].strip()
        target = aimed(screen)
        if target is not None:
            self._click(window, screen, *target)
        elif prompt.startswith("Choose your order"):
            self._turned = False
            self._click_row(window, screen, held(screen))
        elif prompt.startswith("Enter seals ") and not self._turned:
            self._turned = True
            window.turn_wheel(5, 5, up=True)
            wait_until(lambda: window.screen()[_PROMPT] != screen[_PROMPT], "more", window.text)
            self.wheels += 1
        elif prompt.startswith("You have taken") and self._turned:
            self._click(window, screen, screen[_KEYS].index("Enter"), _KEYS)
        elif prompt.startswith(("Over the limit", "You have taken", "Events are", "You have no")):
            self._click_row(window, screen, in_front(screen))
        elif prompt.startswith("Your turn."):
            # The marked line of the list.
            y = next(y for y in range(_DETAILS, _PROMPT) if ">" in screen[y])
            self._click(window, screen, screen[y].index(">") + 1, y)
        else:
            self._click(window, screen, screen[_KEYS].index("Enter"), _KEYS)

    def _click_row(self, window: Window, screen: list[str], row: int) -> None:
        """A click marks the row, a second one takes it; which it is the screen tells."""
        self._click(window, screen, _LABEL + 2, _FIRST_ROW + row)

    def _click(self, window: Window, screen: list[str], x: int, y: int) -> None:
        window.click(x, y)
        settle(window, screen)


class Answering:
    """Plays in lines: reads what is printed and types what a person would."""

    def __init__(self) -> None:
        self._typist = Typist()
        self._read = 0

    def look(self, window: Window) -> bool:
        lines = window.history()
        self._typist.read(unbroken(lines[self._read :]))
        self._read = len(lines)
        reply = self._typist.reply()
        if reply is not None:
            window.type(reply)
            # What is typed is on the screen too, and no answer of the program's.
            wait_until(lambda: len(window.history()) > self._read, "an echo", window.text)
        return not any(
            re.search(r" wins? with \d+\.| share the first place", x) for x in unbroken(lines)
        )


def unbroken(lines: list[str]) -> list[str]:
    """The lines of the program; what it had no room for in one of the terminal is set in below."""
    found: list[str] = []
    for line in lines:
        if line.startswith("    ") and found:
            found[-1] += f" {line.strip()}"
        else:
            found.append(line)
    return found


def held(screen: list[str]) -> int:
    """The row of the last card in the hand: an event, which aims at something, if there is one."""
    return next(
        row
        for row in reversed(range(_ROWS))
        if re.search(r"[|\u2502] *[1-9]\d* *$", screen[_FIRST_ROW + row])
    )


def aimed(screen: list[str]) -> tuple[int, int] | None:
    """Column and row of the number that is aimed at, on a card or on tokens."""
    for y in range(_FIRST_ROW, _ORDER_ROW + 2):
        found = re.search(r"<\d+>", screen[y])
        if found is not None:
            return found.start() + 1, y
    return None


def in_front(screen: list[str]) -> int:
    """The row of the first own characters in front of which not all are given up."""
    for row in range(_FAMILIES):
        cell = screen[_FIRST_ROW + row][_LABEL : _LABEL + _OWN_COLUMN]
        number, given = re.search(r"\d+", cell), re.search(r"-(\d+)", cell)
        if number is not None and (given is None or int(given[1]) < int(number[0])):
            return row
    raise AssertionError("there is nothing to discard:\n" + "\n".join(screen))


def hand_on(screen: list[str]) -> tuple[str, ...]:
    """What stands in the column of the hand, from its title to the last card."""
    rows = screen[1 : _FIRST_ROW + _ROWS]
    return tuple(re.split(r"[|\u2502]", row)[-1].strip() for row in rows)


def own_order_on(screen: list[str]) -> str:
    """The own order, as the ledger has it: in brackets while it is face down."""
    return screen[_ORDER_ROW][_LABEL : _LABEL + _OWN_COLUMN].strip()


def orders_on(screen: list[str]) -> list[str]:
    """The orders of all seats, the own first; one that is awaited as three dots."""
    return re.split(r"[|\u2502]", screen[_ORDER_ROW])[0][_LABEL:].split()


def settle(window: Window, before: list[str]) -> None:
    """Until the screen shows another thing than ``before``, or has been given time enough."""
    until = time.monotonic() + _ANSWER
    while window.screen() == before and time.monotonic() < until:
        time.sleep(0.02)


def play_until(
    seated: list[tuple[Window, Person]], holds: Callable[[], bool], bound: float = 60.0
) -> None:
    """Everybody looks and acts in turn until ``holds()``."""
    until = time.monotonic() + bound
    while not holds():
        assert time.monotonic() < until, "\n".join(window.text() for window, _ in seated)
        for window, person in seated:
            person.look(window)
        time.sleep(0.02)


def play_to_the_end(
    seated: list[tuple[Window, Person]], bound: float, told: Callable[[], str]
) -> None:
    """Everybody looks and acts in turn until the game is over for all of them."""
    playing = list(seated)
    until = time.monotonic() + bound
    while playing:
        assert time.monotonic() < until, told()
        playing = [(window, person) for window, person in playing if person.look(window)]
        time.sleep(0.02)
