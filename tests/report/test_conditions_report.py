from pathlib import Path

import pytest

from analyzer.game.facts import FACTS
from analyzer.report.conditions_report import EXAMPLES, conditions_report
from analyzer.report.model import NumberStyle
from analyzer.report.write import rendered
from analyzer.wager.condition import Condition

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "conditions.md"


def test_the_reference_page_is_up_to_date() -> None:
    page = rendered(conditions_report(), "markdown", NumberStyle())
    assert PAGE.read_text(encoding="utf-8") == page, (
        "run: baccarat wagers facts -o docs/reference/conditions.md"
    )


@pytest.mark.parametrize("condition", [condition for _, condition in EXAMPLES])
def test_every_example_can_be_read(condition: str) -> None:
    assert Condition.parse(condition).facts


def test_what_can_be_asked_of_one_hand_can_be_asked_of_the_other() -> None:
    for name, fact in FACTS.items():
        if name.startswith("player."):
            other = FACTS[name.replace("player", "banker")]
            assert (other.kind, other.meaning) == (fact.kind, fact.meaning.replace("Player", "Banker"))
