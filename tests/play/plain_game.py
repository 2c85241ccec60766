"""Chemin de fer dealt card by card in plain loops, which share nothing with the package.

A shoe is ten counts of point values.
What a side wins is a function of the final totals, times ways.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import perm

Hand = tuple[int, int]
PlayerInfo = Hand | int
"""Player's two cards where he sees them, else his total."""

BankerInfo = tuple[Hand | int, int | None]
"""Banker's two cards or total, and Player's third card if there is one."""

Values = dict[tuple[PlayerInfo, BankerInfo], list[int]]


class PlainGame:
    """Ways times what a side wins, for every pair of situations: if Banker stands, and if he draws."""

    def __init__(
        self,
        counts: Sequence[int],
        model: str,
        net: Callable[[int, int], int],
    ) -> None:
        self.counts, self.net = tuple(counts), net
        self.gone = 0 if model.startswith("A") else 1
        size = sum(counts)
        self.total = perm(size, 6) if self.gone else size**6
        self.unseen = [1] * 7
        for dealt in range(5, 3, -1):
            self.unseen[dealt] = self.unseen[dealt + 1] * (size - self.gone * dealt)
        self.decided = 0
        self.values: Values = {}
        self.player_infos: set[PlayerInfo] = set()
        for player, ways in self.hands(()):
            for banker, more in self.hands(player):
                info = player if model[1] == "3" else sum(player) % 10
                own = sum(banker) % 10 if model[1] == "1" else banker
                self.two_hands(player, banker, ways * more, info, own)

    def left(self, cards: tuple[int, ...], value: int) -> int:
        return max(0, self.counts[value] - self.gone * cards.count(value))

    def hands(self, dealt: tuple[int, ...]) -> Iterator[tuple[Hand, int]]:
        for one, two in combinations_with_replacement(range(10), 2):
            ways = self.left(dealt, one) * self.left((*dealt, one), two) * (1 if one == two else 2)
            if ways:
                yield (one, two), ways

    def two_hands(self, player: Hand, banker: Hand, ways: int, info: PlayerInfo, own: Hand | int) -> None:
        total, banker_total = sum(player) % 10, sum(banker) % 10
        if total > 7 or banker_total > 7:
            self.decided += ways * self.unseen[4] * self.net(total, banker_total)
            return
        if total == 5:
            self.player_infos.add(info)
        cards = (*player, *banker)
        if total >= 5:
            values = self.values.setdefault((info, (own, None)), [0, 0])
            values[0] += ways * self.unseen[4] * self.net(total, banker_total)
            values[1] += ways * self.unseen[5] * self.last_card(cards, total, banker_total)
        if total <= 5:
            for third in range(10):
                more = ways * self.left(cards, third)
                if more:
                    new = (total + third) % 10
                    values = self.values.setdefault((info, (own, third)), [0, 0])
                    values[0] += more * self.unseen[5] * self.net(new, banker_total)
                    values[1] += more * self.last_card((*cards, third), new, banker_total)

    def last_card(self, cards: tuple[int, ...], total: int, banker_total: int) -> int:
        return sum(self.left(cards, card) * self.net(total, (banker_total + card) % 10) for card in range(10))

    def banker_values(self, draws: Mapping[PlayerInfo, Fraction]) -> dict[BankerInfo, list[Fraction]]:
        """What the side wins by Banker's situation, if he stands and if he draws, as Player draws on 5."""
        found: dict[BankerInfo, list[Fraction]] = {}
        for (info, own), values in self.values.items():
            chance = draws.get(info, Fraction(1))
            if info in draws and own[1] is None:
                chance = 1 - chance
            sums = found.setdefault(own, [Fraction(0), Fraction(0)])
            sums[0] += chance * values[0]
            sums[1] += chance * values[1]
        return found

    def player_values(self, draws: Mapping[BankerInfo, Fraction]) -> dict[PlayerInfo, list[Fraction]]:
        """What the side wins by Player's situation on 5, if he stands and if he draws, as Banker draws."""
        found = {info: [Fraction(0), Fraction(0)] for info in self.player_infos}
        for (info, own), (stands, drawn) in self.values.items():
            if info in found:
                chance = draws[own]
                found[info][own[1] is not None] += (1 - chance) * stands + chance * drawn
        return found

    def net_win(
        self, player: Mapping[PlayerInfo, Fraction], banker: Mapping[BankerInfo, Fraction]
    ) -> Fraction:
        """What the side expects to win."""
        values = self.banker_values(player)
        won = sum((1 - banker[own]) * stands + banker[own] * drawn for own, (stands, drawn) in values.items())
        return (self.decided + won) / self.total
