"""TLS 1.3 (RFC 8446) with a throwaway certificate: secrecy here, identity in ``handshake``.

Nobody checks the certificate or its dates. Who is at the other end is proved inside the channel by
signatures over the server's public key of this very connection, so a relay that terminates TLS
with a key of its own proves nothing to either side.
"""

from __future__ import annotations

import os
import ssl
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from protocol.log.errors import Malformed


@dataclass(frozen=True, slots=True)
class ServerTls:
    """A server's context and its public key as DER SubjectPublicKeyInfo (RFC 5280, 4.1.2.7)."""

    context: ssl.SSLContext
    public_key: bytes


def make_server_tls() -> ServerTls:
    """A new P-256 key and a certificate for it, to be used for the life of this process only."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "koryo-tui")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        # Clocks on a LAN differ, and the dates are never looked at.
        .not_valid_before(datetime(2000, 1, 1, tzinfo=UTC))
        .not_valid_after(datetime(2100, 1, 1, tzinfo=UTC))
        .sign(key, SHA256())
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    # A resumed session would carry no certificate to bind a proof to.
    context.num_tickets = 0
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    _load(context, private + certificate.public_bytes(Encoding.PEM))
    spki = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return ServerTls(context, spki)


def _load(context: ssl.SSLContext, pem: bytes) -> None:
    # The ssl module reads keys from paths only; mkstemp makes the file with mode 0600.
    descriptor, path = tempfile.mkstemp(prefix="koryo-tui-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(pem)
        context.load_cert_chain(path)
    finally:
        os.unlink(path)


def client_context() -> ssl.SSLContext:
    """A context that speaks TLS 1.3 alone and takes any certificate (see the module)."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def server_public_key(certificate: bytes | None) -> bytes:
    """The DER SubjectPublicKeyInfo in the DER certificate a server showed.

    Raises ``Malformed`` if there is none in it that can be read, or its key stands there in another
    encoding than the usual one (a compressed point): the server might name it otherwise.
    """
    if certificate is None:
        raise Malformed("the server showed no certificate")
    try:
        read = x509.load_der_x509_certificate(certificate)
        signed = read.tbs_certificate_bytes
        key = read.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise Malformed("the server showed a certificate that cannot be read") from None
    if key not in signed:
        raise Malformed("the server showed a key in an unusual encoding")
    return key
