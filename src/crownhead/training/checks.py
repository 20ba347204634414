"""Checks of the numbers among the settings."""

from __future__ import annotations

from crownhead.training.failure import TrainingError


def check(what: str, *numbers: tuple[str, float, float, float]) -> None:
    """Check named numbers against their least and most.

    Raises `TrainingError`.

    >>> check("Fit", ("rate", 0.03, 1e-6, 10))
    """
    for name, value, least, most in numbers:
        if not isinstance(value, int | float) or not least <= value <= most:
            raise TrainingError(f"{what}: {name}={value!r} is not within {least}..{most}")


def check_whole(what: str, *numbers: tuple[str, int, int, int]) -> None:
    """Check named whole numbers against their least and most.

    Raises `TrainingError`.

    >>> check_whole("Fit", ("epochs", 5.5, 1, 10_000))
    Traceback (most recent call last):
    crownhead.training.failure.TrainingError: Fit: epochs=5.5 is not a whole number
    """
    for name, value, _, _ in numbers:
        if type(value) is not int:
            raise TrainingError(f"{what}: {name}={value!r} is not a whole number")
    check(what, *numbers)
