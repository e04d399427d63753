"""Prints the rehearsal; ends with 1 when anything is wrong."""

from __future__ import annotations

import logging
import sys
import tempfile
from pathlib import Path

from tests.rehearsal.report import report


def main() -> int:
    """Rehearse every stack."""
    # It warns that the database's user may pass through the folder, which does not matter here.
    logging.getLogger("regent.local.postgres").setLevel(logging.ERROR)
    with tempfile.TemporaryDirectory(prefix="regent-", dir=_memory()) as folder:
        return 0 if report(Path(folder), lambda line: print(line, flush=True)) else 1


def _memory() -> str | None:
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


if __name__ == "__main__":
    sys.exit(main())
