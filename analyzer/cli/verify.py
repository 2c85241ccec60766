"""`baccarat verify`: check a claim."""

from __future__ import annotations

import click

from analyzer.errors import AnalyzerError, CheckError, several

SHORT_HELP = "Check a claim of `baccarat certify` along a road of its own."


class ClaimError(AnalyzerError):
    """A file that is no claim."""


@click.command(name="verify", short_help=SHORT_HELP)
@click.argument("path", metavar="FILE")
def command(path: str) -> None:
    r"""Check every number of a claim with plain loops that share no code with what made it.

    The checker reads the rules anew and deals every coup; it is one file, of at most 150 lines, that runs
    alone with any Python: `python verify_claim.py claim.json`.
    It refuses what it cannot check: wagers that look at suits or colours.

    \b
    Examples:
      baccarat verify claim.json
    """
    from analyzer.report import verify_claim

    problems = verify_claim.found_in(path)
    if isinstance(problems, str):
        raise ClaimError(f"no claim that can be checked: {problems}", where=path)
    if problems:
        raise CheckError(several(problems), where=path)
    click.echo("every line is verified")
