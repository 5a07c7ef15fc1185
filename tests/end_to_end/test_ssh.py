"""A table over ssh: keys and the screen, a connection that breaks, and coming back.

The server is one of this test alone: it has keys of its own, and is reached through a pipe instead
of a port.
"""

from __future__ import annotations

import getpass
import os
import shlex
import shutil
import signal
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from tests.end_to_end.players import Typing, hand_on, own_order_on, play_until
from tests.end_to_end.windows import Terminal, Window, wait_until
from tests.koryo_tui.processes import COMMAND, home

pytestmark = [
    pytest.mark.terminal,
    pytest.mark.timeout(120),
    pytest.mark.skipif(
        shutil.which("tmux") is None, reason="tmux is not here to drive a real terminal"
    ),
]
ROOT = Path(__file__).parents[2]
#: Where servers are that are not for everybody to start.
PLACES = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/sbin"))
SETTINGS = """\
HostKey {at}/host
AuthorizedKeysFile {at}/person.pub
StrictModes no
UsePAM no
PidFile none
"""

Ssh = Callable[..., tuple[str, ...]]


@pytest.fixture
def ssh(tmp_path: Path) -> Ssh:
    """What runs a command on the other side of a connection, at a terminal there."""
    server = shutil.which("sshd", path=PLACES)
    if server is None or shutil.which("ssh") is None or shutil.which("ssh-keygen") is None:
        pytest.skip("ssh, sshd or ssh-keygen is not here")
    at = tmp_path / "ssh"
    at.mkdir()
    for name in ("host", "person"):
        make = ("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(at / name))
        subprocess.run(make, check=True, timeout=20)
    (at / "settings").write_text(SETTINGS.format(at=at))
    through = shlex.join((server, "-i", "-f", str(at / "settings")))
    options = (
        *("-F", "/dev/null", "-i", str(at / "person"), "-o", f"ProxyCommand={through}"),
        *("-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"),
        *("-o", "BatchMode=yes", "-o", "LogLevel=ERROR"),
    )
    there = f"{getpass.getuser()}@here"

    def on_the_other_side(*command: str) -> tuple[str, ...]:
        variables = home(tmp_path / "home").items()
        # What kind of terminal it is travels over the connection.
        settings = [f"{name}={value}" for name, value in variables if name != "TERM"]
        line = f"cd {shlex.quote(str(ROOT))} && exec {shlex.join(('env', *settings, *command))}"
        return ("ssh", "-tt", *options, there, line)

    probe = subprocess.run(on_the_other_side("true"), capture_output=True, text=True, timeout=30)
    if probe.returncode:
        pytest.skip(f"no connection can be made: {probe.stderr.strip()}")
    return on_the_other_side


def open_window(terminal: Terminal, at: Path, ssh: Ssh, *command: str) -> Window:
    return terminal.open(ssh(*COMMAND, *command), home(at / "home"))


def players_in(at: Path) -> list[str]:
    """The command lines of our programs that run in the home there."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            line = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            is_ours = f"HOME={at / 'home'}".encode() in (process / "environ").read_bytes()
            if is_ours and line.startswith(" ".join(COMMAND)):
                found.append(line)
    return found


def test_over_ssh_one_plays_loses_the_connection_and_comes_back(
    ssh: Ssh, terminal: Terminal, tmp_path: Path
) -> None:
    window = open_window(terminal, tmp_path, ssh, "solo", "--bots", "1")
    window.wait_for("Choose your order")
    play_until([(window, Typing())], lambda: own_order_on(window.screen()).startswith("["))
    held, order = hand_on(window.screen()), own_order_on(window.screen())
    window.signal(signal.SIGKILL)
    # Its terminal has hung up: everything on the other side ends, the computer player too.
    wait_until(
        lambda: not players_in(tmp_path),
        "the end of all that ran",
        lambda: "\n".join(players_in(tmp_path)),
    )
    again = open_window(terminal, tmp_path, ssh, "resume")
    wait_until(lambda: own_order_on(again.screen()) == order, "the sealed order", again.text)
    assert hand_on(again.screen()) == held
    again.press("C-q", "C-q")
    assert again.wait_for_end() == 0
    assert "Go on with: koryo-tui resume" in again.text().replace("\n", " ")
