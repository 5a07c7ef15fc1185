"""``make bench``: prints every figure that the project holds itself to, with its bar."""

import os
import platform

from tests.bench import deck, game, processes, screen

print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores")
deck.run()
game.run()
processes.run()
screen.run()
