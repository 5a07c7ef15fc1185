"""The invite: where a table is, whose it is, and the secret that opens it (docs/protocol.md).

An invite is written in Crockford's base32 in groups of four. Its bits are a kind (4), a body of
whole bytes, and a checksum (8). The checksum is the remainder modulo a primitive polynomial, so
one wrong character, or two characters that changed places, is always noticed.
"""

from __future__ import annotations

import hmac
import ipaddress
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from protocol.net.addresses import Address
from protocol.net.errors import NetError
from protocol.net.fingerprint import FINGERPRINT_BYTES
from protocol.net.listener import DEFAULT_PORT

SECRET_BYTES: Final = 5
#: No invite names more addresses than this.
MAX_ADDRESSES: Final = 8

_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_VALUES: Final = {letter: value for value, letter in enumerate(_ALPHABET)} | {
    "O": 0,
    "I": 1,
    "L": 1,
}
#: x^8 + x^4 + x^3 + x^2 + 1, primitive: x has order 255 modulo it.
_POLYNOMIAL: Final = 0x11D
_SHORT: Final = 0
_LONG: Final = 1
_TAIL: Final = FINGERPRINT_BYTES + SECRET_BYTES
_SHORT_BODY: Final = 6 + _TAIL
_MAX_BODY: Final = 1 + MAX_ADDRESSES * (2 + 253 + 2) + _TAIL
_DASHES: Final = frozenset("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u00ad")
#: RFC 1123 names; one whose last part is a number would be a mistyped IPv4 address.
_HOST: Final = re.compile(
    r"(?=.{1,253}\Z)(?!(.*\.)?[0-9]+\.?\Z)[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
    r"(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*\.?"
)
_GROUPS: Final = re.compile(r"[A-Za-z0-9]{4}([\s-]+[A-Za-z0-9]{4})+")
#: The shortest invite has so many letters.
SHORT_LETTERS: Final = 36
#: A word this long without a dot is an invite, not the name of a machine.
_INVITE_LENGTH: Final = 28


class InviteTypo(NetError):
    """This is not a whole invite: ``InviteTypo(sentence)`` says where it looks wrong."""

    sentence = "{0}"


class NotAnAddress(NetError):
    """This is no address: ``NotAnAddress(sentence)``."""

    sentence = "{0}"


class WrongGuess(ValueError):
    """The secret given is not the one of the invite."""


@dataclass(frozen=True, slots=True)
class JoinSecret:
    """The 5 bytes that open a lobby."""

    value: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.value) != SECRET_BYTES:
            raise ValueError(f"a join secret has {SECRET_BYTES} bytes, not {len(self.value)}")

    def check(self, given: JoinSecret) -> None:
        """Raises ``WrongGuess`` unless ``given`` is this secret; takes the same time always."""
        if not hmac.compare_digest(self.value, given.value):
            raise WrongGuess("not the secret of this table")


@dataclass(frozen=True, slots=True)
class Invite:
    """``addresses`` to try in order (1..8), the host's ``fingerprint`` (10 bytes), the secret."""

    addresses: tuple[Address, ...]
    fingerprint: bytes
    secret: JoinSecret

    def __post_init__(self) -> None:
        if not 1 <= len(self.addresses) <= MAX_ADDRESSES:
            raise ValueError(f"an invite has 1 to {MAX_ADDRESSES} addresses")
        if len(self.fingerprint) != FINGERPRINT_BYTES:
            raise ValueError(f"a fingerprint has {FINGERPRINT_BYTES} bytes")
        for address in self.addresses:
            check_address(address)

    def at(self, *addresses: Address) -> Invite:
        """The same table looked for elsewhere."""
        return Invite(addresses, self.fingerprint, self.secret)


def check_address(address: Address) -> None:
    """Raises ``NotAnAddress`` unless host (IPv4, IPv6 or a name) and port (1..65535) can be."""
    host, port = address
    if not 1 <= port <= 65_535:
        raise NotAnAddress(f"{port} is no port; ports are 1 to 65535.")
    if not is_literal(host) and not _HOST.fullmatch(host):
        raise NotAnAddress(f"{host[:60]!r} is neither an IP address nor the name of a machine.")


def is_literal(host: str) -> bool:
    """Whether ``host`` is an IP address, so that nobody has to be asked where it is."""
    return _ip(host) is not None


def write_invite(invite: Invite) -> str:
    """The text of ``invite``: 36 characters in nine groups for one IPv4 address, else longer."""
    host, port = invite.addresses[0]
    first = _ip(host)
    tail = invite.fingerprint + invite.secret.value
    if len(invite.addresses) == 1 and isinstance(first, ipaddress.IPv4Address):
        body = first.packed + port.to_bytes(2, "big") + tail
        return _write(_SHORT, body)
    packed = b"".join(_pack(address) for address in invite.addresses)
    return _write(_LONG, bytes([len(invite.addresses)]) + packed + tail)


def read_invite(text: str) -> Invite:
    """The invite in ``text``, whatever its case, spaces, hyphens and line breaks.

    Raises ``InviteTypo`` with a sentence for anything that was not written by ``write_invite``.
    """
    kind, body = _read(text)
    if kind not in _READERS:
        raise InviteTypo("This invite is from a newer koryo-tui; update yours to join.")
    try:
        return _READERS[kind](body)
    except (NotAnAddress, ValueError, IndexError):
        raise InviteTypo("This invite has no usable address; ask for a new one.") from None


def may_go_on(text: str) -> bool:
    """Whether ``text`` could be the beginning of an invite of which the rest is still to come."""
    try:
        values = _values(text)
    except InviteTypo:
        return False
    bits = "".join(f"{value:05b}" for value in values)
    starts = range(4, len(bits) - 7, 8)
    return len(starts) < _size(bits[:4], bytes(int(bits[at : at + 8], 2) for at in starts))


def read_address(text: str, default_port: int = DEFAULT_PORT) -> Address:
    """``ADDRESS[:PORT]``: IPv4, [IPv6], bare IPv6 or the name of a machine.

    Raises ``NotAnAddress`` with a sentence.
    """
    address = _split(text.strip(), default_port)
    check_address(address)
    return address


def read_target(text: str) -> Invite | Address:
    """What somebody gives to join a table: an invite, or only an address.

    Raises ``InviteTypo`` or ``NotAnAddress``, for whichever it looks like.
    """
    # What surrounds it in a message belongs to the sentence.
    stripped = text.strip(" \t\r\n.,;'\"<>")
    letters = sum(character.isalnum() for character in stripped)
    looks_like_address = any(mark in stripped for mark in ".:[]")
    if not looks_like_address and (letters >= _INVITE_LENGTH or _GROUPS.fullmatch(stripped)):
        return read_invite(stripped)
    return read_address(stripped)


def _split(text: str, default_port: int) -> Address:
    if is_literal(text):
        return text, default_port
    bracketed = re.fullmatch(r"\[([^\]]*)\](:.*)?", text)
    if bracketed:
        host, rest = bracketed[1], bracketed[2] or ""
        if not isinstance(_ip(host), ipaddress.IPv6Address):
            raise NotAnAddress(f"{host[:60]!r} in brackets is no IPv6 address.")
    else:
        host, colon, port = text.partition(":")
        rest = colon + port
    if not rest:
        return host, default_port
    if not re.fullmatch(r":[0-9]{1,5}", rest):
        raise NotAnAddress(f"{rest[1:60]!r} is no port; ports are 1 to 65535.")
    return host, int(rest[1:])


def _read_short(body: bytes) -> Invite:
    host = str(ipaddress.IPv4Address(body[:4]))
    return _invite(((host, int.from_bytes(body[4:6], "big")),), body[6:])


def _read_long(body: bytes) -> Invite:
    count, rest = body[0], body[1:]
    addresses = []
    for _ in range(count):
        length = {4: 4, 6: 16}.get(rest[0])
        host, port, rest = _unpack(rest, length)
        addresses.append((host, port))
    invite = _invite(tuple(addresses), rest)
    if _write(_LONG, body) != write_invite(invite):
        raise ValueError("not the form in which it is written")
    return invite


_READERS: Final[dict[int, Callable[[bytes], Invite]]] = {_SHORT: _read_short, _LONG: _read_long}
_LENGTH: Final = (
    "This invite is too short or too long: copy all of it, nine groups of four characters or more."
)


def _invite(addresses: tuple[Address, ...], tail: bytes) -> Invite:
    fingerprint, secret = tail[:FINGERPRINT_BYTES], tail[FINGERPRINT_BYTES:]
    return Invite(addresses, fingerprint, JoinSecret(secret))


def _pack(address: Address) -> bytes:
    host, number = address
    ip = _ip(host)
    port = number.to_bytes(2, "big")
    if ip is None:
        name = host.encode("ascii")
        return bytes([0, len(name)]) + name + port
    return bytes([ip.version]) + ip.packed + port


def _unpack(data: bytes, length: int | None) -> tuple[str, int, bytes]:
    if length is None:
        start, end = 2, 2 + data[1]
        host = data[start:end].decode("ascii")
    else:
        start, end = 1, 1 + length
        host = str(ipaddress.ip_address(data[start:end]))
    return host, int.from_bytes(data[end : end + 2], "big"), data[end + 2 :]


def _ip(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        ip = ipaddress.ip_address(host)
    except ValueError:
        return None
    # A zone (fe80::1%eth0) means something on one machine only.
    return None if "%" in host else ip


def _write(kind: int, body: bytes) -> str:
    data = body + bytes([_remainder(bytes([kind]) + body + b"\x00")])
    padding = -(4 + 8 * len(data)) % 5
    number = ((kind << 8 * len(data)) | int.from_bytes(data, "big")) << padding
    length = (4 + 8 * len(data) + padding) // 5
    letters = "".join(_ALPHABET[number >> 5 * i & 31] for i in reversed(range(length)))
    return "-".join(letters[i : i + 4] for i in range(0, length, 4))


def _size(kind: str, begun: bytes) -> int:
    """How many bytes follow ``kind`` (4 bits) in an invite that begins so, the checksum among
    them: more than there are in ``begun`` for as long as that does not tell, 0 if none begins so.
    """
    more = len(begun) + 1
    if len(kind) < 4:
        return more
    if int(kind, 2) == _SHORT:
        return _SHORT_BODY + 1
    if int(kind, 2) != _LONG:
        return 0
    if not begun:
        return more
    if not 1 <= begun[0] <= MAX_ADDRESSES:
        return 0
    at = 1
    for _ in range(begun[0]):
        if at + 1 >= len(begun):
            return more
        lengths = {0: 1 + begun[at + 1], 4: 4, 6: 16}
        if begun[at] not in lengths:
            return 0
        at += 1 + lengths[begun[at]] + 2
    return at + _TAIL + 1


def _values(text: str) -> tuple[int, ...]:
    """The letters of an invite as numbers from 0 to 31. Raises ``InviteTypo`` for others."""
    values = []
    for character in unicodedata.normalize("NFKC", text).upper():
        if character.isspace() or character == "-" or character in _DASHES:
            continue
        if character not in _VALUES:
            shown = character if character.isprintable() else f"U+{ord(character):04X}"
            raise InviteTypo(f"{shown!r} is never part of an invite; look at that place again.")
        values.append(_VALUES[character])
    return tuple(values)


def _read(text: str) -> tuple[int, bytes]:
    number = length = 0
    for value in _values(text):
        number = number << 5 | value
        length += 1
    size, padding = divmod(5 * length - 4, 8)
    if size <= _SHORT_BODY or padding > 4 or size > _MAX_BODY + 1:
        raise InviteTypo(_LENGTH)
    bits, rest = number >> padding, number & ((1 << padding) - 1)
    kind, data = bits >> 8 * size, (bits & ((1 << 8 * size) - 1)).to_bytes(size, "big")
    if kind == _SHORT and size != _SHORT_BODY + 1:
        raise InviteTypo(_LENGTH)
    if rest or _remainder(bytes([kind]) + data):
        raise InviteTypo(
            "There is a slip in this invite: a character is wrong or missing. Compare it."
        )
    return kind, data[:-1]


def _remainder(data: bytes) -> int:
    remainder = 0
    for byte in data:
        for shift in range(7, -1, -1):
            remainder = remainder << 1 | (byte >> shift & 1)
            if remainder & 0x100:
                remainder ^= _POLYNOMIAL
    return remainder
