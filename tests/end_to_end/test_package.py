"""What is built of the project is installed elsewhere, and verifies the record of a game there."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tests.koryo_tui.processes import home

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "tests/vectors/transcripts/two-seats.koryo"
#: What a wheel that lacks it would not be noticed by: the types, and texts and values in files.
ALSO = (
    "koryo_tui/py.typed",
    "protocol/py.typed",
    "koryo_tui/app.tcss",
    "koryo_tui/bots/values.txt",
    "koryo_tui/text/fingerprint_words.txt",
    *(f"koryo_tui/locale/{language}/LC_MESSAGES/koryo.po" for language in ("uk", "it", "zh")),
)

#: What warnings the tools of others give is not our business.
NOT_OURS = {"PYTHONWARNINGS": "ignore"}


def call(*command: str | Path, at: Path, **environment: str) -> str:
    done = subprocess.run(
        [str(word) for word in command],
        cwd=at,
        env={**home(at / "home"), **environment},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with an sdist, and the wheel that was built out of it; needs no network."""
    at = tmp_path_factory.mktemp("built")
    build = (sys.executable, "-m", "build", "--no-isolation", "--outdir", at, ROOT)
    call(*build, at=at, **NOT_OURS)
    return at


def test_the_installed_wheel_verifies_a_record_and_speaks_every_language(
    built: Path, tmp_path: Path
) -> None:
    (wheel,) = built.glob("*.whl")
    place = tmp_path / "installed"
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--no-index")
    call(
        *pip,
        "--no-deps",
        "--no-compile",
        "--quiet",
        "--target",
        place,
        wheel,
        at=tmp_path,
        **NOT_OURS,
    )
    for name in ALSO:
        assert (place / name).is_file(), name

    program = place / "bin" / "koryo-tui"
    installed = {"PYTHONPATH": str(place)}
    where = "import koryo_tui, protocol; print(koryo_tui.__file__, protocol.__file__)"
    found = call(sys.executable, "-c", where, at=tmp_path, **installed).split()
    assert all(str(place) in path for path in found), "not the checkout"
    said = call(program, "verify", RECORD, at=tmp_path, **installed)
    assert "verified" in said
    helps = {
        call(program, "--lang", language, "--help", at=tmp_path, **installed)
        for language in ("en", "uk", "it", "zh")
    }
    assert len(helps) == 4


def test_the_sdist_holds_what_a_test_run_needs(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    for name in ("README.md", "LICENSE", "CHANGELOG.md", "Makefile", "constraints.txt", *ALSO):
        assert name in names
    assert str(RECORD.relative_to(ROOT)) in names
    assert str(Path(__file__).relative_to(ROOT)) in names
