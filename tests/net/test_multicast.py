from __future__ import annotations

import pytest

from protocol.net.multicast import check_multicast
from tests.net.links import HERE
from tests.net.multicast import needs_multicast


@needs_multicast
async def test_loopback_hears_itself() -> None:
    await check_multicast(HERE)


async def test_an_address_that_is_not_of_this_machine_cannot_hear() -> None:
    with pytest.raises(OSError, match=r"No such device|assign|[Ii]nvalid"):
        await check_multicast("203.0.113.77", seconds=0.3)
