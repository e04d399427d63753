"""The way to Postgres: connections that break, errors that are mapped, ways to log in.
(Isolation levels, timeouts and retries: tests/conformance/test_002_hardening.py.)"""

import time
from datetime import UTC, datetime
from typing import Any

import psycopg
import pytest

from regent.credentials import connection_parameters, iam_token
from regent.database import Connection, Database, IsolationLevel, _translated
from regent.errors import (
    Busy,
    DatabaseUnavailable,
    DiskFull,
    EncryptionRequired,
    InvalidJson,
    InvalidLease,
    MixedPartitions,
    PartitionsFixed,
    QueueFull,
    RegentError,
    TransactionRefused,
    UnknownPartition,
)
from regent.settings import InvalidSettings, Settings
from tests.support.rows import rows

IAM = Settings(
    database_host="regent.cluster-abc.eu-west-1.rds.amazonaws.com",
    database_port=5433,
    database_user="regent_api",
    aws_region="eu-west-1",
    aws_access_key_id="AKIDEXAMPLE",
    aws_secret_access_key="wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
)


@pytest.mark.parametrize(("pauses", "seconds"), [(False, 5), (True, 24)])
def test_a_database_that_pauses_is_given_time_to_wake_up(
    pauses: bool, seconds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    def refuse(**given: Any) -> None:
        asked.append(given["connect_timeout"])
        raise psycopg.OperationalError("nobody is there")

    monkeypatch.setattr(psycopg.Connection, "connect", refuse)
    settings = Settings(database_url="postgresql://nowhere", database_pauses=pauses)
    with pytest.raises(DatabaseUnavailable):
        Database(settings).fetch("select 1")
    assert set(asked) == {seconds}


def backend(database: Database) -> int:
    return int(database.fetch("select pg_backend_pid()")[0][0])


def terminate(owner_url: str, pid: int) -> None:
    rows(owner_url, "select pg_terminate_backend(%s, 5000)", (pid,))


def raising(sqlstate: str, detail: str = "") -> str:
    using = f"errcode = '{sqlstate}'" + (f", detail = '{detail}'" if detail else "")
    return f"do $$ begin raise exception 'the sentence' using {using}; end $$"


def failing(database: Database, statement: str) -> None:
    def work(connection: Connection) -> None:
        connection.execute(statement.encode())

    database.transaction(work)


def test_a_connection_is_used_again(database: Database) -> None:
    assert backend(database) == backend(database)


def test_a_connection_that_broke_while_idle_is_replaced(database: Database, owner_url: str) -> None:
    first = backend(database)
    terminate(owner_url, first)
    second = backend(database)
    assert second != first
    assert backend(database) == second


def test_every_idle_connection_that_broke_is_replaced(database: Database, owner_url: str) -> None:
    def nested(_: Connection) -> int:
        return backend(database)

    other = database.transaction(nested)
    one = backend(database)
    assert one != other
    terminate(owner_url, one)
    terminate(owner_url, other)
    assert backend(database) not in (one, other)


def test_a_connection_that_breaks_at_work_is_an_error_and_the_next_request_works(
    database: Database, owner_url: str
) -> None:
    def work(connection: Connection) -> None:
        terminate(owner_url, connection.info.backend_pid)
        connection.execute("select 1")

    with pytest.raises(DatabaseUnavailable) as raised:
        database.transaction(work)
    assert (raised.value.status, raised.value.retry_after_seconds) == (503, 1)
    assert database.fetch("select 1") == [(1,)]


def test_where_the_database_is_is_no_part_of_what_clients_are_told() -> None:
    words = 'connection to server at "10.0.0.1", port 5432 failed: timeout expired'
    error = _translated(psycopg.OperationalError(words))
    assert isinstance(error, DatabaseUnavailable)
    assert error.message == "the connection to the database broke"
    assert str(error) == f"the connection to the database broke: {words}"


def test_an_error_leaves_the_connection_usable(database: Database) -> None:
    first = backend(database)
    with pytest.raises(QueueFull):
        failing(database, raising("RG001"))
    assert backend(database) == first


def test_a_database_that_is_away_is_unavailable() -> None:
    database = Database(Settings(database_url="postgresql://nobody@127.0.0.1:9/none"))
    with pytest.raises(DatabaseUnavailable):
        database.fetch("select 1")
    with pytest.raises(DatabaseUnavailable):
        database.warm_up()


def test_warming_up_connects(database: Database, owner_url: str) -> None:
    count = "select count(*) as n from pg_stat_activity where application_name = 'regent' and datname = current_database()"  # noqa: E501
    assert rows(owner_url, count) == [{"n": 0}]
    database.warm_up()
    assert rows(owner_url, count) == [{"n": 1}]


def test_closing_disconnects_and_a_later_request_connects_again(database: Database) -> None:
    first = backend(database)
    database.close()
    assert backend(database) != first


@pytest.mark.parametrize(
    ("sqlstate", "kind", "code", "status"),
    [
        ("RG001", QueueFull, "QUEUE_FULL", 429),
        ("RG002", UnknownPartition, "UNKNOWN_PARTITION", 400),
        ("RG003", MixedPartitions, "MIXED_PARTITIONS", 400),
        ("RG004", EncryptionRequired, "ENCRYPTION_REQUIRED", 500),
        ("RG005", PartitionsFixed, "PARTITIONS_FIXED", 409),
        ("RG010", InvalidLease, "INVALID_LEASE", 409),
        ("RG011", TransactionRefused, "TRANSACTION_REFUSED", 409),
    ],
)
def test_our_own_sqlstates_keep_their_sentence_and_detail(
    database: Database, sqlstate: str, kind: type[RegentError], code: str, status: int
) -> None:
    with pytest.raises(kind) as raised:
        failing(database, raising(sqlstate, '{"a": 1}'))
    assert (raised.value.code, raised.value.status) == (code, status)
    assert raised.value.message == "the sentence"
    assert raised.value.detail == {"a": 1}
    with pytest.raises(kind) as raised:
        failing(database, raising(sqlstate))
    assert raised.value.detail is None


@pytest.mark.parametrize(
    ("sqlstate", "kind"),
    [
        ("55P03", Busy),
        ("57014", Busy),
        ("53000", Busy),
        ("53100", DiskFull),
        ("53200", Busy),
        ("53300", DatabaseUnavailable),
        ("53400", Busy),
        ("57P01", DatabaseUnavailable),
        ("57P02", DatabaseUnavailable),
        ("57P03", DatabaseUnavailable),
        ("57P04", DatabaseUnavailable),
        ("57P05", DatabaseUnavailable),
        ("22P05", InvalidJson),
    ],
)
def test_postgres_own_sqlstates_get_our_words(
    database: Database, sqlstate: str, kind: type[RegentError]
) -> None:
    with pytest.raises(kind) as raised:
        failing(database, raising(sqlstate))
    assert "the sentence" not in raised.value.message


def test_an_error_that_nobody_expects_stays_what_it_is(database: Database) -> None:
    with pytest.raises(psycopg.errors.DivisionByZero):
        database.fetch("select 1 / 0")


def test_a_statement_that_waits_too_long_for_a_lock_is_busy(
    database: Database, owner_url: str
) -> None:
    with psycopg.connect(owner_url) as holder:
        holder.execute("select pg_advisory_xact_lock(1)")

        def work(connection: Connection) -> None:
            connection.execute("set local lock_timeout = '20ms'")
            connection.execute("select pg_advisory_xact_lock(1)")

        with pytest.raises(Busy):
            database.transaction(work)


def test_a_transaction_is_all_or_nothing(database: Database, owner_url: str) -> None:
    rows(owner_url, "create table public.t (a integer unique)")
    rows(owner_url, "grant insert on public.t to regent_api")

    def work(connection: Connection) -> None:
        connection.execute("insert into public.t values (1)")
        connection.execute("insert into public.t values (1)")

    with pytest.raises(psycopg.errors.UniqueViolation):
        database.transaction(work, IsolationLevel.SERIALIZABLE)
    assert rows(owner_url, "select * from public.t") == []


@pytest.mark.parametrize("session_token", [None, "FwoGZXIvYXdzE/+/=//session"])
def test_the_iam_token_is_the_one_that_botocore_makes(
    monkeypatch: pytest.MonkeyPatch, session_token: str | None
) -> None:
    import boto3
    import botocore.auth

    instant = datetime(2026, 11, 18, 15, 4, 5, tzinfo=UTC)
    monkeypatch.setattr(botocore.auth, "get_current_datetime", lambda **_: instant)
    client = boto3.client(
        "rds",
        region_name=IAM.aws_region,
        aws_access_key_id=IAM.aws_access_key_id,
        aws_secret_access_key=IAM.aws_secret_access_key,
        aws_session_token=session_token,
    )
    expected = client.generate_db_auth_token(IAM.database_host, 5433, "regent_api", "eu-west-1")
    settings = Settings(**{**_fields(IAM), "aws_session_token": session_token})
    assert _parsed(iam_token(settings, instant)) == _parsed(expected)


def _fields(settings: Settings) -> dict[str, Any]:
    return {name: getattr(settings, name) for name in settings.__dataclass_fields__}


def _parsed(token: str) -> tuple[str, list[str]]:
    address, _, query = token.partition("?")
    return address, sorted(query.split("&"))


def test_an_iam_login_verifies_the_server() -> None:
    parameters = connection_parameters(IAM)
    password = parameters.pop("password")
    assert password.startswith(f"{IAM.database_host}:5433/?Action=connect&DBUser=regent_api&")
    assert parameters == {
        "host": IAM.database_host,
        "port": 5433,
        "dbname": "regent",
        "user": "regent_api",
        "sslmode": "verify-full",
        "sslrootcert": "system",
    }


def test_a_url_goes_before_everything_else() -> None:
    settings = Settings(**{**_fields(IAM), "database_url": "postgresql://x/y"})
    assert connection_parameters(settings) == {"conninfo": "postgresql://x/y"}


def test_a_secret_is_read_from_secrets_manager(monkeypatch: pytest.MonkeyPatch) -> None:
    import boto3
    from moto import mock_aws

    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing")
    with mock_aws():
        manager = boto3.client("secretsmanager", region_name="eu-west-1")
        arn = manager.create_secret(
            Name="regent",
            SecretString='{"username": "u", "password": "p\'q", "host": "h", "port": 5434,'
            ' "dbname": "d", "engine": "postgres"}',
        )["ARN"]
        partial = manager.create_secret(
            Name="partial", SecretString='{"username": "u", "password": "p"}'
        )["ARN"]
        settings = Settings(database_secret_arn=arn, aws_region="eu-west-1")
        assert connection_parameters(settings) == {
            "host": "h",
            "port": 5434,
            "dbname": "d",
            "user": "u",
            "password": "p'q",
            "sslmode": "verify-full",
            "sslrootcert": "system",
        }
        settings = Settings(
            database_secret_arn=partial, aws_region="eu-west-1", database_host="other"
        )
        assert connection_parameters(settings)["host"] == "other"
        assert connection_parameters(settings)["port"] == 5432


def test_no_way_to_the_database_says_which_there_are() -> None:
    for settings in (Settings(), Settings(database_host="h"), Settings(aws_region="r")):
        with pytest.raises(InvalidSettings, match="REGENT_DATABASE_URL"):
            connection_parameters(settings)


@pytest.mark.parametrize("way", ["fetch", "call"])
def test_a_routine_that_an_upgrade_replaced_is_called_again_on_a_new_connection(
    database: Database, owner_url: str, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    run = getattr(database, way)
    monkeypatch.setattr(time, "sleep", lambda _: None)
    make = "create function queen.upgraded() returns table ({}) language sql as 'select {}'"
    with psycopg.connect(owner_url, autocommit=True) as owner:
        owner.execute(make.format("a int", "1"))
        assert run("select * from queen.upgraded()") == [(1,)]
        owner.execute("drop function queen.upgraded")
        owner.execute(make.format("a int, b int", "1, 2"))
    assert run("select * from queen.upgraded()") == [(1, 2)]
