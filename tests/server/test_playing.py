"""Games by socket: moves, refusals, everything of the procedure."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from support.served import Guest, Pairing, new_id

Pair = Callable[..., Pairing]
Make = Callable[..., Guest]


def test_two_guests_play_and_see_the_same(pairing: Pair) -> None:
    pair = pairing()
    view = pair.play("11-15", "22-18", "15x22", "25x18")
    assert view["moves"] == ["11-15", "22-18", "15x22", "25x18"]
    assert view == pair.white.views[pair.game]
    assert view["last"]["captures"] == [22]
    assert view["turn"] == "black" and view["ply"] == 4
    assert view["players"]["black"] == {
        "name": "Anna",
        "kind": "guest",
        "level": None,
        "rating": None,
    }


def test_a_move_is_acknowledged_once_and_its_repetition_alike(pairing: Pair) -> None:
    pair = pairing()
    id = new_id()
    held = pair.black.seqs[pair.game]
    first = pair.black.do(pair.game, "move", id=id, text="11-15")
    again = pair.black.do(pair.game, "move", id=id, text="11-15", seq=held)
    assert first == again and first["t"] == "ack"
    other = pair.black.do(pair.game, "move", id=id, text="9-14")
    assert other["seq"] == first["seq"]
    assert pair.white.reaches(pair.game, first["seq"])["moves"] == ["11-15"]


def check_unchanged(pair: Pairing, refused: dict[str, object], code: str) -> None:
    """Check a refusal, and that nothing has happened."""
    assert (refused["t"], refused["code"]) == ("refused", code), refused
    assert refused["sentence"]
    shown = pair.creator.http.get(f"/api/games/{pair.game}").json()
    assert shown["seq"] == pair.black.seqs[pair.game]


def test_what_is_not_allowed_gets_a_typed_refusal_and_changes_nothing(pairing: Pair) -> None:
    pair = pairing()
    pair.play("11-15")
    check_unchanged(pair, pair.black.do(pair.game, "move", text="9-14"), "not_your_turn")
    refused = pair.white.do(pair.game, "move", text="22x13")
    check_unchanged(pair, refused, "illegal_move")
    assert refused["reason"]["code"] == "nothing_to_capture"
    assert refused["reason"]["origin"] == 22 and refused["squares"] == [22, 13]
    check_unchanged(pair, pair.white.do(pair.game, "move", text="hello"), "invalid_move")
    check_unchanged(pair, pair.white.do(pair.game, "huff", square=3), "not_allowed")
    check_unchanged(pair, pair.white.do(pair.game, "accept"), "not_allowed")
    check_unchanged(pair, pair.white.do(pair.game, "takeback", plies=5), "not_allowed")
    check_unchanged(pair, pair.white.do(pair.game, "pause"), "not_allowed")
    check_unchanged(pair, pair.white.do(pair.game, "rematch"), "not_allowed")
    check_unchanged(pair, pair.white.do(pair.game, "contribute", text="x"), "not_allowed")
    check_unchanged(pair, pair.white.do(pair.game, "move", text="22-18", by="black"), "no_seat")
    stale = pair.white.do(pair.game, "move", text="22-18", seq=pair.white.seqs[pair.game] - 1)
    check_unchanged(pair, stale, "stale")
    assert stale["seq"] == pair.white.seqs[pair.game]
    assert pair.white.until("snapshot")["view"]["moves"] == ["11-15"]
    check_unchanged(pair, pair.white.do(pair.game, "move", text="22-18", seq=999), "stale")


def test_a_spectator_reads_only(pairing: Pair, guest: Make) -> None:
    pair = pairing()
    reader = guest().socket()
    snapshot = reader.watch(pair.game)
    assert snapshot["you"] == [] and snapshot["here"] == {"white": True, "black": True}
    check_unchanged(pair, reader.do(pair.game, "move", text="11-15"), "no_seat")
    check_unchanged(pair, reader.do(pair.game, "resign"), "no_seat")
    check_unchanged(pair, reader.do(pair.game, "rematch"), "no_seat")
    pair.play("11-15")
    assert reader.shows(pair.game, ply=1)["moves"] == ["11-15"]
    refused = reader.do("nothere", "resign")
    assert refused["code"] == "unknown_game"


def test_E14_a_neglected_capture_is_explained_in_both_languages(pairing: Pair) -> None:
    pair = pairing()
    pair.play("11-15", "22-18")
    refused = pair.black.do(pair.game, "move", text="9-14")
    assert refused["code"] == "illegal_move" and refused["rule"] == "E14"
    assert refused["squares"] == [15] and refused["moves"] == ["15x22"]
    assert refused["sentence"] == "Capturing is compulsory: 15 must capture."
    german = pair.creator.socket("de")
    german.watch(pair.game)
    assert german.do(pair.game, "move", text="9-14")["sentence"].startswith("Schlagzwang: 15 muss")
    assert pair.black.views[pair.game]["must"] == [{"square": 15, "take": None}]


def test_explain_answers_without_playing(pairing: Pair) -> None:
    pair = pairing()
    pair.black.send("explain", id=new_id(), game=pair.game, text="9-18")
    why = pair.black.until("reason")
    assert why["reason"]["code"] == "too_far" and why["sentence"]
    pair.black.send("explain", id=new_id(), game=pair.game, text="9-14")
    assert pair.black.until("reason")["reason"] is None
    pair.black.send("explain", id=new_id(), game=pair.game, text="?")
    assert pair.black.until("refused")["code"] == "invalid_move"


def test_an_interrupted_client_asks_for_what_it_missed(pairing: Pair) -> None:
    pair = pairing()
    pair.play("11-15")
    held = pair.white.seqs[pair.game]
    pair.white.close()
    assert pair.black.until("here", here={"white": False, "black": True})
    pair.black.do(pair.game, "offer")
    back = pair.friend.socket()
    snapshot = back.watch(pair.game, since=held)
    assert [event["kind"] for event in snapshot["events"]] == ["draw_offered"]
    assert snapshot["you"] == ["white"] and snapshot["view"]["offer"] == "black"
    assert pair.black.until("here", here={"white": True, "black": True})


def test_E24_declining_takes_on_a_duty_that_is_shown_before(pairing: Pair) -> None:
    pair = pairing()
    ack = pair.black.do(pair.game, "offer")
    view = pair.white.reaches(pair.game, ack["seq"])
    assert view["offer"] == "black" and view["would_refuse"] and view["refusal_duty"] == 40
    assert "accept" in view["allowed"]["white"] and "withdraw" in view["allowed"]["black"]
    ack = pair.white.do(pair.game, "decline")
    view = pair.black.reaches(pair.game, ack["seq"])
    assert view["duties"] == [{"side": "white", "made": 0, "limit": 40}]
    assert pair.black.do(pair.game, "offer")["reason"]["code"] == "draw_offer_too_soon"


def test_E23_an_accepted_offer_ends_the_game(pairing: Pair) -> None:
    pair = pairing()
    pair.white.reaches(pair.game, pair.black.do(pair.game, "offer")["seq"])
    ack = pair.white.do(pair.game, "accept")
    view = pair.black.reaches(pair.game, ack["seq"])
    assert view["phase"] == "over" and view["outcome"]["termination"] == "agreement"
    assert view["outcome"]["sentence"] == "Drawn. Both agreed."
    assert pair.black.do(pair.game, "move", text="11-15")["reason"]["code"] == "game_over"


def test_taking_back_needs_consent(pairing: Pair) -> None:
    pair = pairing()
    pair.play("11-15")
    ack = pair.black.do(pair.game, "takeback", plies=1)
    view = pair.white.reaches(pair.game, ack["seq"])
    assert view["takeback"] == {"by": "black", "plies": 1}
    ack = pair.white.do(pair.game, "takeback_accept")
    view = pair.black.reaches(pair.game, ack["seq"])
    assert view["ply"] == 0 and view["moves"] == []


def test_a_rematch_swaps_the_sides(pairing: Pair) -> None:
    pair = pairing()
    ack = pair.black.do(pair.game, "resign")
    view = pair.white.reaches(pair.game, ack["seq"])
    assert view["outcome"]["winner"] == "white" and view["allowed"]["white"] == ["rematch"]
    ack = pair.white.do(pair.game, "rematch")
    assert ack["next"] is None
    assert pair.black.reaches(pair.game, ack["seq"])["rematch"] == "white"
    assert pair.white.do(pair.game, "rematch")["next"] is None
    after = pair.black.do(pair.game, "rematch")["next"]
    assert pair.white.shows(pair.game, next=after)
    assert pair.black.watch(after)["you"] == ["white"]
    assert pair.white.watch(after)["you"] == ["black"]
    assert pair.white.do(after, "move", text="11-15")["t"] == "ack"
    assert pair.white.do(pair.game, "rematch")["next"] == after


def test_a_game_can_be_aborted_until_both_have_moved(pairing: Pair) -> None:
    pair = pairing()
    pair.play("11-15")
    ack = pair.white.do(pair.game, "abort")
    assert pair.black.reaches(pair.game, ack["seq"])["outcome"]["termination"] == "aborted"
    later = pairing()
    later.play("11-15", "22-18")
    assert later.white.do(later.game, "abort")["code"] == "not_allowed"


def test_ambiguous_captures_come_with_all_their_routes(guest: Make) -> None:
    player = guest()
    fen = "W:WK47,28:B12,13,14,22,23,32,33"
    begun = player.begin("same_device", variant="international", start=fen)
    view = player.socket().watch(begun["game"])["view"]
    texts = [move["text"] for move in view["legal"]]
    assert len(texts) == len(set(texts)) > 1
    assert all(route[0] == 28 or route[0] == 47 for m in view["legal"] for route in m["routes"])
    socket = player.sockets[0]
    for move in view["legal"]:
        ack = socket.do(begun["game"], "move", text=move["text"])
        last = socket.reaches(begun["game"], ack["seq"])["last"]
        assert (last["target"], last["captures"]) == (move["target"], move["captures"])
        ack = socket.do(begun["game"], "takeback", plies=1)
        socket.reaches(begun["game"], ack["seq"])


def test_H_a_fault_can_be_huffed_compelled_or_let_stand(pairing: Pair) -> None:
    pair = pairing(huffing=True)
    view = pair.play("11-15", "22-18")
    assert {"9-14", "15-19"} <= {move["text"] for move in view["faulty"]}
    view = pair.play("9-14")
    assert view["huffable"] == [15] and view["last"]["faulty"]
    assert {"huff", "compel", "stand"} <= set(view["allowed"]["white"])
    assert pair.black.do(pair.game, "huff", square=15)["code"] == "not_your_turn"
    assert pair.white.do(pair.game, "huff", square=14)["reason"]["code"] == "not_huffable"
    ack = pair.white.do(pair.game, "huff", square=15)
    view = pair.white.reaches(pair.game, ack["seq"])
    assert view["turn"] == "white" and view["huffable"] == []
    pair.black.reaches(pair.game, ack["seq"])
    compelled = pairing(huffing=True)
    compelled.play("11-15", "22-18", "9-14")
    ack = compelled.white.do(compelled.game, "compel")
    view = compelled.black.reaches(compelled.game, ack["seq"])
    assert view["turn"] == "black" and view["faulty"] == []
    assert [move["text"] for move in view["legal"]] == ["15x22"]


def test_one_person_plays_both_sides_on_one_device(guest: Make) -> None:
    player = guest("Anna")
    begun = player.begin("same_device", time="300", side="black")
    game = begun["game"]
    assert set(begun["you"]) == {"white", "black"}
    socket = player.socket()
    socket.watch(game)
    for move in ("11-15", "22-18"):
        socket.reaches(game, socket.do(game, "move", text=move)["seq"])
    view = socket.reaches(game, socket.do(game, "pause")["seq"])
    assert view["paused"] and view["clock"]["since"] is None
    assert socket.do(game, "move", text="15x22")["reason"]["code"] == "game_paused"
    socket.reaches(game, socket.do(game, "resume")["seq"])
    view = socket.reaches(game, socket.do(game, "takeback", plies=2)["seq"])
    assert view["ply"] == 0
    socket.reaches(game, socket.do(game, "offer", by="white")["seq"])
    view = socket.reaches(game, socket.do(game, "accept")["seq"])
    assert view["outcome"]["termination"] == "agreement"
    after = socket.do(game, "rematch")["next"]
    assert set(socket.watch(after)["you"]) == {"white", "black"}


def test_history_gives_every_position(pairing: Pair) -> None:
    pair = pairing()
    pair.play("11-15", "22-18", "15x22")
    pair.black.send("history", id=new_id(), game=pair.game)
    plies = pair.black.until("history")["plies"]
    assert [ply["last"] and ply["last"]["text"] for ply in plies] == [
        None,
        "11-15",
        "22-18",
        "15x22",
    ]
    assert plies[-1]["board"] == pair.black.views[pair.game]["board"]


@pytest.mark.parametrize("variant", ["lite", "turkish", "frisian", "canadian", "antidraughts"])
def test_every_kind_of_board_is_played(guest: Make, variant: str) -> None:
    player = guest()
    begun = player.begin("same_device", variant=variant)
    socket = player.socket()
    view = socket.watch(begun["game"])["view"]
    for _ in range(6):
        ack = socket.do(begun["game"], "move", text=view["legal"][0]["text"])
        view = socket.reaches(begun["game"], ack["seq"])
    assert view["ply"] == 6
