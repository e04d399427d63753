"""How pytest-xdist deals tests out: by file, and by room where a room's tests share what takes
seconds to make; the longest first."""

from __future__ import annotations

from typing import Any, Final

import pytest
from xdist.scheduler import LoadFileScheduling

#: Rooms that one process runs alone: each process would start a browser or a Spark, fill tables
#: with 100,000 partitions, build and run the Pulumi program, or parse all files again.
TOGETHER: Final = (
    "tests/console/",
    "tests/glue_jobs/",
    "tests/infra/",
    "tests/plans/",
    "tests/rehearsal/",
    "tests/tidy/",
)
#: Rooms and files that take longest. xdist goes by the number of tests, so it would begin with some
#: of them when all else is done, and the run would wait for one process.
LONGEST: Final = (
    "tests/glue_jobs/",
    "tests/console/",
    "tests/docs/test_commands.py",
    "tests/rehearsal/",
    "tests/infra/",
    "tests/model/test_model.py",
    "tests/plans/",
    "tests/api/test_schemathesis.py",
    "tests/client/test_faults.py",
    "tests/quickstart/test_newcomer.py",
    "tests/release/test_release.py",
    "tests/sql/queue/test_short_ways.py",
    "tests/local/test_auth_matrix.py",
    "tests/local/test_server.py",
    "tests/quickstart/test_make_run.py",
    "tests/client/engine/test_leases.py",
    "tests/bench/test_cpu.py",
)


class Rooms(LoadFileScheduling):
    """Scheduling by file, with some rooms as if they were a file."""

    def _split_scope(self, nodeid: str) -> str:
        file: str = super()._split_scope(nodeid)
        return next((room for room in TOGETHER if file.startswith(room)), file)

    def _assign_work_unit(self, node: Any) -> None:
        if longest := next((each for each in LONGEST if each in self.workqueue), None):
            self.workqueue.move_to_end(longest, last=False)
        super()._assign_work_unit(node)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Rooms:
    return Rooms(config, log)
