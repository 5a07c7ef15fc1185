"""What a person's settings and options ask for: the look of the screens, and the name."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING

from koryo_tui import terminal
from koryo_tui.exits import WrongUse
from koryo_tui.paths import settings_file
from koryo_tui.settings import BadSettings, Settings, read_settings

if TYPE_CHECKING:
    from koryo_tui.look import Look


def own_settings() -> Settings:
    """The settings of the account. Raises ``WrongUse`` if they cannot be read."""
    try:
        return read_settings(settings_file())
    except BadSettings as bad:
        raise WrongUse(str(bad)) from None


def own_look(options: argparse.Namespace) -> Look:
    """From the settings file, the terminal, and ``--ascii`` and ``--no-mouse`` where a command
    has them. Raises ``WrongUse`` if the settings cannot be read."""
    # Lines need no look, and none of what screens are made with.
    from koryo_tui.look import look_of

    mouse = False if getattr(options, "no_mouse", False) else None
    return look_of(
        own_settings(),
        os.environ,
        ascii=getattr(options, "ascii", None) or None,
        mouse=mouse,
        path=settings_file(),
    )


def wanted_look(options: argparse.Namespace) -> Look | None:
    """``own_look``; None if ``--plain`` asks for lines instead of screens."""
    return None if options.plain else own_look(options)


def own_name(options: argparse.Namespace) -> str | None:
    """``--name``, else the name in the settings, else None. Raises as ``own_look``."""
    name: str | None = options.name
    return own_settings().name or None if name is None else name


def asked_name(options: argparse.Namespace) -> str | None:
    """As ``own_name``; who has never said a name is asked for one, where there is a terminal."""
    if options.name is None and own_settings().name is None and terminal.is_terminal():
        # Only then is loaded what asks.
        from koryo_tui.naming import ask_name

        return ask_name(settings_file())
    return own_name(options)
