"""The order in which tests are dealt out to processes."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.support.scheduling import LONGEST, TOGETHER, Rooms

ROOT = Path(__file__).parents[2]
DEALT = [
    *(f"tests/sql/test_many.py::test_it[{number}]" for number in range(9)),
    "tests/api/test_schemathesis.py::test_every_check_passes",
    "tests/plans/test_log.py::test_it",
    "tests/glue_jobs/test_lag.py::test_it",
    "tests/glue_jobs/test_replay.py::test_it",
]


class Process:
    """Notes the tests that it is given. It is never done with them, so it is given no more."""

    shutting_down = False

    def __init__(self, name: str) -> None:
        self.gateway = SimpleNamespace(id=name)
        self.given: list[list[str]] = []

    def send_runtest_some(self, indexes: list[int]) -> None:
        self.given.append([DEALT[index] for index in indexes])

    def shutdown(self) -> None:
        """Nothing is left for it."""


def test_the_longest_begin_first_and_a_room_stays_together(
    pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pytestconfig.option, "tx", ["3*popen"])
    monkeypatch.setattr(pytestconfig.option, "loadscopereorder", True)
    processes: list[Any] = [Process(name) for name in "abc"]
    dealer = Rooms(pytestconfig)
    for process in processes:
        dealer.add_node(process)
    for process in processes:
        dealer.add_node_collection(process, DEALT)
    dealer.schedule()
    assert [process.given[0] for process in processes] == [DEALT[11:], [DEALT[10]], [DEALT[9]]]
    assert [unit for process in processes for unit in process.given[1:]] == [DEALT[:9]]


@pytest.mark.parametrize("place", sorted({*TOGETHER, *LONGEST}))
def test_what_is_dealt_out_by_name_is_there(place: str) -> None:
    assert (ROOT / place).exists()
