"""What somebody has typed, as it is meant: whatever the width, the capitals and the accents."""

from __future__ import annotations

import unicodedata


def plain_form(text: str) -> str:
    """Full-width characters, which Chinese input methods type, as the usual ones (Unicode NFKC)."""
    return unicodedata.normalize("NFKC", text)


def bare(text: str) -> str:
    """In usual width, without capitals and without accents, which not everybody types."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
