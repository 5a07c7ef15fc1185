from __future__ import annotations

import asyncio
import os
import socket
from pathlib import Path

import pytest

from koryo_tui import bar, joining
from koryo_tui.browsing import Chooser, Seen
from koryo_tui.exits import NotSeated, WrongUse
from koryo_tui.joining import JoinOptions, _join
from koryo_tui.known import KnownHosts
from protocol.net.invite import Invite, JoinSecret, write_invite
from protocol.net.profile import Profiles
from tests.koryo_tui.test_bar import terminal

HERE = "127.0.0.1"


async def test_a_table_that_is_not_reached_gave_no_seat(tmp_path: Path) -> None:
    """Which whoever called tells apart from what goes wrong later, at the table."""
    with socket.create_server((HERE, 0)) as server:
        port = server.getsockname()[1]
    invite = Invite(((HERE, port),), bytes(10), JoinSecret(b"right"))
    options = JoinOptions("ada", None, "Ada", HERE, None, None)
    unreached = pytest.raises(NotSeated, match=f"Nobody could be reached at {HERE}:{port}")
    with Profiles(tmp_path, os.urandom).open("ada") as profile, unreached:
        await _join(options, profile, invite)


async def test_how_long_an_answer_may_take_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bar.Bar.__init__, "__defaults__", ("", 0.0))
    with socket.create_server((HERE, 0)) as silent, terminal() as watched:
        invite = Invite((silent.getsockname()[:2],), bytes(10), JoinSecret(b"right"))
        options = JoinOptions("ada", None, "Ada", HERE, None, None)
        with Profiles(tmp_path, os.urandom).open("ada") as profile:
            calling = asyncio.ensure_future(_join(options, profile, invite))
            async with asyncio.timeout(20):
                while not any("%" in line for line in watched.drawn):
                    assert not calling.done()
                    await asyncio.sleep(0.01)
            calling.cancel()
            await asyncio.gather(calling, return_exceptions=True)
    assert watched.drawn[-1] == "", "it leaves nothing behind"


INVITE = Invite(((HERE, 47210),), bytes(range(10)), JoinSecret(b"right"))
WHOLE = write_invite(INVITE)
FIRST, SECOND = WHOLE[:20], WHOLE[20:]
SLIP = WHOLE[:-1] + ("0" if WHOLE[-1] != "0" else "1")
NEVER, SHORT, WRONG = "never part of", "too short or too long", "a character is wrong"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ((FIRST, SECOND), (SHORT,)),
        (("1G00", WHOLE), (SHORT,)),
        (("1G00", SLIP, WHOLE), (SHORT, WRONG)),
        (("\u4f60\u597d", "9", FIRST, SECOND), (NEVER, "no table 9", SHORT)),
        (("hello", FIRST, SECOND), (SHORT, SHORT)),
        (("1G00", "9", WHOLE), (SHORT, "no table 9")),
        ((FIRST, SLIP[20:], WHOLE), (SHORT, WRONG)),
    ],
)
def test_only_what_could_be_the_beginning_of_an_invite_is_kept(
    typed: tuple[str, ...],
    said: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers, heard = list(typed), list[str]()
    monkeypatch.setattr("koryo_tui.terminal.read_line", lambda _: answers.pop(0))
    monkeypatch.setattr(joining, "say", heard.append)
    chooser = Chooser(Seen, heard.append, input, KnownHosts(tmp_path))
    assert joining.ask_invite(chooser) == INVITE
    assert not answers
    assert len(heard) == len(said)
    assert all(part in each for part, each in zip(said, heard, strict=True)), heard


def test_an_empty_line_ends_the_asking_but_not_between_two_pieces(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers, heard = ["x"] * 5 + [FIRST, " ", SECOND, ""], list[str]()
    monkeypatch.setattr("koryo_tui.terminal.read_line", lambda _: answers.pop(0))
    monkeypatch.setattr(joining, "say", heard.append)
    assert joining.ask_invite() == INVITE
    assert heard[0] == "An empty line ends this."
    with pytest.raises(WrongUse, match="No invite was given"):
        joining.ask_invite()
