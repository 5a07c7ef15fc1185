"""A seat at a table that begins: the peer, its links and its files put together."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from protocol.log.signing import SigningKey
from protocol.net.folder import TableFolder
from protocol.net.listener import Listener
from protocol.net.mesh import Mesh, OnFrame, OnSeat
from protocol.net.seating import Seating
from protocol.net.session import FOR_EYES, LINGER, Session
from protocol.net.timing import Timing
from protocol.peer.peer import Peer


def sit_down(
    key: SigningKey,
    seating: Seating,
    folder: TableFolder,
    transcripts: Path,
    listener: Listener | None,
    on_change: Callable[[], None],
    *,
    journal: Sequence[bytes] = (),
    app: str = "",
    timing: Timing | None = None,
    linger: float | None = LINGER,
    quiet: float = FOR_EYES,
) -> Session:
    """The session of ``key`` at the table of ``seating``, over a mesh of its own."""

    def open_mesh(on_frame: OnFrame, on_link: OnSeat) -> Mesh:
        return Mesh(
            key,
            seating.table,
            seating.identities,
            seating.seat,
            listener,
            seating.addresses,
            on_frame,
            on_link,
            app=app,
            timing=timing,
        )

    return Session(
        Peer(key, seating.roster, seating.nonce, os.urandom, journal),
        folder,
        transcripts,
        open_mesh,
        on_change,
        links=seating.links.values(),
        linger=linger,
        quiet=quiet,
    )
