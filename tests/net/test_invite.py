"""An invite survives copying by hand and by mouse, and a slip of typing is noticed."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.net.addresses import Address, show_address
from protocol.net.invite import (
    Invite,
    InviteTypo,
    JoinSecret,
    NotAnAddress,
    WrongGuess,
    may_go_on,
    read_address,
    read_invite,
    read_target,
    write_invite,
)
from protocol.net.listener import DEFAULT_PORT

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
SHORT = Invite(
    (("192.168.1.20", 47210),),
    bytes(range(0x10, 0x1A)),
    JoinSecret(bytes.fromhex("a1b2c3d4e5")),
)
LONG = Invite(
    (("10.0.0.7", 5000), ("fe80::1", DEFAULT_PORT), ("study.local", 9)),
    SHORT.fingerprint,
    SHORT.secret,
)
SHORT_TEXT = "1G58-04AB-GTGG-2491-650N-2RBH-G6D1-PB1X-9S9N"

ports = st.integers(1, 65535)
names = st.from_regex(r"\A[a-z][a-z0-9]{0,20}(\.[a-z]{2,8}){0,3}\Z")
addresses = st.tuples(
    st.ip_addresses(v=4).map(str) | st.ip_addresses(v=6).map(str) | names,
    ports,
)
invites = st.builds(
    Invite,
    st.lists(addresses, min_size=1, max_size=8).map(tuple),
    st.binary(min_size=10, max_size=10),
    st.binary(min_size=5, max_size=5).map(JoinSecret),
)


def test_the_short_form_never_changes() -> None:
    assert write_invite(SHORT) == SHORT_TEXT
    assert read_invite(SHORT_TEXT) == SHORT


def test_one_ipv4_address_takes_36_characters_in_groups_of_four() -> None:
    assert re.fullmatch(r"[0-9A-Z]{4}(-[0-9A-Z]{4}){8}", write_invite(SHORT))


@given(invites)
def test_what_is_written_is_read(invite: Invite) -> None:
    assert read_invite(write_invite(invite)) == invite


@given(invites, st.randoms(use_true_random=False))
def test_case_spaces_hyphens_and_line_breaks_do_not_matter(invite: Invite, chance: object) -> None:
    text = write_invite(invite)
    assert read_invite(text.lower()) == invite
    assert read_invite(text.replace("-", "")) == invite
    assert read_invite("\n  ".join(text.split("-")) + "\r\n") == invite
    assert read_invite(text.replace("-", " \u2013 ")) == invite


def test_characters_that_look_alike_are_taken_for_each_other() -> None:
    text = SHORT_TEXT.replace("0", "o").replace("1", "l")
    assert read_invite(text) == SHORT
    assert read_invite(SHORT_TEXT.replace("1", "I")) == SHORT


@pytest.mark.parametrize("invite", [SHORT, LONG])
def test_every_wrong_character_is_noticed(invite: Invite) -> None:
    text = write_invite(invite).replace("-", "")
    for place, right in enumerate(text):
        for wrong in ALPHABET:
            if wrong != right:
                with pytest.raises(InviteTypo):
                    read_invite(text[:place] + wrong + text[place + 1 :])


def test_every_two_characters_that_changed_places_are_noticed() -> None:
    text = SHORT_TEXT.replace("-", "")
    for first in range(len(text)):
        for second in range(first + 1, len(text)):
            if text[first] != text[second]:
                letters = list(text)
                letters[first], letters[second] = letters[second], letters[first]
                with pytest.raises(InviteTypo):
                    read_invite("".join(letters))


def test_every_missing_and_every_doubled_character_is_noticed() -> None:
    text = SHORT_TEXT.replace("-", "")
    for place in range(len(text)):
        with pytest.raises(InviteTypo, match="too short or too long"):
            read_invite(text[:place] + text[place + 1 :])
        with pytest.raises(InviteTypo):
            read_invite(text[:place] + text[place] + text[place:])


@given(invites, st.data())
def test_the_beginning_of_an_invite_may_go_on_and_a_whole_one_may_not(
    invite: Invite, data: st.DataObject
) -> None:
    text = write_invite(invite)
    letters = [place for place, each in enumerate(text) if each != "-"]
    assert may_go_on(text[: data.draw(st.sampled_from(letters))])
    assert not may_go_on(text)
    assert not may_go_on(text[:-1] + ("0" if text[-1] != "0" else "1"))


@pytest.mark.parametrize("text", ["hello", "\u4f60\u597d", "9", SHORT_TEXT + "1", "2400", "!"])
def test_what_no_invite_begins_with_may_not_go_on(text: str) -> None:
    assert not may_go_on(text)


@given(st.text())
def test_any_text_is_an_invite_or_a_slip(text: str) -> None:
    try:
        invite = read_invite(text)
    except InviteTypo:
        return
    assert read_invite(write_invite(invite)) == invite


@pytest.mark.parametrize("text", ["", "   ", "hello", "U" * 36, "ABCD-EFGH", "0" * 36, "Z" * 5000])
def test_what_is_no_invite_gets_a_sentence(text: str) -> None:
    with pytest.raises(InviteTypo, match=r"\.$"):
        read_invite(text)


def test_an_unknown_character_is_pointed_out() -> None:
    with pytest.raises(InviteTypo, match="'!' is never part of an invite"):
        read_invite(SHORT_TEXT.replace("R", "!"))


def test_a_newer_kind_of_invite_says_to_update() -> None:
    # The kind is the first four bits; find the checksum that makes kind 2 whole.
    body = SHORT_TEXT.replace("-", "")[1:-2]
    sentences = set()
    for last in (a + b for a in ALPHABET for b in ALPHABET):
        with pytest.raises(InviteTypo) as slip:
            read_invite("4" + body + last)
        sentences.add(str(slip.value))
    assert "This invite is from a newer koryo-tui; update yours to join." in sentences


def test_nothing_shown_of_an_invite_gives_away_its_secret() -> None:
    for secret in ("a1b2c3d4e5", repr(SHORT.secret.value)):
        assert secret not in repr(SHORT)
        assert secret not in str(SHORT)


def test_a_wrong_secret_is_refused() -> None:
    SHORT.secret.check(JoinSecret(bytes.fromhex("a1b2c3d4e5")))
    with pytest.raises(WrongGuess):
        SHORT.secret.check(JoinSecret(bytes.fromhex("a1b2c3d4e6")))


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("192.168.1.20", ("192.168.1.20", 47210)),
        (" 192.168.1.20:5000\n", ("192.168.1.20", 5000)),
        ("[fe80::1]:5000", ("fe80::1", 5000)),
        ("[::1]", ("::1", 47210)),
        ("fe80::1", ("fe80::1", 47210)),
        ("study", ("study", 47210)),
        ("study.local:80", ("study.local", 80)),
    ],
)
def test_an_address_is_read(text: str, address: Address) -> None:
    assert read_address(text) == address
    assert read_target(text) == address
    assert read_address(show_address(*address)) == address


@pytest.mark.parametrize(
    "text",
    [
        "", ":", "host:", "host:0", "host:65536", "host:http", "host:\u0665", "[host]:5", "[::1",
        "[::1]5", "1.2.3", "192.168.1.300", "192.168.001.001", "a b", "-a", "a..b", "fe80::1%eth0",
        "a" * 64, "ho\u200bst",
    ],
)  # fmt: skip
def test_what_is_no_address_gets_a_sentence(text: str) -> None:
    with pytest.raises(NotAnAddress, match=r"\.$"):
        read_address(text)


def test_invite_and_address_are_told_apart() -> None:
    assert read_target(SHORT_TEXT) == SHORT
    assert read_target(f'"{SHORT_TEXT}".\n') == SHORT
    assert read_target(write_invite(LONG)) == LONG
    assert read_target("raspberry-pi") == ("raspberry-pi", DEFAULT_PORT)
    for slip in (SHORT_TEXT[:-5], SHORT_TEXT[:9], SHORT_TEXT.replace("-", "")[:-1]):
        with pytest.raises(InviteTypo):
            read_target(slip)


def test_a_table_can_be_looked_for_elsewhere() -> None:
    elsewhere = SHORT.at(("10.9.8.7", 1234))
    assert elsewhere.addresses == (("10.9.8.7", 1234),)
    assert (elsewhere.fingerprint, elsewhere.secret) == (SHORT.fingerprint, SHORT.secret)


def test_sizes_are_checked() -> None:
    with pytest.raises(ValueError, match="5 bytes"):
        JoinSecret(b"abcd")
    with pytest.raises(ValueError, match="fingerprint"):
        Invite(SHORT.addresses, b"short", SHORT.secret)
    with pytest.raises(ValueError, match="1 to 8"):
        SHORT.at()
