"""Judges of frames, messages of links and lobbies, handshakes and invites."""

from __future__ import annotations

from collections.abc import Callable

from protocol.log.errors import Dropped, Malformed
from protocol.log.signing import SigningKey, check_bytes
from protocol.net.frames import Channel, Frame, FrameDecoder
from protocol.net.handshake import ClientHandshake, Handshake, ServerHandshake, signed_bytes
from protocol.net.invite import InviteTypo, read_invite, write_invite
from protocol.net.link_messages import read_link_message, read_version
from protocol.net.lobby_messages import read_guest_message, read_host_message
from tests.vectors.judging import File, all_bytes, bytes_of, read_or_malformed


def frames(case: File, _file: File) -> str:
    """However the stream is cut, the same comes out."""
    data, verdicts = bytes_of(case["stream"]), set()
    for size in (1, 7, max(1, len(data))):
        decoder, found, verdict = FrameDecoder(case["cap"]), [], "waits"
        for start in range(0, len(data), size):
            decoder.feed(data[start : start + size])
            try:
                while (frame := decoder.next()) is not None:
                    found.append([int(frame.channel), frame.payload.hex()])
            except Malformed:
                verdict = "malformed"
        assert found == case["frames"]
        verdicts.add(verdict)
    (verdict,) = verdicts
    return verdict


def link_messages(case: File, _file: File) -> str:
    return read_or_malformed(read_link_message, bytes_of(case["bytes"]))


def version_hellos(case: File, _file: File) -> str:
    try:
        version = read_version(bytes_of(case["bytes"]))
    except Malformed:
        return "malformed"
    assert (version.protocol, version.app) == (case["protocol"], case["app"])
    return "read"


def lobby_messages(case: File, _file: File) -> str:
    reader: Callable[[bytes], object] = (
        read_guest_message if case["sender"] == "guest" else read_host_message
    )
    return read_or_malformed(reader, bytes_of(case["bytes"]))


def handshakes(case: File, file: File) -> str:
    _replay(file["conversation"])
    message = signed_bytes(
        case["role"],
        *(bytes_of(case[name]) for name in ("tls_key", "client", "server")),
        *(bytes_of(case[name]) for name in ("client_nonce", "server_nonce", "purpose")),
    )
    try:
        check_bytes(bytes_of(case["checks"]), "link", message, bytes_of(case["signature"]))
    except Dropped:
        return "refused"
    return "holds"


def _replay(said: File) -> None:
    """Both sides say exactly what is written, and are open at the end."""
    keys = [SigningKey(bytes_of(seed)) for seed in said["seeds"]]
    tls_key, purpose = bytes_of(said["tls_key"]), bytes_of(said["purpose"])
    nonces = all_bytes(said["nonces"])
    sides: dict[str, Handshake] = {
        "client": ClientHandshake(keys[0], tls_key, nonces[0], purpose, keys[1].identity, app="a"),
        "server": ServerHandshake(keys[1], tls_key, nonces[1], lambda _p, _i: None, app="b"),
    }
    said_by = {name: list(side.start()) for name, side in sides.items()}
    for sender, text in said["payloads"]:
        payload = bytes_of(text)
        assert said_by[sender].pop(0) == payload
        hearer = "server" if sender == "client" else "client"
        said_by[hearer] += sides[hearer].receive(Frame(Channel.LINK, payload))
    assert all(side.open for side in sides.values())
    assert not any(said_by.values())


def invites(case: File, _file: File) -> str:
    try:
        invite = read_invite(case["text"])
    except InviteTypo as typo:
        return "newer" if "newer" in str(typo) else "slip"
    assert [list(address) for address in invite.addresses] == case["addresses"]
    assert invite.fingerprint.hex() == case["fingerprint"]
    assert invite.secret.value.hex() == case["secret"]
    assert write_invite(invite) == case["canonical"]
    return "read"
