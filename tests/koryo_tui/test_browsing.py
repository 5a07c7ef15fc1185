from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from koryo_tui.browsing import Chooser, Seen, lines, one_a_table
from koryo_tui.known import KnownHosts
from koryo_tui.text.spoken import spoken
from protocol.log.messages import PROTOCOL_VERSION
from protocol.net.errors import Version
from protocol.net.found import Found
from protocol.net.invite import Invite, JoinSecret
from protocol.net.signs import OPEN_SECRET, Sign, State

HERE = Version(PROTOCOL_VERSION, "0.1.0")
NOW = 100.0


def found(name: str, number: int, answered: float = NOW, **other: object) -> Found:
    sign = Sign(name, bytes([number]) * 10, 4, 1, **other)  # type: ignore[arg-type]
    return Found(sign, ((f"10.0.0.{number}", 47210), (f"10.1.0.{number}", 47210)), HERE, answered)


ADA = found("Ada", 1, is_open=True)
BEN = found("Ben", 2, answered=NOW - 12)
CLEO = found("Cleo", 3, state=State.PLAYING, table=b"t" * 8)
DAN = found("Dan", 4, state=State.PLAYING, table=b"t" * 8)
NEWER = replace(found("Eve", 5, is_open=True), version=Version(PROTOCOL_VERSION + 1, "9.0"))
FULL = replace(ADA, sign=replace(ADA.sign, taken=4))


class Desk:
    """Somebody at a terminal who answers questions with ``answers``."""

    def __init__(self, root: Path, *tables: Found, answers: tuple[str, ...] = ()) -> None:
        self.said: list[str] = []
        self.asked: list[str] = []
        self._answers = list(answers)
        self.looks = 0
        self.known = KnownHosts(root)
        self.chooser = Chooser(lambda: self._look(tables), self.said.append, self._ask, self.known)

    def _look(self, tables: tuple[Found, ...]) -> Seen:
        self.looks += 1
        return Seen(tables, NOW)

    def _ask(self, question: str) -> str:
        self.asked.append(question)
        return self._answers.pop(0)


def test_the_list_says_name_seats_version_and_age() -> None:
    listed = lines(Seen((CLEO, BEN, ADA, DAN), NOW))
    assert [line.strip().split("  ") for line in listed[1:-1]] == [
        ["1", *_columns("Ben", "3 of 4 seats free", "needs its invite", "answered 12 s ago")],
        ["2", *_columns("Ada", "3 of 4 seats free", "open to everybody", "answered now")],
        ["3", *_columns("Cleo", "under way", "too late to join", "answered now")],
    ], "those under way come last, and one table is listed once"
    assert max(map(len, listed[1:-1])) < 80
    assert "number" in listed[-1]
    (_, newer, _) = lines(Seen((NEWER,), NOW))
    assert str(NEWER.version) in newer, "what differs is said whole"


def test_a_number_is_asked_for_only_where_one_could_be_chosen() -> None:
    assert lines(Seen((CLEO, FULL, NEWER), NOW))[-1].startswith("No invite yet? 0 looks again")
    assert "number of a table" in lines(Seen((BEN,), NOW))[-1]


def test_a_table_under_way_is_found_once_however_many_announce_it() -> None:
    assert one_a_table((CLEO, BEN, DAN)) == (BEN, CLEO)


def _columns(name: str, seats: str, how: str, age: str) -> list[str]:
    row = f"{name:12}  {seats:17}  {HERE.app}  {how}  {age}"
    return row.split("  ")


def test_where_nothing_is_found_or_heard_an_invite_still_works() -> None:
    assert "No table was found" in lines(Seen())[0]
    (why, _) = lines(Seen(trouble="no such device"))
    assert "no such device" in why


def test_an_unknown_host_is_compared_before_it_is_trusted(tmp_path: Path) -> None:
    desk = Desk(tmp_path, ADA, answers=("yes",))
    desk.chooser.look()
    invite = desk.chooser.choose("1")
    assert invite == Invite(ADA.addresses, ADA.sign.fingerprint, OPEN_SECRET)
    shown = " ".join(" ".join(line.split()) for line in desk.said)
    assert spoken(ADA.sign.fingerprint) in shown
    assert desk.known.knows(ADA.sign.fingerprint)

    again = Desk(tmp_path, ADA)
    again.chooser.look()
    assert again.chooser.choose("1") == invite
    assert not again.asked, "it was compared before"


@pytest.mark.parametrize("answer", ["no", "", "ye", "n"])
def test_who_does_not_say_yes_does_not_join(tmp_path: Path, answer: str) -> None:
    desk = Desk(tmp_path, ADA, answers=(answer,))
    desk.chooser.look()
    assert desk.chooser.choose("1") is None
    assert not desk.known.knows(ADA.sign.fingerprint)
    assert "nothing was sent" in desk.said[-1]


@pytest.mark.parametrize(
    ("table", "why"),
    [
        (BEN, "needs its invite; ask Ben"),
        (CLEO, "has begun"),
        (FULL, "no free seat"),
        (NEWER, "please update this one"),
    ],
)
def test_a_table_that_cannot_be_joined_says_why(tmp_path: Path, table: Found, why: str) -> None:
    desk = Desk(tmp_path, table)
    desk.chooser.look()
    assert desk.chooser.choose("1") is None
    assert why in desk.said[-1]
    assert not desk.asked
    asks = "Invite of Ben: " if table is BEN else "Invite: "
    assert desk.chooser.prompt == asks, "its invite is asked for at once"


@pytest.mark.parametrize("number", ["2", "999"])
def test_a_number_that_is_not_listed(tmp_path: Path, number: str) -> None:
    desk = Desk(tmp_path, ADA)
    desk.chooser.look()
    assert desk.chooser.choose(number) is None
    assert "no table" in desk.said[-1]


def test_zero_looks_again(tmp_path: Path) -> None:
    desk = Desk(tmp_path, ADA)
    desk.chooser.look()
    assert desk.chooser.choose("0") is None
    assert desk.looks == 2


def test_pieces_of_an_invite_are_left_to_others(tmp_path: Path) -> None:
    chooser = Desk(tmp_path).chooser
    assert chooser.understands("12")
    assert not chooser.understands("1234")
    assert not chooser.understands("1G00-081B")
    assert not chooser.understands("\u00b2")


def test_an_invite_gets_the_addresses_where_its_host_was_found(tmp_path: Path) -> None:
    desk = Desk(tmp_path, BEN)
    desk.chooser.look()
    old = ("192.168.7.7", 47210)
    invite = Invite((old,), BEN.sign.fingerprint, JoinSecret(b"right"))
    assert desk.chooser.completed(invite).addresses == (old, *BEN.addresses)
    stranger = replace(invite, fingerprint=b"?" * 10)
    assert desk.chooser.completed(stranger) == stranger
