"""Environments that know nothing of each other coordinate one group through the database alone,
while members are killed and started at random and producers write."""

from __future__ import annotations

import multiprocessing
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from regent.stores.members import Members
from tests.races.members.processes import TOPIC, Consumer, Findings, consume, produce
from tests.races.sessions import Broken
from tests.support.rows import rows

#: Its processes inherit the sessions that are open.
pytestmark = pytest.mark.new_database
_processes = multiprocessing.get_context("fork")
PARTITIONS = 6
#: The database itself notes every statement that moves a cursor back.
WATCH = """
create table public.rewound (partition_id bigint, was bigint, now bigint);
create function public.watch() returns trigger language plpgsql as $$
begin
    insert into public.rewound values (new.partition_id, old.committed, new.committed);
    return null;
end $$;
grant insert on public.rewound to regent_owner;
create trigger watch after update on queen.partition_consumers
    for each row when (new.committed < old.committed) execute function public.watch()
"""


class Crowd:
    """Processes that are started, and killed without a word."""

    def __init__(self, url: str, folder: Path, group: str) -> None:
        self._url = url
        self._folder = folder
        self._group = group
        self._consumers: list[Any] = []
        self._producers: list[Any] = []
        self._chance = random.Random(5)
        self.started = 0

    @property
    def diaries(self) -> list[Path]:
        return sorted(self._folder.glob("*.diary"))

    def diary(self) -> Path:
        self.started += 1
        return self._folder / f"{self.started}.diary"

    def start_consumer(self) -> None:
        arguments = (self._url, self._group, self.diary(), self.started)
        self._consumers.append(_start(consume, *arguments))

    def start_producer(self) -> None:
        self._producers.append(_start(produce, self._url, len(self._producers)))

    def kill_a_consumer(self) -> None:
        _kill(self._consumers.pop(self._chance.randrange(len(self._consumers))))

    def kill_producers(self) -> None:
        while self._producers:
            _kill(self._producers.pop())

    def kill_all(self) -> None:
        self.kill_producers()
        while self._consumers:
            _kill(self._consumers.pop())

    def churn(self, seconds: float, until: Callable[[Findings], object] | None = None) -> None:
        """Kill one and start another, again and again; stop early at what ``until`` finds."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            time.sleep(self._chance.uniform(0.2, 0.6))
            self.kill_a_consumer()
            self.start_consumer()
            for process in self._consumers:
                assert process.is_alive(), "a consumer died by itself"
            if until is not None and until(Findings.of(self.diaries)):
                break


def _start(target: Callable[..., None], *arguments: Any) -> Any:
    process = _processes.Process(target=target, args=arguments, daemon=True)
    process.start()
    return process


def _kill(process: Any) -> None:
    process.kill()
    process.join()
    process.close()


@pytest.fixture
def crowd(
    url: str, owner_url: str, members: Members, tmp_path: Path, broken: Broken
) -> Iterator[Crowd]:
    members.create_topic(TOPIC, PARTITIONS)
    rows(owner_url, WATCH)
    broken("_rebalance_at", ("500 milliseconds", "50 milliseconds"))  # more of them
    crowd = Crowd(url, tmp_path, members.register_group(TOPIC, "app")["groupId"])
    yield crowd
    crowd.kill_all()


def play(crowd: Crowd, *, consumers: int, producers: int, seconds: float) -> None:
    for _ in range(producers):
        crowd.start_producer()
    for _ in range(consumers):
        crowd.start_consumer()
    crowd.churn(seconds)
    crowd.kill_all()


def check(crowd: Crowd, members: Members, url: str, owner_url: str) -> Findings:
    """One that is left reads to the end; then every book has to balance."""
    group = members.list_member_groups().rows[0]["groupId"]
    ends = members.list_topics(topic=TOPIC).rows[0]["offsets"]
    Consumer(url, group, crowd.diary(), 0).drain(len(ends))
    found = Findings.of(crowd.diaries)
    heads = {end["partition"]: end["highWatermark"] for end in ends}
    assert found.two_owners() == []
    assert found.commits_of_others() == []
    assert found.lost(heads) == {}
    assert members.read_offsets(group) == heads
    assert rows(owner_url, "select * from public.rewound") == []
    assert sum(heads.values()) > 0
    return found


def test_a_group_of_processes_loses_nothing_and_shares_nothing(crowd, members, url, owner_url):
    play(crowd, consumers=4, producers=1, seconds=5)
    found = check(crowd, members, url, owner_url)
    assert len({generation for generation, _ in found.owners}) >= 3
    assert len(found.commits) > 50


@pytest.mark.slow
def test_a_group_of_many_processes_for_a_minute(crowd, members, url, owner_url):
    for _ in range(2):
        crowd.start_producer()
    for _ in range(10):
        crowd.start_consumer()
    for partitions in (8, 11):  # and the topic grows
        crowd.churn(20)
        members.create_topic(TOPIC, partitions)
    crowd.churn(20)
    crowd.kill_all()
    found = check(crowd, members, url, owner_url)
    assert len({generation for generation, _ in found.owners}) >= 20


UNFENCED = (
    ("        perform _unknown_member(p_member);\n", "        null;\n"),
    ("    if p_generation <> v_group.generation then\n", "    if false then\n"),
    ("if v_wanted.id is null or not v_owned @> v_wanted.name::integer then", "if false then"),
)


def test_commits_that_ask_for_no_owner_are_caught(crowd, broken):
    broken("_commit_offsets", *UNFENCED)
    crowd.start_producer()
    for _ in range(4):
        crowd.start_consumer()
    crowd.churn(30, until=lambda found: found.commits_of_others())
    assert Findings.of(crowd.diaries).commits_of_others() != []


def test_cursors_that_go_back_are_caught(crowd, broken, owner_url):
    rewinds = ("if v_wanted.upto < v_row.committed and not p_force then", "if false then")
    broken("_commit_offsets", *UNFENCED, rewinds)
    crowd.start_producer()
    for _ in range(4):
        crowd.start_consumer()
    crowd.churn(30, until=lambda _: rows(owner_url, "select * from public.rewound"))
    assert rows(owner_url, "select * from public.rewound") != []


def test_ranges_that_overlap_are_caught(crowd, broken):
    broken(
        "_member_range",
        ("(p_nth <= p_partitions % p_members)::integer)", "(p_nth < p_members)::integer)"),
    )
    for _ in range(4):
        crowd.start_consumer()
    crowd.churn(30, until=lambda found: found.two_owners())
    assert Findings.of(crowd.diaries).two_owners() != []


def test_offsets_that_skip_records_are_caught(crowd, broken, members, url, owner_url):
    committed = "greatest(c.committed, p.tail)"
    broken("read_offsets", (committed, f"least(p.head, 3 + {committed})"))
    play(crowd, consumers=2, producers=1, seconds=1)
    with pytest.raises(AssertionError, match=r"\{0: \[0, 1, 2"):
        check(crowd, members, url, owner_url)
