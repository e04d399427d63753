"""A world for a consumer's schedule: a queue, a network and handlers, on a clock that only events
move. Every chance comes from one seed, so a history can be seen again."""

from __future__ import annotations

import heapq
import itertools
import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from regent.client.core.held import (
    RELEASE,
    Ack,
    Ask,
    Cancel,
    End,
    Extend,
    Finish,
    HangUp,
    HeldLane,
    LaneState,
    Report,
    Start,
)
from regent.client.core.schedule import Schedule

LEASE_SECONDS = 60.0
RETRY_SECONDS = 2.0
STOP_WITHIN = 25.0


@dataclass
class Weather:
    """What goes wrong in a world, as chances."""

    request_lost: float = 0.0
    answer_lost: float = 0.0
    fails: float = 0.0
    dies: float = 0.0
    stays: float = 0.0  # a handler that no cancellation reaches
    longest_handling: float = 3.0
    #: From when until when no request arrives.
    outage: tuple[float, float] = (0.0, 0.0)
    notices_hang_ups: bool = False


@dataclass
class Partition:
    """An ordered lane of the queue, as its only group sees it."""

    head: int = 0
    cursor: int = 0
    lease: str | None = None
    until: float = 0.0
    batch_end: int = 0
    rests_until: float = 0.0
    dead: set[int] = field(default_factory=set)

    def ready(self, now: float) -> bool:
        live = self.lease is not None and self.until > now
        return self.cursor < self.head and not live and self.rests_until <= now


class World:
    """Runs a schedule to its end, and notes what a program would see."""

    def __init__(
        self,
        make: Callable[[float, random.Random], Schedule],
        seed: int,
        weather: Weather,
        batch: int,
    ) -> None:
        self.chance = random.Random(seed)
        self.weather = weather
        self.batch = batch
        self.now = 0.0
        self.schedule = make(self.now, self.chance)
        self.partitions = [Partition() for _ in range(self.chance.randint(1, 6))]
        self.handled: dict[int, list[int]] = defaultdict(list)
        self.done: dict[int, set[int]] = defaultdict(set)
        self.lost_leases = 0
        self.asks: list[tuple[float, Ask]] = []
        self.pushes_left = 0
        self.ended_at: float | None = None
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._order = itertools.count()
        self._asking = self._acking = False
        self._is_gone = False  # the consumer hung up its poll, which was its last ask
        self._runners: dict[int, Runner] = {}
        self._names = itertools.count()
        self._looks_at: float | None = None

    # ── The clock ──

    def after(self, seconds: float, do: Callable[[], None]) -> None:
        heapq.heappush(self._events, (self.now + seconds, next(self._order), do))

    def run(self, until: float, *, even_if_quiet: bool = False) -> None:
        """Let time pass until then, or until the consumer's end, or until it only polls."""
        self._act()
        while self.ended_at is None and self._events and self._events[0][0] <= until:
            if not even_if_quiet and self._is_quiet():
                return
            self.now, _, do = heapq.heappop(self._events)
            do()
            self._act()

    def _is_quiet(self) -> bool:
        """Whether all that was pushed is done."""
        done = all(each.cursor == each.head and each.lease is None for each in self.partitions)
        return done and not (self.pushes_left or self.working or self.schedule.is_stopping)

    def _act(self) -> None:
        for action in self.schedule.actions(self.now):
            self._carry_out(action)
        due = self.schedule.due(self.now)
        if due is not None and due != self._looks_at:
            assert due >= self.now
            self._looks_at = due
            self.after(due - self.now, self._look)

    def _look(self) -> None:
        self._looks_at = None

    def _carry_out(self, action: object) -> None:
        match action:
            case Ask():
                assert not self.schedule.is_stopping, "it asked after it was stopped"
                assert not self._asking, "two requests ask"
                assert not (action.reports and self._acking), "two requests carry reports"
                assert action.partitions > 0
                self._asking = True
                self._acking = self._acking or bool(action.reports)
                self.asks.append((self.now, action))
                self._request(lambda: self._serve_ask(action), lambda: self._ask_broke(action))
            case Ack():
                assert not self._acking, "two requests carry reports"
                self._acking = True
                self._request(lambda: self._serve_ack(action), self._ack_broke)
            case Extend():
                sent_at = self.now
                self._request(
                    lambda: self._serve_extend(action, sent_at),
                    lambda: self.schedule.extend_failed(self.now, action.lease_id),
                )
            case Start():
                self._start(action.lane)
            case Finish():
                self._runner(action.lane).finishing = True
            case Cancel():
                self.lost_leases += action.reason == "lease lost"
                self._runner(action.lane).cancel()
            case HangUp():
                assert self._asking
                if self.weather.notices_hang_ups:
                    self._is_gone = True
                    self.after(0.01, self._ask_ended)
            case End():
                self.ended_at = self.now

    # ── The network ──

    def _request(self, serve: Callable[[], Callable[[], None]], broke: Callable[[], None]) -> None:
        """``serve`` runs at the server and returns what the answer does at the consumer."""
        way = self.chance.uniform(0.001, 0.05)
        begins, ends = self.weather.outage
        if self.chance.random() < self.weather.request_lost or begins < self.now < ends:
            self.after(self.chance.uniform(0.1, 6.0), broke)
            return

        def arrive() -> None:
            answer = serve()
            if self.chance.random() < self.weather.answer_lost:
                answer = broke
            self.after(way, answer)

        self.after(way, arrive)

    def _serve_ask(self, ask: Ask) -> Callable[[], None]:
        refused = self._judge(ask.reports)
        waits_until = self.now + ask.wait_seconds
        taken: list[int] = []

        def take() -> None:
            ready = [i for i, each in enumerate(self.partitions) if each.ready(self.now)]
            taken.extend(ready[: ask.partitions])

        take()
        if not taken and self.now < waits_until:
            return lambda: self._poll(ask, waits_until)
        return self._answer(ask, taken, refused)

    def _poll(self, ask: Ask, until: float) -> None:
        """A long poll looks again and again; it carries no reports."""
        if self._is_gone:
            return
        ready = [i for i, each in enumerate(self.partitions) if each.ready(self.now)]
        if ready or self.now >= until:
            self._answer(ask, ready[: ask.partitions], [])()
        else:
            look_again = max(0.25, self.weather.longest_handling / 20)
            self.after(look_again, lambda: self._poll(ask, until))

    def _answer(
        self, ask: Ask, taken: Sequence[int], refused: Sequence[HeldLane]
    ) -> Callable[[], None]:
        lease = f"lease {next(self._names)}"
        lanes = []
        for index in taken:
            partition = self.partitions[index]
            partition.batch_end = min(partition.head, partition.cursor + self.batch)
            partition.lease, partition.until = lease, self.now + LEASE_SECONDS
            lanes.append(
                HeldLane(lease, str(index), list(range(partition.cursor, partition.batch_end)))
            )

        def arrive() -> None:
            if self._is_gone:
                self._release(lease)
                return
            self._asking = False
            if ask.reports:
                self._acking = False
                self.schedule.acked(refused)
            self.schedule.answered(self.now, lease, LEASE_SECONDS, lanes)

        return arrive

    def _ask_broke(self, ask: Ask) -> None:
        if self._is_gone:
            return
        if ask.reports:
            self._ack_broke()
        self._ask_ended()

    def _ask_ended(self) -> None:
        self._asking = False
        self.schedule.ask_failed(self.now)

    def _release(self, lease: str) -> None:
        """The engine does so by the key of its ask, or the server, which noticed."""
        for partition in self.partitions:
            if partition.lease == lease:
                partition.lease = None

    def _serve_ack(self, ack: Ack) -> Callable[[], None]:
        refused = self._judge(ack.reports)

        def arrive() -> None:
            self._acking = False
            self.schedule.acked(refused)

        return arrive

    def _ack_broke(self) -> None:
        self._acking = False
        self.schedule.ack_failed(self.now)

    def _serve_extend(self, extend: Extend, sent_at: float) -> Callable[[], None]:
        live = [
            each
            for each in self.partitions
            if each.lease == extend.lease_id and each.until > self.now
        ]
        for partition in live:
            partition.until = max(partition.until, self.now + LEASE_SECONDS)
        if live:
            return lambda: self.schedule.extended(extend.lease_id, sent_at, LEASE_SECONDS)
        return lambda: self.schedule.lease_lost(extend.lease_id)

    # ── The queue ──

    def push_later(self, seconds: float, index: int, messages: int) -> None:
        def push() -> None:
            self.pushes_left -= 1
            self.partitions[index].head += messages

        self.pushes_left += 1
        self.after(seconds, push)

    def _judge(self, reports: Sequence[Report]) -> list[HeldLane]:
        return [report.lane for report in reports if not self._accept(report)]

    def _accept(self, report: Report) -> bool:
        lane = report.lane
        partition = self.partitions[int(lane.partition_id)]
        first = lane.messages[0]
        to = first + report.completed
        if partition.lease != lane.lease_id or partition.until <= self.now:
            # A report that arrived, and whose answer was lost, is recognised.
            return partition.cursor >= to and report.answer is None
        self.done[int(lane.partition_id)].update(range(partition.cursor, to))
        partition.cursor = max(partition.cursor, to)
        if report.answer is not None:
            if report.answer == "dead":
                partition.dead.add(partition.cursor)
                partition.cursor += 1
            elif report.answer == "failed":
                partition.rests_until = self.now + RETRY_SECONDS
            partition.lease = None
        elif partition.cursor >= partition.batch_end:
            partition.lease = None
        return True

    # ── The program ──

    def _start(self, lane: HeldLane) -> None:
        running = [runner for runner in self._runners.values() if not runner.ended]
        assert lane.partition_id not in {each.lane.partition_id for each in running}, (
            "two handlers work in one partition"
        )
        assert len(running) < self.schedule.pace.concurrency, "more lanes than asked for"
        assert lane.state is LaneState.RUNNING
        runner = Runner(self, lane)
        self._runners[id(lane)] = runner
        runner.next_message()

    def _runner(self, lane: HeldLane) -> Runner:
        return self._runners[id(lane)]

    @property
    def working(self) -> int:
        return sum(not runner.ended for runner in self._runners.values())


class Runner:
    """Takes the messages of one lane in turn, as the engine's runner does."""

    def __init__(self, world: World, lane: HeldLane) -> None:
        self.world, self.lane = world, lane
        self.completed = 0
        self.finishing = self.ended = False
        self.stays = world.chance.random() < world.weather.stays

    def next_message(self) -> None:
        if self.completed == len(self.lane.messages):
            self._end(None)
        elif self.finishing:
            self._end(RELEASE)
        else:
            message = self.lane.messages[self.completed]
            self.world.handled[int(self.lane.partition_id)].append(message)
            seconds = self.world.chance.uniform(0.0, self.world.weather.longest_handling)
            self.world.after(seconds, self._handled)

    def _handled(self) -> None:
        if self.ended:
            return
        world = self.world
        if world.chance.random() < world.weather.fails:
            self._end("dead" if world.chance.random() < world.weather.dies else "failed")
            return
        self.completed += 1
        self.lane.completed = self.completed
        self.next_message()

    def cancel(self) -> None:
        if not self.stays and not self.ended:
            self._end(RELEASE)

    def _end(self, answer: object) -> None:
        self.ended = True
        self.world.schedule.lane_done(self.world.now, self.lane, self.completed, answer)
