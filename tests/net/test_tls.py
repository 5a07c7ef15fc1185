from __future__ import annotations

import base64
import ssl
import tempfile
from pathlib import Path

import pytest

from protocol.log.errors import Malformed
from protocol.net.tls import ServerTls, client_context, make_server_tls, server_public_key

#: A certificate that openssl made for a P-256 key whose point is written compressed.
COMPRESSED = base64.b64decode(
    "MIIBSzCB86ADAgECAhR3KQwoQF75233aC9bWl+LHcaFKmjAKBggqhkjOPQQDAjAMMQowCAYDVQQDDAF4MB4XDTI2MTEz"
    "MDAzMjkwM1oXDTI2MTIwOTAzMjkwM1owDDEKMAgGA1UEAwwBeDA5MBMGByqGSM49AgEGCCqGSM49AwEHAyIAA1LWo81l"
    "NYL+GSWkrYtkTXn6kCUGAePOX+Cy+cA6f98Io1MwUTAdBgNVHQ4EFgQUROBSj4zKM+kwqmRgTq00pPScIa0wHwYDVR0j"
    "BBgwFoAUROBSj4zKM+kwqmRgTq00pPScIa0wDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiBD5TSByMx/"
    "pd034i8xIB5+t49I7pQttXSeDoaAgA+aKQIgZ9mdfpfBHDzoIEwuUJzGpoyama9MWP5XzdSnqvHHlY0="
)


def connect(server: ServerTls, context: ssl.SSLContext) -> tuple[ssl.SSLObject, ssl.SSLObject]:
    """Both ends of a TLS connection in memory, after the handshake."""
    up, down = ssl.MemoryBIO(), ssl.MemoryBIO()
    ours = context.wrap_bio(down, up, server_side=False)
    theirs = server.context.wrap_bio(up, down, server_side=True)
    for _ in range(4):
        for end in (ours, theirs):
            try:
                end.do_handshake()
            except ssl.SSLWantReadError:
                continue
    return ours, theirs


def test_both_ends_name_the_same_public_key():
    server = make_server_tls()
    ours, _ = connect(server, client_context())
    assert server_public_key(ours.getpeercert(binary_form=True)) == server.public_key


def test_every_process_has_a_key_of_its_own():
    assert make_server_tls().public_key != make_server_tls().public_key


def test_tls_is_1_3_and_nothing_else():
    server = make_server_tls()
    ours, _ = connect(server, client_context())
    assert ours.version() == "TLSv1.3"
    older = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    older.check_hostname = False
    older.verify_mode = ssl.CERT_NONE
    older.maximum_version = ssl.TLSVersion.TLSv1_2
    with pytest.raises(ssl.SSLError):
        connect(server, older)


def test_no_session_is_ever_resumed():
    ours, _ = connect(make_server_tls(), client_context())
    with pytest.raises(ssl.SSLWantReadError):
        ours.read()
    assert ours.session is None or not ours.session.has_ticket


def test_the_key_is_in_no_file_afterwards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    make_server_tls()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("certificate", [None, b"", b"\x30\x03\x02\x01\x00"])
def test_a_certificate_that_cannot_be_read_is_malformed(certificate: bytes | None):
    with pytest.raises(Malformed):
        server_public_key(certificate)


def test_the_key_is_named_by_the_bytes_that_the_certificate_holds():
    server = make_server_tls()
    ours, _ = connect(server, client_context())
    certificate = ours.getpeercert(binary_form=True)
    assert certificate is not None
    assert server_public_key(certificate) in certificate


def test_a_key_in_another_encoding_than_its_own_is_refused():
    """Both sides would name it by different bytes."""
    with pytest.raises(Malformed, match="encoding"):
        server_public_key(COMPRESSED)
