import copy
import pickle

import pytest

from protocol.deck import SecretKey, SecretScalar, new_key
from protocol.deck.group import ORDER
from protocol.deck.terelius_wikstrom import Nonces, Witness
from tests.deck.helpers import seeded

SECRET = 123456789012345678901234567890
HIDDEN = (
    SecretKey(SECRET),
    SecretScalar(SECRET),
    Witness((0, 1), (SECRET, SECRET)),
    Nonces((SECRET,), (SECRET,), (SECRET, SECRET, SECRET, SECRET), (SECRET,), (SECRET,)),
)


@pytest.mark.parametrize("secret", HIDDEN, ids=lambda secret: type(secret).__name__)
def test_the_text_of_a_secret_shows_nothing(secret: object) -> None:
    for text in (repr(secret), str(secret), f"{secret}", f"{[secret]}"):
        assert text.strip("[]") == f"<{type(secret).__name__}, hidden>"


@pytest.mark.parametrize("secret", HIDDEN, ids=lambda secret: type(secret).__name__)
def test_a_secret_is_not_pickled_or_copied(secret: object) -> None:
    for spread in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="not pickled"):
            spread(secret)


def test_secrets_are_equal_when_their_bytes_are() -> None:
    assert SecretKey(SECRET) == SecretKey(SECRET)
    assert SecretKey(SECRET) != SecretKey(SECRET + 1)
    assert SecretKey(SECRET) != SecretScalar(SECRET)
    assert SecretKey(SECRET) != SECRET


def test_a_secret_is_no_key_of_a_dictionary() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(SecretKey(SECRET))


def test_a_secret_is_read_back_from_the_journal() -> None:
    secret = new_key(seeded("journal"))
    assert SecretKey.from_bytes(secret.to_bytes()) == secret
    assert len(secret.to_bytes()) == 32
    assert SecretKey(258).to_bytes() == b"\x02\x01" + bytes(30)
    assert SecretKey.from_bytes(SecretKey(258).to_bytes()).reveal() == 258


@pytest.mark.parametrize(
    "encoding",
    [b"", bytes(31), bytes(33), bytes(32), ORDER.to_bytes(32, "little"), b"\xff" * 32],
    ids=["empty", "short", "long", "zero", "order", "high"],
)
def test_a_damaged_secret_is_refused(encoding: bytes) -> None:
    with pytest.raises(ValueError, match="secret scalar"):
        SecretKey.from_bytes(encoding)
