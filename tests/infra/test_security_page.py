"""docs/run/security.md against the program: both name the same rights."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from infra.config import StackConfig
from infra.database import MASTER, PROXIED_USERS
from infra.handlers import INSTALL, RECLAIM, api_functions
from regent.jobs import JOBS
from tests.docs.markdown import code, codes, table
from tests.infra.program import ROOT, Program, program

PAGE = (ROOT / "docs/run/security.md").read_text()
#: The role, whether it is a denial, the actions, whether on everything, whether on a condition.
Right = tuple[str, bool, frozenset[str], bool, bool]
SERVICES = {
    "apigateway.amazonaws.com": "API Gateway",
    "cloudwatch.amazonaws.com": "CloudWatch",
    "events.amazonaws.com": "EventBridge",
    "*": "everybody",
}


def given(made: Program) -> set[Right]:
    """The permissions of the program's roles."""
    return {
        _right(_part(name), statement)
        for name, policy in made.of("RolePolicy").items()
        for statement in json.loads(policy["policy"])["Statement"]
    }


def _right(who: str, statement: dict[str, Any]) -> Right:
    actions = statement["Action"]
    return (
        who,
        statement["Effect"] == "Deny",
        frozenset([actions] if isinstance(actions, str) else actions),
        statement.get("Resource") == ["*"],
        "Condition" in statement,
    )


def described(rows: list[dict[str, str]], jobs: list[str]) -> set[Right]:
    """The permissions that the page describes."""
    api = [spec.name for spec in api_functions()]
    groups = {
        "every function": [*api, RECLAIM.name, INSTALL.name],
        "every function of the API": api,
        # Its files are the same for everybody, so it needs no database.
        "every function of the API but console": [name for name in api if name != "console"],
        "every job": jobs,
    }
    return {
        (
            who,
            row["May"].startswith("never "),
            frozenset(codes(row["May"])),
            row["On"].startswith("`*`"),
            re.search(r"\bonly\b", row["On"]) is not None,
        )
        for row in rows
        for who in groups.get(row["Who"].replace("`", "")) or codes(row["Who"])
    }


def _jobs(made: Program) -> list[str]:
    return [_part(name) for name in made.of("RolePolicy") if _part(name).startswith("job-")]


def _part(role: str) -> str:
    """The owner of a role, without the stack's name."""
    return role.removeprefix("regent-prod-")


def test_every_right_is_on_the_page_and_no_other() -> None:
    made = program()
    assert len(_jobs(made)) >= 1
    there, here = given(made), described(table(PAGE, "Who"), _jobs(made))
    assert len(there) >= 130
    assert sorted(map(str, there - here)) == []
    assert sorted(map(str, here - there)) == []


def test_a_stack_without_choices_has_no_other_rights() -> None:
    made = program(useProxy="false", encryption="false", authMode="iam")
    assert given(made) <= described(table(PAGE, "Who"), _jobs(made))


def test_every_line_with_a_star_says_why() -> None:
    rows = [row for row in table(PAGE, "Who") if row["On"].startswith("`*`")]
    assert len(rows) == 5
    assert all(len(row["Why"]) > 20 for row in rows)


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("| `sqs:SendMessage` | the queue", "| `sqs:*` | the queue"),
        ("never `ec2:Assign", "`ec2:Assign"),
        ("the stack's key, only through Secrets Manager", "the stack's key"),
        (
            "| `*`, only in the namespace `Glue`; `job-lag` also in `Regent` |",
            "| ours, only ours |",
        ),
        ("| `proxy` | `rds-db:connect` | the database's user", "| `pro` | `rds-db:connect` | a"),
        ("| `push`, `pop`, ", "| `pop`, "),
        ("| `push`, `pop`, ", "| `push`, `pop`, `lease`, "),
    ],
    ids=["wider", "no denial", "no condition", "not everything", "nobody", "one less", "one more"],
)
def test_a_right_that_is_described_wrongly_is_found(was: str, becomes: str) -> None:
    made = program()
    assert was in PAGE
    page = PAGE.replace(was, becomes)
    assert described(table(page, "Who"), _jobs(made)) != given(made)


def _by_resource(made: Program) -> Iterator[tuple[str, frozenset[str], bool, bool]]:
    for permission in made.of("Permission").values():
        actions = frozenset([permission["action"]])
        yield SERVICES[permission["principal"]], actions, False, "sourceArn" in permission
    kinds = ("TopicPolicy", "BucketPolicy", "QueuePolicy")
    policies = [policy for kind in kinds for policy in made.of(kind).values()]
    for policy in policies:
        for statement in json.loads(policy["policy"])["Statement"]:
            principal = statement["Principal"]
            who = SERVICES[principal if principal == "*" else principal["Service"]]
            _, denied, actions, _, conditional = _right(who, statement)
            yield who, actions, denied, conditional


def test_what_says_itself_who_may_use_it_is_on_the_page() -> None:
    here = {
        (
            row["Who"],
            frozenset(codes(row["May"])),
            row["May"].startswith("never "),
            "only" in row["But"],
        )
        for row in table(PAGE, "What")
    }
    assert here == set(_by_resource(program()))


@pytest.mark.parametrize("public", ["blockPublicAcls", "restrictPublicBuckets"])
def test_nothing_in_the_buckets_can_be_made_public(public: str) -> None:
    found = program().of("BucketPublicAccessBlock").values()
    assert [each[public] for each in found] == [True, True]


Way = tuple[str, str, str]


def _ways(made: Program) -> set[Way]:
    """The ways between groups: traffic that leaves one group and is let into another."""

    def group(rule: dict[str, Any], end: str) -> str:
        return str(rule.get(end) or "everywhere").removesuffix("-0")

    def ways(kind: str, own: str, other: str) -> set[Way]:
        rules = made.of(kind).values()
        return {(group(rule, own), group(rule, other), _ports(rule)) for rule in rules}

    out = ways("SecurityGroupEgressRule", "securityGroupId", "referencedSecurityGroupId")
    into = ways("SecurityGroupIngressRule", "referencedSecurityGroupId", "securityGroupId")
    assert out - into == {("jobs", "everywhere", "443")}
    assert into <= out
    return out


def _ports(rule: dict[str, Any]) -> str:
    first, last = int(rule["fromPort"]), int(rule["toPort"])
    return str(first) if first == last else f"{first}\N{EN DASH}{last}"


def test_every_way_through_the_network_is_on_the_page() -> None:
    here = {
        (code(row["From"]), code(row["To"]) or row["To"], row["Port"])
        for row in table(PAGE, "From")
    }
    assert here == _ways(program())
    assert _ways(program(useProxy="false")) == {way for way in here if "proxy" not in way}


def test_every_role_of_the_database_is_on_the_page(owner_url: str) -> None:
    with psycopg.connect(owner_url) as connection:
        rows = connection.execute(
            "select rolname, rolcanlogin from pg_roles where rolname ~ '^regent_(?!test)'"
        ).fetchall()
    there = dict(rows) | {MASTER: True}
    here = {code(row["Role"]): row["Logs in"] != "never" for row in table(PAGE, "Role")}
    assert here == there
    assert {*(job.user for job in JOBS), *PROXIED_USERS} <= set(there)


def test_the_access_log_holds_no_more_than_the_page_says() -> None:
    (stage,) = program().of("Stage").values()
    written = json.loads(stage["accessLogSettings"]["format"])
    assert set(written) == {
        *("requestId", "time", "method", "route", "status", "milliseconds"),
        *("functionMilliseconds", "functionStatus", "bytes", "ip", "subject"),
        *("error", "functionError"),
    }


def test_everything_that_can_have_the_stack_s_key_has_it() -> None:
    made = program()
    (cluster,) = made.of("Cluster").values()
    assert (cluster["storageEncrypted"], cluster["kmsKeyId"]) == (True, "arn:data")
    assert cluster["masterUserSecretKmsKeyId"] == "key-0"
    buckets = made.of("BucketServerSideEncryptionConfiguration")
    assert set(buckets) == {"archive", "packages"}
    for bucket in buckets.values():
        (rule,) = bucket["rules"]
        assert rule["applyServerSideEncryptionByDefault"]["kmsMasterKeyId"] == "arn:data"
    assert StackConfig(authMode="iam").protect
