"""Printed sentences: broken between words at a terminal, whole everywhere else."""

from __future__ import annotations

import ast
import os
import struct
from pathlib import Path

import pytest
from rich.cells import cell_len

import koryo_tui
from koryo_tui.saying import broken, say
from tests.koryo_tui.processes import AtTerminal

if os.name == "posix":
    import fcntl
    import termios

PACKAGE = Path(koryo_tui.__file__).parent
SENTENCE = "The invite is not (or no longer) valid for this table; ask the host for another one."
CHINESE = "这台机器不在任何网络里：只有它自己的程序能连到它。请加入一个无线网络，或者插上网线再试。"
FOLDER = "/home/somebody/games of the last year/koryo"


def test_a_line_ends_behind_a_word() -> None:
    lines = broken(SENTENCE, 40)
    assert len(lines) == 3
    assert max(map(len, lines)) < 40
    assert " ".join(lines) == SENTENCE


def test_what_fits_stays_as_it_is() -> None:
    assert broken("two  blanks", 12) == ("two  blanks",)
    assert broken("", 12) == ("",)
    assert broken("one\ntwo", 12) == ("one", "two")


@pytest.mark.parametrize("columns", range(8, 60, 3))
def test_chinese_is_measured_in_cells_and_no_mark_begins_a_line(columns: int) -> None:
    lines = broken(CHINESE, columns)
    assert "".join(lines) == CHINESE
    assert max(map(cell_len, lines)) < columns
    assert all(line[0] not in "，。：" for line in lines)


@pytest.mark.parametrize("columns", [20, 40, 80])
@pytest.mark.parametrize("form", ["The record so far: {}", "记录在此：{}。", "({})"])
def test_what_is_to_be_copied_is_never_broken(columns: int, form: str) -> None:
    said = form.format(FOLDER)
    lines = broken(said, columns, FOLDER, Path("never/there"))
    assert sum(FOLDER in line for line in lines) == 1
    assert "".join(lines).replace(" ", "") == said.replace(" ", "")


@pytest.mark.parametrize(
    ("sentence", "command"),
    [
        ("Ask another: koryo-tui resume --at ADDRESS asks them.", "koryo-tui resume --at ADDRESS"),
        ("To ask for your seat: koryo-tui resume 0123456789abcdef", "resume 0123456789abcdef"),
        ("Адресу знає інший: koryo-tui resume --at АДРЕСА", "koryo-tui resume --at АДРЕСА"),
        ("可以向同桌的另一位玩家要地址：koryo-tui resume --at 地址", "koryo-tui resume --at 地址"),
        ("There is none; did you mean koryo-tui host?", "koryo-tui host?"),
    ],
)
def test_a_command_stays_on_one_line(sentence: str, command: str) -> None:
    for columns in range(len(command) + 12, 70):
        assert any(command in line for line in broken(sentence, columns))


def test_later_lines_stand_under_the_first() -> None:
    first, *rest = broken(SENTENCE, 40, lead=" ok   ")
    assert first.startswith(" ok   The invite")
    assert rest
    assert all(line.startswith(" " * 6) and line[6] != " " for line in rest)
    assert all(len(line) < 40 for line in rest)


def test_later_lines_may_stand_farther_to_the_right() -> None:
    first, *rest = broken(SENTENCE, 40, hang=4)
    assert first.startswith("The invite")
    assert all(line.startswith(" " * 4) and line[4] != " " for line in rest)
    assert all(len(line) < 40 for line in (first, *rest))
    assert broken("x" * 39, 40, hang=4) == ("x" * 39,)


def test_where_there_is_no_terminal_a_sentence_is_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    say(SENTENCE * 3, lead="  ")
    assert capsys.readouterr().out == f"  {SENTENCE * 3}\n"


@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are of POSIX")
@pytest.mark.parametrize("columns", [40, 0])
def test_a_terminal_says_how_wide_it_is(columns: int) -> None:
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with os.fdopen(slave, "w", encoding="utf-8") as terminal, os.fdopen(master, "rb") as seen:
        say(SENTENCE, to=terminal)
        lines = broken(SENTENCE, columns) if columns else (SENTENCE,)
        expected = "".join(f"{line}\r\n" for line in lines)
        printed = b""
        while len(printed) < len(expected):
            # It comes in as many parts as the terminal likes.
            printed += os.read(seen.fileno(), 4096)
    assert printed.decode() == expected


def test_a_command_at_a_terminal_breaks_its_sentence(tmp_path: Path) -> None:
    child = AtTerminal("resume", at=tmp_path)
    child.wait_for("ask another of its\r\nplayers: koryo-tui resume --at ADDRESS\r\n")
    assert child.ended() == (2, "")


def test_nothing_else_prints_sentences() -> None:
    """What is printed elsewhere are rows, or what somebody copies."""
    printing = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id == "print" and any(map(_is_text, ast.walk(node)))
    }
    assert printing == {"commands/where.py"}


def _is_text(node: ast.AST) -> bool:
    """Whether it is a constant of a module of texts, or calls for one."""
    if isinstance(node, ast.Attribute):
        return node.attr.isupper()
    return isinstance(node, ast.Name) and node.id in ("_", "explained")
