"""The one place where a number chooses the form of a sentence."""

from __future__ import annotations

from koryo_tui.text.i18n import ngettext


def plural(one: str, many: str, number: int, /, **others: object) -> str:
    """The sentence for ``number`` of something, ``{number}`` and the other placeholders filled."""
    return ngettext(one, many, number).format(number=number, **others)
