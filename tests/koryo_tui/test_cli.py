"""The command line: what it explains, and what it says to what cannot be meant."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len

from koryo_tui import __version__
from koryo_tui.cli import COMMANDS
from koryo_tui.text import i18n
from koryo_tui.text.lines import NEEDS_TERMINAL
from protocol.log.messages import PROTOCOL_VERSION
from protocol.log.signing import SigningKey
from protocol.net.errors import Version
from protocol.net.fingerprint import fingerprint
from protocol.net.frames import Channel, encode_frame
from protocol.net.invite import JoinSecret
from protocol.net.link_messages import write_version
from protocol.net.profile import Profiles
from tests.koryo_tui.processes import AtTerminal, open_table, run, sentences_in
from tests.net.links import HERE, eventually, key, serving

LISTED = [name for name, said in COMMANDS.items() if said]
#: What no help may import; each would take longer than the help itself.
HEAVY = ("textual", "rich", "cryptography", "msgspec", "msgpack", "rbcl", "asyncio", "protocol")


def test_help_lists_every_command_and_says_what_it_does(tmp_path: Path) -> None:
    said = run("--help", at=tmp_path, code=0).stdout
    for name in LISTED:
        assert f"\n    {name}" in said
        assert COMMANDS[name] in said
    assert "bot" not in said.replace("--bots", "").split()


@pytest.mark.parametrize("name", LISTED)
def test_every_command_explains_itself(tmp_path: Path, name: str) -> None:
    said = run(name, "--help", at=tmp_path, code=0).stdout
    assert f"usage: koryo-tui {name}" in said
    assert "--log FILE" in said


@pytest.mark.parametrize(
    "arguments",
    [("--help",), ("--lang", "uk", "--help"), ("host", "--help"), ("selfplay", "--help")],
)
def test_help_imports_nothing_heavy(arguments: tuple[str, ...]) -> None:
    program = f"""
import sys
from koryo_tui.cli import main
try:
    main({list(arguments)!r})
except SystemExit:
    pass
print(sorted({{name.partition(".")[0] for name in sys.modules}} & set({HEAVY!r})), file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stderr.strip() == "[]"


def test_the_version_is_printed(tmp_path: Path) -> None:
    assert run("--version", at=tmp_path, code=0).stdout == f"koryo-tui {__version__}\n"


def test_without_a_command_it_explains_itself(tmp_path: Path) -> None:
    assert "commands:" in run(at=tmp_path, code=2).stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("frob",), "There is no command frob; koryo-tui --help lists them."),
        (("hots",), "There is no command hots; did you mean koryo-tui host?"),
        (("-v",), "koryo-tui has no -v; did you mean --version?"),
        (("--lang", "fr"), "see koryo-tui --help."),
        (("arena", "--bots", "3"), "leave it out: koryo-tui arena PLAYER."),
        (("replay",), "Say which game, koryo-tui replay FILE: koryo-tui halls lists your games"),
        (("--frob",), "koryo-tui does not know --frob; see koryo-tui --help."),
        (("host", "--seats", "5"), "'5' is not a number from 2 to 4"),
        (("host", "--seats", "two"), "'two' is not a number from 2 to 4"),
        (("host", "--bots", "4"), "'4' is not a number from 0 to 3"),
        (("host", "--bots", "2", "--seats", "2"), "give more --seats or fewer --bots"),
        (("host", "--port", "0"), "'0' is not a number from 1 to 65535"),
        (("host", "--port", "70000"), "'70000' is not a number from 1 to 65535"),
        (("host", "--frob", "3"), "host does not know --frob 3; see koryo-tui host --help."),
        (("host", "--sets", "3"), "koryo-tui host has no --sets; did you mean --seats?"),
        (("verify", "--plain", "x"), "koryo-tui verify has no screen, it prints lines; leave"),
        (("host", "--players=3"), "did you mean --seats?"),
        (("solo", "--seats", "3"), "koryo-tui solo has no --seats; did you mean --bots?"),
        (("resume", "--invite", "1G00"), "did you mean --at?"),
        (("join", "--invite", "1G00"), "leave it out: koryo-tui join INVITE"),
        (("verify", "--file", "x"), "leave it out: koryo-tui verify FILE"),
        (("play", "--bots", "2"), "koryo-tui solo lets you choose more"),
        (("--seats", "3"), "koryo-tui COMMAND --seats;"),
        (("--plain", "resume"), "koryo-tui COMMAND --plain;"),
        (("--plain",), "koryo-tui COMMAND --plain;"),
        (("--name",), "--name: expected one argument"),
        (("--name", "Ada", "host"), "koryo-tui COMMAND --name;"),
        (("join", "--name", "Maximiliana20"), "The name Maximiliana20 is too long"),
        (("frob", "--seats"), "There is no command frob"),
        (("join", "--port", "-1"), "'-1' is not a number"),
        (("solo", "--bots", "0"), "'0' is not a number from 1 to 3"),
        (("solo", "--bots", "steady,nobody"), "There is no computer player 'nobody'"),
        (("host", "--bots", "strong:wild"), "there are easy, steady, strong."),
        (("solo", "--bots", "easy,easy,easy,easy"), "names 4 players, and not 1 to 3"),
        (("selfplay", "--bots", "7"), "'7' is not a number from 1 to 4"),
        (("selfplay", "--games", "0"), "'0' is not a number from 1 to 10000"),
        (("selfplay", "--seed", "x"), "invalid int value: 'x'"),
        (("verify",), "the following arguments are required: FILE"),
        (("where", "--log", "/no/such/folder/log"), "choose another file"),
    ],
)
def test_wrong_use_gets_one_sentence(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    done = run(*arguments, at=tmp_path, code=2)
    assert said in done.stderr
    assert done.stdout == ""
    assert sentences_in(done.stderr) == 1
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "arguments", [("host",), ("join", "10.0.0.7"), ("join",), ("solo",), ("--name", "Ada")]
)
def test_without_a_terminal_it_says_so(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = run(*arguments, at=tmp_path, code=2)
    assert done.stderr == f"{NEEDS_TERMINAL}\n"
    assert done.stdout == ""
    assert not (tmp_path / "home" / ".local").exists(), "and made nothing"


def test_where_names_the_files_of_the_account(tmp_path: Path) -> None:
    root = tmp_path / "home" / ".local" / "share" / "koryo-tui"
    Profiles(root, os.urandom).open("default").close()
    said = run("where", at=tmp_path, code=0).stdout
    assert str(root / "profiles") in said
    assert str(root / "profiles" / "default" / "transcripts") in said
    assert "profile default, never seated:" in said


# At a terminal, before any screen is opened


def profile_in(home: Path, name: str = "default") -> SigningKey:
    """The identity of a profile of the account, made if it is new."""
    profile = Profiles(home / ".local" / "share" / "koryo-tui", os.urandom).open(name)
    profile.close()
    return profile.key


def test_a_port_in_use_is_said(tmp_path: Path) -> None:
    with socket.create_server((HERE, 0)) as taken:
        port = taken.getsockname()[1]
        code, said = AtTerminal("host", "--bind", HERE, "--port", str(port), at=tmp_path).ended()
    assert code == 1
    assert said == (
        f"Port {port} is already in use on this machine; choose another one with --port."
    )


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (("--bind", "203.0.113.7"), 1, "this machine does not have that address"),
        (("--advertise", "not an address"), 2, "neither an IP address nor the name of a machine"),
        (("--profile", "../up"), 1, "cannot be the name of a profile"),
        (("--invite-file", "no/such/folder/invite"), 2, "The invite cannot be written"),
    ],
)
def test_what_a_host_cannot_do_is_said(
    tmp_path: Path, options: tuple[str, ...], code: int, said: str
) -> None:
    ended, heard = AtTerminal("host", *options, at=tmp_path).ended()
    assert ended == code
    assert said in heard


def test_a_profile_in_use_is_said(tmp_path: Path) -> None:
    root = tmp_path / "home" / ".local" / "share" / "koryo-tui"
    with Profiles(root, os.urandom).open("mine"):
        code, said = AtTerminal("host", "--profile", "mine", at=tmp_path).ended()
    assert code == 1
    assert said.startswith("The profile mine is in use by another koryo-tui;")
    assert sentences_in(said) == 1


def test_a_damaged_identity_is_said_and_left_alone(tmp_path: Path) -> None:
    profile_in(tmp_path / "home")
    (identity,) = (tmp_path / "home").rglob("identity")
    identity.write_bytes(b"damaged")
    code, said = AtTerminal("host", at=tmp_path).ended()
    assert code == 1
    assert "is damaged and was left as it is" in said
    assert identity.read_bytes() == b"damaged"


def test_files_that_cannot_be_made_are_said(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / ".local").write_text("not a folder")
    code, said = AtTerminal("host", at=tmp_path).ended()
    assert code == 1
    assert "cannot be read or written (Not a directory)" in said


def test_nobody_there_is_said(tmp_path: Path) -> None:
    with socket.create_server((HERE, 0)) as gone:
        port = gone.getsockname()[1]
    child = AtTerminal("join", f"{HERE}:{port}", at=tmp_path)
    child.wait_for("Invite: ")
    child.type("1G00-081B-GTQW-796N-0JH6-JEVZ-HRHM-9G6P-DEA7")
    code, said = child.ended()
    assert code == 1
    assert f"Nobody could be reached at {HERE}:{port}: " in said
    assert "no table is open at that port" in said


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("no_such_thing!", "neither an IP address nor the name of a machine"),
        ("10.0.0.7:99999", "ports are 1 to 65535"),
    ],
)
def test_a_slip_of_typing_is_told(tmp_path: Path, target: str, said: str) -> None:
    code, heard = AtTerminal("join", target, at=tmp_path).ended()
    assert code == 2
    assert said in heard


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("1G00-081B-GTQW-796N-0JH6-JEVZ-HRHM-9G6P-DEA8", "There is a slip in this invite"),
        ("1G00-081B-GTQW-796N-0JH6-JEVZ-HRHM-9G6P", "This invite is too short or too long"),
        ("ABCD", "ABCD is too short for an invite"),
    ],
)
def test_an_invite_that_cannot_be_one_is_asked_for_again(
    tmp_path: Path, target: str, said: str
) -> None:
    child = AtTerminal("join", target, at=tmp_path)
    child.wait_for(said)
    child.wait_for("Invite: ")
    child.hang_up()
    assert child.ended()[0] == 2


def test_an_invite_that_is_asked_for_may_be_broken_over_lines(tmp_path: Path) -> None:
    with socket.create_server((HERE, 0)) as gone:
        port = gone.getsockname()[1]
    child = AtTerminal("join", f"{HERE}:{port}", at=tmp_path)
    child.wait_for("Invite: ")
    child.type("1g00 081b gtqw 796n")
    child.wait_for("Invite: ")
    child.type("0JH6-JEVZ-hrhm-9G6P-DEA7")
    assert "Nobody could be reached" in child.ended()[1]


def test_asked_for_an_invite_one_may_give_up(tmp_path: Path) -> None:
    child = AtTerminal("join", at=tmp_path)
    child.wait_for("Looking for tables")
    child.wait_for("[####")
    child.wait_for("Invite: ")
    child.hang_up()
    code, said = child.ended()
    assert code == 2
    assert "No invite was given" in said


def test_an_invite_from_standard_input_needs_a_terminal_all_the_same(tmp_path: Path) -> None:
    invite = "1G00-081B-GTQW-796N-0JH6-JEVZ-HRHM-9G6P-DEA7"
    assert run("join", "-", at=tmp_path, given=invite, code=2).stderr == f"{NEEDS_TERMINAL}\n"
    assert "No invite was given" in run("join", "-", at=tmp_path, code=2).stderr


async def test_a_wrong_table_is_told_from_a_slip_of_typing(tmp_path: Path) -> None:
    async with open_table(key(0)) as table:
        other = fingerprint(key(5).identity)
        code, said = await AtTerminal("join", table.text(mark=other), at=tmp_path).ended_soon()
    assert code == 1
    assert "Another table than that of this invite answers" in said


async def test_a_wrong_secret_is_refused(tmp_path: Path) -> None:
    async with open_table(key(0)) as table:
        invite = table.text(secret=JoinSecret(b"wrong"))
        code, said = await AtTerminal("join", invite, at=tmp_path).ended_soon()
    assert code == 1
    assert "The invite is not (or no longer) valid for this table" in said


async def test_a_table_that_began_is_said(tmp_path: Path) -> None:
    async with open_table(key(0), seats=2) as table:
        table.seat(key(1))
        await table.lobby.seated()
        code, said = await AtTerminal("join", table.text(), at=tmp_path).ended_soon()
    assert code == 1
    assert "The game at this table has already started" in said


async def test_a_second_seat_for_one_identity_is_refused(tmp_path: Path) -> None:
    async with open_table(key(0), seats=4) as table:
        table.seat(profile_in(tmp_path / "home"))
        await eventually(lambda: len(table.lobby.view.players) == 2)
        code, said = await AtTerminal("join", table.text(), at=tmp_path).ended_soon()
    assert code == 1
    assert "Somebody with your identity already sits at this table" in said


@pytest.mark.parametrize(
    ("protocol", "advice"), [(0, "the other side has to update"), (99, "please update this one")]
)
async def test_another_version_is_told_with_both_and_who_should_update(
    tmp_path: Path, protocol: int, advice: str
) -> None:
    async def other_version(reader: object, writer: object) -> None:
        frame = encode_frame(Channel.LINK, write_version(Version(protocol, "9.9")))
        writer.write(frame)  # type: ignore[attr-defined]
        await reader.read()  # type: ignore[attr-defined]

    async with open_table(key(0)) as table, serving(other_version, tls=True) as port:
        invite = table.text(port=port)
        code, said = await AtTerminal("join", invite, at=tmp_path).ended_soon()
    assert code == 1
    assert str(Version(PROTOCOL_VERSION, __version__)) in said
    assert f"koryo-tui 9.9 (protocol {protocol})" in said
    assert advice in said


async def test_something_else_at_the_port_is_no_table(tmp_path: Path) -> None:
    async def web_server(reader: object, writer: object) -> None:
        await reader.readline()  # type: ignore[attr-defined]
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")  # type: ignore[attr-defined]

    async with open_table(key(0)) as table, serving(web_server, tls=False) as port:
        invite = table.text(port=port)
        code, said = await AtTerminal("join", invite, at=tmp_path).ended_soon()
    assert code == 1
    assert "it is no Koryo table" in said


_ALL_HELP = """
import sys
from koryo_tui.text import i18n
i18n.install(sys.argv[1])
from koryo_tui.cli import COMMANDS, make_parser
for name, said in COMMANDS.items():
    if said:
        parser = make_parser(name)
        command = next(each for each in parser._actions if each.dest == "command").choices[name]
        print(command.format_help(), end=chr(12))
print(make_parser(None).format_help(), end="")
"""


def help_columns(said: str) -> set[int]:
    """The cells at which the texts behind options and arguments begin, and their later lines."""
    columns = set()
    for line in said.splitlines():
        behind = re.match(r" {2,4}\S+(?: \S+)*? {2,}(?=\S)| {12,}(?=\S)", line)
        if behind:
            columns.add(cell_len(behind[0]))
    return columns


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_the_columns_of_every_help_are_straight_and_no_line_too_long(language: str) -> None:
    environ = {**os.environ, "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-c", _ALL_HELP, language]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", env=environ, check=True)
    helps = done.stdout.split(chr(12))
    assert len(helps) == len(LISTED) + 1
    for said in helps:
        usage, _, options = said.partition("\n\n")
        assert len(help_columns(options.partition("\n  koryo-tui  ")[0])) == 1, said
        assert len(help_columns("\n".join(usage.splitlines()[1:]))) <= 1, usage
        assert max(map(cell_len, said.splitlines())) <= 80
        assert all(sign.isprintable() for sign in said.replace("\n", ""))


def test_an_empty_line_ends_the_asking_for_an_invite(tmp_path: Path) -> None:
    child = AtTerminal("join", "ABCD", at=tmp_path)
    child.wait_for("An empty line ends this.")
    for wrong in ("ABCD-EFGH", "x" * 40, ""):
        child.wait_for("Invite: ")
        child.type(wrong)
    code, said = child.ended()
    assert code == 2
    assert said.endswith("No invite was given; ask the host for the one that host printed.")
