"""How two sides of a TLS connection prove who they are, without input or output.

    client                                   server
      | version ------------------> <------- version |   both at once, in a form fixed for ever
      | Hello(identity, nonce, purpose) -----------> |
      | <--------------- Answer(identity, nonce, proof) |
      | Proof(proof) ------------------------------> |   only after the answer held
      | <----------------------------------- Welcome |   only if the server wants the client

A proof is an Ed25519 signature over role, the server's TLS public key as the signer saw it, both
identities, both nonces and the purpose. The role keeps one side's proof from being played back as
the other's, the TLS key binds it to this connection, the nonces to this moment.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final

from protocol.log.encoding import encode
from protocol.log.errors import Dropped, Malformed
from protocol.log.messages import PROTOCOL_VERSION
from protocol.log.signing import SigningKey, check_bytes
from protocol.net.errors import (
    NetError,
    NotATable,
    Refusal,
    Version,
    VersionMismatch,
    WrongFingerprint,
    refused,
)
from protocol.net.fingerprint import FINGERPRINT_BYTES, fingerprint
from protocol.net.frames import Channel, Frame
from protocol.net.link_messages import (
    NAMED_PURPOSES,
    Answer,
    Bye,
    Hello,
    LinkMessage,
    Proof,
    Welcome,
    read_link_message,
    read_version,
    write_link_message,
    write_version,
)

NONCE_BYTES: Final = 32
IDENTITY_BYTES: Final = 32
TABLE_BYTES: Final = 32

#: Asks, with a purpose and a proved identity, whether a client is wanted; None is yes.
Accept = Callable[[bytes, bytes], Refusal | None]


class HandshakeFailed(Exception):
    """``error`` is for the person here, ``last_word`` a payload for the other side, if any."""

    def __init__(self, error: NetError, last_word: bytes | None) -> None:
        super().__init__(str(error))
        self.error = error
        self.last_word = last_word


class State(Enum):
    """What a side waits for next."""

    VERSION = "version"
    HELLO = "hello"
    ANSWER = "answer"
    PROOF = "proof"
    WELCOME = "welcome"
    OPEN = "open"


#: What may arrive in a state, for either role. A ``Bye`` may arrive in all of these.
EXPECTED: Final[Mapping[State, type[LinkMessage]]] = MappingProxyType(
    {
        State.HELLO: Hello,
        State.ANSWER: Answer,
        State.PROOF: Proof,
        State.WELCOME: Welcome,
    }
)


def signed_bytes(
    role: str,
    tls_key: bytes,
    client: bytes,
    server: bytes,
    client_nonce: bytes,
    server_nonce: bytes,
    purpose: bytes,
) -> bytes:
    """What a proof signs under the label ``link``; ``role`` is ``client`` or ``server``."""
    return encode((role, tls_key, client, server, client_nonce, server_nonce, purpose))


class Handshake:
    """What both roles share. After ``open`` is true, ``identity`` is the other's, proved.

    Every failure is a ``HandshakeFailed``; the machine must not be used after it.
    """

    def __init__(
        self, key: SigningKey, tls_key: bytes, nonce: bytes, app: str, address: str
    ) -> None:
        if len(nonce) != NONCE_BYTES:
            raise ValueError(f"a nonce has {NONCE_BYTES} bytes")
        self._key = key
        self._tls_key = tls_key
        self._nonce = nonce
        self._version = Version(PROTOCOL_VERSION, app)
        self._address = address
        self._state = State.VERSION
        self.identity = b""
        self.purpose = b""

    @property
    def open(self) -> bool:
        """Both sides are proved and the client is wanted."""
        return self._state is State.OPEN

    @property
    def recognised(self) -> bool:
        """The other side has shown that it is a koryo-tui of this protocol."""
        return self._state is not State.VERSION

    def start(self) -> tuple[bytes, ...]:
        """The payloads to send first."""
        return (write_version(self._version),)

    def receive(self, frame: Frame) -> tuple[bytes, ...]:
        """The payloads to send in answer to ``frame``. Raises ``HandshakeFailed``."""
        if self._state is State.VERSION:
            return self._on_version(frame)
        try:
            message = self._expect(frame)
        except Malformed:
            raise self._refuse(Refusal.MALFORMED) from None
        if isinstance(message, Bye):
            raise HandshakeFailed(refused(message.code), None)
        return self._answer(message)

    def malformed(self) -> HandshakeFailed:
        """What it means that the stream itself could not be cut into frames."""
        if self._state is State.VERSION:
            return HandshakeFailed(NotATable(self._address), None)
        return self._refuse(Refusal.MALFORMED)

    def too_slow(self) -> HandshakeFailed:
        """What it means that the time for the handshake is over."""
        return self._refuse(Refusal.TOO_SLOW)

    def _on_version(self, frame: Frame) -> tuple[bytes, ...]:
        try:
            if frame.channel is not Channel.LINK:
                raise Malformed("the version hello belongs on channel LINK")
            theirs = read_version(frame.payload)
        except Malformed:
            raise self.malformed() from None
        if theirs.protocol != self._version.protocol:
            # Nothing more is said: the other version may write it in another way.
            raise HandshakeFailed(VersionMismatch(self._version, theirs), None)
        return self._recognise()

    def _expect(self, frame: Frame) -> LinkMessage:
        if frame.channel is not Channel.LINK:
            raise Malformed("only channel LINK is open before both sides are proved")
        message = read_link_message(frame.payload)
        if not isinstance(message, (EXPECTED[self._state], Bye)):
            raise Malformed(f"a {type(message).__name__} in state {self._state.value}")
        return message

    def _refuse(self, refusal: Refusal, error: NetError | None = None) -> HandshakeFailed:
        return HandshakeFailed(error or refused(refusal), write_link_message(Bye(refusal)))

    def _check(self, identity: bytes, message: bytes, proof: bytes) -> None:
        try:
            check_bytes(identity, "link", message, proof)
        except Dropped:
            raise self._refuse(Refusal.NOT_PROVEN) from None

    def _recognise(self) -> tuple[bytes, ...]:
        raise NotImplementedError

    def _answer(self, message: LinkMessage) -> tuple[bytes, ...]:
        raise NotImplementedError


class ClientHandshake(Handshake):
    """The side that dialled.

    ``tls_key`` is the public key the server showed on this connection; ``expected`` is the
    identity (32 bytes) or the fingerprint (10 bytes) it must have, or None to take anybody, which
    is only for asking a person whether this fingerprint is the right one. ``nonce`` is 32 fresh
    random bytes. Raises ``ValueError`` for an ``expected`` or ``purpose`` of another length.
    """

    def __init__(
        self,
        key: SigningKey,
        tls_key: bytes,
        nonce: bytes,
        purpose: bytes,
        expected: bytes | None,
        *,
        app: str = "",
        address: str = "the other side",
    ) -> None:
        super().__init__(key, tls_key, nonce, app, address)
        if expected is not None and len(expected) not in (FINGERPRINT_BYTES, IDENTITY_BYTES):
            raise ValueError("an identity of 32 or a fingerprint of 10 bytes is expected")
        if purpose not in NAMED_PURPOSES and len(purpose) != TABLE_BYTES:
            raise ValueError("a purpose is the lobby or a table id")
        self.purpose = purpose
        self._expected = expected

    def _recognise(self) -> tuple[bytes, ...]:
        self._state = State.ANSWER
        return (write_link_message(Hello(self._key.identity, self._nonce, self.purpose)),)

    def _answer(self, message: LinkMessage) -> tuple[bytes, ...]:
        if isinstance(message, Answer):
            return self._on_answer(message)
        self._state = State.OPEN
        return ()

    def _on_answer(self, answer: Answer) -> tuple[bytes, ...]:
        if answer.identity == self._key.identity:
            raise self._refuse(Refusal.OWN_IDENTITY)
        if not self._is_expected(answer.identity):
            raise self._refuse(Refusal.WRONG_IDENTITY, WrongFingerprint(self._address))
        bound = (
            self._tls_key,
            self._key.identity,
            answer.identity,
            self._nonce,
            answer.nonce,
            self.purpose,
        )
        self._check(answer.identity, signed_bytes("server", *bound), answer.proof)
        self.identity = answer.identity
        self._state = State.WELCOME
        proof = self._key.sign_bytes("link", signed_bytes("client", *bound))
        return (write_link_message(Proof(proof)),)

    def _is_expected(self, identity: bytes) -> bool:
        return self._expected in (None, identity, fingerprint(identity))


class ServerHandshake(Handshake):
    """The side that was dialled; ``tls_key`` is its own TLS public key, ``nonce`` 32 fresh random
    bytes. ``accept`` is asked once the client has proved its identity, never before."""

    def __init__(
        self,
        key: SigningKey,
        tls_key: bytes,
        nonce: bytes,
        accept: Accept,
        *,
        app: str = "",
        address: str = "the other side",
    ) -> None:
        super().__init__(key, tls_key, nonce, app, address)
        self._accept = accept
        self._hello: Hello | None = None

    def _recognise(self) -> tuple[bytes, ...]:
        self._state = State.HELLO
        return ()

    def _answer(self, message: LinkMessage) -> tuple[bytes, ...]:
        if isinstance(message, Hello):
            return self._on_hello(message)
        assert isinstance(message, Proof)
        return self._on_proof(message)

    def _on_hello(self, hello: Hello) -> tuple[bytes, ...]:
        if hello.identity == self._key.identity:
            raise self._refuse(Refusal.OWN_IDENTITY)
        if hello.purpose not in NAMED_PURPOSES and len(hello.purpose) != TABLE_BYTES:
            raise self._refuse(Refusal.NO_SUCH_TABLE)
        self._hello = hello
        self._state = State.PROOF
        proof = self._key.sign_bytes("link", self._bound("server", hello))
        return (write_link_message(Answer(self._key.identity, self._nonce, proof)),)

    def _on_proof(self, proof: Proof) -> tuple[bytes, ...]:
        hello = self._hello
        assert hello is not None
        self._check(hello.identity, self._bound("client", hello), proof.proof)
        refusal = self._accept(hello.purpose, hello.identity)
        if refusal is not None:
            raise self._refuse(refusal)
        self.identity = hello.identity
        self.purpose = hello.purpose
        self._state = State.OPEN
        return (write_link_message(Welcome()),)

    def _bound(self, role: str, hello: Hello) -> bytes:
        return signed_bytes(
            role,
            self._tls_key,
            hello.identity,
            self._key.identity,
            hello.nonce,
            self._nonce,
            hello.purpose,
        )
