"""What is loaded in the process that forks the servers of the tests (support/forked.py)."""

import gc
from importlib import import_module

from crownhead.server.messages.first_use import prepare_structs

for _name in (
    "anyio._backends._asyncio",
    "crownhead.cli.command",
    "crownhead.cli.serve",
    "crownhead.server.serve",
    "litestar.plugins.attrs",
    "uvicorn.lifespan.on",
    "uvloop",
):
    import_module(_name)

prepare_structs()
gc.collect()
gc.freeze()
