"""However the app ends, the terminal is given back, the others are told, the exit code is right."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pexpect
import pytest

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {
    "TERM": "xterm-256color",
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    # From 3.13 on a traceback is coloured.
    "PYTHON_COLORS": "0",
}
ALTERNATE_OFF = "\x1b[?1049l"
MOUSE_OFF = "\x1b[?1000l"
CURSOR_ON = "\x1b[?25h"


def opened(how: str = "") -> pexpect.spawn:
    return run("tests.koryo_tui.lonely", how, HOME=str(ROOT))


def run(module: str, *words: str, **environ: str) -> pexpect.spawn:
    return pexpect.spawn(
        sys.executable,
        ["-m", module, *words],
        cwd=str(ROOT),
        dimensions=(24, 80),
        env={**ENVIRONMENT, **environ},
        encoding="utf-8",
        timeout=30,
    )


def ended(child: pexpect.spawn) -> tuple[int | None, str]:
    child.expect(pexpect.EOF)
    child.wait()
    child.close()
    return child.exitstatus, child.before


def assert_given_back(output: str) -> None:
    assert ALTERNATE_OFF in output
    assert MOUSE_OFF in output
    assert CURSOR_ON in output


def test_leaving_for_good_says_goodbye() -> None:
    child = opened()
    child.expect("Choose your order")
    child.send("\x11")
    child.expect("Leave the table")
    child.send("3\r")
    code, output = ended(child)
    assert code == 0
    assert_given_back(output)
    assert "left 1 closed 0 cancelled 1" in output
    assert "koryo-tui resume" not in output.split(ALTERNATE_OFF)[1]


def test_control_c_asks_and_twice_closes_to_come_back_later() -> None:
    child = opened()
    child.expect("Choose your order")
    child.send("\x03")
    child.expect("Leave the table")
    child.send("\x03")
    code, output = ended(child)
    assert code == 0
    assert_given_back(output)
    assert "left 0 closed 1 cancelled 1" in output


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_signals_close_the_table_with_the_code_of_the_signal(name: str) -> None:
    number = getattr(signal, name)
    child = opened()
    child.expect("Choose your order")
    child.kill(number)
    code, output = ended(child)
    assert code == 128 + number
    assert_given_back(output)
    assert "left 0 closed 1 cancelled 1" in output


@pytest.mark.parametrize(
    ("words", "until", "name"),
    [(("--name", "Ada"), "Esc quit", "SIGTERM"), (("rules",), "Phase 1", "SIGHUP")],
)
def test_signals_end_a_screen_round_the_table_too(
    words: tuple[str, ...], until: str, name: str, tmp_path: Path
) -> None:
    child = run("koryo_tui", *words, HOME=str(tmp_path))
    child.expect_exact(until)
    child.kill(getattr(signal, name))
    code, output = ended(child)
    assert code == 128 + getattr(signal, name)
    assert_given_back(output)


def test_an_error_in_a_screen_round_the_table_is_told_and_no_success() -> None:
    code, output = ended(opened("round"))
    assert code == 1
    assert_given_back(output)
    assert "a screen has failed" in output


def test_a_terminal_that_is_gone_without_a_signal_closes_the_table() -> None:
    code, output = ended(opened("deaf"))
    assert code == 1
    assert_given_back(output)
    assert "left 0 closed 1 cancelled 1" in output


def test_what_cannot_be_encoded_is_a_question_mark_on_every_screen(tmp_path: Path) -> None:
    plain = {"LANG": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    child = run("koryo_tui", "rules", "--lang", "zh", HOME=str(tmp_path), **plain)
    child.expect_exact("???")
    assert "\\u" not in child.before
    child.kill(signal.SIGTERM)
    ended(child)


def test_an_error_in_a_screen_gives_the_terminal_back_and_keeps_the_seat() -> None:
    code, output = ended(opened("crash"))
    assert code == 1
    assert_given_back(output)
    assert "a screen has failed" in output
    assert "left 0 closed 1 cancelled 1" in output


def test_an_error_in_the_session_gives_the_terminal_back_and_is_raised() -> None:
    code, output = ended(opened("fail"))
    assert code == 1
    assert_given_back(output)
    assert "OSError: the session has failed" in output
    assert "left 0 closed 1" in output


def test_suspending_gives_the_terminal_back_and_fg_draws_the_table_again() -> None:
    child = pexpect.spawn(
        "/bin/bash",
        ["--norc", "--noprofile", "-i"],
        cwd=str(ROOT),
        dimensions=(24, 80),
        env={**ENVIRONMENT, "HOME": str(ROOT), "PS1": "ready> "},
        encoding="utf-8",
        timeout=30,
    )
    child.expect("ready> ")
    child.sendline(f"{sys.executable} -m tests.koryo_tui.lonely")
    child.expect("Choose your order")
    child.send("\x1a")
    child.expect("Stopped")
    assert ALTERNATE_OFF in child.before
    assert MOUSE_OFF in child.before
    child.expect("ready> ")
    child.sendline("fg")
    child.expect("Choose your order")
    child.send("\x03")
    child.expect("Leave the table")
    child.send("\x03")
    child.expect("left 0 closed 1")
    child.sendline("exit")
    child.expect(pexpect.EOF)
    child.close()


def test_a_session_that_cannot_go_on_says_why_in_one_sentence() -> None:
    code, output = ended(opened("ended"))
    assert code == 1
    assert_given_back(output)
    assert "The host has [removed] you from this table." in output
    assert "Traceback" not in output
