"""Queen's published Python clients, unmodified, against a running Regent.

Each check of scripts/ is a test of its own, once per version; one that says nothing has failed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

import psycopg
import pytest

from tests.local.conftest import LocalServer
from tests.published_clients.conftest import SCRIPTS, VERSIONS, Runs

ONLY_SINCE_2 = "since_2.py"


def _checks() -> Iterator[tuple[str, str]]:
    """(version, check): read from the text, because here is no client to import."""
    for path in sorted(SCRIPTS.glob("*.py")):
        names = [
            node.name
            for node in ast.parse(path.read_text()).body
            if isinstance(node, ast.AsyncFunctionDef)
            and "check" in map(ast.unparse, node.decorator_list)
        ]
        for version in VERSIONS:
            if path.name != ONLY_SINCE_2 or version.startswith("2."):
                yield from ((version, name) for name in names)


CHECKS = list(_checks())


def test_there_is_much_to_check() -> None:
    assert len([name for version, name in CHECKS if version == "0.15"]) >= 60
    assert len([name for version, name in CHECKS if version == "2.6"]) >= 68


@pytest.mark.parametrize(("version", "check"), CHECKS)
def test_client(runs: Runs, version: str, check: str) -> None:
    found = runs[version].checks.get(check)
    assert found is not None, f"no result; it said: {runs[version].output[-3000:]}"
    assert found["ok"], found["error"]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(
    ("check", "expected"),
    [
        (
            "poison_is_dead_after_its_retries_and_blocks_nobody",
            ("poison", {"n": 0, "poison": True}, 3, "retries", "this message kills"),
        ),
        ("rejected_message_is_dead_at_once", ("rejected", {"n": 0}, 0, "rejected", "not for us")),
        ("transaction_that_fails_a_message_buries_it", ("buried", {"n": 0}, 0, "rejected", "")),
        ("batch_succeeds_at_the_third_attempt", None),
        ("retry_counts_no_attempt", None),
    ],
)
def test_dead_letters(
    runs: Runs, server: LocalServer, version: str, check: str, expected: object
) -> None:
    """As the database has them: burying.py reads them with the clients' own dlq()."""
    assert runs[version].checks[check]["ok"]
    with psycopg.connect(server.database_url) as connection:
        found = connection.execute(
            "select d.transaction_text, d.payload, d.retry_count, d.reason, d.error_message"
            "  from queen.dead_letter_queue d"
            "  join queen.partitions p on p.id = d.partition_id"
            "  join queen.queues q on q.id = p.queue_id"
            " where q.name = %s",
            (f"{check}-{version}.0",),
        ).fetchall()
    assert found == ([] if expected is None else [expected])
