"""A release from the first look to the tag; and one that fails on its way changes nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.release import wheel
from tests.release.__main__ import release
from tests.release.conftest import commit, copy_of_this_tree, state
from tests.release.git import ReleaseFailed, git

VERSION = "9.0.0"
WHEEL = "regent_mq-9.0.0-py3-none-any.whl"
SOURCE = "regent_mq-9.0.0.tar.gz"
# Databases, builds and environments, on machines that do other things too.
pytestmark = pytest.mark.timeout(600)


@dataclass(frozen=True)
class Released:
    """A house before and after the two commands of CONTRIBUTING.md, and the words of both."""

    house: Path
    before: dict[str, str]
    tried: subprocess.CompletedProcess[str]
    between: dict[str, str]
    made: subprocess.CompletedProcess[str]


#: The command, but for its step that downloads a server of 170 MB.
WITHOUT_A_SERVER = """
import sys
from tests.release import wheel
from tests.release.__main__ import main
wheel.check_server = lambda _: None
sys.exit(main())
"""


def call(
    house: Path, *words: str, program: Sequence[str] = ("-c", WITHOUT_A_SERVER)
) -> subprocess.CompletedProcess[str]:
    """The command of the house."""
    return subprocess.run(
        [sys.executable, *program, *words],
        cwd=house,
        env=os.environ | {"PYTHONPATH": f"{house}/shared:{house}"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Released:
    house = copy_of_this_tree(tmp_path_factory.mktemp("released") / "house")
    # As `pre-commit install` leaves it: in a tree without .venv it can only fail.
    hook = house / ".git/hooks/pre-commit"
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    before = state(house)
    tried = call(house, VERSION, "--dry-run")
    return Released(house, before, tried, state(house), call(house, VERSION))


def test_a_dry_run_says_what_would_be_done_and_changes_nothing(released: Released) -> None:
    tried = released.tried
    assert tried.returncode == 0, tried.stderr
    assert " shared/regent/__init__.py | 2 +-\n" in tried.stdout
    assert (
        "\nFrozen: tests/migrations/contracts/9.0.0.json and tests/migrations/released/9.0.0/, "
        in tried.stdout
    )
    assert f"Built, installed and tried:\n  {WHEEL}, " in tried.stdout
    assert tried.stdout.endswith(
        "Nothing was changed. Without DRY_RUN this is committed on main, tagged v9.0.0,"
        " and the packages are kept in dist/.\n"
    )
    assert released.between == released.before


def test_a_release_is_one_commit_with_a_tag(released: Released) -> None:
    house, made = released.house, released.made
    assert made.returncode == 0, made.stderr
    assert made.stdout.endswith("Next: git push --atomic origin main v9.0.0\n")
    after = state(house)
    assert after["branch"] == "main"
    assert git(house, "status", "--porcelain") == ""
    assert git(house, "log", "--format=%s", f"{released.before['head']}..") == "release: 9.0.0"
    assert git(house, "cat-file", "-t", "v9.0.0") == "tag"
    assert git(house, "rev-parse", "v9.0.0^{commit}") == after["head"]
    assert len(after["trees"].splitlines()) == 1


def test_a_release_says_its_version(released: Released) -> None:
    house = released.house
    assert '__version__ = "9.0.0"' in (house / "shared/regent/__init__.py").read_text()
    assert "Version 9.0.0," in (house / "README.md").read_text()
    unreleased, dated = (house / "CHANGELOG.md").read_text().split("## 9.0.0 \u2013 ")
    assert unreleased.endswith("## Unreleased\n\n")
    assert "- A door." in dated


def test_a_release_freezes_what_it_promises(released: Released) -> None:
    migrations = released.house / "tests/migrations"
    contract = (migrations / "contracts/9.0.0.json").read_text()
    assert contract == (migrations / "contracts/next.json").read_text()
    assert "queen.push" in json.loads(contract)["functions"]
    sql, frozen = released.house / "shared/regent/sql", migrations / "released/9.0.0"
    tables = sorted(sql.glob("**/tables/*.sql"))
    assert len(tables) > 30
    for file in (*tables, *sql.glob("migrations/*.sql")):
        assert (frozen / file.relative_to(sql)).read_text() == file.read_text()


def test_a_release_leaves_its_packages(released: Released) -> None:
    dist = released.house / "dist"
    assert {path.name for path in dist.iterdir()} == {WHEEL, SOURCE}
    with zipfile.ZipFile(dist / WHEEL) as archive:
        names = archive.namelist()
        assert b'__version__ = "9.0.0"' in archive.read("regent/__init__.py")
    assert "regent/sql/roles.sql" in names
    assert {name.partition("/")[0] for name in names} == {"regent", "regent_mq-9.0.0.dist-info"}
    with tarfile.open(dist / SOURCE) as archive:
        assert "regent_mq-9.0.0/shared/regent/sql/roles.sql" in archive.getnames()


@pytest.mark.slow
def test_a_release_tries_a_server(house: Path) -> None:
    """The whole command, as its Makefile starts it."""
    tried = call(house, VERSION, "--dry-run", program=("-m", "tests.release"))
    assert tried.returncode == 0, tried.stderr


def test_a_release_is_not_made_twice(released: Released) -> None:
    again = call(released.house, VERSION)
    assert (again.returncode, again.stdout) == (1, "")
    assert again.stderr.startswith("No release 9.0.0:\n- the tag v9.0.0 exists")


Change = Callable[[str, bytes], bytes | None]


def repacked(released: Released, folder: Path, change: Change) -> Path:
    """The wheel with other contents; None leaves a file out."""
    folder.mkdir()
    with (
        zipfile.ZipFile(released.house / "dist" / WHEEL) as source,
        zipfile.ZipFile(folder / WHEEL, "w") as target,
    ):
        for name in source.namelist():
            content = change(name, source.read(name))
            if content is not None:
                target.writestr(name, content)
    return folder / WHEEL


def tampered(released: Released, folder: Path, change: Change) -> str:
    """Why the wheel is found wanting, once its files are changed."""
    with pytest.raises(ReleaseFailed) as why:
        wheel.check(repacked(released, folder, change), released.house, VERSION)
    return str(why.value)


@pytest.mark.parametrize(
    "lost",
    [
        "regent/sql/roles.sql",
        "regent/py.typed",
        "regent/_rooms/functions/api/push.py",
        "regent_mq-9.0.0.dist-info/licenses/LICENSE",
    ],
)
def test_a_wheel_that_lacks_a_file_is_found(released: Released, tmp_path: Path, lost: str) -> None:
    assert (
        tampered(
            released, tmp_path / "dist", lambda name, content: None if name == lost else content
        )
        == f"{WHEEL} lacks {lost}: look at setup.py, and at [tool.setuptools] in pyproject.toml"
    )


@pytest.mark.parametrize("module", ["regent/__init__.py", "regent/cli/__init__.py"])
def test_a_wheel_that_needs_more_than_it_brings_is_found(
    released: Released, tmp_path: Path, module: str
) -> None:
    """pytest is here, where the test runs; it is not where the wheel is installed."""

    def needy(name: str, content: bytes) -> bytes:
        return content + b"\nimport pytest\n" if name == module else content

    why = tampered(released, tmp_path / "dist", needy)
    assert "ModuleNotFoundError: No module named 'pytest'" in why


def test_a_command_that_cannot_explain_itself_is_found(released: Released, tmp_path: Path) -> None:
    """argparse reads a percent sign only when it prints the help."""

    def percent(name: str, content: bytes) -> bytes:
        return (
            content.replace(b'help="', b'help="100% ') if name == "regent/cli/jobs.py" else content
        )

    assert "regent --help` ended with 1" in tampered(released, tmp_path / "dist", percent)


def test_a_client_that_brings_the_server_is_found(released: Released, tmp_path: Path) -> None:
    def hasty(name: str, content: bytes) -> bytes:
        return content + b"\nimport regent.local\n" if name == "regent/__init__.py" else content

    why = tampered(released, tmp_path / "dist", hasty)
    assert why == "the wheel, installed, says '9.0.0 regent.local' where '9.0.0' was expected"


def test_handlers_at_the_top_of_the_wheel_are_found(released: Released, tmp_path: Path) -> None:
    """Their name, functions, is a name that programs have modules of."""
    package = repacked(released, tmp_path / "dist", lambda _, content: content)
    with zipfile.ZipFile(package, "a") as archive:
        archive.writestr("functions/__init__.py", "")
    with pytest.raises(ReleaseFailed, match="ModuleSpec") as why:
        wheel.check(package, released.house, VERSION)
    assert str(why.value).endswith("where '9.0.0' was expected")


def test_a_wheel_of_another_version_is_found(released: Released, tmp_path: Path) -> None:
    def other(name: str, content: bytes) -> bytes:
        return content.replace(b'"9.0.0"', b'"8.0.0"') if name == "regent/__init__.py" else content

    why = tampered(released, tmp_path / "dist", other)
    assert why == "the wheel, installed, says '8.0.0' where '9.0.0' was expected"


@pytest.mark.slow
def test_a_wheel_whose_server_does_not_start_is_found(released: Released, tmp_path: Path) -> None:
    def without_stores(name: str, content: bytes) -> bytes | None:
        return None if name == "regent/_rooms/functions/stores.py" else content

    package = repacked(released, tmp_path / "dist", without_stores)
    with pytest.raises(ReleaseFailed, match="the Regent server for tests ended with 1") as why:
        wheel.check_server(package)
    assert "No module named 'functions.stores'" in str(why.value)


@pytest.fixture
def ready(house: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house whose contract was looked at before: test_refusals.py has a stale one refused."""
    monkeypatch.setattr("tests.release.refusals._contract", lambda _root: [])
    return house


@pytest.fixture
def packed(small: Path, released: Released, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house whose contract was looked at, and whose packages were built and tried before: those
    of the release above."""

    def build(_tree: Path, _folder: Path) -> tuple[Path, Path]:
        return released.house / "dist" / WHEEL, released.house / "dist" / SOURCE

    monkeypatch.setattr("tests.release.refusals._contract", lambda _root: [])
    monkeypatch.setattr(wheel, "build", build)
    monkeypatch.setattr(wheel, "check", lambda *_: None)
    monkeypatch.setattr(wheel, "check_server", lambda _: None)
    return small


def fails(house: Path) -> str:
    """Why a release fails that leaves everything as it was."""
    before = state(house)
    with pytest.raises(ReleaseFailed) as why:
        release(house, VERSION, dry_run=False)
    assert state(house) == before
    return str(why.value)


def test_a_build_that_fails_says_why(ready: Path) -> None:
    project = ready / "pyproject.toml"
    project.write_text(project.read_text().replace("[project]", "[project"))
    commit(ready)
    assert "TOML parse error" in fails(ready)


def test_a_tag_that_cannot_be_made_leaves_no_packages(packed: Path) -> None:
    git(packed, "tag", "v9.0.0/rehearsed")
    assert "tag --annotate v9.0.0" in fails(packed)


def test_a_tree_that_cannot_be_moved_leaves_no_tag(packed: Path) -> None:
    (packed / ".git/index.lock").touch()
    assert "index.lock" in fails(packed)


def committing(house: Path) -> None:
    (house / "README.md").write_text("Version 0.1.0, and a door.\n")
    commit(house)


def switching(house: Path) -> None:
    git(house, "switch", "--quiet", "--create", "elsewhere")


@pytest.mark.parametrize("meanwhile", [committing, switching])
def test_a_main_that_moves_meanwhile_is_left_alone(
    packed: Path, monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[Path], None]
) -> None:
    moved: list[dict[str, str]] = []

    def somebody(*_: object) -> None:
        meanwhile(packed)
        moved.append(state(packed))

    monkeypatch.setattr(wheel, "check", somebody)
    with pytest.raises(ReleaseFailed, match="main moved while the release was made: begin again"):
        release(packed, VERSION, dry_run=False)
    assert len(moved) == 1
    after = state(packed)
    assert {**after, "trees": ""} == {**moved[0], "trees": ""}
    assert len(after["trees"].splitlines()) == 1
