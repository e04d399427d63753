"""Of the schema log, too, what is granted is public, and nobody else can call or read anything."""

import psycopg
import pytest

from tests.support.rows import rows, value

FUNCTIONS = (
    "select distinct proname from pg_proc where pronamespace = 'log'::regnamespace"
    "   and has_function_privilege(%s, oid, 'execute') order by 1"
)
RELATIONS = (
    "select relname from pg_class where relnamespace = 'log'::regnamespace"
    "   and relkind in ('r', 'v', 'S') and has_table_privilege(%s, oid,"
    "       'select, insert, update, delete, truncate, references, trigger') order by 1"
)


def functions(owner_url: str, role: str) -> list[str]:
    return [row["proname"] for row in rows(owner_url, FUNCTIONS, (role,))]


def test_the_api_may_call_the_public_functions_only(owner_url: str) -> None:
    assert functions(owner_url, "regent_api") == [
        *("ack_claim", "advance_offset", "append", "append_due", "claim_next", "declare_type"),
        *("look_through", "read_conditions", "read_correlated", "read_log", "read_log_groups"),
        *("read_log_offsets", "read_partition", "read_safety", "read_types"),
        *("register_log_group", "release_claim", "reset_log_group", "schedule_messages"),
        "set_log_group_status",
    ]


def test_the_schedule_may_append_what_is_due_only(owner_url: str) -> None:
    assert functions(owner_url, "regent_reclaim") == ["append_due"]
    assert functions(owner_url, "regent_jobs") == []


def test_nobody_touches_the_tables(owner_url: str) -> None:
    for role in ("regent_api", "regent_reclaim", "regent_jobs"):
        assert rows(owner_url, RELATIONS, (role,)) == []
    assert value(owner_url, "select has_schema_privilege('regent_jobs', 'log', 'usage')") is False


def test_private_functions_and_tables_are_refused(url: str) -> None:
    for statement in (
        "select log._safe_position()",
        "select log._given()",
        "select * from log.messages",
        "select nextval('log.positions')",
        "update log.offsets set last_position = 0",
        "delete from log.messages",
        "create table log.x (a integer)",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            rows(url, statement)


def test_functions_run_with_a_search_path_of_their_own(owner_url: str) -> None:
    """One that runs as its owner must not find a caller's tables first."""
    open_ones = rows(
        owner_url,
        "select proname from pg_proc where pronamespace = 'log'::regnamespace and prosecdef"
        "   and not coalesce('search_path=log, pg_temp' = any(proconfig), false)",
    )
    assert open_ones == []


def test_a_temporary_table_does_not_stand_in_for_ours(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as session:
        session.execute("create temp table messages (position bigint, id uuid)")
        session.execute("create temp table groups (id bigint, name text)")
        session.execute("set search_path = pg_temp, public")
        assert session.execute("select log.register_log_group('g', null)").fetchone() == (True,)
        found = session.execute("select * from log.append('[]', null, null)").fetchone()
        assert found == ([], 0, False)
