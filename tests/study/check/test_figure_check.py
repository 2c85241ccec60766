"""Published figures agree, agree only by another convention, or are wrong by an exact amount."""

from fractions import Fraction
from functools import cache

import pytest

from analyzer.errors import AnalyzerError, WagerError
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from analyzer.study.analysis import analyze
from analyzer.study.check.figure import read_figure
from analyzer.study.check.figure_check import AGREES, BY_CONVENTION, WRONG, CheckedFigure, check_figures

TRUE = (
    "banker 5% edge 8 decks = 1.06%",
    "banker edge 8 decks = 0.010579",
    "banker edge 8 decks = 114753351728/10847218479825",
    "banker edge 6 decks = 1.0558%",
    "banker edge 1 deck = 1.01%",
    "player edge 8 decks = 1.2351%",
    "tie 8 to 1 edge 8 decks = 14.3596%",
    "tie 9 for 1 edge 8 decks = 14.3596%",
    "tie 9 to 1 edge 8 decks = 4.844%",
    "player wins 8 decks = 44.62%",
    "tie probability 8 decks = 0.0951559680236402",
    "tie 8 decks: chance of 1 in 10.51",
    "fair odds of a tie 8 decks = 9.51 to 1",
    "fair odds of a tie 8 decks = 10.51 for 1",
    "banker excluding ties 8 decks wins 50.68%",
    "banker edge per resolved bet 8 decks = 1.1692%",
    "banker expected value 8 decks = -1.0579%",
    "banker rtp 8 decks = 98.94%",
    "banker push frequency 8 decks = 9.52%",
    "player ways 8 decks = 2,230,518,282,592,256",
    "total ways 8 decks = 4,998,398,275,503,360",
    "total ways 8 decks = 4.998e15",
    "banker standard deviation 8 decks = 0.9274",
    "tie 9 to 1 standard deviation 8 decks = 2.9343",
    "ez banker edge 8 decks = 1.0183%",
    "super 6 banker edge 8 decks = 1.4581%",
    "dragon 7 edge 8 decks = 7.611%",
    "player pair edge infinite decks = 7.69%",
    "perfect pairs 25 to 1 edge 8 decks = 13.03%",
    "banker volatility index 90% two-sided 8 decks = 1.5254",
    "z 95% = 1.959964",
    "z 95% one-sided = 1.644854",
)

BY_CONVENTIONS = (
        ("banker edge 8 decks = 1.17%", "ties and other pushes left out", "1.06%"),
        ("banker wins 8 decks = 50.68%", "ties and other pushes left out", "45.86%"),
        ("banker edge excluding ties 8 decks = 1.06%", "ties and other pushes counted", "1.17%"),
        ("banker edge 8 decks = 1.0558%", "6 decks instead of 8 decks", "1.0579%"),
        ("player edge 8 decks = 1.29%", "1 deck instead of 8 decks", "1.24%"),
        ("player pair edge 8 decks = 7.69%", "infinite decks instead of 8 decks", "10.36%"),
        ("tie probability 6 decks = 9.54%", "infinite decks instead of 6 decks", "9.51%"),
        ("tie 9 to 1 edge 8 decks = 14.36%", "9 for 1 instead of 9 to 1", "4.84%"),
        ("tie 9 for 1 edge 8 decks = 4.84%", "9 to 1 instead of 9 for 1", "14.36%"),
        ("tie edge 8 decks = 4.84%", "the wager Tie, 9 to 1", "14.36%"),
        ("dragon 7 edge 8 decks = 9.86%", "paid 39 to 1 instead of 40 to 1", "7.61%"),
        ("player edge 8 decks=-1.24%", "sign: the bettor's expected net win, not the house's edge", "1.24%"),
        ("banker ev 8 decks = 1.06%", "sign: the house's edge, not the bettor's expected net win", "-1.06%"),
        ("banker edge 8 decks = 1.06", "a percentage without its sign", "0.01"),
        ("banker edge 8 decks = 0.0106%", "a fraction of one with a percent sign", "1.0579%"),
        ("banker edge 8 decks = 1.057%", "cut off, not rounded", "1.058%"),
        ("player edge 8 decks = 1.236%", "rounded up", "1.235%"),
        ("tie 8 decks chance of 1 in 9.51", "odds to one, not one in so many", "1 in 10.51"),
        ("fair odds of a tie 8 decks = 10.51 to 1", "for one, not to one", "9.51 to 1"),
        ("fair odds of a tie 8 decks = 9.51 for 1", "to one, not for one", "10.51 for 1"),
        ("banker edge 8 decks = -1.24%", "every win paid 1 to 1", "1.06%"),
        ("banker rtp 8 decks = -1.06%", "without the stake", "98.94%"),
        ("banker expected value 8 decks = 98.94%", "with the stake, as a return", "-1.06%"),
        ("z 95% = 1.645", "one-sided, not two-sided", "1.960"),
        ("z one-sided 95% = 1.96", "two-sided, not one-sided", "1.64"),
        ("banker volatility 95% 8 decks = 1.5254", "one-sided, not two-sided", "1.8176"),
        ("player pair ways 8 decks = 6,448", "counted in sets of two cards", "373,374,329,013,504"),
        (
            "lucky 6 12 20 ways 8 decks = 186,173,936,904,192",
            'the line "Banker wins with two-card 6" alone',
            "269,232,304,455,680",
        ),
        (
            "banker edge 6 decks = 1.1692%",
            "ties and other pushes left out; 8 decks instead of 6 decks",
            "1.0558%",
        ),
        (
            "banker edge 8 decks = -1.06",
            "sign: the bettor's expected net win, not the house's edge; a percentage without its sign",
            "0.01",
        ),
        (
            "banker edge 8 decks = -1.057%",
            "sign: the bettor's expected net win, not the house's edge; cut off, not rounded",
            "1.058%",
        ),
)  # fmt: skip

WRONG_BY = (
    ("banker edge 8 decks = 1.07%", "1.06%", "+0.0121%"),
    ("banker edge 8 decks = 1.6%", "1.1%", "+0.542%"),
    ("tie edge 8 decks = 10%", "14%", "-4.36%"),
    ("player wins 8 decks = 1/2", "8712962041376/19524993263685", "+2099069180933/39049986527370"),
    ("player ways 8 decks = 2,230,518,282,592,257", "2,230,518,282,592,256", "+1"),
    ("banker standard deviation 8 decks = 0.98", "0.93", "+0.0526"),
    ("tie 8 decks, chance of 1 in 12", "1 in 11", "+1.49"),
    ("z 95% = 2.1", "2.0", "+0.140"),
)


@cache
def of_the_tables() -> dict[str, CheckedFigure]:
    """Every claim of the tables above, all checked at once."""
    listed = [*TRUE, *(claim for claim, *_ in (*BY_CONVENTIONS, *WRONG_BY))]
    checked = check_figures([read_figure(claim) for claim in listed], load_rulebook())
    return dict(zip(listed, checked, strict=True))


def check(claim: str, shoe: Shoe | None = None, rules: str = "standard") -> CheckedFigure:
    (checked,) = check_figures([read_figure(claim)], load_rulebook(rules), shoe)
    return checked


@pytest.mark.parametrize("claim", TRUE)
def test_a_true_figure_agrees(claim: str) -> None:
    checked = of_the_tables()[claim]
    assert (checked.verdict, checked.by, checked.off_by) == (AGREES, "", "")


@pytest.mark.parametrize(("claim", "by", "right"), BY_CONVENTIONS)
def test_a_figure_agrees_only_by_a_convention_that_is_named(claim: str, by: str, right: str) -> None:
    checked = of_the_tables()[claim]
    assert (checked.verdict, checked.by, checked.right) == (BY_CONVENTION, by, right)


@pytest.mark.parametrize(("claim", "right", "off_by"), WRONG_BY)
def test_a_wrong_figure_is_wrong_by_so_much(claim: str, right: str, off_by: str) -> None:
    checked = of_the_tables()[claim]
    assert (checked.verdict, checked.right, checked.off_by) == (WRONG, right, off_by)


def test_other_conventions_by_which_a_figure_agrees_are_listed() -> None:
    checked = check("banker edge 8 decks = 1.05%")
    assert checked.by == "cut off, not rounded"
    assert checked.also == tuple(f"{decks} decks instead of 8 decks" for decks in (4, 5, 3))


@pytest.mark.parametrize(
    "claim",
    ["tie edge = 0%", "tie edge = 0.0", "panda 8 rtp = 1%", "tie probability = 1 in 0", "player edge = 2%"],
)
def test_one_digit_proves_no_convention(claim: str) -> None:
    assert check(f"8 decks {claim}").verdict == WRONG


def test_few_digits_do_not_prove_two_conventions() -> None:
    assert check("banker edge 6 decks = 1.1692%").verdict == BY_CONVENTION
    assert check("banker rtp 6 decks = 11%").verdict == WRONG


def test_two_conventions_that_come_to_the_same_are_named_once() -> None:
    checked = check("tie edge 8 decks = 4.84%")  # paid 9 to 1 instead of 8 to 1 is the same wager
    assert (checked.by, checked.also) == ("the wager Tie, 9 to 1", ())


@pytest.mark.parametrize("claim", ["banker edge 8 decks = 1.54374%", "player edge 8 decks = 45.860%"])
def test_what_is_too_far_fetched_is_wrong(claim: str) -> None:
    """Another bet on Banker with another number of decks; a bet on Player that pays nothing."""
    assert check(claim).verdict == WRONG


def test_without_decks_a_figure_is_tried_for_four_numbers_of_them() -> None:
    checked = check("player pair edge = 10.36%")
    assert [(answer.shoe.describe(), answer.fits) for answer in checked.answers] == [
        ("8 decks", True),
        ("6 decks", False),
        ("infinite decks", False),
        ("1 deck", False),
    ]
    assert (checked.verdict, checked.by) == (AGREES, "with 8 decks")
    assert check("player edge = 1.24%").by == "with 8 decks and 6 decks"
    assert check("player pair edge = 29.41%").by == "with 1 deck"
    assert check("player pair edge = 18.45%").by == "2 decks"
    assert check("banker edge = 1.17%").by.startswith("ties and other pushes left out, with 8 decks")
    assert check("banker edge = 1.3%").by == "with infinite decks"


def test_the_shoe_that_is_given_serves_figures_without_decks_only() -> None:
    six = Shoe.from_decks(6)
    assert check("player pair edge = 11.25%", six).verdict == AGREES
    assert check("player pair edge 8 decks = 10.36%", six).verdict == AGREES
    assert check("player pair edge = 10.36%", six).by == "8 decks instead of 6 decks"


def test_a_figure_is_checked_by_the_rules_that_are_given() -> None:
    rules = load_rulebook("wrong/keyed-on-new-total")
    edge = analyze(Shoe.from_decks(8), rules).probability("player")
    claim = f"player wins 8 decks = {edge}"
    assert check(claim, rules="wrong/keyed-on-new-total").verdict == AGREES
    assert check(claim).verdict == WRONG


def test_a_name_that_means_several_wagers_agrees_with_the_one_that_fits() -> None:
    checked = check("no commission banker edge 8 decks = 1.4581%")
    assert (checked.verdict, checked.by) == (AGREES, "Banker, no commission, half on 6")


def test_the_exact_value_is_that_of_the_analysis() -> None:
    checked = check("banker edge 8 decks = 1.6%")
    assert checked.exact is not None
    assert checked.exact.value == Fraction(114753351728, 10847218479825)


def test_many_figures_are_checked_as_each_alone() -> None:
    claims = [
        f"{bet} {what} {decks} = {number}"
        for bet, what, number in (
            ("player", "edge", "1.24%"),
            ("tie", "probability", "9.5%"),
            ("tie", "sd", "2.64"),
        )
        for decks in ("8 decks", "")
    ]
    done: list[tuple[int, int]] = []
    figures = [read_figure(claim) for claim in claims]
    together = check_figures(figures, load_rulebook(), progress=lambda *step: done.append(step))
    assert together == [check(claim) for claim in claims]
    assert done == [(number, len(claims)) for number in range(1, len(claims) + 1)]


def test_what_depends_on_a_jackpot_is_refused_with_the_figure() -> None:
    with pytest.raises(WagerError, match="depends on the jackpot") as caught:
        check("dragon dragon edge 8 decks = 5%")
    assert caught.value.where == '"dragon dragon edge 8 decks = 5%"'


def test_a_shoe_that_does_not_know_ranks_cannot_answer_for_pairs() -> None:
    with pytest.raises(AnalyzerError) as caught:
        check("player pair edge = 10.36%", Shoe.from_counts([128, *[32] * 9]))
    assert caught.value.where == '"player pair edge = 10.36%"'
