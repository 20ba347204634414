"""Results of an event: those that its desk enters, and those that both players claim."""

from __future__ import annotations

from crownhead.competition import CompetitionError
from crownhead.server.event.change import EventChange
from crownhead.server.event.entrants import own_name
from crownhead.server.event.entries import ResultClaimed
from crownhead.server.event.refusals import MOST_TEXT
from crownhead.server.event.rights import Asker
from crownhead.server.messages.event import acts as m
from crownhead.server.rights import may_in_event
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.texts import clean_line


def break_tie(change: EventChange, act: m.TieBreakAct) -> None:
    """Enter the games of a tie-break."""
    change.act("tie-break", round=act.round, board=act.board, games=list(act.games))


def record(change: EventChange, asker: Asker, act: m.RecordResultAct) -> None:
    """Enter a result; one that is there already is corrected by who directs alone."""
    state = change.state
    board = state.competition.board(act.round, act.board)
    goes_on = tuple(act.games[: len(board.games)]) == board.games
    direct = may_in_event(state.roles(asker.player), "direct")
    earlier = act.round < len(state.competition.rounds) and state.event.format != "arena"
    if (not goes_on or state.ended or earlier) and not direct:
        raise Refusal("no_seat", text="event_right")
    if act.round > state.started:
        raise Refusal("not_allowed", text="event_not_started")
    change.act(
        "result",
        round=act.round,
        board=act.board,
        games=list(act.games),
        reason=clean_line(act.reason, MOST_TEXT),
    )


def claim(change: EventChange, asker: Asker, act: m.ClaimResultAct) -> None:
    """Note what a player enters as the result of his board; if both do the same, it counts."""
    state = change.state
    name = own_name(state, asker)
    board = state.competition.board(act.round, act.board)
    if name not in board.names:
        raise Refusal("no_seat", text="event_not_your_board")
    if board.two is None:
        raise CompetitionError(f"round {act.round}, board {act.board}: {name} is alone")
    if state.settings.boards != "real":
        raise Refusal("not_allowed", text="event_played_here")
    last = act.round == len(state.competition.rounds) or state.event.format == "arena"
    if not last or act.round > state.started:
        raise Refusal("not_allowed", text="event_not_started")
    state.event.scoring.game_points(act.games)
    if len(act.games) > state.event.games or tuple(act.games[: len(board.games)]) != board.games:
        raise Refusal("not_allowed", text="event_has_result")
    if len(act.games) == len(board.games):
        raise Refusal("not_allowed", text="event_has_result")
    games = tuple(act.games)
    known = state.claims.get((act.round, act.board), {})
    if known.get(name) != games:
        change.add(ResultClaimed(act.round, act.board, name, games))
    if any(other != name and said == games for other, said in known.items()):
        change.act("result", round=act.round, board=act.board, games=list(games))
