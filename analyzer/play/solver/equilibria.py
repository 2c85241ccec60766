"""All Nash equilibria of a coup in which the sides do not gain what the other loses, exactly.

A pair of strategies is an equilibrium if in every situation the side draws, stands, or has two actions that
are worth the same to it.
So each situation is in one of three states, and the states of all situations give linear conditions on the
probabilities of either side: what Player's states say are conditions on Banker's probabilities, and the other
way round.
The search goes through the states.
Some states follow from others: states narrow the bounds of probabilities, between bounds most situations of
the other side have one best action, and where Banker should draw in one situation he often should in others.
What is left out was proven impossible, so the equilibria found are all there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyzer.play.solver.bilinear_game import BilinearGame, Form, Number
from analyzer.play.solver.strategy_set import AT_LEAST, AT_MOST, EQUAL, Condition, StrategySet, strategy_set

STANDS, EITHER, DRAWS = STATES = (0, None, 1)
"""States: one action is the best, or both are worth the same."""

OPEN = "open"
"""The state of a situation that has not been settled yet."""

State = int | str | None

_RELATIONS: dict[State, str] = {STANDS: AT_MOST, EITHER: EQUAL, DRAWS: AT_LEAST}


@dataclass(frozen=True)
class Equilibria:
    """Some equilibria: each strategy of Player's set with each of Banker's.

    Attributes
    ----------
    player, banker : StrategySet
        Probabilities of drawing, by variable of the game.
    player_net, banker_net : tuple of (Fraction, Fraction)
        The least and the greatest expected net win of each side among them.
    """

    player: StrategySet
    banker: StrategySet
    player_net: tuple[Fraction, Fraction]
    banker_net: tuple[Fraction, Fraction]


def find_equilibria(game: BilinearGame, commission: Fraction) -> tuple[Equilibria, ...]:
    """All equilibria if Banker pays a commission on what he wins.

    Player gains and loses 1; Banker gains 1 less the commission, and loses 1.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from analyzer.game.shoe import Shoe
    >>> from analyzer.library.catalog import load_rulebook
    >>> from analyzer.play.solver.bilinear_game import bilinear_game
    >>> from analyzer.play.decision_table import decision_table
    >>> gold = replace(load_rulebook("standard"), player="DDDDDCSS", player_sees="total")
    >>> game = bilinear_game(decision_table(gold, Shoe.from_decks(8)))
    >>> [found.player.point for found in find_equilibria(game, Fraction(1, 20))]
    [(Fraction(1, 1),)]
    """
    whole = commission.denominator
    player, banker = game.gains(1, -1), game.gains(-whole, whole - commission.numerator)
    found: list[tuple[StrategySet, StrategySet]] = []
    for pair in _Search(player.player, banker.banker).all_equilibria():
        if not any(_is_part(pair, other) for other in found):
            found = [other for other in found if not _is_part(other, pair)] + [pair]
    return tuple(
        Equilibria(
            players,
            bankers,
            # A side gains the same with all its strategies of the set, but not against all of the other's.
            _net(player.by_banker(players.point), bankers, game.total_ways),
            _net(banker.by_player(bankers.point), players, game.total_ways * whole),
        )
        for players, bankers in sorted(found, key=lambda pair: (pair[0].low, pair[0].high))
    )


class _Search:
    """The states of all situations, tried one after the other."""

    def __init__(self, player_gain: Sequence[Form], banker_gain: Sequence[Form]) -> None:
        size = len(player_gain)
        start = _settled([OPEN] * len(banker_gain), banker_gain, [0] * size, [1] * size)
        assert start is not None
        self.start = start
        # Where one action of Banker is the best whatever Player does, it is a matter of course from here on.
        self.contested = [place for place, state in enumerate(start) if state in (OPEN, EITHER)]
        self.banker_gain = [banker_gain[place] for place in self.contested]
        drawn = [state == DRAWS for state in start]
        self.player_gain = [
            Form(form.at(drawn), tuple(form.coefficients[place] for place in self.contested))
            for form in player_gain
        ]
        self.follows = {
            (place, state): self._consequences(place, state)
            for place in range(len(self.contested))
            for state in STATES
        }

    def all_equilibria(self) -> Iterator[tuple[StrategySet, StrategySet]]:
        """All equilibria."""
        player: tuple[State, ...] = (OPEN,) * len(self.player_gain)
        banker: tuple[State, ...] = tuple(self.start[place] for place in self.contested)
        for players, bankers in self.equilibria(player, banker):
            yield players, self._with_matters_of_course(bankers)

    def _with_matters_of_course(self, bankers: StrategySet) -> StrategySet:
        def filled(values: Sequence[Fraction]) -> tuple[Fraction, ...]:
            listed = [Fraction(int(state == DRAWS)) for state in self.start]
            for place, value in zip(self.contested, values, strict=True):
                listed[place] = value
            return tuple(listed)

        def widened(condition: Condition) -> Condition:
            form = condition.form
            coefficients: list[Number] = [0] * len(self.start)
            for place, value in zip(self.contested, form.coefficients, strict=True):
                coefficients[place] = value
            return Condition(Form(form.constant, tuple(coefficients)), condition.relation)

        return StrategySet(
            filled(bankers.low),
            filled(bankers.high),
            filled(bankers.point),
            tuple(map(widened, bankers.conditions)),
        )

    def _consequences(self, place: int, state: State) -> list[tuple[int, State]]:
        """States of Banker's other situations that follow from the state of one, whatever Player does."""
        form = self.banker_gain[place]
        found: list[tuple[int, State]] = []
        for other, other_form in enumerate(self.banker_gain):
            if other != place:
                sign = _sign_where(other_form, form, state)
                if sign:
                    found.append((other, DRAWS if sign > 0 else STANDS))
        return found

    def equilibria(
        self, player: tuple[State, ...], banker: tuple[State, ...]
    ) -> Iterator[tuple[StrategySet, StrategySet]]:
        """All equilibria in which the settled situations are in these states."""
        settled = self._settle(player, banker)
        if settled is None:
            return
        player, banker = settled
        branches = list(self._branches(player, banker))
        for branch in branches:
            yield from self.equilibria(*branch)
        if not branches:
            # Few of Banker's probabilities are left open here, so his set is the quicker to find empty.
            bankers = _set_of(banker, self.player_gain, player)
            players = None if bankers is None else _set_of(player, self.banker_gain, banker)
            if bankers is not None and players is not None:
                yield players, bankers

    def _settle(
        self, player: tuple[State, ...], banker: tuple[State, ...]
    ) -> tuple[tuple[State, ...], tuple[State, ...]] | None:
        """The states with all that follows from bounds; None if they cannot be."""
        while True:
            before = player, banker
            bounds = _narrowed(self.player_gain, player, *_bounds(banker))
            next_player = bounds and _settled(player, self.player_gain, *bounds)
            if next_player is None:
                return None
            bounds = _narrowed(self.banker_gain, banker, *_bounds(next_player))
            next_banker = bounds and _settled(banker, self.banker_gain, *bounds)
            if next_banker is None:
                return None
            player, banker = next_player, next_banker
            if (player, banker) == before:
                return before

    def _branches(
        self, player: tuple[State, ...], banker: tuple[State, ...]
    ) -> Iterator[tuple[tuple[State, ...], tuple[State, ...]]]:
        """The same with one more situation in each state it may be in."""
        left = [place for place, state in enumerate(banker) if state == OPEN]
        if left:
            place = max(left, key=lambda one: self._settles(one, banker))
            for state in STATES:
                states = list(banker)
                states[place] = state
                follows = self.follows[place, state]
                if all(states[other] in (OPEN, other_state) for other, other_state in follows):
                    for other, other_state in follows:
                        states[other] = other_state
                    yield player, tuple(states)
        elif OPEN in player:
            place = player.index(OPEN)
            for state in STATES:
                yield (*player[:place], state, *player[place + 1 :]), banker

    def _settles(self, place: int, banker: Sequence[State]) -> int:
        """How many open situations are settled by the state of one, at least."""
        return min(
            sum(banker[other] == OPEN for other, _ in self.follows[place, state]) for state in (STANDS, DRAWS)
        )


def _bounds(states: Sequence[State]) -> tuple[list[Number], list[Number]]:
    """Bounds of the probabilities of drawing in situations of these states."""
    return [int(state == DRAWS) for state in states], [int(state != STANDS) for state in states]


def _settled(
    states: Sequence[State], gains: Sequence[Form], low: Sequence[Number], high: Sequence[Number]
) -> tuple[State, ...] | None:
    """States that follow from bounds of the other side's probabilities; None if a state cannot be."""
    found: list[State] = []
    for state, form in zip(states, gains, strict=True):
        if state == OPEN:
            least, greatest = form.between(low, high)
            if least > 0 or greatest < 0:
                state = DRAWS if least > 0 else STANDS
            elif least == greatest:
                state = EITHER
        elif Condition(form, _RELATIONS[state]).holds_nowhere(low, high):
            return None
        found.append(state)
    return tuple(found)


def _narrowed(
    gains: Sequence[Form], states: Sequence[State], low: list[Number], high: list[Number]
) -> tuple[list[Number], list[Number]] | None:
    """Bounds of one side's probabilities, narrowed by the other side's states; None if nothing is left."""
    free = [place for place, (below, above) in enumerate(zip(low, high, strict=True)) if below < above]
    for form, state in zip(gains, states, strict=True):
        for sign, allowed in ((1, (EITHER, DRAWS)), (-1, (EITHER, STANDS))):
            if not free or state not in allowed:
                continue
            least, greatest = form.between(low, high)
            most = greatest if sign > 0 else -least
            if most < 0:
                return None
            for place in free:
                rate = sign * form.coefficients[place]
                if rate > 0:
                    low[place] = max(low[place], high[place] - Fraction(most) / rate)
                elif rate < 0:
                    high[place] = min(high[place], low[place] - Fraction(most) / rate)
    return low, high


def _sign_where(form: Form, given: Form, state: State) -> int:
    """Sign of a form wherever another is at least, at most or equal to 0; 0 if it can have either.

    Where the other form h is at least 0, the form f is at least f - c·h for any c of at least 0, and that is
    least at a corner; the best c makes one of its coefficients 0.
    """
    multiples = [Fraction(0)] + [
        Fraction(one) / other
        for one, other in zip(form.coefficients, given.coefficients, strict=True)
        if other
    ]
    for sign in (1, -1):
        for multiple in multiples:
            right_side = multiple * sign * (1 if state == DRAWS else -1) >= 0
            if (state == EITHER or right_side) and _least_rest(form, given, multiple, sign) > 0:
                return sign
    return 0


def _least_rest(form: Form, given: Form, multiple: Fraction, sign: int) -> Number:
    """The least value of a form less a multiple of another, times a sign."""
    rest = [
        sign * (one * multiple.denominator - other * multiple.numerator)
        for one, other in zip(form.coefficients, given.coefficients, strict=True)
    ]
    constant = form.constant * multiple.denominator - given.constant * multiple.numerator
    return sign * constant + sum(one for one in rest if one < 0)


def _set_of(
    states: Sequence[State], other_gains: Sequence[Form], other_states: Sequence[State]
) -> StrategySet | None:
    """Probabilities of a side in some states, under which the other side's states are best."""
    low, high = _bounds(states)
    conditions = [
        Condition(form, _RELATIONS[state]) for form, state in zip(other_gains, other_states, strict=True)
    ]
    return strategy_set(low, high, conditions)


def _is_part(pair: tuple[StrategySet, StrategySet], other: tuple[StrategySet, StrategySet]) -> bool:
    """Whether some equilibria are among others, as far as their bounds tell."""
    return all(another.holds_all_of(one) for one, another in zip(pair, other, strict=True))


def _net(form: Form, among: StrategySet, total_ways: int) -> tuple[Fraction, Fraction]:
    least, greatest = among.between(form)
    return least / total_ways, greatest / total_ways
