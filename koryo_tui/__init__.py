"""koryo-tui: the card game Koryo at terminals; nobody has to be trusted."""

__version__ = "0.3.0"
