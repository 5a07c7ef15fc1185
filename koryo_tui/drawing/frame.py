"""What stands where on the screen of the table, in a window of any size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from koryo_tui.drawing import details, ledger, panels
from koryo_tui.drawing.lines import Lines
from koryo_tui.drawing.scene import Scene
from koryo_tui.drawing.side import side

#: The least that the table needs.
SMALLEST: Final = (76, 24)
#: From so many columns on there is a column at the right.
WIDE: Final = 110
_SIDE: Final = 32
#: Lines that are neither ledger nor details: status, prompt and its keys, footer.
_FRAME: Final = 4


@dataclass(frozen=True, slots=True)
class Frame:
    """A window of so many cells and lines."""

    width: int
    height: int

    @property
    def is_too_small(self) -> bool:
        """Whether the table does not fit, so that nothing else here means anything."""
        return self.width < SMALLEST[0] or self.height < SMALLEST[1]

    @property
    def is_wide(self) -> bool:
        """Whether there is a column at the right, with the log."""
        return self.width >= WIDE

    @property
    def left(self) -> int:
        """How many cells the ledger and what is under it have."""
        return self.width - (_SIDE if self.is_wide else 0)

    @property
    def details(self) -> int:
        """How many lines there are between the line under the ledger and the prompt."""
        return self.height - _FRAME - ledger.HEIGHT - 1

    def parts(self, scene: Scene) -> dict[str, Lines]:
        """The lines of each part of the screen by its id."""
        with_log = not self.is_wide
        left, room = self.left, self.details
        rule = details.rule(scene, left, room, with_log)
        parts = {
            "status": (panels.status(scene, self.width),),
            "ledger": ledger.ledger(scene, left),
            "details": (rule, *details.details(scene, left, room, with_log)),
            "prompt": panels.prompt(scene, self.width),
            "footer": (panels.footer(scene, self.width),),
        }
        if self.is_wide:
            # Its frame takes a cell.
            parts["side"] = side(scene, _SIDE - 1, self.height - _FRAME)
        return parts
