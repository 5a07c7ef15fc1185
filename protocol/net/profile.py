"""The files of a person: profiles with an identity, the tables being played, finished transcripts.

    profiles/NAME/identity        the 32-byte Ed25519 seed and the public key that belongs to it
    profiles/NAME/tables/ID/      one table that is not finished (``protocol.net.folder``)
    profiles/NAME/transcripts/    finished games

One process holds one profile; who starts a second one gets the next free profile.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from protocol.log.signing import SigningKey
from protocol.net.disk import Disk, DiskTrouble, FolderLock, Locked, private_folder, write_whole
from protocol.net.errors import NetError

DEFAULT_PROFILE: Final = "default"
#: More windows of one person than this are a mistake in a script.
MAX_PROFILES: Final = 64
_SEED_BYTES: Final = 32
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
# Windows keeps these for devices, whatever the folder.
_RESERVED: Final = re.compile(r"con|prn|aux|nul|com[0-9]|lpt[0-9]")


class BadProfileName(NetError):
    """A name that cannot be a folder everywhere: ``BadProfileName(name)``."""

    sentence = (
        "{0} cannot be the name of a profile; take up to 32 of a-z, 0-9, - and _, "
        "beginning with a letter or a digit."
    )

    def __init__(self, name: str) -> None:
        super().__init__(repr(name[:40]))


class ProfileInUse(NetError):
    """Another process holds the profile: ``ProfileInUse(name)``."""

    sentence = (
        "The profile {0} is in use by another koryo-tui; "
        "close that one, or choose another profile with --profile."
    )


class IdentityDamaged(NetError):
    """The identity file is not what was written: ``IdentityDamaged(path)``."""

    sentence = (
        "The identity in {0} is damaged and was left as it is; put a copy of it back, "
        "or choose another profile with --profile."
    )

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))


def usual_profiles() -> tuple[str, ...]:
    """default, default-2, default-3 ..., of which whoever names none gets the first free one."""
    others = (f"{DEFAULT_PROFILE}-{number}" for number in range(2, MAX_PROFILES + 1))
    return (DEFAULT_PROFILE, *others)


def profile_folder(root: Path, name: str) -> Path:
    """Where the profile called ``name`` is kept."""
    return root / "profiles" / name


class Profile:
    """One person's files, held by this process until ``close``."""

    def __init__(self, name: str, folder: Path, key: SigningKey, lock: FolderLock) -> None:
        self.name = name
        self.folder = folder
        self.key = key
        self.transcripts = folder / "transcripts"
        self._lock = lock

    def __repr__(self) -> str:
        return f"Profile({self.name})"

    def __enter__(self) -> Profile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def table_folder(self, table: bytes) -> Path:
        """Where the table with the 32-byte id ``table`` is kept."""
        return self.folder / "tables" / table.hex()[:16]

    def close(self) -> None:
        """Lets another process have the profile."""
        self._lock.release()


class Profiles:
    """All profiles under ``root``. ``entropy(n)`` gives n random bytes for a new identity."""

    def __init__(
        self, root: Path, entropy: Callable[[int], bytes], disk: Disk | None = None
    ) -> None:
        self._folder = root / "profiles"
        self._entropy = entropy
        self._disk = disk or Disk()

    def open(self, name: str) -> Profile:
        """The profile called ``name``, created if it is new.

        Raises ``BadProfileName``, ``ProfileInUse``, ``IdentityDamaged`` or ``DiskTrouble``.
        """
        if not _NAME.fullmatch(name) or _RESERVED.fullmatch(name):
            raise BadProfileName(name)
        folder = self._folder / name
        for part in (self._folder, folder, folder / "tables", folder / "transcripts"):
            private_folder(part)
        try:
            lock = FolderLock(folder)
        except Locked:
            raise ProfileInUse(name) from None
        try:
            key = self._identity(folder / "identity")
        except NetError:
            lock.release()
            raise
        return Profile(name, folder, key, lock)

    def open_free(self) -> Profile:
        """The first of default, default-2, default-3 ... that no other process holds.

        Raises as ``open``; a damaged identity is said and not passed over.
        """
        for name in usual_profiles():
            try:
                return self.open(name)
            except ProfileInUse:
                continue
        raise ProfileInUse(DEFAULT_PROFILE)

    def names(self) -> tuple[str, ...]:
        """The profiles that have an identity, in order of name."""
        return tuple(sorted(path.parent.name for path in self._folder.glob("*/identity")))

    def _identity(self, path: Path) -> SigningKey:
        try:
            kept = path.read_bytes()
            path.chmod(0o600)
        except FileNotFoundError:
            key = SigningKey(self._entropy(_SEED_BYTES))
            write_whole(self._disk, path, key.seed() + key.identity)
            return key
        except OSError as error:
            raise DiskTrouble(path, error) from error
        if len(kept) != 2 * _SEED_BYTES:
            raise IdentityDamaged(path)
        key = SigningKey(kept[:_SEED_BYTES])
        # A flipped bit would be a stranger who has no seat at any table.
        if key.identity != kept[_SEED_BYTES:]:
            raise IdentityDamaged(path)
        return key
