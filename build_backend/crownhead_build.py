"""The PEP 517 build backend: scikit-build-core, and `ziglang` where there is no C++ compiler."""

from __future__ import annotations

import os

import compiler
import front_end
import parts
from scikit_build_core import build

Settings = dict[str, list[str] | str] | None

get_requires_for_build_sdist = build.get_requires_for_build_sdist


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """Build a source distribution and return its file name.

    All sources are in it. What is built from it is the library, one of three distributions.
    """
    os.environ[parts.APART] = "1"
    return build.build_sdist(sdist_directory, config_settings)


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """Return what a build needs besides `build-system.requires`."""
    return build.get_requires_for_build_wheel(config_settings) + _compiler_packages()


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    """Return what an editable build needs besides `build-system.requires`."""
    return build.get_requires_for_build_editable(config_settings) + _compiler_packages()


def prepare_metadata_for_build_wheel(
    metadata_directory: str, config_settings: Settings = None
) -> str:
    """Write the wheel's metadata and return the name of its folder."""
    _choose_compiler()
    return build.prepare_metadata_for_build_wheel(metadata_directory, config_settings)


def prepare_metadata_for_build_editable(
    metadata_directory: str, config_settings: Settings = None
) -> str:
    """Write the editable wheel's metadata and return the name of its folder."""
    _choose_compiler()
    return build.prepare_metadata_for_build_editable(metadata_directory, config_settings)


def build_wheel(
    wheel_directory: str,
    config_settings: Settings = None,
    metadata_directory: str | None = None,
) -> str:
    """Build a wheel and return its file name.

    It carries the page of the app where that was built before; building it takes Node.
    """
    if not (front_end.PAGE / "index.html").exists():
        print("The page of the app is not built: `crownhead serve` will serve its API alone")
    _choose_compiler()
    return build.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(
    wheel_directory: str,
    config_settings: Settings = None,
    metadata_directory: str | None = None,
) -> str:
    """Build an editable wheel and return its file name."""
    _choose_compiler()
    return build.build_editable(wheel_directory, config_settings, metadata_directory)


def _compiler_packages() -> list[str]:
    return ["ziglang>=0.17,<0.18"] if compiler.zig_is_needed() else []


def _choose_compiler() -> None:
    # The wheel's tag depends on the compiler (`tool.scikit-build.overrides`), so metadata needs
    # the choice too.
    os.environ.update(compiler.find())
