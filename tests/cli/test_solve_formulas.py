"""`baccarat solve chemin-de-fer --formulas`, and the questions it refuses."""

from collections.abc import Callable

import pytest

Baccarat = Callable[..., tuple[int, str, str]]


def test_formulas_are_shown_for_each_range_of_decks(baccarat: Baccarat) -> None:
    code, out, err = baccarat("solve", "chemin-de-fer", "--model", "b1", "--formulas")
    assert (code, err) == (0, "")
    assert "model B1; for every number of decks d" in out
    out = " ".join(out.split())
    for shown in (
        "from 4 on Player draws on 5 (36864*d**3 - 9312*d**2 + 732*d - 23)/(8*(5632*d**3 - 1138*d**2 + 69*d",
        "9/11 - 1281/(30976*d) + O(1/d**2)",
        "859/2288 + 1694599/(83759104*d) + O(1/d**2)",
        "Banker 5, third card 4 S D",
        "no other strategy of either side is optimal",
    ):
        assert shown in out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--model", "A2"], "model A2 deals with replacement"),
        (["--decks", "6"], "formulas are for every number of decks"),
        (["--commission", "symbol"], "formulas are for one commission"),
        (["--model", "B4"], 'there is no model "B4"'),
    ],
)
def test_what_has_no_formulas_is_refused(words: list[str], complaint: str, baccarat: Baccarat) -> None:
    code, out, err = baccarat("solve", "chemin-de-fer", "--formulas", *words)
    assert (code, out) == (2, "")
    assert complaint in err
    assert len(err.strip().splitlines()) <= 3


def test_a_commission_that_cannot_be_is_refused(baccarat: Baccarat) -> None:
    code, out, err = baccarat("solve", "chemin-de-fer", "--formulas", "--commission", "1")
    assert (code, out) == (2, "")
    assert "a commission of 1 is not at least 0 and below 1" in err
