"""The settings of a person: a commented TOML file, read strictly, written only when asked for."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from types import MappingProxyType
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


def keep(path: Path, entry: str, value: str | bool) -> None:
    """Puts ``value`` as ``entry`` into the settings, where that stands or in the place that is left
    for it; all else stays as it is.

    Raises ``OSError``, and ``BadSettings`` as ``read_settings``, for a value that cannot be, or
    where no line of the file is that of the entry.
    """
    write_usual_settings(path)
    content = path.read_bytes().decode(errors="replace")
    read_settings(path)
    wanted = {**tomllib.loads(content), entry: value}
    settings_of(wanted, str(path))
    # A JSON text, number or truth is one of TOML too.
    said = f"{entry} = {json.dumps(value, ensure_ascii=False)}"
    places = (re.compile(form.format(entry)) for form in _PLACES)
    filled = (each.sub(lambda found: said + found["rest"], content, 1) for each in places)
    for new in (*filled, f"{said}\n\n{content}"):
        if _is_toml_of(new, wanted):
            part = path.with_name(f"{path.name}.part")
            part.write_bytes(new.encode())
            part.replace(path)
            return
    raise BadSettings(text.NO_LINE.format(path=path, name=entry))


#: Where an entry stands, with what is behind its value; or else the line that is left for it.
_PLACES: Final = (
    r"""(?m)^[ \t]*{} *= *(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|\w+)(?P<rest>[ \t]*(?:#.*)?\r?)$""",
    r"(?m)^# ?{} = .*?(?P<rest>\r?)$",
)


def value_of(settings: Settings, entry: str) -> str | bool:
    """What the file would hold as ``entry``, one of those with a simple value."""
    value = getattr(settings, entry)
    if isinstance(value, ThemeChoice):
        return value.value
    if value is None:
        return "" if entry == "name" else "auto"
    assert isinstance(value, str | bool)
    return value


def next_value(settings: Settings, entry: str, step: int) -> str | bool:
    """Of the values that ``entry`` can have, that ``step`` places after the present one, round the
    ends."""
    values = _VALUES[entry]
    return values[(values.index(value_of(settings, entry)) + step) % len(values)]


def _is_toml_of(content: str, wanted: Mapping[str, object]) -> bool:
    try:
        return tomllib.loads(content) == wanted
    except tomllib.TOMLDecodeError:
        return False


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
_SWITCH: Final = (True, False)
_VALUES: Final[Mapping[str, tuple[str | bool, ...]]] = MappingProxyType(
    {
        "language": LANGUAGES,
        "theme": tuple(choice.value for choice in ThemeChoice),
        "confirm": _SWITCH,
        "bell": _SWITCH,
        "motion": _SWITCH,
        "mouse": _SWITCH,
        "ascii": ("auto", *_SWITCH),
    }
)
