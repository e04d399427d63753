"""What is granted is public; nobody else can call or read anything."""

import psycopg
import pytest

from regent.stores.queue import Queues
from tests.support.rows import rows, value
from tests.support.store import payloads, put, take, within

FUNCTIONS = (
    "select distinct proname from pg_proc where pronamespace = 'queen'::regnamespace"
    "   and has_function_privilege(%s, oid, 'execute') order by 1"
)
RELATIONS = (
    "select relname from pg_class where relnamespace = 'queen'::regnamespace"
    "   and relkind in ('r', 'v', 'S') and has_table_privilege(%s, oid,"
    "       'select, insert, update, delete, truncate, references, trigger') order by 1"
)
NOBODY = "regent_test_nobody"


@pytest.fixture
def nobody(owner_url: str) -> str:
    """A role that was granted nothing: what PUBLIC has."""
    rows(
        owner_url,
        f"do $$ begin create role {NOBODY} login;"
        " exception when duplicate_object then null; end $$",
    )
    return NOBODY


def functions(owner_url: str, role: str) -> list[str]:
    return [row["proname"] for row in rows(owner_url, FUNCTIONS, (role,))]


def relations(owner_url: str, role: str) -> list[str]:
    return [row["relname"] for row in rows(owner_url, RELATIONS, (role,))]


def test_the_api_may_call_the_public_functions_only(owner_url: str) -> None:
    assert set(functions(owner_url, "regent_api")) == {
        *("ack", "configure", "delete_queue", "extend", "newest_data_key", "now", "pop"),
        *("pop_matching", "push", "read_data_key", "read_maintenance", "store_data_key"),
        *("switch_maintenance", "transaction"),
        *("count_activity", "read_status", "list_queue_status", "read_queue_status"),
        *("read_activity", "chart_queues", "list_leases", "read_workers", "read_metrics"),
        *("read_postgres",),
        *("list_queues", "read_queue", "read_depth", "clear_queue", "list_partitions"),
        *("explain_partition", "delete_partition", "read_overview", "list_labels"),
        *("list_groups", "read_group", "list_lagging", "delete_group", "pause_group", "seek"),
        *("list_subscriptions", "delete_subscription", "move_subscription"),
        *("list_messages", "read_message", "delete_message", "record_trace", "list_traces"),
        *("list_traces_by_name", "list_trace_names"),
        *("list_dead_letters", "count_dead_letters", "summarize_dead_letters"),
        *("redrive", "move_to_dead_letters", "purge_dead_letters"),
        *("commit_offsets", "create_topic", "delete_member_group", "delete_topic", "heartbeat"),
        *("join_group", "leave_group", "produce", "read_assignment", "read_member_groups"),
        *("read_offsets", "read_records", "read_topics", "register_group"),
        *("list_lag", "list_lag_partitions", "read_lag_history", "chart_retention"),
    }


def test_the_reclaim_may_reclaim_and_count_only(owner_url: str) -> None:
    assert functions(owner_url, "regent_reclaim") == [
        *("count_activity", "now", "rebalance_due", "reclaim"),
    ]
    assert relations(owner_url, "regent_reclaim") == []


def test_the_jobs_may_read_the_views_and_write_what_they_measure(owner_url: str) -> None:
    assert functions(owner_url, "regent_jobs") == [
        *("advance_batch", "chart_retention", "drop_idle_partitions", "expire_history"),
        *("expire_lag_snapshots", "finish_batches", "list_archived", "list_batches", "now"),
        *("open_batches", "plan_lag", "plan_retention", "push", "read_lag_groups", "read_lags"),
        "retire_messages",
    ]
    views = ["group_backlogs", "messages_status", "partition_leases", "queue_depths"]
    measured = ["lag_partitions", "lag_snapshots"]
    assert relations(owner_url, "regent_jobs") == sorted([*views, *measured, "messages_to_archive"])
    for table in measured:
        rights = "select privilege_type from information_schema.role_table_grants"
        granted = rows(
            owner_url,
            f"{rights} where grantee = 'regent_jobs' and table_name = '{table}' order by 1",
        )
        assert [row["privilege_type"] for row in granted] == ["INSERT", "SELECT"]
    assert relations(owner_url, "regent_api") == views


def test_public_has_nothing(owner_url: str, nobody: str) -> None:
    assert functions(owner_url, nobody) == []
    assert relations(owner_url, nobody) == []
    assert value(owner_url, f"select has_schema_privilege('{nobody}', 'queen', 'usage')") is False


def test_private_functions_and_tables_are_refused(store: Queues, url: str) -> None:
    put(store, "q", 1)
    for statement in (
        "select queen._grown(1)",
        "select queen._create_queue('x')",
        "select queen._forget_attempts(1, 1, 1)",
        "select queen.reclaim(1)",
        "select * from queen.messages",
        "select * from queen.queues",
        "select * from queen.schema_versions",
        "update queen.partition_consumers set committed = 0",
        "delete from queen.queues",
        "truncate queen.messages",
        "create table queen.x (a integer)",
        "create function queen.x() returns integer language sql return 1",
        "set role regent_owner",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            rows(url, statement)


def test_functions_run_with_a_search_path_of_their_own(owner_url: str) -> None:
    """One that runs as its owner must not find a caller's tables first."""
    open_ones = rows(
        owner_url,
        "select proname from pg_proc where pronamespace = 'queen'::regnamespace and prosecdef"
        "   and not coalesce('search_path=queen, pg_temp' = any(proconfig), false)",
    )
    assert open_ones == []


def test_a_temporary_table_does_not_stand_in_for_ours(store: Queues, url: str) -> None:
    put(store, "q", 1)
    with psycopg.connect(url, autocommit=True) as session:
        session.execute("create temp table queues (id bigint, name text)")
        session.execute("set search_path = pg_temp, public")
        assert payloads(take(within(session), "q", group="g")) == ["1"]


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
