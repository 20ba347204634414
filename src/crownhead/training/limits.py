"""Numbers of settings that are checked alike."""

from __future__ import annotations

from crownhead.training.failure import TrainingError


def check(what: str, *numbers: tuple[str, float, float, float]) -> None:
    """Check named numbers against their least and most.

    Raises `TrainingError`.

    >>> check("Fit", ("epochs", 5, 1, 10_000))
    """
    for name, value, least, most in numbers:
        if not least <= value <= most:
            raise TrainingError(f"{what}: {name}={value!r} is not within {least}..{most}")
