"""The files of deploy/: what they name exists, and the server is given what it needs."""

from __future__ import annotations

import ipaddress
import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from crownhead.cli.command import run

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
DATA = "/var/lib/crownhead"


def instructions(*, last_stage: bool = False) -> Iterator[tuple[str, str]]:
    """Yield what the Containerfile says, line by line, of all stages or the last alone."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    text = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ")
    if last_stage:
        text = "FROM" + text.rpartition("\nFROM")[2]
    for line in filter(str.strip, text.splitlines()):
        name, _, rest = line.partition(" ")
        yield name, rest.strip()


def compose() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    return read


def test_the_container_serves_as_an_ordinary_user_and_reports_its_health(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = dict(instructions(last_stage=True))
    assert int(said["USER"].partition(":")[0]) > 0
    assert "http://127.0.0.1:8000/health" in said["HEALTHCHECK"]
    assert said["VOLUME"] == DATA and said["STOPSIGNAL"] == "SIGTERM"
    command = json.loads(said["ENTRYPOINT"]) + json.loads(said["CMD"])
    assert command[:2] == ["/opt/crownhead/bin/crownhead", "serve"]
    assert command[command.index("--data") + 1] == DATA
    assert command[command.index("--port") + 1] == said["EXPOSE"]
    assert run([*command[1:], "--help"]) == 0
    assert "--host" in capsys.readouterr().out


def test_what_the_container_copies_is_in_the_project_or_a_release() -> None:
    listed = (DEPLOY / "Containerfile.dockerignore").read_text(encoding="utf-8").split()
    assert listed[0] == "*"
    for name, rest in instructions():
        if name == "COPY" and not rest.startswith("--from"):
            for source in shlex.split(rest)[:-1]:
                assert f"!{source}" in listed
                assert source == "dist/*.whl" or (ROOT / source).is_file()


def test_packages_of_the_container_are_pinned_by_hash() -> None:
    installs = [rest for name, rest in instructions() if name == "RUN" and " install " in rest]
    assert installs
    for step in " && ".join(installs).split(" && "):
        if " install " in step:
            assert "--require-hashes" in step or "--no-index" in step, step


def test_the_services_are_given_settings_that_there_are() -> None:
    documented = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    server = compose()["services"]["server"]
    assert server["environment"]
    for name in server["environment"]:
        assert f"| `{name}` |" in documented, name
    guide = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    for name in set(re.findall(r"\$\{(\w+)", str(compose()))):
        assert f"{name}=" in guide, name


def test_the_server_believes_its_proxy_alone_and_finds_its_database() -> None:
    services, networks = compose()["services"], compose()["networks"]
    own = services["proxy"]["networks"]["inside"]["ipv4_address"]
    (subnet,) = (each["subnet"] for each in networks["inside"]["ipam"]["config"])
    assert ipaddress.ip_address(own) in ipaddress.ip_network(subnet)
    given, database = services["server"]["environment"], services["database"]["environment"]
    assert given["FORWARDED_ALLOW_IPS"] == own
    url = given["DATABASE_URL"]
    assert url.startswith(f"postgresql://{database['POSTGRES_USER']}:${{POSTGRES_PASSWORD")
    assert url.endswith(f"@database/{database['POSTGRES_DB']}")
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]


def test_volumes_and_files_of_the_services_exist() -> None:
    read = compose()
    assert f"data:{DATA}" in read["services"]["server"]["volumes"]
    for service in read["services"].values():
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            assert (DEPLOY / source).is_file() if "/" in source else source in read["volumes"]
    port = dict(instructions(last_stage=True))["EXPOSE"]
    proxy = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert f"reverse_proxy server:{port} " in proxy and "respond /metrics 404" in proxy
