"""Which extra of the package brings what a command needs."""

from __future__ import annotations

from collections.abc import Sequence

_BY_COMMAND = {"serve": "server", "base": "base"}
_BY_PACKAGE = {
    "numpy": "base",
    "sqlalchemy": "base",
    "PIL": "pictures",
    "resvg_py": "pictures",
    "ray": "cluster",
    "leather": "plots",
}


def sentence(missing: ModuleNotFoundError, arguments: Sequence[str]) -> str:
    """Return what to install where a package is missing that the command line needs.

    Raises the error itself where the package is our own.

    >>> sentence(ModuleNotFoundError(name="click"), ["perft"])
    "click is missing; pip install 'crownhead[play]' brings it"
    """
    package = (missing.name or "").partition(".")[0]
    if package in ("", "crownhead"):
        raise missing
    command = arguments[0] if arguments else ""
    extra = _BY_COMMAND.get(command) or _BY_PACKAGE.get(package, "play")
    return f"{package} is missing; pip install 'crownhead[{extra}]' brings it"
