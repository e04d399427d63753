"""The data folder of a one-machine server, as a first start leaves it.

initdb and the install take a third of the processor time of such a start. Here they are done once a
process, and copied.
"""

from __future__ import annotations

import atexit
import functools
import shutil
import subprocess
import tempfile
from pathlib import Path

from regent.install import install
from regent.local.postgres import Postgres


def give(folder: Path) -> None:
    """Make this data folder, unless it is there."""
    if not folder.exists():
        folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # It stays of the user that Postgres runs as.
        subprocess.run(["cp", "-a", _made(), folder], check=True)


@functools.cache
def _made() -> Path:
    """One to copy, which goes with this process."""
    place = tempfile.mkdtemp(prefix="regent-")
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    made = Path(place) / "data"
    with Postgres(made, throw_away=True) as postgres:
        install(postgres.url())
    return made
