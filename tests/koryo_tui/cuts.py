"""What of a screen is cut off, noticed before it is drawn: what a terminal shows always fits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from textual.containers import VerticalScroll
from textual.pilot import Pilot

from koryo_tui.drawing import cells, hints
from koryo_tui.drawing.frame import Frame
from koryo_tui.drawing.hints import Part
from koryo_tui.drawing.lines import Tone
from koryo_tui.drawing.scene import Scene
from koryo_tui.keys import Hint, Keys
from koryo_tui.widgets.lines import LinesView
from tests.koryo_tui.helpers import text_of

#: What is left of a text, and all of it.
Cut = tuple[str, str]


class Cuts:
    """Every text that was shortened, and every row of hints in which some had no room."""

    def __init__(self) -> None:
        self._shortened: set[Cut] = set()
        self._hints: set[Cut] = set()

    def on(self, pilot: Pilot[Any]) -> tuple[Cut, ...]:
        """What is cut on the screen that is shown now."""
        lines = [line.strip() for line in text_of(pilot)]
        found = self._in(lines)
        for view in pilot.app.screen.query(LinesView):
            is_drawn = all(up.display for up in view.ancestors_with_self)
            if is_drawn and not any(isinstance(up, VerticalScroll) for up in view.ancestors):
                found += _cut_by(view, len(lines))
        return tuple(sorted(found))

    def at_the_table(self, scene: Scene, size: tuple[int, int]) -> tuple[Cut, ...]:
        """What would be cut on the screen of the table in a window of this size, which is not
        drawn."""
        frame = Frame(*size)
        parts = frame.parts(scene)
        lines = [line.text.strip() for part in parts.values() for line in part]
        found = self._in(lines)
        for part in ("ledger", "details"):
            found += [("", line.text) for line in parts[part] if line.width > frame.left]
        return tuple(sorted(found))

    def _in(self, lines: list[str]) -> list[Cut]:
        """What of all that was shortened stands in these lines."""
        text = "\n".join(lines)
        found = [(left, whole) for left, whole in self._shortened if left and left in text]
        found += [
            (left, whole)
            for left, whole in self._hints
            if any(line.endswith(left) for line in lines if left)
        ]
        return found

    def shortened(self, left: str, whole: str) -> None:
        if left.rstrip() != whole.rstrip():
            self._shortened.add((left.strip(), whole.strip()))

    def without(self, left: tuple[Part, ...], whole: tuple[Part, ...]) -> None:
        if len(left) < len(whole):
            self._hints.add((_text(left), _text(whole)))


def _cut_by(view: LinesView, height: int) -> Iterator[Cut]:
    """What a widget does not show of its lines: too wide, or below its end."""
    for line in view.lines:
        if cells.width(line.text.rstrip()) > view.size.width:
            yield cells.crop(line.text, view.size.width), line.text
    room = min(view.size.height, height - view.region.y)
    yield from (("", line.text) for line in view.lines[room:] if line.text.strip())


def _text(parts: tuple[Part, ...]) -> str:
    return "".join(part.span.text for part in parts).strip()


@contextmanager
def noticed() -> Iterator[Cuts]:
    """Meanwhile what is cut is noticed."""
    cuts, crop, parts = Cuts(), cells.crop, hints.parts

    def noticing_crop(text: str, width: int) -> str:
        left = crop(text, width)
        cuts.shortened(left, text)
        return left

    def noticing_parts(
        wanted: tuple[Hint, ...], keys: Keys, width: int, *, label_tone: Tone = Tone.KEYS
    ) -> tuple[Part, ...]:
        found = parts(wanted, keys, width, label_tone=label_tone)
        cuts.without(found, parts(wanted, keys, 1000, label_tone=label_tone))
        return found

    with (
        patch.object(cells, "crop", noticing_crop),
        patch.object(hints, "parts", noticing_parts),
    ):
        yield cuts
