"""How a change affects a stack that exists: a replaced network or database, a second release, more
tags than an object takes, a name that AWS refuses."""

from __future__ import annotations

import hashlib
import re

import pytest

from infra.config import InvalidConfig
from infra.stack import check_aws_keys, check_name
from tests.infra.program import ROOT, program


def test_another_network_is_another_group_of_subnets() -> None:
    own = program().of("SubnetGroup")["database"]
    there = program(subnetIds='["subnet-a", "subnet-b"]').of("SubnetGroup")["database"]

    assert own["name"] == "regent-prod-network-0"
    assert there["name"] == "regent-prod-vpc-0"


def test_another_database_gets_its_schema_though_the_schema_is_the_same() -> None:
    assert program().of("Invocation")["installed"]["triggers"]["database"] == "cluster-0"


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

    assert len(objects) == 7
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


@pytest.mark.parametrize("dollars", ["0.5", "500", "12345.67", "1000000"])
def test_a_budget_is_written_as_aws_reads_it(dollars: str) -> None:
    """AWS takes no exponent: `([0-9]*\\.)?[0-9]+`."""
    made = program(budgetDollars=dollars, alarmEmail="a@b.test").of("Budget")["month"]
    assert re.fullmatch(r"([0-9]*\.)?[0-9]+", made["limitAmount"])
    assert float(made["limitAmount"]) == float(dollars)
