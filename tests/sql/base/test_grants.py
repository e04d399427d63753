"""A role may use what its rooms grant it, and nothing else."""

import psycopg
import pytest

from regent.stores.queue import Queues
from tests.support.rows import rows, value
from tests.support.store import payloads, pop, push, within

FUNCTIONS = (
    "select distinct pronamespace::regnamespace || '.' || proname as name from pg_proc"
    " where pronamespace in ('queen'::regnamespace, 'log'::regnamespace)"
    "   and has_function_privilege(%s, oid, 'execute') order by 1"
)
RELATIONS = (
    "select relnamespace::regnamespace || '.' || relname as name from pg_class"
    " where relnamespace in ('queen'::regnamespace, 'log'::regnamespace)"
    "   and relkind in ('r', 'v', 'S') and has_table_privilege(%s, oid,"
    "       'select, insert, update, delete, truncate, references, trigger') order by 1"
)
NOBODY = "regent_test_nobody"


@pytest.fixture
def nobody(owner_url: str) -> str:
    """A role without grants: it has what PUBLIC has."""
    rows(
        owner_url,
        f"do $$ begin create role {NOBODY} login;"
        " exception when duplicate_object then null; end $$",
    )
    return NOBODY


def functions(owner_url: str, role: str) -> list[str]:
    return [row["name"] for row in rows(owner_url, FUNCTIONS, (role,))]


def relations(owner_url: str, role: str) -> list[str]:
    return [row["name"] for row in rows(owner_url, RELATIONS, (role,))]


# tests/migrations/contracts lists the functions that the API and the jobs may call. A test there
# compares the list with the schema.


def test_no_role_may_call_a_private_function(owner_url: str) -> None:
    for role in ("regent_api", "regent_reclaim", "regent_jobs", "regent_export"):
        callable_ones = functions(owner_url, role)
        assert "queen.now" in callable_ones
        assert [name for name in callable_ones if "._" in name] == []


def test_the_reclaim_may_reclaim_redrive_and_count_only(owner_url: str) -> None:
    assert functions(owner_url, "regent_reclaim") == [
        *("log.append_due", "log.next_due", "log.read_safety"),
        *("queen.carry_redrive", "queen.count_activity", "queen.count_backlogs"),
        *("queen.expire_changes", "queen.measure_objectives", "queen.now"),
        *("queen.read_archive_age", "queen.read_job_age", "queen.rebalance_due", "queen.reclaim"),
    ]
    assert relations(owner_url, "regent_reclaim") == []


def test_the_jobs_may_read_the_views_and_write_what_they_measure(owner_url: str) -> None:
    views = [
        *("queen.group_backlogs", "queen.messages_status"),
        *("queen.partition_leases", "queen.queue_depths"),
    ]
    measured = ["queen.lag_partitions", "queen.lag_snapshots"]
    readable = sorted([*views, *measured, "queen.messages_to_archive"])
    assert relations(owner_url, "regent_jobs") == readable
    for table in measured:
        rights = "select privilege_type from information_schema.role_table_grants"
        granted = rows(
            owner_url,
            f"{rights} where grantee = 'regent_jobs'"
            f" and table_name = '{table.removeprefix('queen.')}' order by 1",
        )
        assert [row["privilege_type"] for row in granted] == ["INSERT", "SELECT"]
    assert relations(owner_url, "regent_api") == views


def test_the_event_log_is_closed_to_the_jobs(owner_url: str) -> None:
    assert [name for name in functions(owner_url, "regent_jobs") if name.startswith("log.")] == []
    assert value(owner_url, "select has_schema_privilege('regent_jobs', 'log', 'usage')") is False


def test_the_export_reads_the_event_log_and_nothing_else(owner_url: str) -> None:
    assert functions(owner_url, "regent_export") == [
        *("log.plan_export", "queen.begin_job_run", "queen.end_job_run", "queen.now"),
    ]
    assert relations(owner_url, "regent_export") == ["log.messages_to_export"]


def test_public_has_nothing(owner_url: str, nobody: str) -> None:
    assert functions(owner_url, nobody) == []
    assert relations(owner_url, nobody) == []
    for schema in ("queen", "log"):
        usage = f"select has_schema_privilege('{nobody}', '{schema}', 'usage')"
        assert value(owner_url, usage) is False


def test_private_functions_and_tables_are_refused(store: Queues, url: str) -> None:
    push(store, "q", 1)
    for statement in (
        "select queen._grown_batch_limit(1)",
        "select queen._create_queue('x')",
        "select queen._forget_attempts(1, 1, 1)",
        "select queen.reclaim(1)",
        "select * from queen.messages",
        "select * from queen.queues",
        "select * from queen.schema_versions",
        "update queen.partition_consumers set committed = 0",
        "delete from queen.queues",
        "truncate queen.messages",
        "select log._safe_position()",
        "select log._last_position()",
        "select * from log.messages",
        "select nextval('log.positions')",
        "update log.offsets set last_position = 0",
        "delete from log.messages",
        "create table log.x (a integer)",
        "create table queen.x (a integer)",
        "create function queen.x() returns integer language sql return 1",
        "set role regent_owner",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            rows(url, statement)


def test_functions_run_with_a_search_path_of_their_own(owner_url: str) -> None:
    """A function that runs as its owner must not find its caller's tables first."""
    open_ones = rows(
        owner_url,
        "select proname from pg_proc"
        " where pronamespace in ('queen'::regnamespace, 'log'::regnamespace) and prosecdef"
        "   and not coalesce('search_path=' || pronamespace::regnamespace || ', pg_temp'"
        "                    = any(proconfig), false)",
    )
    assert open_ones == []


def test_a_temporary_table_does_not_stand_in_for_the_queues(store: Queues, url: str) -> None:
    push(store, "q", 1)
    with psycopg.connect(url, autocommit=True) as session:
        session.execute("create temp table queues (id bigint, name text)")
        session.execute("set search_path = pg_temp, public")
        assert payloads(pop(within(session), "q", group="g")) == ["1"]


def test_no_role_is_a_superuser(owner_url: str) -> None:
    assert (
        rows(
            owner_url,
            "select rolname from pg_roles where rolname like 'regent%'"
            "   and (rolsuper or rolcreaterole or rolcreatedb or rolbypassrls)",
        )
        == []
    )
    assert value(owner_url, "select rolcanlogin from pg_roles where rolname = 'regent_owner'") is (
        False
    )


def test_a_temporary_table_does_not_stand_in_for_the_logs(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as session:
        session.execute("create temp table messages (position bigint, id uuid)")
        session.execute("create temp table groups (id bigint, name text)")
        session.execute("set search_path = pg_temp, public")
        assert session.execute("select log.register_group('g', null)").fetchone() == (True,)
        found = session.execute("select * from log.append('[]', null, null)").fetchone()
        assert found == ([], 0, False)
