"""The commands, one module each: its options, and a ``run`` that imports what it needs."""
