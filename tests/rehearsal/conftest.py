"""A database server for stacks that are rehearsed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from regent.local.postgres import Postgres
from tests.rehearsal.records import Stack
from tests.support.postgres import throw_away


@pytest.fixture(scope="session")
def recorded() -> dict[str, Stack]:
    """The records of stacks that were rehearsed, by their names in configs.py: a test that needs no
    account need not apply one again."""
    return {}


@pytest.fixture(scope="module")
def aurora(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    """A server for the rehearsals alone: it has Aurora's roles, which other tests must not have."""
    with throw_away(tmp_path_factory.mktemp("aurora") / "data") as server:
        yield server
