"""From a table to the view that clients draw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from crownhead.events import Adjudicated, Awarded, Played, TakebackAccepted
from crownhead.game import Game
from crownhead.locales import Catalogue
from crownhead.lots import Lot as Drawing
from crownhead.outcome import Outcome, Termination
from crownhead.position import Position
from crownhead.procedure.state import State
from crownhead.rules import Aim, Choice, Color, Progress
from crownhead.server.messages import views
from crownhead.server.room.table import Seat, Table
from crownhead.sides import other
from crownhead.variants import VARIANTS

MOST_ROUTES = 24
"""Routes given for one move; a composed position may have more than anybody can choose from."""
ACTS: Mapping[str, str | None] = {
    "played": "move",
    "draw_offered": "offer",
    "draw_accepted": "accept",
    "draw_declined": "decline",
    "draw_withdrawn": "withdraw",
    "draw_claimed": "claim",
    "huffed": "huff",
    "compelled": "compel",
    "stood": "stand",
    "resigned": "resign",
    "takeback_requested": "takeback",
    "takeback_accepted": "takeback_accept",
    "takeback_declined": "takeback_decline",
    # Nobody at the table: the adjudicator, an arbiter, the server's own clock.
    "adjudicated": None,
    "awarded": None,
    "time_forfeited": None,
    "paused": None,
    "resumed": None,
}
"""The act by which a player brings about an event of a kind."""
_SIDES: tuple[Color, Color] = ("white", "black")
_MAJORITY = (Choice.MOST, Choice.MOST_KINGS, Choice.CASCADE)
_RESETS: tuple[tuple[Progress, Literal["capture", "man_move", "crowning"]], ...] = (
    (Progress.CAPTURE, "capture"),
    (Progress.MAN_MOVE, "man_move"),
    (Progress.CROWNING, "crowning"),
)


def view(table: Table, language: str) -> views.View:
    """Return what a reader of this language sees of the table."""
    game = table.game
    state, position = game.state, game.position
    known = VARIANTS.get(game.variant.key) == game.variant
    playing = table.phase == "playing"
    claims = game.claims if playing else ()
    can_move = playing and game.verdict_due is None and not game.paused
    legal = tuple(_choices(game, position, faulty=False)) if can_move else ()
    may_err = can_move and game.setup.huffing and not state.compelled
    house = None
    if not known:
        name = table.terms.house
        house = {**game.variant.to_dict(), "names": {"de": name, "en": name}}
    return views.View(
        variant=game.variant.key,
        house=house,
        phase=table.phase,
        players=players(table),
        board=position.letters()[1:],
        turn=game.turn,
        ply=state.plies,
        fen=position.fen(),
        start=game.start.fen(),
        moves=tuple(str(s.move) for s in _chain(state) if s.move is not None),
        last=last_move(state),
        legal=legal,
        faulty=tuple(_choices(game, position, faulty=True)) if may_err else (),
        must=tuple(_must(game, legal)),
        counters=tuple(_counters(game)),
        clock=_clock(game),
        paused=game.paused,
        offer=game.draw_offer,
        would_refuse=game.would_refuse,
        duties=tuple(views.Duty(d.side, d.made, d.limit) for d in game.duties),
        verdict_due=game.verdict_due,
        huffing=game.setup.huffing,
        huffable=game.huffable,
        must_answer=game.outcome_if_stood is not None,
        takeback=views.TakebackView(game.takeback.by, game.takeback.plies)
        if game.takeback
        else None,
        claims=tuple(
            views.ClaimView(c.rule, c.by, None if c.move is None else str(c.move)) for c in claims
        ),
        allowed={side: tuple(sorted(_allowed(table, side))) for side in _SIDES},
        outcome=_ended(table, language),
        lots=tuple(_lots(table)),
        match=_match(table),
        rematch=table.rematch,
        next=table.next,
        verdict=_verdict(game),
        rematch_declined=table.rematch_declined,
    )


def players(table: Table) -> views.Players:
    """Return who has which side; until a coin has decided, the players have none."""
    return views.Players(*(_player(table.seat(side)) for side in _SIDES))


def history(game: Game) -> tuple[views.Ply, ...]:
    """Return every position of the game as it stands."""
    return tuple(
        views.Ply(
            board=state.position.letters()[1:],
            turn=state.turn,
            fen=state.position.fen(),
            last=last_move(state),
        )
        for state in _chain(game.state)
    )


def last_move(state: State) -> views.LastMove | None:
    """Return the move that led to a state."""
    move = state.move
    if move is None or state.before is None:
        return None
    return views.LastMove(
        text=str(move),
        origin=move.origin,
        target=move.target,
        captures=move.captures,
        route=move.route,
        crowns=move.crowns,
        faulty=state.erred,
    )


def _verdict(game: Game) -> views.VerdictView | None:
    """Return the verdict that was given since the last move, or None."""
    for event in reversed(game.events):
        if isinstance(event, Played | TakebackAccepted):
            return None
        if isinstance(event, Adjudicated):
            return views.VerdictView(event.side, event.advantage, event.reason)
    return None


def _chain(state: State) -> list[State]:
    return list(state.chain())[::-1]


def _player(seat: Seat | None) -> views.PlayerView | None:
    return None if seat is None else views.PlayerView(seat.name, seat.kind, seat.level)


def _choices(game: Game, position: Position, *, faulty: bool) -> Iterator[views.MoveView]:
    listed = position.faulty_moves if faulty else position.legal_moves
    for move, text in zip(listed, game.texts(faulty=faulty), strict=True):
        routes: tuple[tuple[int, ...], ...] = (move.route,)
        if move.is_capture and not faulty:
            routes = position.routes(move, MOST_ROUTES)
        yield views.MoveView(
            text=text,
            origin=move.origin,
            target=move.target,
            captures=move.captures,
            routes=routes,
            crowns=move.crowns,
        )


def _must(game: Game, legal: tuple[views.MoveView, ...]) -> Iterator[views.Must]:
    majority = game.variant.rules.choice in _MAJORITY
    takes = {move.origin: len(move.captures) for move in legal if move.captures}
    for square in game.position.must_capture if legal else ():
        yield views.Must(square, takes.get(square) if majority else None)


def _counters(game: Game) -> Iterator[views.CounterView]:
    for counter in game.counters:
        yield views.CounterView(
            rule=counter.rule,
            made=counter.plies,
            limit=counter.limit,
            unit=counter.unit,
            side=counter.side,
            resets=tuple(name for flag, name in _RESETS if flag in counter.resets),
            automatic=counter.automatic,
        )


def _clock(game: Game) -> views.ClockView | None:
    clock = game.clock
    if clock is None:
        return None
    stands = clock.since is None
    delay = 0
    white, black = (clock.remaining(side, clock.since) for side in _SIDES)
    if clock.control.mode == "delay" and clock.running is not None:
        stage = clock.control.stages[clock.stages.of(clock.running)[0]]
        delay = max(0, stage.bonus - clock.used)
    return views.ClockView(
        white=white,
        black=black,
        running=None if stands else clock.running,
        since=clock.since,
        delay=delay,
        control=clock.control.pdn,
        mode=clock.control.mode,
    )


def _allowed(table: Table, side: Color) -> Iterator[str]:
    """Yield the acts that a side can take, those of the table among them."""
    game = table.game
    if table.phase == "playing":
        yield from _in_game(game, side, table.last_at)
        if game.paused:
            yield "resume"
        elif table.alone and game.clock is not None and game.verdict_due is None:
            yield "pause"
    if can_abort(table):
        yield "abort"
    if table.phase == "lots":
        yield "contribute"
    if table.phase == "over" and table.next is None:
        second = table.match is not None and table.terms.first is None
        if second:
            yield "next"
        elif table.rematch_declined != other(side):
            yield "rematch"
        if table.rematch == other(side):
            yield "rematch_decline"


def _in_game(game: Game, side: Color, at: int) -> Iterator[str]:
    """Yield the acts of a running game that a side can take."""
    for kind in game.allowed(side, at if game.state.at is None else game.state.at):
        act = ACTS[kind]
        if act is not None:
            yield act


def can_abort(table: Table) -> bool:
    """Return whether the game can still be given up without a result: not both have moved."""
    if table.phase in ("waiting", "lots"):
        return True
    opening = table.game.setup.opening
    return table.phase == "playing" and table.game.state.plies < opening + 2


def _ended(table: Table, language: str) -> views.Ended | None:
    speech = Catalogue(language).of(table.game.variant)
    if table.aborted is not None:
        return views.Ended(None, "aborted", "", "", speech.text("server.aborted"))
    outcome = table.game.outcome
    if outcome is None:
        return None
    reason = next(
        (e.reason for e in table.game.events[-1:] if isinstance(e, Adjudicated | Awarded)), ""
    )
    return views.Ended(
        winner=outcome.winner,
        termination=outcome.termination.value,
        rule=outcome.rule,
        reason=reason,
        sentence=_sentence(outcome, table.game, speech),
    )


def _sentence(outcome: Outcome, game: Game, speech: Catalogue) -> str:
    over = f"draw_over.{outcome.rule}"
    values = {"over": speech.text(over) if over in speech else outcome.rule}
    result = speech.text("outcome.draw")
    if outcome.winner is not None:
        loser = other(outcome.winner)
        stuck = outcome.winner if game.variant.rules.aim is Aim.LOSE else loser
        values |= {
            "winner": speech.text(f"color.{outcome.winner}"),
            "loser": speech.text(f"color.{loser}"),
            "stuck": speech.text(f"color.{stuck}"),
        }
        result = speech.text("outcome.win", **values)
    elif outcome.termination is Termination.FORFEIT:
        return result
    return f"{result} {speech.text(f'outcome.{outcome.termination.value}', **values)}"


def _lots(table: Table) -> Iterator[views.Lot]:
    card, toss = table.card, table.toss
    if toss is not None:
        sides: tuple[Color, ...] = ()
        if table.drawn:
            sides = tuple("black" if name == toss.black else "white" for name in toss.players)
        yield _lot("toss", toss, toss.black, table.drawn, sides)
    if card is not None:
        yield _lot("card", card, card.card.code, table.drawn)


def _lot(
    kind: Literal["card", "toss"],
    lot: Drawing,
    result: str,
    drawn: bool,
    sides: tuple[Color, ...] = (),
) -> views.Lot:
    return views.Lot(
        kind=kind,
        header=lot.header,
        lots=lot.lots,
        commitment=lot.commitment,
        contributions=lot.contributions,
        seed=lot.seed if drawn else "",
        result=result if drawn else "",
        sides=sides,
    )


def _match(table: Table) -> views.MatchView | None:
    if table.terms.deck is None:
        return None
    match = table.match
    if match is None:
        return views.MatchView((), (0, 0), 1, (table.id,), None, False, None)
    card = match.card
    result = match.result
    first = table.terms.first
    games = (table.id,) if first is None else (first["id"], table.id)
    return views.MatchView(
        players=match.players,
        score=match.score,
        number=len(match.games),
        games=games,
        card=views.Card(card.deck, card.code, card.name, card.moves),
        over=result is not None,
        winner=None if result is None else result.winner,
    )
