"""Computer players that play game after game in one process: ``python -m`` this module.

Arguments: how many games, how many seats, a folder. All seats are sessions of this process, over
TLS on the loopback address, with files of their own. After each game a line of JSON tells what the
process holds.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import json
import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from koryo_tui.bots.registry import make_bot
from koryo_tui.bots.sight import sight_of
from koryo_tui.bots.styles import values_for
from koryo_tui.tables import addresses_of, listen, sit
from protocol.net.fingerprint import fingerprint
from protocol.net.invite import Invite, JoinSecret
from protocol.net.lifetime import End
from protocol.net.listener import Listener
from protocol.net.lobby import GuestLobby, HostLobby
from protocol.net.lobby_host import LobbyHost
from protocol.net.profile import Profile, Profiles
from protocol.net.seating import Seating

HERE = "127.0.0.1"
THREADS = 4
SECRET = JoinSecret(b"right")


async def gather_players(places: list[tuple[Profile, Listener]]) -> list[Seating]:
    """A lobby, and everybody in it."""
    (host, listener), *guests = places
    core = LobbyHost(
        host.key.identity, "Bot 1", len(places), SECRET, addresses_of(listener), os.urandom
    )
    lobby = HostLobby(core, listener, lambda news: None)
    invite = Invite(((HERE, listener.port),), fingerprint(host.key.identity), SECRET)
    waiting = [asyncio.ensure_future(lobby.seated())]
    for number, (profile, mine) in enumerate(guests, start=2):
        guest = GuestLobby(
            profile.key, invite, f"Bot {number}", addresses_of(mine), os.urandom, lambda news: None
        )
        waiting.append(asyncio.ensure_future(guest.seated()))
    seatings = await asyncio.gather(*waiting)
    await lobby.close()
    return list(seatings)


async def play(profile: Profile, listener: Listener, seating: Seating, seed: str) -> None:
    """One seat, to the end of the game; its transcript is not kept."""
    changed = asyncio.Event()
    session = await sit(profile, listener, seating, changed.set, quiet=0.0)
    mind = make_bot("steady", seed)
    running = asyncio.ensure_future(session.run())
    while not running.done():
        view = session.view()
        if view.question is not None and session.ended is None:
            session.decide(mind.decide(sight_of(view, seconds=1.0)))
        changed.clear()
        turn = asyncio.ensure_future(changed.wait())
        await asyncio.wait((running, turn), return_when=asyncio.FIRST_COMPLETED)
        turn.cancel()
    assert await running is End.FINISHED
    assert session.transcript is not None
    session.transcript.unlink()


async def start_threads() -> None:
    """All that the loop may ever have for what would block it, so that later none can be new."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS))
    everybody = threading.Barrier(THREADS)
    await asyncio.gather(*(asyncio.to_thread(everybody.wait) for _ in range(THREADS)))


async def play_all(games: int, seats: int, folder: Path) -> None:
    """Game after game, with the same identities and ports."""
    await start_threads()
    profiles = [Profiles(folder, os.urandom).open(f"bot-{n}") for n in range(seats)]
    listeners = [await listen(profile, HERE, 0) for profile in profiles]
    places = list(zip(profiles, listeners, strict=True))
    for game in range(games):
        seatings = await gather_players(places)
        await asyncio.gather(
            *(
                play(profile, listener, seating, f"{game}/{seating.seat}")
                for (profile, listener), seating in zip(places, seatings, strict=True)
            )
        )
        print(json.dumps(held(folder)), flush=True)
    for listener in listeners:
        await listener.stop()


class _MallInfo(ctypes.Structure):
    """What ``mallinfo2`` of the C library returns."""

    _fields_ = tuple(
        (name, ctypes.c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
            *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
        )
    )


def allocated() -> int:
    """The bytes that were allocated and not freed, the interpreter's own too where it takes all
    from the C library; 0 where that does not count them."""
    libc = ctypes.CDLL(None)
    if not hasattr(libc, "mallinfo2"):
        return 0
    libc.mallinfo2.restype = _MallInfo
    info = libc.mallinfo2()
    return int(info.uordblks + info.hblkhd)


def give_back() -> None:
    """Gives the system back what is free and fills whole pages."""
    libc = ctypes.CDLL(None)
    if hasattr(libc, "malloc_trim"):
        libc.malloc_trim(0)


def held(folder: Path) -> dict[str, int]:
    """What this process holds now: descriptors, threads, tasks, files, and memory in bytes.

    What players have worked out of the worth of families is bounded but long not complete; they
    forget it first.
    """
    values_for.cache_clear()
    gc.collect()
    give_back()
    resident = int(Path("/proc/self/statm").read_text().split()[1])
    return {
        "descriptors": len(os.listdir("/proc/self/fd")),
        "threads": threading.active_count(),
        "tasks": len(asyncio.all_tasks()),
        "files": sum(1 for path in folder.rglob("*")),
        "objects": len(gc.get_objects()),
        "allocated": allocated(),
        "memory": resident * os.sysconf("SC_PAGE_SIZE"),
    }


if __name__ == "__main__":
    count, table, where = sys.argv[1:]
    asyncio.run(play_all(int(count), int(table), Path(where)))
