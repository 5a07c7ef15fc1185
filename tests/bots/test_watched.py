"""A bad player of another package costs only its own seat."""

from pathlib import Path

import pytest

from koryo_tui.bots.answers import check_decision
from koryo_tui.bots.sight import Sight
from koryo_tui.bots.steady import Steady
from koryo_tui.bots.watched import Careful, Trouble, careful_bot
from protocol.peer.defaults import default_decision
from protocol.peer.questions import ChooseDiscard, Decision, PlaceOrder, PlayTurn
from protocol.rules import Card, Discard, Done, Order
from tests.bots.helpers import play

BAD = """
import os, time


class Base:
    def __init__(self, seed):
        self.seed = seed


class Hangs(Base):
    def decide(self, sight):
        while True:
            try:
                time.sleep(60)
            except BaseException:
                pass


class Halves(Base):
    def decide(self, sight):
        import gc
        from multiprocessing.connection import Connection
        for pipe in [each for each in gc.get_objects() if isinstance(each, Connection)]:
            os.write(pipe.fileno(), (100).to_bytes(4, "big") + b"half")
        time.sleep(60)


class Exits(Base):
    def decide(self, sight):
        os._exit(3)


class Raises(Base):
    def decide(self, sight):
        raise RuntimeError


class Broken:
    def __init__(self, seed):
        raise RuntimeError


class Good(Base):
    def decide(self, sight):
        from koryo_tui.bots.steady import Steady
        return Steady(self.seed).decide(sight)
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package with bad players and a good one."""
    (tmp_path / "badbots.py").write_text(BAD)
    info = tmp_path / "badbots-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: badbots\nVersion: 1\n")
    kinds = ("Hangs", "Halves", "Exits", "Raises", "Broken", "Good")
    lines = [f"{kind.lower()} = badbots:{kind}" for kind in kinds]
    (info / "entry_points.txt").write_text("\n".join(["[koryo_tui.bots]", *lines, ""]))
    monkeypatch.syspath_prepend(str(tmp_path))


def a_sight(seconds: float = 0.05) -> Sight:
    from dataclasses import replace

    moment = next(play([Steady(0), Steady(1)], seed=1))
    return replace(moment.sight, seconds=seconds)


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("name", "trouble"),
    [
        ("hangs", Trouble.SLOW),
        ("halves", Trouble.SLOW),
        ("exits", Trouble.CRASHED),
        ("raises", Trouble.CRASHED),
        ("broken", Trouble.CRASHED),
    ],
)
def test_its_decision_is_replaced_and_counted(name: str, trouble: Trouble) -> None:
    bot, sight = careful_bot(name, 1, grace=0.05), a_sight()
    try:
        assert bot.decide(sight) == default_decision(sight.question)
        assert bot.troubles == {trouble: 1}
    finally:
        bot.close()


@pytest.mark.usefixtures("installed")
def test_a_good_one_plays_in_its_own_process() -> None:
    bot, sight = careful_bot("good", 1), a_sight(5.0)
    try:
        assert bot.decide(sight) == Steady(1).decide(sight)
        assert bot.decide(sight) == Steady(1).decide(sight)
        assert not bot.troubles
    finally:
        bot.close()


class Cheat:
    """Answers what it was told to answer."""

    def __init__(self, answer: object) -> None:
        self._answer = answer

    def decide(self, _sight: Sight) -> Decision:
        """Whatever it was told."""
        return self._answer  # type: ignore[return-value]


@pytest.mark.parametrize(
    "answer",
    [
        None,
        PlaceOrder(Order((Card.MERCHANT,) * 9)),
        PlaceOrder(Order(())),
        PlaceOrder(None),  # type: ignore[arg-type]
        PlayTurn((Done(),)),
        ChooseDiscard(Discard(())),
    ],
)
def test_an_illegal_answer_is_replaced(answer: object) -> None:
    sight = a_sight()
    bot = Careful(Cheat(answer))
    assert bot.decide(sight) == default_decision(sight.question)
    assert bot.troubles == {Trouble.ILLEGAL: 1}


def test_a_turn_may_neither_stop_early_nor_go_on() -> None:
    for moment in play([Steady(0), Steady(1)], seed=2):
        if not isinstance(moment.decision, PlayTurn):
            continue
        moves = moment.decision.moves
        for wrong in (moves[:-1], (*moves, Done()), ()):
            bot = Careful(Cheat(PlayTurn(wrong)))
            check_decision(moment.sight.question, bot.decide(moment.sight))
            assert bot.troubles == {Trouble.ILLEGAL: 1}


def test_the_plain_answer_is_always_legal() -> None:
    for moment in play([Steady(seat) for seat in range(4)], seed=3):
        check_decision(moment.sight.question, default_decision(moment.sight.question))
