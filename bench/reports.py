"""What reports say, searched again: `dev.py bench reports [OPTIONS] [FILE…]`.

Games of levels against one another, or those of PDN files, are reported on as the command
line does it. Each moment is then searched with 3 million nodes in an engine of its own: a move that
costs less than 30 hundredths of a man there, and changes nothing that is proved, is no mistake.
Each sentence is read as what it claims, its line is played out, pieces are counted, and where it
speaks of pieces the score at the end of the line must not be half a man below them.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from crownhead.analysis import Moment, Report, analyse, by_tables, sentence
from crownhead.analysis.facts import MoveFacts
from crownhead.analysis.report import Phrase
from crownhead.engines.interface import Engine, Limit
from crownhead.formats.pdn import PdnGame, read
from crownhead.game import Game
from crownhead.locales import Catalogue
from crownhead.position import Position
from crownhead.rules import Aim

GAMES = ("english", "russian", "brazilian", "international")
MOST_PLIES = 140
JUDGE = Limit(nodes=3_000_000)
NO_MISTAKE = 30
HALF_A_MAN = 50
PROVED = 29_600
GONE = 100
WON = 300


@dataclass
class Judge:
    """An engine with many nodes, and what it has seen."""

    engine: Engine
    _seen: dict[str, int] = field(default_factory=dict)

    def worth(self, position: Position) -> int:
        """Return what a position is worth to the side to move."""
        if not position.has_legal_move:
            return 30_000 if position.variant.rules.aim is Aim.LOSE else -30_000
        proven = by_tables(position)
        if proven is not None:
            return {"win": PROVED, "draw": 0, "loss": -PROVED}[proven]
        fen = position.fen()
        if fen not in self._seen:
            self._seen[fen] = self.engine.analyse(position, JUDGE).score
        return self._seen[fen]

    def cost(self, facts: MoveFacts) -> int:
        """Return what a move costs, against the best move and the one that is told as better."""
        told = -self.worth(facts.before.play(facts.line[0]))
        best = max(told, self.worth(facts.before))
        return _bound(best) - _bound(-self.worth(facts.after))


def _bound(score: int) -> int:
    return max(-1_000, min(1_000, score))


def _lead(position: Position, side: str) -> int:
    other = "black" if side == "white" else "white"
    return position.count(side) - position.count(other)


def moment_fault(judge: Judge, moment: Moment) -> str | None:
    """Return what is false in the sentences of a moment, or None."""
    for phrase in moment.phrases:
        fault = _fault(judge, moment, phrase)
        if fault is not None:
            return f"{phrase[0]}: {fault}"
    return None


def _fault(judge: Judge, moment: Moment, phrase: Phrase) -> str | None:
    key, names, idea = phrase
    facts = moment.facts
    better = facts.before.play(facts.line[0])
    if "better" in names and facts.before.parse(str(names["better"])) != facts.line[0]:
        return "another move is the better one"
    match key:
        case "report.win_missed" | "report.win_unseen":
            if -judge.worth(better) < PROVED:
                return f"the better move does not win: {-judge.worth(better)}"
            if key == "report.win_missed" and -judge.worth(facts.after) > GONE:
                return f"the win is not gone: {-judge.worth(facts.after)}"
        case "report.draw_missed":
            if by_tables(better) != "draw" or judge.worth(facts.after) < PROVED:
                return "no draw, or no loss"
        case "report.lost":
            if judge.worth(facts.after) < PROVED:
                return f"not lost: {-judge.worth(facts.after)}"
    return None if idea is None else _idea_fault(judge, moment, idea)


def _idea_fault(judge: Judge, moment: Moment, idea: Phrase) -> str | None:
    key, names, _ = idea
    answers = moment.claim is not None and moment.claim.by != moment.facts.by
    start = moment.facts.after if answers else moment.facts.before
    by = start.turn
    end, only = start, True
    for text in str(names["line"]).split():
        move = end.parse(text)
        if end.turn != by:
            only = only and len(end.legal_moves) == 1
        end = end.play(move)
    score = judge.worth(end) if end.turn == by else -judge.worth(end)
    lead, men = _lead(end, by), int(names.get("n", 0))
    gained = lead - _lead(start, by)
    kind = key.removeprefix("report.")
    at_rest = not end.must_capture and not end.pass_turn().must_capture
    if kind in ("shot", "capture", "exchange", "costs", "regains"):
        if not at_rest:
            return "the line ends in an exchange"
        if gained < men or (kind == "shot" and not only):
            return f"{gained} pieces, {men} are told"
        if kind != "regains" and lead <= 0:
            return f"told as a gain, and {lead} ahead"
    told = kind in ("shot", "capture", "exchange", "costs", "regains", "caught")
    if told and score < 100 * lead - HALF_A_MAN:
        return f"{lead} ahead, and worth {score}"
    if kind == "tempo" and (not at_rest or score < 100 * (lead + men) - HALF_A_MAN):
        return f"{lead} ahead, {men} to come, and worth {score}"
    if kind in ("crowning", "breakthrough"):
        square = next(n for n in end.pieces if end.square_name(n) == str(names["square"]))
        if end.piece_at(square) != f"{by}_king":
            return "no king there"
        if any(square in move.captures for move in end.legal_moves):
            return "the king is taken"
    if kind == "blocked" and (end.has_legal_move or end.turn == by):
        return "not blocked"
    if kind == "opposition" and judge.worth(end.pass_turn()) > GONE:
        return "won with either side to move"
    return None


def own_games(
    variant: str, count: int, seed: int, levels: Sequence[int] = range(3, 9)
) -> Iterator[Game]:
    """Yield games of two of these levels each."""
    for number in range(count):
        dice = random.Random(f"{seed} {variant} {number}")
        game = Game(variant)
        with (
            Engine.builtin(level=dice.choice(levels), seed=dice.getrandbits(30)) as white,
            Engine.builtin(level=dice.choice(levels), seed=dice.getrandbits(30)) as black,
        ):
            while game.outcome is None and len(game.moves) < MOST_PLIES:
                side = white if game.turn == "white" else black
                game.play(side.play(game, Limit(nodes=20_000)))
        yield game


def _games(chosen: argparse.Namespace) -> Iterator[Game | PdnGame]:
    if chosen.files:
        for file in chosen.files:
            for number, game in enumerate(read(file)):
                if number >= chosen.games:
                    break
                if len(list(game.moves)) >= 2:
                    yield game
        return
    lowest, highest = map(int, chosen.levels.split("-"))
    levels = range(lowest, highest + 1)
    for variant in chosen.variants.split(","):
        yield from own_games(variant, chosen.games, chosen.seed, levels)


def main(options: Sequence[str] = ()) -> int:
    """Report on games, search what is told again, and print what was wrong."""
    parser = argparse.ArgumentParser("bench reports", description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--games", type=int, default=5, help="games of each variant or file")
    parser.add_argument("--variants", default=",".join(GAMES))
    parser.add_argument("--nodes", type=int, default=200_000, help="searched for each move")
    parser.add_argument("--levels", default="3-8", help="the lowest and the highest that play")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(options)
    count: Counter[str] = Counter()
    keys: Counter[str] = Counter()
    seconds = 0.0
    with Engine.builtin(megabytes=64) as engine:
        judge = Judge(engine)
        for game in _games(chosen):
            begun = time.monotonic()
            report = analyse(game, Limit(nodes=chosen.nodes))
            seconds += time.monotonic() - begun
            count["reports"] += 1
            count["plies"] += report.plies
            _check(report, judge, count, keys)
    moments = max(1, count["moments"])
    print(f"{count['reports']} reports of {count['plies']} plies in {seconds:.0f} s")
    print(
        f"{count['moments']} moments, {count['no mistake']} no mistake"
        f" ({100 * count['no mistake'] / moments:.1f} %), {count['false']} with a false sentence"
    )
    print(", ".join(f"{key.removeprefix('report.')} {n}" for key, n in keys.most_common()))
    return 0


def _check(report: Report, judge: Judge, count: Counter[str], keys: Counter[str]) -> None:
    told = {moment.ply for moment in report.moments}
    if report.turning_point is not None and report.turning_point not in told:
        print(f"{report.start.fen()}: ply {report.turning_point} turns, and is no moment")
    for moment in report.moments:
        count["moments"] += 1
        keys.update(each[0] for phrase in moment.phrases for each in (phrase, phrase[2]) if each)
        cost, fault = judge.cost(moment.facts), moment_fault(judge, moment)
        if cost < NO_MISTAKE:
            count["no mistake"] += 1
        count["false"] += fault is not None
        if cost < NO_MISTAKE or fault:
            said = sentence(moment, Catalogue("en"))
            facts = moment.facts
            fen = facts.before.fen()
            print(
                f"{facts.before.variant.key} {fen} {facts.move}: costs {cost}"
                f" (told {facts.best_score} and {facts.score}); {fault or ''}\n    {said}",
                flush=True,
            )
