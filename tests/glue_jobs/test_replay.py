"""The replay: archived messages come back in their order, once."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from glue_jobs import replay
from glue_jobs.lib import archive, manifests
from glue_jobs.lib.arguments import InvalidArguments
from glue_jobs.lib.errors import StorageError
from glue_jobs.lib.storage import Storage
from glue_jobs.lib.wanted import Wanted
from glue_jobs.replay import Pace, ReplayArguments
from regent.errors import RegentError
from regent.stores.queue import Queues
from tests.glue_jobs.archives import Jobs, archive_here
from tests.support.clock import StoppedClock
from tests.support.retention import consume, retained
from tests.support.rows import rows
from tests.support.store import configure, payloads, pop, push

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

DAY = 86_400
STORED = (
    'select p.name as partition, m."offset", m.payload::text as payload,'
    " coalesce(m.transaction_text, m.transaction_key::text) as transaction_id, m.trace_id::text,"
    " m.key, m.headers::text as headers, m.producer_sub, m.is_encrypted"
    " from queen.messages m join queen.partitions p on p.id = m.partition_id"
    ' join queen.queues q on q.id = p.queue_id where q.name = %s order by p.name, m."offset"'
)
TRACE = "00000000-0000-4000-8000-000000000001"


def stored(owner_url: str, queue: str) -> list[tuple[object, ...]]:
    return [tuple(row.values()) for row in rows(owner_url, STORED, (queue,))]


@pytest.fixture
def gone(store: Queues, stopped_clock: StoppedClock, jobs: Jobs, jobs_url: str) -> Jobs:
    """Messages of three days in two partitions, all of them archived and deleted."""
    retained(store, pending=DAY)
    for day in range(3):
        store.push(
            [
                {"queue": "q", "partition": "a", "payload": f"a{day}", "transactionId": f"a{day}"},
                {"queue": "q", "partition": "b", "payload": {"b": day}, "key": f"k{day}",
                 "headers": {"day": day}, "traceId": TRACE, "transactionId": f"b{day}"},
            ],
            f"producer {day % 2}",
        )  # fmt: skip
        stopped_clock.advance(DAY)
    stopped_clock.advance(1)
    assert archive_here(jobs_url, jobs.output) == 6
    return jobs


def test_messages_come_back_as_they_were(gone, owner_url):
    assert gone.replay("--queue", "q") == {
        "files": 3,
        "messages": 6,
        "stored": 6,
        "duplicates": 0,
    }
    assert stored(owner_url, "q") == [
        ("a", 3, '"a0"', "a0", None, None, None, "producer 0", False),
        ("a", 4, '"a1"', "a1", None, None, None, "producer 1", False),
        ("a", 5, '"a2"', "a2", None, None, None, "producer 0", False),
        ("b", 3, '{"b":0}', "b0", TRACE, "k0", '{"day":0}', "producer 0", False),
        ("b", 4, '{"b":1}', "b1", TRACE, "k1", '{"day":1}', "producer 1", False),
        ("b", 5, '{"b":2}', "b2", TRACE, "k2", '{"day":2}', "producer 0", False),
    ]


def test_a_second_run_is_all_duplicates(gone, owner_url):
    gone.replay("--queue", "q", "--to", "again")
    summary = gone.replay("--queue", "q", "--to", "again")
    assert (summary["stored"], summary["duplicates"]) == (0, 6)
    assert len(stored(owner_url, "again")) == 6
    assert stored(owner_url, "q") == []


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["--partition", "a"], ["a0", "a1", "a2"]),
        (["--key", "k1"], ["b1"]),
        (["--partition", "b", "--from-offset", "1"], ["b1", "b2"]),
        (["--partition", "b", "--from-offset", "1", "--until-offset", "2"], ["b1"]),
        (["--since", "2030-01-02T00:00:00Z"], ["a1", "a2", "b1", "b2"]),
        (["--until", "2030-01-02"], ["a0", "b0"]),
        (["--since", "2030-01-02", "--until", "2030-01-02T00:00:00.000001Z"], ["a1", "b1"]),
        (["--since", "2030-01-04"], []),
        (["--rate", "100000", "--push-messages", "1"], ["a0", "a1", "a2", "b0", "b1", "b2"]),
    ],
    ids=lambda each: " ".join(each) if each and each[0].startswith("--") else "",
)
def test_what_is_wanted_can_be_told(gone, owner_url, words, wanted):
    gone.replay("--queue", "q", "--to", "some", *words)
    assert [row[3] for row in stored(owner_url, "some")] == wanted


def test_one_group_alone_gets_them(gone, store, owner_url, capsys):
    """In pieces, and again from the start, as after a kill: it gets each message once."""
    push(store, "q", "live", partition="a")
    consume(store, "q", 1, group="g")
    consume(store, "q", 1, group="h")
    words = ["--queue", "q", "--group", "g", "--push-messages", "1"]
    assert gone.replay(*words, "--until", "2030-01-02")["stored"] == 2
    summary = gone.replay(*words)
    assert (summary["stored"], summary["duplicates"]) == (4, 2)
    lease = pop(store, "q", group="g", batch=10, partitions=10)
    assert sorted(message.transaction_id for message in lease.messages) == [
        *("a0", "a1", "a2", "b0", "b1", "b2")
    ]
    for group in ("h", "new"):
        lease = pop(store, "q", group=group, batch=10, partitions=10)
        assert [text for text in payloads(lease) if text != '"live"'] == []
    output = ["--output", gone.output, "--parallelism", "2"]
    assert replay.main(["--queue", "q", "--group", "G", *output]) == 1
    assert capsys.readouterr().err == (
        "replay: 0 messages are stored. there is no consumer group G on queue q\n"
    )


def test_only_files_of_that_time_are_read(gone):
    found = gone.replay("--queue", "q", "--since", "2030-01-03", "--dry-run")
    assert (found["files"], found["messages"]) == (1, 2)


def test_a_dry_run_counts_and_stores_nothing(gone, owner_url):
    found = gone.replay("--queue", "q", "--partition", "b", "--dry-run")
    assert found == {
        "files": 3,
        "messages": 3,
        "partitions": 1,
        "first": "2030-01-01 00:00:00",
        "last": "2030-01-03 00:00:00",
    }
    assert stored(owner_url, "q") == []


@pytest.mark.parametrize("more", [["--dry-run"], []], ids=["dry run", "run"])
def test_a_misspelt_queue_is_an_error_that_lists_those_that_are_there(
    gone, owner_url, capsys, more
):
    words = ["--output", gone.output, "--queue", "Q", "--to", "there", *more]
    assert replay.main(words) == 1
    root = archive.archive_root(gone.output)
    assert capsys.readouterr().err == (
        f"replay: {root} has no messages of queue 'Q'; it has those of: q\n"
    )
    assert rows(owner_url, "select from queen.queues where name = 'there'") == []


def test_an_archive_that_is_not_there_says_what_names_it(jobs):
    with pytest.raises(StorageError, match="it has those of: none; --output says where"):
        jobs.replay("--queue", "q")


def test_an_error_lists_the_nearest_queues_and_counts_the_others(tmp_path):
    storage = Storage(str(tmp_path))
    for name in ["orders", *(f"q{number:02}" for number in range(30))]:
        manifest = {"format": 1, "batch": "b", "queue": name, "files": []}
        storage.write_bytes(manifests.path_of(name, "b"), json.dumps(manifest).encode())
    with pytest.raises(StorageError, match=r"those of: orders, q00, .*, q18 and 11 more$"):
        replay.wanted_files(storage, "ordres", Wanted(()))


def test_what_no_manifest_names_is_not_in_the_archive(gone):
    root = Path(archive.archive_root(gone.output))
    (manifest,) = (root / "_manifests").rglob("*.json")
    manifest.unlink()
    with pytest.raises(StorageError, match="no messages of queue 'q'"):
        gone.replay("--queue", "q", "--dry-run")


def test_a_file_that_was_changed_is_not_replayed(gone, owner_url, capsys):
    root = Path(archive.archive_root(gone.output))
    (file, *_) = sorted(root.rglob("queue=q/dt=2030-01-01/*.parquet"))
    file.write_bytes((root / file).read_bytes() + b"x")
    words = ["--output", gone.output, "--parallelism", "2"]
    assert replay.main(["--queue", "q", "--until", "2030-01-02", *words]) == 1
    address = Storage(archive.archive_root(gone.output)).address(str(file.relative_to(root)))
    assert capsys.readouterr().err == (
        f"replay: {address} is not the file that its manifest names\n"
    )
    assert stored(owner_url, "q") == []


def test_a_manifest_that_is_damaged_is_named(gone):
    root = Path(archive.archive_root(gone.output))
    (manifest,) = (root / "_manifests").rglob("*.json")
    for damaged in ("{", "[]", '{"queue": "q"}'):
        manifest.write_text(damaged)
        with pytest.raises(StorageError, match=f"^{manifest} is no manifest, or is damaged$"):
            gone.replay("--queue", "q")


def test_a_file_that_is_missing_is_named(gone, owner_url):
    root = Path(archive.archive_root(gone.output))
    (file, *_) = sorted(root.rglob("queue=q/dt=2030-01-02/*.parquet"))
    file.unlink()
    with pytest.raises(Exception, match=f"{file} is missing, and a manifest names it"):
        gone.replay("--queue", "q")
    assert stored(owner_url, "q") == []


def test_payloads_are_not_shuffled(store, stopped_clock, jobs, jobs_url, owner_url):
    """A message may have 4 MiB, and Arrow's vectors of a shuffle end at 2 GiB."""
    retained(store, pending=DAY)
    payload_bytes = 2**20
    for number in range(4):
        push(store, "q", random.Random(number).randbytes(payload_bytes // 2).hex(), partition="p")
    stopped_clock.advance(DAY + 1)
    assert archive_here(jobs_url, jobs.output) == 4
    before = shuffled_bytes(jobs.spark)
    assert jobs.replay("--queue", "q")["stored"] == 4
    assert 0 < shuffled_bytes(jobs.spark) - before < payload_bytes


def shuffled_bytes(spark: SparkSession) -> int:
    """The bytes that Spark's tasks wrote for other tasks, since it was started."""
    context = spark.sparkContext._jsc.sc()
    context.listenerBus().waitUntilEmpty()
    executors = context.statusStore().executorList(False)
    return sum(executors.apply(n).totalShuffleWrite() for n in range(executors.length()))


@pytest.mark.slow
def test_a_partition_of_the_largest_messages_comes_back(
    store, stopped_clock, jobs, jobs_url, owner_url
):
    """300 messages of 3.9 MB, 1.2 GB in one partition."""
    retained(store, pending=DAY)
    for number in range(300):
        push(store, "q", f"{number} " + "x" * 3_900_000, partition="p")
    stopped_clock.advance(DAY + 1)
    assert archive_here(jobs_url, jobs.output) == 300
    assert jobs.replay("--queue", "q")["stored"] == 300
    found = rows(
        owner_url,
        "select split_part(payload::text, ' ', 1) as number, length(payload::text) as length"
        ' from queen.messages order by "offset"',
    )
    assert [row["number"] for row in found] == [f'"{number}' for number in range(300)]
    assert min(row["length"] for row in found) == 3_900_004


def test_ciphertext_comes_back_as_it_is(store, stopped_clock, jobs, jobs_url, owner_url):
    """Its key stays in the database: neither job ever has one."""
    retained(store, "secret", pending=DAY)
    push(store, "secret", {"key": "k", "sealed": "c2VhbGVk"}, partition="p")
    rows(owner_url, "update queen.messages set is_encrypted = true")
    rows(owner_url, "update queen.queues set encryption_enabled = true")
    stopped_clock.advance(DAY + 1)
    assert archive_here(jobs_url, jobs.output) == 1
    assert jobs.replay("--queue", "secret")["stored"] == 1
    ((_, _, payload, *_, is_encrypted),) = stored(owner_url, "secret")
    assert json.loads(payload) == {"key": "k", "sealed": "c2VhbGVk"}
    assert is_encrypted is True


def test_plain_messages_do_not_go_into_a_queue_with_encryption(gone, store, owner_url):
    configure(store, "sealed")
    rows(owner_url, "update queen.queues set encryption_enabled = true where name = 'sealed'")
    with pytest.raises(RegentError, match=r"0 messages are stored. messages for these queues must"):
        gone.replay("--queue", "q", "--to", "sealed")


def test_a_queue_that_gets_full_says_so(gone, store, owner_url):
    configure(store, "small", max_queue_size=3)
    with pytest.raises(RegentError, match=r"3 messages are stored. queue small is full"):
        gone.replay("--queue", "q", "--to", "small", "--rate", "100000", "--push-messages", "1")
    assert len(stored(owner_url, "small")) == 3


def test_odd_values_come_back_as_they_were(store, stopped_clock, jobs, jobs_url, owner_url):
    """Empty texts, the ends of JSON, a last day's last microsecond, a megabyte."""
    name = "a/b c=ä\U0001f41d../%41"
    retained(store, name, pending=DAY)
    odd = [
        None,
        "",
        "\x1f\u2028",
        {},
        [],
        1e308,
        -0.0,
        123456789012345678901234567890,
        "x" * 2**20,
    ]
    stopped_clock.advance(DAY - 0.000001)
    for number, payload in enumerate(odd):
        item = {
            "queue": name,
            "partition": name,
            "payload": payload,
            "transactionId": f"t {number}",
        }
        store.push([item | ({"key": "", "headers": {}} if number % 2 else {})], "")
        stopped_clock.advance(0.000001)
    stopped_clock.advance(DAY + 1)
    before = stored(owner_url, name)
    assert len(before) == len(odd)
    assert archive_here(jobs_url, jobs.output) == len(odd)
    assert stored(owner_url, name) == []
    assert jobs.replay("--queue", name)["stored"] == len(odd)
    again = stored(owner_url, name)
    assert [(row[0], *row[2:]) for row in again] == [(row[0], *row[2:]) for row in before]
    assert jobs.replay("--queue", name)["duplicates"] == len(odd)
    until = ["--until", "2030-01-02"]
    assert jobs.replay("--queue", name, "--to", "day", *until)["stored"] == 1


def test_a_queue_in_maintenance_says_so(gone, store, owner_url):
    configure(store, "closed")
    rows(owner_url, "select from queen.switch_maintenance('closed', true, null)")
    with pytest.raises(
        RegentError, match=r"0 messages are stored. these queues are in maintenance"
    ):
        gone.replay("--queue", "q", "--to", "closed")


def test_an_instant_that_is_none_is_refused():
    with pytest.raises(InvalidArguments, match="--since is 'yesterday'; it takes an instant"):
        ReplayArguments.parse(["--queue", "q", "--since", "yesterday"])


@pytest.mark.parametrize("name", ["--from-offset", "--until-offset"])
def test_an_offset_needs_its_partition(name):
    with pytest.raises(InvalidArguments, match="within a partition: add --partition"):
        ReplayArguments.parse(["--queue", "q", name, "0"])
    with pytest.raises(InvalidArguments, match=f"{name} is '-1'; it takes a whole number from 0"):
        ReplayArguments.parse(["--queue", "q", "--partition", "p", name, "-1"])


def test_a_queue_has_to_be_named():
    with pytest.raises(InvalidArguments, match="--queue is missing"):
        ReplayArguments.parse([])


def test_the_pace_is_kept():
    now = 0.0
    slept = []

    def sleep(seconds: float) -> None:
        nonlocal now
        slept.append(seconds)
        now += seconds

    pace = Pace(10, lambda: now, sleep)
    for messages in (5, 5, 20, 1):
        pace.wait(messages)
    assert slept == [0.5, 0.5, 2.0]
    now += 60  # a pause is not made up for by a burst
    pace.wait(10)
    pace.wait(1)
    assert slept == [0.5, 0.5, 2.0, 1.0]


def test_in_glue_words(gone, owner_url, jobs_url):
    """As Glue starts it: a program of its own, with Glue's arguments before and behind."""
    ran = subprocess.run(
        [
            *(sys.executable, "-m", "glue_jobs.replay"),
            *("--JOB_NAME", "regent-replay", "--JOB_ID", "j_1", "--JOB_RUN_ID", "jr_1"),
            *("--queue", "q", "--to", "again", "--output", gone.output, "--parallelism", "1"),
            *("--enable-metrics", "true", "--TempDir", "s3://nowhere/tmp"),
        ],
        env=_environment(jobs_url),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert "stored      6" in ran.stdout
    # Java announces the options that the tests give it.
    assert [line for line in ran.stderr.splitlines() if "JDK_JAVA_OPTIONS" not in line] == []
    assert len(stored(owner_url, "again")) == 6


def _environment(jobs_url: str) -> dict[str, str]:
    import os

    root = Path(__file__).parents[2]
    return {
        **os.environ,
        "PYTHONPATH": f"{root / 'shared'}{os.pathsep}{root}",
        "REGENT_DATABASE_URL": jobs_url,
    }
