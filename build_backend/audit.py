"""Ask the advisory sources about every package we pin. Standard library only.

Needs `pip-audit` in the running Python. Exit status: 0 nothing known, 1 an advisory exists, 3 some
source could not be asked.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import front_end

ROOT = Path(__file__).resolve().parent.parent
FOUND, UNKNOWN = 1, 3


def python_packages(file: Path) -> int:
    """Report on one file of pinned Python packages."""
    options = ["--disable-pip", "--require-hashes", "--progress-spinner=off", "--format=json"]
    command = [sys.executable, "-m", "pip_audit", *options, "-r", str(file)]
    done = subprocess.run(command, capture_output=True, text=True)
    try:
        packages: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        why = (done.stderr.strip().splitlines() or ["no answer"])[-1]
        return _report(file.name, [], f"the source cannot be reached: {why}")
    advisories = [
        f"{package['name']} {package['version']}: {known['id']}"
        for package in packages
        for known in package.get("vulns", ())
    ]
    unasked = [package["name"] for package in packages if "skip_reason" in package]
    missing = f"the source knows nothing about {len(unasked)} of {len(packages)} packages"
    return _report(file.name, advisories, missing if unasked else "", len(packages))


def node_packages() -> int:
    """Report on the packages of the page."""
    done = subprocess.run(
        [*front_end.npm(), "audit", "--json"],
        cwd=front_end.WEB,
        env=front_end.environment(),
        capture_output=True,
        text=True,
    )
    try:
        answer: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        answer = {}
    found = answer.get("vulnerabilities")
    if found is None:
        why = str(answer.get("message", "no answer")).split(" - ")[0]
        return _report("package-lock.json", [], f"the source cannot be reached: {why}")
    advisories = [f"{name}: {known['severity']}" for name, known in found.items()]
    count = answer.get("metadata", {}).get("dependencies", {}).get("total", 0)
    return _report("package-lock.json", advisories, "", count)


def _report(name: str, advisories: list[str], missing: str, count: int = 0) -> int:
    for advisory in advisories:
        print(f"{name}: {advisory}")
    if missing:
        print(f"{name}: NOT CHECKED, {missing}")
    elif not advisories:
        print(f"{name}: {count} packages, no advisory")
    return FOUND if advisories else UNKNOWN if missing else 0


def main() -> int:
    """Ask about everything; an advisory weighs more than a source that is silent."""
    files = sorted((ROOT / "requirements").glob("*.txt"))
    answers = {*map(python_packages, files), node_packages()}
    return FOUND if FOUND in answers else max(answers)


if __name__ == "__main__":
    sys.exit(main())
