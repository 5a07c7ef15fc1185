"""A person keeps one identity; two windows of one person get two profiles."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from protocol.net.disk import DiskTrouble
from protocol.net.profile import BadProfileName, IdentityDamaged, ProfileInUse, Profiles
from tests.net.disks import FullDisk


@pytest.fixture
def profiles(tmp_path: Path) -> Profiles:
    return Profiles(tmp_path, os.urandom)


def test_an_identity_is_made_once(profiles: Profiles) -> None:
    with profiles.open("ada") as first:
        identity = first.key.identity
    with profiles.open("ada") as again:
        assert again.key.identity == identity
    with profiles.open("bob") as other:
        assert other.key.identity != identity
    assert profiles.names() == ("ada", "bob")


@pytest.mark.skipif(sys.platform == "win32", reason="permission bits are of POSIX")
def test_only_the_owner_reads_a_profile(profiles: Profiles) -> None:
    with profiles.open("ada") as profile:
        for folder in (profile.folder, profile.transcripts, profile.folder / "tables"):
            assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        path = profile.folder / "identity"
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    with profiles.open("ada"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_each_window_gets_a_profile_of_its_own(profiles: Profiles) -> None:
    with profiles.open_free() as first, profiles.open_free() as second:
        with profiles.open_free() as third:
            assert [p.name for p in (first, second, third)] == ["default", "default-2", "default-3"]
        assert len({p.key.identity for p in (first, second, third)}) == 3
        with profiles.open_free() as next_one:
            assert next_one.name == "default-3"
            assert next_one.key.identity == third.key.identity


def test_a_profile_asked_for_and_in_use_is_told(profiles: Profiles) -> None:
    with (
        profiles.open("ada"),
        pytest.raises(ProfileInUse, match="profile ada is in use by another koryo-tui"),
    ):
        profiles.open("ada")


def test_another_process_cannot_take_a_profile_and_its_death_frees_it(tmp_path: Path) -> None:
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import os, pathlib, sys; from protocol.net.profile import Profiles; "
            "p = Profiles(pathlib.Path(sys.argv[1]), os.urandom).open_free(); "
            "print(p.name, flush=True); sys.stdin.read()",
            str(tmp_path),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with holder:
        assert holder.stdin
        assert holder.stdout
        assert holder.stdout.readline() == b"default\n"
        profiles = Profiles(tmp_path, os.urandom)
        with profiles.open_free() as mine:
            assert mine.name == "default-2"
        holder.kill()
        holder.wait()
        with profiles.open_free() as mine:
            assert mine.name == "default"


@pytest.mark.parametrize(
    "name", ["", ".", "..", "a/b", "a\\b", "-a", "Ada", "con", "com1", "a" * 33, "\u00e4", "a\n"]
)
def test_a_name_that_is_no_folder_everywhere_is_refused(profiles: Profiles, name: str) -> None:
    with pytest.raises(BadProfileName, match="cannot be the name of a profile"):
        profiles.open(name)


@pytest.mark.parametrize("damage", ["cut", "empty", "longer", "flipped"])
def test_a_damaged_identity_is_told_and_left(profiles: Profiles, damage: str) -> None:
    with profiles.open("default") as profile:
        path = profile.folder / "identity"
    whole = path.read_bytes()
    damaged = {
        "cut": whole[:31],
        "empty": b"",
        "longer": whole + b"\n",
        "flipped": bytes([whole[0] ^ 1]) + whole[1:],
    }[damage]
    path.write_bytes(damaged)
    for _ in range(2):
        with pytest.raises(IdentityDamaged, match="is damaged and was left as it is"):
            profiles.open_free()
    assert path.read_bytes() == damaged


def test_a_full_disk_leaves_no_half_identity(tmp_path: Path) -> None:
    with pytest.raises(DiskTrouble, match="No space left"):
        Profiles(tmp_path, os.urandom, FullDisk(room=40)).open("ada")
    with Profiles(tmp_path, os.urandom).open("ada") as profile:
        assert len((profile.folder / "identity").read_bytes()) == 64


def test_a_table_has_a_folder_named_after_its_id(profiles: Profiles) -> None:
    with profiles.open("ada") as profile:
        folder = profile.table_folder(bytes(range(32)))
        assert folder.parent == profile.folder / "tables"
        assert folder.name == "0001020304050607"


def test_a_profile_shows_no_secret(profiles: Profiles) -> None:
    with profiles.open("ada") as profile:
        assert profile.key.seed().hex()[:8] not in repr(profile)
