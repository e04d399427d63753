"""The contenders of the event log do the work that is measured."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from regent.install import install
from tests.bench.arena import Arena, execute
from tests.bench.clients import elsewhere, measure
from tests.bench.log import Log
from tests.bench.rivals.one_row import install_one_row
from tests.bench.rivals.seed_log import SeedLog

MESSAGES = 1_000


def test_both_ways_to_commit_order_append_every_message(tmp_path: Path) -> None:
    ours, other = Log("log", install), Log("log_one_row", install_one_row)
    with Arena(tmp_path) as arena, arena.databases(ours, other) as urls:  # type: ignore[arg-type]
        for contender, url in zip((ours, other), urls, strict=True):
            played = measure(partial(contender.writer, url, True), 2, 0.1)
            assert played.messages_per_second > 10
            (row,) = execute(url, "select count(*), count(distinct position) from log.messages")
            assert row[0] == row[1] > 10
        (gaps,) = execute(urls[1], "select max(position) - count(*) from log.messages")
        assert gaps == (0,)


def steps(contender: Log | SeedLog, url: str) -> list[int]:
    """The numbers of messages that claims and reads move."""
    claim = contender.claimer(url)
    moved = [claim()]
    contender.appender(url)()
    return [*moved, claim(), claim(), contender.reader(url)()]


def test_the_seed_s_sql_claims_and_reads_what_regent_does(tmp_path: Path) -> None:
    ours, seed = Log("log", install, MESSAGES), SeedLog(MESSAGES)
    with Arena(tmp_path) as arena, arena.databases(ours, seed) as urls:  # type: ignore[arg-type]
        found = [
            elsewhere(partial(steps, contender, url))
            for contender, url in zip((ours, seed), urls, strict=True)
        ]
    assert found == [[0, 1, 0, 10], [0, 1, 0, 10]]
