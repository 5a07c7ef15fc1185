from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.log.errors import Malformed
from protocol.net.frames import (
    CAP_AFTER,
    CAP_BEFORE,
    Channel,
    Frame,
    FrameDecoder,
    encode_frame,
)

Outcome = tuple[list[Frame], bool]

frames = st.builds(Frame, st.sampled_from(Channel), st.binary(max_size=200))


def decode(pieces: list[bytes], cap: int = CAP_BEFORE) -> Outcome:
    """All frames, and whether the stream turned out to be malformed."""
    decoder = FrameDecoder(cap)
    found: list[Frame] = []
    try:
        for piece in pieces:
            decoder.feed(piece)
            while (frame := decoder.next()) is not None:
                found.append(frame)
    except Malformed:
        return found, True
    return found, False


def test_a_frame_has_a_big_endian_length_a_channel_and_a_payload():
    assert encode_frame(Channel.TABLE, b"abc") == b"\x00\x00\x00\x03\x02abc"


@given(st.lists(frames, max_size=6), st.binary(max_size=12))
def test_the_frames_do_not_depend_on_how_the_bytes_are_cut(sent: list[Frame], junk: bytes):
    stream = b"".join(encode_frame(frame.channel, frame.payload) for frame in sent) + junk
    whole = decode([stream])
    assert whole[0][: len(sent)] == sent
    assert decode([stream[i : i + 1] for i in range(len(stream))]) == whole
    assert decode([stream[:7], stream[7:]]) == whole


@given(st.binary(max_size=400))
def test_any_bytes_give_frames_or_malformed_and_nothing_else(stream: bytes):
    decode([stream])


def test_a_length_over_the_cap_is_malformed_before_its_payload_is_there():
    assert decode([b"\x00\x00\x10\x01"]) == ([], True)
    assert decode([b"\x00\x00\x10\x00"]) == ([], False)


def test_an_unknown_channel_is_malformed_before_its_payload_is_there():
    assert decode([b"\x00\x00\x00\x09\x03"]) == ([], True)


def test_a_decoder_stays_broken_and_keeps_nothing():
    decoder = FrameDecoder()
    decoder.feed(b"\xff\xff\xff\xff")
    with pytest.raises(Malformed):
        decoder.next()
    decoder.feed(encode_frame(Channel.LOBBY, b"late"))
    assert len(decoder) == 0
    with pytest.raises(Malformed):
        decoder.next()


def test_the_cap_can_be_raised_between_two_frames_that_came_together():
    long = b"x" * CAP_AFTER
    decoder = FrameDecoder()
    decoder.feed(encode_frame(Channel.LINK, b"proof") + encode_frame(Channel.TABLE, long))
    assert decoder.next() == Frame(Channel.LINK, b"proof")
    decoder.cap = CAP_AFTER
    assert decoder.next() == Frame(Channel.TABLE, long)


def test_we_never_send_a_frame_that_nobody_would_accept():
    with pytest.raises(ValueError, match="fits no frame"):
        encode_frame(Channel.TABLE, b"x" * (CAP_AFTER + 1))


def test_no_repr_shows_a_payload():
    assert repr(Frame(Channel.LOBBY, b"secret")) == "Frame(LOBBY, 6 bytes)"
