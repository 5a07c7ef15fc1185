"""Unfinished tables: which there are, and taking one up, however much of its files is left."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from protocol.log.chain import table_id
from protocol.log.encoding import encode
from protocol.log.signing import SigningKey
from protocol.net.disk import Disk, DiskTrouble, FolderLock, Locked
from protocol.net.folder import Setup, TableFolder
from protocol.net.journal import Journal
from protocol.net.keeping import (
    NothingLeft,
    NotYours,
    clear_finished,
    forget,
    take_up,
    unfinished,
)
from protocol.net.meeting import Meeting, Place, read_meeting
from protocol.peer.caution import Memory
from tests.net.disks import FullDisk
from tests.net.links import eventually
from tests.net.tables import Room as Sessions
from tests.net.tables import run_and_answer
from tests.peer.harness import make_roster


@dataclass
class Played:
    """A table of two, left in the middle of its first round: the folder of one seat."""

    profile: Path
    folder: Path
    key: SigningKey
    seat: int
    steps: int


@pytest.fixture
async def played(tmp_path: Path) -> Played:
    room = Sessions(tmp_path, seats=2)
    for place in room.places:
        room.open(place)
    running = [asyncio.ensure_future(run_and_answer(p.session)) for p in room.places if p.session]
    place = room.places[1]
    session = place.session
    assert session is not None
    await eventually(lambda: session.view().step >= 7)
    for other in room.places:
        assert other.session is not None
        await other.session.close()
    await asyncio.gather(*running)
    profile = tmp_path / "profile"
    folder = profile / "tables" / table_id(room.roster).hex()[:16]
    folder.parent.mkdir(parents=True)
    place.folder.rename(folder)
    (folder / "meeting").unlink(missing_ok=True)
    return Played(profile, folder, place.key, 1, session.view().step)


def a_meeting(played: Played) -> Meeting:
    (table,) = unfinished(played.profile)
    places = ((Place("10.0.0.7", 47_210),), ())
    return Meeting(table.roster, (b"", bytes(32)), places, "", 47_211)


def keep_meeting(played: Played) -> Meeting:
    folder, _, _ = TableFolder.reopen(played.folder)
    meeting = a_meeting(played)
    folder.meet(meeting)
    folder.close()
    return meeting


def test_an_unfinished_table_is_found_with_its_players_and_round(played: Played) -> None:
    (table,) = unfinished(played.profile)
    assert table.folder == played.folder
    assert table.name == played.folder.name
    assert table.players == ("Ada", "Ben")
    assert table.round == 1
    assert table.is_free
    with_lock = FolderLock(played.folder)
    assert not unfinished(played.profile)[0].is_free
    with_lock.release()


def test_taken_up_it_is_as_it_was(played: Played) -> None:
    meeting = keep_meeting(played)
    kept = take_up(played.folder, played.key.identity)
    assert kept.memory is Memory.WHOLE
    assert kept.setup.seat == played.seat
    assert len(kept.log.closed) == played.steps
    assert kept.journal
    assert kept.meeting == meeting
    with pytest.raises(Locked):
        take_up(played.folder, played.key.identity)
    kept.folder.close()


def test_a_damaged_record_is_cut_and_the_rest_is_used(played: Played) -> None:
    path = played.folder / "transcript"
    whole = path.read_bytes()
    path.write_bytes(whole[:-20] + b"\0" * 500)
    kept = take_up(played.folder, played.key.identity)
    assert kept.memory is Memory.WHOLE
    assert len(kept.log.closed) == played.steps - 1
    assert whole.startswith(path.read_bytes())
    kept.folder.close()


@pytest.mark.parametrize("left", ["transcript", "meeting", "both"])
def test_without_a_journal_a_new_one_is_begun_that_knows_it(played: Played, left: str) -> None:
    keep_meeting(played)
    (played.folder / "journal").unlink()
    if left == "meeting":
        (played.folder / "transcript").unlink()
    if left == "transcript":
        (played.folder / "meeting").unlink()
    for _life in range(2):
        kept = take_up(played.folder, played.key.identity)
        assert kept.memory is Memory.LOST
        assert kept.setup.seat == played.seat
        assert kept.setup.whole == 0
        assert kept.journal == ()
        assert len(kept.log.closed) == (0 if left == "meeting" else played.steps)
        if left != "transcript":
            assert kept.setup.owners == (b"", bytes(32))
        kept.folder.close()


def test_a_damaged_journal_is_put_away_unchanged(played: Played) -> None:
    journal = played.folder / "journal"
    damaged = bytearray(journal.read_bytes())
    damaged[200] ^= 4
    journal.write_bytes(damaged)
    kept = take_up(played.folder, played.key.identity)
    assert kept.memory is Memory.LOST
    kept.folder.close()
    assert (played.folder / "journal-damaged").read_bytes() == damaged
    again = take_up(played.folder, played.key.identity)
    assert again.memory is Memory.LOST
    again.folder.close()


def test_a_full_disk_leaves_the_damaged_journal_to_be_tried_again(played: Played) -> None:
    (played.folder / "journal").write_bytes(b"no journal at all")
    with pytest.raises(DiskTrouble, match="No space left"):
        take_up(played.folder, played.key.identity, disk=FullDisk(room=10))
    kept = take_up(played.folder, played.key.identity)
    assert kept.memory is Memory.LOST
    kept.folder.close()


def test_with_nothing_left_the_table_has_to_be_told(played: Played) -> None:
    (table,) = unfinished(played.profile)
    for name in ("journal", "transcript"):
        (played.folder / name).unlink()
    assert unfinished(played.profile) == ()
    with pytest.raises(NothingLeft, match="resume --at"):
        take_up(played.folder, played.key.identity)
    kept = take_up(played.folder, played.key.identity, table.roster)
    assert kept.memory is Memory.LOST
    kept.folder.close()


def test_a_table_that_is_gone_altogether_gets_a_folder(played: Played, tmp_path: Path) -> None:
    (table,) = unfinished(played.profile)
    elsewhere = tmp_path / "elsewhere" / table.name
    kept = take_up(elsewhere, played.key.identity, table.roster)
    assert kept.memory is Memory.LOST
    kept.folder.close()


@pytest.mark.parametrize("has_journal", [True, False])
def test_another_identity_cannot_take_it_up(played: Played, has_journal: bool) -> None:
    if not has_journal:
        (played.folder / "journal").unlink()
    with pytest.raises(NotYours, match="--profile"):
        take_up(played.folder, SigningKey(os.urandom(32)).identity)
    FolderLock(played.folder).release()


def test_where_they_were_is_kept_only_if_it_can_be_read(played: Played) -> None:
    meeting = keep_meeting(played)
    assert read_meeting(played.folder) == meeting
    (played.folder / "meeting").write_bytes(b"\x93nonsense")
    assert read_meeting(played.folder) is None
    again = take_up(played.folder, played.key.identity)
    assert again.memory is Memory.WHOLE
    again.folder.close()


def test_what_a_finished_table_left_behind_is_cleared_away(played: Played) -> None:
    (played.profile / "transcripts").mkdir()
    transcript = played.folder / "transcript"
    transcript.rename(played.profile / "transcripts" / f"2026-01-02-{played.folder.name}.koryo")
    assert unfinished(played.profile) == ()
    clear_finished(played.profile)
    assert not played.folder.exists()


def test_a_table_that_begins_knows_where_the_others_are_before_it_knows_its_nonce(
    tmp_path: Path,
) -> None:
    key, nonce = SigningKey(os.urandom(32)), os.urandom(32)
    roster = make_roster([key, SigningKey(os.urandom(32))], [nonce, os.urandom(32)])
    meeting = Meeting(roster, (), ((), ()), "", 1)
    folder = tmp_path / "table"
    with pytest.raises(DiskTrouble):
        TableFolder.create(folder, Setup(roster, 0, nonce), FullDisk(room=300), meeting)
    assert not (folder / "journal").exists()


async def leave(profile: Path, owned: bool = False, others: int = 1) -> Path:
    """A table that seat 0 left for good in its first round; its folder. ``owned``: the player on
    seat 0 runs the last ``others`` of the other two."""
    room = Sessions(profile / "room", seats=3)
    for place in room.places:
        room.open(place)
    running = [asyncio.ensure_future(run_and_answer(p.session)) for p in room.places if p.session]
    place = room.places[0]
    session = place.session
    assert session is not None
    await eventually(lambda: session.view().step >= 4)
    await session.leave()
    for other in room.places[1:]:
        assert other.session is not None
        await other.session.close()
    await asyncio.gather(*running)
    folder = profile / "tables" / table_id(room.roster).hex()[:16]
    folder.parent.mkdir(parents=True)
    place.folder.rename(folder)
    if owned:
        me = place.key.identity
        rewrite(folder, tuple(b"" if s < 3 - others else me for s in range(3)))
    return folder


def rewrite(folder: Path, owners: tuple[bytes, ...]) -> None:
    """The journal in ``folder`` as if these were the owners."""
    kept, setup, records = TableFolder.reopen(folder)
    kept.close()
    (folder / "journal").unlink()
    known = Setup(setup.roster, setup.seat, setup.nonce, owners)
    journal = Journal.create(folder / "journal", Disk(), encode(known))
    journal.append(*records)
    journal.close()


async def test_a_table_that_was_left_for_good_is_known_as_that(tmp_path: Path) -> None:
    folder = await leave(tmp_path, owned=True, others=1)
    (table,) = unfinished(tmp_path)
    assert table.is_left
    clear_finished(tmp_path)
    assert folder.exists(), "somebody is still there, and may give the seat back"


async def test_a_table_whose_only_person_left_is_over_and_its_record_kept(tmp_path: Path) -> None:
    folder = await leave(tmp_path, owned=True, others=2)
    record = (folder / "transcript").read_bytes()
    assert unfinished(tmp_path) == ()
    clear_finished(tmp_path)
    assert not folder.exists()
    (kept,) = (tmp_path / "transcripts").iterdir()
    assert kept.read_bytes() == record
    assert kept.name.endswith(f"-{folder.name}.koryo")


def test_a_table_that_was_closed_was_not_left(played: Played) -> None:
    assert not unfinished(played.profile)[0].is_left


def test_a_forgotten_table_leaves_its_record(played: Played) -> None:
    transcripts = played.profile / "transcripts"
    with_lock = FolderLock(played.folder)
    with pytest.raises(Locked):
        forget(played.folder, transcripts)
    with_lock.release()
    record = forget(played.folder, transcripts)
    assert record is not None
    assert record.parent == transcripts
    assert unfinished(played.profile) == ()
    assert not played.folder.exists()
