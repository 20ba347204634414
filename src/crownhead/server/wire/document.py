"""The OpenAPI document: paths as the framework finds them, messages as msgspec reads them.

The framework knows the structs' fields, but not that unknown ones are refused, which tag tells an
act from the others, nor what the docstrings say.
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import msgspec
from litestar import Request
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, YamlRenderPlugin

from crownhead import __version__
from crownhead.server import messages

_TYPES = {
    name: struct
    for module in walk_packages(messages.__path__, f"{messages.__name__}.")
    for name, struct in vars(import_module(module.name)).items()
    if isinstance(struct, type) and issubclass(struct, msgspec.Struct | Enum)
}


@cache
def _schemas(*names: str) -> Any:
    """Return the schemas of these types, and of all that they hold, as msgspec has them."""
    named = [_TYPES[name] for name in names]
    _, schemas = msgspec.json.schema_components(named, ref_template="#/components/schemas/{name}")
    return msgspec.json.decode(msgspec.json.encode(schemas))  # YAML has no tuples


def _exact(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document with exact schemas."""
    components = document["components"]
    return document | {"components": components | {"schemas": _schemas(*components["schemas"])}}


class _Json(JsonRenderPlugin):
    _made = b""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Return the document; it is made once, for to make it takes others' time."""
        self._made = self._made or super().render(request, _exact(openapi_schema))
        return self._made


class _Yaml(YamlRenderPlugin):
    _made = b""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Return the document; it is made once, for to make it takes others' time."""
        self._made = self._made or super().render(request, _exact(openapi_schema))
        return self._made


def openapi() -> OpenAPIConfig:
    """Return what `/schema/openapi.json` and `.yaml` tell."""
    return OpenAPIConfig(
        title="crownhead",
        version=__version__,
        description="Play draughts, by HTTP and by socket; docs/api.md tells how.",
        path="/schema",
        render_plugins=[_Json(), _Yaml()],
    )
