"""What goes wrong in training on purpose."""

from __future__ import annotations

from crownhead.errors import CrownheadError


class TrainingError(CrownheadError):
    """Refuse a step of training that cannot be done, or gone on with."""
