"""What is drawn, told and remembered knows no terminal."""

from __future__ import annotations

import subprocess
import sys

PURE = (
    "examples",
    "halls",
    "replay",
    "start",
    "telling",
    "own_files",
    "text.around",
    "text.lessons",
    "text.plain",
    "text.rules",
    "drawing.halls",
    "drawing.lists",
    "drawing.replay",
    "drawing.rules",
    "drawing.start",
    "learn.lessons",
    "learn.plan",
    "learn.plain",
    "learn.table",
    "plain.asking",
    "plain.lobby",
    "plain.menu",
    "plain.news",
    "plain.reading",
    "plain.run",
    "plain.table",
    "plain.telling",
)
COMMANDS = ("halls", "help", "learn", "replay", "rules", "start")


def test_nothing_pure_imports_textual() -> None:
    imports = "; ".join(f"import koryo_tui.{name}" for name in PURE)
    assert _is_absent(imports, "textual")


def test_no_command_imports_more_than_its_options_need() -> None:
    imports = "; ".join(f"import koryo_tui.commands.{name}" for name in COMMANDS)
    assert _is_absent(imports, "textual")
    assert _is_absent(imports, "protocol.rules")


def _is_absent(imports: str, module: str) -> bool:
    code = f"{imports}; import sys; sys.exit({module!r} in sys.modules)"
    return subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
