"""A claim is read whatever the order of its words, and what cannot be read is explained."""

import pytest

from analyzer.errors import FigureError
from analyzer.library.catalog import load_wagers
from analyzer.study.check.figure import Figure, figure_of_parts, read_figure
from analyzer.study.check.figure_wager import subjects_of
from analyzer.study.check.figure_words import QUANTITIES, name_words


def told(figure: Figure) -> tuple[str, str, str]:
    """Wager, quantity and decks of a figure."""
    slug = figure.subjects[0].wager.slug if figure.subjects else ""
    return slug, figure.quantity, figure.shoe.describe() if figure.shoe else ""


@pytest.mark.parametrize(
    ("claim", "slug", "quantity", "decks", "number"),
    [
        ("banker 5% edge 8 decks = 1.06%", "main/banker", "house edge", "8 decks", "1.06%"),
        ("8 decks: banker edge, 5% commission, is 1.06%", "main/banker", "house edge", "8 decks", "1.06%"),
        ("1.06% house edge on Banker (8-deck shoe)", "main/banker", "house edge", "8 decks", "1.06%"),
        ("edge of banker 1.06% with 5% commission", "main/banker", "house edge", "", "1.06%"),
        ("tie 8 to 1 edge = 14.36%", "main/tie", "house edge", "", "14.36%"),
        ("tie 9 for 1 edge = 14.36%", "main/tie", "house edge", "", "14.36%"),
        ("tie 9:1 edge 4.84%", "main/tie-9", "house edge", "", "4.84%"),
        ("player wins eight decks = 44.62%", "main/player", "probability", "8 decks", "44.62%"),
        ("P(tie), infinite deck: 0.0954", "main/tie", "probability", "infinite decks", "0.0954"),
        ("tie probability 6 decks 9.54%", "main/tie", "probability", "6 decks", "9.54%"),
        ("chance of a tie, single deck, 1 in 10.5", "main/tie", "probability", "1 deck", "1 in 10.5"),
        ("fair odds on tie 8 decks = 9.51 to 1", "main/tie", "probability", "8 decks", "9.51 to 1"),
        ("dragon 7 edge 8 decks = 7.61%", "side/dragon-7", "house edge", "8 decks", "7.61%"),
        ("Fortune 7 edge 7.61%", "side/dragon-7", "house edge", "", "7.61%"),
        ("7.61% Dragon 7 edge", "side/dragon-7", "house edge", "", "7.61%"),
        ("side/dragon-7 edge 7.61%", "side/dragon-7", "house edge", "", "7.61%"),
        ("EZ banker edge 1.02%", "main/banker-push-on-three-card-7", "house edge", "", "1.02%"),
        ("super 6 banker edge 1.46%", "main/banker-half-on-6", "house edge", "", "1.46%"),
        ("Egalité tie on 3 edge 7%", "side/egalite/3", "house edge", "", "7%"),
        ("either pair 5 to 1 edge 13.71%", "pairs/either-pair", "house edge", "", "13.71%"),
        ("banker EV 8d -0.010579", "main/banker", "expected net win", "8 decks", "-0.010579"),
        ("banker bettor's advantage -1.06%", "main/banker", "expected net win", "", "-1.06%"),
        ("player's advantage -1.24%", "main/player", "house edge", "", "-1.24%"),
        ("rtp banker 98.94%", "main/banker", "return to player", "", "98.94%"),
        ("banker pushes 8 decks 9.52%", "main/banker", "push frequency", "8 decks", "9.52%"),
        ("banker ways 4 decks 34,543,624,867,840", "main/banker", "ways", "4 decks", "34,543,624,867,840"),
        ("total combinations 8 decks 4,998,398,275,503,360", "", "ways", "8 decks", "4,998,398,275,503,360"),
        ("variance of banker = 0.86", "main/banker", "variance", "", "0.86"),
        ("SD banker = 0.93", "main/banker", "standard deviation", "", "0.93"),
        ("skewness of tie = 2.8", "main/tie", "skewness", "", "2.8"),
        ("banker volatility index 90% = 1.53", "main/banker", "volatility index", "", "1.53"),
        ("z at 95% = 1.96", "", "z", "infinite decks", "1.96"),
        ("banker_edge_8d=1.06%", "main/banker", "house edge", "8 decks", "1.06%"),
    ],
)  # fmt: skip
def test_a_claim_says(claim: str, slug: str, quantity: str, decks: str, number: str) -> None:
    figure = read_figure(claim)
    assert (*told(figure), figure.printed.literal) == (slug, quantity, decks, number)


@pytest.mark.parametrize(
    ("claim", "what", "mend"),
    [
        ("banker 8 decks = 1.06%", "it does not say what the number measures", "say one of: house edge"),
        ("player wins", "it has no number to check", "add one: player wins = 9.52%"),
        ("tie edge", "it has no number to check", "add one: tie edge = 9.52%"),
        ("tie edge 8 decks = nan", "it has no number to check", "add one: tie edge = 9.52%"),
        ("tie edge 8 decks = 1e3%", "it has no number to check", "add one: tie edge = 9.52%"),
        ("", "it has no number to check", "add one: tie probability 8 decks = 9.52%"),
        ("tie edge = 9.5% 9.6%", "it has several numbers: 9.5%, 9.6%", 'with "=" before its number'),
        ("tie edge 9.5% 9.6%", "it has several numbers: 9.5%, 9.6%", 'with "=" before its number'),
        ("banker edge 0 decks = 1.06%", "a shoe of 0 decks cannot be", "1 or more decks"),
        ("banker edge -6 decks = 1.06%", "a shoe of -6 decks cannot be", "1 or more decks"),
        ("tie edge 6 decks 8 decks = 14.4%", "it names 6 decks and 8 decks", "one figure in a claim"),
        ("dragn 7 edge = 7.61%", 'there is no wager "dragn 7"', 'did you mean "side/dragon-7"?'),
        ("bankr edge = 1.06%", 'there is no wager "bankr"', 'did you mean "main/banker"?'),
        ("xyzzy edge = 1.06%", 'there is no wager "xyzzy"', "see `baccarat wagers list`"),
        ("edge = 1.06%", "it does not say which wager it is about", "name it"),
        ("tie 8 to 1, 9 to 1 edge = 14.36%", "it names several pays: 8 to 1, 9 to 1", "name one"),
        ("lucky 8 player 7 to 1 edge = 14%", 'no line of "lucky 8 player" pays 7 to 1', "leave the pay out"),
        ("banker volatility = 1.8", "it does not name one level of confidence", "95% two-sided"),
        ("z 95% 99% = 1.8", "it does not name one level of confidence", "95% two-sided"),
        ("x" * 500, "a claim is longer than 400 characters", "one figure"),
    ],
)
def test_what_cannot_be_read_is_explained(claim: str, what: str, mend: str) -> None:
    with pytest.raises(FigureError) as caught:
        read_figure(claim)
    assert what in caught.value.what
    assert mend in caught.value.mend
    assert len(caught.value.lines()) <= 3


def test_a_pay_that_no_wager_of_the_name_has_is_taken_at_its_word() -> None:
    subject = read_figure("player pair 13 to 1 edge = 5%").subjects[0]
    assert (subject.wager.slug, subject.net) == ("pairs/player-pair", 13)


def test_a_commission_that_no_wager_has_is_taken_at_its_word() -> None:
    subject = read_figure("banker 2.5% commission edge = 0.1%").subjects[0]
    assert (subject.wager.slug, subject.title) == ("main/banker", "Banker, 5% commission, at 39 to 40")


def test_words_that_no_name_has_may_name_a_line() -> None:
    subject = read_figure("dragon bonus player natural win probability = 16%").subjects[0]
    assert (subject.wager.slug, subject.line) == ("side/dragon-bonus-player", "natural win")


def test_a_person_s_own_wagers_come_first() -> None:
    own = load_wagers("main/player,main/banker-half-on-6,main/tie,pairs/banker-pair")
    assert read_figure("banker edge = 1.46%", own).subjects[0].wager.slug == "main/banker-half-on-6"
    assert read_figure("dragon 7 edge = 7.61%", own).subjects[0].wager.slug == "side/dragon-7"


def test_wagers_that_are_named_equally_well_are_marked() -> None:
    found = read_figure("no commission banker edge = 1.46%").subjects
    assert [subject.wager.slug for subject in found if subject.equally_named] == [
        "main/banker-half-on-5",
        "main/banker-half-on-6",
    ]


def test_ties_left_out_are_no_part_of_a_name() -> None:
    for words in ("excluding ties", "no ties", "ties left out", "per bet resolved", "without the ties"):
        figure = read_figure(f"banker wins {words} 8 decks = 50.68%")
        assert (figure.ties_left_out, told(figure)[0]) == (True, "main/banker")
    assert not read_figure("banker wins including ties 8 decks = 45.86%").ties_left_out


@pytest.mark.parametrize(
    "quantity", [quantity for quantity in QUANTITIES if quantity not in ("z", "volatility index")]
)
def test_every_quantity_is_read_by_its_own_name(quantity: str) -> None:
    assert figure_of_parts(subjects_of(["tie"]), quantity, "0.5", None, "").quantity == quantity
    assert read_figure(f"tie {quantity} = 0.5").quantity == quantity


def test_parts_that_say_nothing_are_refused() -> None:
    subjects = subjects_of(name_words("tie"))
    for quantity, value, what in (
        ("beauty", "1%", '"beauty" is nothing that is measured'),
        ("edge of beauty", "1%", '"beauty" in the quantity is not understood'),
        ("edge", "much", '"much" is not a number'),
    ):
        with pytest.raises(FigureError) as caught:
            figure_of_parts(subjects, quantity, value, None, "")
        assert caught.value.what == what
