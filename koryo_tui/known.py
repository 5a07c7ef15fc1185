"""The hosts whose fingerprints somebody has compared, so that they are not asked again."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from koryo_tui.paths import data_root
from protocol.net.disk import Disk, DiskTrouble, private_folder, write_whole

FILE: Final = "known-hosts"


class KnownHosts:
    """One line for each: the fingerprint in hexadecimal. ``root``: the folder of the account."""

    def __init__(self, root: Path | None = None) -> None:
        self._path = (data_root() if root is None else root) / FILE

    def knows(self, fingerprint: bytes) -> bool:
        """Whether somebody has compared these 10 bytes."""
        return fingerprint.hex() in self._lines()

    def remember(self, fingerprint: bytes) -> None:
        """These 10 bytes were compared and were right. Raises ``DiskTrouble``."""
        if self.knows(fingerprint):
            return
        lines = (*self._lines(), fingerprint.hex())
        private_folder(self._path.parent)
        write_whole(Disk(), self._path, "".join(f"{line}\n" for line in lines).encode())

    def _lines(self) -> tuple[str, ...]:
        try:
            return tuple(self._path.read_text("ascii", errors="replace").split())
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise DiskTrouble(self._path, error) from error
