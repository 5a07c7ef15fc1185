"""Whether this machine can hear itself by multicast on loopback."""

from __future__ import annotations

import asyncio

import pytest

from protocol.net.multicast import check_multicast
from tests.net.links import HERE


def _why_not() -> str | None:
    try:
        asyncio.run(check_multicast(HERE))
    except OSError as error:
        return f"multicast does not work on loopback here: {error}"
    return None


_WHY_NOT = _why_not()
needs_multicast = pytest.mark.skipif(_WHY_NOT is not None, reason=str(_WHY_NOT))
