"""The package, built once a run: as it is deployed, and for this machine, to be run here. And a
database server for stacks that are rehearsed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from infra.package import FOLDER, Artifacts, build, emulator
from infra.package.targets import this_machine
from regent.local.postgres import Postgres

#: Kept between runs, like everything under build/: unchanged, nothing is built again.
HERE = FOLDER.with_name("package-here")


@pytest.fixture(scope="session")
def package() -> Artifacts:
    """What `pulumi up` uploads."""
    return build()


@pytest.fixture(scope="session")
def package_here() -> Artifacts:
    """The same code for this machine and this Python."""
    return build(HERE, target=this_machine())


@pytest.fixture(scope="session")
def task(package_here: Artifacts, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """/var/task, for this machine."""
    return emulator.unpacked(package_here.functions_zip.path, tmp_path_factory.mktemp("task"))


@pytest.fixture(scope="module")
def aurora(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    """A server of the rehearsals' own: on it are Aurora's roles, which other tests do without."""
    version = int(os.environ.get("REGENT_TEST_POSTGRES", "18"))
    data_dir = tmp_path_factory.mktemp("aurora") / "data"
    with Postgres(data_dir, version=version, throw_away=True) as server:
        yield server
