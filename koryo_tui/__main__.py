"""``python -m koryo_tui``."""

import sys

from koryo_tui.cli import main

if __name__ == "__main__":
    sys.exit(main())
