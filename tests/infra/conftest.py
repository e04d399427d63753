"""The package, built once a run: as it is deployed, and for this machine, to be run here."""

from __future__ import annotations

from pathlib import Path

import pytest

from infra.package import FOLDER, Artifacts, build, emulator
from infra.package.targets import this_machine

#: Kept between runs, like everything under build/: unchanged, nothing is built again.
HERE = FOLDER.with_name("package-here")


@pytest.fixture(scope="session")
def package() -> Artifacts:
    """What `pulumi up` uploads."""
    return build()


@pytest.fixture(scope="session")
def package_here() -> Artifacts:
    """The package for this machine and this Python."""
    return build(HERE, target=this_machine())


@pytest.fixture(scope="session")
def task(package_here: Artifacts, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """/var/task, for this machine."""
    return emulator.unpacked(package_here.functions_zip.path, tmp_path_factory.mktemp("task"))
