"""`baccarat solve tableau`: whether a tableau is good play."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import click

from analyzer.cli.deck_options import decks_of
from analyzer.cli.options import Output, output_options, rules_option
from analyzer.cli.payment_options import solved_commission

if TYPE_CHECKING:
    from analyzer.game.rulebook import Rulebook

BOTH = "both"
SEES = ("total", "cards")
"""Kept here too, so that the help needs no other floor; a test holds them equal to the rulebook's."""

SHORT_HELP = "Whether a tableau is right, and what its mistakes cost."


@click.command(name="tableau", short_help=SHORT_HELP)
@click.option(
    "--decks", default="1-12", show_default=True, metavar="[N-N,N,infinite]", help="Numbers of decks."
)
@rules_option
@click.option(
    "--banker-sees",
    type=click.Choice([*SEES, BOTH]),
    default=BOTH,
    show_default=True,
    help="What a free Banker would look at: his two-card total or his two cards.",
)
@click.option(
    "--commission",
    default="0,5%",
    show_default=True,
    metavar="RATE,…",
    help="Commissions on Banker's wins, each a question of its own.",
)
@click.option("--formulas", is_flag=True, help="Also show everything as functions of the number of decks.")
@output_options
def command(
    decks: str, rulebook: Rulebook, banker_sees: str, commission: str, formulas: bool, output: Output
) -> None:
    r"""Set Banker free and compare each cell of a tableau with his best reply.

    Player follows his rule. A mistake is a cell in which the other action would win Banker more, and its cost
    is counted in stakes a coup. The answer also says for which probabilities of drawing on 5 the whole
    tableau is a best reply, as in baccara chemin de fer.

    \b
    Examples:
      baccarat solve tableau
      baccarat solve tableau --decks infinite --commission 0 --banker-sees total
      baccarat solve tableau --decks 8 --formulas
      baccarat solve tableau --rules documents/004-g1 --json
    """
    from analyzer.game.shoe import Shoe
    from analyzer.play.formulas.tableau_formulas import tableau_by_decks
    from analyzer.play.games.tableau_check import check_tableau
    from analyzer.report.tableau_check_report import tableau_check_report

    chosen = decks_of(decks, "--decks")
    shoes = {number: Shoe.infinite() if number is None else Shoe.from_decks(number) for number in chosen}
    asked = [
        (sees, rate)
        for sees in (SEES if banker_sees == BOTH else (banker_sees,))
        for rate in _rates(commission)
    ]
    questions = [
        {
            number: check_tableau(rulebook, shoe, banker_sees=sees, commission=rate)
            for number, shoe in shoes.items()
        }
        for sees, rate in asked
    ]
    formulas = formulas or bool({"formulas", "bounds"} & set(output.tables))
    by_decks = [
        tableau_by_decks(rulebook, banker_sees=sees, commission=rate) for sees, rate in asked if formulas
    ]
    output.show(tableau_check_report(questions, by_decks))


def _rates(text: str) -> list[Fraction]:
    return list(dict.fromkeys(solved_commission(word.strip()) for word in text.split(",")))
