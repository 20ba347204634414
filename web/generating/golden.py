"""Random games with everything that can happen in them, as the server's tables show them.

The worker that plays without a server replays them in its tests: its views and its refusals must
be the same. What a view changes is written at each step, not the whole view.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from crownhead import Move, Position
from crownhead.errors import CrownheadError, InvalidRules
from crownhead.formats import svg
from crownhead.rules import (
    Aim,
    Board,
    Choice,
    Crowning,
    DrawRule,
    Ending,
    Landing,
    Progress,
    Removal,
    Rules,
    Step,
)
from crownhead.server.messages import bodies as r
from crownhead.server.messages import frames as m
from crownhead.server.room import acts, pictures, refusals, starting, view
from crownhead.server.room.table import Seat, Table
from crownhead.variants import VARIANTS, Variant

BEGAN = 1_700_000_000_000
HOUSES = 14
STEPS = 70
_KINGS = (Step.DIAGONAL, Step.STRAIGHT, Step.ALL)


def records() -> list[dict[str, Any]]:
    """Return records of games, those of house rules without what is usual, and whole."""
    random = Random(4)
    usual = Rules().to_dict()
    houses = [house(random).to_dict() for _ in range(200)]
    return [
        *({"given": whole, "whole": whole} for whole in map(Variant.to_dict, VARIANTS.values())),
        *({"given": _brief(whole, usual), "whole": whole} for whole in houses),
    ]


def _brief(whole: dict[str, Any], usual: dict[str, Any]) -> dict[str, Any]:
    rules = {name: value for name, value in whole["rules"].items() if value != usual[name]}
    return {"key": "house", "names": whole["names"], "rules": rules, "notation": whole["notation"]}


def house(random: Random) -> Variant:
    """Return random house rules."""
    while True:
        board = random.choice(list(Board))
        full = board is Board.FULL_8
        straight = random.choice([Step.AHEAD, Step.AHEAD | Step.SIDEWAYS, Step(0)])
        men = random.choice([Step.FORWARD, straight]) if full else Step.FORWARD
        compulsory = random.random() < 0.8
        lose = random.random() < 0.15
        try:
            rules = Rules(
                board=board,
                men_rows=random.randint(1, 4),
                rows_behind=random.randint(0, 1),
                first=random.choice(["white", "black"]),
                men_move=men,
                men_capture=random.choice([Step.FORWARD, Step.DIAGONAL, Step.ALL, men or Step.ALL]),
                men_take_kings=random.random() < 0.7,
                crowning=random.choice(list(Crowning)),
                king_move=random.choice(_KINGS) if full else Step.DIAGONAL,
                king_capture=random.choice([*_KINGS, Step.DIAGONAL]),
                flying=random.random() < 0.5,
                landing=random.choice(list(Landing)),
                turn_back=random.random() < 0.7,
                king_run=random.choice([0, 0, 2, 3]),
                too_few=random.choice([0, 0, 0, 1, 2]),
                compulsory=compulsory,
                choice=random.choice(list(Choice)),
                removal=random.choice(list(Removal)),
                huffing=compulsory and random.random() < 0.4,
                aim=Aim.LOSE if lose else random.choice([Aim.NORMAL, Aim.NORMAL, Aim.KING]),
                refusal_duty=0 if lose else random.choice([0, 3, 40]),
                repetition=random.choice([0, 2, 3]),
                repetition_automatic=random.random() < 0.5,
                draw_rules=tuple(_draw_rule(random) for _ in range(random.randint(0, 3))),
            )
        except InvalidRules:
            continue
        return Variant.house("Our game", rules, notation=random.choice(["numeric", "algebraic"]))


def _draw_rule(random: Random) -> DrawRule:
    few = Ending(strong_kings=(1, 255), weak_men=(0, 0), weak_kings=(1, 2), total=(2, 5))
    corner = Ending(weak_men=(0, 0), weak_kings=(1, 1), on_long_diagonal=True)
    return DrawRule(
        random.choice(["E26", "P10.kings", "L14"]),
        random.choice([4, 10, 40]),
        Progress(random.randint(0, 7)),
        random.choice([(), (few,), (few, corner)]),
        random.random() < 0.5,
    )


def games() -> list[dict[str, Any]]:
    """Return random games, two of each known game and one of each of some house rules."""
    random = Random(2026)
    known = [v for v in VARIANTS.values() for _ in range(2)]
    played = [*known, *(house(random) for _ in range(HOUSES))]
    return [game(random, variant, number) for number, variant in enumerate(played)]


def game(random: Random, variant: Variant, number: int) -> dict[str, Any]:
    """Return one random game."""
    clocked = number % 4 == 3
    wish = None
    while wish is None:
        wish = _wish(random, variant, number, clocked)
        try:
            table = starting.open_table(wish, Seat("anna", "Anna"), BEGAN)
        except CrownheadError:
            wish = None
        else:
            wish = wish if table.phase == "playing" or random.random() < 0.1 else None
    language = ("de", "en")[number % 2]
    known: dict[str, Any] = {}
    steps = [changes_in_view(table, language, known)]
    at = BEGAN
    for _ in range(STEPS):
        at += random.choice([0, 300, 4_000, 4_000]) if clocked else 1000
        steps.append(step(random, table, at, language, known))
        if table.phase != "playing" and random.random() < 0.7:
            break
    return {
        "wish": msgspec.to_builtins(wish),
        "lang": language,
        "began": BEGAN,
        "steps": steps,
        **files(table, language),
    }


def files(table: Table, language: str) -> dict[str, Any]:
    """Return the game as a record, as PDN, and the picture of its position."""
    game = table.game
    last = game.moves[-1] if game.moves else None
    return {
        "record": msgspec.json.decode(game.to_json()),
        "pdn": pictures.pdn(table, language),
        "svg": svg.board(game.position, last_move=last, language=language),
    }


def _wish(random: Random, variant: Variant, number: int, clocked: bool) -> r.NewGame:
    rules = variant.rules
    duty = 0 if rules.aim is Aim.LOSE else random.choice([None, 0, 2, 5])
    modes = ["fischer", "bronstein", "delay", "per-move"]
    return r.NewGame(
        variant=variant.key if variant.key in VARIANTS else variant.to_dict(),
        start=_start(random, variant) if number % 2 else None,
        time=random.choice(["20+2", "3/10:5+1"] if number % 8 == 3 else ["20+2"])
        if clocked
        else None,
        mode=random.choice(modes) if clocked and number % 8 != 3 else "fischer",
        huffing=rules.compulsory and random.random() < 0.5,
        refusal_duty=duty,
        reset_on_progress=random.random() < 0.3,
        draws=random.choice(["rules", "claim", "automatic"]),
        offers_after=random.choice([0, 0, 0, 2]),
        opponent=r.SameDevice(name="Bob"),
        side=random.choice(["white", "black", None]),
    )


def _start(random: Random, variant: Variant) -> str:
    """Return a position with few pieces, many of them kings."""
    squares = list(range(1, variant.rules.board.squares + 1))
    random.shuffle(squares)
    names = [Position.initial(variant).square_name(square) for square in squares]
    pick = iter(names)

    def side(number: int) -> str:
        return ",".join(random.choice(["K", "K", ""]) + next(pick) for _ in range(number))

    turn = random.choice("WB")
    return f"{turn}:W{side(random.randint(1, 5))}:B{side(random.randint(1, 5))}"


def step(
    random: Random, table: Table, at: int, language: str, known: dict[str, Any]
) -> dict[str, Any]:
    """Return what a random act does, or a random question."""
    if table.game.verdict_due is not None and random.random() < 0.6:
        verdict = random.random() < 0.5
        side = table.game.verdict_due
        table.game.adjudicate(verdict, "said", side=side, at=table.of_game(at))
        table.note(at)
        return {"verdict": [side, verdict, at], **changes_in_view(table, language, known)}
    if random.random() < 0.15:
        return _ask(random, table, language)
    act = _act(random, table)
    return do(table, act, at, language, known)


def do(
    table: Table, act: m.AnyAct, at: int, language: str, known: dict[str, Any]
) -> dict[str, Any]:
    """Act for the player; return the act, and what has changed or why it was refused."""
    step = {"act": msgspec.to_builtins(act), "at": at}
    try:
        acts.do(table, "anna", act, at)
    except refusals.Refusal as refusal:
        said = msgspec.to_builtins(refusal.to_message(language))
        kept = ("code", "sentence", "rule", "squares", "moves", "reason")
        step["refused"] = {name: said[name] for name in kept}
    return {**step, **changes_in_view(table, language, known)}


def _act(random: Random, table: Table) -> m.AnyAct:
    game = table.game
    position = game.position
    legal = list(position.legal_moves)
    choice = random.random()
    by = random.choice(["white", "black", None, None])
    if game.paused and choice < 0.6:
        return m.ResumeAct()
    if game.huffable and choice < 0.6:
        square = random.choice([*game.huffable, 3])
        return random.choice([m.HuffAct(square=square), m.CompelAct(), m.StandAct()])
    if choice < 0.62 and legal:
        before = game.moves[-2:-1]
        back = [x for x in legal if before and (x.target, x.origin) == _ends(before[0])]
        if back and random.random() < 0.7:
            return m.MoveAct(text=str(back[0]))
        faulty = list(position.faulty_moves)
        if faulty and game.setup.huffing and random.random() < 0.5:
            return m.MoveAct(text=random.choice(faulty).notation("hub"))
        form = random.choice(["short", "full", "hub"])
        return m.MoveAct(text=random.choice(legal).notation(form))
    if choice < 0.68:
        return m.MoveAct(text=illegal(random, table.game.position), by=by)
    if choice < 0.72:
        return m.ClaimAct(
            move=str(random.choice(legal)) if legal and random.random() < 0.5 else None
        )
    if choice < 0.74:
        return m.TakebackAct(plies=random.randint(1, 4), by=by)
    if choice < 0.745:
        return random.choice([m.ResignAct(), m.AbortAct()])
    if choice < 0.76:
        return random.choice([m.PauseAct(), m.ResumeAct()])
    if choice < 0.78:
        return random.choice([m.TakebackAcceptAct(), m.TakebackDeclineAct(), m.RematchAct()])
    if choice < 0.79 and game.draw_offer:
        return m.AcceptAct()
    if game.draw_offer and random.random() < 0.8:
        return random.choice([m.DeclineAct(by=by), m.DeclineAct(), m.WithdrawAct(by=by)])
    if random.random() < 0.3:
        return random.choice([m.OfferAct(by=by), m.DeclineAct(by=by), m.WithdrawAct()])
    back = [x for x in legal if game.moves[-2:-1] and (x.target, x.origin) == _ends(game.moves[-2])]
    return m.MoveAct(text=str((back or legal)[0])) if legal else m.OfferAct()


def _ends(move: Move) -> tuple[int, int]:
    return move.origin, move.target


def illegal(random: Random, position: Position) -> str:
    """Return the text of a move that is most likely refused."""
    squares = range(1, position.variant.rules.board.squares + 1)
    own = [s for s, piece in position.pieces.items() if piece.startswith(position.turn)]
    start = (
        random.choice(own or list(squares)) if random.random() < 0.85 else random.choice(squares)
    )
    near = [s for s in squares if _distance(position, start, s) <= 3 and s != start]
    route = [start, random.choice(near if random.random() < 0.85 else squares)]
    sign = random.choice(["-", "x", " "])
    choice = random.random()
    captures = [move for move in position._moves_of_kind("any-choice") if move.is_capture]
    if captures and choice < 0.5:
        move = random.choice(captures)
        route = list(move.route[: random.randint(2, len(move.route))])
        if random.random() < 0.5:
            route[-1] = random.choice(_behind(position, route) or [route[-1]])
        return sign.join(map(str, route))
    if choice < 0.6:
        route += random.choices(near or squares, k=random.randint(1, 2))
    if choice > 0.97:
        return random.choice(["hello", "99-1", "11", "x", "1-2-", "17x"])
    return sign.join(map(str, route))


def _behind(position: Position, route: list[int]) -> list[int]:
    """Return the squares further on along the last leg of a route."""
    (x, y), (to_x, to_y) = (position.ruleset.place(square) for square in route[-2:])
    step = max(abs(to_x - x), abs(to_y - y))
    dx, dy = (to_x - x) // step, (to_y - y) // step
    found = (position.ruleset.square_at(to_x + n * dx, to_y + n * dy) for n in (-1, 1, 2))
    return [square for square in found if square is not None]


def _distance(position: Position, one: int, two: int) -> int:
    (x, y), (to_x, to_y) = (position.ruleset.place(square) for square in (one, two))
    return max(abs(x - to_x), abs(y - to_y))


def _ask(random: Random, table: Table, language: str) -> dict[str, Any]:
    text = illegal(random, table.game.position)
    variant = table.game.variant
    step: dict[str, Any] = {"asked": text}
    try:
        reason = table.game.explain(text)
    except CrownheadError as error:
        said = refusals.to_refusal(error, variant, text).to_message(language)
        return {**step, "failed": [said.code, said.sentence]}
    if reason is None:
        return {**step, "why": None}
    rule = reason.rule_in(variant.rule_numbering)
    why = {
        "rule": rule,
        "squares": refusals.squares(reason),
        "moves": refusals.moves(reason),
        "reason": {**reason.to_dict(), "rule": rule},
    }
    return {**step, "why": why}


def changes_in_view(table: Table, language: str, before: dict[str, Any]) -> dict[str, Any]:
    """Return what has changed in the view since, and the entries of the log that are new."""
    shown = msgspec.to_builtins(view.view(table, language))
    shown["allowed"] = {side: sorted(kinds) for side, kinds in shown["allowed"].items()}
    changed = {
        name: value for name, value in shown.items() if name not in before or before[name] != value
    }
    before.clear()
    before.update(shown)
    entries = [msgspec.to_builtins(entry.public()) for entry in table.fresh]
    table.mark_stored()
    return {"changed": changed, "entries": entries}


def cases() -> dict[str, Any]:
    """Return everything that the tests of the worker compare with."""
    return {"records": records(), "games": games()}
