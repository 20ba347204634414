"""Random games for the tests of PDN: trees with everything in them."""

from __future__ import annotations

import random
from collections.abc import Mapping

from support.scattered import scatter

from crownhead import VARIANTS, Variant
from crownhead.errors import AmbiguousMove, CrownheadError
from crownhead.formats.pdn import Node, PdnGame
from crownhead.formats.pdn.gametype import unified_pool
from crownhead.rules import Choice, Removal, Rules, Step

WORDS = (
    "good",
    "(",
    ")",
    "*",
    "[%clk 0:01:02]",
    "[Event",
    "%",
    "1.",
    "11-15",
    "1-0",
    "schön",
    "партия",
    "{",
    "}",
    ";",
    "$5",
    '"',
    "\\",
    "/FEN",
    "x" * 75,
)
VALUES = ("?", "", "A B", 'the "Open"', "back\\", '\\"', "1-0", "x\ty\x07", "[", "]", "Ж")
NAMES = ("Event", "Site", "Black", "White", "Annotator", "ECO", "date")


def house(dice: random.Random) -> Variant:
    """Return house rules that are no known game."""
    rules = Rules(
        men_capture=dice.choice((Step.FORWARD, Step.DIAGONAL)),
        flying=dice.random() < 0.5,
        choice=dice.choice((Choice.FREE, Choice.MOST)),
        removal=dice.choice(tuple(Removal)),
        first=dice.choice(("white", "black")),
        huffing=dice.random() < 0.2,
    )
    return Variant.house("Our  game", rules, notation=dice.choice(("numeric", "algebraic")))


def some_variant(dice: random.Random) -> Variant:
    """Return a known game, the unified pool rules, or house rules."""
    choices = (*VARIANTS.values(), unified_pool(), house(dice))
    return dice.choice(choices)


def random_tree(seed: int, variant: Variant | None = None) -> PdnGame:
    """Return a game with variations, comments, signs, clocks, set-ups and null moves."""
    dice = random.Random(seed)
    variant = variant or some_variant(dice)
    start = scatter(variant, dice) if dice.random() < 0.4 else None
    game = PdnGame(variant, start=start, tags=tags(dice))
    game.root.comment = comment(dice)
    nodes = [game.root]
    for _ in range(dice.randint(0, 60)):
        node = nodes[-1] if dice.random() < 0.8 else dice.choice(nodes)
        child = grow(dice, node, game.huffing)
        if child is None:
            continue
        nodes.append(child)
        child.comment = comment(dice)
        if dice.random() < 0.1:
            child.starting_comment = comment(dice)
        if dice.random() < 0.2:
            child.nags = dice.choices((1, 2, 3, 4, 5, 6, 7, 10, 255), k=dice.randint(1, 3))
        if dice.random() < 0.3:
            child.clock = dice.randint(0, 10_000_000)
        if dice.random() < 0.1:
            child.elapsed = dice.randint(0, 100) * 1000
            child.clocks = (dice.randint(0, 10_000_000), None)
    return game


def grow(dice: random.Random, node: Node, huffing: bool) -> Node | None:
    """Add a random step to a node."""
    position = node.position
    if dice.random() < 0.02:
        return node.add_pass()
    if dice.random() < 0.03:
        return node.add_setup(scatter(position.variant, dice))
    try:
        moves = list(position.legal_moves)
    except CrownheadError:
        return None
    if not moves:
        return None
    move = dice.choice(moves)
    try:
        position.parse(str(move))
    except AmbiguousMove:  # its two ends are its full form, and the short form of another
        return None
    return node.add_main(move) if dice.random() < 0.1 else node.add_variation(move)


def comment(dice: random.Random) -> str:
    """Return a comment, mostly empty, of awkward words."""
    if dice.random() < 0.7:
        return ""
    return dice.choice((" ", "  ", "\n")).join(dice.choices(WORDS, k=dice.randint(1, 12)))


def tags(dice: random.Random) -> Mapping[str, str]:
    """Return some tags with awkward values."""
    found = {name: dice.choice(VALUES) for name in NAMES if dice.random() < 0.4}
    found["Result"] = dice.choice(("1-0", "2-0", "1/2-1/2", "*", "0-0", "unclear", "1-1"))
    return found


def shape(root: Node) -> object:
    """Return what a tree says, for comparison, without recursion limits in the way."""
    steps = []
    todo = [(root, 0)]
    while todo:
        node, depth = todo.pop()
        steps.append((depth, node.kind, node.move, node.position, tuple(node.nags)))
        todo += [(child, depth + 1) for child in reversed(node.variations)]
    return steps
