"""Texts that have only so many cells, in the language in use: what, the text, how many."""

from __future__ import annotations

from collections.abc import Iterator

from koryo_tui import browsing
from koryo_tui.drawing import details, panels
from koryo_tui.drawing.choice_page import choice_page
from koryo_tui.drawing.scene import Scene
from koryo_tui.drawing.start import start_page
from koryo_tui.start import HOST, LEVELS, LINES, Start
from koryo_tui.text import (
    advice,
    around,
    choices,
    going,
    labels,
    lobby,
    preparing,
    prompts,
    resuming,
    rules,
    settings,
    waiting,
    words,
)
from koryo_tui.text.words import Names
from protocol.rules import CARDS, FAMILIES, Card, Phase
from tests.koryo_tui.helpers import RulesTable, position
from tests.koryo_tui.test_browsing import ADA, BEN, CLEO, NOW

Budget = tuple[str, str, int]
NAMES = Names(("Olena", "Marco", "Wei", "Ada"), you=3)
WIDEST = Names(("W" * 12,) * 4, you=3)
#: In the narrowest window; and of a prompt that has a shorter form for that one.
_PROMPT, _LONG_PROMPT = 74, 78


def budgets() -> Iterator[Budget]:
    yield from _ledger()
    yield from _status()
    yield from _side()
    yield from _prompts()
    yield from _round_the_table()
    scene = Scene(RulesTable.of(position("4", "6", "7")).view(), 0)
    yield "last line", panels.footer(scene, 1000).text.rstrip(), 80
    for window in (
        going.LEAVE_TABLE,
        going.leave_lobby(False),
        going.leave_lobby(True),
        going.ALONE,
        choices.vote(0, WIDEST, (1, 3)),
        choices.vote(0, WIDEST, (1, 2, 3), (1, 2), is_closed=True),
        choices.only_wait((0, 1, 2), choices.NoVote.SEVERAL, WIDEST, (0, 1, 2)),
        going.leave_left_out(1, stays_out=False),
        choices.only_wait((0, 1, 2), choices.NoVote.SEVERAL, WIDEST),
        choices.menu(tuple({*choices.MENU} - {choices.STUCK, choices.ALONE})),
        choices.menu((choices.STUCK,), may_vote=False),
        choices.menu((choices.ALONE,), may_vote=False),
        going.leave_alone(0, going._ALONE_SOON, may_end=True),
        going.leave_table(1, ("W" * 12,), 9, has_ordered=True),
        going.open_for_nobody((0, 1, 2), WIDEST),
        lobby.which_bot(("easy", "steady", "strong"), None),
        lobby.which_bot(("easy", "steady", "strong"), "W" * 12),
    ):
        yield f"lines of {window.title}", " " * len(choice_page(window, 0, 74)), 22
        yield from ((window.title, f" > 10. {each.label} ", 74) for each in window.choices)


def _ledger() -> Iterator[Budget]:
    for card in CARDS:
        yield "family", words.many(card), 14
    for text in (labels.IN_FRONT, labels.ORDER, labels.TOKENS, labels.INFLUENCE):
        yield "row", text, 15
    for text in (
        labels.HAND,
        labels.HAND_OF.format(number=10),
        labels.UNUSED,
        around.REPLAY_HIDDEN,
    ):
        yield "over the hand", text, 7
    states = (*labels.DOING.values(), *labels.LINKS.values())
    states += (labels.AT_FAULT, labels.HAS_LEFT, labels.ABSENT, labels.RETURNS, labels.CLOSED)
    states += (labels.LOST_FOR.format(time="0:59"), labels.VOTED.format(number=2, of=3))
    for text in (*states, around.ABSENT, around.LEFT, around.FAULT):
        yield "state", text, 11
    for text in labels.FOOTER.values():
        yield "last line", text, 10
    for text in (*labels.LEGEND, labels.LEGEND_AIM):
        yield from (("mark", mark, 74) for mark in text.split(details.BETWEEN))


def _status() -> Iterator[Budget]:
    start = labels.ROUND.format(round=1, rounds=8, deal=10, limit=3, bank=8)
    name = labels.ACTS.format(turn=1, number=4, name="W" * 12)
    for phase in Phase:
        yield "status", f" {start} | {labels.PHASES[phase]} | {name}", 80
    yield "status", f" {start} | {labels.PREPARING} | {name}", 80
    clocks = (labels.PAUSED, labels.PAUSE_WANTED.format(number=3, of=4))
    for trouble in (labels.STOPPED, labels.SITS_OUT):
        yield from (("status", f" {start} | {trouble} | {clock}", 76) for clock in clocks)
    deck = (labels.DECK_OK, labels.DECK_KEYS, labels.DECK_SHUFFLED, labels.DECK_DEALT)
    for text in deck:
        yield "deck", text.format(done=3, checked=3, number=4), 23


def _side() -> Iterator[Budget]:
    for text in (labels.LOG, labels.PLAYERS, labels.DECK, labels.TALK):
        yield "title at the side", text, 14
    for text in (labels.LOG_MORE, labels.PLAYERS_MORE):
        yield "hint at the side", text.format(key="F3"), 15
    for text in (labels.KEYS_MADE, labels.SHUFFLED, labels.CHECKED, labels.DEALT):
        yield "row at the side", text, 16


def _prompts() -> Iterator[Budget]:
    sample = _Sample(
        {
            "cards": words.cards((Card.SHIP_OWNER, Card.SHIP_OWNER)),
            "card": NAMES.card(0, Card.SHIP_OWNER),
            "other_card": NAMES.card(1, Card.BROADCASTER),
            "powers": words.listed((words.many(Card.SPY), words.many(Card.BANKER))),
            "wanted": prompts.number_wanted((1, 2)),
            "number": words.card_count(2),
            "name": "Olena",
            "names": "Olena",
            "yes": words.listed(("Olena", NAMES.names[1])),
            "open": "Wei",
            "time": "14:05",
            "chosen": "2",
        }
    )
    sample.update(dict.fromkeys(("sentence", "why", "waiting", "prompt"), ""))
    # Notes of two lines, which break between words.
    left = waiting.have_left((0,), WIDEST)
    yield "note", words.together((left, going._ALONE_SOON)), 2 * _LONG_PROMPT - 12
    yield "note", going.YOU_LEFT_LONG, 2 * _LONG_PROMPT - 12
    found = [going.YOU_LEFT, going.YOU_LEFT_SHORT, going.NOBODY_LEFT]
    found += [*prompts._COMPLAINTS_ABOUT_YOU.values(), *prompts._COMPLAINTS.values()]
    found += [*prompts._DUTIES.values(), *prompts._AIM_QUESTIONS.values()]
    found += [*waiting._DECIDING_SINCE.values(), *waiting._STEPS_FOR.values()]
    for module in (prompts, preparing, waiting):
        found += [text for name, text in vars(module).items() if name.isupper() and _is_text(text)]
    shortened = (prompts.END_TURN_UNUSED, waiting.SITS_OUT)
    for text in found:
        yield "prompt", text.format_map(sample), _LONG_PROMPT if text in shortened else _PROMPT
    for text in (
        lobby.REMOVE,
        lobby.WAITING_FOR_HOST,
        lobby.WAITING_FOR_START,
        lobby.CAN_START,
        lobby.WAITING_FOR_OTHERS,
        advice.NOT_HERE,
        advice.NOT_ASKED,
        advice.not_yet(),
        f"> 1 {advice.COST}",
    ):
        yield "prompt", text.format_map(sample), _PROMPT


class _Sample(dict[str, str]):
    """What stands in the gaps of a prompt; two digits in one that is not listed."""

    def __missing__(self, name: str) -> str:
        return "12"


def _is_text(value: object) -> bool:
    return isinstance(value, str) and " " in value


def _round_the_table() -> Iterator[Budget]:
    for label, about in around.START_LINES.values():
        yield "start", label, 16
        yield "start", about, 74
    for level in range(len(LEVELS)):
        lines = start_page(Start(mark=LINES.index(HOST), bots=3, level=level), 1000, 24)
        yield "start", next(each.text for each in lines if around.SEATS in each.text).rstrip(), 76
    for round_ in (resuming.NOT_BEGUN, resuming.ROUND.format(round=8)):
        yield "start", resuming.WAITS.format(when="2026-03-05 21:14", round=round_), 54
    for text in (resuming.NOT_BEGUN, resuming.ROUND.format(round=8), resuming.IN_USE):
        yield "how far a table is", text, 17
    for text in (around.MORE_ABOVE, around.MORE_BELOW):
        yield "that a list goes on", text, 20
    for text in (
        around.START_KEYS,
        around.NUMBER_KEYS,
        around.REPLAY_KEYS,
        around.HALLS_KEYS,
        around.RULES_KEYS,
    ):
        yield "keys", text, 74
    yield "keys", advice.REVIEW_KEYS, 74
    yield "keys", advice.REVIEW_KEYS_NOTHING, 74
    yield "under the ledger", around.REPLAY_NOT_OPENED, _PROMPT
    for number in (1, 2, 12):
        yield "start", around.tables_left(number), 54
    yield "start", around.NOTHING_WAITS, 54
    for label, _about in settings.ENTRIES.values():
        yield "setting", label, 20
    for value in (*(v for each in settings.VALUES.values() for v in each.values()),):
        yield "setting", value, 40
    for text in (settings.CHANGE_KEYS, settings.NAME_KEYS, settings.FILE_KEYS, settings.WRITE_KEYS):
        yield "setting", text, 72
    yield "window", choices.FINAL_KEYS, 72
    for text in (settings.CLOSES, settings.CLOSES_WRITES, settings.WRITTEN):
        yield "title", f" {settings.TITLE}   {text}", 76
    _, *rows, _ = browsing.lines(browsing.Seen((ADA, BEN, CLEO), NOW))
    yield from (("row of the tables found", row, 79) for row in rows)
    for topic in rules.TOPICS:
        yield "topic", topic.title, 21
    for name in rules.WHO:
        yield "who", name, 4
    for keys, _ in around.HELP_REPLAY:
        yield "key", keys, 15
    for family in FAMILIES:
        yield "power", words.POWERS[family], 74
