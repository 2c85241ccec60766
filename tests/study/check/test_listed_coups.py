"""Listed coups, replayed; against the replay that explains every decision."""

import io
import random
import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.errors import NumberError
from analyzer.game.cards import RANKS, card, card_name
from analyzer.game.replay import deal
from analyzer.game.rulebook import OUTCOMES, Rulebook
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from analyzer.study.batch.batch_files import read_blocks
from analyzer.study.check.counts_check import study_counts
from analyzer.study.check.counts_file import CountsError, layout_of, rows_of
from analyzer.study.check.listed_coups import CoupReader, ListedCoups, breaking
from tests.strategies import rulebooks

HEADER = "P1,B1,P2,B2,P3,B3,outcome"


def read(text: str, rulebook: Rulebook | None = None) -> ListedCoups:
    """The coups of a file."""
    rows = rows_of(read_blocks(io.BytesIO(text.encode()), 100, "coups"), "coups")
    first = next(rows)
    layout = layout_of(first[1], "coups", of_cards=True)
    reader = CoupReader(rulebook or load_rulebook(), layout, "coups")
    reader.read(rows if layout.has_header else [first, *rows])
    return reader.result()


def dealt(rulebook: Rulebook, coups: int, seed: int) -> Iterator[tuple[str, str]]:
    """Coups dealt at random by a rulebook: the cards, and who wins."""
    chance = random.Random(seed)
    for _ in range(coups):
        replay = deal([card(chance.randrange(13), chance.randrange(4)) for _ in range(6)], rulebook)
        cards = [step.card for step in replay.steps if step.card is not None]
        yield " ".join(map(card_name, cards)), replay.winner


@given(rulebooks(), st.integers(0, 10**6))
def test_coups_dealt_by_a_rulebook_keep_its_rules(rulebook: Rulebook, seed: int) -> None:
    coups = list(dealt(rulebook, 30, seed))
    found = read("\n".join(cards for cards, _ in coups), rulebook)
    assert (found.broken, found.first_broken, found.rules_broken) == (0, None, ())
    winners = [winner for _, winner in coups]
    assert found.counts.outcomes == tuple(map(winners.count, OUTCOMES))
    assert breaking(found.tally, rulebook) == 0


@settings(max_examples=20)
@given(rulebooks(), rulebooks(), st.integers(0, 10**6))
def test_another_rulebook_breaks_as_many_as_a_reader_of_its_own_finds(
    rulebook: Rulebook, other: Rulebook, seed: int
) -> None:
    same = {"deal_order": other.deal_order, "card_values": other.card_values, "player_first_card": None}
    rulebook, other = (Rulebook(**{**book.__dict__, **same}) for book in (rulebook, other))
    text = "\n".join(cards for cards, _ in dealt(rulebook, 30, seed))
    found = read(text, rulebook)
    assert breaking(found.tally, other) == read(text, other).broken


def test_a_broken_coup_among_many_is_named() -> None:
    lines = [cards for cards, _ in dealt(load_rulebook(), 500, 3)]
    lines[321] = "K♠ 3♥ 2♦ 2♣ 4♠"
    found = read("\n".join(lines))
    assert found.broken == 1
    assert (found.first_broken.line, found.first_broken.cards) == (322, "K♠ 3♥ 2♦ 2♣ 4♠")
    assert found.first_broken.rule == "Banker has 5, Player's third card counts 4: draws"
    assert found.rules_broken == ((found.first_broken.rule, 1),)


@pytest.mark.parametrize(
    ("coup", "rule"),
    [
        ("9 2 K K 5", "Player has a natural 9: no third cards"),
        ("9 9 K K 5 6", "Player has a natural 9 and Banker has a natural 9: no third cards"),
        ("2 K 3 7", "Player has 5 and draws"),
        ("7 3 K 2", "Banker has 5, Player stood: draws"),
        ("7 3 K 2 4 4", "Player has 7 and stands"),
        ("7 6 K K 4", "Banker has 6, Player stood: stands"),
        ("2 3 2 K 8 4", "Banker has 3, Player's third card counts 8: stands"),
        ("2 3 2 K 9", "Banker has 3, Player's third card counts 9: draws"),
    ],
)
def test_every_kind_of_breach_has_its_rule(coup: str, rule: str) -> None:
    assert read(coup).first_broken.rule == rule


@pytest.mark.parametrize(
    ("row", "rule"),
    [
        ("2,K,3,7,,4,", "Player has 5 and draws"),
        ("7,3,K,2,4,,", "Player has 7 and stands"),
        ("7,3,K,2,,4,", None),
        ("2,K,3,7,5,,", None),
        ("9,2,K,K,,,", None),
    ],
)
def test_columns_tell_who_got_a_lone_third_card(row: str, rule: str | None) -> None:
    found = read(f"{HEADER}\n{row}")
    assert (found.first_broken and found.first_broken.rule) == rule
    assert breaking(found.tally, load_rulebook()) == (rule is not None)


def test_columns_may_stand_in_any_order_with_others_between() -> None:
    swapped = read("coup;outcome;b1;b2;p1;p2;b3\n1;T;3;2;7;K;2\n2;B;3;2;7;K;4")
    assert (swapped.counts.outcomes, swapped.broken, swapped.wrong_claims) == ((0, 1, 1), 0, 0)


def test_cells_left_empty_without_a_header() -> None:
    found = read('"7",3,K,2,,4\n7,3,K,2,4,\n9,2,K,K,,')
    assert (found.broken, found.first_broken.line, found.first_broken.rule) == (
        1,
        2,
        "Player has 7 and stands",
    )


def test_claims_are_compared_with_the_cards() -> None:
    found = read("7 3 K 2 4 banker\n7 3 K 2 4 Player\n9 2 K K\n7 3 K 2 2 TIE")
    assert found.wrong_claims == 1
    assert found.first_wrong_claim.line == 2
    assert found.first_wrong_claim.rule == "Player 7, Banker 9: banker, not player"
    assert found.claims == ((0, 1, 0), (0, 1, 0), (0, 0, 1))


def test_a_last_t_is_a_ten_unless_its_column_is_the_outcome() -> None:
    assert read("2 K 3 7 T").claims is None
    assert read(f"{HEADER}\n2,K,3,7,T,,P").broken == 0
    assert read(f"{HEADER}\n7,3,K,2,,2,T").claims == ((0, 0, 0), (0, 0, 0), (0, 0, 1))


def test_claims_that_are_mixed_up_are_told() -> None:
    swap = {"player": "banker", "banker": "player", "tie": "tie"}
    text = "\n".join(f"{cards} {swap[winner]}" for cards, winner in dealt(load_rulebook(), 200, 9))
    listed = read(text)
    told = study_counts(listed.counts, Shoe.from_decks(8), load_rulebook(), listed=listed).conclusion()
    assert "The claimed outcomes are mixed up: banker is called player, player is called banker." in told


def test_coups_of_a_wrong_rulebook_have_all_their_coups_in_it() -> None:
    slug = "wrong/keyed-on-new-total"
    listed = read("\n".join(cards for cards, _ in dealt(load_rulebook(slug), 3_000, 1)))
    found = study_counts(listed.counts, Shoe.from_decks(8), load_rulebook(), listed=listed)
    first = found.ranking.best[0]
    assert (first.broken, found.passes) == (0, False)
    assert slug in first.slugs
    assert found.conclusion()[-1].startswith("All coups are right in a game in which the tableau looks at")
    assert all(0 < item.broken < listed.broken for item in found.ranking.best[1:])
    assert found.ranking.best[1:]


def test_a_game_that_cannot_have_dealt_the_cards_is_no_culprit() -> None:
    """Its third-card rules may be right, but Player's first card is not always a 7."""
    seven_up = load_rulebook("seven-up")
    listed = read("3 K 2", seven_up)
    found = study_counts(listed.counts, Shoe.from_decks(8), seven_up, listed=listed)
    assert {one.candidate.rulebook.player_first_card for one in found.ranking.best} == {6}


def test_where_no_game_breaks_fewer_coups_it_is_said() -> None:
    listed = read("K 2 K K")
    found = study_counts(listed.counts, Shoe.from_decks(8), load_rulebook(), listed=listed)
    assert found.ranking.best == ()
    assert found.conclusion()[-1] == "No game that was tried fits better."


def test_one_broken_coup_is_laid_to_the_one_cell_that_allows_it() -> None:
    listed = read("K 3 2 2 4\n7 3 K 2 4\n9 2 K K")
    found = study_counts(listed.counts, Shoe.from_decks(8), load_rulebook(), listed=listed)
    assert found.ranking.best[0].candidate.text == "Banker 5 stands against a third card of 4"
    assert found.conclusion()[-1].startswith(
        "All coups are right in a game in which Banker 5 stands against a third card of 4, and in"
    )
    others = {breaking(listed.tally, one.candidate.rulebook) for one in found.ranking.best}
    assert others == {0}
    assert len(found.ranking.best) <= found.ranking.as_good < found.ranking.tried


def test_a_game_that_the_shoe_does_not_tell_apart_may_have_the_coups() -> None:
    """No 4 is in the shoe that is named, so what Banker does against it changes no chance."""
    listed = read("K 3 2 2 4")
    shoe = Shoe.from_counts([128, 32, 32, 32, 0, 32, 32, 32, 32, 32])
    best = study_counts(listed.counts, shoe, load_rulebook(), listed=listed).ranking.best[0]
    assert "Banker 5 stands against a third card of 4" in [one.text for one in (best.candidate, *best.also)]
    assert best.broken == 0


def test_cards_that_keep_the_rules_are_laid_to_the_shoe_alone() -> None:
    listed = read("9 9 K K\n" * 50)
    found = study_counts(listed.counts, Shoe.from_decks(8), load_rulebook(), listed=listed)
    assert (found.passes, found.listed.broken) == (False, 0)
    assert {item.candidate.kind for item in found.ranking.best} == {"shoe"}


def test_a_fixed_first_card_is_not_listed() -> None:
    seven_up = load_rulebook("seven-up")
    found = read("3 K 2", seven_up)
    assert (found.counts.outcomes, found.broken) == ((1, 0, 0), 1)
    assert found.first_broken.rule == "Banker has 5, Player stood: draws"
    with pytest.raises(CountsError, match="3 to 5 cards, not 6"):
        read("3 K 2 2 2 2", seven_up)


@pytest.mark.parametrize(
    ("text", "what", "line"),
    [
        ("K 3 7 2 9\nK 3 7 Z 9", '"Z" is no card', 2),
        ("K 3 7 2 9\n\n# note\nK 3", "a coup has 4 to 6 cards, not 2", 4),
        ("K 3 7 2 9 9 9", "a coup has 4 to 6 cards, not 7", 1),
        (f"{HEADER}\nK,3,,2,9,,", "a card is missing among the first four", 2),
        (f"{HEADER}\nK,3,7,2,9,,X", '"X" is no outcome', 2),
        ("P1,B1,P2,B2\nK,3,7,2,9", "5 columns are too many", 2),
        ("K,3,7,2,,9,4", '"4" follows after the last card', 1),
    ],
)
def test_a_line_that_is_no_coup_is_named(text: str, what: str, line: int) -> None:
    with pytest.raises(CountsError) as caught:
        read(text)
    assert (caught.value.what, caught.value.where) == (what, f"coups, line {line}")


def test_a_header_alone_is_no_coup() -> None:
    with pytest.raises(NumberError, match="no coups"):
        read(HEADER)


def test_memory_does_not_grow_with_the_number_of_coups() -> None:
    def most(coups: int) -> int:
        reader = CoupReader(load_rulebook(), layout_of("K 3 7 2", "coups", of_cards=True), "coups")
        rows = ((line, " ".join(RANKS[line * k % 13] for k in (1, 3, 5, 7, 11))) for line in range(coups))
        tracemalloc.start()
        reader.read(rows)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert reader.coups == coups
        return peak

    most(10)
    assert most(4_000) < most(400) + 20_000
