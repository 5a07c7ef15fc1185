"""Players by name, also those of other packages."""

from importlib.metadata import EntryPoint

import pytest

from koryo_tui.bots import registry
from koryo_tui.bots.registry import (
    UnknownBot,
    check_name,
    is_ours,
    levels,
    make_bot,
    names,
    styles,
    with_some_style,
)
from koryo_tui.bots.steady import Steady
from koryo_tui.bots.strong import Strong


@pytest.fixture
def others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two packages are installed, one of which takes a name of ours."""
    points = [
        EntryPoint("careless", "koryo_tui.bots.steady:Steady", registry.GROUP),
        EntryPoint("strong", "koryo_tui.bots.steady:Steady", registry.GROUP),
    ]
    monkeypatch.setattr(registry, "entry_points", lambda group: points)


def test_three_levels_with_styles() -> None:
    assert levels() == ("easy", "steady", "strong")
    assert isinstance(make_bot("strong:raider", 1), Strong)
    assert set(styles()) >= {"even", "builder", "collector", "raider"}


@pytest.mark.usefixtures("others")
def test_players_of_other_packages_appear_and_replace_none_of_ours() -> None:
    assert names() == ("easy", "steady", "strong", "careless")
    assert isinstance(make_bot("careless", 1), Steady)
    assert isinstance(make_bot("strong", 1), Strong)
    assert (is_ours("steady:even"), is_ours("careless")) == (True, False)


@pytest.mark.parametrize("name", ["", "clever", "strong:", "strong:lazy", "careless:even"])
@pytest.mark.usefixtures("others")
def test_other_names_are_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(UnknownBot, match="easy, steady, strong, careless"):
        check_name(name)


@pytest.mark.usefixtures("others")
def test_seats_of_a_table_get_styles() -> None:
    drawn = {with_some_style("steady", seed) for seed in range(40)}
    assert drawn == {f"steady:{style}" for style in styles()}
    assert with_some_style("steady:even", 1) == "steady:even"
    assert with_some_style("careless", 1) == "careless"
