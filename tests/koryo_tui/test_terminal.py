"""Which theme a terminal gets, whether there is one, and which signals are taken."""

from __future__ import annotations

import asyncio
import os
import signal
import sys

import pytest

from koryo_tui import terminal


@pytest.mark.parametrize(
    ("environ", "theme"),
    [
        ({"TERM": "xterm-256color"}, terminal.COLOUR_THEME),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, terminal.COLOUR_THEME),
        ({"TERM": "xterm-direct"}, terminal.COLOUR_THEME),
        ({"TERM": "xterm"}, terminal.PLAIN_THEME),
        ({"TERM": "linux"}, terminal.PLAIN_THEME),
        ({}, terminal.PLAIN_THEME),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, terminal.PLAIN_THEME),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, terminal.COLOUR_THEME),
        ({"COLORTERM": "truecolor", "NO_COLOR": "1"}, terminal.PLAIN_THEME),
    ],
)
def test_few_or_no_colours_take_the_terminals_own(environ: dict[str, str], theme: str) -> None:
    assert terminal.theme(environ) == theme


def test_a_pipe_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    read, write = os.pipe()
    with os.fdopen(read), os.fdopen(write, "w") as pipe:
        monkeypatch.setattr(sys, "__stdout__", pipe)
        assert not terminal.is_terminal()


def test_no_stream_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "__stdin__", None)
    assert not terminal.is_terminal()


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
async def test_a_signal_asks_to_end_with_its_code(name: str) -> None:
    number = getattr(signal, name)
    before = signal.getsignal(number)
    asked: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    with terminal.signals(asked.set_result):
        os.kill(os.getpid(), number)
        assert await asyncio.wait_for(asked, 10) == 128 + number
    assert signal.getsignal(number) == before
