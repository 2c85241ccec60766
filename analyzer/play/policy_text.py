"""Policies as people write them: in a line, as `--play` takes it, or in a TOML file.

A line holds statements with semicolons between them: `player 5: 9/11; banker 6 none: 859/2288`.
Each names a side, hands (totals, or pairs of cards such as `2+3` where they are seen), for Banker third cards
too (`none` if Player stood; left out, all of them are meant), and after a colon what is done: `D`, `S`, a
probability of drawing, or both probabilities (`D 9/11 S 2/11`).
A row of 11 cells for a total of Banker, as in a tableau, tells all its third cards at once.
`like standard` plays every choice that is not named as a rulebook does.
"""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from analyzer.errors import AnalyzerError, NumberError, PlayError, did_you_mean, several
from analyzer.exact import exact, fraction_text
from analyzer.game.rulebook import BANKER, CARDS, COLUMNS, DRAWS, PLAYER, STANDS, Rulebook
from analyzer.game.rulebook_file import parse_set
from analyzer.play.decision_table import BankerSituation, PlayerSituation
from analyzer.play.policy import Policy, Situation, column_of, hand_text, names, policy_like, situations

LIKE = "like"
WHERE, MIXING = "--play", "--mixing"

_SIDES = (PLAYER, BANKER)
_TOTALS = tuple(map(str, range(10)))
_ACTIONS = {
    **dict.fromkeys(("d", "draw", "draws"), DRAWS),
    **dict.fromkeys(("s", "stand", "stands"), STANDS),
}
_PAIR = re.compile(r"([0-9])\+([0-9])")
_ROW_HINT = "a row has 11 cells: Player stood, then third cards 0 to 9"
_LIKE = re.compile(rf"{LIKE}\s+", re.IGNORECASE)
_NO_CELL = "-."


class Statement(NamedTuple):
    """What is to be done in some situations: everything as text, and where it was read."""

    side: str
    situations: str
    play: str
    where: str


def parse_policy(text: str, rulebook: Rulebook, replying: str | None = None) -> Policy:
    """The policy of a text or of the TOML file that it names.

    Parameters
    ----------
    text : str
    rulebook : Rulebook
    replying : {"player", "banker"}, optional
        A side whose play does not matter, because its best reply is asked for; what is not told of it stands.

    Raises
    ------
    PlayError
        A statement cannot be read, names no choice or one twice, or a choice is left out.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> rulebook = load_rulebook("chemin-de-fer/totals")
    >>> policy = parse_policy("like standard; player 5: 9/11; banker 6 none: 859/2288", rulebook)
    >>> policy.player
    {PlayerSituation(total=5, cards=None, actions=('D', 'S')): Fraction(9, 11)}
    >>> parse_policy(str(policy), rulebook) == policy
    True
    """
    if os.path.isfile(text) or (text.lower().endswith(".toml") and not _LIKE.match(text)):
        return load_policy(text, rulebook, replying)
    statements: list[Statement] = []
    likes: list[str] = []
    for part in filter(None, (piece.strip() for piece in re.split(r"[;\n]", text))):
        head, colon, play = part.partition(":")
        words = head.split()
        if colon:
            side = _side(words[0] if words else "", WHERE)
            statements.append(Statement(side, " ".join(words[1:]), play, part))
        elif (named := _LIKE.match(part)) or len(words) == 1:
            likes.append(part[named.end() :] if named else part)
        else:
            raise _error(f'"{part}" does not say what is done', 'write it after a colon: "player 5: 9/11"')
    if len(likes) > 1:
        raise _error(f"the play is like {' and like '.join(likes)}", "name one rulebook")
    return _policy(rulebook, "".join(likes), statements, replying)


def load_policy(path: str, rulebook: Rulebook, replying: str | None = None) -> Policy:
    """The policy of a TOML file: tables `player` and `banker` of situations, and `like`.

    Raises
    ------
    PlayError
        The file cannot be read, or holds no policy for the rulebook.
    """
    from analyzer.toml_file import read_toml

    data = read_toml(path, PlayError)
    like = data.pop(LIKE, "")
    statements = []
    for side, table in data.items():
        _side(side, path)
        if not isinstance(table, Mapping):
            raise PlayError(f"{side} is no table", where=path, mend=f'write "[{side}]", then 5 = "9/11"')
        statements += [
            Statement(side, situation, _as_text(play), f"{path}, {side}.{situation}")
            for situation, play in table.items()
        ]
    return _policy(rulebook, str(like), statements, replying)


def situation_named(text: str, rulebook: Rulebook) -> Situation:
    """The one situation with a choice that a text such as `player 5` or `banker 6 none` names.

    Raises
    ------
    PlayError
        It names none, or several.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> situation_named("player 5", load_rulebook("baccarat-gold"))
    PlayerSituation(total=5, cards=None, actions=('D', 'S'))
    """
    words = text.split()
    try:
        side = _side(words[0] if words else "", text)
        found = [one for one, _ in _read(Statement(side, " ".join(words[1:]), DRAWS, text), rulebook)]
    except PlayError as error:
        raise PlayError(error.what, where=MIXING, mend=error.mend) from None
    if len(found) > 1:
        raise PlayError(
            f'"{text}" names several choices: {several(names(found))}', where=MIXING, mend="name one of them"
        )
    return found[0]


def _as_text(play: Any) -> str:
    """What stands in a file, as it would stand in a line; a table tells both probabilities."""
    if isinstance(play, Mapping):
        return " ".join(f"{action} {_as_text(chance)}" for action, chance in play.items())
    return fraction_text(play) if isinstance(play, Fraction) else str(play)


def _policy(rulebook: Rulebook, like: str, statements: Sequence[Statement], replying: str | None) -> Policy:
    played: dict[Situation, Fraction] = {}
    if replying is not None:
        played |= dict.fromkeys(_of_side(rulebook, replying), Fraction(0))
    told: dict[Situation, str] = {}
    if like:
        from analyzer.library.catalog import load_rulebook

        played |= policy_like(rulebook, load_rulebook(like))
    for statement in statements:
        for situation, chance in _read(statement, rulebook):
            if situation in told:
                raise _error(
                    f"{names([situation])[0]} is told twice", "leave one of them out", statement.where
                )
            told[situation] = statement.where
            played[situation] = chance
    in_order = [situation for situation in situations(rulebook) if situation in played]
    return Policy.of(rulebook, {situation: played[situation] for situation in in_order})


def _read(statement: Statement, rulebook: Rulebook) -> Iterator[tuple[Situation, Fraction]]:
    """The situations of a statement with the probability of drawing in each."""
    hands, _, thirds = statement.situations.partition(" ")
    if statement.side == PLAYER:
        hands, thirds = statement.situations, ""
    wanted = _hands(hands, statement, rulebook)
    columns = _columns(thirds, statement)
    found = [one for one in _of_side(rulebook, statement.side) if _is_meant(one, wanted, columns)]
    if not found:
        raise _no_choice(statement, rulebook)
    cells = "".join(statement.play.split()).upper()
    if statement.side == BANKER and not thirds and len(cells) == len(COLUMNS):
        _check_row(cells, wanted, statement, rulebook)
        yield from _row(cells, found, statement)
        return
    chance = _chance(statement)
    yield from ((one, chance) for one in found)


def _of_side(rulebook: Rulebook, side: str) -> Iterator[Situation]:
    kind = PlayerSituation if side == PLAYER else BankerSituation
    return (one for one in situations(rulebook) if isinstance(one, kind))


def _is_meant(situation: Situation, hands: set[str], columns: Sequence[str]) -> bool:
    if not hands & {str(situation.total), hand_text(situation)}:
        return False
    return isinstance(situation, PlayerSituation) or column_of(situation) in columns


def _hands(text: str, statement: Statement, rulebook: Rulebook) -> set[str]:
    """Totals and pairs of cards, pairs with the lower card first."""
    if not text:
        raise _error(f"no hand of {statement.side.capitalize()} is named", "name its total", statement.where)
    found: set[str] = set()
    totals = []
    for word in text.replace(",", " ").split():
        pair = _PAIR.fullmatch(word)
        if pair is None:
            totals.append(word)
        elif rulebook.sees(statement.side) != CARDS:
            raise _error(
                f"{statement.side.capitalize()} sees his total, not his cards {word}",
                f"name the total {(int(pair[1]) + int(pair[2])) % 10}",
                statement.where,
            )
        else:
            found.add("+".join(sorted(pair.groups())))
    try:
        return found | set(parse_set(" ".join(totals), _TOTALS))
    except ValueError as error:
        raise _error(str(error), "write totals such as 5 or 0-4", statement.where) from None


def _columns(text: str, statement: Statement) -> Sequence[str]:
    if not text:
        return COLUMNS
    text = text.lower()
    try:
        return parse_set(text, COLUMNS)
    except ValueError as error:
        wrong = next((word for word in re.split(r"[\s,]+", text) if not re.fullmatch(r"[0-9-]+", word)), "")
        hint = did_you_mean(wrong, COLUMNS[:1]) if wrong != COLUMNS[0] else ""
        raise _error(
            str(error), hint or "third cards are none, if Player stood, and 0 to 9", statement.where
        ) from None


def _check_row(cells: str, hands: set[str], statement: Statement, rulebook: Rulebook) -> None:
    """Refuse a row that draws where the rules stand, or the other way round."""
    others = {DRAWS: STANDS, STANDS: DRAWS}
    for total in sorted({sum(map(int, hand.split("+"))) % 10 for hand in hands}):
        for column, cell in zip(COLUMNS, cells, strict=True):
            key = None if column == COLUMNS[0] else int(column)
            if cell in others and rulebook.banker_cell(total, key) == others[cell]:
                where = "Player stood" if key is None else f"third card {key}"
                raise _error(
                    f"Banker {total}, {where} is no choice: the rules say {others[cell]}, the row {cell}",
                    f"write {others[cell]} or - there",
                    statement.where,
                )


def _row(
    cells: str, found: Sequence[Situation], statement: Statement
) -> Iterator[tuple[Situation, Fraction]]:
    """The plays of a row of cells, one for each column of the tableau."""
    chances = {DRAWS: Fraction(1), STANDS: Fraction(0)}
    if strange := sorted(set(cells) - set(chances) - set(_NO_CELL)):
        raise _error(
            f"{', '.join(strange)} where only D, S and - can stand",
            _ROW_HINT,
            statement.where,
        )
    for one in found:
        cell = cells[COLUMNS.index(column_of(one))] if isinstance(one, BankerSituation) else _NO_CELL
        if cell in chances:
            yield one, chances[cell]


def _chance(statement: Statement) -> Fraction:
    """The probability of drawing that a play states."""
    text = statement.play.strip()
    if ":" in text:
        raise _error("there are two colons", "put a semicolon between statements", statement.where)
    words = text.replace(",", " ").replace("=", " ").split()
    if len(words) == 1 and words[0].lower() in _ACTIONS:
        return Fraction(_ACTIONS[words[0].lower()] == DRAWS)
    if len(words) == 4:
        return _both(words, statement)
    cells = "".join(words).upper()
    if statement.side == BANKER and len(cells) > 1 and not set(cells) - {DRAWS, STANDS, *_NO_CELL}:
        raise _error(f"a row has {len(COLUMNS)} cells, not {len(cells)}", _ROW_HINT, statement.where)
    if len(words) == 1 and words[0].isalpha():
        hint = did_you_mean(words[0].lower(), ("draws", "stands"))
        raise _error(f'"{text}" is nothing to do', hint or "write D, S or a probability", statement.where)
    return _probability(text, statement)


def _both(words: Sequence[str], statement: Statement) -> Fraction:
    """The probability of drawing where that of standing is told as well."""
    told: dict[str, Fraction] = {}
    for action, chance in zip(words[::2], words[1::2], strict=True):
        if action.lower() not in _ACTIONS:
            raise _error(
                f'"{action}" is nothing to do',
                did_you_mean(action.lower(), ("draws", "stands")) or "write D or S",
                statement.where,
            )
        told[_ACTIONS[action.lower()]] = _probability(chance, statement)
    if len(told) < 2:
        raise _error("one action is told twice", "tell how often the hand draws and stands", statement.where)
    if sum(told.values()) != 1:
        added = fraction_text(sum(told.values(), Fraction(0)))
        raise _error(f"the probabilities add up to {added}", "they must add up to 1", statement.where)
    return told[DRAWS]


def _probability(text: str, statement: Statement) -> Fraction:
    try:
        chance = exact(text)
    except NumberError as error:
        raise _error(error.what, "write D, S or a probability such as 9/11", statement.where) from None
    if not 0 <= chance <= 1:
        raise _error(
            f"{text.strip()} is no probability", "a probability is at least 0 and at most 1", statement.where
        )
    return chance


def _no_choice(statement: Statement, rulebook: Rulebook) -> AnalyzerError:
    choices = rulebook.choices()
    mend = f"there are choices on: {several(choices)}" if choices else "these rules leave no choice at all"
    named = f"{statement.side.capitalize()} {statement.situations}"
    return _error(f"there is no choice on {named}", mend, statement.where)


def _side(word: str, where: str) -> str:
    side = word.lower()
    if side not in _SIDES:
        hint = did_you_mean(side, (*_SIDES, LIKE)) or "a statement begins with player or banker"
        raise PlayError(f'"{word}" is no side', where=where, mend=hint)
    return side


def _error(what: str, mend: str, where: str = "") -> PlayError:
    place = where if not where or os.path.isfile(where.split(", ")[0]) else f"{WHERE}, {where}"
    return PlayError(what, where=place or WHERE, mend=mend)
