"""A consumer process that writes down what it processes, until it is killed.

    python -m tests.client.worker <url> <topic> <journal> <seconds a record> [--commits-first]

A line of its journal is "p <partition> <offset>" for a record that was processed, and
"a <generation> <partition>" for a partition that it was given.
"""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from pathlib import Path

from regent.client import Consumer, ConsumerConfig, RegentError

BATCH = 25


def main(url: str, topic: str, journal_path: str, seconds: str, *flags: str) -> None:
    commits_first = "--commits-first" in flags
    config = ConsumerConfig(
        url=url,
        group_id="app",
        heartbeat_interval_ms=100,
        session_timeout_ms=1_000,
        max_poll_records=BATCH,
        enable_auto_commit=not commits_first,
    )
    with Path(journal_path).open("a", buffering=1) as journal, Consumer(config) as consumer:

        def note(partitions: list[int]) -> None:
            journal.writelines(f"a {consumer.generation} {partition}\n" for partition in partitions)

        consumer.subscribe(topic, on_assigned=note)
        while True:
            records = consumer.poll(0.2)
            if commits_first:  # what nobody should do
                with suppress(RegentError):
                    consumer.commit()
            for record in records:
                time.sleep(float(seconds))
                journal.write(f"p {record.partition} {record.offset}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
