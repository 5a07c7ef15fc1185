"""The settings of a person: a commented TOML file, read strictly, written only when asked for."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, Final

from koryo_tui.keys import ACTIONS
from koryo_tui.text import i18n
from koryo_tui.text import settings as text
from koryo_tui.text.troubles import reason_of

LANGUAGES: Final = ("auto", *i18n.LANGUAGES)


class ThemeChoice(Enum):
    """``theme`` in the file."""

    AUTO = "auto"
    DARK = "dark"
    LIGHT = "light"
    TERMINAL = "terminal"
    """The 16 colours of the terminal itself."""


class BadSettings(Exception):
    """The file is not as it should be; the text is one plain sentence about the first mistake."""


@dataclass(frozen=True)
class Settings:
    """``name``: what one is called at a table, empty for the account's, None while nobody has said.
    ``keys``: changed keys by
    action id. ``confirm``: victims and swaps ask twice. ``motion``: others' moves are played at a
    readable pace. ``ascii``: borders of plain characters, None to choose by the locale."""

    name: str | None = None
    language: str = "auto"
    theme: ThemeChoice = ThemeChoice.AUTO
    confirm: bool = True
    bell: bool = True
    motion: bool = True
    mouse: bool = True
    ascii: bool | None = None
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def read_settings(path: Path) -> Settings:
    """The settings in ``path``; the usual ones if there is no such file. Raises ``BadSettings``."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        raise BadSettings(text.UNREADABLE.format(path=path, why=reason_of(error))) from None
    try:
        table = tomllib.loads(content.decode())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSettings(text.NOT_TOML.format(path=path, why=error)) from None
    return settings_of(table, str(path))


def settings_of(table: Mapping[str, Any], where: str) -> Settings:
    """The settings in a TOML table; ``where`` is named in ``BadSettings``."""
    for name in table:
        if name not in _READERS:
            raise BadSettings(text.UNKNOWN.format(path=where, name=name))
    found: dict[str, Any] = {}
    for name, value in table.items():
        try:
            found[name] = _READERS[name](value)
        except ValueError as error:
            raise BadSettings(text.WRONG.format(path=where, name=name, why=error)) from None
    return Settings(**found)


def write_usual_settings(path: Path) -> bool:
    """Writes the commented file of the usual settings unless ``path`` exists; whether it did.

    Raises ``OSError`` if it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text.usual_file(LANGUAGES))
    except FileExistsError:
        return False
    return True


def keep_name(path: Path, name: str) -> None:
    """Puts ``name`` into the settings, in the place that is left for it; all else stays as it is.

    Raises ``OSError``, and ``BadSettings`` as ``read_settings``.
    """
    write_usual_settings(path)
    read_settings(path)
    content = path.read_bytes().decode()
    # A JSON string is one of TOML too.
    said = f"name = {json.dumps(name, ensure_ascii=False)}"
    filled = re.sub(r"(?m)^# ?name = .*$", lambda _: said, content, count=1)
    is_read = tomllib.loads(filled).get("name") == name
    part = path.with_name(f"{path.name}.part")
    part.write_text(filled if is_read else f"{said}\n\n{content}", encoding="utf-8")
    part.replace(path)


def _switch(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(text.NOT_A_SWITCH)
    return value


def _name(value: object) -> str:
    # Not before a name is read: most settings have none.
    from protocol.net.names import MAX_CELLS, clean, fits

    if not isinstance(value, str):
        raise ValueError(text.NOT_A_NAME.format(most=MAX_CELLS))
    if not fits(value):
        raise ValueError(text.NAME_TOO_LONG.format(short=clean(value)))
    return value


def _language(value: object) -> str:
    if value not in LANGUAGES:
        raise ValueError(text.NOT_ONE_OF.format(those=", ".join(LANGUAGES)))
    return str(value)


def _theme(value: object) -> ThemeChoice:
    known = {choice.value: choice for choice in ThemeChoice}
    if not isinstance(value, str) or value not in known:
        raise ValueError(text.NOT_ONE_OF.format(those=", ".join(known)))
    return known[value]


def _ascii(value: object) -> bool | None:
    return None if value == "auto" else _switch(value)


def _keys(value: object) -> Mapping[str, tuple[str, ...]]:
    if not isinstance(value, dict):
        raise ValueError(text.NOT_KEYS)
    found: dict[str, tuple[str, ...]] = {}
    for id, keys in value.items():
        if id not in ACTIONS:
            raise ValueError(text.UNKNOWN_ACTION.format(id=id))
        those = [keys] if isinstance(keys, str) else keys
        fits = isinstance(those, list) and those and all(isinstance(k, str) and k for k in those)
        if not fits:
            raise ValueError(text.NOT_KEYS)
        found[id] = tuple(those)
    return found


_READERS: Final = {
    "name": _name,
    "language": _language,
    "theme": _theme,
    "confirm": _switch,
    "bell": _switch,
    "motion": _switch,
    "mouse": _switch,
    "ascii": _ascii,
    "keys": _keys,
}
