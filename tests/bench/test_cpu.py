"""The measurements of the cost table, end to end, on few messages."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import partial

import psycopg
import pytest

from tests.bench import cpu
from tests.bench.arena import SETTINGS, Arena


def test_it_measures_each_step(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cpu, "MESSAGES", {100: 1_000})
    monkeypatch.setattr(cpu, "LOOKS", 100)
    # On so few messages, one look of autovacuum writes more than all of them.
    monkeypatch.setattr(cpu, "Arena", partial(Arena, settings=SETTINGS | {"autovacuum": "off"}))
    cpu.main()
    lines = [line for line in capsys.readouterr().out.splitlines() if "pass through" not in line]
    names = [line.partition(":")[0] for line in lines]
    assert names == ["push 100", "stored", "pop + ack 100", "empty pop"]
    pushed, consumed = (float(re.findall(r"wal_bytes=([\d.]+)", lines[n])[0]) for n in (0, 2))
    assert pushed > 256 > consumed  # the payload is written once, and not again


def test_processor_time_is_that_of_the_server(owner_url: str) -> None:
    with psycopg.connect(owner_url) as session:
        before = cpu.processor_seconds(owner_url)
        session.execute("select count(*) from generate_series(1, 5000000)")
        assert cpu.processor_seconds(owner_url) > before > 0


def test_a_process_that_has_ended_has_no_processor_time() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        ended.wait()
    assert cpu.seconds_of([ended.pid]) == 0
