"""Which extra of the package brings which optional package, and how extras are installed."""

from __future__ import annotations

from importlib.resources import files

BY_PACKAGE = {
    "rich": "play",
    "litestar": "server",
    "msgspec": "server",
    "uvicorn": "server",
    "uvloop": "server",
    "websockets": "server",
    "alembic": "server",
    "asyncpg": "server",
    "prometheus_client": "server",
    "argon2": "server",
    "webauthn": "server",
    "cryptography": "server",
    "httpcore": "server",
    "tenacity": "server",
    "aiosmtplib": "server",
    "numpy": "base",
    "sqlalchemy": "base",
    "PIL": "pictures",
    "resvg_py": "pictures",
    "gacrux": "competition",
    "ray": "cluster",
    "leather": "plots",
    "gymnasium": "env",
    "pettingzoo": "env",
    "pyspiel": "openspiel",
    "pyarrow": "parquet",
}
"""The extra that brings a package, by the name it is imported by."""
_SERVER = "crownhead.server"


def how_to_install(extra: str) -> str:
    """Return how an extra is installed: before the first release, and from then on.

    >>> how_to_install("play")
    "pip install 'crownhead[play]' (until its first release, in a checkout: pip install '.[play]')"
    """
    checkout = f"until its first release, in a checkout: pip install '.[{extra}]'"
    return f"pip install 'crownhead[{extra}]' ({checkout})"


def data_hint() -> str:
    """Return how tables, books and puzzles are had where they are not installed, or "".

    >>> data_hint()
    ''
    """
    if (files("crownhead") / "data" / "endgame").is_dir():
        return ""
    return f"; {how_to_install('data')} brings those that are made for it"


def sentence(missing: ModuleNotFoundError, extra: str = "") -> str:
    """Return which extra brings a package that is missing, and how it is installed.

    Raises the error itself where no extra brings the package, or it is our own but the server.

    >>> print(sentence(ModuleNotFoundError(name="PIL.Image")))
    PIL is missing; pip install 'crownhead[pictures]' (until ... '.[pictures]') brings it
    """
    if f"{missing.name}.".startswith(f"{_SERVER}."):
        return f"{_SERVER} is missing; {how_to_install('server')} brings it"
    package = (missing.name or "").partition(".")[0]
    found = extra or BY_PACKAGE.get(package, "")
    if not found or package in ("", "crownhead"):
        raise missing
    return f"{package} is missing; {how_to_install(found)} brings it"
