"""The marked tables of docs/protocol.md, read.

A table stands behind a comment like ``<!-- table: steps -->``, a struct behind
``<!-- struct: Entry -->``, tagged messages behind ``<!-- messages: lobby -->``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
DOCUMENT = ROOT / "docs" / "protocol.md"
Rows = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Marked:
    """The rows of a marked table without its heading, each cell without its back-quotes."""

    what: str
    name: str
    rows: Rows


def read_tables(text: str) -> Iterator[Marked]:
    lines = text.splitlines()
    for number, line in enumerate(lines):
        found = re.fullmatch(r"<!-- (table|struct|messages): (.+) -->", line)
        if found:
            yield Marked(found[1], found[2], tuple(_rows(lines[number + 1 :])))


def _rows(lines: list[str]) -> Iterator[tuple[str, ...]]:
    assert lines[0] == "", "an empty line follows the comment"
    assert re.fullmatch(r"\|(---\|)+", lines[2]), "a heading follows"
    columns = lines[1].count("|") - 1
    for line in lines[3:]:
        if not line.startswith("|"):
            return
        cells = tuple(cell.strip() for cell in line.strip()[1:-1].split("|"))
        assert len(cells) == columns, line
        yield tuple(plain(cell) for cell in cells)


def plain(cell: str) -> str:
    return cell[1:-1] if re.fullmatch(r"`[^`]+`", cell) else cell


@cache
def document() -> dict[tuple[str, str], Rows]:
    tables = tuple(read_tables(DOCUMENT.read_text(encoding="utf-8")))
    names = [(table.what, table.name) for table in tables]
    assert len(set(names)) == len(names), "every mark stands once"
    return {(table.what, table.name): table.rows for table in tables}


def table(name: str) -> Rows:
    return document()["table", name]


def column(name: str, number: int = 0) -> tuple[str, ...]:
    return tuple(row[number] for row in table(name))
