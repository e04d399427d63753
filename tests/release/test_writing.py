"""What a release writes, without git and without a database."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from regent import __version__
from tests.release import writing
from tests.release.conftest import ROOT

ENTRIES = "The door.\n\n- A door.\n- A bell.\n\n"
OLDER = "## 0.1.0 \u2013 2026-11-18\n\n- A house.\n"
BEFORE = f"# Changelog\n\n## Unreleased\n\n{ENTRIES}{OLDER}"
AFTER = f"# Changelog\n\n## Unreleased\n\n## 0.2.0 \u2013 2026-12-01\n\n{ENTRIES}{OLDER}"


def test_the_changelog_is_dated_and_begins_anew() -> None:
    assert writing.dated(BEFORE, "0.2.0", date(2026, 12, 1)) == AFTER


def test_the_changelog_lists_what_is_unreleased_and_no_more() -> None:
    assert writing.entries(BEFORE) == ["- A door.", "- A bell."]
    assert writing.entries(AFTER) == []
    assert writing.entries("# Changelog\n\n- A house.\n") == []
    assert writing.entries("## Unreleased\n\n- At the end.") == ["- At the end."]


def test_the_changelog_has_the_sections_that_it_has() -> None:
    assert writing.has_section(AFTER, "0.2.0")
    assert writing.has_section(AFTER, "Unreleased")
    assert not writing.has_section(AFTER, "0.2")
    assert not writing.has_section(AFTER, "2.0")


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("Version 0.1.0, and what", "Version 0.2.0, and what"),
        ("This is Version 0.1.0.", "This is Version 0.2.0."),
        ('{"version": "0.1.0"}', '{"version": "0.2.0"}'),
        ("Version 0.1.0.1", "Version 0.1.0.1"),
        ("Version 0.1.01", "Version 0.1.01"),
        ("Version 0a1b0", "Version 0a1b0"),
        ("since 0.1.0", "since 0.1.0"),
        ("queen-mq 0.1.0", "queen-mq 0.1.0"),
        ("ServerVersion 0.1.0", "ServerVersion 0.1.0"),
    ],
)
def test_a_page_names_the_new_version_where_it_named_the_old(page: str, expected: str) -> None:
    assert writing.renamed(page, "0.1.0", "0.2.0") == expected


def test_the_tables_and_migrations_of_every_room_are_frozen(tmp_path: Path) -> None:
    sql = {
        "roles.sql": "",
        "queue/push.sql": "",
        "queue/views/depths.sql": "",
        "queue/tables/queues.sql": "-- queues",
        "log/tables/groups.sql": "-- groups",
        "log/tables/README.md": "",
        "migrations/0001_log.sql": "-- log",
    }
    for name, text in {
        "shared/regent/__init__.py": '__version__ = "0.1.0"\n',
        "README.md": "Version 0.1.0\n",
        "CHANGELOG.md": BEFORE,
        "tests/migrations/contracts/next.json": "{}\n",
        **{f"shared/regent/sql/{name}": text for name, text in sql.items()},
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)

    writing.write(tmp_path, "0.2.0", date(2026, 12, 1))

    released = tmp_path / "tests/migrations/released/0.2.0"
    assert {
        str(path.relative_to(released)): path.read_text()
        for path in released.rglob("*")
        if path.is_file()
    } == {
        "log/tables/groups.sql": "-- groups",
        "migrations/0001_log.sql": "-- log",
        "queue/tables/queues.sql": "-- queues",
    }
    assert (tmp_path / "tests/migrations/contracts/0.2.0.json").read_text() == "{}\n"
    assert (tmp_path / "shared/regent/__init__.py").read_text() == '__version__ = "0.2.0"\n'
    assert (tmp_path / "README.md").read_text() == "Version 0.2.0\n"
    assert (tmp_path / "CHANGELOG.md").read_text() == AFTER


def test_the_documents_name_the_version_that_is() -> None:
    """Or the release would not find it there."""
    named = {
        page.relative_to(ROOT): set(
            re.findall(r'(?:\bVersion |"version": ")(\d+\.\d+\.\d+)', page.read_text())
        )
        for page in writing.documents(ROOT)
    }
    assert named[Path("README.md")] == {__version__}
    assert set.union(*named.values()) == {__version__}
