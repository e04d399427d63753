"""The roles of the database. On Aurora they log in with an IAM token."""

from __future__ import annotations

import psycopg

from regent.install import SQL

ROLES = ("regent_api", "regent_reclaim", "regent_jobs", "regent_export")
MAY_USE_TOKENS = "select rolname from pg_roles where pg_has_role(rolname, 'rds_iam', 'member')"


def test_aurora_s_roles_may_log_in_with_a_token(owner_url: str) -> None:
    # Aurora brings rds_iam. Here a transaction makes it and is rolled back.
    with psycopg.connect(owner_url) as connection:
        connection.execute("create role rds_iam")
        before = {name for (name,) in connection.execute(MAY_USE_TOKENS)}
        connection.execute((SQL / "roles.sql").read_bytes())
        after = {name for (name,) in connection.execute(MAY_USE_TOKENS)}
        connection.rollback()
    assert after - before == set(ROLES)
