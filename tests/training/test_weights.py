"""Files of weights: what is none, or damaged, is refused with a sentence."""

from __future__ import annotations

import pytest

from crownhead._core import Weights


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        (b"", "not a file of weights"),
        (b"CHEV" + bytes(12), "not a file of weights"),
        (b"CHEW" + bytes(20), "not a file of weights"),
        (b"CHEV" + bytes(20), "of a kind or board that is not known"),
        (b"CHEV\xff\x00" + bytes(20), "of a kind or board that is not known"),
    ],
)
def test_a_file_that_holds_no_weights_is_refused(file: bytes, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Weights(file)
