"""What follows from what is known of a coup: chances, wagers, decisions, and what can still happen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from analyzer.deal.rooted_view import VALUE_FACTS, RootedGraph, present_node, rooted_graph
from analyzer.deal.steps import END, Node
from analyzer.errors import ShoeError
from analyzer.game.facts import FACTS
from analyzer.game.replay import banker_text, ending_text, player_text
from analyzer.game.rulebook import BANKER, DRAWS, OUTCOMES, PLAYER, TABLEAU_KEYS, TIE, Rulebook
from analyzer.game.shoe import LEAST_CARDS, Shoe
from analyzer.study.analysis import Analysis, Progress, analyze_along
from analyzer.study.odds.counting import Counting
from analyzer.study.odds.knowledge import Knowledge
from analyzer.study.odds.part_left import PartLeft
from analyzer.study.odds.unseen import UnseenBurn, study_unseen_burn
from analyzer.wager.wager import Wager

METHOD = "enumeration"

_KEY_FACTS = dict(
    zip(TABLEAU_KEYS, ("player.third.value", "player.total", "banker.second.value"), strict=True)
)


@dataclass(frozen=True)
class NextCard:
    """One value that the next card can have.

    Attributes
    ----------
    value : int
        Point value.
    ways : int
    outcomes : dict of str to int
        Ways behind player, banker and tie when it comes.
    """

    value: int
    ways: int
    outcomes: dict[str, int]


@dataclass(frozen=True)
class Decision:
    """One thing that the rules decide, with the reason.

    Attributes
    ----------
    who : {"player", "banker", ""}
        Whose third card it is about; empty where the coup ends after four cards.
    text : str
    ways : int
    """

    who: str
    text: str
    ways: int


@dataclass(frozen=True)
class KnownStudy:
    """Everything that follows from what is known.

    Attributes
    ----------
    knowledge : Knowledge
    left : PartLeft or None
        What is known of the cards left, if that is only part.
    analysis : Analysis
        Outcomes and laws over the coups that remain.
    share : Fraction
        Probability of what is known.
    present : Node
        The situation behind all cards in a row that are certain.
    next_cards : tuple of NextCard
        What the next card can be; empty when the coup is over.
    decisions : tuple of Decision
        What the rules decide after four cards, and of Banker's third card once Player's is clear.
    burned : int or None
        Cards burned unseen, if that was asked.
    burn : UnseenBurn or None
        What each case of that changes, where the cases can be counted; all together they change nothing.
    counting : Counting
        The coups that remain, for further questions.
    """

    knowledge: Knowledge
    left: PartLeft | None
    analysis: Analysis
    share: Fraction
    present: Node
    next_cards: tuple[NextCard, ...]
    decisions: tuple[Decision, ...]
    burned: int | None
    burn: UnseenBurn | None
    counting: Counting

    @cached_property
    def graph(self) -> RootedGraph:
        """The situations that can follow from the present one."""
        return rooted_graph(self.analysis.rulebook, self.analysis.shoe, self.counting.fact_ways)


def study_known(
    shoe: Shoe,
    rulebook: Rulebook,
    knowledge: Knowledge,
    wagers: Sequence[Wager] = (),
    left: PartLeft | None = None,
    unseen_burn: int | None = None,
    required: Sequence[str] = (),
    progress: Progress | None = None,
) -> KnownStudy:
    """Exact outcomes and laws of wagers, given what is known of a coup.

    Parameters
    ----------
    shoe : Shoe
        The cards before the coup: those of the coup are among them.
    rulebook : Rulebook
    knowledge : Knowledge
    wagers : sequence of Wager
    left : PartLeft, optional
        What is known of the cards left, if that is only part.
    unseen_burn : int, optional
        Cards that have left the shoe unseen.
    required, progress
        As for `analyze`.

    Raises
    ------
    ShoeError, RulebookError, UsageError
        What is known cannot be, or a required wager asks for more than is known.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> from analyzer.wager.condition import Condition
    >>> told = ("player.first.rank == K", "player.second.rank == 7", "banker.first.rank == 6")
    >>> knowledge = Knowledge(conditions=tuple(map(Condition.parse, told)))
    >>> study = study_known(Shoe.from_decks(8), load_rulebook(), knowledge)
    >>> study.analysis.probability("player"), study.present.stage
    (Fraction(28146, 42539), 'B2')
    """
    rulebook.require_playable()
    counting = Counting(shoe, rulebook, knowledge, left)
    if unseen_burn is not None:
        _require_enough(shoe, unseen_burn)
    analysis = analyze_along(counting.road, shoe, rulebook, wagers, METHOD, required, progress)
    present = present_node(rulebook, counting.fact_ways)
    return KnownStudy(
        knowledge,
        left,
        analysis,
        counting.share(),
        present,
        _next_cards(counting, present),
        _decisions(counting),
        unseen_burn,
        study_unseen_burn(shoe, rulebook, knowledge, unseen_burn) if unseen_burn else None,
        counting,
    )


def _require_enough(shoe: Shoe, burned: int) -> None:
    if burned < 0:
        raise ShoeError(f"{burned} cards cannot be burned", where="--unseen-burn", mend="give 0 or more")
    if not shoe.with_replacement and shoe.size - burned < LEAST_CARDS:
        raise ShoeError(
            f"burning {burned} of {shoe.size} cards leaves fewer than a coup may need",
            where="--unseen-burn",
            mend=f"burn at most {shoe.size - LEAST_CARDS}",
        )


def _next_cards(counting: Counting, present: Node) -> tuple[NextCard, ...]:
    if present.stage == END:
        return ()
    facts = [VALUE_FACTS[present.stage], FACTS["player.wins"], FACTS["banker.wins"]]
    found: dict[int, dict[str, int]] = {}
    for (value, player_wins, banker_wins), ways in counting.fact_ways(facts).items():
        outcome = PLAYER if player_wins else BANKER if banker_wins else TIE
        found.setdefault(int(value), dict.fromkeys(OUTCOMES, 0))[outcome] += ways
    return tuple(NextCard(value, sum(ways.values()), ways) for value, ways in sorted(found.items()))


def _decisions(counting: Counting) -> tuple[Decision, ...]:
    """What happens after four cards, and, if Player can do one thing only, what Banker does then."""
    rulebook = counting.rulebook
    facts = ["player.two_card_total", "banker.two_card_total", _KEY_FACTS[rulebook.tableau_key]]
    first: dict[tuple[str, str], int] = {}
    then: dict[tuple[str, str], int] = {}
    for (player, banker, key), ways in counting.fact_ways([FACTS[name] for name in facts]).items():
        if rulebook.ends_at_once(player, banker):
            decided = ("", ending_text(rulebook, player, banker))
            first[decided] = first.get(decided, 0) + ways
            continue
        draws = rulebook.player_cell(player) == DRAWS
        decided = (PLAYER, player_text(player, draws))
        first[decided] = first.get(decided, 0) + ways
        decided = (BANKER, banker_text(rulebook, banker, int(key) if draws else None))
        then[decided] = then.get(decided, 0) + ways
    shown = sorted(first.items(), key=lambda item: item[0][0] != PLAYER)
    if sum(who == PLAYER for who, _ in first) == 1:
        shown += then.items()
    return tuple(Decision(who, text, ways) for (who, text), ways in shown)
