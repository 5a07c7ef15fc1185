"""What the topics of the rules are called where they are typed, in the language in use."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from koryo_tui.text.i18n import pgettext

#: By the name that works in every language: one word, which can be typed as well.
TOPIC_NAMES: Final = MappingProxyType(
    {
        "game": pgettext("topic", "game"),
        "deal": pgettext("topic", "deal"),
        "order": pgettext("topic", "order"),
        "turn": pgettext("topic", "turn"),
        "ending": pgettext("topic", "ending"),
        "majority": pgettext("topic", "majority"),
        "score": pgettext("topic", "score"),
        "halls": pgettext("topic", "halls"),
        "tokens": pgettext("topic", "tokens"),
        "shields": pgettext("topic", "shields"),
        "omniscient": pgettext("topic", "omniscient"),
        "spy": pgettext("topic", "spy"),
        "senator": pgettext("topic", "senator"),
        "priest": pgettext("topic", "priest"),
        "shipowner": pgettext("topic", "shipowner"),
        "banker": pgettext("topic", "banker"),
        "guardian": pgettext("topic", "guardian"),
        "broadcaster": pgettext("topic", "broadcaster"),
        "merchant": pgettext("topic", "merchant"),
        "barbarians": pgettext("topic", "barbarians"),
        "lobbying": pgettext("topic", "lobbying"),
        "trust": pgettext("topic", "trust"),
        "missing": pgettext("topic", "missing"),
        "advice": pgettext("topic", "advice"),
    }
)
