"""The secrets that a home holds, and whether a text gives any of them away."""

from __future__ import annotations

from base64 import b32encode, b64encode
from collections.abc import Iterable, Iterator
from pathlib import Path

from protocol.log.journal import read_journal
from protocol.net.folder import read_setup
from protocol.net.invite import read_invite, write_invite
from protocol.net.journal import read_records

_SEED = 32
#: So many bytes of a secret in a row are no coincidence.
_WINDOW = 6


def secrets_in(home: Path) -> set[bytes]:
    """The seeds of all identities, and of every table that is being played the own nonce, the keys
    of its deals and the openings of its orders."""
    found = {path.read_bytes()[:_SEED] for path in home.rglob("profiles/*/identity")}
    for path in home.rglob("tables/*/journal"):
        first, *records = read_records(path.read_bytes())[0]
        found.add(read_setup((first,)).nonce)
        found |= {secret.value for secret in read_journal(records).secrets.values()}
    return found


def gives_away(text: bytes, secrets: Iterable[bytes], invites: Iterable[str] = ()) -> list[str]:
    """What of ``secrets`` and of the secrets of ``invites`` stands in ``text``, however written."""
    written = [form for secret in secrets for form in _forms(secret)]
    for invite in invites:
        written += _forms(read_invite(invite).secret.value)
        code = write_invite(read_invite(invite))
        written += [code.encode(), code.replace("-", "").encode(), code[-9:].encode()]
    lower = text.lower()
    return [repr(form) for form in written if form.lower() in lower]


def _forms(secret: bytes) -> Iterator[bytes]:
    length = min(_WINDOW, len(secret))
    for start in range(len(secret) - length + 1):
        part = secret[start : start + length]
        yield part
        yield part.hex().encode()
        yield repr(part)[2:-1].encode()
        yield ", ".join(map(str, part)).encode()
    yield b32encode(secret).rstrip(b"=")
    yield b64encode(secret).rstrip(b"=")
    yield str(int.from_bytes(secret, "big")).encode()
    yield str(int.from_bytes(secret, "little")).encode()
