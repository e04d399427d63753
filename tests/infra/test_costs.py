"""The cost table: its arithmetic on literal numbers, the numbers that it takes from the program,
and its page."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace

import pytest

from infra import database, handlers, network
from infra.config import StackConfig
from infra.costs import tables as costs
from infra.costs.tables import WORKLOADS, Workload, bill
from regent.costs import measured
from regent.costs.bill import lambda_ms, total, writes
from regent.costs.prices import LOOKED_UP, REGION
from regent.jobs import LEAST_WORKERS
from regent.limits import RECLAIM_REST_SECONDS
from tests.infra.program import ROOT, program

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
    # 3,041.7 M * 21 ms * 1 GB * 0.0000133334, and the reclaim's 2,190 GB-s.
    assert lines["Lambda, time"] == 851.70
    # 1,157 a second * 662.5 µs = 0.767 processors; / 0.25 / 0.6 = 5.1, in halves 5.5.
    assert lines["Aurora, capacity"] == 481.80
    # 100 M * 7 days * 483 bytes = 338.1 GB.
    assert lines["Aurora, storage"] == 33.81
    assert lines["Aurora, I/O"] == 1_825.00
    assert lines["Logs"] == 4_836.25
    assert lines["Traces"] == 2_281.25


def test_a_hundred_million_messages_by_the_hundred() -> None:
    lines = dollars(BATCHED)
    assert lines["API Gateway"] == 91.25
    # 0.5 is the least: 0.18 would do.
    assert lines["Aurora, capacity"] == 43.80
    # Of a push, 74,090 bytes are 19 pieces of 4,096; a pop and an ack are one each.
    assert round(writes(BATCHED.usage) / BATCHED.usage.pushes, 6) == 21
    assert lines["Aurora, I/O"] == 127.75
    assert lines["Glue"] == 43.27


def test_a_stack_that_sleeps() -> None:
    lines = dollars(WORKLOADS[0])
    # A fifth of 730 hours at 0.12.
    assert lines["Aurora, capacity"] == 17.52
    assert lines["Glue"] == 0
    assert lines["Endpoints of Secrets Manager and CloudWatch, in one zone each"] == 14.60
    assert lines["Metrics"] == 3.00
    assert lines["Alarms"] == 2.80


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
    assert round(total(bill(replace(BUSY, straight=True))), 2) == 2_408.76


def test_a_consumer_that_waits_is_paid_for() -> None:
    waiting = {line.item: round(line.dollars, 2) for line in costs.extras()}
    assert waiting["each consumer that always waits for messages"] == 35.04
    assert waiting["`useProxy`, up to 8 ACU"] == 87.60


@pytest.mark.parametrize(("batch", "billed"), [(1, (7, 7, 7)), (100, (9, 7, 8))])
def test_whole_milliseconds_are_billed(batch: costs.Batch, billed: tuple[int, ...]) -> None:
    assert lambda_ms(Workload("", 1, batch).usage)[:3] == billed


def test_the_program_is_what_is_paid_for() -> None:
    config = StackConfig(authMode="iam")
    assert handlers.HOT_MEMORY_MB == measured.HOT_MEMORY_GB * 1_024
    assert handlers.RECLAIM.memory_mb == measured.RECLAIM_MEMORY_GB * 1_024
    assert handlers.HOT_MEMORY_MB / 1_769 == measured.HOT_PROCESSORS
    assert {"push", "pop", "ack"} <= handlers.HOT
    assert network.ZONES == measured.ZONES
    assert RECLAIM_REST_SECONDS == measured.LOOK_EVERY_SECONDS
    awake = database.IDLE_SESSION_MS / 1_000 + database.PAUSE_AFTER_SECONDS
    assert awake == measured.AWAKE_SECONDS
    assert config.reclaim_rate == 1
    assert config.lag_schedule == "cron(0/15 * * * ? *)"
    assert measured.LAG_RUNS_A_DAY == 24 * 60 / 15
    assert re.fullmatch(r"(cron\(\d+ \d+ \* \* \? \*\))?", config.retention_schedule)
    assert measured.RETENTION_RUNS_A_DAY == 1
    assert LEAST_WORKERS == measured.WORKERS


def test_every_alarm_is_paid_for() -> None:
    alarms = program().of("MetricAlarm").values()
    looked_at = sum(
        sum("metric" in query for query in alarm["metricQueries"])
        if "metricQueries" in alarm
        else 1
        for alarm in alarms
    )
    assert looked_at == measured.ALARM_METRICS


def test_the_lines_of_a_request_are_about_as_long_as_that() -> None:
    values = {
        "requestId": "JKJaXmPLvHcESHA=", "time": "18/Nov/2026:20:36:45 +0000", "method": "POST",
        "route": "GET /api/v1/pop/queue/{queue+}", "ip": "203.0.113.17", "milliseconds": "12",
        "functionMilliseconds": "10", "subject": "7f3f1f0e-6d8b-4a8e-9d0c-1b7b6ad0c001",
    }  # fmt: skip
    (stage,) = program().of("Stage").values()
    written = json.loads(stage["accessLogSettings"]["format"])
    access = json.dumps({name: values.get(name, "-") for name in written})
    request = "8f507cfc-1234-4697-b07a-ac58fc914c95"
    reported = (
        "Duration: 6.12 ms\tBilled Duration: 7 ms\tMemory Size: 1024 MB\tMax Memory Used: 102 MB\t"
    )
    traced = (
        "XRAY TraceId: 1-5e34a614-10bdxmplf1fb44f07bc535a1\tSegmentId: 07f5xmpl2d1f6f85\t"
        "Sampled: true\t"
    )
    of_lambda = [
        f"START RequestId: {request} Version: $LATEST\n",
        f"END RequestId: {request}\n",
        f"REPORT RequestId: {request}\t{reported}\n{traced}\n",
    ]
    metrics = (
        '{"_aws": {"Timestamp": 1795034500623, "CloudWatchMetrics": [{"Namespace": "Regent",'
        ' "Dimensions": [["service"]], "Metrics": [{"Name": "MessagesPushed", "Unit": "Count"}]}]},'
        ' "service": "regent-prod", "MessagesPushed": [100.0]}\n'
    )
    lines = [access, *of_lambda, metrics]
    together = sum(len(line) + 26 for line in lines)
    assert together == pytest.approx(measured.LOG_BYTES_A_REQUEST, rel=0.05)


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


@pytest.mark.parametrize("cut", ["| **together** | | 20,452.64 |\n", "20,452.64", " per ACU-hour"])
def test_a_page_that_drifted_is_found(cut: str) -> None:
    assert cut in PAGE
    assert complaints(PAGE.replace(cut, "")) != []


def test_numbers_in_the_page_s_words_are_those_of_the_tables() -> None:
    words, _, tables = PAGE.partition("## The tables")
    quoted = re.findall(r"\$([\d,]+\.\d\d)", words)
    assert len(quoted) >= 5
    assert [number for number in quoted if number not in tables] == []
