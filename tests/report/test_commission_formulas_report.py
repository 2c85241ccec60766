"""Every commission at once: what the report says of how it was found and what is proven."""

import pytest

from analyzer.game.shoe import Shoe
from analyzer.play.formulas.commission_formulas import solve_for_every_commission
from analyzer.report.commission_formulas_report import ORDER, WALK, commission_formulas_report

FIVES_ONLY = Shoe.from_counts([0, 0, 0, 0, 0, 9, 0, 0, 0, 0])


@pytest.mark.parametrize(
    ("model", "shoe", "method", "proven"),
    [
        ("A1", Shoe.infinite(), ORDER, "there is no other inside"),
        ("B1", FIVES_ONLY, WALK, "at one commission of each stretch it is proven that there is no other"),
    ],
)
def test_the_method_and_what_it_proves_are_named(model: str, shoe: Shoe, method: str, proven: str) -> None:
    report = commission_formulas_report([solve_for_every_commission(model, shoe)])
    assert report.method == method
    (note,) = report.sections[0].notes
    assert proven in note
