"""Whatever the rules and the shoe: what is learned evens out over everything that could have been learned."""

from fractions import Fraction
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.game.card_words import CardWord
from analyzer.game.cards import CARDS_PER_DECK, RANKS, card_name
from analyzer.game.coup import BANKER_1, BANKER_2, FIFTH, PLAYER_1, PLAYER_2, SIXTH
from analyzer.game.facts import FACTS
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.study.odds.counting import Counting
from analyzer.study.odds.knowledge import Knowledge, KnownCard
from tests.strategies import games, rulebooks

FOUR = (PLAYER_1, BANKER_1, PLAYER_2, BANKER_2)
OUTCOME = [FACTS["player.wins"], FACTS["banker.wins"]]

Ways = dict[tuple[int | bool, ...], int]


def word(*ranks: int) -> CardWord:
    cards = (card for card in range(CARDS_PER_DECK) if card // 4 in ranks)
    return CardWord("or ".join(RANKS[rank] for rank in ranks), frozenset(cards), names_card=True)


def outcomes(shoe: Shoe, rulebook: Rulebook, *known: KnownCard) -> Ways:
    return Counting(shoe, rulebook, Knowledge(known)).fact_ways(OUTCOME)


def added(parts: list[Ways]) -> Ways:
    return {key: sum(part.get(key, 0) for part in parts) for key in sorted(set().union(*parts))}


@settings(max_examples=10)
@given(games())
def test_a_card_removed_unseen_is_no_card_removed(game: tuple[Shoe, Rulebook]) -> None:
    """Over all cards that can have been removed, the chances are those of the whole shoe."""
    shoe, rulebook = game
    if shoe.with_replacement or shoe.size == 6:
        return
    chances: dict[tuple[int | bool, ...], Fraction] = {}
    for place, count in enumerate(shoe.counts):
        if count:
            counts = (*shoe.counts[:place], count - 1, *shoe.counts[place + 1 :])
            without = Shoe(shoe.detail, counts)
            for key, ways in outcomes(without, rulebook).items():
                likely = Fraction(count, shoe.size) * Fraction(ways, without.total_ways)
                chances[key] = chances.get(key, Fraction(0)) + likely
    whole = outcomes(shoe, rulebook)
    assert chances == {key: Fraction(ways, sum(whole.values())) for key, ways in whole.items()}


@settings(max_examples=10)
@given(games(), st.sampled_from([BANKER_1, PLAYER_2, BANKER_2, FIFTH, SIXTH]), st.data())
def test_a_card_that_is_learned_evens_out(
    game: tuple[Shoe, Rulebook], position: int, data: st.DataObject
) -> None:
    """Ways given each group of ranks at a place add up to all ways."""
    shoe, rulebook = game
    cut = data.draw(st.integers(1, 12)) if shoe.detail != "value" else 5
    groups = [word(*range(cut)), word(*range(cut, len(RANKS)))]
    counts = dict.fromkeys(range(len(RANKS)), 0)
    for place, count in enumerate(shoe.counts):
        rank = {"card": place // 4, "rank": place, "value": place - 1 if place else 9}[shoe.detail]
        counts[rank] += count
    parts = [
        outcomes(shoe, rulebook, KnownCard(position, group))
        for group in groups
        if any(counts[card // 4] for card in group.cards)
    ]
    assert added(parts) == outcomes(shoe, rulebook)


@settings(max_examples=3)
@given(rulebooks(), st.lists(st.integers(0, 12), min_size=2, max_size=2, unique=True))
def test_whoever_knows_every_card_knows_the_winner(rulebook: Rulebook, ranks: list[int]) -> None:
    """Given all six cards the outcome is certain, and over all of them the law is the unconditional one."""
    counts = [0] * len(RANKS)
    for rank in ranks:
        counts[rank] = 3
    shoe = Shoe.from_counts(counts)
    first = FOUR if rulebook.player_first_card is None else FOUR[1:]
    places = (*first, FIFTH, SIXTH)
    parts = []
    for cards in product(ranks, repeat=len(places)):
        if max(map(cards.count, ranks)) <= 3:
            known = [KnownCard(place, word(rank)) for place, rank in zip(places, cards, strict=True)]
            certain = outcomes(shoe, rulebook, *known)
            assert len(certain) == 1, " ".join(card_name(4 * rank) for rank in cards)
            parts.append(certain)
    assert added(parts) == outcomes(shoe, rulebook)
