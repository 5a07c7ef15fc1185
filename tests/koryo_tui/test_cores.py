"""Checks on all cores give what they give one after another."""

from __future__ import annotations

import threading

from koryo_tui.cores import Cores
from protocol.peer.checking import CheckJob
from protocol.peer.refused import Reason, Refused
from protocol.peer.verify import run_here


def holds(number: int) -> CheckJob:
    return CheckJob(number, bytes(32), lambda: number)


def refused(number: int) -> CheckJob:
    def fails() -> object:
        raise Refused(Reason.BAD_SHUFFLE, str(number))

    return CheckJob(number, bytes(32), fails)


def shown(results: list[object]) -> list[object]:
    return [(r.reason, str(r)) if isinstance(r, Refused) else r for r in results]


def test_all_cores_find_what_one_core_finds_in_the_same_order() -> None:
    jobs = [holds(0), refused(1), refused(2), holds(3), holds(4)]
    for some in (jobs[:1], jobs[1:2], jobs, []):
        for count in (1, 2, 3):
            with Cores(count) as cores:
                assert shown(cores.run(some)) == shown(run_here(some))


def test_two_checks_run_at_the_same_time() -> None:
    met = threading.Barrier(2, timeout=20)
    jobs = [CheckJob(0, bytes(32), met.wait) for _ in range(2)]
    with Cores(2) as cores:
        assert sorted(map(str, cores.run(jobs))) == ["0", "1"]


def test_what_is_begun_is_done_beside_what_is_run() -> None:
    met = threading.Barrier(2, timeout=20)
    with Cores(2) as cores:
        cores.begin(lambda: met.wait() and None)
        cores.run([CheckJob(0, bytes(32), met.wait)])
