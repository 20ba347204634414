"""From a table to the view that clients draw."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from crownhead.ballots import deck
from crownhead.game import Game
from crownhead.locales import Catalogue
from crownhead.lots import Lot as Drawing
from crownhead.procedure.state import State
from crownhead.rules import Color
from crownhead.server.messages import views
from crownhead.server.messages.frames import ACTS
from crownhead.server.room.suspension import stands
from crownhead.server.room.table import Seat, Table
from crownhead.sides import other
from crownhead.variants import VARIANTS

_SIDES: tuple[Color, Color] = ("white", "black")


_decoder = msgspec.json.Decoder(views.CoreView)


def view(table: Table, language: str) -> views.View:
    """Return what a reader of this language sees of the table. Raises `TooComplex`."""
    return table.cache("view", language, lambda: _decode(table, language))


def _decode(table: Table, language: str) -> views.View:
    game = table.game
    text, states = game.view_json_with_cost(table.last_at)
    table.charge_view(states)
    seen = _decoder.decode(text)
    fields = msgspec.structs.asdict(seen)
    phase = table.phase
    if phase != "playing":  # nothing can be done where the game has not begun, or is over
        fields |= dict.fromkeys(("legal", "faulty", "must", "claims"), ())
    house = None
    if VARIANTS.get(game.variant.key) != game.variant:
        name = table.terms.house
        house = {**game.variant.to_dict(), "names": {"de": name, "en": name}}
    fields |= {
        "allowed": {side: tuple(sorted(_list_allowed(table, seen, side))) for side in _SIDES},
        "outcome": _show_end(table, seen.outcome, language),
    }
    return views.View(
        variant=game.variant.key,
        house=house,
        phase=phase,
        players=players(table),
        lots=tuple(_lots(table)),
        match=_match(table),
        event=_event(table),
        rated=table.terms.rated,
        rematch=table.rematch,
        next=table.next,
        rematch_declined=table.rematch_declined,
        daily=table.terms.daily,
        leave=dict(table.leave),
        away=table.away,
        **fields,
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


def _chain(state: State) -> list[State]:
    return list(state.chain())[::-1]


def _player(seat: Seat | None) -> views.PlayerView | None:
    return None if seat is None else views.PlayerView(seat.name, seat.kind, seat.level, seat.rating)


def _list_allowed(table: Table, seen: views.CoreView, side: Color) -> Iterator[str]:
    """Yield the acts that a side can take, those of the table among them."""
    phase = table.phase
    if phase == "playing":
        acts = (ACTS[kind] for kind in seen.allowed[side] if kind in ACTS)
        final = table.terms.rated or table.terms.event is not None
        yield from (act for act in acts if not (final and act == "takeback"))
        if seen.paused:
            if table.away in (None, side) and not stands(table):
                yield "resume"
        elif table.is_practice and seen.clock is not None and seen.verdict_due is None:
            yield "pause"
    if table.can_abort:
        yield "abort"
    if phase == "lots":
        yield "contribute"
    if phase == "over" and table.next is None and table.terms.event is None:
        second = table.match is not None and table.terms.first is None
        if second:
            yield "next"
        elif table.rematch_declined != other(side):
            yield "rematch"
        if table.rematch == other(side):
            yield "rematch_decline"


def _show_end(table: Table, over: views.GameOutcome | None, language: str) -> views.Ended | None:
    speech = Catalogue(language).of(table.game.variant)
    if table.aborted is not None:
        return views.Ended(None, "aborted", "", "", speech.text("server.aborted"))
    outcome = table.game.outcome
    if over is None or outcome is None:
        return None
    sentence = speech.outcome(outcome)
    return views.Ended(over.winner, over.termination, over.rule, over.reason, sentence)


def _lots(table: Table) -> Iterator[views.Lot]:
    card, toss = table.card, table.toss
    if toss is not None:
        result = str(toss.black) if toss.players is None else toss.players[toss.black - 1]
        yield _lot("toss", toss, result, table.drawn, toss.sides if table.drawn else ())
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


def _event(table: Table) -> views.EventPlace | None:
    place = table.terms.event
    if place is None:
        return None
    card = None
    if place.card:
        drawn = deck(place.deck).card(place.card)
        card = views.Card(drawn.deck, drawn.code, drawn.name, drawn.moves)
    return views.EventPlace(
        *(place.event, place.name, place.round, place.board, place.number, card),
        called=None if table.called is None else table.called[0],
        halted=table.halted,
        asked=table.asked is not None,
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
