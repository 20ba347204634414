"""Trees of moves are ordered and asked as users of other libraries know it."""

from __future__ import annotations

import pytest

from crownhead.errors import CrownheadError, IllegalMove
from crownhead.formats import pdn
from crownhead.formats.pdn import PdnGame


def test_variations_go_up_and_down_one_place_at_a_time() -> None:
    root = PdnGame("english").root
    first, second, third = (root.add_variation(move) for move in ("11-15", "9-14", "10-15"))
    root.promote(third)
    assert root.variations == [first, third, second]
    root.demote(first)
    assert root.variations == [third, first, second]
    root.demote(second)
    root.promote(third)
    assert root.variations == [third, first, second]
    root.promote_to_main(second)
    assert root.next is second and second.is_main
    root.remove(third)
    assert root.variations == [second, first]
    for act in (root.demote, root.promote, root.remove):
        with pytest.raises(CrownheadError, match="no variation of this one"):
            act(third)


def test_variations_are_found_by_their_move() -> None:
    game = pdn.loads('[GameType "21"] 1. 11-15 24-20 (1... 22-18 2. 15x22 25x18) 2. 8-11 *')
    after = game.root.variation("11-15")
    assert after.has_variation("22-18") and not after.has_variation("24-19")
    other = after.variation("22-18")
    assert [str(move) for move in other.mainline_moves()] == ["15x22", "25x18"]
    assert other.end().is_end and other.end().root is game.root
    assert after.variation(1) is other
    assert [str(move) for move in other.position.legal_moves] == ["15x22"]
    with pytest.raises(CrownheadError, match="No variation begins"):
        after.variation("24-19")
    with pytest.raises(CrownheadError, match="no variation 2"):
        after.variation(2)
    with pytest.raises(IllegalMove):
        after.has_variation("22-14")
