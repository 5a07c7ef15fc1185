"""Writes tests/vectors: ``python -m tests.vectors.make``. Every run writes the same bytes."""

from __future__ import annotations

from tests.vectors.cases import FOLDER
from tests.vectors.small import SMALL
from tests.vectors.transcripts import transcripts


def main() -> None:
    for name, make in SMALL.items():
        (FOLDER / name).write_text(make(), encoding="ascii")
    text, files = transcripts()
    folder = FOLDER / "transcripts"
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.koryo"):
        if old.name not in files:
            old.unlink()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    (FOLDER / "transcripts.json").write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
