from __future__ import annotations

import pytest

from protocol.net.errors import (
    CannotListen,
    CannotReach,
    Ending,
    LinkClosed,
    NetError,
    NotATable,
    PortInUse,
    Refusal,
    Refused,
    Version,
    VersionMismatch,
    WrongFingerprint,
    reason_of,
    refused,
)

OURS = Version(1, "0.1.0")

EVERY: tuple[NetError, ...] = (
    CannotReach("10.0.0.7:47210", "no answer"),
    NotATable("10.0.0.7:47210"),
    VersionMismatch(OURS, Version(2, "0.9.0")),
    WrongFingerprint("10.0.0.7:47210"),
    PortInUse(47210),
    CannotListen("10.0.0.7:47210", "no such address"),
    *(refused(refusal) for refusal in Refusal),
    *(LinkClosed(reason, said_goodbye=True) for reason in (*Refusal, *Ending)),
    refused(255),
)


@pytest.mark.parametrize("error", EVERY, ids=repr)
def test_every_error_is_a_whole_sentence(error: NetError):
    sentence = str(error)
    assert sentence[0].isupper()
    assert sentence.endswith((".", ")."))
    assert "{" not in sentence
    assert "\n" not in sentence


def test_every_refusal_has_a_class_of_its_own():
    classes = {type(refused(refusal)) for refusal in Refusal}
    assert len(classes) == len(Refusal)
    assert Refused not in classes


def test_codes_are_one_numbering_that_fits_a_byte():
    codes = [int(reason) for reason in (*Refusal, *Ending)]
    assert len(set(codes)) == len(codes)
    assert all(1 <= code <= 255 for code in codes)
    assert [reason_of(code) for code in codes] == [*Refusal, *Ending]


def test_a_code_of_a_later_version_is_still_told():
    assert reason_of(255) is None
    assert "255" in str(refused(255))


def test_a_mismatch_shows_both_versions_and_who_should_update():
    older = str(VersionMismatch(OURS, Version(2, "0.9.0")))
    newer = str(VersionMismatch(OURS, Version(0, "")))
    assert "0.1.0 (protocol 1)" in older
    assert "0.9.0 (protocol 2)" in older
    assert "update this one" in older
    assert "the other side has to update" in newer
