"""koryo-tui: the card game Koryo at a terminal, with nobody to trust."""

__version__ = "0.3.0"
