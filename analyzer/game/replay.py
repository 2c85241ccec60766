"""Deal one coup from listed cards, with every decision explained."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from analyzer.errors import ShoeError
from analyzer.game.cards import RANKS, card, card_name, rank_of
from analyzer.game.coup import BANKER_1, BANKER_2, OUTCOME_NUMBER, PLAYER_1, PLAYER_2, Coup
from analyzer.game.rulebook import BANKER, DRAWS, NATURALS, ON_NATURAL, PLAYER, TIE, Rulebook

_DEAL_POSITIONS = {
    "PBPB": (PLAYER_1, BANKER_1, PLAYER_2, BANKER_2),
    "PPBB": (PLAYER_1, PLAYER_2, BANKER_1, BANKER_2),
}
_KEY_TEXTS = {
    "player third card": "Player's third card counts {key}",
    "player new total": "Player's new total is {key}",
    "banker second card": "Banker's second card counts {key}",
}
_WINNERS = {number: winner for winner, number in OUTCOME_NUMBER.items()}


@dataclass(frozen=True)
class Step:
    """One thing that happened in a coup: a card dealt, or a decision with its reason."""

    who: str
    text: str
    card: int | None = None


@dataclass(frozen=True)
class Replay:
    """A finished coup, how it came about, and how many of the listed cards it took."""

    coup: Coup
    steps: tuple[Step, ...]
    cards_used: int

    @property
    def winner(self) -> str:
        """player, banker or tie."""
        return _WINNERS[self.coup.outcome]


def deal(cards: Sequence[int], rulebook: Rulebook) -> Replay:
    """Replay one coup from the top of a listed shoe.

    Parameters
    ----------
    cards : sequence of int
        Cards (0 to 51) in the order they come out of the shoe.
    rulebook : Rulebook
        Who draws when.

    Raises
    ------
    ShoeError
        The cards run out in the middle of the coup.
    RulebookError
        The rulebook leaves cells undefined.

    Examples
    --------
    >>> from analyzer.game.cards import parse_cards
    >>> from analyzer.library.catalog import load_rulebook
    >>> replay = deal(parse_cards("K♠ 3♥ 7♦ 4♣"), load_rulebook("standard"))
    >>> replay.winner, replay.steps[-1].text
    ('tie', 'Player 7, Banker 7: tie')
    """
    rulebook.require_playable()
    table = _Table(cards, rulebook)
    table.deal_first_cards()
    table.play_third_cards()
    coup = Coup(tuple(table.hands[PLAYER]), tuple(table.hands[BANKER]), rulebook)
    table.say("", _verdict(coup))
    return Replay(coup, tuple(table.steps), table.used)


def _verdict(coup: Coup) -> str:
    player_total, banker_total = coup.total(PLAYER), coup.total(BANKER)
    tie = "tie" if player_total == banker_total else "two naturals tie"
    verdict = {PLAYER: "Player wins", BANKER: "Banker wins", TIE: tie}[_WINNERS[coup.outcome]]
    return f"Player {player_total}, Banker {banker_total}: {verdict}"


def deal_all(cards: Sequence[int], rulebook: Rulebook) -> Iterator[Replay]:
    """Replay coup after coup until the cards run out; an unfinished last coup is left out."""
    start = 0
    while True:
        try:
            replay = deal(cards[start : start + 6], rulebook)
        except ShoeError:
            return
        yield replay
        start += replay.cards_used


class _Table:
    """A coup on its way: both hands, what happened so far, and the cards still to come."""

    def __init__(self, cards: Sequence[int], rulebook: Rulebook) -> None:
        self.cards = cards
        self.rulebook = rulebook
        self.hands: dict[str, list[int]] = {PLAYER: [], BANKER: []}
        self.steps: list[Step] = []
        self.used = 0

    def take(self, who: str, words: str) -> int:
        if self.used >= len(self.cards):
            raise ShoeError(
                f"the cards run out: {who.capitalize()} is to get a card after {_cards_text(self.used)}",
                mend="list at least six cards",
            )
        dealt = self.cards[self.used]
        self.used += 1
        self.hands[who].append(dealt)
        self.steps.append(Step(who, f"{who.capitalize()} {words} {card_name(dealt)}", dealt))
        return dealt

    def value(self, dealt: int) -> int:
        return self.rulebook.card_values[rank_of(dealt)]

    def say(self, who: str, text: str) -> None:
        self.steps.append(Step(who, text))

    def deal_first_cards(self) -> None:
        for position in _DEAL_POSITIONS[self.rulebook.deal_order]:
            if position == PLAYER_1 and self.rulebook.player_first_card is not None:
                fixed = self.rulebook.player_first_card
                self.hands[PLAYER].append(card(fixed, 0))
                self.say(PLAYER, f"Player's first card is always {RANKS[fixed]}, not from the shoe")
            else:
                self.take(PLAYER if position in (PLAYER_1, PLAYER_2) else BANKER, "is dealt")

    def play_third_cards(self) -> None:
        player_total, banker_total = (self._total(hand) for hand in (PLAYER, BANKER))
        if self.rulebook.ends_at_once(player_total, banker_total):
            self.say("", ending_text(self.rulebook, player_total, banker_total))
            return
        key = None
        if self.rulebook.player_cell(player_total) == DRAWS:
            third = self.take(PLAYER, f"has {player_total} and draws")
            key = self.rulebook.key(self.value(third), self._total(PLAYER), self.value(self.hands[BANKER][1]))
        else:
            self.say(PLAYER, player_text(player_total, draws=False))
        self._play_banker(banker_total, key)

    def _play_banker(self, banker_total: int, key: int | None) -> None:
        if self.rulebook.banker_cell(banker_total, key) == DRAWS:
            self.take(BANKER, f"has {banker_total}, {_why(self.rulebook, key)}: draws")
        else:
            self.say(BANKER, banker_text(self.rulebook, banker_total, key))

    def _total(self, hand: str) -> int:
        return sum(map(self.value, self.hands[hand])) % 10


def player_text(total: int, draws: bool) -> str:
    """What Player does on a two-card total, and why.

    Examples
    --------
    >>> player_text(8, draws=False), player_text(5, draws=True)
    ('Player has a natural 8 and stands', 'Player has 5 and draws')
    """
    return f"Player has {_hand_text(total)} and {'draws' if draws else 'stands'}"


def banker_text(rulebook: Rulebook, total: int, key: int | None) -> str:
    """What Banker does on a two-card total, and why; the key is None when Player stood.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> banker_text(load_rulebook("standard"), 6, 7)
    "Banker has 6, Player's third card counts 7: draws"
    """
    if total in NATURALS:
        return f"Banker has {_hand_text(total)} and stands"
    does = "draws" if rulebook.banker_cell(total, key) == DRAWS else "stands"
    return f"Banker has {total}, {_why(rulebook, key)}: {does}"


def _why(rulebook: Rulebook, key: int | None) -> str:
    return "Player stood" if key is None else _KEY_TEXTS[rulebook.tableau_key].format(key=key)


def ending_text(rulebook: Rulebook, player_total: int, banker_total: int) -> str:
    """Why a coup is over after four cards.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> ending_text(load_rulebook("standard"), 9, 3)
    'Player has a natural 9: no third cards'
    """
    return f"{_why_it_ends(rulebook, player_total, banker_total)}: no third cards"


def _why_it_ends(rulebook: Rulebook, player_total: int, banker_total: int) -> str:
    naturals = [
        f"{name} has {_hand_text(total)}"
        for name, total, switch in (
            ("Player", player_total, rulebook.player_natural),
            ("Banker", banker_total, rulebook.banker_natural),
        )
        if total in NATURALS and switch == ON_NATURAL[0]
    ]
    return " and ".join(naturals) or f"both hands have {_hand_text(player_total)}"


def _cards_text(number: int) -> str:
    return f"{number or 'no'} card{'' if number == 1 else 's'}"


def _hand_text(total: int) -> str:
    return f"a natural {total}" if total in NATURALS else str(total)
