"""`make release` begins only where a release can end well, and says all that is missing at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.release.__main__ import release
from tests.release.conftest import SMALL, commit, state
from tests.release.git import ReleaseFailed, git
from tests.release.refusals import refusals

CHANGELOG = SMALL["CHANGELOG.md"]


def refused(root: Path, version: str = "0.2.0") -> list[str]:
    """The complaints of a release that is not made, and leaves everything as it was."""
    before = state(root)
    with pytest.raises(ReleaseFailed) as why:
        release(root, version, dry_run=False)
    assert state(root) == before
    return str(why.value).splitlines()


def rewrite(name: str, text: str) -> Callable[[Path], None]:
    def planted(root: Path) -> None:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
        commit(root)

    return planted


def edited(root: Path) -> None:
    (root / "README.md").write_text("Version 0.1.0.\n")


def forgotten(root: Path) -> None:
    (root / "notes.py").write_text("")


def on_a_branch(root: Path) -> None:
    git(root, "switch", "--quiet", "--create", "door")


def on_no_branch(root: Path) -> None:
    git(root, "switch", "--quiet", "--detach")


def tagged(*names: str) -> Callable[[Path], None]:
    def planted(root: Path) -> None:
        for name in names:
            git(root, "tag", name)

    return planted


@pytest.mark.parametrize(
    ("plant", "complaint"),
    [
        (edited, "not committed: README.md. Commit or remove it: a release is what git holds"),
        (forgotten, "not committed: notes.py. Commit or remove it: a release is what git holds"),
        (
            on_a_branch,
            "the branch door is checked out; releases are made from main: `git switch main`",
        ),
        (on_no_branch, "no branch is checked out; releases are made from main: `git switch main`"),
        (tagged("v0.2.0"), "the tag v0.2.0 exists: 0.2.0 is released. Choose a higher version"),
        (tagged("0.2.0"), "the tag 0.2.0 exists: 0.2.0 is released. Choose a higher version"),
        (tagged("v0.9.0", "v0.10.0", "nightly"), "0.2.0 is not above v0.10.0, the last tag"),
        (
            rewrite("shared/regent/__init__.py", '__version__ = "0.10.0"\n'),
            "0.2.0 is not above 0.10.0, the version in shared/regent/__init__.py",
        ),
        (
            rewrite("tests/migrations/contracts/0.2.0.json", "{}\n"),
            "tests/migrations/contracts/0.2.0.json exists: 0.2.0 was frozen before",
        ),
        (
            rewrite("tests/migrations/released/0.2.0/tables/queues.sql", "--\n"),
            "tests/migrations/released/0.2.0 exists: 0.2.0 was frozen before",
        ),
        (
            rewrite("CHANGELOG.md", CHANGELOG.replace("- A door.\n", "Nothing yet.\n")),
            (
                'CHANGELOG.md lists nothing under "Unreleased": write what changes for users,'
                ' in lines that begin with "- "'
            ),
        ),
        (
            rewrite("CHANGELOG.md", CHANGELOG.replace("Unreleased", "Coming")),
            'CHANGELOG.md has no section "## Unreleased"',
        ),
        (
            rewrite("CHANGELOG.md", CHANGELOG.replace("## 0.1.0", "## 0.2.0")),
            'CHANGELOG.md has a section "0.2.0" already',
        ),
    ],
    ids=[
        *("edited", "untracked", "branch", "no branch", "tag", "tag without v", "below a tag"),
        *("below the library", "contract frozen", "tables frozen"),
        *("nothing unreleased", "no section", "section exists"),
    ],
)
def test_a_tree_that_is_not_ready_is_refused(
    small: Path, plant: Callable[[Path], None], complaint: str
) -> None:
    plant(small)
    assert refused(small) == [f"- {complaint}"]


@pytest.mark.parametrize(
    "version",
    ["", "1", "1.2", "1.2.3.4", "v1.2.3", "01.2.3", "1.02.3", "1.2.3-rc.1", "1.2.x", "\u0663.2.1"],
)
def test_a_version_that_is_none_is_refused(small: Path, version: str) -> None:
    (complaint,) = refused(small, version)
    assert complaint.startswith(f"- {version!r} is no version: give three numbers without ")


def test_the_first_release_may_be_of_the_version_that_is_there(small: Path) -> None:
    assert refused(small, "0.1.0") == ['- CHANGELOG.md has a section "0.1.0" already']


def test_later_the_version_that_is_there_is_not_released(small: Path) -> None:
    tagged("v0.0.9")(small)
    assert refused(small, "0.1.0") == [
        "- 0.1.0 is not above 0.1.0, the version in shared/regent/__init__.py",
        '- CHANGELOG.md has a section "0.1.0" already',
    ]


def test_everything_that_is_wrong_is_said_at_once(small: Path) -> None:
    tagged("v0.2.0")(small)
    on_a_branch(small)
    for number in range(7):
        (small / f"{number}.py").write_text("")
    on, dirty, tag = refused(small)
    assert on.startswith("- the branch door is checked out")
    assert dirty.startswith("- not committed: 0.py, 1.py, 2.py, 3.py, 4.py, …. Commit")
    assert tag.startswith("- the tag v0.2.0 exists")


def test_a_contract_that_is_behind_the_schema_is_refused(house: Path) -> None:
    assert refusals(house, "9.0.0") == []
    contract = house / "tests/migrations/contracts/next.json"
    contract.write_text(contract.read_text().replace('"p_queue"', '"p_line"', 1))
    commit(house)
    (complaint,) = refused(house, "9.0.0")
    assert complaint == (
        "- tests/migrations/contracts/next.json is not what the schema promises: run"
        " `python -m tests.migrations.contract`, read the difference, commit it"
    )
