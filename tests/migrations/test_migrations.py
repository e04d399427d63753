"""A schema that an old release installed and this one upgraded is the schema of a fresh install.

`released/<version>/` holds the tables of a release as they were, and the migrations that they
already contain; `make release` puts them there. Only a later migration may change that release's
objects.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from regent import install as installer
from regent.database import Database
from regent.encryption import Encryption
from regent.install import SQL, TABLES, InstallReport, SchemaTooNew, install, install_into
from regent.local.postgres import Postgres
from regent.settings import Settings
from regent.stores.queue import Queues
from regent.stores.queue_types import PopRequest
from tests.migrations.catalog import catalog, differences
from tests.races.sessions import STUCK_SECONDS
from tests.release.writing import freeze

RELEASED = sorted((Path(__file__).parent / "released").glob("*"))
Empty = Callable[[], str]


@pytest.fixture(params=RELEASED or ["today"], ids=lambda release: Path(release).name)
def frozen(request, tmp_path) -> Path:
    """Each release. Before there is one, the files that `make release` would freeze today stand for
    it."""
    if RELEASED:
        return request.param
    freeze(SQL, tmp_path / "today")
    return tmp_path / "today"


def install_release(url: str, frozen: Path, tmp_path: Path) -> InstallReport:
    """Install an old release: its tables and the migrations that they already contain. It gets no
    code, because the upgrade replaces that anyway."""
    sql = tmp_path / f"sql-{frozen.name}"
    shutil.copytree(frozen, sql)
    shutil.copy(SQL / "roles.sql", sql)
    with pytest.MonkeyPatch.context() as old:
        tables = [each for each in TABLES if installer.table_file(frozen, each).exists()]
        old.setattr(installer, "TABLES", tables)
        return install(url, sql)


def lacking(frozen: Path) -> tuple[str, ...]:
    """The migrations that came after a release."""
    held = {each.name for each in frozen.glob("migrations/*.sql")}
    return tuple(sorted({each.name for each in SQL.glob("migrations/*.sql")} - held))


def changed(tmp_path: Path, name: str = "next") -> Path:
    """A copy of the shipped SQL, to be changed by a test."""
    sql = tmp_path / name
    shutil.copytree(SQL, sql)
    (sql / "migrations").mkdir(exist_ok=True)
    return sql


def change(sql: Path, name: str, migration: str, fresh: str | None = None) -> None:
    """Write the next migration there, and the table of queues that goes with it."""
    (sql / "migrations" / name).write_text(migration)
    table = installer.table_file(sql, "queue/queues")
    table.write_text(table.read_text() + (migration if fresh is None else fresh))


def store(url: str) -> Queues:
    database = Database(Settings(database_url=url.replace("//postgres@", "//regent_api@")))
    return Queues(database, Encryption(Settings()))


def test_a_release_that_is_upgraded_equals_a_fresh_install(empty: Empty, tmp_path, frozen):
    fresh, migrated = empty(), empty()
    install(fresh)
    assert install_release(migrated, frozen, tmp_path).created
    report = install(migrated)
    assert not report.created
    assert report.routines_replaced
    assert report.migrated == lacking(frozen)
    assert differences(catalog(fresh), catalog(migrated)) == []


FRESH_COLUMN = "alter table queen.queues add column colour text not null default 'red';"
FRESH_INDEX = "create index queues_colour on queen.queues (colour) where colour <> 'red';"


def upgraded(empty: Empty, tmp_path: Path, fresh: str, migration: str) -> list[str]:
    """Install today's release, then one with this table and this migration; returns the
    differences."""
    old, new = empty(), empty()
    install(old)
    sql = changed(tmp_path)
    change(sql, "9999_colour.sql", migration, fresh)
    install(new, sql)
    assert install(old, sql).migrated == ("9999_colour.sql",)
    return differences(catalog(new), catalog(old))


def test_a_migration_that_does_all_that_the_tables_say_is_accepted(empty, tmp_path):
    both = FRESH_COLUMN + FRESH_INDEX
    assert upgraded(empty, tmp_path, both, both) == []


@pytest.mark.parametrize(
    ("what", "forgetful"),
    [
        ("indexes", FRESH_COLUMN),
        ("columns", FRESH_COLUMN.replace("not null ", "") + FRESH_INDEX),
        ("columns", FRESH_COLUMN.replace("'red'", "'blue'") + FRESH_INDEX),
        ("columns", FRESH_COLUMN.replace("text", "varchar(9)") + FRESH_INDEX),
        ("tables", FRESH_COLUMN + FRESH_INDEX
                   + "alter table queen.messages set (fillfactor = 90);"),
        ("constraints", FRESH_COLUMN + FRESH_INDEX
                        + "alter table queen.queues add check (colour <> '');"),
        ("triggers", FRESH_COLUMN + FRESH_INDEX
                     + "create trigger t before truncate on queen.queues"
                       " execute function suppress_redundant_updates_trigger();"),
        ("tables", FRESH_COLUMN + FRESH_INDEX + "grant select on queen.queues to regent_api;"),
    ],
)  # fmt: skip
def test_a_migration_that_forgets_or_adds_something_is_caught(empty, tmp_path, what, forgetful):
    found = upgraded(empty, tmp_path, FRESH_COLUMN + FRESH_INDEX, forgetful)
    assert any(line.startswith(what) for line in found), found


def test_every_release_gets_the_migrations_that_it_lacks(empty, tmp_path):
    """Two releases are frozen, and the third upgrades both."""
    sql, fresh = changed(tmp_path), empty()
    freeze(sql, tmp_path / "1.0.0")
    change(sql, "9998_colour.sql", FRESH_COLUMN)
    freeze(sql, tmp_path / "1.1.0")
    change(sql, "9999_index.sql", FRESH_INDEX)
    install(fresh, sql)
    ran = {}
    for version in ("1.0.0", "1.1.0"):
        migrated = empty()
        install_release(migrated, tmp_path / version, tmp_path)
        ran[version] = install(migrated, sql).migrated
        assert differences(catalog(fresh), catalog(migrated)) == []
    assert ran == {"1.0.0": ("9998_colour.sql", "9999_index.sql"), "1.1.0": ("9999_index.sql",)}


def test_installing_again_changes_nothing(empty):
    url = empty()
    assert install(url).created
    before = catalog(url)
    stamp = _stamps(url)
    report = install(url)
    assert (report.created, report.migrated, report.routines_replaced) == (False, (), False)
    assert catalog(url) == before
    assert _stamps(url) == stamp


def test_routines_are_replaced_when_they_change_and_only_then(empty, tmp_path):
    url = empty()
    install(url)
    before = _function_ids(url)
    install(url)
    assert _function_ids(url) == before
    sql = changed(tmp_path)
    routine = sql / "queue" / "extend.sql"
    routine.write_text(routine.read_text() + "\n-- changed\n")
    (sql / "queue" / "now_and_then.sql").write_text(
        "create function queen.now_and_then() returns int language sql return 1;"
    )
    assert install(url, sql).routines_replaced
    assert not install(url, sql).routines_replaced
    assert "now_and_then" in str(catalog(url)["functions"])
    assert install(url).routines_replaced
    assert "now_and_then" not in str(catalog(url)["functions"])


def test_an_upgrade_keeps_the_data(empty, tmp_path):
    url = empty()
    install(url)
    queues = store(url)
    queues.push([{"queue": "q", "partition": "p", "transactionId": "t", "payload": 1}])
    lease = queues.pop("q", None, PopRequest(group="g"))
    queues.close()
    sql = changed(tmp_path)
    (sql / "migrations" / "9999_colour.sql").write_text(FRESH_COLUMN)
    assert install(url, sql).migrated == ("9999_colour.sql",)
    queues = store(url)
    (duplicate,) = queues.push([{"queue": "q", "partition": "p", "transactionId": "t"}])
    assert duplicate.duplicate
    assert duplicate.message_id == str(lease.messages[0].id)
    (answer,) = queues.ack(
        [{
            "transactionId": "t",
            "partitionId": str(lease.messages[0].partition_id),
            "status": "completed",
            "group": "g",
            "leaseId": lease.id,
        }]
    )  # fmt: skip
    assert answer.success
    queues.close()


def test_an_old_release_leaves_a_newer_schema_alone(empty, tmp_path):
    url = empty()
    sql = changed(tmp_path)
    change(sql, "9999_colour.sql", FRESH_COLUMN)
    routine = sql / "queue" / "extend.sql"
    routine.write_text(routine.read_text() + "\n-- changed\n")
    install(url, sql)
    before = (_stamps(url), _function_ids(url))
    with pytest.raises(SchemaTooNew, match=r"later release .*\(9999_colour\.sql\).*start that rel"):
        install(url)
    assert (_stamps(url), _function_ids(url)) == before
    assert not install(url, sql).routines_replaced


def test_in_a_database_of_regents_own_nobody_makes_temporary_tables(empty):
    shared, alone = empty(), empty()
    install(shared)
    install_into(Settings(database_url=alone), alone=True)
    for url, refused in ((shared, False), (alone, True)):
        for role in ("regent_api", "regent_reclaim", "regent_jobs"):
            with psycopg.connect(url.replace("//postgres@", f"//{role}@")) as connection:
                assert connection.execute(
                    "select has_database_privilege(current_database(), 'temporary')"
                ).fetchone() == (not refused,)


@pytest.mark.parametrize("where", ["migrations/9999_fails.sql", "queue/zzz_fails.sql"])
def test_an_upgrade_that_fails_leaves_nothing_behind(empty, tmp_path, where):
    url = empty()
    install(url)
    before = catalog(url)
    sql = changed(tmp_path)
    (sql / "migrations" / "9998_works.sql").write_text(FRESH_COLUMN)
    (sql / where).write_text("select 1/0;")
    with pytest.raises(psycopg.errors.DivisionByZero):
        install(url, sql)
    assert catalog(url) == before
    assert not install(url).routines_replaced


def test_a_first_install_that_fails_leaves_nothing_behind(empty, tmp_path):
    url = empty()
    sql = changed(tmp_path)
    (sql / "queue" / "zzz_fails.sql").write_text("select 1/0;")
    with pytest.raises(psycopg.errors.DivisionByZero):
        install(url, sql)
    with psycopg.connect(url) as connection:
        assert connection.execute(
            "select count(*) from pg_namespace where nspname = 'queen'"
        ).fetchone() == (0,)
    assert install(url).created


def test_two_installs_at_once_take_turns(empty):
    """The advisory lock holds both up; then one creates the schema, and the other finds it
    complete."""
    url = empty()
    with psycopg.connect(url) as gate, ThreadPoolExecutor(2) as threads:
        gate.execute("select pg_advisory_xact_lock(%s)", (installer._LOCK,))
        calls = [threads.submit(install, url) for _ in range(2)]
        _wait_for_waiters(url, 2)
        with psycopg.connect(url) as look:
            assert look.execute("select to_regnamespace('queen')").fetchone() == (None,)
        gate.rollback()
        reports = [call.result(STUCK_SECONDS) for call in calls]
    assert sorted(report.created for report in reports) == [False, True]
    assert install(url).routines_replaced is False


def test_installs_into_two_databases_of_one_server_do_not_disturb_each_other(empty):
    """Roles belong to the server: both installs want to make them at the same time."""
    urls = [empty() for _ in range(4)]
    start = threading.Barrier(len(urls))

    def at_once(url: str) -> bool:
        start.wait()
        return install(url).created

    with ThreadPoolExecutor(len(urls)) as threads:
        assert list(threads.map(at_once, urls)) == [True] * len(urls)
    assert differences(catalog(urls[0]), catalog(urls[3])) == []


def test_what_was_installed_works(empty):
    url = empty()
    install(url)
    queues = store(url)
    queues.push([{"queue": "q", "payload": n} for n in range(3)])
    lease = queues.pop("q", None, PopRequest(batch=10))
    assert [message.payload for message in lease.messages] == ["0", "1", "2"]
    queues.close()


def test_a_private_routine_is_callable_by_nobody_else(empty):
    url = empty()
    install(url)
    with psycopg.connect(url) as connection:
        callable_by_all = connection.execute(
            "select p.proname from pg_proc p where p.pronamespace = 'queen'::regnamespace"
            " and p.proname like '\\_%' and (has_function_privilege('regent_api', p.oid, 'execute')"
            " or has_function_privilege('regent_jobs', p.oid, 'execute')"
            " or has_function_privilege('regent_reclaim', p.oid, 'execute'))"
        ).fetchall()
    assert callable_by_all == []


def _stamps(url: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url) as connection:
        return connection.execute("select * from queen.schema_versions order by name").fetchall()


def _function_ids(url: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url) as connection:
        return connection.execute(
            "select oid, xmin::text from pg_proc where pronamespace = 'queen'::regnamespace"
            " order by oid"
        ).fetchall()


def _wait_for_waiters(url: str, number: int) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        for _ in range(20_000):
            row = connection.execute(
                "select count(*) from pg_locks where locktype = 'advisory' and not granted"
            ).fetchone()
            if row == (number,):
                return
    raise AssertionError("the installs do not wait")


@pytest.mark.parametrize("version", [16, 18])
def test_a_role_that_is_no_superuser_installs(tmp_path: Path, version: int) -> None:
    """Aurora's master is like this: it may make roles and databases and no more."""
    with Postgres(tmp_path / "data", version=version, throw_away=True) as server:
        with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
            connection.execute("create role master login createrole createdb")
            connection.execute("create database app owner master")
        url = server.url("app").replace("//postgres@", "//master@")
        assert install(url).created
        assert not install(url).created
