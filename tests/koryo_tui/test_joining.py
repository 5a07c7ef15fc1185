from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from koryo_tui.exits import NotSeated
from koryo_tui.joining import JoinOptions, _join
from protocol.net.invite import Invite, JoinSecret
from protocol.net.profile import Profiles

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
