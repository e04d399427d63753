"""What rings for what: one thing goes wrong at a time, and the alarm for it rings, and no other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tests.rehearsal.aws.alarms import (
    Metric,
    Samples,
    Written,
    looks_at,
    rings,
    states,
    statistics_of,
)
from tests.rehearsal.records import Resource, Stack
from tests.rehearsal.stories.telling import CLUSTER, FUNCTION, Story, choices, named, only

#: The functions that clients wait for at each message.
HOT: Final = (
    "ack", "log", "log_groups", "members", "pop", "push", "topics", "transaction",
)  # fmt: skip
#: Functions whose places consumers take while they wait.
WAITING: Final = ("log_waiting", "members_waiting", "topics_waiting")
#: How many connections Aurora takes by its largest size, as AWS prints it (docs/run/operations.md);
#: in between it is about so many for each unit.
CONNECTIONS: Final = {1: 189, 4: 823, 8: 1_669, 16: 3_360, 32: 5_000}
#: With a least size of half a unit or none, Aurora takes no more.
CONNECTIONS_OF_SMALL: Final = 2_000
#: After so long an alarm has rung; the reclaim writes its numbers once in each of its intervals.
SOON_MINUTES: Final = 15
#: Of counters the mail tells the sum; of ages, sizes and times the worst.
STATISTICS: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        ("DeadLetters", "5xx", "Count", "Throttles", "Invocations", "Errors", "TargetErrorCount",
         "FailedInvocations", "KeysRefused"), "Sum"
    ),
    **dict.fromkeys(
        ("OldestMessageAge", "LogHeld", "ArchiveAge", "RetentionAge", "Verdict", "Duration",
         "DatabaseConnections", "ObjectiveMissed"), "Maximum"
    ),
    # A moment at the largest size is what a database that grows is for.
    "ACUUtilization": "Average",
}  # fmt: skip


#: What the reclaim writes with each of its runs while something is wrong.
LASTING: Final[Mapping[str, float]] = {
    "OldestMessageAge": 3_900, "LogHeld": 90, "ArchiveAge": 25 * 3_600,
    "RetentionAge": 50 * 3_600, "ObjectiveMissed": 1,
}  # fmt: skip


@dataclass(frozen=True)
class Event:
    """Something that happens, what is written then, and the alarms that ring."""

    words: str
    written: Written
    ring: frozenset[str]


class Writing:
    """The metrics of a stack, by the minute."""

    def __init__(self, stack: Stack) -> None:
        self._stack = stack
        self.config = choices(stack)
        #: The reclaim runs, counts and writes this often.
        self.rate = self.config.reclaim_rate
        self.minutes = 60 * max(self.rate, 1)
        self._functions = named(stack, FUNCTION)

    def ours(self, name: str) -> Metric:
        """A metric that our functions print."""
        return Metric("Regent", name, frozenset({("service", self._stack.prefix)}))

    def of_objective(self, name: str) -> Metric:
        """Whether an objective of lag was missed, which the reclaim prints."""
        dimensions = {("service", self._stack.prefix), ("Objective", name)}
        return Metric("Regent", "ObjectiveMissed", frozenset(dimensions))

    def of(self, function: str, name: str) -> Metric:
        """Lambda's metric of a function."""
        called = self._functions[function].outputs["name"]
        return Metric("AWS/Lambda", name, frozenset({("FunctionName", called)}))

    def of_all(self, name: str) -> Metric:
        """Lambda's metric of all functions of the account."""
        return Metric("AWS/Lambda", name, frozenset())

    def of_api(self, name: str) -> Metric:
        """API Gateway's."""
        api = only(self._stack, "apigatewayv2/api:Api").id
        return Metric("AWS/ApiGateway", name, frozenset({("ApiId", api)}))

    def of_database(self, name: str) -> Metric:
        """Aurora's."""
        cluster = only(self._stack, CLUSTER).outputs["clusterIdentifier"]
        return Metric("AWS/RDS", name, frozenset({("DBClusterIdentifier", cluster)}))

    def of_schedules(self, name: str) -> Metric:
        """The scheduler's."""
        group = only(self._stack, "scheduler/scheduleGroup:ScheduleGroup").outputs["name"]
        return Metric("AWS/Scheduler", name, frozenset({("ScheduleGroup", group)}))

    def of_events(self, name: str) -> Metric:
        """EventBridge's, of the rule that hears of failed jobs."""
        rule = only(self._stack, "cloudwatch/eventRule:EventRule").outputs["name"]
        return Metric("AWS/Events", name, frozenset({("RuleName", rule)}))

    def each_run(self, *values: float, begin: int = 0) -> dict[int, Sequence[float]]:
        """One of the values, in turn, with each run of the reclaim."""
        runs = range(begin - begin % self.rate, self.minutes, self.rate)
        return {minute: [values[i % len(values)]] for i, minute in enumerate(runs)}

    def three_of_five(self) -> dict[int, Sequence[float]]:
        """Three runs that go wrong, one soon after the other."""
        return {run * self.rate: [1] for run in (30, 32, 34)}

    def rare(self) -> dict[int, Sequence[float]]:
        """Runs that go wrong, far from each other."""
        return {run * self.rate: [1] for run in (5, 20, 35, 50)}

    def each_minute(self, *samples: float) -> Samples:
        """These samples in every minute."""
        return dict.fromkeys(range(self.minutes), samples)

    def connections(self, share: float) -> float:
        """So much of what the database takes."""
        size = max(size for size in CONNECTIONS if size <= self.config.max_acu)
        most = min(5_000, CONNECTIONS[size] * self.config.max_acu / size)
        if self.config.min_acu <= 0.5:
            most = min(most, CONNECTIONS_OF_SMALL)
        return share * most

    def good_day(self) -> Written:
        """Traffic, long polls, slow consumers, a few errors: nothing that anybody has to hear
        of."""
        quiet = self.each_run(1)
        written = {
            self.ours("OldestMessageAge"): self.each_run(20, 3_300),
            self.ours("DeadLetters"): self.each_run(0),
            self.ours("LogHeld"): self.each_run(1, 45),
            self.ours("ArchiveAge"): self.each_run(0, 20 * 3_600),
            self.ours("RetentionAge"): self.each_run(0, 25 * 3_600),
            # Once an hour, that a lag grows.
            self.ours("Verdict"): {0: [1]},
            self.ours("KeysRefused"): {},
            self.of_api("Count"): self.each_minute(1_000),
            self.of_api("5xx"): self.each_minute(5),
            self.of("reclaim", "Invocations"): quiet,
            self.of("reclaim", "Errors"): self.each_run(0),
            self.of_schedules("TargetErrorCount"): {},
            self.of_events("FailedInvocations"): {},
            self.of_all("Throttles"): self.each_minute(0),
            self.of_database("DatabaseConnections"): self.each_minute(self.connections(0.6)),
            self.of_database("ACUUtilization"): self.each_minute(30, 99),
        }
        for name in HOT:
            # A consumer that waits is answered after twenty seconds.
            written[self.of(name, "Duration")] = self.each_minute(*[900] * 30, 20_400)
            written[self.of(name, "Throttles")] = self.each_minute(0)
        for name in WAITING:
            written[self.of(name, "Throttles")] = self.each_minute(0)
        for name in self.config.lag_slo:
            written[self.of_objective(name)] = self.each_run(0)
        return written


def _of_queues(day: Writing) -> Iterator[Event]:
    yield _event(
        "a group has not completed a message for 65 minutes",
        {day.ours("OldestMessageAge"): day.each_run(20, 3_900)},
        "oldest-message",
    )
    yield _event(
        "a consumer gives up one message",
        {day.ours("DeadLetters"): {**day.each_run(0), 30 * day.rate: [1]}},
        "dead-letters",
    )
    yield _event(
        "readers of the log wait for an append for 90 seconds",
        {day.ours("LogHeld"): day.each_run(1, 90)}, "log-held",
    )  # fmt: skip
    if day.config.encryption:
        yield _event("KMS refuses a key once", {day.ours("KeysRefused"): {31: [1]}}, "keys-refused")


def _of_jobs(day: Writing) -> Iterator[Event]:
    if day.config.retention_schedule:
        yield _event(
            "a batch is on its way into the archive for 25 hours",
            {day.ours("ArchiveAge"): day.each_run(0, 25 * 3_600)},
            "archive-stuck",
        )
        yield _event(
            "the retention job has stood still for 50 hours",
            {day.ours("RetentionAge"): day.each_run(50 * 3_600)},
            "retention-silent",
        )
    if day.config.lag_schedule:
        yield _event(
            "the lag job finds a group that gets nowhere",
            {day.ours("Verdict"): {31: [2]}},
            "lag-verdict",
        )


def _of_objectives(day: Writing) -> Iterator[Event]:
    for name in day.config.lag_slo:
        missed, kept = day.of_objective(name), day.each_run(0)
        yield _event(f"messages of {name} wait too long now and then", {missed: kept | day.rare()})
        yield _event(
            f"messages of {name} wait too long in three counts of five",
            {missed: kept | day.three_of_five()},
            f"lag-slo-{name}",
        )


def _of_requests(day: Writing) -> Iterator[Event]:
    count, failed = day.of_api("Count"), day.of_api("5xx")
    yield _event("two answers in a hundred fail", {failed: day.each_minute(20)}, "server-errors")
    yield _event(
        "a failover: for three minutes a third fails",
        {failed: {**day.each_minute(5), **dict.fromkeys(range(30, 33), (300,))}},
    )
    yield _event("nobody calls", {count: {}, failed: {}})
    for name in HOT:
        yield _event(
            f"one call of {name} takes 27 seconds",
            {day.of(name, "Duration"): {**day.each_minute(20), 31: [20, 27_000, 20]}},
            f"duration-{name}",
        )  # fmt: skip
    for name in (*HOT, *WAITING):
        yield _event(
            f"Lambda refuses one call of {name}",
            {day.of(name, "Throttles"): {31: [1]}, day.of_all("Throttles"): {31: [1]}},
            f"throttles-{name}",
            "throttles-anywhere",
        )
    yield _event(
        "Lambda refuses a call of a function that few call",
        {day.of_all("Throttles"): {31: [1]}}, "throttles-anywhere",
    )  # fmt: skip


def _of_the_machinery(day: Writing) -> Iterator[Event]:
    runs, failed = day.of("reclaim", "Invocations"), day.of("reclaim", "Errors")
    not_called = day.of_schedules("TargetErrorCount")
    rate, hour = day.rate, 60 * day.rate
    bad, rare = day.three_of_five(), day.rare()
    yield _event("the reclaim is not called any more", {runs: {0: [1]}}, "reclaim-silent")
    yield _event("a new stack: its first run is late", {runs: day.each_run(1, begin=6 * rate)})
    yield _event("every second run is missing", {runs: {m: [1] for m in range(0, hour, 2 * rate)}})
    yield _event("now and then a run of the reclaim fails", {failed: rare})
    yield _event("three of five runs fail", {failed: {**day.each_run(0), **bad}}, "reclaim-failed")
    yield _event("now and then a call of the schedule fails", {not_called: rare})
    yield _event("three of five calls fail", {not_called: bad}, "reclaim-not-started")
    yield _event(
        "EventBridge cannot tell that a job failed",
        {day.of_events("FailedInvocations"): {31: [1]}},
        "job-failed-untold",
    )
    yield _event(
        "nine tenths of the connections are taken",
        {day.of_database("DatabaseConnections"): {31: [day.connections(0.9)]}},
        "database-connections",
    )
    yield _event(
        "the database works at its largest size for half an hour",
        {day.of_database("ACUUtilization"): dict.fromkeys(range(20, 55), (99, 98))},
        "database-at-maximum",
    )
    yield _event(
        "the database works at its largest size for five minutes",
        {day.of_database("ACUUtilization"): dict.fromkeys(range(20, 25), (99, 98))},
    )  # fmt: skip


def _event(words: str, written: Written, *ring: str) -> Event:
    return Event(words, written, frozenset(ring))


def every_alarm_rings_for_its_event(stack: Stack) -> Iterator[str]:
    """An alarm that is silent when it matters is worse than none, and an alarm that rings for
    nothing is switched off. So on a good day none rings, and each mishap rings its own."""
    day = Writing(stack)
    alarms = named(stack, "cloudwatch/metricAlarm:MetricAlarm")
    usual = day.good_day()
    rung = {name: rings(alarm.inputs, usual, day.minutes) for name, alarm in alarms.items()}
    yield from (f"{name} rings on a good day" for name, rang in rung.items() if rang)
    heard: set[str] = set()
    events = (_of_queues, _of_jobs, _of_objectives, _of_requests, _of_the_machinery)
    for event in (each for part in events for each in part(day)):
        ring = {
            name
            for name, alarm in alarms.items()
            if _rings(alarm, event, usual, day, otherwise=rung[name])
        }
        heard |= event.ring
        if ring != event.ring:
            yield f"{event.words}: {_listed(ring)} rings, not {_listed(event.ring)}"
    yield from (f"{name}: no story says what it rings for" for name in alarms if name not in heard)


def an_alarm_goes_on_as_long_as_its_trouble(stack: Stack) -> Iterator[str]:
    """And no longer. A mail that it is over, between two runs of the reclaim, would be wrong, and
    the next one would be one mail too many. Where nothing is written any more, the trouble is over:
    only a verdict stands until the next one."""
    day = Writing(stack)
    for name, alarm in named(stack, "cloudwatch/metricAlarm:MetricAlarm").items():
        for metric in looks_at(alarm.inputs):
            if metric.namespace == "Regent" and metric.name in LASTING:
                bad = {metric: day.each_run(LASTING[metric.name])}
                found = states(alarm.inputs, bad, day.minutes)
                if True in found and not all(found[found.index(True) :]):
                    yield f"{name} ends between two runs of the reclaim, each {day.rate} minutes"
        if (alarm.inputs["treatMissingData"] == "ignore") != (name == "lag-verdict"):
            yield f"{name} takes silence for {alarm.inputs['treatMissingData']}"


def _rings(alarm: Resource, event: Event, usual: Written, day: Writing, *, otherwise: bool) -> bool:
    if not event.written.keys() & set(looks_at(alarm.inputs)):
        return otherwise
    return rings(alarm.inputs, {**usual, **event.written}, day.minutes)


def _listed(names: Sequence[str] | set[str] | frozenset[str]) -> str:
    return ", ".join(sorted(names)) or "nothing"


def the_mail_tells_the_number(stack: Stack) -> Iterator[str]:
    """Who is woken up sees the number first: a counter's sum, and the worst of an age or a time.
    The mail comes soon, and another one when it is over."""
    topic = only(stack, "sns/topic:Topic").outputs["arn"]
    for name, alarm in named(stack, "cloudwatch/metricAlarm:MetricAlarm").items():
        inputs: Mapping[str, Any] = alarm.inputs
        for metric in looks_at(inputs):
            if statistics_of(inputs) != {STATISTICS.get(metric.name)}:
                yield f"{name} tells the {_listed(statistics_of(inputs))} of {metric.name}"
        for when in ("alarmActions", "okActions"):
            if inputs.get(when) != [topic]:
                yield f"{name}: its {when} are {inputs.get(when)}, not the topic"
        periods = [inputs, *(each.get("metric", {}) for each in inputs.get("metricQueries", []))]
        late = max(each.get("period", 0) for each in periods) * inputs["evaluationPeriods"] // 60
        if late > SOON_MINUTES * choices(stack).reclaim_rate:
            yield f"{name} rings {late} minutes after the first sign"
        if inputs["name"] != f"{stack.prefix}-{name}":
            yield f"{name} is called {inputs['name']}, so that its mail names another alarm"


STORIES: Final[tuple[Story, ...]] = (
    every_alarm_rings_for_its_event, an_alarm_goes_on_as_long_as_its_trouble,
    the_mail_tells_the_number,
)  # fmt: skip
