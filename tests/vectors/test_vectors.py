"""The vectors are what the maker makes, and this client agrees with every one of them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from protocol.peer.refused import SENTENCES, Reason
from protocol.peer.verify import NotVerified, verify
from tests.peer.harness import Choose, first_choice
from tests.peer.policies import remembered_group
from tests.peer.scenes import bold_choice, peers
from tests.vectors.cases import FOLDER, plain, read
from tests.vectors.judges import JUDGES
from tests.vectors.judges_record import judged
from tests.vectors.small import SMALL
from tests.vectors.tables import Game
from tests.vectors.transcripts import transcripts

MOST_BYTES = 4_000_000


@pytest.fixture(autouse=True, scope="module")
def _group() -> Iterator[None]:
    with remembered_group():
        yield


@pytest.mark.parametrize("name", SMALL)
def test_made_again_a_file_has_the_same_bytes(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="ascii") == SMALL[name]()


def test_every_file_has_a_maker_and_a_judge() -> None:
    written = {path.name for path in FOLDER.glob("*.json")} - {"transcripts.json"}
    assert written == set(SMALL) == set(JUDGES)


def test_all_files_together_stay_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.rglob("*") if path.is_file()) < MOST_BYTES


@pytest.mark.parametrize("name", JUDGES)
def test_this_client_comes_to_every_verdict(name: str) -> None:
    file = read(name)
    found = {case["name"]: JUDGES[name](case, file) for case in file["cases"]}
    assert found == {case["name"]: case["verdict"] for case in file["cases"]}


@pytest.mark.parametrize("name", JUDGES)
def test_there_are_good_and_bad_cases_and_each_has_its_reason(name: str) -> None:
    cases = read(name)["cases"]
    assert all(case["why"] for case in cases)
    only_good = {"digests.json", "heads.json", "seating.json"}
    verdicts = {case["verdict"] for case in cases}
    assert len(verdicts) > 1 or name in only_good


# Transcripts

CASES: list[dict[str, Any]] = read("transcripts.json")["cases"]


@cache
def _file(name: str) -> bytes:
    return (FOLDER / "transcripts" / name).read_bytes()


def transcript_of(case: dict[str, Any]) -> bytes:
    data = bytearray(_file(case["file"])[: case["keep"]] + bytes.fromhex(case["append"]))
    for place, byte in case.get("edits", ()):
        data[place] = byte
    return bytes(data)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_transcript_is_judged_as_it_says(case: dict[str, Any]) -> None:
    verdict, particulars = judged(transcript_of(case))
    assert verdict == case["verdict"]
    assert plain(particulars) == {name: case[name] for name in particulars}


def test_a_lie_is_refused_with_its_reason() -> None:
    lies = [case for case in CASES if "reason" in case]
    assert {case["reason"] for case in lies} == set(map(str, Reason))
    for case in lies:
        with pytest.raises(NotVerified) as refused:
            verify(transcript_of(case))
        assert refused.value.reason.startswith(SENTENCES[Reason(case["reason"])])


def test_every_head_of_a_whole_game_is_the_written_one() -> None:
    whole = [case for case in CASES if "heads" in case]
    assert len(whole) == 6
    for case in whole:
        assert [head.hex() for head in verify(transcript_of(case)).heads] == case["heads"]


@pytest.mark.parametrize(
    ("name", "seats", "choose", "step"),
    [("two seats", 2, first_choice, 12), ("four seats", 4, bold_choice, 9)],
)
def test_a_game_played_again_begins_with_the_same_bytes(
    name: str, seats: int, choose: Choose, step: int
) -> None:
    """Through the first deal and the first orders; whole games with ``make fuzz``."""
    game = Game(name, seats, choose)
    game.start()
    game.run(lambda: all(peer.log.state.step > step for peer in peers(game)))
    played = game.transcript()
    assert len(played) > 20_000
    assert _file(f"{name.replace(' ', '-')}.koryo").startswith(played)


@pytest.mark.skipif("KORYO_FUZZ" not in os.environ, reason="only with KORYO_FUZZ (make fuzz)")
def test_made_again_every_transcript_has_the_same_bytes() -> None:
    text, files = transcripts()
    assert (FOLDER / "transcripts.json").read_text(encoding="ascii") == text
    assert {path.name for path in (FOLDER / "transcripts").iterdir()} == set(files)
    for name, data in files.items():
        assert _file(name) == data, name
