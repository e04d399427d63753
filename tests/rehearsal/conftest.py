"""A database server for stacks that are rehearsed."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from regent.local.postgres import Postgres


@pytest.fixture(scope="module")
def aurora(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    """A server for the rehearsals alone: it has Aurora's roles, which other tests must not have."""
    version = int(os.environ.get("REGENT_TEST_POSTGRES", "18"))
    data_dir = tmp_path_factory.mktemp("aurora") / "data"
    with Postgres(data_dir, version=version, throw_away=True) as server:
        yield server
