from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from koryo_tui.leaving import leaving_lines
from koryo_tui.plain.going import Goodbye
from koryo_tui.plain.table import TableDesk
from protocol.peer.talk import ANOTHER_GAME, COME_ALONG
from protocol.peer.verify import verify
from protocol.peer.view import HandView, LinkEnd, LinkState, TableView, TalkView, VoteView
from protocol.rules import Card, Order, Phase
from tests.koryo_tui.helpers import RulesTable, cards, position, turn_position
from tests.koryo_tui.typist import PeerPort, Typist
from tests.peer.harness import Room

FRONTS = ("446779", "133688899-", "2355770")


@dataclass
class Seat:
    """A table whose view can be given what only a network brings; it notes what is wanted."""

    table: RulesTable
    more: dict[str, object] = field(default_factory=dict)
    wanted: list[object] = field(default_factory=list)
    record: Path | None = None

    def view(self) -> TableView:
        return replace(self.table.view(), **self.more)  # type: ignore[arg-type]

    def decide(self, decision: object) -> None:
        self.table.decide(decision)  # type: ignore[arg-type]

    async def leave(self) -> None:
        self.wanted.append("leave")

    async def close(self) -> None:
        self.wanted.append("close")

    def agree(self, seat: int) -> None:
        self.wanted.append(("agree", seat))

    def disagree(self, seat: int) -> None:
        self.wanted.append(("disagree", seat))

    def end_alone(self) -> None:
        self.wanted.append("alone")

    def say(self, text: str) -> None:
        self.wanted.append(text)

    def phrase(self, code: str) -> None:
        self.wanted.append(code)

    def pause(self, on: bool) -> None:
        self.wanted.append(on)

    def open_hands(self) -> None:
        self.wanted.append("open")


def sat(table: RulesTable | None = None, **more: object) -> tuple[Seat, TableDesk]:
    seat = Seat(table or RulesTable.of(position(*FRONTS, first=0), hand="26648-"), dict(more))
    desk = TableDesk(seat, lambda: 100.0)
    return seat, desk


def test_it_begins_with_the_table_and_what_is_asked() -> None:
    _, desk = sat()
    lines = desk.take()
    assert lines[0] == "You are Ada. Type help for what you can type."
    assert lines[1].startswith("Round 5 of 8.")
    assert any(line.startswith("You: 2 Priests in the lead") for line in lines)
    assert lines[-1].startswith("? Your order")


def test_nothing_new_says_nothing() -> None:
    _, desk = sat()
    desk.take()
    assert desk.take() == ()


def test_an_order_by_lines_reaches_the_table() -> None:
    seat, desk = sat()
    desk.take()
    desk.hear("66")
    said, goodbye = desk.hear("yes")
    assert said[0] == "Sealed."
    assert goodbye is None
    assert seat.table.order == Order((Card.BANKER, Card.BANKER))
    assert desk.hear("")[0] == ("Olena is choosing an order.",)


def test_undo_says_why_a_sealed_order_stays() -> None:
    _, desk = sat()
    desk.take()
    desk.hear("66")
    desk.hear("yes")
    assert desk.hear("undo")[0] == ("Your order is sealed: it cannot be undone.",)


def test_a_decision_half_made_is_kept_while_others_do_something() -> None:
    seat, desk = sat(RulesTable.of(turn_position("66", "", "1", ""), hand="8", order="66"))
    desk.take()
    desk.hear("1")
    seat.more["talk"] = (TalkView(1, "hurry up", ""),)
    assert desk.take() == ("Olena says: hurry up",)
    assert desk.hear("")[0][0] == "1. take a token from the bank (Bankers)"


def test_the_table_in_the_own_turn_is_the_one_with_the_moves_so_far() -> None:
    _, desk = sat(RulesTable.of(turn_position("66", *FRONTS), order="66"))
    desk.take()
    said, _ = desk.hear("table")
    assert not any("so far" in line for line in said)
    desk.hear("1")
    said, _ = desk.hear("table")
    assert said[0] == "With your moves so far, which nobody has seen yet:"
    assert any("3 Bankers" in line for line in said)


def test_talk_is_said_once_although_only_the_latest_lines_are_kept() -> None:
    old = tuple(TalkView(1, f"line {number}", "") for number in range(3))
    seat, desk = sat(talk=old)
    desk.take()
    seat.more["talk"] = (*old[1:], TalkView(2, "new", ""))
    assert desk.take() == ("Marco says: new",)


def test_who_is_muted_is_not_told_until_heard_again() -> None:
    seat, desk = sat()
    desk.take()
    assert desk.hear("mute ol")[0] == (
        "What Olena says is not told any more. Type hear Olena to hear it again.",
    )
    seat.more["talk"] = (TalkView(1, "buy my Bankers", ""), TalkView(2, "no", ""))
    assert desk.take() == ("Marco says: no",)
    assert desk.hear("hear")[0] == ("What Olena says is told again.",)
    seat.more["talk"] = (*seat.more["talk"], TalkView(1, "please", ""))  # type: ignore[misc]
    assert desk.take() == ("Olena says: please",)
    assert desk.hear("mute")[0] == ("Say whom: Olena and Marco.",)


def test_a_silent_seat_can_be_left_out_and_waited_for() -> None:
    seat, desk = sat()
    desk.take()
    assert desk.hear("agree olena")[0] == (
        "Nobody has been silent for long enough to go on without them.",
    )
    seat.more["can_leave_out"] = (1,)
    assert desk.take() == ("Olena does not answer. Type agree Olena to go on without.",)
    desk.hear("agree olena")
    seat.more["agreed"] = (1,)
    for line in ("disagree ol", "agree", "disagree"):
        desk.hear(line)
    about = ["agree", "disagree", "agree", "disagree"]
    assert seat.wanted == [(wish, 1) for wish in about]


def test_a_name_that_ends_in_a_number_is_not_taken_for_a_seat() -> None:
    seats = tuple(
        replace(each, name=name)
        for each, name in zip(sat()[0].view().seats, ("Ada", "Steady 2", "Steady 1"), strict=True)
    )
    seat, desk = sat(seats=seats, can_leave_out=(1,))
    desk.take()
    desk.hear("agree steady 2")
    assert seat.wanted == [("agree", 1)]
    for line in ("agree 2", "agree steady", "agree ada"):
        assert desk.hear(line)[0] == ("Say whom: Steady 2 and Steady 1.",)


def test_a_vote_that_leads_nowhere_is_not_offered() -> None:
    """A host was killed, and the computer player that it ran: two of three are away."""
    table = RulesTable.of(position(*FRONTS, first=1, actor=1))
    seat, desk = sat(table)
    desk.take()
    table.links = {1: LinkState.LOST, 2: LinkState.LOST}
    said = (
        "Olena and Marco are silent. Nobody can tell why: a cable, a sleeping machine,"
        " or bad will.",
        "To go on without one of them all others must agree: so all but one have to be back first.",
        "You can type close and come back to your seat another day with: koryo-tui resume",
    )
    seat.more["can_leave_out"] = (1,)
    assert desk.take() == said
    assert desk.take() == ()
    assert desk.hear("agree")[0] == said
    assert desk.hear("question")[0] == ("The table waits for Olena and Marco: no answer.", *said)
    assert seat.wanted == []
    table.links = {1: LinkState.LOST}
    assert desk.take() == ("Olena does not answer. Type agree Olena to go on without.",)


def test_of_two_the_other_is_waited_for() -> None:
    table = RulesTable.of(position(*FRONTS[:2], first=1, actor=1))
    _, desk = sat(table)
    desk.take()
    assert desk.hear("agree olena")[0][0].startswith("Two cannot go on without each other")
    table.links = {1: LinkState.LOST}
    assert desk.take() == ("The table waits for Olena: no answer.",)
    said, _ = desk.hear("agree olena")
    assert said[1:] == (
        "Two cannot go on without each other.",
        "You can type close and come back to your seat another day with: koryo-tui resume",
    )


def test_in_a_pause_whoever_is_asked_may_decide() -> None:
    _, desk = sat(RulesTable.of(position(*FRONTS, first=0), hand="26648-"))
    desk.take()
    seat, desk = sat(paused=True)
    assert "The table is paused. Anybody may type continue." in desk.take()
    assert desk.hear("")[0][:2] == (
        "The table is paused. Anybody may type continue.",
        "Paused; you may decide all the same.",
    )
    seat.more["paused"] = False
    assert desk.take() == ("The game goes on.",)


def test_the_first_question_of_its_kind_shows_what_could_be_typed() -> None:
    seat, desk = sat()
    lines = desk.take()
    assert lines[-2] == "For example, 66: 2 Bankers."
    assert not any("For example" in line for line in desk.hear("")[0])
    for line in ("66", "yes"):
        desk.hear(line)
    for _ in (1, 2):
        seat.table.play(Order((Card.MERCHANT,)))
    assert desk.take()[-2] == "For example, 1: turn up 2 Bankers."


def test_votes_of_others_are_told() -> None:
    seat, desk = sat()
    desk.take()
    seat.more["votes"] = (VoteView(2, 1, (1,)),)
    assert desk.take() == ("Marco wants to go on without Olena.",)
    seat.more["votes"] = (VoteView(2, 2, ()),)
    assert desk.take() == ("Marco wants to wait.",)


@pytest.mark.parametrize(
    ("line", "more", "wanted"),
    [
        ("say let us begin", {}, "let us begin"),
        ("say good luck", {}, "good-luck"),
        ("say 2", {}, "good-luck"),
        ("pause", {}, True),
        ("continue", {"paused": True}, False),
        ("alone", {"alone": True}, "alone"),
    ],
)
def test_wishes_reach_the_table(line: str, more: dict[str, object], wanted: object) -> None:
    seat, desk = sat(**more)
    desk.take()
    desk.hear(line)
    assert seat.wanted == [wanted]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("alone", "Others still play."),
        ("open", "That can be done once the game is over."),
        ("say 99", "A number from 1 to 11, please."),
        ("undo", "That cannot be done now."),
        ("continue", "There is no pause to end."),
    ],
)
def test_what_makes_no_sense_now_is_refused_and_why_is_said(line: str, why: str) -> None:
    seat, desk = sat()
    desk.take()
    (said,), _ = desk.hear(line)
    assert said.startswith(why)
    assert not seat.wanted


def test_whatever_becomes_of_a_wish_for_a_pause_is_said() -> None:
    seat, desk = sat()
    desk.take()
    wants = "You want a pause. It begins when all want it."
    assert desk.hear("pause")[0] == (wants,)
    seat.more["wants_pause"] = (0, 1)
    assert desk.take() == ("Olena would like a pause.",)
    assert desk.hear("continue")[0] == ("You no longer want a pause.",)
    seat.more["wants_pause"] = (1,)
    (said,), _ = desk.hear("continue")
    assert said.startswith("Olena wants a pause.")
    assert seat.wanted == [True, False]
    seat.more["wants_pause"] = ()
    assert desk.take() == ("Olena no longer wants a pause.",)
    everybody = {"paused": True, "wants_pause": (0, 1, 2)}
    seat.more.update(everybody)
    desk.take()
    seat.more.update(paused=False, wants_pause=(1, 2))
    assert desk.take() == ("The game goes on.",)
    seat.more["wants_pause"] = (2,)
    assert desk.take() == (), "their programs take the wish back by themselves"
    seat.more["wants_pause"] = (1,)
    assert desk.take() == ("Olena would like a pause.", "If you want one too, type pause.")
    seat.more["wants_pause"] = ()
    assert desk.take() == ("Olena no longer wants a pause.",)
    seat.more.update(everybody)
    desk.take()
    assert desk.hear("pause")[0] == ("The table is paused. Anybody may type continue.",)
    assert seat.wanted == [True, False]


def test_the_clock_is_said_with_the_question() -> None:
    _, desk = sat(deadline=130.0)
    assert "30 seconds to decide." in desk.take()


def test_opened_hands_are_told() -> None:
    seat, desk = sat()
    desk.take()
    seat.more["hands"] = (HandView(1, 3, 1, cards("669")),)
    assert desk.take() == ("Round 1, Olena: 2 Bankers and 1 Merchant.",)


def test_a_lost_link_and_a_stop_are_told() -> None:
    seat, desk = sat()
    desk.take()
    seat.table.links, seat.table.ends = {2: LinkState.LOST}, {2: LinkEnd.CLOSED}
    players = desk.hear("players")[0]
    assert "link lost" in players[2]
    why = "Its program was closed, and said so before it went."
    assert [why in said for said in players] == [False, False, True, False, False]
    assert players[-1].startswith("Fingerprints are eight words.")
    seat.more["stopped"] = "The disk is full."
    assert desk.take()[0] == "The disk is full."


def test_closing_keeps_the_seat_and_asks_nothing() -> None:
    _, desk = sat()
    desk.take()
    assert desk.hear("close") == ((), Goodbye.LATER)


def test_leaving_says_what_it_means_and_asks_once() -> None:
    seat, desk = sat(RulesTable.of(turn_position("66", *FRONTS), order="66"))
    question = desk.take()[-1]
    said, goodbye = desk.hear("leave")
    assert goodbye is None
    assert "close instead" in said[0]
    assert "they go on without you at once" in " ".join(said)
    assert "It costs you 2 points at the end" in " ".join(said)
    assert said[-1] == "? Give up your seat? yes or no"
    for slip, why in (("maybe", 'I do not know "maybe"'), ("undo now", "")):
        (first, *again), goodbye = desk.hear(slip)
        assert first.startswith(why)
        assert (again, goodbye) == (["? Give up your seat? yes or no"], None)
    stays, goodbye = desk.hear("no")
    assert (stays[0], stays[-1], goodbye) == ("You stay.", question, None)
    desk.hear("leave")
    desk.hear("table")
    assert desk.hear("yes") == (("That cannot be done now.",), None), "asked too long ago"
    desk.hear("leave")
    assert desk.hear("yes") == ((), Goodbye.LEAVE)
    table = seat.table
    table.game = replace(
        table.game, position=replace(table.game.position, phase=Phase.OVER, actor=None, turn=None)
    )
    assert desk.hear("leave") == ((), Goodbye.LEAVE), "nothing is lost when the game is over"


def test_what_is_to_be_affirmed_is_asked_once_more_after_a_slip() -> None:
    seat, desk = sat()
    desk.take()
    question = desk.hear("66")[0][-1]
    assert question == "? Seal 2 Bankers for good? yes or no"
    for slip in ("maybe", "9x", "mute Nobody", "hand"):
        said = desk.hear(slip)[0]
        assert said[1:] == (question,)
    desk.hear("yes")
    assert len(seat.table.decisions) == 1
    assert len(desk.hear("maybe")[0]) == 1


def test_words_explain_themselves() -> None:
    _, desk = sat()
    desk.take()
    said = desk.hear("help")[0]
    assert len(said) > 15
    assert desk.hear("rules banker")[0][0] == "6 Bankers"
    assert "game: The game in short." in desk.hear("rules")[0]
    assert desk.hear("help order")[0] == desk.hear("rules order")[0]
    for name, lines in (("hint", 1), ("hin", 1), ("banker", 0), ("say", 1)):
        assert sum(line.startswith(name) for line in desk.hear(f"help {name}")[0]) == lines
    both = desk.hear("help score")[0]
    assert both[0].startswith("score: influence now")
    assert both[1:] == desk.hear("rules score")[0]
    assert desk.hear("help frobnicate")[0][0].startswith("There is no topic")
    what, *numbered = desk.hear("say")[0]
    assert what.startswith("Say what: type say and behind it a line of your own, or the number")
    assert numbered[:2] == ["1. Hello!", "2. Good luck!"]
    assert desk.hear("frobnicate")[0][0].startswith('I do not know "frobnicate"')
    assert desk.hear("2 spies")[0] == ("You do not hold 2 Spies.",)
    assert desk.hear("score")[0][0].startswith("Influence now: you")
    assert desk.hear("hand")[0][0].startswith("Your hand: 1 Spy")


def test_a_turn_of_somebody_else_is_told_move_by_move() -> None:
    table = RulesTable.of(position(*FRONTS, first=0), hand="26648-")
    _, desk = sat(table)
    desk.take()
    desk.hear("66")
    desk.hear("yes")
    while table.game.position.phase is Phase.ORDER:
        table.play(table.game.legal()[0])  # type: ignore[arg-type]
    said = desk.take()
    assert any(line.startswith("Olena sealed") for line in said)
    assert said[-1].startswith("? Your turn")


def test_two_people_play_a_whole_game_by_lines() -> None:
    room = Room(2)
    ports = [PeerPort(room, seat) for seat in range(2)]
    desks = [TableDesk(port, lambda: room.now) for port in ports]
    typists = [Typist(), Typist()]

    def asked() -> bool:
        return any(seat.peer.view().question is not None for seat in room.seats)

    room.start()
    for _ in range(2000):
        if all(desk.is_over for desk in desks):
            break
        room.run(until=lambda: asked() or all(seat.peer.over for seat in room.seats))
        for desk, typist in zip(desks, typists, strict=True):
            typist.read(desk.take())
            while (line := typist.reply()) is not None:
                typist.read(desk.hear(line)[0])
    assert verify(bytes(room.seats[0].transcript)).finished
    for typist in typists:
        assert any("win" in line or "share the first place" in line for line in typist.lines)
        told = sum(" each, " in line for line in typist.lines)
        assert told in (7, 8), "the first may be on the table already when somebody looks"
        assert not any("Type help for the words" in line for line in typist.lines)
    desks[0].hear("say well played")
    (wait,), _ = desks[0].hear("open")
    assert wait.startswith("You agreed to open all hands. Not yet: ")
    room.run()
    others = desks[1].take()
    assert others[-1] == "Type open to agree too."
    desks[1].hear("open")
    room.run()
    said = (*others, *desks[1].take())
    assert "Ada says: Well played." in said
    hands = [line for line in said if line.startswith("Round ")]
    assert len(hands) == 16, "two hands of eight rounds"
    assert list(desks[1].hear("open")[0]) == hands, "told again when asked for"
    result = desks[1].hear("score")[0]
    assert sum(line.startswith("Place ") for line in result) == 2
    assert not any("  " in line or "->" in line for line in (*result, *typists[1].lines))
    after = next(line for line in typists[1].lines if "Type leave to go." in line)
    assert "Type open to agree that all hands are shown." in after


def test_another_game_is_wanted_by_a_word_once_this_one_is_over() -> None:
    asked: list[str] = []
    start = position("4", "6", round=8, phase=Phase.ENDING)
    table = RulesTable.of(start)
    desk = TableDesk(table, lambda: 0.0, lambda: asked.append("again"))
    desk.take()
    assert desk.hear("rematch") == (("Another game can begin once this one is over.",), None)
    table.game = replace(table.game, position=replace(start, phase=Phase.OVER, actor=None))
    desk.take()
    table.phrase_of(1, ANOTHER_GAME)
    wished = "Olena would like another game."
    assert desk.take() == (wished, "Type rematch if you want one too.")
    assert desk.hear("")[0] == (f"The game is over. {wished}",)
    table.phrase_of(1, ANOTHER_GAME)
    assert desk.take() == (), "a wish is told once"
    assert desk.hear("rematch") == (("The table is opened again.",), None)
    assert asked == ["again"]
    table.talk, table.links = (), {1: LinkState.LOST}
    away, more = desk.hear("rematch")[0]
    assert (away, asked) == ("Olena is not here any more.", ["again"])
    assert more.startswith("Type rematch once more to open a table all the same")
    desk.hear("rematch")
    assert asked == ["again", "again"]


def test_a_guest_whose_host_is_gone_is_offered_to_host_the_next_game() -> None:
    start = position("4", "6", "7", round=8, phase=Phase.ENDING)
    table = RulesTable.of(start)
    table.game = replace(table.game, position=replace(start, phase=Phase.OVER, actor=None))
    table.you = 1
    desk = TableDesk(table, lambda: 0.0, lambda: None)
    desk.take()
    (said,), _ = desk.hear("rematch")
    assert said == "Another game begins once Ada, the host of this one, wants it too."
    table.links[0] = LinkState.LOST
    offer = "Ada is not here to host. Once more, and you host the next game."
    assert desk.hear("rematch") == ((offer,), None)
    table.phrase(ANOTHER_GAME)
    assert desk.hear("")[0] == (f"The game is over. {offer}",)
    table.phrase_of(2, COME_ALONG)
    assert desk.take() == ("Marco has opened another game.",)
    (said,), _ = desk.hear("rematch")
    assert said == "Marco has opened another game: you are on your way there."


def test_where_another_game_cannot_be_had_the_word_says_so() -> None:
    table = RulesTable.of(position("4", "6", round=8, phase=Phase.ENDING))
    table.game = replace(table.game, position=replace(table.game.position, phase=Phase.OVER))
    (said,), _ = TableDesk(table, lambda: 0.0).hear("rematch")
    assert said == "No other game can be opened here: one of you hosts, others join."


def test_a_seat_that_sits_out_is_told_when_it_begins_and_when_asked() -> None:
    table = RulesTable.of(position(*FRONTS, actor=1))
    desk = TableDesk(table, lambda: 0.0)
    desk.take()
    table.sits_out = True
    assert any("it sits out" in line for line in desk.take())
    assert not any("it sits out" in line for line in desk.take())
    assert "it sits out" in desk.hear("")[0][0]
    assert any("it sits out" in line for line in TableDesk(table, lambda: 0.0).take())


def test_whoever_plays_with_own_computer_players_alone_ends_the_game_by_leaving() -> None:
    said = leaving_lines(sat()[0].view(), bots=(1, 2))
    assert said[1:] == (
        "If you give up your seat, the computer players leave too and this game is over.",
    )
