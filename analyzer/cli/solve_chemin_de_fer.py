"""`baccarat solve chemin-de-fer`: optimal strategies and equilibria of the game for two."""

from __future__ import annotations

import click

from analyzer.cli.deck_options import decks_of
from analyzer.cli.options import INFINITE, Output, output_options
from analyzer.cli.payment_options import solved_commission
from analyzer.errors import UsageError

USUAL_MODEL, USUAL_MODEL_WITH_REPLACEMENT = "B2", "A1"
USUAL_DECKS = "6"
SYMBOL = "symbol"

SHORT_HELP = "Baccara chemin de fer: optimal strategies and equilibria."


@click.command(name="chemin-de-fer", short_help=SHORT_HELP)
@click.option(
    "--model",
    metavar="MODEL",
    help="A1, A2, A3 (with replacement), B1, B2 or B3.  [default: B2, for infinite decks A1]",
)
@click.option(
    "--decks",
    metavar="[N-N,N,infinite]",
    help="Numbers of decks; several are put side by side.  [default: 6, for models A infinite]",
)
@click.option(
    "--commission",
    default="0",
    show_default=True,
    metavar="RATE",
    help="What Banker pays of his wins, or symbol for the answer as a function of it.",
)
@click.option("--formulas", is_flag=True, help="Optimal play as functions of the number of decks instead.")
@output_options
def command(model: str | None, decks: str | None, commission: str, formulas: bool, output: Output) -> None:
    r"""Solve baccara chemin de fer exactly.

    Player may choose on 5 and Banker everywhere. A model says what they see before they choose: 1 their own
    totals; 2 Player his total and Banker his cards; 3 their own cards.

    Without a commission the answer is the value of the game and all optimal strategies. With one, Banker does
    not win what Player loses, and the answer is all Nash equilibria.

    \b
    Examples:
      baccarat solve chemin-de-fer --model A1
      baccarat solve chemin-de-fer --decks 6 --model B2 --commission 5%
      baccarat solve chemin-de-fer --decks 1-12 --model B3
      baccarat solve chemin-de-fer --decks 6 --model B2 --commission symbol
      baccarat solve chemin-de-fer --model B3 --formulas
    """
    from analyzer.game.shoe import Shoe
    from analyzer.play.games.chemin_de_fer import WITH_REPLACEMENT, parse_model, solve_chemin_de_fer

    if formulas:
        _show_formulas(parse_model(model or USUAL_MODEL), decks, commission, output)
        return
    chosen = None if decks is None else decks_of(decks, "--decks")
    if model is None:
        name = USUAL_MODEL_WITH_REPLACEMENT if chosen == [None] else USUAL_MODEL
    else:
        name = parse_model(model)
    if chosen is None:
        chosen = [None] if name[0] == WITH_REPLACEMENT else decks_of(USUAL_DECKS, "--decks")
    _check_decks(name, chosen)
    shoes = [Shoe.infinite() if number is None else Shoe.from_decks(number) for number in chosen]
    if commission.strip().lower() == SYMBOL:
        from analyzer.play.formulas.commission_formulas import solve_for_every_commission
        from analyzer.report.commission_formulas_report import commission_formulas_report

        output.show(commission_formulas_report([solve_for_every_commission(name, shoe) for shoe in shoes]))
        return
    from analyzer.report.chemin_de_fer_report import chemin_de_fer_report

    rate = solved_commission(commission)
    output.show(chemin_de_fer_report([solve_chemin_de_fer(name, shoe, rate) for shoe in shoes]))


def _show_formulas(model: str, decks: str | None, commission: str, output: Output) -> None:
    """Show optimal play for every number of decks."""
    from analyzer.play.formulas.play_by_decks import play_by_decks
    from analyzer.play.games.chemin_de_fer import WITH_REPLACEMENT, rulebook_of
    from analyzer.report.play_formulas_report import play_formulas_report

    if model[0] == WITH_REPLACEMENT:
        raise UsageError(
            f"model {model} deals with replacement, so nothing depends on a number of decks",
            where="--formulas",
            mend=f"leave it out, or take model B{model[1]}",
        )
    if decks is not None:
        raise UsageError(
            "formulas are for every number of decks",
            where="--decks",
            mend="leave it out, or leave out --formulas",
        )
    if commission.strip().lower() == SYMBOL:
        raise UsageError(
            "formulas are for one commission",
            where="--commission",
            mend="give a rate such as 5%, or leave out --formulas",
        )
    rate = solved_commission(commission)
    output.show(play_formulas_report(model, play_by_decks(rulebook_of(model), rate)))


def _check_decks(model: str, decks: list[int | None]) -> None:
    """Refuse numbers of decks that a model does not deal from."""
    with_replacement = model.startswith("A")
    if with_replacement and decks != [None]:
        raise UsageError(
            f"model {model} deals with replacement, so there is no number of decks",
            where="--decks",
            mend=f"leave it out, or take model B{model[1]}",
        )
    if not with_replacement and None in decks:
        raise UsageError(
            f"model {model} deals without replacement, and {INFINITE} decks are dealt with it",
            where="--decks",
            mend=f"give a number of decks, or take model A{model[1]}",
        )
