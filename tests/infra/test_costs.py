"""The cost table: its arithmetic on literal numbers, the numbers that it takes from the program,
and its page."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import defaultdict
from dataclasses import replace
from typing import Any

import pytest

from glue_jobs.lib.lag_metrics import metrics_of
from infra import database, handlers, network
from infra.config import StackConfig
from infra.costs import tables as costs
from infra.costs.tables import DEFAULTS, DEV, LEAN_SINGLE, PROD, WORKLOADS, Workload, bill
from regent.costs import measured
from regent.costs.bill import Stack, total
from regent.costs.prices import LOOKED_UP, REGION
from regent.costs.usage import lambda_ms, writes
from regent.jobs import JOBS, LEAST_WORKERS
from regent.limits import RECLAIM_REST_SECONDS
from tests.infra.program import ROOT, program
from tests.infra.test_config import stack_file

PAGE = (ROOT / "docs/run/costs.md").read_text()
BUSY = Workload("busy", 100_000_000, 1)
BATCHED = Workload("batched", 100_000_000, 100)


def dollars(work: Workload) -> dict[str, float]:
    return {line.item: round(line.dollars, 2) for line in bill(work)}


def test_a_hundred_million_messages_one_by_one() -> None:
    lines = dollars(BUSY)
    # 100 M * 3 requests * 730/24 days = 9,125 M: 300 at a dollar, 8,825 at 0.90.
    assert lines["API Gateway"] == 300 + 7_942.50
    assert lines["Lambda, requests"] == 1_825.01
    # 3,041.7 M * (14 ms * 1 GB + 8 ms * 0.5 GB) * 0.0000133334, and the reclaim's 2,190 GB-s.
    assert lines["Lambda, time"] == 730.03
    # 1,157 a second * 662.5 µs = 0.767 processors; / 0.25 / 0.6 = 5.1, in halves 5.5.
    assert lines["Aurora, capacity"] == 481.80
    # 100 M * 7 days * 483 bytes = 338.1 GB.
    assert lines["Aurora, storage"] == 33.81
    assert lines["Aurora, I/O"] == 1_825.00
    # 370 bytes a request: the line of the access log.
    assert lines["Logs"] == 1_688.12
    assert lines["Traces"] == 0
    # The reclaim's thirteen, and the cold starts of four functions; ten of the jobs.
    assert lines["Metrics"] == 8.10
    assert total(bill(replace(BUSY, nexts=True))) < 12_000


def test_traces_are_a_sample() -> None:
    # A twentieth of 9,125 M requests, at five dollars a million.
    assert dollars(replace(BUSY, stack=Stack(tracing=True)))["Traces"] == 2_281.25


def test_a_hundred_million_messages_lean() -> None:
    """A message takes two requests: its push, and the ack of the one before, which takes it."""
    lines = dollars(LEAN_SINGLE)
    # 100 M * 2 requests * 730/24 days = 6,083.3 M: 300 at a dollar, the rest at 0.90.
    assert lines["API Gateway"] == 300 + 5_205
    # 3,041.7 M * 14 ms * 1 GB * 0.0000133334.
    assert lines["Lambda, time"] == 567.81
    # 5.5 ACU as before, at 0.156.
    assert lines["Aurora, capacity"] == 626.34
    assert (lines["Aurora, storage"], lines["Aurora, I/O"]) == (76.07, 0)
    # A request writes no line of its own.
    assert (lines["Logs"], lines["Traces"]) == (0, 0)
    assert total(bill(replace(LEAN_SINGLE, nexts=False))) < 12_000


def test_an_idle_stack_that_pauses_costs_less_than_twenty_dollars() -> None:
    assert total(bill(WORKLOADS[0])) < 20


def test_a_hundred_million_messages_by_the_hundred() -> None:
    lines = dollars(BATCHED)
    assert lines["API Gateway"] == 91.25
    # 0.5 is the least: 0.18 would do.
    assert lines["Aurora, capacity"] == 43.80
    # Of a push, 74,090 bytes are 19 pieces of 4,096; a pop and an ack are one each.
    assert round(writes(BATCHED.usage) / BATCHED.usage.pushes, 6) == 21
    assert lines["Aurora, I/O"] == 127.75
    # Hourly, two DPU for a minute at 0.44; daily, at 0.29.
    assert lines["Glue, the lag job"] == 10.71
    assert lines["Glue, the retention job"] == 0.29


def test_a_stack_that_sleeps() -> None:
    lines = dollars(WORKLOADS[0])
    # A sixtieth of 730 hours at 0.12.
    assert lines["Aurora, capacity"] == 1.46
    assert not any("Glue" in item for item in lines)
    assert lines["Endpoints in one zone: Secrets Manager"] == 7.30
    # Fourteen, in one hour of six.
    assert lines["Metrics"] == 0.70
    assert lines["Alarms"] == 3.10


def test_production_pays_for_two_instances_and_a_proxy() -> None:
    lines = dollars(WORKLOADS[2])
    assert lines["Aurora, capacity"] == 2 * 87.60
    assert lines["Proxy"] == 87.60


@pytest.mark.parametrize(("name", "stack"), [("dev", DEV), ("prod", PROD), (None, DEFAULTS)])
def test_the_stacks_that_are_priced_are_those_of_the_files(name: str | None, stack: Stack) -> None:
    config = stack_file(name) if name else StackConfig(authMode="iam")
    assert stack == Stack(
        min_acu=config.min_acu,
        instances=config.database_instances,
        io_optimized=config.io_optimized,
        proxy=config.use_proxy,
        tracing=config.tracing,
        access_log=config.access_log,
        jobs=config.runs_jobs,
    )


def test_other_roads_cost_what_they_leave_out() -> None:
    dear = {road.name: road.dollars for road in costs.roads()}
    assert dear["two requests, lean"] == total(bill(LEAN_SINGLE))
    # 6,083.3 M requests of 1,500 bytes are 12.5 GB an hour, 31.25 LCU at 0.4: 182.50; and 16.43 for
    # the balancer, 7.30 for its addresses.
    balanced = dear["a load balancer for API Gateway, not built"]
    unbalanced = dear["function URLs for API Gateway, not built"]
    assert round(balanced - unbalanced, 2) == 206.22
    assert round(dear["two requests, lean"] - unbalanced, 2) == 5_505.00


def test_writes_included_pay_off_when_they_are_many() -> None:
    assert round(costs.io_optimized(BUSY), 2) == round(481.80 * 1.3 + 33.81 * 2.25, 2)


def test_the_same_in_another_queue() -> None:
    # Three requests for each of 3,041.7 M messages at 0.50 a million; ten to a request.
    assert round(costs.sqs_fifo(BUSY), 2) == 4_562.50
    assert round(costs.sqs_fifo(BATCHED), 2) == 456.25


def test_straight_to_postgres_no_request_is_paid_for() -> None:
    lines = dollars(replace(BUSY, straight=True))
    assert lines["API Gateway"] == 0
    # The reclaim alone: 43,800 runs, 2,190 GB-s.
    assert lines["Lambda, requests"] == 0.01
    assert lines["Lambda, time"] == 0.03
    assert (lines["Logs"], lines["Traces"]) == (0, 0)
    assert lines["Aurora, capacity"] == 481.80
    assert lines["Aurora, I/O"] == 1_825.00
    assert round(total(bill(replace(BUSY, straight=True))), 2) == 2_381.29


def test_a_consumer_that_waits_is_paid_for() -> None:
    waiting = {line.item: round(line.dollars, 2) for line in costs.extras()}
    assert waiting["each consumer that always waits for messages"] == 17.52
    assert waiting["`useProxy`, up to 8 ACU"] == 87.60


def test_tables_and_jobs_that_a_stack_may_have_are_paid_for() -> None:
    dollars = {line.item: round(line.dollars, 2) for line in costs.extras()}
    # 730 hours at a cent.
    assert dollars["`catalog`: Glue's endpoint, in one zone"] == 7.30
    # 30.4 and 4.3 runs of two DPU for a minute, at 0.29 an hour.
    assert dollars["`exportLogSchedule`, once a day"] == 0.29
    assert dollars["`compactSchedule`, once a week"] == 0.04
    endpoints = [set(program(catalog=each).of("VpcEndpoint")) for each in ("true", "false")]
    assert endpoints[0] - endpoints[1] == {"glue"}
    by_hand = {job.name: job.is_patient for job in JOBS if job.schedule is None}
    assert by_hand == {"compact": True, "replay": True, "export-log": True}


@pytest.mark.parametrize(("batch", "billed"), [(1, (7, 8, 7)), (100, (9, 9, 8))])
def test_whole_milliseconds_are_billed(batch: costs.Batch, billed: tuple[int, ...]) -> None:
    assert lambda_ms(Workload("", 1, batch).usage)[:3] == billed


def test_the_program_is_what_is_paid_for() -> None:
    config = StackConfig(authMode="iam")
    assert handlers.HOT_MEMORY_MB == measured.HOT_MEMORY_GB * 1_024
    assert handlers.MEMORY_MB == measured.WAITING_MEMORY_GB * 1_024
    assert handlers.MEMORY_MB / 1_769 == measured.WAITING_PROCESSORS
    assert handlers.RECLAIM.memory_mb == measured.RECLAIM_MEMORY_GB * 1_024
    assert handlers.HOT_MEMORY_MB / 1_769 == measured.HOT_PROCESSORS
    assert {"push", "pop", "ack"} <= handlers.HOT
    assert network.ZONES == measured.ZONES
    assert RECLAIM_REST_SECONDS == measured.LOOK_EVERY_SECONDS
    awake = database.IDLE_SESSION_MS / 1_000 + database.PAUSE_AFTER_SECONDS
    assert awake == measured.AWAKE_SECONDS
    assert config.reclaim_rate == 1
    assert config.lag_schedule == "cron(0 * * * ? *)"
    assert measured.LAG_RUNS_A_DAY == 24
    assert re.fullmatch(r"(cron\(\d+ \d+ \* \* \? \*\))?", config.retention_schedule)
    assert measured.RETENTION_RUNS_A_DAY == 1
    assert LEAST_WORKERS == measured.WORKERS


def looked_at(**config: str) -> int:
    alarms = program(encryption="false", lagSlo="{}", **config).of("MetricAlarm").values()
    return sum(
        sum("metric" in query for query in alarm["metricQueries"])
        if "metricQueries" in alarm
        else 1
        for alarm in alarms
    )


def test_every_alarm_is_paid_for() -> None:
    assert looked_at(lagSchedule="", retentionSchedule="") == measured.ALARM_METRICS
    assert looked_at() == measured.ALARM_METRICS + measured.JOB_ALARM_METRICS
    system = defaultdict[str, Any](int, scope="system", verdict="ok")
    assert len(metrics_of([system], 0, "regent-prod")) + 2 == measured.JOB_METRICS


def test_the_line_of_a_request_is_about_as_long_as_that() -> None:
    values = {
        "requestId": "JKJaXmPLvHcESHA=", "time": "18/Nov/2026:20:36:45 +0000", "method": "POST",
        "route": "GET /api/v1/pop/queue/{queue+}", "ip": "203.0.113.17", "milliseconds": "12",
        "functionMilliseconds": "10", "subject": "7f3f1f0e-6d8b-4a8e-9d0c-1b7b6ad0c001",
    }  # fmt: skip
    (stage,) = program().of("Stage").values()
    written = json.loads(stage["accessLogSettings"]["format"])
    access = json.dumps({name: values.get(name, "-") for name in written})
    assert len(access) + 26 == pytest.approx(measured.ACCESS_LOG_BYTES, rel=0.05)


def test_it_needs_neither_pulumi_nor_aws() -> None:
    program_ = (
        "import sys, infra.costs.tables\n"
        "heavy = {'pulumi', 'pulumi_aws', 'boto3', 'botocore'} & set(sys.modules)\n"
        "sys.exit(', '.join(heavy) or 0)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program_], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")


def complaints(page: str) -> list[str]:
    """The places where the page differs from the module's output."""
    shown = page.partition("## The tables\n\n")[2].rstrip().splitlines()
    printed = costs.markdown().rstrip().splitlines()
    if len(shown) != len(printed):
        return [f"the page has {len(shown)} lines of tables, not {len(printed)}"]
    pairs = zip(shown, printed, strict=True)
    return [f"{line!r} is not {other!r}" for line, other in pairs if line != other]


def test_the_page_is_what_the_module_prints() -> None:
    assert complaints(PAGE) == []
    assert REGION in PAGE
    assert LOOKED_UP in PAGE


@pytest.mark.parametrize("cut", ["| **together** | | 14,867.82 |\n", "14,867.82", " per ACU-hour"])
def test_a_page_that_drifted_is_found(cut: str) -> None:
    assert cut in PAGE
    assert complaints(PAGE.replace(cut, "")) != []


def test_numbers_in_the_page_s_words_are_those_of_the_tables() -> None:
    words, _, tables = PAGE.partition("## The tables")
    quoted = re.findall(r"\$([\d,]+\.\d\d)", words)
    assert len(quoted) >= 5
    assert [number for number in quoted if number not in tables] == []
