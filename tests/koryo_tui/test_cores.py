"""Shuffle proofs checked in other processes give what they give here."""

from __future__ import annotations

import os
from dataclasses import replace

from koryo_tui.cores import Cores
from protocol.deck import check_key, joint_key, new_key, open_deck, prove_key, shuffle
from protocol.peer.checks import ShuffleCheck
from protocol.peer.refused import Reason, Refused
from protocol.peer.table import CheckJob
from protocol.peer.verify import run_here

CONTEXT = b"a context"


def job(broken: bool = False) -> CheckJob:
    keys = [
        check_key(prove_key(new_key(os.urandom), CONTEXT, os.urandom), CONTEXT) for _ in range(2)
    ]
    source = open_deck(joint_key(keys), (1, 2, 2))
    made = shuffle(source, CONTEXT, os.urandom)
    check = ShuffleCheck(source, made.deck, CONTEXT, made.proof)
    if broken:
        check = replace(check, proof=made.proof[:-1] + bytes([made.proof[-1] ^ 1]))
    return CheckJob(0, bytes(32), check)


def shown(results: list[object]) -> list[object]:
    return [r.reason if isinstance(r, Refused) else type(r).__name__ for r in results]


def test_all_cores_find_what_one_core_finds() -> None:
    jobs = [job(), job(broken=True), job(broken=True), job(), job()]
    bad, good = Reason.BAD_SHUFFLE, "ProvedShuffle"
    assert shown(run_here(jobs)) == [good, bad, bad, good, good]
    for count in (1, 2, 3):
        with Cores(count) as cores:
            assert shown(cores.run(jobs)) == [good, bad, bad, good, good]


def test_other_jobs_stay_in_this_process() -> None:
    ids: list[int] = []

    def small() -> object:
        ids.append(os.getpid())
        return "done"

    jobs = [CheckJob(0, bytes(32), small) for _ in range(3)]
    with Cores(2) as cores:
        assert cores.run(jobs) == ["done"] * 3
    assert ids == [os.getpid()] * 3
