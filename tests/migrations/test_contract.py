"""The schema changes before the functions, so everything that the last release called and read
stays.

Until there is a release, `next.json` stands for the first one and follows the SQL.
"""

from __future__ import annotations

import json
from typing import Any

import psycopg
import pytest

from tests.migrations.contract import CONTRACTS, NEXT, complaints, read, written


def _number(name: str) -> tuple[int, ...]:
    return tuple(int(part) for part in name.split("."))


RELEASED = sorted(
    (path for path in CONTRACTS.glob("*.json") if path != NEXT), key=lambda path: _number(path.stem)
)
#: Only the newest counts: code may rely on it for one release.
LAST = (RELEASED or [NEXT])[-1]

GREET = """
create function queen.greet(p_name text, p_times integer default 1)
returns table (said text, times integer) language sql as $$ select p_name, p_times $$;
revoke all on function queen.greet from public;
create view queen.greetings as select 'x'::text as said, 1 as times;
grant execute on function queen.greet to regent_api;
grant select on queen.greetings to regent_api, regent_jobs;
"""
#: The statements of that release's code, and their roles.
CALLS = (
    ("regent_api", "select * from queen.greet('you', 2)"),
    ("regent_api", "select * from queen.greet('you')"),
    ("regent_api", "select * from queen.greet(p_times => 2, p_name => 'you')"),
)
LOOKS = (
    ("regent_api", "select said, times from queen.greetings"),
    ("regent_jobs", "select said, times from queen.greetings"),
)
AGAIN = """
drop function queen.greet;
create function queen.greet({arguments}) returns {returns} language sql as $$ {body} $$;
revoke all on function queen.greet from public;
grant execute on function queen.greet to {role};
"""


def again(
    arguments: str = "p_name text, p_times integer default 1",
    returns: str = "table (said text, times integer)",
    body: str = "select p_name, p_times",
    role: str = "regent_api",
) -> str:
    """The function as the next release makes it."""
    return AGAIN.format(arguments=arguments, returns=returns, body=body, role=role)


def changed(owner_url: str, statements: str) -> tuple[list[str], bool]:
    """The promise of a release that has a greeting, and the complaints when the next one runs these
    statements; and whether the old calls really work then."""
    with psycopg.connect(owner_url, autocommit=True) as connection:
        connection.execute(GREET)
        promised = read(owner_url)
        connection.execute(statements.encode())
        works = all(_columns(connection, *call) == ["said", "times"] for call in (*CALLS, *LOOKS))
    return complaints(promised, read(owner_url)), works


def _columns(connection: psycopg.Connection[Any], role: str, statement: str) -> list[str] | None:
    """The columns that a call returns; None: it fails."""
    connection.execute(f"set role {role}".encode())
    try:
        cursor = connection.execute(statement.encode())
        return [column.name for column in cursor.description or ()]
    except psycopg.Error:
        return None
    finally:
        connection.execute("reset role")


def test_code_of_the_last_release_works_with_this_schema(owner_url: str) -> None:
    promised = json.loads(LAST.read_text())
    assert len(promised["functions"]) >= 90
    assert len(promised["views"]) >= 4
    assert complaints(promised, read(owner_url)) == []


def test_what_the_next_release_promises_is_written_down(owner_url: str) -> None:
    """`python -m tests.migrations.contract` writes it; its diff shows the change."""
    assert written(read(owner_url)).splitlines() == NEXT.read_text().splitlines()


@pytest.mark.parametrize(
    "statements",
    [
        again(body="select p_name || '!', p_times"),
        again("p_name text, p_times integer default 1, p_loudly boolean default false"),
        again("p_name text default 'you', p_times integer default 1"),
        again(role="regent_api, regent_reclaim"),
        "create function queen.wave() returns integer language sql as 'select 1';",
        "create or replace view queen.greetings as select 'x'::text as said, 1 as times, 2 as new;",
    ],
    ids=["body", "argument with a default", "default", "role", "function", "column of a view"],
)
def test_what_adds_something_is_accepted(owner_url: str, statements: str) -> None:
    assert changed(owner_url, statements) == ([], True)


SECOND = """
create function queen.greet(p_name text, p_times integer default 1, p_loudly boolean default true)
returns integer language sql as 'select 1';
grant execute on function queen.greet(text, integer, boolean) to regent_api;
"""
SHAPE = "[['said', 'text'], ['times', 'integer']]"
TAKES = "queen.greet: nothing takes its 2 arguments (p_name text, p_times integer)"


@pytest.mark.parametrize(
    ("statements", "complaint"),
    [
        ("drop function queen.greet;", TAKES),
        ("revoke execute on function queen.greet from regent_api;", TAKES),
        (again("p_name text", body="select p_name, 1"), TAKES),
        (again("p_name text, p_times jsonb default '1'", body="select p_name, 1"), TAKES),
        (again("p_whom text, p_times integer default 1", body="select p_whom, p_times"), TAKES),
        (again("p_name text, p_times integer"), TAKES),
        (again("p_name text, p_times integer, p_loudly boolean"), TAKES),
        (
            SECOND,
            "queen.greet: 2 overloads take (p_name text, p_times integer): Postgres cannot choose",
        ),
        (
            again(returns="table (said text)", body="select p_name"),
            "queen.greet: returns [['said', 'text']], not [['said', 'text'], ['times', 'integer']]",
        ),
        (
            again(
                returns="table (said text, times integer, loud boolean)",
                body="select p_name, p_times, true",
            ),
            f"queen.greet: returns {SHAPE[:-1]}, ['loud', 'boolean']], not {SHAPE}",
        ),
        (again(role="regent_reclaim"), "queen.greet: regent_api may not call it"),
        (
            "drop view queen.greetings;",
            "queen.greetings: has no column said text any more",
        ),
        (
            "alter view queen.greetings rename column times to often;",
            "queen.greetings: has no column times integer any more",
        ),
        (
            "revoke select on queen.greetings from regent_jobs;",
            "queen.greetings: regent_jobs may not read it",
        ),
    ],
    ids=[
        *("dropped", "revoked", "argument gone", "type", "name", "default gone", "new argument"),
        *("second overload", "result column gone", "result column more", "role"),
        *("view dropped", "view column renamed", "view revoked"),
    ],
)
def test_what_breaks_the_last_release_is_caught(
    owner_url: str, statements: str, complaint: str
) -> None:
    found, works = changed(owner_url, statements)
    assert complaint in found
    assert not works


def test_the_newest_release_counts() -> None:
    names = ["0.9.0", "0.10.0", "0.2.11"]
    assert sorted(names, key=_number) == ["0.2.11", "0.9.0", "0.10.0"]
