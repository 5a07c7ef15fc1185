"""What the operating system says went wrong, in the language in use.

It says so by a number and in its own words; those that people meet are known here, and whatever is
not stays in the words of the system.
"""

from __future__ import annotations

import errno
import os
import re
from functools import cache
from types import MappingProxyType
from typing import Final

from koryo_tui.text import i18n
from koryo_tui.text.i18n import marked

#: By the name of the number, since not every system has each of them (POSIX.1-2017, errno.h).
REASONS: Final = MappingProxyType(
    {
        "EACCES": marked("Permission denied"),
        "EPERM": marked("Operation not permitted"),
        "EROFS": marked("Read-only file system"),
        "ENOENT": marked("No such file or directory"),
        "EEXIST": marked("File exists"),
        "ENOTDIR": marked("Not a directory"),
        "EISDIR": marked("Is a directory"),
        "ENAMETOOLONG": marked("File name too long"),
        "ENOSPC": marked("No space left on device"),
        "EDQUOT": marked("Disk quota exceeded"),
        "EFBIG": marked("File too large"),
        "EIO": marked("Input/output error"),
        "EMFILE": marked("Too many open files"),
        "ENOMEM": marked("Cannot allocate memory"),
        "ENODEV": marked("No such device"),
        "EADDRNOTAVAIL": marked("Cannot assign requested address"),
        "EADDRINUSE": marked("Address already in use"),
        "ECONNREFUSED": marked("Connection refused"),
        "ECONNRESET": marked("Connection reset by peer"),
        "ETIMEDOUT": marked("Connection timed out"),
        "ENETDOWN": marked("Network is down"),
        "ENETUNREACH": marked("Network is unreachable"),
        "EHOSTUNREACH": marked("No route to host"),
    }
)
#: How Python writes an error with its number, and perhaps a file.
_NUMBERED: Final = re.compile(r"\[Errno (\d+)\] .*", re.DOTALL)


def reason(words: str) -> str | None:
    """What these words of the system mean, None if they are not known here."""
    numbered = _NUMBERED.fullmatch(words)
    if numbered is not None:
        words = os.strerror(int(numbered[1]))
    return _known().get(words)


@cache
def _known() -> dict[str, str]:
    """By the system's own words for each number."""
    numbers = {name: getattr(errno, name, None) for name in REASONS}
    return {
        os.strerror(number): i18n._(REASONS[name])
        for name, number in numbers.items()
        if number is not None
    }
