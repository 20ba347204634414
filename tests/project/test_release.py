"""What `dev.py release` makes, apart from compiling: wheels, their tags, the SBOM."""

from __future__ import annotations

import base64
import csv
import hashlib
import json
import sys
import zipfile
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType

import pytest
import yaml
from packaging.metadata import Metadata, parse_email
from packaging.utils import parse_wheel_filename

from crownhead import _core

ROOT = Path(__file__).resolve().parents[2]
MOMENT = 1_800_000_000


@pytest.fixture
def release(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "build_backend"))
    import release

    return release


def test_wheels_have_tags_that_installers_know(release: ModuleType, tmp_path: Path) -> None:
    module = tmp_path / "module"
    module.write_bytes(b"native")
    about = {"METADATA": b"Name: crownhead\n"}
    names = set()
    for target in release.TARGETS.values():
        wheel = release.write_wheel(tmp_path, target, module, release.Contents({}, about), MOMENT)
        _, _, _, tags = parse_wheel_filename(wheel.name)
        names |= {(tag.interpreter, tag.abi, tag.platform) for tag in tags}
        with zipfile.ZipFile(wheel) as archive:
            assert f"crownhead/{target.module}" in archive.namelist()
    assert names == {
        ("cp312", "abi3", "manylinux_2_28_x86_64"),
        ("cp312", "abi3", "manylinux_2_28_aarch64"),
        ("cp312", "abi3", "musllinux_1_2_x86_64"),
        ("cp312", "abi3", "musllinux_1_2_aarch64"),
        ("cp312", "abi3", "macosx_11_0_x86_64"),
        ("cp312", "abi3", "macosx_11_0_arm64"),
        ("cp312", "abi3", "win_amd64"),
    }


def test_a_wheel_is_the_same_whenever_it_is_written(release: ModuleType, tmp_path: Path) -> None:
    module, source = tmp_path / "module", tmp_path / "source.py"
    module.write_bytes(b"native")
    source.write_text("x = 1\n", encoding="utf-8")
    target = release.TARGETS["linux-aarch64"]
    made = []
    for number in range(2):
        folder = tmp_path / str(number)
        folder.mkdir()
        source.touch()
        about = {"METADATA": b"m", "licenses/LICENSE": b"l"}
        contents = release.Contents({"crownhead/a.py": source}, about)
        made.append(release.write_wheel(folder, target, module, contents, MOMENT))
    assert made[0].read_bytes() == made[1].read_bytes()


def test_the_record_of_a_wheel_names_every_file(release: ModuleType, tmp_path: Path) -> None:
    module = tmp_path / "module"
    module.write_bytes(b"native")
    target = release.TARGETS["windows-x86_64"]
    contents = release.Contents({}, {"METADATA": b"m"})
    wheel = release.write_wheel(tmp_path, target, module, contents, MOMENT)
    with zipfile.ZipFile(wheel) as archive:
        (record,) = (name for name in archive.namelist() if name.endswith("/RECORD"))
        rows = {row[0]: row[1:] for row in csv.reader(archive.read(record).decode().splitlines())}
        assert set(rows) == set(archive.namelist())
        for name, (digest, size) in rows.items():
            content = archive.read(name)
            if name == record:
                assert (digest, size) == ("", "")
                continue
            found = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode()
            assert (digest, size) == (f"sha256={found.rstrip('=')}", str(len(content)))
        assert {entry.date_time[0] for entry in archive.infolist()} == {2027}


def test_the_server_and_the_data_come_with_extras_of_the_library(
    release: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import parts

    monkeypatch.setenv("CROWNHEAD_REPOSITORY", "https://host.example/crownhead")
    source = tmp_path / "app.py"
    source.write_text("x = 1\n", encoding="utf-8")
    for part in parts.PARTS:
        contents = release.Contents.of_part(part, {f"crownhead/{part.folders[0]}/app.py": source})
        wheel = release.write(tmp_path, part.stem, release.PURE, contents, MOMENT)
        with zipfile.ZipFile(wheel) as archive:
            info = f"{part.stem}-{parts.VERSION}.dist-info"
            assert f"{info}/licenses/LICENSE" in archive.namelist()
            assert b"Root-Is-Purelib: true" in archive.read(f"{info}/WHEEL")
            fields, _ = parse_email(archive.read(f"{info}/METADATA"))
        about = Metadata.from_raw(fields)  # refuses what an index would
        assert f"crownhead=={parts.VERSION}" in map(str, about.requires_dist or [])
        assert about.project_urls and about.license_expression == "MIT"
    apart, whole = parts.extras(apart=True), parts.extras(apart=False)
    assert set(apart) == set(whole) and whole["data"] == []
    named = {part.name for part in parts.PARTS}
    brought = {need.partition("==")[0] for needs in apart.values() for need in needs}
    assert named <= brought
    assert not named & {need.partition("==")[0] for needs in whole.values() for need in needs}
    # What scikit-build-core leaves out of a wheel that is built from the sdist, and no more.
    (override,) = (
        each
        for each in parts.SETTINGS["tool"]["scikit-build"]["overrides"]
        if each["if"].get("from-sdist")
    )
    assert sorted(override["wheel"]["exclude"]) == sorted(
        f"crownhead/{folder}/**" for part in parts.PARTS for folder in part.folders
    )


def test_the_bill_names_what_is_released_needed_and_compiled_in(
    release: ModuleType, tmp_path: Path
) -> None:
    made = tmp_path / "crownhead-0.1.0.tar.gz"
    made.write_bytes(b"sources")
    bill = json.loads(release.bill_of_materials([made], MOMENT))
    assert bill["metadata"]["timestamp"] == "2027-01-15T08:00:00Z"
    found = {part["name"]: part for part in bill["components"]}
    assert found[made.name]["hashes"][0]["content"] == hashlib.sha256(b"sources").hexdigest()
    assert {"click", "litestar", "nanobind", "ziglang", "preact"} <= set(found)
    assert "vite" not in found and "pytest" not in found
    assert found["preact"]["purl"].startswith("pkg:npm/preact@")
    refs = [part["bom-ref"] for part in bill["components"] if "bom-ref" in part]
    assert len(refs) == len(set(refs))


def test_headers_of_an_old_python_are_refused(
    release: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(release, "pythons", lambda: iter(()))
    with pytest.raises(release.Failed, match=r"no Python 3\.12 or newer with its headers"):
        release.headers()


def test_a_wrong_address_is_refused_before_anything_is_built(
    release: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROWNHEAD_REPOSITORY", "")  # is set by the arguments, and restored after
    monkeypatch.setattr(release, "release", lambda only, fresh: pytest.fail("built"))
    with pytest.raises(SystemExit, match="is not https://HOST/PATH"):
        release.main(["--repository", "here"])


def test_what_was_built_is_told_and_that_nothing_was_published(
    release: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [("sdist", "a.tar.gz"), ("linux-x86_64", "b.whl")]
    monkeypatch.setattr(release, "release", lambda only, fresh: rows)
    monkeypatch.setenv("CROWNHEAD_REPOSITORY", "")
    release.main([])
    out = capsys.readouterr().out.splitlines()
    assert out[:2] == ["sdist         a.tar.gz", "linux-x86_64  b.whl"]
    assert "nothing was published" in out[-3] and "Do not publish" in out[-2]


def test_wheels_that_were_not_run_are_named_with_what_would_run_them(
    release: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [
        ("linux-x86_64", "a.whl", "run under python3.12"),
        ("musl-aarch64", "b.whl", release.NOT_RUN),
        ("macos-arm64", "c.whl", release.NOT_RUN),
    ]
    monkeypatch.setattr(release, "release", lambda only, fresh: rows)
    monkeypatch.setenv("CROWNHEAD_REPOSITORY", "")
    release.main([])
    out = capsys.readouterr().out
    assert "linux-x86_64 was not run" not in out
    assert "musl-aarch64 was not run: name a Python for it in CROWNHEAD_MUSL_AARCH64_PYTHON." in out
    assert "macos-arm64 was not run, and cannot be on Linux." in out


@pytest.mark.parametrize(
    ("imports", "sentence"),
    [
        (({"libc.so"}, {"malloc", "PyList_New", "_PyObject_Something"}), ""),
        (({"libc.so", "libstdc++.so.6"}, set()), r"needs libc.so, libstdc\+\+.so.6"),
        (({"libc.so"}, {"malloc", "statx", "gnu_get_libc_version"}), "gnu_get_libc_version, statx"),
    ],
)
def test_a_wheel_for_musl_needs_no_more_than_its_tag_promises(
    release: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    imports: tuple[set[str], set[str]],
    sentence: str,
) -> None:
    target, module = release.TARGETS["musl-x86_64"], tmp_path / "module"
    module.write_bytes(b"native")
    wheel = release.write_wheel(tmp_path, target, module, release.Contents({}, {}), MOMENT)
    monkeypatch.setattr(release, "read_imports", lambda content: imports)
    refused = pytest.raises(release.Failed, match=sentence) if sentence else nullcontext()
    with refused:
        release.check_musl(wheel, target)


@pytest.mark.skipif(sys.platform != "linux", reason="the native module is no ELF file")
def test_the_imports_of_a_module_are_its_libraries_and_what_it_must_find_in_others(
    release: ModuleType,
) -> None:
    libraries, symbols = release.read_imports(Path(_core.__file__).read_bytes())
    assert any(name.startswith(("libc.so", "libc.musl")) for name in libraries)
    assert {"PyErr_SetString", "PyLong_FromLong", "memcpy"} <= symbols
    # What may be missing (weak), and what the module itself offers, it does not need.
    assert not {"__gmon_start__", "__cxa_finalize", "PyInit__core"} & symbols


def test_the_sums_are_of_the_packages_for_npm_too(
    release: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    dist = tmp_path / "dist"

    def make(name: str) -> Path:
        (dist / name).write_bytes(name.encode())
        return dist / name

    monkeypatch.setattr(release, "DIST", dist)
    monkeypatch.setattr(release, "BUILD", tmp_path / "build")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(MOMENT))
    monkeypatch.setattr(release, "TARGETS", {})
    monkeypatch.setattr(release, "sources", dict)
    monkeypatch.setattr(release, "run", lambda *command: "")
    monkeypatch.setattr(release, "check_bill", lambda text: "")
    monkeypatch.setattr(release, "write_sdist", lambda moment: make("crownhead.tar.gz"))
    monkeypatch.setattr(release, "write", lambda folder, stem, *rest: make(f"{stem}.whl"))
    packages = ["crownhead-core.tgz", "crownhead-board.tgz"]
    monkeypatch.setattr(release.npm_packages, "build", lambda folder: list(map(make, packages)))
    rows = release.release([], fresh=False)
    sums = dict(line.split()[::-1] for line in (dist / "SHA256SUMS").read_text().splitlines())
    files = {path.name for path in dist.iterdir()}
    assert set(packages) < set(sums) == {row[1] for row in rows} == files - {"SHA256SUMS"}
    for name, digest in sums.items():
        assert hashlib.sha256((dist / name).read_bytes()).hexdigest() == digest


def test_the_changelog_says_whether_a_version_is_released(release: ModuleType) -> None:
    heading = f"# Changelog\n\n## {release.VERSION} – "
    assert release.is_dated(f"{heading}2027-01-15\n\n### Added\n")
    assert not release.is_dated(f"{heading}not released yet\n")
    assert not release.is_dated("## 99.0.0 – 2027-01-15\n")


def test_the_workflow_tries_every_wheel_on_every_python_before_it_publishes(
    release: ModuleType,
) -> None:
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    jobs = yaml.safe_load(text)["jobs"]
    tried = jobs["try"]["strategy"]["matrix"]
    versions = {
        line.rpartition(" ")[2]
        for line in release.PROJECT["classifiers"]
        if line.startswith("Programming Language :: Python :: 3.")
    }
    assert set(tried["python"]) == versions - {"3.11"}  # the wheels are for 3.12 and later
    musl = jobs["try-musl"]["strategy"]["matrix"]
    assert set(musl["python"]) == set(tried["python"])
    assert len(tried["os"]) + len(musl["os"]) == len(release.TARGETS)
    assert jobs["publish"]["needs"] == ["build", "try", "try-musl"]
    assert jobs["publish"]["permissions"] == {"id-token": "write"}
    for job in jobs.values():
        needs = job.get("needs", [])
        assert set([needs] if isinstance(needs, str) else needs) <= set(jobs)
