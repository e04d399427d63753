"""A copy that a test has used becomes what an install left, and the next test gets it.

That takes a fifth of the time of a new copy, and the sessions that are open to it stay warm: their
routines are compiled. A copy is restored only if nothing but rows has changed in it; `_RESTORE`
looks.
"""

from __future__ import annotations

from typing import Any

import psycopg

#: Rows that an install writes are compared. Tables are emptied without their triggers, in any
#: order. A large table keeps its pages, so its copy is not used again: tables of all copies have
#: the size at which the planner assumes the same number of pages.
_RESTORE = """
create schema restoring;
create sequence restoring.changes;

-- Every statement that changes something other than rows comes here. A sequence remembers it, even
-- if it is rolled back.
create function restoring.note() returns event_trigger language plpgsql security definer as $note$
begin
    perform nextval('restoring.changes');
end $note$;

create function restoring.restore(p_sessions int) returns boolean language plpgsql
set session_replication_role = replica as $restore$
declare
    v_database oid := (select oid from pg_database where datname = current_database());
begin
    if pg_stat_get_db_numbackends(v_database) > p_sessions then
        return false;
    end if;
    if (select is_called from restoring.changes)
       or exists (select from pg_statistic where starelid >= 16384)
       or exists (select from pg_db_role_setting where setdatabase = v_database)
       or exists (select from pg_database d where d.oid = v_database
                   and (not d.datallowconn or d.datconnlimit <> -1)) then
        return false;
    end if;
    if {sizes} > {max_bytes}
       or {statistics} is distinct from {installed_statistics}
       or {rows} is distinct from {installed_rows} then
        return false;
    end if;
    {deletes}
    {sequences}
    if pg_get_functiondef('queen.now'::regproc) <> {now} then
        execute {now};
    end if;
    return true;
end $restore$;

create event trigger restoring on ddl_command_end execute function restoring.note();
"""
_NAMES = """
    select oid::regclass::text from pg_class
     where relkind = %s and relnamespace in ('queen'::regnamespace, 'log'::regnamespace)
     order by 1"""
#: The size of the largest table, and what is known of all of them.
_SIZES = """(
        select max(pg_relation_size(oid)) from pg_class
         where relkind = 'r' and relnamespace in ('queen'::regnamespace, 'log'::regnamespace))"""
_STATISTICS = """(
        select hash_array_extended(array_agg((relpages, reltuples)::text order by oid), 0)
          from pg_class where relnamespace in ('queen'::regnamespace, 'log'::regnamespace))"""
#: Below ten pages, the planner takes a table that was never analyzed for one of ten.
_MAX_BYTES = 8 * 8192
_RESET = b"""set session authorization default; reset all; unlisten *; discard temp;
    discard sequences; select pg_advisory_unlock_all()"""


def prepare(url: str) -> None:
    """Give a template what its copies are restored with."""
    with psycopg.connect(url, autocommit=True) as connection:

        def one(statement: str) -> Any:
            row = connection.execute(statement.encode()).fetchone()
            assert row is not None
            return row[0]

        def text(statement: str) -> str:
            return str(one(f"select quote_literal({statement})"))

        def names(kind: str) -> list[str]:
            return [name for (name,) in connection.execute(_NAMES.encode(), (kind,)).fetchall()]

        tables = names("r")
        filled = [table for table in tables if one(f"select exists (select from {table})")]
        rows = " || ".join(
            f"(select coalesce(string_agg(t::text, ',' order by t::text), '') from {table} t)"
            for table in filled
        )
        deletes = "\n    ".join(
            f"if pg_relation_size('{table}') > 0 then delete from {table}; end if;"
            for table in tables
            if table not in filled
        )
        sequences = "\n    ".join(
            f"if (select is_called from {name}) then perform setval('{name}', 1, false); end if;"
            for name in names("S")
        )
        connection.execute(
            _RESTORE.format(
                sizes=_SIZES,
                max_bytes=_MAX_BYTES,
                statistics=_STATISTICS,
                installed_statistics=one(f"select {_STATISTICS}"),
                rows=rows,
                installed_rows=text(rows),
                deletes=deletes,
                sequences=sequences,
                now=text("pg_get_functiondef('queen.now'::regproc)"),
            ).encode()
        )


def restore(connection: psycopg.Connection[Any], sessions: int) -> bool:
    """Restore the database of a superuser's session, unless it has more sessions than these or
    something else than rows has changed."""
    row = connection.execute("select restoring.restore(%s)", (sessions,), prepare=True).fetchone()
    return row == (True,)


def reset(connection: psycopg.Connection[Any]) -> bool:
    """Make a session as good as a new one; False if it is broken, or in a transaction."""
    if connection.closed or connection.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
        return False
    return connection.pgconn.exec_(_RESET).status == psycopg.pq.ExecStatus.TUPLES_OK
