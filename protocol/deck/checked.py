"""Values that only a check of this package can create.

A function that takes a ``PublicKey``, a ``ProvedDeck`` or a ``Share`` verifies no proof of its own:
there is no way to hold one whose proof was not verified. Of a ``Deck`` the encoding was checked and
nothing else. Neither the constructor nor a copy or a pickle makes one.
"""

from typing import Any, Self, TypeVar


class Checked:
    """Base of the sealed types. Subclasses are frozen dataclasses with ``init=False``."""

    __slots__ = ()

    def __new__(cls, *_values: Any, **_fields: Any) -> Self:
        raise TypeError(f"a {cls.__name__} is made by the checks of this package alone")


Made = TypeVar("Made", bound=Checked)


def seal(kind: type[Made], **fields: object) -> Made:
    """Make a checked value. For the checks inside this package, after they have passed."""
    made: Made = object.__new__(kind)
    for name, value in fields.items():
        object.__setattr__(made, name, value)
    return made
