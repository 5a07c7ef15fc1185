import hashlib

import pytest

from protocol.deck.deck import card_point
from protocol.deck.group import ORDER, reduce_wide
from protocol.deck.hashing import Label, digest, hash_to_scalar, number
from protocol.deck.shuffle import generator, generators

GENERATORS = {
    0: "f46ea4a18bf3f9714e9d03b991f7ad89901513008d3778abf734cf9be1cb4e64",
    1: "38725d66139bc583749eacd86d4e80e1de014ee8e599b72a74709b73f84d977c",
    2: "86c1d13b5511d5062ca6b9576361594f833bf156777047a1f1f17336a7b84a79",
    55: "889b9599cdded5d63697be6ef7486d041d827333edc1ea145aff311940dc3f20",
}
CARDS = (
    "fa23920ccb5ef0513f5b2be2ce132602dddeceed2b7697a303051f2c26141209",
    "de366c93df2eb2437979797b305e07ff35aec5421151466def478c8dc7c2e573",
    "9ec27e67bffc4eed1610d6ae89bd4696f105c038e776f92211b6a28f928f2070",
    "50fd587d19fe2ad79a0b7e1674e8e5ee1adf097ae97ac4da8b2a760ff394a46c",
    "22981588c944eb7e360ca1ecd879bfdc3f338c64ffb45d4ff26ab44e41485813",
    "0c5d44aeb6c0cad7a06161afe3103ee0a512196a4cca30e9d771c6570edca944",
    "44ca447fc5bcb668d3d0b8a06d3d88fb305de1308a84abf8685eabe57faefd64",
    "d00710877f3a9130b1f5da4f863c5b84e11f4803d8bacca7713097cdca27090b",
    "f235aa0331aa3fd1b425712d54d229582d98b5a178537c3007bc0b3d128dd701",
    "f4ee36436a7bf0a995ddbb48af943d36d47783baf881d6575d3340b54da3f606",
    "7803c6c7db54303dbe8e553629284dd8a5b01d5fac2cf7f5cb9f4ae91f7d7c2c",
)


def test_every_label_names_the_project_and_one_purpose() -> None:
    values = [label.value for label in Label]
    assert all(value.startswith("koryo-tui/1 ") and value.isascii() for value in values)
    assert len(set(values)) == len(values)


def test_a_digest_is_sha512_over_label_and_parts_with_their_lengths() -> None:
    written = b"\x00\x10koryo-tui/1 card" + b"\x00\x00\x00\x02ab" + b"\x00\x00\x00\x00"
    assert digest(Label.CARD, b"ab", b"") == hashlib.sha512(written).digest()


def test_parts_cannot_be_read_as_other_parts() -> None:
    said = [(b"ab", b"c"), (b"a", b"bc"), (b"abc",), (b"abc", b""), (b"", b"abc")]
    assert len({digest(Label.CARD, *parts) for parts in said}) == len(said)


def test_a_scalar_is_the_digest_read_little_endian_below_the_order() -> None:
    hashed = digest(Label.DECK, b"x")
    assert hash_to_scalar(Label.DECK, b"x") == int.from_bytes(hashed, "little") % ORDER
    assert reduce_wide(hashed) < ORDER


def test_numbers_are_two_bytes_big_endian() -> None:
    assert number(258) == b"\x01\x02"
    with pytest.raises(OverflowError):
        number(65536)


@pytest.mark.parametrize(("index", "encoding"), tuple(GENERATORS.items()))
def test_generators_are_the_written_ones(index: int, encoding: str) -> None:
    assert generator(index).encoding.hex() == encoding


@pytest.mark.parametrize(("card", "encoding"), tuple(enumerate(CARDS, start=1)))
def test_card_points_are_the_written_ones(card: int, encoding: str) -> None:
    assert card_point(card).encoding.hex() == encoding


def test_all_generators_differ_and_are_no_card() -> None:
    fixed = generators(255)
    points = [fixed.chain, *fixed.places, *(card_point(card) for card in range(1, 12))]
    assert len(set(points)) == 1 + 255 + 11


def test_a_smaller_deck_uses_the_first_generators() -> None:
    assert generators(55).places == generators(255).places[:55]
    assert generators(55).places[-1] is generators(255).places[54], "each is kept once"
