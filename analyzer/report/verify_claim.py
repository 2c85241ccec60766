# fmt: off
"""Check a claim of `baccarat certify` along a road of its own: its own reading of the rules, and plain loops.

Run it alone, with nothing but Python: `python verify_claim.py claim.json`.
It deals every coup in point values or in ranks; a wager that looks at suits or colours is not verified.
"""
import ast
import hashlib
import json
import operator
import re
import sys
from collections import Counter, namedtuple
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, product
from math import perm, prod
from typing import Any

RANKS, WORDS = ["A", *range(2, 11), *"JQK"], {"true": 1, "false": 0} | {word: word for word in "AJQK"}
KEYS = ["player third card", "player new total", "banker second card"]
MULTISETS = list(combinations_with_replacement(range(10), 6))
Card = namedtuple("Card", "value rank", defaults=[None])
Coup = namedtuple("Coup", "player banker won")
SIGNS: Any = {
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Eq: operator.eq,
    ast.NotEq: operator.ne, ast.In: lambda one, all: one in all, ast.NotIn: lambda one, all: one not in all,
    ast.And: all, ast.Or: any, ast.Not: lambda parts: not next(parts), ast.Add: sum, ast.Set: set}
OF_COUP: Any = {
    "tie": lambda coup: coup.won == 0, "player__wins": lambda coup: coup.won == 1,
    "banker__wins": lambda coup: coup.won == -1, "cards": lambda coup: len(coup.player + coup.banker),
    "margin": lambda coup: abs(_points(coup.player) - _points(coup.banker))}
OF_HAND: Any = {
    "cards": len, "total": lambda hand: _points(hand), "two_card_total": lambda hand: _points(hand[:2]),
    "natural": lambda hand: _points(hand[:2]) > 7, "pair": lambda hand: hand[0].rank == hand[1].rank}
SETS: Any = {
    "player": lambda coup: coup.player, "player_first_two": lambda coup: coup.player[:2],
    "banker": lambda coup: coup.banker, "banker_first_two": lambda coup: coup.banker[:2],
    "all": lambda cards: cards.player + cards.banker, "first_four": lambda cards: cards[0][:2] + cards[1][:2]}

def _points(hand: Any) -> Any:
    return sum(card.value for card in hand) % 10

def play(rules: Any, dealt: Any) -> Any:
    """The coup that some cards make; StopIteration if it takes more of them."""
    cards = iter((*rules["fixed"], *dealt))
    player, banker = [next(cards), next(cards)], [next(cards), next(cards)]
    p, b = _points(player), _points(banker)
    ends = {p > 7 and rules["player_natural"], b > 7 and rules["banker_natural"]}
    if "ends the coup" not in ends and not (p == b and rules["equal_two_card_totals"] == "tie"):
        if drew := p < 8 and rules["player"][p] == "D":
            player.append(next(cards))
        keys = (player[-1].value, _points(player), banker[1].value)
        if b < 8 and rules["tableau"][b][1 + keys[KEYS.index(rules["tableau_key"])] if drew else 0] == "D":
            banker.append(next(cards))
    tied = rules["two_naturals"] == "tie" and min(p, b) > 7 and len(player + banker) == 4
    lead = 0 if tied else _points(player) - _points(banker)
    return Coup(player, banker, (lead > 0) - (lead < 0))

def coups(rules: Any, cards: Any, dealt: Any = ()) -> Any:
    """Every coup with its cards, in an order in which they can be dealt."""
    try:
        yield dealt, play(rules, dealt)
    except StopIteration:
        for card in cards:
            yield from coups(rules, cards, (*dealt, card))

def read(node: Any) -> Any:
    """A part of a condition as a question to a coup, and to a card where cards are tested."""
    inside = ast.iter_child_nodes(node) if not isinstance(node, ast.Call) else []
    parts = [read(part) for part in inside if isinstance(part, ast.expr)]
    match node:
        case ast.Constant(value=value):
            return lambda coup, card: value
        case ast.Name(id=name) if name in WORDS or name in Card._fields:
            return lambda coup, card: WORDS[name] if name in WORDS else getattr(card, name)
        case ast.Name(id=name):
            hand, _, asked = name.partition("__")
            ask = OF_COUP.get(name) or OF_HAND[asked or name]
            return lambda coup, card: ask(coup if name in OF_COUP else getattr(coup, hand))
        case ast.Set() | ast.BoolOp() | ast.UnaryOp() | ast.BinOp():
            join = SIGNS[type(getattr(node, "op", node))]
            return lambda coup, card: join(part(coup, card) for part in parts)
        case ast.Compare(ops=ops):
            tests = [(SIGNS[type(sign)], *two) for sign, two in zip(ops, pairwise(parts), strict=True)]
            return lambda coup, card: all(sign(one(coup, card), two(coup, card)) for sign, one, two in tests)
        case ast.Call(func=ast.Name(id="count"), args=[ast.Name(id=cards), test]) if cards in SETS:
            passes = read(test)
            return lambda coup, card: sum(passes(coup, each) for each in SETS[cards](coup))
    raise LookupError(ast.unparse(node).replace("__", "."))

def problems(wager: Any, rules: Any, shoe: Any, take: Any) -> Any:
    """What is claimed of a wager and is not what the loops come to."""
    lines, claimed, ways, orders = wager["lines"], int(wager["total_ways"]), Counter[Any](), Counter[Any]()
    text = "\n".join((line["when"] or "true").replace(".", "__").replace("\n", " ") for line in lines)
    try:
        asked = [read(ast.parse(when.strip(), mode="eval").body) for when in text.split("\n")]
    except (LookupError, SyntaxError) as error:
        yield f"not verified, because the loops do not know {error}"
        return
    if not re.search("player|banker|tie|margin|cards|all", re.sub(r"\w+_(pair|four|two)\b", "", text)):
        rules = rules | {"player": "S" * 8, "tableau": ["S" * 11] * 8}  # later cards do not matter
    by_rank = re.search("rank|pair", text)
    held = Counter[Any]()
    for value, rank, count in shoe:
        card = Card(value, rank if by_rank and re.search(rf"pair|\b{rank}\b", text) else None)
        held += Counter({card: count})  # without the cards that have run out
    found = Counter((next(n for n, holds in enumerate(asked) if holds(coup, None)), *sorted(dealt, key=hash))
                    for dealt, coup in coups(rules, held))
    for (line, *dealt), times in found.items():
        left = take(held.total() - (len(dealt) if take is perm else 0), 6 - len(dealt))
        ways[line] += times * left * prod(take(held[card], count) for card, count in Counter(dealt).items())
        for more in () if by_rank else product({card.value for card in held}, repeat=6 - len(dealt)):
            orders[line, tuple(sorted((*(card.value for card in dealt), *more)))] += times
    for number, line in enumerate(lines):
        here, all_ways = f'line "{line["label"]}"', ways.total() if take is perm else claimed
        if int(line["ways"]) * ways.total() != ways[number] * claimed or claimed != all_ways:
            yield f"{here}: {line['ways']} of {claimed} ways are claimed, not {ways[number]} of {all_ways}"
        for multiset, claim in zip(MULTISETS, line["ways_by_multiset"] or [], strict=not by_rank):
            each = prod(take(held[Card(value)], count) for value, count in Counter(multiset).items())
            if int(claim) * ways.total() != orders[number, multiset] * each * claimed:
                yield f"{here}: {claim} ways are claimed for the point values {multiset}"
    edge = -sum(Fraction(line["net"] or 0) * int(line["ways"]) for line in lines) / claimed
    if wager["house_edge"] != (None if None in [line["net"] for line in lines] else str(edge)):
        yield f"a house edge of {wager['house_edge']} is claimed, and the lines make {edge}"

def failures(claim: Any) -> Any:
    """What a claim says that is not so."""
    digest, rules, shoe = claim["data"].pop("sha256"), claim["inputs"]["rules"], claim["inputs"]["shoe"]
    if hashlib.sha256(json.dumps(claim, sort_keys=True).encode()).hexdigest() != digest:
        yield "the claim was changed: its sha256 is another"
    ranks = [Card(value, rank) for value, rank in zip(rules["card_values"], RANKS, strict=True)]
    rules["fixed"] = [card for card in ranks if str(card.rank) == rules["player_first_card"]]
    known: Any = {10: enumerate(range(10)), 13: ranks, 52: [rank for rank in ranks for _ in range(4)]}
    held = [(*card, int(n)) for card, n in zip(known[len(shoe["counts"])], shoe["counts"], strict=True)]
    for wager in claim["data"]["wagers"]:
        for problem in problems(wager, rules, held, pow if shoe["with_replacement"] else perm):
            yield f'wager "{wager["title"]}", {problem}'

def found_in(path: str) -> Any:
    """All that is not so in the claim of a file; as a text why there is nothing to check in it."""
    try:
        with open(path, encoding="utf-8") as file:
            return list(failures(json.load(file)))
    except Exception as error:  # whatever it is, it comes from the file
        return f"{type(error).__name__}: {error}"

if __name__ == "__main__":
    said = found_in(*sys.argv[1:])
    sys.stdout.write((said if isinstance(said, str) else "\n".join(said) or "every line is verified") + "\n")
    sys.exit(3 if isinstance(said, str) else bool(said))
