"""The cost of members' heartbeats for Postgres: CPU, not time."""

from __future__ import annotations

import os
import time
from functools import partial
from pathlib import Path

from regent.database import Database
from regent.encryption import Encryption
from regent.install import install
from regent.settings import Settings
from regent.stores.members import Members
from tests.bench.arena import Arena, execute
from tests.bench.clients import elsewhere
from tests.bench.contenders import PushShape, Step
from tests.bench.effort import Effort
from tests.bench.report import REGENT, Row, Section, Target

NOTE = (
    "1,000 members send a heartbeat every 3 seconds, evenly spread, over 8 connections. Counted is"
    " the CPU time of all Postgres processes (user and system, background ones included) meanwhile,"
    " as a share of one core."
)
MEMBERS = 1_000
INTERVAL_SECONDS = 3.0
CONNECTIONS = 8
_TICKS = os.sysconf("SC_CLK_TCK")


class Topic:
    """A topic whose groups have 1,000 members in all; nobody pushes and nobody pops."""

    name = "members"

    def __init__(self, groups: int) -> None:
        self.groups = groups

    def install(self, url: str) -> None:
        """The schema, the topic, the groups, and all members."""
        install(url)
        members = _connect(url)
        members.create_topic("t", 100)
        for number in range(self.groups):
            group = members.register_group("t", str(number))["groupId"]
            for consumer in range(MEMBERS // self.groups):
                members.join_group(group, str(consumer), 60_000)
        execute(url, "vacuum analyze")

    def producer(self, url: str, shape: PushShape) -> Step:
        """Not measured."""
        raise NotImplementedError

    def consumer(self, url: str, batch: int) -> Step:
        """Not measured."""
        raise NotImplementedError

    def fill(self, url: str, messages: int, batch: int) -> None:
        """Not measured."""
        raise NotImplementedError


def heartbeats(arena: Arena, effort: Effort) -> list[Section]:
    """All in one group, and in many."""
    rows = []
    for groups in (1, 100):
        topic = Topic(groups)
        with arena.databases(topic) as (url,):
            beat = partial(_share_of_a_core, arena.folder / "postgres", url, effort.rounds)
            share = elsewhere(beat)
        shape = f"heartbeats: 1,000 members every 3 s, {groups} group{'s' * (groups > 1)}"
        rows.append(
            Row(shape, "of a core", {REGENT: share}, 1, None, Target.parse("≤ 0.1 of a core"))
        )
    return [Section("Heartbeats", NOTE, rows)]


def _share_of_a_core(data_dir: Path, url: str, rounds: int) -> float:
    stores = [_connect(url) for _ in range(CONNECTIONS)]
    ids = [
        (row[0], row[1])
        for row in execute(
            url,
            "select g.name, m.member_id from queen.members m"
            " join queen.member_groups g on g.id = m.group_id order by random()",
        )
    ]
    for turn in range(CONNECTIONS * 10):  # each connection makes its plans once
        stores[turn % CONNECTIONS].heartbeat(*ids[turn % len(ids)])
    started, before = time.monotonic(), _cpu_seconds(data_dir)
    for turn in range(rounds * len(ids)):
        due = started + turn * INTERVAL_SECONDS / MEMBERS
        time.sleep(max(0.0, due - time.monotonic()))
        stores[turn % CONNECTIONS].heartbeat(*ids[turn % len(ids)])
    return (_cpu_seconds(data_dir) - before) / (time.monotonic() - started)


def _cpu_seconds(data_dir: Path) -> float:
    """Seconds of the server and all its processes, also of those that have ended."""
    server = int((data_dir / "postmaster.pid").read_text().splitlines()[0])
    own = _stat(server)
    ticks = sum(own[11:15])  # utime, stime, and of children that were waited for
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal() and (child := _stat(int(folder.name))) and child[1] == server:
            ticks += sum(child[11:13])
    return ticks / _TICKS


def _stat(pid: int) -> list[int]:
    """The numbers of /proc/<pid>/stat behind the name and the state: [pgrp is at 2, …]."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return []
    words = text.rpartition(") ")[2].split()
    return [0, *map(int, words[1:])]


def _connect(url: str) -> Members:
    url = url.replace("//postgres@", "//regent_api@")
    return Members(Database(Settings(database_url=url)), Encryption(Settings()))
