"""Moving pictures: played by a small CSS clock of our own, they show every position of the game."""

from __future__ import annotations

import random
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import crownhead as ch
from crownhead.errors import IllegalMove, InvalidPicture
from crownhead.formats import svg
from crownhead.formats.line import LONGEST, Line
from crownhead.formats.svg.layout import Layout
from crownhead.formats.svg.timeline import Timeline
from crownhead.formats.svg.timing import Timing
from crownhead.variants import VARIANTS, Variant

SVG = "{http://www.w3.org/2000/svg}"
KINDS = {"wm": "white_man", "wk": "white_king", "bm": "black_man", "bk": "black_king"}
Place = tuple[float, float]


class Film:
    """Show an animated picture at a moment, as a browser would."""

    def __init__(self, picture: str) -> None:
        self.root = ElementTree.fromstring(picture)
        style = next(self.root.iter(f"{SVG}style"), None)
        self.css = "" if style is None else style.text or ""
        self.frames = {
            name: [
                (float(part), dict(rule.split(":") for rule in rules.split(";")))
                for part, rules in re.findall(r"([\d.]+)%\{([^}]*)\}", block)
            ]
            for name, block in re.findall(r"@keyframes (\w+)\{((?:[^{}]*\{[^}]*\})*)\}", self.css)
        }
        self.names = dict(re.findall(r"#(\w+)\{animation-name:(\w+)\}", self.css))
        whole = re.search(r"animation:([\d.]+)ms", self.css)
        self.whole = float(whole[1]) if whole else 0.0

    def pieces(self, moment: float | None) -> dict[Place, str]:
        """Return the visible pieces; None is the picture without any animation."""
        found: dict[Place, str] = {}
        for element in self.root:
            if element.tag != f"{SVG}defs":
                self._collect(element, moment, (0.0, 0.0), found)
        return found

    def _collect(
        self,
        element: ElementTree.Element,
        moment: float | None,
        origin: Place,
        found: dict[Place, str],
    ) -> None:
        here, visible = origin, float(element.get("opacity", 1))
        if element.get("transform", "").startswith("translate"):
            x, y = element.get("transform", "")[10:-1].split()
            here = (float(x), float(y))
        name = self.names.get(element.get("id", ""))
        if moment is not None and name is not None:
            now = self._at(self.frames[name], 100 * moment / self.whole)
            visible = float(now.get("opacity", 1))
            place = re.match(r"translate\((-?[\d.]+)px,(-?[\d.]+)px\)", now.get("transform", ""))
            if place:
                here = (float(place[1]), float(place[2]))
        if visible == 0:
            return
        if element.tag == f"{SVG}use":
            if element.get("x"):
                here = (float(element.get("x", "")), float(element.get("y", "")))
            found[here] = KINDS[element.get("href", "")[-2:]]
        for child in element:
            self._collect(child, moment, here, found)

    @staticmethod
    def _at(frames: list[tuple[float, dict[str, str]]], part: float) -> dict[str, str]:
        """Return the state at rest: the last frame before, which must equal the next one."""
        before = [state for when, state in frames if when <= part + 1e-3]
        return before[-1]


def places(position: ch.Position, layout: Layout) -> dict[Place, str]:
    return {
        (float(x), float(y)): kind
        for square, kind in position.pieces.items()
        for x, y in [layout.centre(square)]
    }


def play_moves(variant: Variant, seed: int, plies: int) -> tuple[ch.Position, list[ch.Move]]:
    source, position, moves = random.Random(seed), ch.Position.initial(variant), []
    start = position
    while len(moves) < plies and position.has_legal_move:
        moves.append(source.choice(position.legal_moves))
        position = position.play(moves[-1])
    return start, moves


def check(line: Line, film: Film, layout: Layout, timing: Timing) -> None:
    """Compare the film between its moves with the positions of the game."""
    timeline = Timeline.of(line, timing)
    positions = [line.start, *(ply.after for ply in line.plies)]
    moments = [*timeline.moments, timeline.whole - 1]
    for moment, position in zip(moments, positions, strict=True):
        assert film.pieces(moment - 2) == places(position, layout)
    assert film.pieces(None) == places(line.end, layout)


@settings(deadline=None)
@given(
    variant=st.sampled_from(list(VARIANTS.values())),
    seed=st.integers(0, 2**32),
    plies=st.integers(1, 70),
    orientation=st.sampled_from(["white", "black"]),
)
def test_every_position_of_a_game_is_shown_in_turn(
    variant: Variant, seed: int, plies: int, orientation: str
) -> None:
    start, moves = play_moves(variant, seed, plies)
    picture = svg.game(start, moves, orientation=orientation, coordinates=False)
    film = Film(picture)
    check(Line.of(start, moves), film, Layout(variant, orientation), Timing())
    ids = [element.get("id") for element in film.root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert set(film.names) <= set(ids) and set(film.names.values()) == set(film.frames)
    for frames in film.frames.values():
        parts = [part for part, _ in frames]
        assert parts[0] == 0 and parts[-1] == 100 and parts == sorted(set(parts))


def test_a_piece_that_jumps_lies_above_the_one_it_takes() -> None:
    start, moves = play_moves(VARIANTS["english"], 7, 60)
    line = Line.of(start, moves)
    timeline = Timeline.of(line, Timing())
    captures = [ply for ply in line.plies if ply.move.is_capture]
    assert captures
    left = [a.left[0] for a in timeline.actors if a.left]
    assert left == sorted(left) and all(a.left is None for a in timeline.actors[len(left) :])


def test_captured_pieces_leave_together_at_the_end_where_the_rules_say_so() -> None:
    position = ch.Position.from_fen("W:W27:B11,12,21,22", "international")
    line = Line.of(position, ["27x27"])
    taken = [actor for actor in Timeline.of(line, Timing()).actors if actor.left]
    assert len({actor.left for actor in taken}) == 1 and len(taken) == 4
    faded = [actor.faded[1] for actor in taken if actor.faded]
    assert len(set(faded)) == 4  # each when it is jumped
    turkish = ch.Position.from_fen("W:Wa4:Ba5,b6,h8", "turkish")
    (move,) = turkish.legal_moves
    at_once = [a for a in Timeline.of(Line.of(turkish, [move]), Timing()).actors if a.left]
    assert len({actor.left for actor in at_once}) == len(at_once) == 2


def test_a_capture_takes_no_longer_than_it_may() -> None:
    assert Timing().of_hop(1) == 110
    assert Timing().of_hop(10) * 10 == 600
    position = ch.Position.from_fen("W:W27:B11,12,21,22", "international")
    timing = Timing(start=0, hop=500, capture=600, removal=0, pause=0, end=0)
    (mover,) = (a for a in Timeline.of(Line.of(position, ["27x27"]), timing).actors if a.steps)
    assert mover.steps[-1].span[1] == 600


def test_russian_men_are_crowned_on_their_way() -> None:
    position = ch.Position.from_fen("W:Wf6:Be7,c7,h2", "russian")
    (move,) = position.legal_moves[:1]
    assert len(move.route) > 2
    timeline = Timeline.of(Line.of(position, [move]), Timing())
    (mover,) = (actor for actor in timeline.actors if actor.steps)
    assert mover.crowned is not None
    assert mover.crowned[0] == mover.steps[0].span[1] < mover.steps[-1].span[1]
    assert mover.kinds == ("white_man", "white_king")


def test_a_huffed_piece_leaves_too() -> None:
    game = ch.Game("english", huffing=True)
    for move in ("11-15", "22-18", "9-14"):
        game.play(move)
    game.huff(15)
    game.play("18x9")
    film = Film(svg.game(game, coordinates=False))
    check(Line.of(game), film, Layout(game.variant), Timing())
    assert len(film.pieces(None)) == game.position.count("white") + game.position.count("black")


def test_a_game_from_elsewhere_is_drawn_by_its_start_and_moves() -> None:
    class Elsewhere:
        start = ch.Position.initial("lite")
        moves = (start.parse("c3-d4"),)

    assert svg.game(Elsewhere()) == svg.game(Elsewhere.start, ["c3d4"])
    game = ch.Game("lite")
    game.play("c3-d4")
    assert svg.game(game) == svg.game(Elsewhere())


def test_a_set_up_between_two_moves_brings_pieces_and_takes_them() -> None:
    class Lesson:
        start = ch.Position.from_fen("W:Wc3:Bh8", "russian")
        moves = (
            start.parse("c3-d4"),
            ch.Position.from_fen("B:Wf2:Bh8,Ka1", "russian").parse("h8-g7"),
        )
        set_up = ch.Position.from_fen("B:Wf2:Bh8,Ka1", "russian")
        positions = (start, set_up, set_up.play(moves[1]))

    line = Line.of(Lesson())
    check(line, Film(svg.game(Lesson(), coordinates=False)), Layout(line.start.variant), Timing())


def test_without_moves_nothing_moves() -> None:
    picture = svg.game(ch.Position.initial("english"))
    assert "<style" not in picture and "game of 0 moves" in picture
    assert Film(picture).pieces(None) == Film(picture).pieces(0)


def test_reduced_motion_and_programs_without_animation_get_the_last_position() -> None:
    picture = svg.game(ch.Position.initial("english"), ["11-15", "22-18", "15x22"])
    guarded, _, rest = Film(picture).css.partition("@keyframes")
    assert guarded.startswith("@media(prefers-reduced-motion:no-preference){")
    assert guarded.count("{") == guarded.count("}")  # every rule lies within
    assert "animation" not in re.sub(r"animation-timing-function", "", rest)


def test_it_plays_again_and_again_or_once() -> None:
    start = ch.Position.initial("english")
    assert "infinite" in svg.game(start, ["11-15"])
    assert "infinite" not in svg.game(start, ["11-15"], loop=False)


@settings(deadline=None)
@given(
    times=st.lists(st.sampled_from([0, 1, 700, 600_000]), min_size=8, max_size=8),
    seed=st.integers(0, 99),
)
def test_any_timing_keeps_the_frames_in_order(times: list[int], seed: int) -> None:
    names = ("move", "hop", "capture", "removal", "crowning", "pause", "start", "end")
    start, moves = play_moves(VARIANTS["english"], seed, 40)
    picture = svg.game(start, moves, timing=Timing(**dict(zip(names, times, strict=True))))
    for frames in Film(picture).frames.values():
        parts = [part for part, _ in frames]
        assert parts == sorted(set(parts)) and parts[-1] == 100


@pytest.mark.parametrize("value", [-1, 600_001, 1.5, "1", None, True])
def test_what_is_no_time_is_refused(value: object) -> None:
    with pytest.raises(InvalidPicture, match="is not 0 to 600000 ms"):
        Timing(move=value)


def test_what_is_no_game_is_refused() -> None:
    start = ch.Position.initial("english")
    for source, moves in ((5, None), (None, ["11-15"]), (ch.Game(), ["11-15"])):
        with pytest.raises(InvalidPicture, match="Give a game, or a position and its moves"):
            svg.game(source, moves)
    with pytest.raises(IllegalMove):
        svg.game(start, ["11-15", "11-15"])
    with pytest.raises(InvalidPicture, match="is not a Timing"):
        svg.game(start, timing=5)


def test_an_endless_game_is_refused() -> None:
    def endless() -> object:
        while True:
            yield from ("32-27", "5-1", "27-32", "1-5")

    position = ch.Position.from_fen("W:WK32:BK5", "english")
    with pytest.raises(InvalidPicture, match=f"at most {LONGEST} plies"):
        svg.game(position, endless())
