"""A player's turn: turning up, events, powers (R5)."""

import pytest

from protocol.rules import NOTHING, Card, Reason, Swap, read_cards
from tests.rules.helpers import after, assert_illegal, assert_refused, in_turn, legal, waiting


def test_a_banker_used_before_the_majority_is_lost_keeps_its_token() -> None:
    """At any moment at which it holds the majority (R5.6)."""
    position = after(in_turn("669/668", "6L"), "u6 t uL w0:6-1:8")
    assert position.tokens == (1, 0)
    assert not position.has_power(0, Card.BANKER)


def test_a_bankers_majority_lost_before_it_is_used_gives_no_token() -> None:
    """The power goes with the majority (R2.5)."""
    position = after(in_turn("66/68", "L"), "uL w0:6-1:8")
    assert_illegal(position, "t", Reason.NO_POWER)


def test_a_banker_used_before_the_turn_up_is_not_used_again_after_it() -> None:
    """Once in a turn (R5.6)."""
    position = after(in_turn("6/-", "66"), "t u6")
    assert position.tokens == (1, 0)
    assert position.has_power(0, Card.BANKER)
    assert_illegal(position, "t", Reason.POWER_USED)


def test_a_power_lost_and_won_again_is_not_used_twice() -> None:
    """Once is once (R5.6)."""
    position = after(in_turn("669/68", "LL"), "uL t w0:6-1:8")
    assert not position.has_power(0, Card.BANKER)
    again = after(position, "w0:9-1:6")
    assert again.has_power(0, Card.BANKER)
    assert_illegal(again, "t", Reason.POWER_USED)


def test_a_priest_removes_the_event_just_resolved() -> None:
    """It does not wait any more (R5.9)."""
    position = after(in_turn("4/99", "B"), "uB x1:9")
    assert "pB" in legal(position)
    assert after(position, "pB").fronts == (read_cards("4"), read_cards("9"))


def test_two_barbarians_make_a_tied_rival_lead_alone_and_be_shielded() -> None:
    """The first takes a Guardian of one of two tied rivals, so the other cannot be chosen
    (R5.10): majorities are looked at anew before the second (R5.3)."""
    position = after(in_turn("-/77/779", "BB"), "uB")
    assert {"x1:7", "x2:7", "x2:9"} <= legal(position)
    second = after(position, "x1:7")
    assert_illegal(second, "x2:9", Reason.SHIELDED)
    assert legal(second) == {"x1:7", "dB"}


def test_a_guardian_lost_to_lobbying_restores_the_shield_of_the_spies() -> None:
    """The shield needs the Spies and not one Guardian (R5.11), each moment anew (R2.3)."""
    position = after(in_turn("9/227/88", "LL"), "uL")
    assert "w0:9-1:7" in legal(position)
    second = after(position, "w0:9-1:7")
    assert_illegal(second, "w1:2-2:8", Reason.SHIELDED)
    assert legal(second) == {"w0:7-2:8", "dL"}


def test_with_two_players_a_shield_of_the_spies_spends_lobbying() -> None:
    """There is no target (R5.4); the event stays in front (R5.13)."""
    position = after(in_turn("9/2", "L"), "uL")
    assert waiting(position) == NOTHING
    assert legal(position) == {"."}
    assert position.fronts[0] == read_cards("9L")


@pytest.mark.parametrize("moves", ["uB x1:9 uL w0:6-1:8", "uL w0:6-1:8 uB x1:9"])
def test_a_pair_of_two_events_is_played_in_either_order(moves: str) -> None:
    """In the order its player likes (R5.1)."""
    position = after(in_turn("6/89", "BL"), f"{moves} .")
    assert position.fronts == (read_cards("8BL"), read_cards("6"))


def test_a_pair_of_two_events_is_turned_up_one_by_one() -> None:
    """Either first (R5.2), and the other only when nothing waits (R5.3)."""
    position = in_turn("5/89", "BL")
    assert legal(position) == {"uB", "uL"}
    assert_illegal(after(position, "uB"), "uL", Reason.EVENT_WAITS)


def test_a_guardian_turned_up_first_counts_before_the_barbarians() -> None:
    """Majorities are looked at anew before an event is resolved (R5.3)."""
    position = in_turn("7/179", "7B")
    assert_illegal(after(position, "uB"), "x1:9", Reason.NOT_WAITING)
    assert legal(after(position, "uB")) == {"u7"}
    first = after(position, "u7 uB")
    assert legal(first) == {"x1:1", "x1:7", "x1:9", "dB"}


def test_an_empty_bank_gives_nothing() -> None:
    """The Banker takes while there is a token (R5.7)."""
    assert_illegal(in_turn("6/-", tokens="35"), "t", Reason.BANK_EMPTY)


def test_a_bank_of_one_serves_the_first_of_two_bankers_turns() -> None:
    """There is none left for the second (R5.7)."""
    first = after(in_turn("6/-", tokens="34"), "t")
    assert (first.tokens, first.bank) == ((4, 4), 0)
    assert_illegal(in_turn("-/6", actor=1, tokens="44"), "t", Reason.BANK_EMPTY)


def test_a_spy_finds_nothing_where_nobody_else_has_a_token() -> None:
    """It steals from a seat that has one (R5.8)."""
    position = in_turn("2/-/-", tokens="500")
    assert legal(position) == {"."}
    assert_illegal(position, "s1", Reason.NO_TOKEN)


def test_a_spy_robs_a_seat_without_cards_and_an_absent_one() -> None:
    """Both can be robbed (R5.8), but need not be (R5.6)."""
    position = in_turn("2/-/9", tokens="011", standing="ssa")
    assert legal(position) == {"s1", "s2", "."}
    assert after(position, "s1").tokens == (1, 0, 1)
    assert after(position, "s2").tokens == (1, 1, 0)


def test_a_spy_robs_even_the_holder_of_a_shield() -> None:
    """No shield protects tokens (R5.8)."""
    assert "s1" in legal(in_turn("12/27", tokens="01"))


def test_two_lobbying_with_the_banker_used_between() -> None:
    """Powers may be used while an event waits (R5.3)."""
    position = after(in_turn("9/6", "LL"), "uL w0:9-1:6")
    assert "t" in legal(position)
    back = after(position, "t w0:6-1:9 .")
    assert back.tokens == (1, 0)
    assert back.fronts == (read_cards("9LL"), read_cards("6"))


def test_a_priest_with_one_old_and_one_waiting_barbarians_removes_one() -> None:
    """One more in front than wait (R5.9)."""
    position = after(in_turn("4B/9", "B"), "uB")
    assert "pB" in legal(position)
    removed = after(position, "pB")
    assert removed.fronts[0] == read_cards("4B")
    assert waiting(removed)[Card.BARBARIANS] == 1
    assert_illegal(after(in_turn("4/9", "B"), "uB"), "pB", Reason.STILL_WAITING)


def test_the_own_shield_is_lifted_by_the_guardian_of_the_pair() -> None:
    """A seat is shielded from its own Lobbying too (R5.11)."""
    position = in_turn("2/9", "7L")
    assert "w0:2-1:9" in legal(after(position, "u7 uL"))
    spent = after(position, "uL")
    assert waiting(spent) == NOTHING
    assert legal(spent) == {"u7"}


def test_swaps_within_one_family_are_no_target() -> None:
    """The ruling of R5.11."""
    position = after(in_turn("99/9", "L"), "uL")
    assert waiting(position) == NOTHING
    mixed = after(in_turn("89/9", "L"), "uL")
    assert legal(mixed) == {"w0:8-1:9", "dL"}
    assert_illegal(mixed, "w0:9-1:9", Reason.SAME_FAMILY)


def test_an_absent_seats_guardians_still_shield_it() -> None:
    """They give a majority (R8.2), and so a shield (R5.10)."""
    position = after(in_turn("9/779", "B", standing="sa"), "uB")
    assert waiting(position) == NOTHING
    assert_illegal(position, "x1:9", Reason.NOT_WAITING)


def test_an_absent_seats_cards_can_be_destroyed_and_swapped() -> None:
    """They stay in play (R8.2), also in a swap between two others (R5.11)."""
    position = in_turn("9/8/6", "BL", standing="sas")
    assert after(position, "uB x1:8").fronts[1] == NOTHING
    assert after(position, "uL w1:8-2:6").fronts[1] == read_cards("6")


def test_cards_of_one_type_are_turned_up_together() -> None:
    """All at once (R5.2)."""
    position = after(in_turn("-/-", "999"), "u9")
    assert position.fronts[0][Card.MERCHANT] == 3
    assert legal(position) == {"."}


def test_several_events_wait_together_and_each_is_declined_by_itself() -> None:
    """They wait (R5.3) until each is declined (R5.5)."""
    position = after(in_turn("-/9", "BBB"), "uB dB")
    assert waiting(position)[Card.BARBARIANS] == 2
    assert_illegal(position, ".", Reason.EVENT_WAITS)
    assert legal(after(position, "dB dB")) == {"."}


def test_barbarians_that_find_nothing_left_are_spent() -> None:
    """At once (R5.4); they stay in front (R5.13)."""
    position = after(in_turn("-/9", "BBB"), "uB x1:9")
    assert waiting(position) == NOTHING
    assert position.fronts[0] == read_cards("BBB")


def test_powers_may_be_used_while_an_event_waits() -> None:
    """All three of R5.6, as R5.3 says."""
    position = after(in_turn("2446B/99", "L", tokens="01"), "uL")
    assert {"t", "s1", "pB"} <= legal(position)


def test_a_turn_goes_on_until_everything_is_face_up() -> None:
    """Nothing may lie face down at its end (R5.12)."""
    position = in_turn("-/-", "69")
    assert_illegal(position, ".", Reason.NOT_DONE)
    assert legal(after(position, "u9")) == {"u6"}


@pytest.mark.parametrize(
    "swap", [Swap(seat, Card.BROADCASTER, 0, Card.MERCHANT) for seat in (0, 1)]
)
def test_a_swap_is_between_two_seats_the_lower_one_first(swap: Swap) -> None:
    position = after(in_turn("89/89", "L"), "uL")
    assert_refused(Reason.SAME_SEAT, lambda: position.played(swap))


@pytest.mark.parametrize(
    ("fronts", "order", "moves", "wrong", "reason"),
    [
        ("-/9", "6", "", "u9", Reason.NOT_IN_ORDER),
        ("2/-", "-", "", "s0", Reason.OWN_SEAT),
        ("2/-", "-", "", "s2", Reason.NO_SUCH_SEAT),
        ("-/2", "-", "", "s1", Reason.NO_POWER),
        ("44/-", "-", "", "p4", Reason.NOT_AN_EVENT),
        ("4B/-", "-", "", "pL", Reason.NOTHING_IN_FRONT),
        ("4BB/-", "-", "pB", "pB", Reason.POWER_USED),
        ("9/9", "B", "uB", "x0:9", Reason.OWN_SEAT),
        ("9/9", "B", "uB", "x3:9", Reason.NO_SUCH_SEAT),
        ("9/9", "B", "uB", "x1:8", Reason.NOTHING_IN_FRONT),
        # Events are moved by nothing but the Priests (R5.13).
        ("9/9B", "B", "uB", "x1:B", Reason.NOT_A_CHARACTER),
        ("8/9", "B", "uB", "w0:8-1:9", Reason.NOT_WAITING),
        ("8/9", "L", "uL", "w0:8-2:9", Reason.NO_SUCH_SEAT),
        ("8/9", "L", "uL", "w0:7-1:9", Reason.NOTHING_IN_FRONT),
        ("8/9", "L", "uL", "w0:L-1:9", Reason.NOT_A_CHARACTER),
        ("8/9", "L", "uL", "dB", Reason.NOT_WAITING),
    ],
)
def test_a_move_against_the_rules_is_refused_with_its_reason(
    fronts: str, order: str, moves: str, wrong: str, reason: Reason
) -> None:
    assert_illegal(after(in_turn(fronts, order), moves), wrong, reason)
