"""A widget that draws lines; only those that have changed are drawn again."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from textual.events import Click
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from koryo_tui.drawing.lines import Line, Lines, Tone


class LinesView(Widget):
    """Shows lines from its upper edge on. A click is told with its place in cells."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"tone--{tone.value}" for tone in Tone}

    class Pressed(Message):
        """The widget was clicked at column ``x`` of line ``y``."""

        def __init__(self, widget: LinesView, x: int, y: int) -> None:
            super().__init__()
            self.widget = widget
            self.x = x
            self.y = y

        @property
        def control(self) -> LinesView:
            return self.widget

    def __init__(self, *, id: str | None = None, grows: bool = False) -> None:
        """``grows``: as high as its lines, for a container that scrolls."""
        super().__init__(id=id)
        self._lines: Lines = ()
        self._grows = grows

    @property
    def lines(self) -> Lines:
        """What is shown."""
        return self._lines

    def show(self, lines: Lines) -> None:
        """Shows ``lines`` from now on, drawing again only what differs."""
        old, self._lines = self._lines, lines
        if self._grows and len(old) != len(lines):
            self.refresh(layout=True)
            return
        rows = max(len(old), len(lines))
        changed = [row for row in range(rows) if old[row : row + 1] != lines[row : row + 1]]
        if changed:
            self.refresh(*(Region(0, row, self.size.width, 1) for row in changed))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._lines)

    def render_line(self, y: int) -> Strip:
        width, base = self.size.width, self.rich_style
        if y >= len(self._lines):
            return Strip.blank(width, base)
        return Strip(list(self._segments(self._lines[y]))).adjust_cell_length(width, base)

    def _segments(self, line: Line) -> list[Segment]:
        return [
            Segment(span.text, self.get_component_rich_style(f"tone--{span.tone.value}"))
            for span in line.spans
        ]

    def on_click(self, event: Click) -> None:
        place = event.get_content_offset(self)
        if place is not None:
            self.post_message(self.Pressed(self, place.x, place.y))
