"""Rows with a position, an id and a payload, inserted by hand through Regent's driver: the limit of
an append."""

from __future__ import annotations

import json
import uuid

import psycopg

from regent.database import Database
from regent.settings import Settings
from tests.bench.contenders import Step

_TABLE = """
create table appended (
    position bigint generated always as identity primary key,
    id uuid not null unique,
    type text not null,
    created_at timestamptz not null default now(),
    payload json not null);
grant insert, select on appended to regent_api"""


class BareLog:
    """A table for messages."""

    name = "bare_log"

    def install(self, url: str) -> None:
        """The table, and the role of all writers."""
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(_TABLE)

    def writer(self, url: str, guarded: bool) -> Step:
        """A client that inserts rows, one at a time; nothing guards them."""
        database = Database(Settings(database_url=url.replace("//postgres@", "//regent_api@")))
        writer, text = str(uuid.uuid4()), "x" * 180

        def step() -> int:
            payload = json.dumps({"writer": writer, "text": text})
            database.call(
                "insert into appended (id, type, payload) values ($1, 'noted', $2)"
                " returning position",
                uuid.uuid4(),
                payload,
            )
            return 1

        return step
