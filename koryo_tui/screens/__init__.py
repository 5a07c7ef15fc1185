"""Screens: the lobby, the table, pages over it, the question before leaving."""
