"""Two bad seats of four keep the honest ones apart and play on with each of them alone.

At four seats one bad seat cannot do this. Two can, and whoever holds both records sees who did.
"""

from __future__ import annotations

from pathlib import Path

from koryo_tui.exits import Exit
from koryo_tui.verifying import compare, report
from protocol.log.attempts import Outcomes
from protocol.log.messages import StepKind, Why
from protocol.peer.parting import signed_both_ways
from tests.attacks.bad_seats import BadSeats
from tests.peer.harness import NAMES, Room
from tests.peer.remembered import remembered_checks
from tests.peer.scenes import (
    agrees,
    check_honest,
    closed,
    closing_of,
    made_absent,
    others,
    reach,
    seated,
)

ADA, BEN = 0, 1


def played_on_without(honest: int) -> Room:
    """One of two tables that were one until the first order was due: to the two bad seats the
    other honest one alone is there, and agrees with them that ``honest`` is silent."""
    room = seated(4)
    step = reach(room, StepKind.ORDER)
    room.deliver_all()
    room.unplug(honest)
    room.run()
    for seat in others(room, honest):
        agrees(room, seat, honest)
    # Without its acknowledgement the order counts; with its next word missing it is left out.
    room.run(until=lambda: closed(room, step + 1, honest))
    return room


def test_both_records_together_show_who_signed_both_ways(tmp_path: Path) -> None:
    stories = []
    for held_by, without in ((ADA, BEN), (BEN, ADA)):
        with remembered_checks():
            room = played_on_without(without)
            check_honest(room)
        assert [found[1:] for found in made_absent(room, held_by)] == [(without, Why.SILENT)]
        file = tmp_path / f"{NAMES[held_by]}.koryo"
        file.write_bytes(room.seats[held_by].transcript)
        held = report(file)
        assert held.exit is Exit.UNFINISHED, "valid by itself, as far as it goes"
        assert held.story is not None
        stories.append(held.story)

    said, code = compare(*stories)
    assert code is Exit.FAILED
    assert said.endswith("signed both ways: Cleo, Dan.")


def test_they_can_although_nobody_is_called_silent() -> None:
    """One signs two orders and is left out for it. The other reports that it acknowledged the
    second, so that the first is passed over; and acknowledges the first all the same."""
    with remembered_checks():
        bad = BadSeats(4, 2)
        room, step, (speaker, helper) = bad.room, bad.step, bad.seats
        one, other = bad.honest
        for word in (bad.word(1), bad.word(2)):
            for honest in bad.honest:
                bad.says(honest, word)
        first, _said = bad.held(one, 0).acknowledgements[one]
        open_step = room.seats[one].peer.log.open
        assert open_step is not None
        (second,) = {target.head for target in Outcomes(open_step).targets(0)} - {first}
        for_its_fault = bad.held(one, 1).changes[one][0].change.left_out
        assert [(gone.seat, gone.why) for gone in for_its_fault] == [(speaker, Why.FAULT)]
        vote = bad.vote(helper, 1, for_its_fault, bad.acknowledges(helper, 0, second))
        for honest in bad.honest:
            bad.says(honest, vote)
        passed_over, _said = bad.held(one, 1).acknowledgements[one]
        room.link(one, other, False)
        bad.says(one, bad.acknowledges(helper, 1, passed_over))
        bad.says(other, *(bad.acknowledges(seat, 0, first) for seat in bad.seats))

    closings = closing_of(room, step, one), closing_of(room, step, other)
    assert [closing.made_absent for closing in closings] == [((speaker, Why.FAULT),), ()]
    assert [closing.after.head for closing in closings] == [passed_over, first]
    things = (thing for closing in closings for thing in closing.things)
    assert signed_both_ways(room.roster, things) == tuple(sorted(bad.seats))
