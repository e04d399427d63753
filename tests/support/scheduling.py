"""How pytest-xdist deals tests out: by file, and by room where a room's tests share what takes
seconds to make."""

from __future__ import annotations

from typing import Any, Final

import pytest
from xdist.scheduler import LoadFileScheduling

#: Rooms that one process runs alone: each process would start a Spark, fill tables with 100,000
#: partitions, or build and run the Pulumi program again.
_TOGETHER: Final = ("tests/glue_jobs/", "tests/infra/", "tests/plans/", "tests/rehearsal/")


class Rooms(LoadFileScheduling):
    """Scheduling by file, with some rooms as if they were a file."""

    def _split_scope(self, nodeid: str) -> str:
        file: str = super()._split_scope(nodeid)
        return next((room for room in _TOGETHER if file.startswith(room)), file)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Rooms:
    return Rooms(config, log)
