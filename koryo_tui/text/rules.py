"""The rules as pages: found by name or by what is said in them, and told in plain lines."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from koryo_tui.text import words
from koryo_tui.text.card_topics import CARD_TOPICS
from koryo_tui.text.i18n import _, pgettext
from koryo_tui.text.topic_names import TOPIC_NAMES
from koryo_tui.text.topics import GAME, TABLE, WHO, Topic
from koryo_tui.typed import bare
from protocol.rules import CARDS, Card, Position, cards_of

__all__ = ["TOPICS", "WHO", "Topic", "named", "page", "search", "told", "topic_of"]

TOPICS: Final = (*GAME, *CARD_TOPICS, *TABLE)

BEFORE: Final = _("Before")
AFTER: Final = _("After")
HEADING: Final = pgettext("above lines", "{heading}:")
NOTHING: Final = _("nothing in front")
EXAMPLE_ROW: Final = _("{name}: {cards}; {tokens}; influence {points}.")
EXAMPLE: Final = _("For example: {said}")
TOPIC_LIST: Final = _("{name}: {title}.")
NO_TOPIC: Final = _('There is no topic "{said}". The topics: {names}.')


def topic_of(card: Card) -> Topic:
    """The page of a type of card."""
    return _TOPIC_OF[card]


_TOPIC_OF: Final = MappingProxyType(
    {topic.card: topic for topic in TOPICS if topic.card is not None}
)
assert set(_TOPIC_OF) == set(CARDS)
assert set(TOPIC_NAMES) == {topic.name for topic in TOPICS}


def search(text: str) -> tuple[Topic, ...]:
    """The topics in which all words are said: first those with them in the title, then those in
    which they come early."""
    wanted = text.casefold().split()
    places = ((_place(topic, wanted), topic) for topic in TOPICS)
    found = [(place, topic) for place, topic in places if place is not None]
    return tuple(topic for _, topic in sorted(found, key=lambda each: each[0]))


def _place(topic: Topic, wanted: list[str]) -> int | None:
    """Where in the topic all words have been said; None if they are not."""
    title = f"{topic.name} {topic.title}".casefold()
    if all(word in title for word in wanted):
        return -1
    text = " ".join((*topic.paragraphs, topic.said)).casefold()
    places = [text.find(word) for word in wanted]
    return None if -1 in places else max(places)


def told(name: str) -> tuple[str, ...]:
    """The page called ``name`` in plain lines; all topics for no name or one that is none."""
    wanted = name.strip().casefold()
    if not wanted:
        return tuple(
            TOPIC_LIST.format(name=TOPIC_NAMES[topic.name], title=topic.title.strip())
            for topic in TOPICS
        )
    found = named(wanted)
    if found is None:
        names = words.listed(tuple(TOPIC_NAMES[topic.name] for topic in TOPICS))
        return (NO_TOPIC.format(said=name.strip(), names=names),)
    return page(found)


def named(name: str) -> Topic | None:
    """The topic of that name, in English or in the language in use, or the first one of which it
    is the beginning; else the first one that a search finds."""
    wanted = bare(name.replace(" ", ""))
    if not wanted:
        return None
    by_key = next((t for t in TOPICS if t.card is not None and words.KEYS[t.card] == wanted), None)
    called = [(topic, typed) for topic in TOPICS for typed in _typed(topic)]
    exact = next((topic for topic, typed in called if typed == wanted), None)
    begun = next((topic for topic, typed in called if typed.startswith(wanted)), None)
    return exact or by_key or begun or next(iter(search(name)), None)


def is_called(topic: Topic, name: str) -> bool:
    """Whether ``name`` is what the topic is called, or the beginning of it."""
    wanted = bare(name.replace(" ", ""))
    return any(typed.startswith(wanted) for typed in _typed(topic))


def _typed(topic: Topic) -> tuple[str, str]:
    """What can be typed for a topic: its name, and what it is called in the language in use."""
    return bare(TOPIC_NAMES[topic.name]), topic.name


def page(topic: Topic) -> tuple[str, ...]:
    """A topic in plain lines: title, paragraphs, the example with its numbers."""
    return (topic.title, *topic.paragraphs, *example_lines(topic))


def example_lines(topic: Topic) -> tuple[str, ...]:
    """What the example says, then the table before it and after it; empty without one."""
    if topic.example is None:
        return ()
    lines = [EXAMPLE.format(said=topic.said)]
    before, after = topic.example.before, topic.example.after
    shown = ((BEFORE, before), (AFTER, after)) if topic.example.moves else (("", before),)
    for heading, position in shown:
        if heading:
            lines.append(HEADING.format(heading=heading))
        lines += [row(position, seat) for seat in range(position.seats)]
    return tuple(lines)


def row(position: Position, seat: int) -> str:
    """A seat of an example."""
    front = cards_of(position.fronts[seat])
    return EXAMPLE_ROW.format(
        name=WHO[seat],
        cards=words.cards(front) if front else NOTHING,
        tokens=words.token_count(position.tokens[seat]),
        points=position.influence()[seat],
    )
