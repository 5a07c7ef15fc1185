"""Where the files of a person live on this system."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import platformdirs

_APP: Final = "koryo-tui"


def data_root() -> Path:
    """The folder of the profiles: identities, tables being played, finished transcripts."""
    return Path(platformdirs.user_data_dir(_APP, appauthor=False))


def settings_file() -> Path:
    """The settings a person may write."""
    return Path(platformdirs.user_config_dir(_APP, appauthor=False)) / "settings.toml"
