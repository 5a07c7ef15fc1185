"""The structs of the code, and their types as docs/protocol.md writes them (0.2)."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

from msgspec import inspect

from protocol.log import evidence, journal, messages, transcript
from protocol.log.encoding import Struct
from protocol.net import folder, link_messages, lobby_messages, meeting
from protocol.peer import bodies, private


def written(kind: inspect.Type) -> str:
    """A type as the document writes it (0.2)."""
    match kind:
        case inspect.IntType(ge=low, le=high):
            return f"int {low}..{high}"
        case inspect.BytesType(min_length=low, max_length=high):
            return f"bytes[{low}]" if low and low == high else f"bytes {_range(low, high)}"
        case inspect.StrType(min_length=low, max_length=high):
            return f"text {_range(low, high)}"
        case inspect.EnumType(cls=cls):
            return f"one of {cls.__name__}"
        case inspect.StructType(cls=cls):
            return str(cls.__name__)
        case inspect.VarTupleType(item_type=item, min_length=low, max_length=high):
            inner = written(item)
            inner = f"({inner})" if " " in inner else inner
            return f"list of {inner}, {_range(low, high)}"
        case inspect.AnyType():
            return "any"
    raise AssertionError(f"the document has no word for {kind}")


def _range(low: int | None, high: int | None) -> str:
    return f"{low or 0}..{'' if high is None else high}"


def fields_of(kind: type[Struct]) -> tuple[tuple[str, str], ...]:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return tuple((field.name, written(field.type)) for field in info.fields)


def structs_of(module: ModuleType) -> Iterator[type[Struct]]:
    for value in vars(module).values():
        is_struct = isinstance(value, type) and issubclass(value, Struct)
        if is_struct and value.__module__ == module.__name__:
            yield value


def tag_of(kind: type[Struct]) -> str | None:
    tag = kind.__struct_config__.tag
    return None if tag is None else str(tag)


MODULES = (
    messages,
    transcript,
    evidence,
    journal,
    bodies,
    private,
    folder,
    link_messages,
    lobby_messages,
    meeting,
)
STRUCTS = {
    kind.__name__: kind for module in MODULES for kind in structs_of(module) if tag_of(kind) is None
}
