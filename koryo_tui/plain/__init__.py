"""The same game as plain lines: for screen readers, terminals without a screen, and scripts."""
