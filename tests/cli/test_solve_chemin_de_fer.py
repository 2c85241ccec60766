"""`baccarat solve chemin-de-fer`: what is asked, answered and refused."""

import json
from collections.abc import Callable
from fractions import Fraction
from math import isqrt

import pytest

Baccarat = Callable[..., tuple[int, str, str]]


def lines(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines()]


def test_the_answer_is_laid_out_as_in_the_literature(baccarat: Baccarat) -> None:
    code, out, err = baccarat("solve", "chemin-de-fer", "--model", "A1")
    assert (code, err) == (0, "")
    rows = lines(out)
    assert ["Player", "-1.279912%", "-679568/53094899", "-1.228141%", "-4560/371293"] in rows
    assert ["3", *"DDDDDDDDDSD"] in rows
    assert ["6", *"MSSSSSSDDSS"] in rows
    assert ["5", "81.818182%", "9/11", "0.000000%"] in rows
    assert ["6,", "Player", "stood", "37.543706%", "859/2288"] in rows
    assert ["S", "-4564", "-2692"] in rows
    assert ["D", "-3705", "-4121"] in rows


def test_cells_that_depend_on_bankers_cards_are_marked_and_listed(baccarat: Baccarat) -> None:
    _, out, _ = baccarat("solve", "chemin-de-fer", "--decks", "6", "--model", "B2", "--commission", "5%")
    rows = lines(out)
    assert ["6", *"*SSSSSSDDSS"] in rows
    assert ["6", "none", "8-8", "1-5,", "2-4,", "3-3,", "7-9", "0-6"] in rows
    assert "This is the only equilibrium." in out


def test_the_usual_question_is_the_parlour_game_with_6_decks(baccarat: Baccarat) -> None:
    usual = baccarat("solve", "chemin-de-fer")
    assert usual == baccarat("solve", "chemin-de-fer", "--decks", "6", "--model", "b2", "--commission", "0")


def test_infinite_decks_are_a_model_with_replacement(baccarat: Baccarat) -> None:
    _, out, _ = baccarat("solve", "chemin-de-fer", "--decks", "infinite")
    assert out.startswith("Baccara chemin de fer, model A1; infinite decks\n")


def test_several_numbers_of_decks_stand_side_by_side(baccarat: Baccarat) -> None:
    _, out, _ = baccarat("solve", "chemin-de-fer", "--decks", "1-3", "--model", "B1", "--format", "csv")
    header, *rows = out.splitlines()
    assert header.startswith('"decks","draws_0_fraction"')
    assert [row.split(",")[0] for row in rows] == ['"1"', '"2"', '"3"']


def test_every_situation_of_banker_stands_in_the_answer_for_programs(baccarat: Baccarat) -> None:
    question = ["solve", "chemin-de-fer", "--decks", "1", "--format", "csv", "--table", "banker"]
    _, out, _ = baccarat(*question)
    assert len(out.splitlines()) == 1 + 44 * 11


def test_a_symbol_for_the_commission_gives_formulas(baccarat: Baccarat) -> None:
    code, out, err = baccarat("solve", "chemin-de-fer", "--model", "A1", "--commission", "symbol")
    assert (code, err) == (0, "")
    assert "(9 - a)/(11 - 6*a)" in out


def test_an_irrational_commission_is_given_with_certain_digits_and_never_as_a_fraction(
    baccarat: Baccarat,
) -> None:
    question = ["solve", "chemin-de-fer", "--model", "A1", "--commission", "Symbol", "--table", "changes"]
    _, out, _ = baccarat(*question, "--digits", "100", "--format", "csv")
    header, first, second, _ = out.splitlines()
    assert header.startswith('"decks","low_fraction","low_decimal"')
    _, fraction, decimal = first.replace('"', "").split(",")[:3]
    assert fraction == ""
    # The root of 610a² - 1159a + 151, worked out with a few more digits than are shown.
    digits = len(decimal) - len("0.")
    root = isqrt((1159**2 - 4 * 610 * 151) * 100 ** (digits + 5))
    exact = Fraction(1159 * 10 ** (digits + 5) - root, 2 * 610 * 10 ** (digits + 5))
    assert 70 < digits < 100
    assert abs(Fraction(decimal) - exact) <= Fraction(51, 100 * 10**digits)
    assert second.replace('"', "").split(",")[1] == "2/5"
    # Banker mixes on 6 on both sides of the first change, so that is none.
    assert first.endswith('"","6, third card 6"')
    assert second.endswith('"","6, Player stood"')


def test_the_kernels_have_the_values_of_the_equilibrium(baccarat: Baccarat) -> None:
    question = ["solve", "chemin-de-fer", "--decks", "6", "--commission", "1/7"]
    _, out, _ = baccarat(*question, "--json")
    (found,) = json.loads(out)["data"]["solutions"][0]["equilibria"]
    kernel = found["kernel"]
    draws = {
        side: [Fraction(one["draws"]["fraction"]) for one in found[side]["situations"]]
        for side in ("player", "banker")
    }
    ((player,), (banker,)) = ([one for one in draws[side] if 0 < one < 1] for side in ("player", "banker"))
    for side, other in (("player", banker), ("banker", player)):
        rows = [list(map(int, row)) for row in kernel[f"{side}_net"]["matrix"]]
        factor = Fraction(kernel[f"{side}_net"]["factor"]["fraction"])
        # Whatever a side does in the kernel, the other's mixture gives it the same.
        for stands, drawn in rows if side == "player" else zip(*rows, strict=True):
            net = factor * ((1 - other) * stands + other * drawn)
            assert net == Fraction(found[f"{side}_net"]["low"]["fraction"])
        _, csv, _ = baccarat(*question, "--table", f"kernel_{side}", "--format", "csv")
        assert [line.replace('"', "").split(",")[1:] for line in csv.splitlines()[1:]] == [
            list(map(str, row)) for row in rows
        ]


def test_where_equilibria_differ_in_value_both_ends_are_exact(baccarat: Baccarat) -> None:
    question = ["solve", "chemin-de-fer", "--model", "A1", "--commission", "2/5", "--table", "value"]
    _, out, _ = baccarat(*question)
    assert "-677152/53094899" in out
    assert "-59200/4826809" in out
    assert "the other's strategy as shown" in " ".join(out.split())
    _, csv, _ = baccarat(*question, "--format", "csv")
    player = csv.splitlines()[1].replace('"', "").split(",")
    assert player[1:5:2] == ["-677152/53094899", "-59200/4826809"]


def test_a_commission_is_a_percentage_where_few_digits_tell_it(baccarat: Baccarat) -> None:
    for rate, shown in (("1/40", "commission 2.5%"), ("1/3", "commission 1/3")):
        _, out, _ = baccarat("solve", "chemin-de-fer", "--model", "A1", "--commission", rate)
        assert shown in out.splitlines()[0]


@pytest.mark.parametrize(
    ("options", "code", "shown"),
    [
        ("--model B4", 2, ['error: there is no model "B4"', "did you mean"]),
        ("--model A1 --decks 6", 2, ["model A1 deals with replacement", "take model B1"]),
        ("--model B2 --decks 6,infinite", 2, ["model B2 deals without replacement", "take model A2"]),
        ("--commission 1", 2, ["error: a commission of 1 is not at least 0 and below 1", "--commission"]),
        ("--commission=-5%", 2, ["error: a commission of -1/20 is not at least 0"]),
        ("--commission five", 2, ['error: "five" is not a number', "--commission"]),
        ("--decks 0", 2, ['"0" is no number of decks']),
    ],
)
def test_what_cannot_be_answered_is_refused_with_a_hint(
    options: str, code: int, shown: list[str], baccarat: Baccarat
) -> None:
    found, out, err = baccarat("solve", "chemin-de-fer", *options.split())
    assert (found, out) == (code, "")
    assert len(err.splitlines()) <= 3
    assert all(text in err for text in shown)


def test_a_misspelt_command_gets_the_nearest_one(baccarat: Baccarat) -> None:
    code, _, err = baccarat("solve", "chemin")
    assert code == 2
    assert 'did you mean "chemin-de-fer"?' in err
