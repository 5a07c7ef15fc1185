from __future__ import annotations

import pytest

from koryo_tui.drawing import cells
from koryo_tui.drawing.rules import RulesPage, topic_lines
from koryo_tui.text import rules
from koryo_tui.text.rules import Topic
from protocol.rules import CARDS, FAMILIES, Card, Phase

ABOUT_CARDS = tuple(topic for topic in rules.TOPICS if topic.card is not None)


def ids(topic: Topic) -> str:
    return topic.name


@pytest.mark.parametrize("topic", ABOUT_CARDS, ids=ids)
def test_every_card_has_an_example_that_the_rules_allow(topic: Topic) -> None:
    assert topic.example is not None
    assert topic.said
    before, after = topic.example.before, topic.example.after
    assert bool(topic.example.moves) == (before != after) or topic.card is Card.SENATOR


def test_each_family_and_each_event_has_its_page() -> None:
    assert {topic.card for topic in ABOUT_CARDS} == set(CARDS)
    assert rules.topic_of(Card.BANKER).title == "6 Bankers"


def influence(card: Card) -> tuple[tuple[int, ...], tuple[int, ...]]:
    example = rules.topic_of(card).example
    assert example is not None
    return example.before.influence(), example.after.influence()


def test_what_the_examples_say_is_so() -> None:
    before, after = influence(Card.OMNISCIENT)
    assert after[0] - before[0] == 1, "a token, and no Bankers' points"
    assert before[1] == 0
    before, after = influence(Card.SHIP_OWNER)
    assert before[1] - after[1] == 15
    before, after = influence(Card.MERCHANT)
    assert (before[1], after[0], after[1]) == (9, 9, 0)
    before, after = influence(Card.BARBARIANS)
    assert before[1] - after[1] == 6
    guardian = rules.topic_of(Card.GUARDIAN).example
    assert guardian is not None
    assert {move.seat for move in guardian.before.legal_moves() if hasattr(move, "seat")} == {2}
    lobbying = rules.topic_of(Card.LOBBYING).example
    assert lobbying is not None
    assert lobbying.after.holder(Card.MERCHANT) == 0
    assert lobbying.after.holder(Card.SENATOR) == 1
    deal = rules.topic_of(Card.BROADCASTER).example
    assert deal is not None
    assert deal.before.phase is Phase.DEAL
    assert deal.before.deal_sizes() == (9, 8, 8)
    senator = rules.topic_of(Card.SENATOR).example
    assert senator is not None
    assert sum(senator.after.fronts[0]) == senator.before.limit + 2


@pytest.mark.parametrize("topic", rules.TOPICS, ids=ids)
def test_a_page_can_be_read_beside_the_list_without_scrolling(topic: Topic) -> None:
    lines = topic_lines(topic, 54)
    assert len(lines) <= 22
    assert all(cells.width(line.text) <= 54 for line in lines)


@pytest.mark.parametrize(
    ("sought", "first"),
    [("banker", "banker"), ("swap", "lobbying"), ("FAME", "halls"), ("6", "banker")],
)
def test_a_search_finds_the_topic(sought: str, first: str) -> None:
    assert rules.search(sought)[0].name == first


def test_a_search_wants_all_words() -> None:
    found = {topic.name for topic in rules.search("tie points")}
    assert "score" in found or "majority" in found
    assert not rules.search("tie zebra")


@pytest.mark.parametrize(
    ("name", "topic"),
    [("banker", "banker"), ("0", "barbarians"), ("-", "lobbying"), ("ship owner", "shipowner")],
)
def test_topics_are_named_by_word_or_by_key(name: str, topic: str) -> None:
    found = rules.named(name)
    assert found is not None
    assert found.name == topic


def test_topics_are_listed_and_taken_as_they_are_called_in_the_language_in_use(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    called = {**rules.TOPIC_NAMES, "banker": "\u0431\u0430\u043d\u043a\u0456\u0440"}
    monkeypatch.setattr(rules, "TOPIC_NAMES", called)
    assert f"{called['banker']}: 6 Bankers." in rules.told("")
    for name in (called["banker"].upper(), called["banker"][:4], "Banker", "bank"):
        assert rules.told(name)[0] == "6 Bankers"
    assert called["banker"] in rules.told("zebra")[0]


def test_names_of_topics_are_single_words_and_differ() -> None:
    names = [topic.name for topic in rules.TOPICS]
    assert len(set(names)) == len(names)
    assert all(name.isalpha() and name.islower() for name in names)


def test_typing_searches_and_erasing_brings_everything_back() -> None:
    page = RulesPage().typed("z").typed("x")
    assert page.topic is None
    assert page.erased().erased().found == rules.TOPICS


def test_moving_goes_round_the_ends() -> None:
    assert RulesPage().moved(-1).topic == rules.TOPICS[-1]
    assert RulesPage().moved(-1).moved(1).topic == rules.TOPICS[0]
    assert RulesPage("zx").moved(1).topic is None


def test_the_pages_say_the_numbers_of_the_box() -> None:
    said = " ".join(" ".join(topic.paragraphs) for topic in rules.TOPICS)
    assert "eight tokens" in said
    assert "30 points" in said
    assert len(FAMILIES) == 9
    assert "nine families" in said
