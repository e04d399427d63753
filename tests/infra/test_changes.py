"""How a change affects a stack that exists: a replaced network or database, a second release, more
tags than an object takes, a name that AWS refuses."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from pathlib import Path

import pytest

from infra.config import InvalidConfig
from infra.schema import sql_checksum
from infra.stack import check_aws_keys, check_name
from regent.install import SQL
from tests.infra.program import ROOT, program


def test_another_network_is_another_group_of_subnets() -> None:
    own = program().of("SubnetGroup")["database"]
    there = program(subnetIds='["subnet-a", "subnet-b"]').of("SubnetGroup")["database"]

    assert own["name"] == "regent-prod-network-0"
    assert there["name"] == "regent-prod-vpc-0"


def test_another_database_gets_its_schema_though_the_schema_is_the_same() -> None:
    assert program().of("Invocation")["installed"]["triggers"]["database"] == "cluster-0"


@pytest.mark.parametrize("file", ["queue/pop.sql", "migrations/0001_more.sql"])
def test_the_schema_is_another_one_when_any_file_of_it_is(tmp_path: Path, file: str) -> None:
    """The install runs for another hash: a file that is not in it would never be installed."""
    shutil.copytree(SQL, tmp_path, dirs_exist_ok=True)
    before = sql_checksum(tmp_path)
    assert before == sql_checksum()
    changed = tmp_path / file
    changed.write_text(f"{changed.read_text() if changed.exists() else ''}select 1;")
    after = sql_checksum(tmp_path)
    changed.rename(changed.with_name("another.sql"))
    assert len({before, after, sql_checksum(tmp_path)}) == 3


def test_another_bound_is_written_by_another_run_of_the_install() -> None:
    plain, raised = program(), program(maxGroups="2000")
    bounds = [each.of("Invocation")["installed"]["triggers"]["bounds"] for each in (plain, raised)]
    assert bounds[0] != bounds[1]
    install = raised.of("Function")["install"]["environment"]["variables"]
    assert install["REGENT_MAX_GROUPS"] == "2000"
    assert install["REGENT_MAX_PARTITIONS"] == "1000000"


def test_a_job_is_named_by_its_contents() -> None:
    script = (ROOT / "glue_jobs" / "lag.py").read_bytes()
    key = f"jobs/lag-{hashlib.sha256(script).hexdigest()[:16]}.py"

    assert program().of("BucketObjectv2")["job-lag"]["key"] == key
    assert program().of("Job")["lag"]["command"]["scriptLocation"].endswith(f"/{key}")


def test_the_packages_of_the_release_before_stay_while_jobs_start_from_them() -> None:
    uploaded = {f"BucketObjectv2 {name}" for name in program().of("BucketObjectv2")}

    assert uploaded <= set(program(protect="false").stays)
    assert "Cluster database" not in program(protect="false").stays
    assert "Cluster database" in program().stays


def test_jobs_and_functions_wait_for_the_schema() -> None:
    waits = program().waits_for

    for each in ("Job lag", "Job retention", "Job replay", "Function push", "Function reclaim"):
        assert "Invocation installed" in waits[each], each
    assert "Invocation installed" not in waits["Function install"]


def test_the_proxy_gets_its_target_when_the_instances_are_there() -> None:
    waits = program(databaseInstances="2").waits_for

    instances = {"ClusterInstance database-0", "ClusterInstance database-1"}
    assert instances <= set(waits["ProxyTarget proxy"])


def test_objects_bear_no_tags() -> None:
    objects = program().of("BucketObjectv2")

    assert len(objects) == 9
    for name, each in objects.items():
        assert each["overrideProvider"] == {"defaultTags": {"tags": {}}}, name


@pytest.mark.parametrize(
    ("io_optimized", "storage"), [("true", "aurora-iopt1"), ("false", "aurora")]
)
def test_storage_is_named_in_either_case(io_optimized: str, storage: str) -> None:
    cluster = program(ioOptimized=io_optimized).of("Cluster")["database"]

    assert cluster["storageType"] == storage
    assert cluster["applyImmediately"] is True


@pytest.mark.parametrize("name", ["prod", "a", "2", "eu-west-1-prod", "abcdefghij0123456789"])
def test_names_of_stacks(name: str) -> None:
    check_name(name)


@pytest.mark.parametrize(
    "name", ["Prod", "my_stack", "a.b", "a--b", "-a", "a-", "", "abcdefghij01234567890"]
)
def test_a_name_that_aws_refuses_is_refused_first(name: str) -> None:
    with pytest.raises(InvalidConfig, match=f"the stack is called {name!r}"):
        check_name(name)


def test_settings_that_would_reach_only_half_of_aws_are_refused() -> None:
    check_aws_keys(["region", "profile"])
    with pytest.raises(InvalidConfig, match="aws:assumeRoles is set, and would not reach AWS"):
        check_aws_keys(["region", "assumeRoles"])


def test_the_account_is_the_one_of_the_profile() -> None:
    (provider,) = program(**{"profile of the account": "queues"}).of("aws").values()
    assert (provider["profile"], provider["region"]) == ("queues", "eu-central-1")


def test_names_are_of_the_partition_that_the_account_is_in() -> None:
    made = program(**{"partition of the account": "aws-us-gov"})
    for kind in ("RolePolicy", "Function", "Job", "Schedule"):
        assert "arn:aws:" not in json.dumps(made.of(kind)), kind
    assert "arn:aws-us-gov:rds-db:" in json.dumps(made.of("RolePolicy"))


@pytest.mark.parametrize("dollars", ["0.5", "500", "12345.67", "1000000"])
def test_a_budget_is_written_as_aws_reads_it(dollars: str) -> None:
    """AWS takes no exponent: `([0-9]*\\.)?[0-9]+`."""
    made = program(budgetDollars=dollars, alarmEmail="a@b.test").of("Budget")["month"]
    assert re.fullmatch(r"([0-9]*\.)?[0-9]+", made["limitAmount"])
    assert float(made["limitAmount"]) == float(dollars)


SCHEDULED = {"lagSchedule": "cron(0 * * * ? *)", "retentionSchedule": ""}
BY_HAND = {"lagSchedule": "", "retentionSchedule": ""}


def test_jobs_that_nobody_schedules_send_nothing() -> None:
    """Without the endpoint, a job that somebody starts would wait for CloudWatch in vain."""
    for config, is_there in ((SCHEDULED, True), (BY_HAND, False)):
        made = program(**config)
        assert ("monitoring" in made.of("VpcEndpoint")) is is_there
        arguments = made.of("Job")["lag"]["defaultArguments"]
        assert arguments.get("--metrics-namespace") == ("Regent" if is_there else None)
        assert ("--service" in arguments) is is_there
        assert ("--enable-metrics" in arguments) is is_there
        rights = json.dumps(made.of("RolePolicy")["regent-prod-job-lag"]["policy"])
        assert ("cloudwatch:PutMetricData" in rights) is is_there


def test_retention_waits_for_spare_capacity() -> None:
    classes = {name: job["executionClass"] for name, job in program().of("Job").items()}
    assert (classes["lag"], classes["retention"]) == ("STANDARD", "FLEX")


def test_a_release_changes_functions_and_little_else() -> None:
    tagged = {
        each["type"].rpartition(":")[2]
        for each in program().resources
        if "Version" in each["inputs"].get("tags", {})
    }
    assert tagged == {"Function"}


def test_without_an_access_log_there_is_no_group_for_one() -> None:
    (written,) = program(accessLog="true").of("Stage").values()
    (not_written,) = program(accessLog="false").of("Stage").values()
    assert "accessLogSettings" in written
    assert "accessLogSettings" not in not_written
    assert "access" not in program(accessLog="false").of("LogGroup")


OBJECTIVES = (
    '{"billing": {"queue": "orders", "consumerGroup": "billing", "seconds": 60, "percent": 99.5},'
    ' "all": {"seconds": 600}}'
)


def test_an_objective_has_an_alarm_and_a_budget() -> None:
    made = program(lagSlo=OBJECTIVES)
    alarm = made.of("MetricAlarm")["lag-slo-billing"]
    assert alarm["dimensions"] == {"service": "regent-prod", "Objective": "billing"}
    assert (alarm["metricName"], alarm["threshold"]) == ("ObjectiveMissed", 0)
    assert (alarm["evaluationPeriods"], alarm["datapointsToAlarm"]) == (5, 3)
    told = made.of("Function")["reclaim"]["environment"]["variables"]["REGENT_LAG_SLO"]
    assert json.loads(told) == {
        "billing": {"queue": "orders", "consumerGroup": "billing", "seconds": 60, "percent": 99.5},
        "all": {"seconds": 600, "percent": 99.0},
    }
    assert "REGENT_LAG_SLO" not in made.of("Function")["pop"]["environment"]["variables"]


def test_a_budget_is_whole_without_a_miss_and_spent_at_the_percent() -> None:
    (board,) = program(lagSlo=OBJECTIVES).of("Dashboard").values()
    (budgets,) = (
        widget["properties"]
        for widget in json.loads(board["dashboardBody"])["widgets"]
        if widget["properties"]["title"].startswith("Error budgets")
    )
    computed = {
        each["label"]: each["expression"]
        for row in budgets["metrics"]
        for each in row
        if isinstance(each, dict) and "expression" in each
    }
    assert set(computed) == {"billing", "all"}
    for missed, left in ((0, 100), (0.0025, 50), (0.005, 0), (0.01, -100)):
        found = eval(computed["billing"], {"missed0": missed})
        assert found == pytest.approx(left)
    shown = [row for row in budgets["metrics"] if isinstance(row[0], str)]
    assert [row[:2] + row[4:6] for row in shown] == [
        ["Regent", "ObjectiveMissed", "Objective", "billing"],
        ["Regent", "ObjectiveMissed", "Objective", "all"],
    ]
    assert (budgets["start"], budgets["period"]) == ("-P30D", 30 * 86_400)


@pytest.mark.parametrize(
    ("schedule", "days"),
    [
        ("cron(30 3 * * ? *)", 2),
        ("cron(0/15 * * * ? *)", 2),
        ("cron(30 3 ? * SUN *)", 8),
        ("cron(30 3 1 * ? *)", 32),
        ("cron(30 3 1 1 ? *)", None),
    ],
)
def test_retention_may_be_silent_for_as_long_as_its_schedule_is(
    schedule: str, days: int | None
) -> None:
    alarms = program(retentionSchedule=schedule).of("MetricAlarm")
    found = alarms.get("retention-silent", {}).get("threshold")
    assert found == (days and days * 86_400)


def test_alarms_on_what_a_stack_has_not_are_not_there() -> None:
    bare = program(**BY_HAND, encryption="false", lagSlo="{}").of("MetricAlarm")
    whole = program().of("MetricAlarm")
    assert set(whole) - set(bare) == {
        "archive-stuck", "keys-refused", "lag-slo-orders", "lag-verdict", "retention-silent",
    }  # fmt: skip


def test_nobody_but_the_jobs_writes_files_of_the_catalogs_tables() -> None:
    """Glue's optimizers would put files into the table that no manifest names, or delete others."""
    of_glue = {
        each["type"].rpartition(":")[2] for each in program().resources if "glue" in each["type"]
    }

    assert of_glue == {"Connection", "CatalogDatabase", "Job", "Trigger"}
