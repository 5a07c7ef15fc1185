"""Fuzzing with coverage: ``python -m tests.fuzz TARGET [libFuzzer options]``.

Targets: frames, messages, peer, bodies, transcripts. Needs Atheris, which has wheels for some
Pythons on Linux only; where it is missing this says so and ends well. An input that breaks a target
is kept in the temporary folder, and its place is printed.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.fuzz.corpus import MOST_BYTES, SEEDS

INSTRUMENTED = ["protocol.log", "protocol.peer", "protocol.net", "protocol.rules", "protocol.deck"]


def main() -> None:
    if len(sys.argv) < 2 or sys.argv[1] not in SEEDS:
        sys.exit(f"usage: python -m tests.fuzz {{{','.join(SEEDS)}}} [libFuzzer options]")
    name, options = sys.argv[1], sys.argv[2:]
    try:
        import atheris
    except ImportError:
        print(f"fuzzing {name} is skipped: Atheris is not installed for this Python")
        return
    with atheris.instrument_imports(include=INSTRUMENTED):
        from tests.fuzz.targets import TARGETS
    corpus = Path(tempfile.mkdtemp(prefix=f"koryo-tui-fuzz-{name}-"))
    for number, seed in enumerate(SEEDS[name]()):
        (corpus / f"seed-{number:04}").write_bytes(seed)
    kept = f"-artifact_prefix={tempfile.gettempdir()}/koryo-tui-{name}-"
    limits = [f"-max_len={MOST_BYTES}", "-timeout=30", "-rss_limit_mb=2048"]
    atheris.Setup([sys.argv[0], kept, *limits, *options, str(corpus)], TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
