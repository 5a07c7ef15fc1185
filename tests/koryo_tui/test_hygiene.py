"""The drawings, the drafts and the sentences know no terminal."""

from __future__ import annotations

import subprocess
import sys

PURE = (
    "drafts.base",
    "drafts.aim",
    "drafts.order",
    "drafts.turn",
    "drafts.discard",
    "drafts.preview",
    "text.words",
    "text.sentences",
    "text.prompts",
    "drawing.cells",
    "drawing.lines",
    "drawing.scene",
    "drawing.ledger",
    "drawing.panels",
    "drawing.pages",
    "drawing.lobby_page",
    "drafts.ahead",
    "drawing.asking",
    "drawing.choice_page",
    "drawing.details",
    "drawing.hints",
    "drawing.players_page",
    "drawing.scores_page",
    "drawing.side",
    "drawing.talk_page",
    "drawing.waits",
    "text.choices",
    "text.labels",
    "text.lobby",
    "text.pages",
    "text.phrases",
    "text.settings",
    "text.waiting",
    "keys",
    "settings",
    "port",
    "terminal",
)


def test_nothing_pure_imports_textual() -> None:
    imports = "; ".join(f"import koryo_tui.{name}" for name in PURE)
    code = f"{imports}; import sys; sys.exit('textual' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=False)
    assert done.returncode == 0


def test_each_can_be_imported_first() -> None:
    """No cycle that only works in one order."""
    forget = "[sys.modules.pop(m) for m in list(sys.modules) if m.startswith('koryo_tui')]"
    each = "; ".join(f"import koryo_tui.{name}; {forget}" for name in PURE)
    done = subprocess.run([sys.executable, "-c", f"import sys; {each}"], check=False)
    assert done.returncode == 0
