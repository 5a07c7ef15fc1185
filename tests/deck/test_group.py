import copy
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.deck import Reason
from protocol.deck import group as group_module
from protocol.deck.group import (
    GENERATOR,
    IDENTITY,
    ORDER,
    Element,
    base,
    decode_element,
    decode_scalar,
    encode_scalar,
    map_to_element,
    reduce_wide,
)
from tests.deck.helpers import refused
from tests.deck.vectors import BAD_ENCODINGS, DERIVED_ELEMENTS, MULTIPLES

ROOT = Path(__file__).parents[2]
SOME = base(7)


@pytest.mark.parametrize(("factor", "encoding"), tuple(enumerate(MULTIPLES)))
def test_multiples_of_the_generator_are_those_of_rfc_9496(factor: int, encoding: str) -> None:
    summed = IDENTITY
    for _ in range(factor):
        summed = summed + GENERATOR
    assert summed.encoding.hex() == encoding
    assert base(factor).encoding.hex() == encoding
    assert (factor * GENERATOR).encoding.hex() == encoding


def test_the_published_vectors_are_all_here() -> None:
    assert (len(MULTIPLES), len(BAD_ENCODINGS), len(DERIVED_ELEMENTS)) == (16, 29, 11)


@pytest.mark.parametrize("encoding", BAD_ENCODINGS)
def test_bad_encodings_of_rfc_9496_are_refused(encoding: str) -> None:
    with refused(Reason.BAD_ENCODING):
        decode_element(bytes.fromhex(encoding))


@pytest.mark.parametrize(("uniform", "encoding"), DERIVED_ELEMENTS)
def test_derived_elements_are_those_of_rfc_9496(uniform: str, encoding: str) -> None:
    assert map_to_element(bytes.fromhex(uniform)).encoding.hex() == encoding


@pytest.mark.parametrize("encoding", MULTIPLES[1:])
def test_a_good_encoding_decodes_to_itself(encoding: str) -> None:
    assert decode_element(bytes.fromhex(encoding)).encoding.hex() == encoding


def test_the_identity_is_never_received() -> None:
    with refused(Reason.IDENTITY):
        decode_element(bytes(32))


@pytest.mark.parametrize("length", [0, 1, 31, 33, 64])
def test_an_element_has_32_bytes(length: int) -> None:
    with refused(Reason.BAD_LENGTH):
        decode_element(SOME.encoding[:length].ljust(length, b"\0"))
    with refused(Reason.BAD_LENGTH):
        decode_scalar(bytes(length))


@pytest.mark.parametrize("scalar", [0, 1, ORDER - 1])
def test_scalars_below_the_order_are_received(scalar: int) -> None:
    assert decode_scalar(scalar.to_bytes(32, "little")) == scalar


@pytest.mark.parametrize("scalar", [ORDER, ORDER + 1, 2**255, 2**256 - 1])
def test_scalars_from_the_order_on_are_refused(scalar: int) -> None:
    with refused(Reason.SCALAR_RANGE):
        decode_scalar(scalar.to_bytes(32, "little"))


@pytest.mark.parametrize("scalar", [ORDER, 2 * ORDER, 2**255, 2**255 + 19, -1, 2**512 + 3])
def test_scalars_are_reduced_before_they_multiply(scalar: int) -> None:
    assert scalar * SOME == (scalar % ORDER) * SOME
    assert base(scalar) == (scalar % ORDER) * GENERATOR
    assert encode_scalar(scalar) == (scalar % ORDER).to_bytes(32, "little")


def test_arithmetic_around_the_identity_is_total() -> None:
    assert 0 * SOME == IDENTITY
    assert ORDER * SOME == IDENTITY
    assert base(0) == IDENTITY
    assert base(ORDER) == IDENTITY
    assert 5 * IDENTITY == IDENTITY
    assert SOME - SOME == IDENTITY
    assert SOME + -SOME == IDENTITY
    assert SOME + IDENTITY == SOME == IDENTITY + SOME
    assert SOME - IDENTITY == SOME
    assert IDENTITY - SOME == -SOME == (ORDER - 1) * SOME
    assert IDENTITY + IDENTITY == IDENTITY - IDENTITY == -IDENTITY == IDENTITY
    assert IDENTITY.encoding == bytes(32)


_scalars = st.one_of(
    st.sampled_from([0, 1, 2, ORDER - 1, ORDER, 2**252, 2**255]),
    st.integers(min_value=0, max_value=2**256),
)


@given(_scalars, _scalars)
def test_multiplication_distributes_over_addition(left: int, right: int) -> None:
    assert (left + right) * SOME == left * SOME + right * SOME
    assert (left - right) * SOME == left * SOME - right * SOME
    assert left * (right * SOME) == (left * right) * SOME
    assert base(left) == left * GENERATOR


def test_an_element_is_made_by_the_group_alone() -> None:
    with pytest.raises(TypeError, match="made by"):
        Element(bytes(32))
    with pytest.raises(TypeError):
        copy.copy(SOME)
    with pytest.raises(TypeError):
        pickle.loads(pickle.dumps(SOME))
    with pytest.raises(AttributeError, match="immutable"):
        SOME.encoding = bytes(32)  # type: ignore[misc]


def test_elements_are_equal_when_their_encodings_are() -> None:
    assert base(7) == SOME
    assert hash(base(7)) == hash(SOME)
    assert base(8) != SOME
    assert SOME.encoding != SOME
    assert SOME.encoding.hex() in repr(SOME)


def test_wide_bytes_are_64() -> None:
    assert reduce_wide(bytes([1]) + bytes(63)) == 1
    with pytest.raises(ValueError, match="64"):
        reduce_wide(bytes(32))
    with pytest.raises(ValueError, match="64"):
        map_to_element(bytes(32))


def test_a_failure_of_the_library_never_passes_for_a_result(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(group_module, "_add", lambda *_: -1)
    with pytest.raises(RuntimeError, match="failed on valid elements"):
        SOME + SOME


def _start(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={"TMPDIR": str(folder), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_one_start_leaves_no_file_in_the_temporary_folder(tmp_path: Path) -> None:
    done = _start(
        "import tempfile; from protocol.deck.group import base; "
        "print(base(1).encoding.hex(), tempfile.gettempdir())",
        tmp_path,
    )
    assert done.stdout.split() == [MULTIPLES[1], str(tmp_path)], done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_temporary_folder_that_forbids_programs_is_named(tmp_path: Path) -> None:
    # What dlopen says on a folder mounted noexec; mounting one needs root.
    done = _start(
        "import ctypes\n"
        "def forbid(path):\n"
        "    raise OSError(f'{path}: failed to map segment from shared object')\n"
        "ctypes.cdll.LoadLibrary = forbid\n"
        "from protocol.deck import errors\n",
        tmp_path,
    )
    assert done.returncode == 1
    assert "GroupUnavailable" in done.stderr
    assert f"temporary folder {tmp_path}" in done.stderr
    assert "noexec" in done.stderr
    assert "Set TMPDIR" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_folders_left_by_dead_processes_are_removed_and_young_ones_kept(tmp_path: Path) -> None:
    names = ("koryo-tui-group-own", "koryo-tui-group-young", "koryo-tui-group-old", "another")
    for name in names:
        (tmp_path / name).mkdir()
        (tmp_path / name / "library").write_bytes(b"")
    for name in ("koryo-tui-group-old", "another"):
        os.utime(tmp_path / name, (0, 0))
    group_module._remove_stale_folders(str(tmp_path / "koryo-tui-group-own"))
    assert {entry.name for entry in tmp_path.iterdir()} == set(names) - {"koryo-tui-group-old"}
