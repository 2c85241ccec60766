"""`baccarat deal`: replay listed cards."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from analyzer.cli.options import (
    STANDARD_STREAM,
    Output,
    output_options,
    read_standard_input,
    read_text,
    rules_option,
)
from analyzer.errors import UsageError

if TYPE_CHECKING:
    from analyzer.game.rulebook import Rulebook


@click.command(name="deal", short_help="Replay listed cards and explain every decision.")
@click.argument("cards", nargs=-1)
@click.option("--all", "all_coups", is_flag=True, help="Deal coup after coup until the cards run out.")
@rules_option
@output_options
def command(cards: tuple[str, ...], all_coups: bool, rulebook: Rulebook, output: Output) -> None:
    r"""Deal a coup from the top of listed CARDS and explain every decision.

    CARDS are cards with suits in the order they leave the shoe, a file of them, or - for standard input.

    \b
    Examples:
      baccarat deal K♠ 3♥ 7♦ 4♣
      baccarat deal "Ks 3h 7d 2c 9s" --rules my-rules.toml
      baccarat deal --all shoe.txt
    """
    from analyzer.game.cards import parse_cards
    from analyzer.game.replay import deal, deal_all
    from analyzer.report.replay_report import replay_report

    listed = parse_cards(_text(cards))
    replays = (list(deal_all(listed, rulebook)) if all_coups else []) or [deal(listed, rulebook)]
    output.show(replay_report(replays, listed, rulebook))


def _text(words: tuple[str, ...]) -> str:
    if not words:
        raise UsageError(
            "no cards are listed", where="baccarat deal", mend="list them: baccarat deal K♠ 3♥ 7♦ 4♣"
        )
    if words == (STANDARD_STREAM,):
        return without_comments(read_standard_input())
    if len(words) == 1 and os.path.exists(words[0]):
        return without_comments(read_text(words[0]))
    return " ".join(words)


def without_comments(text: str) -> str:
    """A text without what follows a `#` on each line.

    Examples
    --------
    >>> without_comments("K♠ 3♥ # first cards")
    'K♠ 3♥ '
    """
    return "\n".join(line.split("#")[0] for line in text.splitlines())
