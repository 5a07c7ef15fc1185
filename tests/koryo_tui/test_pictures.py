"""The pictures of the documents show the program as it is: ``python -m tests.pictures``."""

from __future__ import annotations

from pathlib import Path

from tests.pictures import FOLDER, draw_all


async def test_the_pictures_of_the_documents_are_what_the_program_draws(tmp_path: Path) -> None:
    await draw_all(tmp_path)
    drawn = {file.name: file.read_text(encoding="utf-8") for file in tmp_path.iterdir()}
    kept = {file.name: file.read_text(encoding="utf-8") for file in FOLDER.glob("*.svg")}
    assert drawn.keys() == kept.keys()
    # A difference of pictures is looked at in a browser: telling it letter by letter takes long.
    assert [name for name in kept if drawn[name] != kept[name]] == []
