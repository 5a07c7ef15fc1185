"""Which language a command speaks: ``--lang``, else the settings, else the locale, else English."""

from __future__ import annotations

import os

from koryo_tui.text import i18n

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def speak(given: str | None, environ: Mapping[str, str]) -> None:
    """Installs the language; ``given`` is the one on the command line, a code of ``LANGUAGES``."""
    i18n.install(given or _of_settings() or i18n.language_of(environ))


def _of_settings() -> str | None:
    """The language in the settings; None for ``auto``, and for a file that is not as it should
    be: whoever reads all of it says so, in some language."""
    from koryo_tui.paths import settings_file

    path = settings_file()
    if not os.path.exists(path):
        return None
    import tomllib

    try:
        with open(path, "rb") as file:
            wanted = tomllib.load(file).get("language")
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
        return None
    return wanted if isinstance(wanted, str) and wanted in i18n.LANGUAGES else None
