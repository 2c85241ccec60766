"""Many shoes at once: exact in every arithmetic, whatever the block and the number of threads."""

import subprocess
import sys
from math import perm

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from threadpoolctl import threadpool_info, threadpool_limits

from analyzer.deal import form_kernel
from analyzer.deal.form_blocks import blocks
from analyzer.deal.form_kernel import FLOAT64, INT64, PYTHON, FormKernel, arithmetic_for, total_ways
from analyzer.deal.forms import answer_forms, outcome_forms
from analyzer.deal.many_shoes import outcome_ways
from analyzer.deal.multisets import orderings
from analyzer.game.facts import FACTS
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from tests.strategies import rulebooks

STANDARD = load_rulebook("standard")
BORDERS = (6, 7, 52, 416, 457, 458, 459, 460, 1_449, 1_450, 1_451, 1_452, 5_000)


def one_by_one(shoes: list[list[int]], rulebook: Rulebook = STANDARD) -> list[tuple[int, ...]]:
    return [outcome_forms(rulebook).ways(Shoe.from_counts(shoe)) for shoe in shoes]


def as_tuples(ways: np.ndarray) -> list[tuple[int, ...]]:
    return [tuple(int(count) for count in row) for row in ways]


def shoes_of(size: int) -> list[list[int]]:
    """Shoes of a size: even, skewed, with values missing, of one value only."""
    random = np.random.default_rng(size)
    even = [size // 10 + (value < size % 10) for value in range(10)]
    return [
        even,
        even[::-1],
        random.multinomial(size, np.full(10, 0.1)).tolist(),
        random.multinomial(size, random.dirichlet(np.full(10, 0.3))).tolist(),
        [size - 3, 0, 0, 1, 0, 0, 2, 0, 0, 0],
        *([0] * value + [size] + [0] * (9 - value) for value in (0, 4, 5, 9)),
    ]


def test_the_blocks_hold_every_multiset_once() -> None:
    counted = np.concatenate([block.places[block.counts] for block in blocks()])
    assert sorted(counted.tolist()) == list(range(5005))


def test_the_limits_are_those_of_the_proof() -> None:
    assert perm(458, 6) < 2**53 <= perm(459, 6)
    assert perm(1_450, 6) < 2**63 <= perm(1_451, 6)
    chosen = [arithmetic_for(size) for size in (6, 458, 459, 1_450, 1_451)]
    assert chosen == [FLOAT64, FLOAT64, INT64, INT64, PYTHON]


def test_what_a_matrix_product_leaves_is_exact_too() -> None:
    for size in range(6, 459):
        assert max(perm(6, 6 - drawn) * perm(size, drawn) for drawn in range(3, 7)) < 2**53
    longest = max(block.places.shape[1] for block in blocks())
    assert longest == 153
    assert 2**32 * longest * 720 < 2**53


@pytest.mark.parametrize("size", BORDERS)
def test_every_arithmetic_is_exact_up_to_its_limit(size: int) -> None:
    shoes = shoes_of(size)
    ways = outcome_ways(shoes, STANDARD)
    assert ways.dtype == (object if size > 1_450 else np.int64)
    assert as_tuples(ways) == one_by_one(shoes)


@pytest.mark.parametrize(("arithmetic", "size"), [(INT64, 416), (PYTHON, 416), (PYTHON, 1_450)])
def test_a_wider_arithmetic_gives_the_same(arithmetic: form_kernel.Arithmetic, size: int) -> None:
    shoes = np.array(shoes_of(size))
    kernel = FormKernel(outcome_forms(STANDARD).coefficients)
    assert as_tuples(kernel.evaluate(shoes, arithmetic).T) == one_by_one(shoes.tolist())


def test_every_line_evaluated_for_itself_is_exact_at_the_limit() -> None:
    """The rarest lines are what is evaluated; here each line is, the likeliest included."""
    coefficients = outcome_forms(STANDARD).coefficients
    for size, arithmetic in ((458, FLOAT64), (1_450, INT64)):
        shoes = np.array(shoes_of(size))
        for line, row in enumerate(coefficients):
            kernel = FormKernel(row[None])
            assert kernel.n_forms == 1
            found = kernel.evaluate(shoes, arithmetic)[0]
            assert found.tolist() == [ways[line] for ways in one_by_one(shoes.tolist())]


def test_shoes_of_all_sizes_can_be_mixed() -> None:
    shoes = [shoe for size in BORDERS for shoe in shoes_of(size)[:3]]
    np.random.default_rng(1).shuffle(shoes)
    ways = outcome_ways(shoes, STANDARD)
    assert ways.dtype == object
    assert as_tuples(ways) == one_by_one(shoes)
    assert {type(count) for count in ways.ravel()} == {int}


@pytest.mark.parametrize("n_shoes", [0, 1, 2, 1_023, 1_024, 1_025, 5_000])
@pytest.mark.parametrize("workers", [1, 2, 5])
def test_neither_blocks_nor_threads_change_the_result(n_shoes: int, workers: int) -> None:
    shoes = np.random.default_rng(2).integers(0, 40, (n_shoes, 10)) + 1
    ways = outcome_ways(shoes, STANDARD, workers=workers)
    assert ways.shape == (n_shoes, 3)
    chosen = [0, 1, n_shoes // 2, n_shoes - 1] if n_shoes > 1 else list(range(n_shoes))
    assert as_tuples(ways[chosen]) == one_by_one(shoes[chosen].tolist())
    assert (ways.sum(axis=1) == total_ways(shoes.sum(axis=1), np.int64)).all()


@given(rulebooks(), st.integers(0, 2**32), st.sampled_from([12, 40, 140]))
@settings(max_examples=15)
def test_random_rulebooks_and_shoes(rulebook: Rulebook, seed: int, most: int) -> None:
    shoes = np.random.default_rng(seed).integers(0, most, (8, 13)) + 1
    assert as_tuples(outcome_ways(shoes, rulebook)) == one_by_one(shoes.tolist(), rulebook)


def test_hundreds_of_lines_at_once_are_those_of_single_forms() -> None:
    facts = [FACTS[f"{hand}.{name}"] for hand in ("player", "banker") for name in ("total", "cards")]
    answers, forms = answer_forms(STANDARD, facts)
    assert len(answers) > 200
    kernel = FormKernel(forms.coefficients)
    assert kernel.n_forms < len(answers)
    shoes = np.array([*shoes_of(416)[:4], *shoes_of(6)])
    found = kernel.evaluate(shoes, FLOAT64)
    for place, shoe in enumerate(shoes.tolist()):
        assert tuple(found[:, place].tolist()) == forms.ways(Shoe.from_counts(shoe))


def test_all_and_nothing_need_no_form() -> None:
    kernel = FormKernel(np.array([orderings(), 0 * orderings()]).astype(np.int16))
    assert kernel.n_forms == 0
    for size, arithmetic in ((52, FLOAT64), (1_450, INT64), (6_500, PYTHON)):
        shoes = np.array(shoes_of(size))
        assert kernel.evaluate(shoes, arithmetic).tolist() == [[perm(size, 6)] * len(shoes), [0] * len(shoes)]


def test_an_error_in_a_thread_comes_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def out_of_memory(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(form_kernel.Workspace, "fill", out_of_memory)
    before = blas_threads()
    with pytest.raises(MemoryError):
        outcome_ways([[40] * 10] * 5_000, STANDARD, workers=2)
    assert blas_threads() == before


def blas_threads() -> set[int]:
    return {library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"}


def test_blas_has_one_thread_inside_and_its_own_number_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    fill = form_kernel.Workspace.fill
    monkeypatch.setattr(
        form_kernel.Workspace,
        "fill",
        lambda workspace, shoes: (seen.append(blas_threads()), fill(workspace, shoes)),
    )
    with threadpool_limits(2, user_api="blas"):
        before = blas_threads()
        outcome_ways(shoes_of(52), STANDARD)
        assert blas_threads() == before
    assert seen == [{1}]


def test_one_shoe_needs_no_blas_settings() -> None:
    program = (
        "import sys; from analyzer.deal.forms import outcome_forms; "
        "from analyzer.game.shoe import Shoe; from analyzer.library.catalog import load_rulebook; "
        "outcome_forms(load_rulebook()).ways(Shoe.from_decks(8)); print('threadpoolctl' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"
