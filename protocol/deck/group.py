"""The group ristretto255 (RFC 9496) over rbcl, with the holes of that library closed.

rbcl hands out libsodium's functions on bare bytes. Five things in it would hurt and are closed
here, and only here; no other module imports it:

* addition of an invalid encoding yields the identity without an error: every received encoding
  passes ``decode_element`` once, and arithmetic works on ``Element`` only;
* multiplication refuses to return the identity: arithmetic here is total, the identity is a value;
* scalars are used without reduction: here they are integers, always reduced modulo ``ORDER``;
* at import it leaves a copy of the library in the temporary folder: see ``_load``;
* a temporary folder that forbids running programs breaks it with an obscure message: see ``_load``.
"""

import contextlib
import ctypes
import os
import shutil
import tempfile
import warnings
from typing import Any, Final, NoReturn, Self, final

from protocol.deck.errors import BadProof, GroupUnavailable, Reason

ELEMENT_BYTES: Final = 32
SCALAR_BYTES: Final = 32
WIDE_BYTES: Final = 64

ORDER: Final = 2**252 + 27742317777372353535851937790883648493
"""The prime order q of the group (RFC 9496 section 4)."""

_FOLDER_PREFIX: Final = "koryo-tui-group-"
_STALE_SECONDS: Final = 600


def _remove_stale_folders(own: str) -> None:
    """Remove what earlier processes could not: Windows keeps the file of a loaded library.

    A folder is left alone while a process has its library loaded (removal fails) and in its first
    minutes (its process may be about to load it).
    """
    newest = os.stat(own).st_mtime
    with os.scandir(os.path.dirname(own)) as entries:
        for entry in entries:
            if not entry.name.startswith(_FOLDER_PREFIX):
                continue
            try:
                old = newest - entry.stat(follow_symlinks=False).st_mtime > _STALE_SECONDS
            except OSError:
                continue
            if old:
                shutil.rmtree(entry.path, ignore_errors=True)


def _load() -> ctypes.CDLL:
    """Import rbcl with its temporary file in a folder of our own, then remove that folder.

    On POSIX a loaded library stays usable after its file is gone.
    """
    parent = tempfile.gettempdir()
    before = tempfile.tempdir
    try:
        folder = tempfile.mkdtemp(prefix=_FOLDER_PREFIX)
    except OSError as error:
        raise GroupUnavailable(_unusable(parent)) from error
    try:
        tempfile.tempdir = folder
        with warnings.catch_warnings():
            # rbcl leaves the closing of its temporary file to the garbage collector.
            warnings.simplefilter("ignore", ResourceWarning)
            from rbcl.rbcl import _sodium
    except OSError as error:
        raise GroupUnavailable(_unusable(parent)) from error
    finally:
        tempfile.tempdir = before
        if os.name == "nt":
            with contextlib.suppress(OSError):
                _remove_stale_folders(folder)
        shutil.rmtree(folder, ignore_errors=True)
    library: ctypes.CDLL = _sodium
    return library


def _unusable(folder: str) -> str:
    return (
        f"The cryptographic library cannot be loaded from the temporary folder {folder}: the folder"
        " is full, not writable, or mounted noexec. Set TMPDIR (on Windows TEMP) to a folder where"
        " programs may run, and start again."
    )


_SODIUM: Final = _load()
_multiply: Final = _SODIUM.crypto_scalarmult_ristretto255
_multiply_base: Final = _SODIUM.crypto_scalarmult_ristretto255_base
_add: Final = _SODIUM.crypto_core_ristretto255_add
_subtract: Final = _SODIUM.crypto_core_ristretto255_sub
_is_valid: Final = _SODIUM.crypto_core_ristretto255_is_valid_point
_from_hash: Final = _SODIUM.crypto_core_ristretto255_from_hash
_Buffer: Final = ctypes.c_char * ELEMENT_BYTES


@final
class Element:
    """An element of the group, the identity included. Immutable; equal when the encodings are.

    Made by ``decode_element``, ``map_to_element``, ``base`` and arithmetic only: ``P + Q``,
    ``P - Q``, ``-P`` and ``scalar * P`` with any integer scalar. Arithmetic never fails.
    """

    __slots__ = ("encoding",)

    encoding: bytes
    """The canonical encoding, 32 bytes (RFC 9496 section 4.3.2)."""

    def __new__(cls, *_values: Any) -> Self:
        raise TypeError("an Element is made by decode_element, map_to_element or arithmetic")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("an Element is immutable")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Element) and self.encoding == other.encoding

    def __hash__(self) -> int:
        return hash(self.encoding)

    def __repr__(self) -> str:
        return f"Element({self.encoding.hex()})"

    def __add__(self, other: "Element") -> "Element":
        result = _Buffer()
        return _made(_add(result, self.encoding, other.encoding), result.raw)

    def __sub__(self, other: "Element") -> "Element":
        result = _Buffer()
        return _made(_subtract(result, self.encoding, other.encoding), result.raw)

    def __neg__(self) -> "Element":
        return IDENTITY - self

    def __rmul__(self, scalar: int) -> "Element":
        reduced = scalar % ORDER
        # The order is prime, so these are the only two ways to the identity, and the library
        # reports the identity as a failure.
        if reduced == 0 or self.encoding == _IDENTITY_BYTES:
            return IDENTITY
        result = _Buffer()
        code = _multiply(result, reduced.to_bytes(SCALAR_BYTES, "little"), self.encoding)
        return _made(code, result.raw)


def _made(code: int, encoding: bytes) -> Element:
    if code != 0:
        raise RuntimeError("the group library failed on valid elements")
    return _element(encoding)


def _element(encoding: bytes) -> Element:
    element: Element = object.__new__(Element)
    object.__setattr__(element, "encoding", encoding)
    return element


_IDENTITY_BYTES: Final = bytes(ELEMENT_BYTES)
IDENTITY: Final = _element(_IDENTITY_BYTES)


def base(scalar: int) -> Element:
    """``scalar`` times the generator G; any integer, reduced modulo the order."""
    reduced = scalar % ORDER
    if reduced == 0:
        return IDENTITY
    result = _Buffer()
    return _made(_multiply_base(result, reduced.to_bytes(SCALAR_BYTES, "little")), result.raw)


GENERATOR: Final = base(1)


def decode_element(encoding: bytes, what: str = "an element") -> Element:
    """The element of a received encoding: 32 bytes, canonical, not the identity.

    Raises ``BadProof`` with ``BAD_LENGTH``, ``IDENTITY`` or ``BAD_ENCODING`` (RFC 9496 section
    4.3.1; the identity is a valid encoding there and refused here, since no honest seat sends it).
    ``what`` names the field in the message.
    """
    if len(encoding) != ELEMENT_BYTES:
        raise BadProof(Reason.BAD_LENGTH, what)
    encoding = bytes(encoding)
    if encoding == _IDENTITY_BYTES:
        raise BadProof(Reason.IDENTITY, what)
    if _is_valid(encoding) != 1:
        raise BadProof(Reason.BAD_ENCODING, what)
    return _element(encoding)


def decode_scalar(encoding: bytes, what: str = "a scalar") -> int:
    """The integer of a received scalar: 32 bytes, little-endian, below the order; 0 is allowed.

    Raises ``BadProof`` with ``BAD_LENGTH`` or ``SCALAR_RANGE``.
    """
    if len(encoding) != SCALAR_BYTES:
        raise BadProof(Reason.BAD_LENGTH, what)
    scalar = int.from_bytes(encoding, "little")
    if scalar >= ORDER:
        raise BadProof(Reason.SCALAR_RANGE, what)
    return scalar


def encode_scalar(scalar: int) -> bytes:
    """32 bytes, little-endian, of an integer reduced modulo the order (RFC 9496 section 4.4)."""
    return (scalar % ORDER).to_bytes(SCALAR_BYTES, "little")


def reduce_wide(digest: bytes) -> int:
    """64 bytes, read little-endian, modulo the order (RFC 9496 section 4.4)."""
    if len(digest) != WIDE_BYTES:
        raise ValueError(f"a wide scalar has {WIDE_BYTES} bytes")
    return int.from_bytes(digest, "little") % ORDER


def map_to_element(digest: bytes) -> Element:
    """The element that 64 uniform bytes derive (RFC 9496 section 4.3.4)."""
    if len(digest) != WIDE_BYTES:
        raise ValueError(f"an element is derived from {WIDE_BYTES} bytes")
    result = _Buffer()
    return _made(_from_hash(result, bytes(digest)), result.raw)


@final
class Ristretto255:
    """The group as the shuffle equations take it: its order and its generator's multiples."""

    __slots__ = ()

    order: Final = ORDER

    def base(self, scalar: int) -> Element:
        """``scalar`` times the generator."""
        return base(scalar)


RISTRETTO255: Final = Ristretto255()
