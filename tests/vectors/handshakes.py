"""Chapters 2.4 and 2.9: the handshake, invites."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from protocol.log.chain import table_id
from protocol.log.signing import SigningKey
from protocol.net.fingerprint import fingerprint
from protocol.net.frames import Channel, Frame
from protocol.net.handshake import ClientHandshake, ServerHandshake, signed_bytes
from protocol.net.invite import Invite, JoinSecret, write_invite
from protocol.net.link_messages import (
    LOBBY,
)
from tests.vectors.cases import Case, case, key_of, rendered, roster_of, seeded


def handshakes() -> str:
    """One whole handshake, and every proof that is not quite one of it."""
    draw = seeded("handshake")
    client, server, other = key_of(0), key_of(1), key_of(2)
    tls_key, nonces = draw(91), (draw(32), draw(32))
    table = table_id(roster_of(2))
    right = _Bound("client", tls_key, client.identity, server.identity, *nonces, table)

    def proof(name: str, verdict: str, why: str, signer: SigningKey, said: _Bound) -> Case:
        return case(
            name,
            verdict,
            why,
            checks=signer.identity,
            role=right.role if verdict == "refused" else said.role,
            tls_key=tls_key,
            client=client.identity,
            server=server.identity,
            client_nonce=nonces[0],
            server_nonce=nonces[1],
            purpose=table if verdict == "refused" else said.purpose,
            signature=signer.sign_bytes("link", said.message),
        )

    cases = [
        proof("of the client", "holds", "2.4", client, right),
        proof("of the server", "holds", "2.4", server, replace(right, role="server")),
        proof("for a lobby", "holds", "2.4", client, replace(right, purpose=LOBBY)),
        proof(
            "the role of the server", "refused", "reflected", client, replace(right, role="server")
        ),
        proof(
            "another TLS key",
            "refused",
            "somebody in between",
            client,
            replace(right, tls_key=draw(91)),
        ),
        proof(
            "another client",
            "refused",
            "another pair",
            client,
            replace(right, client=other.identity),
        ),
        proof(
            "another server",
            "refused",
            "another pair",
            client,
            replace(right, server=other.identity),
        ),
        proof(
            "another client nonce",
            "refused",
            "another time",
            client,
            replace(right, client_nonce=draw(32)),
        ),
        proof(
            "another server nonce",
            "refused",
            "another time",
            client,
            replace(right, server_nonce=draw(32)),
        ),
        proof("another purpose", "refused", "another table", client, replace(right, purpose=LOBBY)),
        {
            **proof("by somebody else", "refused", "another key", other, right),
            "checks": client.identity.hex(),
        },
    ]
    return rendered(
        "Chapter 2.4. `conversation`: a whole handshake, the payloads of channel LINK in order, by"
        " the seeds and nonces given (the client is the first). Cases: whether `signature` is the"
        " proof of `checks` in this role, with this TLS key (DER; here any bytes), these identities"
        " and nonces and this purpose.",
        cases,
        conversation={
            "seeds": (client.seed(), server.seed()),
            "nonces": nonces,
            "tls_key": tls_key,
            "purpose": table,
            "payloads": list(_conversation(client, server, tls_key, nonces, table)),
        },
    )


@dataclass(frozen=True)
class _Bound:
    """What a proof signs, in named parts."""

    role: str
    tls_key: bytes
    client: bytes
    server: bytes
    client_nonce: bytes
    server_nonce: bytes
    purpose: bytes

    @property
    def message(self) -> bytes:
        return signed_bytes(
            self.role,
            self.tls_key,
            self.client,
            self.server,
            self.client_nonce,
            self.server_nonce,
            self.purpose,
        )


def _conversation(
    client: SigningKey,
    server: SigningKey,
    tls_key: bytes,
    nonces: tuple[bytes, bytes],
    purpose: bytes,
) -> Iterator[tuple[str, bytes]]:
    """Who sends which payload, in the order of 2.4."""
    ours = ClientHandshake(client, tls_key, nonces[0], purpose, server.identity, app="a")
    theirs = ServerHandshake(server, tls_key, nonces[1], lambda _purpose, _who: None, app="b")
    (client_hello,), (server_hello,) = ours.start(), theirs.start()
    yield "client", client_hello
    yield "server", server_hello
    assert theirs.receive(Frame(Channel.LINK, client_hello)) == ()
    said = ours.receive(Frame(Channel.LINK, server_hello))
    turns = (("client", theirs), ("server", ours))
    turn = 0
    while said:
        (payload,) = said
        sender, hearer = turns[turn % 2]
        yield sender, payload
        said = hearer.receive(Frame(Channel.LINK, payload))
        turn += 1
    assert ours.open
    assert theirs.open


def invites() -> str:
    name, secret = fingerprint(key_of(0).identity), JoinSecret(bytes.fromhex("a1b2c3d4e5"))
    short = Invite((("192.168.1.20", 47210),), name, secret)
    long = Invite((("10.0.0.7", 5000), ("fe80::1", 47210), ("study.local", 9)), name, secret)
    eight = Invite(tuple((f"10.0.0.{n}", n) for n in range(1, 9)), name, secret)
    text = write_invite(short)

    def good(title: str, invite: Invite, written: str, why: str) -> Case:
        return case(
            title,
            "read",
            why,
            text=written,
            addresses=invite.addresses,
            fingerprint=invite.fingerprint,
            secret=invite.secret.value,
            canonical=write_invite(invite),
        )

    cases = [
        good("one IPv4 address", short, text, "2.9"),
        good("several addresses", long, write_invite(long), "2.9"),
        good("eight addresses", eight, write_invite(eight), "2.9"),
        good("small letters", short, text.lower(), "taken as capitals"),
        good("no hyphens", short, text.replace("-", ""), "hyphens are passed over"),
        good("other dashes", short, text.replace("-", " \u2013\n"), "dashes and spaces too"),
        good("full width letters", short, "".join(_wide(c) for c in text), "NFKC"),
        good(
            "O for 0, l and I for 1",
            short,
            text.replace("0", "o").replace("1", "l", 2).replace("1", "I"),
            "look alike",
        ),
    ]
    bare = text.replace("-", "")
    wrong: tuple[tuple[str, str, str], ...] = (
        ("a wrong character", _swap(bare, 20, "Z"), "checksum"),
        ("two exchanged", bare[:9] + bare[10] + bare[9] + bare[11:], "checksum"),
        ("a character less", bare[:-1], "length"),
        ("a character more", bare + "0", "length"),
        ("U", _swap(bare, 4, "U"), "never part of an invite"),
        ("nothing", "", "length"),
        ("a letter of no alphabet", _swap(bare, 4, "é"), "never part of an invite"),
        ("port 0", _written(0, bytes(6) + name + secret.value), "port 1..65535"),
        ("no address", _written(1, b"\x00" + name + secret.value + bytes(6)), "1..8 addresses"),
        (
            "the long form of one IPv4 address",
            _written(1, b"\x01\x04" + bytes([10, 0, 0, 1]) + b"\x00\x09" + name + secret.value),
            "would have been written in the short form",
        ),
        (
            "an address of no type",
            _written(1, b"\x01\x05" + bytes(16) + b"\x00\x09" + name + secret.value),
            "types 4, 6 and 0",
        ),
        (
            "a name that is none",
            _written(1, b"\x01\x00\x05a b.c\x00\x09" + name + secret.value),
            "RFC 1123",
        ),
    )
    cases += [case(title, "slip", why, text=written) for title, written, why in wrong]
    newer = _written(2, bytes(24))
    cases.append(case("a later kind", "newer", "kind 2, its checksum is right", text=newer))
    return rendered("Chapter 2.9: invites, good and mistyped.", cases)


def _wide(character: str) -> str:
    return chr(ord(character) + 0xFEE0)


def _swap(text: str, place: int, letter: str) -> str:
    assert text[place] != letter
    return text[:place] + letter + text[place + 1 :]


def _written(kind: int, body: bytes) -> str:
    """The text of any kind and body with a right checksum (2.9)."""
    remainder = 0
    for byte in (kind, *body, 0):
        for shift in range(7, -1, -1):
            remainder = remainder << 1 | byte >> shift & 1
            remainder ^= 0x11D if remainder & 0x100 else 0
    bits = f"{kind:04b}" + "".join(f"{byte:08b}" for byte in (*body, remainder))
    bits += "0" * (-len(bits) % 5)
    alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    return "".join(alphabet[int(bits[at : at + 5], 2)] for at in range(0, len(bits), 5))
