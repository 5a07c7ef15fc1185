"""The ways in which received bytes can be wrong, and who may be blamed for each.

``Malformed`` is the fault of whoever sent the bytes over a link: the link is closed, nobody's seat
is named. ``Dropped`` is nobody's fault: the bytes are treated as if they had never been sent.
A seat is named only by ``evidence``.
"""

from __future__ import annotations


class Malformed(ValueError):
    """The bytes do not parse into the shape that belongs here."""


class Dropped(ValueError):
    """A signed thing that parses but counts for nothing: not canonical, or of nobody here."""
