"""A deck of cards without a dealer: every seat shuffles, proves, and opens together.

Verifiable ElGamal on ristretto255 under a key that no single seat knows. A deal:

    secret = new_key(entropy)
    body = prove_key(secret, context, entropy)        # sent
    public = check_key(body, context)                 # one of each seat
    joint = joint_key(public_keys)
    opened = open_deck(joint, cards)                  # each peer for itself, never sent
    made = shuffle(source, context, entropy)          # sent: made.deck.encode(), made.proof
    received = decode_deck(joint, encoding, count)    # the next seat may shuffle it at once
    link = check_shuffle(source, received, context, proof)    # meanwhile, or side by side
    deck = proved_deck(opened, links)                 # one of each seat, in their order
    batch = make_shares(secret, deck, positions, context, entropy)
    shares = check_shares(public, deck, positions, context, batch.shares, batch.proof)
    card = open_card(deck, position, one_share_of_each_key)

A ``Deck`` is decoded and nothing more; shares and opening take a ``ProvedDeck``, so no share is
ever made for a deck with an unchecked proof behind it.

Every function is pure: entropy is handed in, contexts are bytes of the caller. Checks raise
``BadProof``. The heavy ones release the interpreter lock, so they can run in a thread.
"""

from protocol.deck.deck import (
    CARD_TYPES,
    DECK_DIGEST_BYTES,
    MOST_CARDS,
    PAIR_BYTES,
    Deck,
    ProvedDeck,
    ProvedShuffle,
    decode_deck,
    open_deck,
    proved_deck,
)
from protocol.deck.entropy import Entropy
from protocol.deck.errors import BadProof, BrokenEntropy, GroupUnavailable, Reason
from protocol.deck.group import ELEMENT_BYTES, SCALAR_BYTES
from protocol.deck.keys import (
    KEY_PROOF_BYTES,
    JointKey,
    PublicKey,
    check_key,
    joint_key,
    new_key,
    prove_key,
    public_bytes,
)
from protocol.deck.opening import open_card
from protocol.deck.secret import SecretKey, SecretScalar
from protocol.deck.shares import (
    SHARE_BYTES,
    SHARE_PROOF_BYTES,
    Share,
    ShareBatch,
    check_shares,
    make_shares,
    own_shares,
)
from protocol.deck.shuffle import (
    Shuffle,
    check_shuffle,
    shuffle,
    shuffle_proof_bytes,
)

__all__ = [
    "CARD_TYPES",
    "DECK_DIGEST_BYTES",
    "ELEMENT_BYTES",
    "KEY_PROOF_BYTES",
    "MOST_CARDS",
    "PAIR_BYTES",
    "SCALAR_BYTES",
    "SHARE_BYTES",
    "SHARE_PROOF_BYTES",
    "BadProof",
    "BrokenEntropy",
    "Deck",
    "Entropy",
    "GroupUnavailable",
    "JointKey",
    "ProvedDeck",
    "ProvedShuffle",
    "PublicKey",
    "Reason",
    "SecretKey",
    "SecretScalar",
    "Share",
    "ShareBatch",
    "Shuffle",
    "check_key",
    "check_shares",
    "check_shuffle",
    "decode_deck",
    "joint_key",
    "make_shares",
    "new_key",
    "open_card",
    "open_deck",
    "own_shares",
    "prove_key",
    "proved_deck",
    "public_bytes",
    "shuffle",
    "shuffle_proof_bytes",
]
