"""The look that a person's settings and options ask for."""

from __future__ import annotations

import argparse
import os

from koryo_tui.exits import WrongUse
from koryo_tui.look import Look, look_of
from koryo_tui.paths import settings_file
from koryo_tui.settings import BadSettings, read_settings


def own_look(options: argparse.Namespace) -> Look:
    """From the settings file, the terminal, and ``--ascii`` and ``--no-mouse`` where a command
    has them. Raises ``WrongUse`` if the settings cannot be read."""
    try:
        settings = read_settings(settings_file())
    except BadSettings as bad:
        raise WrongUse(str(bad)) from None
    mouse = False if getattr(options, "no_mouse", False) else None
    return look_of(settings, os.environ, ascii=getattr(options, "ascii", None) or None, mouse=mouse)
