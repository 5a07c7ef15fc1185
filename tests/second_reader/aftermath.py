"""What stands behind the last step of a transcript (3.13, 6.13, 8.2)."""

from __future__ import annotations

from types import SimpleNamespace

from tests.second_reader.deck import BadProof, open_card, scalar, times, times_generator
from tests.second_reader.ranking import Ranking, ranking
from tests.second_reader.records import Refused
from tests.second_reader.signatures import Dropped, Table
from tests.second_reader.steps import Game


class Aftermath:
    """Results, and the keys that open all hands."""

    def __init__(self, table: Table, game: Game) -> None:
        self.table, self.game = table, game
        self.results: dict[int, SimpleNamespace] = {}
        self.opens: dict[int, SimpleNamespace] = {}
        self.keys: dict[int, SimpleNamespace] = {}
        self.hands: list[tuple[int, int, list[int]]] = []
        """The opened hands: round, seat, cards."""

    def take(self, signed: SimpleNamespace) -> None:
        """A signed thing behind the last step; Refused if it does not belong there."""
        if self.game.kind is not None or signed.thing not in ("result", "open", "keys"):
            raise Refused("this does not belong behind a game")
        try:
            says = self.table.read(signed)
        except Dropped as dropped:
            raise Refused(f"something is dropped: {dropped}") from None
        kept = {"result": self.results, "open": self.opens, "keys": self.keys}[signed.thing]
        if says.head != self.game.head or says.seat in kept:
            raise Refused("of another head, or there already")
        if signed.thing == "result" and says.scores != self.scores:
            raise Refused("other scores")
        if signed.thing == "keys" and not self._are_keys(says):
            raise Refused("not the keys")
        kept[says.seat] = says

    @property
    def scores(self) -> list[int]:
        """The points of each seat."""
        assert self.game.position is not None
        return self.game.position.scores()

    @property
    def ranking(self) -> Ranking:
        """Places and halls, of a game that is over."""
        assert self.game.position is not None
        assert self.game.kind is None
        return ranking(self.game.position, self.game.by_default)

    def _are_keys(self, says: SimpleNamespace) -> bool:
        """Whether these are all keys of the seat, and all agreed to show them."""
        given = [
            (step, keys[says.seat]) for step, keys in self.game.keys_given if says.seat in keys
        ]
        if len(self.opens) < len(self.table.identities) or (
            [one.step for one in says.keys] != [step for step, _ in given]
        ):
            return False
        try:
            return all(
                times_generator(scalar(one.secret)) == X
                for one, (_, X) in zip(says.keys, given, strict=True)
            )
        except BadProof:
            return False

    def open_hands(self) -> None:
        """With the keys of all seats every hand must open (8.2.7)."""
        if len(self.keys) < len(self.table.identities):
            return
        secrets = {
            (seat, keys[seat]): scalar(one.secret)
            for seat, says in self.keys.items()
            for (_, keys), one in zip(
                (given for given in self.game.keys_given if seat in given[1]),
                says.keys,
                strict=True,
            )
        }
        for deal in self.game.deals:
            assert deal.proved is not None
            x = sum(secrets[one] for one in deal.keys.items())
            for seat, hand in deal.hands.items():
                if not hand:
                    continue
                try:
                    cards = [
                        open_card(deal.proved[place][1], [times(x, deal.proved[place][0])])
                        for place in hand
                    ]
                except BadProof:
                    raise Refused("a hand does not open") from None
                self.hands.append((deal.round, seat, sorted(cards)))
