"""Every struct and tagged message has the written fields, types and bounds."""

from __future__ import annotations

from types import ModuleType

import msgspec
import pytest
from msgspec import inspect

from protocol.log import messages
from protocol.log.messages import LARGEST, Thing
from protocol.net import link_messages, lobby_messages, whereabouts
from protocol.peer import bodies
from tests.document.structs import STRUCTS, fields_of, structs_of, tag_of, written
from tests.document.tables import document, table


def test_every_struct_of_the_code_is_in_the_document_and_no_other() -> None:
    assert {name for what, name in document() if what == "struct"} == set(STRUCTS)


@pytest.mark.parametrize("name", sorted(STRUCTS))
def test_a_struct_has_the_fields_types_and_bounds_that_are_written(name: str) -> None:
    rows = tuple(row[:2] for row in document()["struct", name])
    assert rows == fields_of(STRUCTS[name])


@pytest.mark.parametrize(
    ("name", "module"),
    [("link", link_messages), ("lobby", lobby_messages), ("seats", whereabouts)],
    ids=["link", "lobby", "seats"],
)
def test_tagged_messages_are_the_written_ones(name: str, module: ModuleType) -> None:
    found: dict[str, list[tuple[str, str]]] = {}
    tag = ""
    for first, _sender, field, kind in document()["messages", name]:
        tag = first or tag
        found.setdefault(tag, [])
        if field:
            found[tag].append((field, kind))
    tagged = {tag_of(kind): fields_of(kind) for kind in structs_of(module) if tag_of(kind)}
    assert {tag: tuple(fields) for tag, fields in found.items()} == tagged


def test_a_type_is_written_in_one_way() -> None:
    class Example(msgspec.Struct, array_like=True):
        number: bodies.Place
        name: messages.Name
        many: tuple[bodies.ShareBytes, ...]

    info = inspect.type_info(Example)
    assert isinstance(info, inspect.StructType)
    assert [written(field.type) for field in info.fields] == [
        "int 0..54",
        "text 1..24",
        "list of bytes[32], 0..",
    ]


def test_the_things_and_their_structs_are_those_of_the_code() -> None:
    names = {Thing.RETURN: "Return"}
    expected = tuple(
        (str(thing), names.get(thing, thing.capitalize()), f"{LARGEST[thing]:,}") for thing in Thing
    )
    assert tuple(row[:3] for row in table("things")) == expected
    assert {struct for _thing, struct, _bytes in expected} <= set(STRUCTS)
