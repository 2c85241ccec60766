"""The bets that a document states, as wagers: all schedules of payouts and fates on a tie, each bet once."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.game.rulebook import BANKER, PLAYER, TIE
from analyzer.library.documents import Document, OnTie, Payout
from analyzer.wager.condition import Condition
from analyzer.wager.odds import LOSE, PUSH, Commission, Pay
from analyzer.wager.wager import OTHERWISE, PayLine, Wager

_FATES = {"push": (PUSH, "a tie pushes"), "lose": (LOSE, "a tie loses")}


def document_wagers(document: Document) -> list[Wager]:
    """The wagers of a document; none if it states no payouts.

    Examples
    --------
    >>> from analyzer.library.documents import load_document
    >>> for wager in document_wagers(load_document("000")):
    ...     print(wager.slug, "-", wager.title)
    document-000/t1/player - Player, 1 to 1, a tie pushes
    document-000/t1/banker - Banker, 19 to 20, a tie pushes
    document-000/t1/tie - Tie, 8 to 1
    document-000/t2/tie - Tie, 7 to 1
    """
    found: dict[tuple[str, Pay, str], Wager] = {}
    for payout in document.payouts:
        for on_tie in document.on_tie:
            for bet, pays, fate, commission in _bets(payout, on_tie):
                key = (bet, pays, fate)
                if key not in found:
                    slug = f"{document.slug}/{payout.name.lower()}/{bet}"
                    slug += f"-{fate}" if len(document.on_tie) > 1 and bet != TIE else ""
                    found[key] = _wager(document, slug, bet, pays, fate, commission)
    return list(found.values())


def _bets(payout: Payout, on_tie: OnTie) -> Iterator[tuple[str, Pay, str, Commission | None]]:
    yield PLAYER, payout.player, on_tie.fate, None
    yield BANKER, payout.banker_after_commission, on_tie.fate, payout.commission
    yield TIE, payout.tie, "", None


def _wager(
    document: Document, slug: str, bet: str, pays: Pay, fate: str, commission: Commission | None
) -> Wager:
    name = bet.capitalize()
    lines = [PayLine(f"{name} wins" if fate else TIE, _condition(bet), pays)]
    title = f"{name}, {pays.to_one_text}"
    if fate:
        returned, words = _FATES[fate]
        lines.append(PayLine(TIE, Condition.parse(TIE), Pay(returned)))
        title += f", {words}"
    lines.append(PayLine(OTHERWISE, None, Pay(LOSE)))
    return Wager(title, tuple(lines), slug=slug, family="main", source=document.title, commission=commission)


def _condition(bet: str) -> Condition:
    return Condition.parse(TIE if bet == TIE else f"{bet}.wins")
