"""Widgets: lines of the view model drawn at a terminal."""
