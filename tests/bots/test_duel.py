"""Two choices head to head, and what is advised if neither is surely better."""

from dataclasses import replace

import pytest

from koryo_tui.bots import advice
from koryo_tui.bots.advice import hint
from koryo_tui.bots.duel import Duel, head_to_head
from koryo_tui.bots.sight import Sight
from koryo_tui.bots.strong import Strong, Weighed
from koryo_tui.text.advice import sentence
from koryo_tui.text.words import Names
from protocol.peer.questions import ChooseDiscard, Decision
from protocol.rules import Card, Discard
from tests.bots.helpers import LITTLE, sight_at
from tests.rules.helpers import at_ending

NAMES = Names(("Ada", "Easy 1", "Easy 2"), you=0)


def giving_up(*cards: Card) -> Decision:
    return ChooseDiscard(Discard(cards))


MERCHANT, SHIP_OWNER = giving_up(Card.MERCHANT), giving_up(Card.SHIP_OWNER)


def leading() -> Sight:
    """Merchants lead alone; nobody else has any; two Ship Owners are as good now as one."""
    return sight_at(at_ending("125569/3466/7", round=3))


def test_both_are_played_with_the_same_luck() -> None:
    one = head_to_head(leading(), MERCHANT, SHIP_OWNER, seed=1)
    turned = head_to_head(leading(), SHIP_OWNER, MERCHANT, seed=1)
    same = head_to_head(leading(), MERCHANT, MERCHANT, seed=1)
    assert one.ahead == -turned.ahead != 0
    assert one.error == pytest.approx(turned.error)
    assert one.error > 0
    assert (same.ahead, same.error) == (0, 0)
    assert [each.decision for each in (one.one, one.other)] == [MERCHANT, SHIP_OWNER]
    assert one.other.influence[0] - one.one.influence[0] == Card.MERCHANT


def test_where_nothing_is_left_to_chance_there_is_no_error() -> None:
    sight = sight_at(at_ending("12334455667/9/8", round=8))
    duel = head_to_head(sight, giving_up(Card.OMNISCIENT), giving_up(Card.GUARDIAN))
    assert (duel.error, duel.one.samples) == (0, 1)
    assert duel.ahead > 0


def advised(monkeypatch: pytest.MonkeyPatch, ahead: float, error: float) -> advice.Hint:
    """The hint if giving up the Merchant looks best, and a duel turns out like this."""
    sight = leading()
    points = [float(each) for each in sight.position.influence()]
    first = Weighed(MERCHANT, 0.5, tuple(points), LITTLE)
    second = replace(first, decision=SHIP_OWNER, chance=0.45)
    duel = Duel(replace(first, chance=0.45 + ahead), second, error)
    monkeypatch.setattr(Strong, "weigh", lambda self, sight: [first, second])
    monkeypatch.setattr(advice, "head_to_head", lambda *given: duel)
    return hint(sight, seed=1)


@pytest.mark.parametrize(("ahead", "error"), [(0.02, 0.02), (0.005, 0.0), (-0.05, 0.01)])
def test_nothing_is_given_up_now_for_what_may_be_chance(
    monkeypatch: pytest.MonkeyPatch, ahead: float, error: float
) -> None:
    given = advised(monkeypatch, ahead, error)
    assert given.decision == SHIP_OWNER
    assert given.sacrifice is None
    assert given.next_best == MERCHANT
    assert given.ahead == pytest.approx(max(0.0, -ahead))


def test_what_is_given_up_for_a_sure_gain_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    given = advised(monkeypatch, ahead=0.06, error=0.02)
    assert given.decision == MERCHANT
    assert given.sacrifice is not None
    assert given.sacrifice.instead == SHIP_OWNER
    assert given.sacrifice.fleeting is Card.MERCHANT
    assert sentence(leading().question, given, NAMES) == (
        "Discard 1 Merchant: it counts 9 now, but is missed least in the rounds to come."
    )
