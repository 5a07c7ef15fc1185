"""Screens as lines of text with tones, before any terminal is involved."""
