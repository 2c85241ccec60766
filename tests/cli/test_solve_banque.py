"""`baccarat solve banque`: each share of the stakes once, and none that cannot be."""

import json
from collections.abc import Callable

import pytest

Baccarat = Callable[..., tuple[int, str, str]]


def test_a_share_given_twice_is_one_question(baccarat: Baccarat) -> None:
    once, twice = (baccarat("solve", "banque", "--json", "--share", share) for share in ("1/2", "1/2,50%"))
    assert once[0] == 0
    assert json.loads(twice[1]) == json.loads(once[1])


@pytest.mark.parametrize("share", ["2", "1/2,-1/10", "101%"])
def test_a_share_that_cannot_be_is_wrong_usage(share: str, baccarat: Baccarat) -> None:
    code, out, err = baccarat("solve", "banque", "--share", share)
    assert (code, out) == (2, "")
    assert "is not between 0 and 1\n  in --share\n" in err
