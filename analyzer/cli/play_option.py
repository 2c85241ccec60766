"""`--play`: how the choices of a rulebook are played."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from analyzer.errors import UsageError

if TYPE_CHECKING:
    from analyzer.game.rulebook import Rulebook


def play_option(function: Callable[..., None]) -> Callable[..., None]:
    """Add `--play`; the command, which also has a `rulebook`, gets a `policy` or None."""

    @wraps(function)
    def with_play(*args: Any, rulebook: Rulebook, play: str | None, **rest: Any) -> None:
        policy = None
        if play is not None:
            if not rulebook.choices():
                raise UsageError(
                    "these rules leave no choice to be played",
                    where="--play",
                    mend="leave --play out, or name rules with choices",
                )
            from analyzer.play.policy_text import parse_policy

            policy = parse_policy(play, rulebook)
        function(*args, rulebook=rulebook, policy=policy, **rest)

    option = click.option(
        "--play",
        metavar="PLAY|FILE",
        help='How choices are played, such as "player 5: 9/11; banker 6 none: D", or "like standard".',
    )
    return option(with_play)
