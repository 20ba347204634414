"""The view says what the game says."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.scattered import scatter

from crownhead.errors import CrownheadError
from crownhead.game import Game
from crownhead.rules import Color
from crownhead.server.messages import bodies, frames
from crownhead.server.room.starting import open_table, seat
from crownhead.server.room.table import Seat, Table
from crownhead.server.room.view import view
from crownhead.variants import VARIANTS

SIDES: tuple[Color, Color] = ("white", "black")
ACTS = {
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
}


def table(**wish: object) -> Table:
    """Return a table with a game that has begun."""
    asked = {"opponent": bodies.Friend(), "variant": "english", "side": "black", **wish}
    made = open_table(bodies.NewGame(**asked), Seat("anna", "Anna"), 1_000)  # type: ignore[arg-type]
    seat(made, Seat("bert", "Bert", side=made.free_side), 1_000)
    return made


def step(game: Game, chance: int, at: int) -> None:
    """Do something that is allowed, chosen by chance."""
    moves = [*game.position.legal_moves]
    if game.setup.huffing and not game.state.compelled and chance % 3 == 0:
        moves = [*game.position.faulty_moves] or moves
    by = SIDES[chance % 2]
    allowed = game.allowed_events(game.turn, at)
    match chance % 12:
        case 0 if "draw_offered" in game.allowed_events(by, at):
            game.offer_draw(by, at=at)
        case 1 if game.draw_offer:
            game.decline_draw(at=at)
        case 2 if "takeback_requested" in game.allowed_events(by, at):
            game.request_takeback(by, 1, at=at)
        case 3 if game.takeback and "takeback_accepted" in game.allowed_events(
            "white" if game.takeback.by == "black" else "black", at
        ):
            game.accept_takeback(at=at)
        case 4 if "huffed" in allowed:
            game.huff(game.huffable[0], at=at)
        case 5 if "compelled" in allowed:
            game.compel(at=at)
        case 6 if "stood" in allowed:
            game.stand(at=at)
        case 7 if "paused" in allowed:
            game.pause(at=at)
        case _ if game.paused:
            game.resume(at=at)
        case _ if game.verdict_due:
            game.adjudicate(True, at=at)
        case _ if moves and "played" in allowed:
            game.play(moves[chance % len(moves)], at=at)


@given(
    variant=st.sampled_from(["english", "lite", "russian", "frisian", "international"]),
    huffing=st.booleans(),
    time=st.sampled_from([None, "600"]),
    chances=st.lists(st.integers(0, 10_000), max_size=60),
)
@settings(deadline=None, max_examples=40)
def test_the_allowed_acts_are_those_of_the_game(
    variant: str, huffing: bool, time: str | None, chances: list[int]
) -> None:
    made = table(variant=variant, huffing=huffing, time=time, refusal_duty=3)
    at = 2_000
    for chance in chances:
        at += 10
        if made.game.outcome is not None:
            break
        step(made.game, chance, at)
        made.note(at)
        seen = view(made, "en")
        for side in SIDES:
            game = made.game
            wanted = {ACTS[k] for k in game.allowed_events(side, game.state.at or at) if k in ACTS}
            shown = set(seen.allowed[side]) & set(ACTS.values())
            assert shown == (wanted if game.outcome is None else set())


@given(chances=st.lists(st.integers(0, 10_000), max_size=60))
@settings(deadline=None, max_examples=20)
def test_a_table_is_the_same_after_it_is_loaded_from_its_log(chances: list[int]) -> None:
    made = table(huffing=True, time="600", refusal_duty=2)
    at = 2_000
    for chance in chances:
        at += 10
        if made.game.outcome is None:
            step(made.game, chance, at)
            made.note(at)
    again = Table(made.id, made.terms, made.seeds, made.code, made.created)
    again.load(made.log)
    assert view(again, "de") == view(made, "de")
    assert again.terms.from_dict(made.terms.to_dict()) == made.terms


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_move_of_a_view_is_understood_again(variant: str) -> None:
    made = table(variant=variant)
    for ply in range(40):
        seen = view(made, "en")
        if not seen.legal:
            break
        chosen = seen.legal[ply % len(seen.legal)]
        made.game.play(chosen.text)
        last = made.game.moves[-1]
        assert (last.origin, last.target, last.captures) == (
            chosen.origin,
            chosen.target,
            chosen.captures,
        )
        assert all(r[0] == last.origin and r[-1] == last.target for r in chosen.routes)
        assert last.route in chosen.routes


def test_every_message_has_a_schema() -> None:
    kinds = [frames.ClientMessage, frames.ServerMessage, bodies.NewGame, bodies.HandIn]
    schemas, components = msgspec.json.schema_components(kinds)
    assert len(schemas) == 4 and {"View", "Refused", "Do", "MoveAct"} <= set(components)
    assert all("description" in found or "enum" in found for found in components.values())


def test_the_texts_of_a_hundred_faulty_moves_are_written_from_one_list() -> None:
    start = "W:WK5,K12,17,K21,K40:B9,K19,22,26,27,K28,31,33,K34,35,39,K41,K42,K43,K44,45"
    game = Game("frisian", start=start, huffing=True)
    position = game.position
    assert len(position.faulty_moves) == 121

    def took(action: Callable[[], object]) -> float:
        begin = time.thread_time()
        action()
        return time.thread_time() - begin

    lists = min(took(lambda: (position.legal_moves, position.faulty_moves)) for _ in range(5))
    texts = min(took(lambda: game.texts(faulty=True)) for _ in range(5))
    assert texts < 15 * lists  # it was 90 times as much


@pytest.mark.parametrize("key", VARIANTS)
def test_texts_are_those_of_each_move(key: str) -> None:
    seed = random.randrange(2**32)
    dice = random.Random(seed)
    for _ in range(6):
        try:
            game = Game(key, start=scatter(VARIANTS[key], dice), huffing=True)
        except CrownheadError:
            continue
        for faulty in (False, True):
            listed = game.position.faulty_moves if faulty else game.position.legal_moves
            each = tuple(game.text_of(move, faulty=faulty) for move in listed[:40])
            assert game.texts(faulty=faulty)[:40] == each, f"seed {seed}"
