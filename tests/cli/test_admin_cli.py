"""`crownhead admin`: the accounts of a server, from its machine."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from support.served import Guest, Server

PASSWORD = "four kings on d8"


def admin(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command on a server's folder."""
    command = [sys.executable, "-m", "crownhead.cli", "admin", "--data", str(folder), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_an_administrator_is_made_and_a_lost_account_given_back(tmp_path: Path) -> None:
    with Server(tmp_path, "--no-limits") as server:
        anna, phone = Guest(server), Guest(server)
        made = {"name": "Anna Adler", "password": PASSWORD}
        assert anna.http.post("/api/account", json=made).status_code == 201
        listed = json.loads(admin(tmp_path, "accounts", "anna", "--json").stdout)
        assert [(each["name"], each["role"]) for each in listed] == [("Anna Adler", "player")]
        given = admin(tmp_path, "role", "anna adler", "administrator")
        assert given.stdout == "Anna Adler is administrator now\n"
        assert "administrator  Anna Adler" in admin(tmp_path, "accounts").stdout
        codes = admin(tmp_path, "codes", "Anna Adler").stdout.split()
        assert len(codes) == 10
        body = {"name": "Anna Adler", "code": codes[0], "password": "quite another 77"}
        assert phone.http.post("/api/account/recover", json=body).status_code == 200
        assert "1 ended" in admin(tmp_path, "end-sessions", "Anna Adler").stdout
        # What was done to an account, and by whom, is its owner's to know.
        signed = {"name": "Anna Adler", "password": "quite another 77"}
        assert phone.http.post("/api/account/sign-in", json=signed).status_code == 200
        lines = [json.loads(line) for line in phone.http.get("/api/me/data").text.splitlines()]
        told = [(line["deed"], line["by"]) for line in lines if "deed" in line]
        assert told == [("role", "console"), ("codes", "console"), ("end_sessions", "console")]


def test_what_cannot_be_done_is_told(tmp_path: Path) -> None:
    nowhere = admin(tmp_path, "accounts")
    assert nowhere.returncode == 2 and "holds no database" in nowhere.stderr
    with Server(tmp_path):
        nobody = admin(tmp_path, "role", "Nobody", "player")
        assert nobody.returncode == 2 and "There is no account 'Nobody'" in nobody.stderr
        assert admin(tmp_path, "role", "Nobody", "king").returncode == 2
