"""Lines that are sums and differences of others are found, and only if they really are."""

import numpy as np
import pytest

from analyzer.deal import form_basis
from analyzer.deal.form_basis import TOTAL, find_basis
from analyzer.deal.forms import answer_forms
from analyzer.deal.multisets import orderings
from analyzer.game.facts import FACTS
from analyzer.library.catalog import load_rulebook

RANDOM = np.random.default_rng(5)
FORMS = RANDOM.integers(0, 2, (5, 5005)).astype(np.int16)


def put_together(coefficients: np.ndarray) -> np.ndarray:
    basis = find_basis(coefficients)
    known = np.vstack([coefficients[basis.independent].astype(np.int64), orderings()])
    return np.array([sum(factor * known[place] for factor, place in terms) for terms in basis.sums])


def test_lines_that_have_nothing_to_do_with_each_other_are_all_evaluated() -> None:
    basis = find_basis(FORMS)
    assert sorted(basis.independent) == [0, 1, 2, 3, 4]
    assert (put_together(FORMS) == FORMS).all()


def test_sums_differences_and_complements_are_found() -> None:
    first, second, third = FORMS[:3].astype(np.int64)
    lines = np.array([first, second, first + second, orderings() - third, third, 2 * first + third, third])
    basis = find_basis(lines.astype(np.int16))
    assert len(basis.independent) == 3
    assert (put_together(lines.astype(np.int16)) == lines).all()


def test_the_rarest_lines_are_evaluated() -> None:
    lines = np.array([orderings() - FORMS[0], FORMS[0]])
    assert find_basis(lines.astype(np.int16)).independent == [1]


def test_nothing_and_everything_need_no_form() -> None:
    basis = find_basis(np.array([np.zeros(5005), orderings()]).astype(np.int16))
    assert basis.independent == []
    assert basis.sums == [[], [(1, TOTAL)]]


def test_large_factors_are_not_used() -> None:
    lines = np.array([FORMS[0], 100 * FORMS[0]])
    assert find_basis(lines.astype(np.int16)).sums == [[(1, 0)], [(1, 1)]]


def test_a_wrong_suggestion_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(form_basis._Relations, "explain", lambda *_, **__: [(1, TOTAL)])
    assert (put_together(FORMS) == FORMS).all()


def test_all_joint_totals_are_put_together_right() -> None:
    facts = [FACTS[name] for name in ("player.total", "banker.total", "player.cards", "banker.cards")]
    coefficients = answer_forms(load_rulebook("standard"), facts)[1].coefficients
    assert len(find_basis(coefficients).independent) < len(coefficients)
    assert (put_together(coefficients) == coefficients).all()
