"""Installs the schema, or upgrades an older one: in one transaction, under a lock, repeatable.

Each room's ``tables/`` describe a fresh schema, and ``migrations/`` upgrade an older one to the
same state (tests/migrations proves that both agree). Routines and views hold no data: when one of
them has changed, all are dropped and created again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from regent import __version__
from regent.database import Connection, Database
from regent.errors import RegentError
from regent.settings import Settings

SQL: Final = Path(__file__).parent / "sql"
#: room/table, in the order in which they refer to each other.
TABLES: Final = (
    "queue/queues",
    "queue/partitions",
    "queue/messages",
    "messages/message_traces",
    "messages/message_trace_names",
    "queue/consumer_groups",
    "queue/partition_consumers",
    "queue/attempts",
    "queue/dead_letter_queue",
    "dead_letters/redrives",
    "keys/data_keys",
    "queue/consumer_groups_metadata",
    "queue/counted_queues",
    "queue/counted_groups",
    "base/bounds",
    "queue/maintenance",
    "queue/paused_groups",
    "queue/keyed_transactions",
    "base/schedule_runs",
    "status/queue_totals",
    "queue/deleted_counts",
    "queue/reserved_offsets",
    "status/queue_activity",
    "status/request_counts",
    "status/job_runs",
    "status/reader_marks",
    "members/member_groups",
    "members/members",
    "members/generations",
    "lag/lag_snapshots",
    "lag/lag_partitions",
    "retention/retention_history",
    "retention/completed_marks",
    "retention/archive_batches",
    "retention/archive_ranges",
    "audit/changes",
    "log/kinds",
    "log/types",
    "log/messages",
    "log/message_keys",
    "log/shapes",
    "log/groups",
    "log/scans",
    "log/offsets",
    "log/offset_keys",
    "log/replays",
    "log/scheduled",
)
#: Queues and members live in the first, the event log in the second.
SCHEMAS: Final = ("queen", "log")
_LOCK: Final = 7_367_454_821_006  # any number, as long as no other program takes the same lock


class SchemaTooNew(RegentError):
    """A later release has changed the tables: what this one installs may not fit them."""


@dataclass(frozen=True, slots=True)
class InstallReport:
    """What an install did."""

    created: bool
    migrated: tuple[str, ...]
    routines_replaced: bool


def install(url: str, sql: Path = SQL, settings: Settings | None = None) -> InstallReport:
    """Install into the database at ``url``, as a role that may create roles and schemas."""
    return install_into(replace(settings or Settings(), database_url=url), sql)


def install_into(settings: Settings, sql: Path = SQL, *, alone: bool = False) -> InstallReport:
    """Install into the database of these settings, with their bounds. ``alone``: nothing but Regent
    uses that database, so that what nobody needs there is taken from everybody."""
    database = Database(settings)
    try:
        return database.transaction(lambda connection: _install(connection, settings, sql, alone))
    finally:
        database.close()


def _install(connection: Connection, settings: Settings, sql: Path, alone: bool) -> InstallReport:
    connection.execute("set local statement_timeout = 0")
    connection.execute("set local lock_timeout = '60s'")
    connection.execute("select pg_advisory_xact_lock(%s)", (_LOCK,))
    _run(connection, sql / "roles.sql")
    if alone:
        _revoke_temporary(connection)
    for schema in SCHEMAS:
        connection.execute(f"create schema if not exists {schema} authorization regent_owner")
    connection.execute("set local role regent_owner")
    connection.execute("set local search_path = queen, pg_temp")
    # Files run in the order of their names, so a routine may come before one that it calls.
    connection.execute("set local check_function_bodies = off")
    connection.execute(
        "create table if not exists queen.schema_versions"
        " (name text primary key, checksum text not null, applied_at timestamptz not null)"
    )
    applied: dict[str, str] = dict(
        connection.execute("select name, checksum from queen.schema_versions").fetchall()
    )
    created = not applied
    migrations = sorted((sql / "migrations").glob("*.sql"))
    _refuse_newer(applied, migrations)
    migrated = []
    if created:
        for table in TABLES:
            _run(connection, table_file(sql, table))
    for migration in migrations:
        if migration.name not in applied:
            if not created:
                _drop_code(connection)  # a view or routine must not block a change of its table
                _run(connection, migration)
                migrated.append(migration.name)
            _record(connection, migration.name, _checksum([migration]))
    code = _code(sql)
    replaced = applied.get("code") != _checksum(code) or bool(migrated)
    if replaced:
        _drop_code(connection)
        for file in code:
            _run(connection, file)
        _record(connection, "code", _checksum(code))
    # For programs that go to the database without a server: schema.py of regent.direct reads it.
    connection.execute(f"comment on schema queen is 'Regent {__version__}'".encode())
    _write_bounds(connection, settings)
    return InstallReport(created, tuple(migrated), replaced)


def _write_bounds(connection: Connection, settings: Settings) -> None:
    connection.execute(
        "insert into queen.bounds (queues, partitions, groups, plain_names) values (%s, %s, %s, %s)"
        " on conflict (only_row) do update set"
        " queues = excluded.queues, partitions = excluded.partitions, groups = excluded.groups,"
        " plain_names = excluded.plain_names",
        (settings.max_queues, settings.max_partitions, settings.max_groups, settings.plain_names),
    )


def _revoke_temporary(connection: Connection) -> None:
    """Temporary tables take disk and memory, and no routine needs one."""
    connection.execute("""
        do $$
        begin
            execute format('revoke temporary on database %I from public', current_database());
        end $$""")


def _refuse_newer(applied: Mapping[str, str], migrations: list[Path]) -> None:
    unknown = sorted(set(applied) - {"code"} - {each.name for each in migrations})
    if unknown:
        raise SchemaTooNew(
            f"a later release of Regent has upgraded this database ({', '.join(unknown)}), and this"
            f" one, {__version__}, does not know these tables: start that release, or a later one."
            " Nothing was changed"
        )


def table_file(sql: Path, table: str) -> Path:
    """The file of a table in its room: ``queue/messages`` is queue/tables/messages.sql."""
    room, name = table.split("/")
    return sql / room / "tables" / f"{name}.sql"


def _code(sql: Path) -> list[Path]:
    """Every room's routines, then the views over them, then the grants. base comes first of these,
    because it revokes."""
    grants = sorted(sql.glob("*/grants.sql"), key=lambda path: (path.parent.name != "base", path))
    routines = set(sql.glob("*/*.sql")) - set(grants) - set(sql.glob("migrations/*.sql"))
    return [*sorted(routines), *sorted(sql.glob("*/views/*.sql")), *grants]


def _run(connection: Connection, file: Path) -> None:
    connection.execute(file.read_bytes(), prepare=False)


def _checksum(files: list[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def _record(connection: Connection, name: str, checksum: str) -> None:
    connection.execute(
        "insert into queen.schema_versions values (%s, %s, clock_timestamp())"
        " on conflict (name) do update"
        " set checksum = excluded.checksum, applied_at = excluded.applied_at",
        (name, checksum),
    )


def _drop_code(connection: Connection) -> None:
    connection.execute("""
        do $$
        declare
            v_name text;
        begin
            for v_name in select oid::regclass::text from pg_class
                           where relnamespace in ('queen'::regnamespace, 'log'::regnamespace)
                             and relkind = 'v' loop
                execute 'drop view ' || v_name || ' cascade';
            end loop;
            for v_name in select oid::regprocedure::text from pg_proc
                           where pronamespace in ('queen'::regnamespace, 'log'::regnamespace) loop
                execute 'drop routine if exists ' || v_name || ' cascade';
            end loop;
        end $$""")
