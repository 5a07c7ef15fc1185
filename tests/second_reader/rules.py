"""The rules of docs/rules.md: positions, turns, discards, points, missing seats."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product

SPY, SENATOR, PRIEST, SHIP_OWNER, BANKER, GUARDIAN, BROADCASTER = 2, 3, 4, 5, 6, 7, 8
OMNISCIENT = 1
BARBARIANS, LOBBYING = 10, 11
FAMILIES = range(1, 10)
EVENTS = (BARBARIANS, LOBBYING)
BOX = {**{family: family for family in FAMILIES}, BARBARIANS: 6, LOBBYING: 4}
TOKENS = 8
ROUNDS = 8

_LETTERS = {**{str(family): family for family in FAMILIES}, "B": BARBARIANS, "L": LOBBYING}
_MOVE = re.compile(
    r"u(?P<up>[1-9BL])|(?P<token>t)|s(?P<rob>[0-3])|p(?P<remove>[1-9BL])|d(?P<decline>[1-9BL])"
    r"|x(?P<victim>[0-3]):(?P<dead>[1-9BL])|(?P<end>\.)"
    r"|w(?P<low>[0-3]):(?P<gives>[1-9BL])-(?P<high>[0-3]):(?P<takes>[1-9BL])"
    r"|-(?P<discard>1*2*3*4*5*6*7*8*9*B*L*)"
)


class Illegal(Exception):
    """An entry breaks a rule; the argument is a reason of 6.12."""

    @property
    def reason(self) -> str:
        return str(self.args[0])


class Move:
    """A move as N3 writes it; `bad-notation` for any other text."""

    def __init__(self, text: str) -> None:
        match = _MOVE.fullmatch(text)
        if match is None:
            raise Illegal("bad-notation")
        self.parts = {name: one for name, one in match.groupdict().items() if one is not None}
        if "low" in self.parts and self.parts["low"] >= self.parts["high"]:
            raise Illegal("bad-notation")

    @property
    def discard(self) -> Counter[int] | None:
        """The cards of a discard, None for other moves."""
        if "discard" not in self.parts:
            return None
        return Counter(_LETTERS[letter] for letter in self.parts["discard"])


def spread(cards: Counter[int]) -> list[int]:
    """The types of cards, rising."""
    return sorted(cards.elements())


class Position:
    """Everything public of a game."""

    def __init__(self, clockwise: list[int], first: int) -> None:
        seats = len(clockwise)
        self.clockwise = clockwise
        self.first = first
        self.round = 1
        self.phase = "deal"
        self.fronts: list[Counter[int]] = [Counter() for _ in range(seats)]
        self.tokens = [0] * seats
        self.standing = ["seated"] * seats
        self.absences = [0] * seats
        self.penalties = [0] * seats
        self.dealt = [0] * seats
        self.placed: dict[int, tuple[int, bool]] = {}
        """Of each seat that placed an order: its size, and whether two types were allowed."""
        self.face_down: set[int] = set()
        """The seats whose order has not been turned up."""
        self._to_discard: list[int] = []

    # Who

    def seated(self) -> list[int]:
        """The seats that are not missing, rising."""
        return [seat for seat, standing in enumerate(self.standing) if standing == "seated"]

    def _round_table(self) -> list[int]:
        place = self.clockwise.index(self.first)
        return self.clockwise[place:] + self.clockwise[:place]

    def order_of_play(self) -> list[int]:
        """The seated seats clockwise from the first player."""
        return [seat for seat in self._round_table() if self.standing[seat] == "seated"]

    def acts(self) -> int | None:
        """The seat that is to decide."""
        if self.phase == "order":
            return next(s for s in self.order_of_play() if s not in self.placed)
        if self.phase == "action":
            return next(s for s in self.order_of_play() if s in self.face_down)
        if self.phase == "ending":
            return self._to_discard[0]
        return None

    # Majorities (R2)

    def holder(self, family: int, helped: bool = True) -> int | None:
        """Who holds the majority of a family; `helped`: the Omniscient wins ties."""
        most = max(front[family] for front in self.fronts)
        leaders = [seat for seat, front in enumerate(self.fronts) if front[family] == most]
        if most == 0:
            return None
        if len(leaders) == 1:
            return leaders[0]
        if helped:
            for seat in leaders:
                if self.fronts[seat][OMNISCIENT]:
                    return seat
        return None

    def pile(self) -> Counter[int]:
        """All cards that lie in no front."""
        left = Counter(BOX)
        for front in self.fronts:
            left.subtract(front)
        return left

    # The deal (R3)

    def deal_map(self) -> list[int]:
        """The seat of each position of the deck that is dealt (6.6)."""
        play = self.order_of_play()
        seats = play * (11 - self.round)
        if (extra := self.holder(BROADCASTER)) in play:
            seats.append(extra)
        return seats[: sum(self.pile().values())]

    def deal(self) -> None:
        """The cards are dealt."""
        counts = Counter(self.deal_map())
        self.dealt = [counts[seat] for seat in range(len(self.fronts))]
        self.phase = "order"
        self._go_on()

    # Orders (R4)

    def place(self, seat: int, size: int) -> None:
        """A seat places so many cards."""
        self.placed[seat] = (size, self.holder(SHIP_OWNER) == seat)
        self.face_down.add(seat)
        self._go_on()

    def check_order(self, seat: int, cards: list[int]) -> None:
        """Whether what a seat opens could be ordered."""
        size, two_types = self.placed[seat]
        counts = Counter(cards)
        pile = self.pile()
        fits = len(cards) == size and all(count <= pile[card] for card, count in counts.items())
        pair = two_types and len(cards) == 2
        if not fits or not (len(counts) == 1 or (len(counts) == 2 and pair)):
            raise Illegal("illegal-order")

    # Turns (R5)

    def turn(self, seat: int, cards: list[int], moves: list[Move]) -> None:
        """A seat plays its turn. After a refusal the position is worth nothing."""
        turn = _Turn(self, seat, cards)
        for move in moves:
            if turn.ended:
                raise Illegal("moves-after-end")
            turn.play(move.parts)
        if not turn.ended:
            raise Illegal("turn-not-ended")
        self.face_down.discard(seat)
        self._go_on()

    # The ending phase (R6)

    def _limit(self) -> int:
        return self.round + 2

    def _left_after(self, seat: int, gone: Counter[int]) -> bool:
        """Whether a discard that the front can give leaves a right number of cards."""
        front = self.fronts[seat]
        size, limit = front.total(), self._limit()
        events = front[BARBARIANS] + front[LOBBYING]
        left = size - gone.total()
        if size <= limit:
            return left == size
        if left == max(limit, events):
            return True
        if not limit <= left <= limit + 2:
            return False
        self.fronts[seat] = front - gone
        holds = self.holder(SENATOR) == seat
        self.fronts[seat] = front
        return holds

    def discards(self, seat: int) -> list[Counter[int]]:
        """The legal discards of a seat."""
        front = self.fronts[seat]
        ranges = [range(front[family] + 1) for family in FAMILIES]
        gone = (Counter(dict(zip(FAMILIES, counts, strict=True))) for counts in product(*ranges))
        return [+one for one in gone if self._left_after(seat, one)]

    def discard(self, seat: int, gone: Counter[int]) -> None:
        """A seat discards."""
        if gone not in self.discards(seat):
            raise Illegal("illegal-discard")
        self._discard(seat, gone)
        self._go_on()

    def _discard(self, seat: int, gone: Counter[int]) -> None:
        self.fronts[seat] = self.fronts[seat] - gone
        self._to_discard.remove(seat)

    def _fixed_discard(self, seat: int) -> Counter[int]:
        """What a missing seat gives up (R8.3)."""
        characters = [card for card in spread(self.fronts[seat]) if card in FAMILIES]
        return Counter(characters[: max(0, self.fronts[seat].total() - self._limit())])

    # What nobody is asked for

    def _go_on(self) -> None:
        """Goes on to where somebody has to decide, or to the next deal, or to the end."""
        play = self.order_of_play()
        if self.phase == "order" and all(seat in self.placed for seat in play):
            self.phase = "action"
        if self.phase == "action" and not self.face_down:
            self.phase = "ending"
            self._to_discard = self._round_table()
        while self.phase == "ending":
            if not self._to_discard:
                self._end_round()
                return
            seat = self._to_discard[0]
            if self.standing[seat] != "seated":
                self._discard(seat, self._fixed_discard(seat))
                continue
            legal = self.discards(seat)
            if len(legal) > 1:
                return
            self._discard(seat, legal[0])

    def _end_round(self) -> None:
        self.placed.clear()
        self.dealt = [0] * len(self.fronts)
        if self.round == ROUNDS:
            self.phase = "over"
            return
        self.round += 1
        self.phase = "deal"
        self._pass_first_on()

    def _pass_first_on(self) -> None:
        """The first-player token goes to the next seated seat clockwise (R8.4)."""
        for seat in self._round_table()[1:]:
            if self.standing[seat] == "seated":
                self.first = seat
                return

    # Missing seats (R8)

    def goes_missing(self, seat: int, standing: str) -> None:
        """A seated seat is absent, has left or is at fault from now on."""
        if seat in self.face_down:
            self.penalties[seat] += self.placed[seat][0]
        elif self.phase == "order" and seat not in self.placed and self.dealt[seat]:
            self.penalties[seat] += 1
        self.standing[seat] = standing
        self.absences[seat] += 1
        self.face_down.discard(seat)
        self.dealt[seat] = 0
        if self.phase == "deal" and self.first == seat:
            self._pass_first_on()
        self._go_on()

    def may_return(self, seat: int, absences: int) -> bool:
        """Whether a seat may return (6.5)."""
        return self.standing[seat] in ("absent", "left") and self.absences[seat] < absences

    def returns(self, seat: int) -> None:
        """A missing seat is seated again."""
        self.standing[seat] = "seated"

    # Points (R7)

    def scores(self) -> list[int]:
        """The points of each seat, penalties included."""
        points = [
            tokens - front[BARBARIANS] - front[LOBBYING] - penalty
            for tokens, front, penalty in zip(self.tokens, self.fronts, self.penalties, strict=True)
        ]
        for family in FAMILIES:
            if (seat := self.holder(family, helped=False)) is not None:
                points[seat] += family
        return points


class _Turn:
    """A turn while it is played."""

    def __init__(self, position: Position, seat: int, cards: list[int]) -> None:
        self.position = position
        self.seat = seat
        self.face_down = Counter(cards)
        self.waiting: Counter[int] = Counter()
        self.used: set[int] = set()
        self.ended = False

    @property
    def _front(self) -> Counter[int]:
        return self.position.fronts[self.seat]

    def play(self, move: dict[str, str]) -> None:
        """One move, which may be illegal."""
        if "up" in move:
            self._turn_up(_LETTERS[move["up"]])
        elif "token" in move:
            self._use(BANKER)
            _demand(sum(self.position.tokens) < TOKENS)
            self.position.tokens[self.seat] += 1
        elif "rob" in move:
            self._rob(int(move["rob"]))
        elif "remove" in move:
            event = _LETTERS[move["remove"]]
            self._use(PRIEST)
            _demand(event in EVENTS and self._front[event] > self.waiting[event])
            self._front[event] -= 1
        elif "victim" in move:
            self._destroy(int(move["victim"]), _LETTERS[move["dead"]])
        elif "low" in move:
            self._swap(
                int(move["low"]),
                _LETTERS[move["gives"]],
                int(move["high"]),
                _LETTERS[move["takes"]],
            )
        elif "decline" in move:
            self._resolve(_LETTERS[move["decline"]])
        elif "end" in move:
            _demand(not self.face_down.total() and not self.waiting.total())
            self.ended = True
        else:
            raise Illegal("illegal-move")
        for event in EVENTS:
            if not self._has_target(event):
                self.waiting[event] = 0

    def _use(self, power: int) -> None:
        _demand(power not in self.used and self.position.holder(power) == self.seat)
        self.used.add(power)

    def _turn_up(self, card: int) -> None:
        count = self.face_down.pop(card, 0)
        _demand(count > 0 and not self.waiting.total())
        self._front[card] += count
        if card in EVENTS:
            self.waiting[card] = count

    def _rob(self, other: int) -> None:
        self._use(SPY)
        tokens = self.position.tokens
        _demand(other != self.seat and other < len(tokens) and tokens[other] > 0)
        tokens[other] -= 1
        tokens[self.seat] += 1

    def _resolve(self, event: int) -> None:
        _demand(self.waiting[event] > 0)
        self.waiting[event] -= 1

    def _can_be_hit(self, seat: int, family: int) -> bool:
        return (
            family in FAMILIES
            and seat != self.seat
            and seat < len(self.position.fronts)
            and self.position.fronts[seat][family] > 0
            and self.position.holder(GUARDIAN) != seat
        )

    def _destroy(self, seat: int, family: int) -> None:
        _demand(self._can_be_hit(seat, family))
        self._resolve(BARBARIANS)
        self.position.fronts[seat][family] -= 1

    def _can_be_swapped(self, seat: int, family: int) -> bool:
        fronts = self.position.fronts
        return (
            family in FAMILIES
            and seat < len(fronts)
            and fronts[seat][family] > 0
            and not (self.position.holder(SPY) == seat and not fronts[seat][GUARDIAN])
        )

    def _swap(self, low: int, gives: int, high: int, takes: int) -> None:
        _demand(
            gives != takes
            and self._can_be_swapped(low, gives)
            and self._can_be_swapped(high, takes)
        )
        self._resolve(LOBBYING)
        fronts = self.position.fronts
        fronts[low].subtract({gives: 1, takes: -1})
        fronts[high].subtract({takes: 1, gives: -1})

    def _has_target(self, event: int) -> bool:
        seats = range(len(self.position.fronts))
        if event == BARBARIANS:
            return any(self._can_be_hit(seat, family) for seat in seats for family in FAMILIES)
        choices = [
            (seat, family)
            for seat in seats
            for family in FAMILIES
            if self._can_be_swapped(seat, family)
        ]
        return any(
            low < high and gives != takes for low, gives in choices for high, takes in choices
        )


def _demand(legal: bool) -> None:
    if not legal:
        raise Illegal("illegal-move")
