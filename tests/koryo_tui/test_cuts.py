"""What is cut is noticed, however it comes about."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.screen import Screen

from koryo_tui.drawing import cells, hints
from koryo_tui.drawing.lines import Line, Lines, line
from koryo_tui.keys import Hint, Keys
from koryo_tui.widgets.lines import LinesView
from tests.koryo_tui.around.test_screens import shown
from tests.koryo_tui.cuts import Cut, noticed
from tests.koryo_tui.helpers import until


class Lined(Screen[None]):
    """Shows what is made of its size."""

    def compose(self) -> ComposeResult:
        yield LinesView()

    def on_mount(self) -> None:
        self.query_one(LinesView).show(self.lines())

    def lines(self) -> Lines:
        raise NotImplementedError


async def cut_on(screen: Lined) -> tuple[Cut, ...]:
    with noticed() as cuts:
        async with shown(screen, (20, 6)) as pilot:
            await until(pilot, lambda: screen.query_one(LinesView).size.height > 0)
            await pilot.pause()
            return cuts.on(pilot)


async def test_a_text_that_was_shortened_is_noticed() -> None:
    class Shortened(Lined):
        def lines(self) -> Lines:
            return (line(cells.fit("Livello < costante >", 18)), line("Senza tagli"))

    assert await cut_on(Shortened()) == (("Livello < costan..", "Livello < costante >"),)


async def test_a_line_that_the_widget_would_crop_is_noticed() -> None:
    class TooWide(Lined):
        def lines(self) -> Lines:
            return (line("a" * 21),)

    assert await cut_on(TooWide()) == (("a" * 18 + "..", "a" * 21),)


async def test_lines_below_the_end_are_noticed() -> None:
    class TooMany(Lined):
        def lines(self) -> Lines:
            return (*[Line()] * 6, line("unseen"), Line())

    assert await cut_on(TooMany()) == (("", "unseen"),)


async def test_a_hint_without_room_is_noticed() -> None:
    class Hinting(Lined):
        def lines(self) -> Lines:
            wanted = (Hint(("accept",), "choose"), Hint(("back",), "go back"))
            return (hints.line_of(hints.parts(wanted, Keys(), 20), 20),)

    assert await cut_on(Hinting()) == (("Enter choose", "Enter choose  Esc go back"),)
