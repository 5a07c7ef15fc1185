"""The rules on the screen: topics at the left, the text of one at the right."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from koryo_tui.drawing import cells
from koryo_tui.drawing.lines import (
    ASCII_GLYPHS,
    Glyphs,
    Line,
    Lines,
    Span,
    Tone,
    block,
    joined,
    line,
    wrapped,
)
from koryo_tui.drawing.lists import more_below, window
from koryo_tui.text import around, rules, words
from koryo_tui.text.rules import Topic
from protocol.rules import CARDS, Counts, Position

_LIST: Final = 24
_SLASH: Final = "/"
#: Where the next letter goes.
_CURSOR: Final = "_"
#: No dash in it, which is also the key of Lobbying.
_ARROW: Final = " => "


@dataclass(frozen=True)
class RulesPage:
    """``sought`` is what was typed, ``mark`` the topic among those found, ``scroll`` lines of its
    text that have gone out above. ``is_begun``: a search was begun, and nothing typed yet."""

    sought: str = ""
    mark: int = 0
    scroll: int = 0
    is_begun: bool = False

    @cached_property
    def found(self) -> tuple[Topic, ...]:
        """The topics that match, all of them while nothing is sought."""
        return rules.search(self.sought) if self.sought.strip() else rules.TOPICS

    @property
    def topic(self) -> Topic | None:
        """The topic on show."""
        return self.found[self.mark] if self.found else None

    @classmethod
    def at(cls, topic: Topic) -> RulesPage:
        """Open at ``topic``."""
        return cls(mark=rules.TOPICS.index(topic))

    def typed(self, text: str) -> RulesPage:
        """With more to search for. A slash before it only begins the search."""
        sought = self.sought + text if self.sought else text.removeprefix(_SLASH)
        return RulesPage(sought, is_begun=not sought)

    def erased(self) -> RulesPage:
        """With the last character taken back."""
        return RulesPage(self.sought[:-1])

    def moved(self, step: int) -> RulesPage:
        """At another topic, round the ends."""
        return replace(self, mark=(self.mark + step) % max(len(self.found), 1), scroll=0)

    def scrolled(self, lines: int) -> RulesPage:
        """Further down or up in the text."""
        return replace(self, scroll=max(self.scroll + lines, 0))


def rules_page(page: RulesPage, width: int, height: int, glyphs: Glyphs = ASCII_GLYPHS) -> Lines:
    """The whole screen."""
    body = height - 2
    topics = tuple(
        line(
            cells.fit(f"{'>' if number == page.mark else ' '} {topic.title}", _LIST - 1),
            Tone.CURSOR if number == page.mark else Tone.PLAIN,
        )
        for number, topic in enumerate(page.found)
    )
    left = window(topics, page.mark, _LIST, body)
    room = width - _LIST - 2
    text = text_lines(page, room)
    # What was scrolled too far comes back, so that a key in the other direction acts at once.
    start = min(page.scroll, max(len(text) - body, 0))
    right = block(text[start:], room, body)
    if start + body < len(text):
        right = (*right[:-1], more_below(room))
    bar = Span(f"{glyphs.upright} ", Tone.QUIET)
    rows = tuple(
        Line((*one.spans, bar, *other.spans)).fitted(width)
        for one, other in zip(left, right, strict=True)
    )
    sought = around.RULES_SEARCH
    if page.sought or page.is_begun:
        sought = around.RULES_FOUND.format(text=page.sought or _CURSOR)
    return (
        line(f" {around.RULES_TITLE} | {cells.crop(sought, width - 10)}", Tone.TITLE).fitted(width),
        *rows,
        line(f" {cells.crop(around.RULES_KEYS, width - 2)}", Tone.KEYS).fitted(width),
    )


def text_lines(page: RulesPage, width: int) -> Lines:
    """The text of the topic on show."""
    topic = page.topic
    if topic is None:
        return wrapped(around.RULES_NOTHING.format(text=page.sought.strip()), width)
    return topic_lines(topic, width)


def topic_lines(topic: Topic, width: int) -> Lines:
    """A topic in full: title, paragraphs, and its example with the numbers before and after."""
    lines = [line(f" {topic.title}", Tone.TITLE), Line()]
    for paragraph in topic.paragraphs:
        lines += [*wrapped(paragraph, width), Line()]
    if topic.example is not None:
        lines += [line(f" {around.EXAMPLE}", Tone.TITLE), *wrapped(topic.said, width), Line()]
        before, after = topic.example.before, topic.example.after
        cards = [_change(_keys(before, seat), _keys(after, seat)) for seat in range(before.seats)]
        room = max(cells.width(text) for text in (*cards, around.EXAMPLE_HEAD[0])) + 2
        head = cells.fit(around.EXAMPLE_HEAD[0], room) + cells.fit(around.EXAMPLE_HEAD[1], 10)
        lines.append(line(f" {' ' * 5}{head}{around.EXAMPLE_HEAD[2]}", Tone.QUIET))
        for seat in range(before.seats):
            name = cells.fit(rules.WHO[seat], 5)
            tokens = _change(str(before.tokens[seat]), str(after.tokens[seat]))
            points = _change(str(before.influence()[seat]), str(after.influence()[seat]))
            text = f"{cells.fit(cards[seat], room)}{cells.fit(tokens, 10)}{points}"
            lines.append(joined(Span(f" {name}", Tone.STRONG), text))
    return tuple(lines)


def _keys(position: Position, seat: int) -> str:
    front: Counts = position.fronts[seat]
    return " ".join(words.KEYS[card] for card in CARDS for _ in range(front[card])) or "."


def _change(before: str, after: str) -> str:
    return before if before == after else f"{before}{_ARROW}{after}"
