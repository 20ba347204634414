"""Which extra of the package brings what a command needs."""

from __future__ import annotations

from collections.abc import Sequence

from crownhead import extras

_BY_COMMAND = {"serve": "server", "base": "base"}


def sentence(missing: ModuleNotFoundError, arguments: Sequence[str]) -> str:
    """Return what to install where a package is missing that the command line needs.

    Raises the error itself where the package is our own.

    >>> print(sentence(ModuleNotFoundError(name="rich"), ["play"]))
    rich is missing; pip install 'crownhead[play]' (until ... '.[play]') brings it
    """
    package = (missing.name or "").partition(".")[0]
    if package == "click":  # comes with the package itself
        return "click is missing; pip install click brings it"
    return extras.sentence(missing, _BY_COMMAND.get(arguments[0] if arguments else "", ""))
