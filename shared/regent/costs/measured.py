"""What a message takes: measured, assumed of AWS, or taken from the program.

Measured on 2026-11-18 (2 cores, Postgres 18.4, payloads of 256 bytes), by the size of the batch.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Effort:
    """What a request takes that moves one message, and one that moves a hundred. Between them it is
    a straight line: so much for the request, and so much for each of its messages."""

    one: float
    hundred: float

    def of(self, requests: float, messages: float) -> float:
        """What so many requests take that move so many messages together."""
        each_message = (self.hundred - self.one) / 99
        return (self.one - each_message) * requests + each_message * messages


#: `python -m tests.bench.cpu`: the database's processor time, in microseconds. The benchmark has a
#: pop and its ack together.
PUSH_US: Final = Effort(180.0, 1_550.0)
POP_AND_ACK_US: Final = Effort(482.5, 790.0)
HALF_US: Final = Effort(POP_AND_ACK_US.one / 2, POP_AND_ACK_US.hundred / 2)
#: By the same benchmark: a pop that finds nothing. It writes nothing.
EMPTY_POP_US: Final = 42.0
#: By the same benchmark: write-ahead log, in bytes.
PUSH_WAL_BYTES: Final = Effort(793.5, 74_090.0)
POP_AND_ACK_WAL_BYTES: Final = Effort(864.2, 970.0)
HALF_WAL_BYTES: Final = Effort(POP_AND_ACK_WAL_BYTES.one / 2, POP_AND_ACK_WAL_BYTES.hundred / 2)
#: By the same benchmark: a message in the table of messages, with its indexes.
STORED_BYTES: Final = 483
#: docs/benchmarks.md, "Handlers without the database"; an ack is taken to be like a push.
PUSH_HANDLER_MS: Final = Effort(0.0565, 0.456)
POP_HANDLER_MS: Final = Effort(0.0674, 0.337)
#: A line of the access log, which is counted 26 bytes longer. A request has no other line.
ACCESS_LOG_BYTES: Final = 370

# Assumed: these were not measured on AWS.
#: A network's round trip, and a commit to Aurora's storage.
ROUND_TRIP_MS: Final = 1.0
COMMIT_MS: Final = 4.0
#: The time that Powertools takes around a handler, on a whole processor.
INSTRUMENTS_MS: Final = 0.6
#: An ACU is 2 GiB; Aurora's memory-optimized machines have 8 GiB for each processor.
PROCESSORS_AN_ACU: Final = 0.25
#: Above this share, Aurora grows.
BUSY: Final = 0.6
#: The capacity while the database is awake without work, with minAcu 0.
AWAKE_ACU: Final = 1.0
#: Aurora counts writes in pieces of this size, at least one a commit.
IO_BYTES: Final = 4_096
RECLAIM_MS: Final = 100
#: A request with its answer, headers included.
REQUEST_BYTES: Final = 1_500

# From the program; tests/infra/test_costs.py compares them with it.
HOT_MEMORY_GB: Final = 1.0
WAITING_MEMORY_GB: Final = 0.5
RECLAIM_MEMORY_GB: Final = 0.5
HOT_PROCESSORS: Final = 1_024 / 1_769
WAITING_PROCESSORS: Final = 512 / 1_769
#: Alarms, and those on jobs. The metrics of jobs: how long retention and its oldest batch have
#: stood still, and the lag job's of the whole system.
ALARM_METRICS: Final = 31
JOB_ALARM_METRICS: Final = 3
JOB_METRICS: Final = 2 + 8
ZONES: Final = 2
#: An idle stack that pauses: how often the reclaim looks, and for how long a look keeps it awake.
LOOK_EVERY_SECONDS: Final = 21_600
AWAKE_SECONDS: Final = 60 + 300
LAG_RUNS_A_DAY: Final = 24
RETENTION_RUNS_A_DAY: Final = 1
WORKERS: Final = 2
#: The reclaim's own metrics, by name.
RECLAIM_METRICS: Final = 13
#: The functions of a message: push, pop and ack.
FUNCTIONS_OF_A_MESSAGE: Final = 3
#: Lambda traces one request a second and this part of the others. Here the second number matters.
TRACED: Final = 0.05
