"""What people hear and see: mails of failed jobs, the budget, the dashboard."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

import boto3

from tests.rehearsal.aws.alarms import computed
from tests.rehearsal.aws.patterns import NotAPattern, matches
from tests.rehearsal.cloud import ACCOUNT, REGION
from tests.rehearsal.policies import allows, parsed
from tests.rehearsal.records import Stack
from tests.rehearsal.rules.alarms import watched
from tests.rehearsal.rules.rule import document
from tests.rehearsal.stories.telling import FUNCTION, Story, choices, named, only

#: How a run of a job may end, and whether somebody has to look. A run is stopped by a person.
ENDS: Final[Mapping[str, bool]] = {
    "SUCCEEDED": False, "STOPPED": False, "FAILED": True, "TIMEOUT": True, "ERROR": True,
}  # fmt: skip
#: A chart says what one unit does: (the unit that its title has, its statistic).
CHARTS: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "MessagesPushed": ("", ("Sum",)),
    "MessagesPopped": ("", ("Sum",)),
    "MessagesAcked": ("", ("Sum",)),
    "DeadLetters": ("", ("Sum",)),
    "MessagesExpired": ("", ("Sum",)),
    "LeasesExpired": ("", ("Sum",)),
    "OldestMessageAge": ("(s)", ("Maximum",)),
    "OpenMessages": ("", ("Maximum",)),
    "ObjectiveLag": ("(s)", ("Maximum",)),
    "Count": ("", ("Sum",)),
    "4xx": ("", ("Sum",)),
    "5xx": ("", ("Sum",)),
    "Latency": ("(ms)", ("p99",)),
    "Duration": ("(ms)", ("p99",)),
    "ConcurrentExecutions": ("", ("Maximum",)),
    "Errors": ("", ("Sum",)),
    "Throttles": ("", ("Sum",)),
    "ServerlessDatabaseCapacity": ("(ACU)", ("Average", "Maximum")),
    "DatabaseConnections": ("", ("Maximum",)),
    "CommitLatency": ("(ms)", ("Average",)),
}
_COLUMNS: Final = 24
#: The time over which an error budget is spent.
BUDGET_SECONDS: Final = 30 * 24 * 3_600


def a_failed_job_is_heard_of(stack: Stack) -> Iterator[str]:
    """Glue's metrics do not count runs that failed. EventBridge hands over one event for each run;
    only those of our jobs, and only those that somebody has to look at, become a mail."""
    rule = only(stack, "cloudwatch/eventRule:EventRule")
    pattern = json.loads(rule.inputs["eventPattern"])
    known = boto3.client("glue", region_name=REGION).meta.service_model.shape_for("JobRunState")
    for state in pattern.get("detail", {}).get("state", []):
        if state not in known.enum:
            yield f"{rule.label} waits for the state {state!r}, in which Glue puts no run"
    jobs = [each.outputs["name"] for each in stack.resources.of("glue/job:Job")]
    try:
        for job, state, wanted in [
            *((job, state, wanted) for job in jobs for state, wanted in ENDS.items()),
            ("somebody-elses", "FAILED", False),
        ]:
            if matches(pattern, _ended(job, state)) != wanted:
                yield f"{rule.label}: {job} ends as {state}, and a mail is {wanted}"
        for strange in (
            {"detail-type": "Glue Job Run Status"},
            {"detail-type": "Glue Crawler State Change"},
            {"source": "a.program.of.ours"},
        ):
            if matches(pattern, _ended(jobs[0], "FAILED") | strange):
                yield f"{rule.label} takes events with {strange}"
    except NotAPattern as refused:
        yield f"{rule.label}: {refused}"
    if rule.inputs.get("state", "ENABLED") != "ENABLED" or rule.inputs.get("eventBusName"):
        yield f"{rule.label} does not listen to where Glue speaks"
    target = only(stack, "cloudwatch/eventTarget:EventTarget")
    if target.inputs["rule"] != rule.outputs["name"]:
        yield f"{target.label} waits for {target.inputs['rule']}"


def _ended(job: str, state: str) -> dict[str, Any]:
    """The event of a run's end (Glue guide, "Automating Glue with EventBridge")."""
    return {
        "version": "0",
        "id": "abcdef00-1234-5678-9abc-def012345678",
        "detail-type": "Glue Job State Change",
        "source": "aws.glue",
        "account": ACCOUNT,
        "time": "2026-11-20T03:30:00Z",
        "region": REGION,
        "resources": [],
        "detail": {"jobName": job, "severity": "ERROR", "state": state, "jobRunId": "jr_0"},
    }


def the_topic_takes_what_alarms_say(stack: Stack) -> Iterator[str]:
    """CloudWatch publishes for this account and says so; EventBridge says nothing that a condition
    could ask for. Nobody else writes mails to the operators."""
    topic = only(stack, "sns/topic:Topic").outputs["arn"]
    policy = only(stack, "sns/topicPolicy:TopicPolicy")
    here, elsewhere = {"aws:SourceAccount": ACCOUNT}, {"aws:SourceAccount": "999999999999"}
    wanted = {
        ("cloudwatch.amazonaws.com", "this account", True): here,
        ("cloudwatch.amazonaws.com", "another account", False): elsewhere,
        ("events.amazonaws.com", "a rule", True): {},
        ("s3.amazonaws.com", "this account", False): here,
    }
    for (service, who, may), context in wanted.items():
        said = [
            each
            for each in parsed(policy.inputs["policy"])
            if each["Principal"] in ("*", {"Service": service})
        ]
        if policy.inputs["arn"] != topic or allows(said, "sns:Publish", topic, context) != may:
            yield f"{policy.label}: {service} for {who} may publish: {not may}"
    for subscription in stack.resources.of("sns/topicSubscription:TopicSubscription"):
        if (subscription.inputs["protocol"], subscription.inputs["topic"]) != ("email", topic):
            yield f"{subscription.label} is by {subscription.inputs['protocol']}"


def a_month_that_costs_too_much_is_told(stack: Stack) -> Iterator[str]:
    """A bill follows traffic, and comes at the end of the month. The mail comes when it is going to
    be too high, and when it is."""
    config = choices(stack)
    budgets = stack.resources.of("budgets/budget:Budget")
    if len(budgets) != bool(config.budget_dollars):
        yield f"budgetDollars is {config.budget_dollars}, and there are {len(budgets)} budgets"
    for budget in budgets:
        inputs = budget.inputs
        kind = (inputs["budgetType"], inputs["timeUnit"], inputs["limitUnit"])
        if kind != ("COST", "MONTHLY", "USD") or not inputs["name"].startswith(stack.prefix):
            yield f"{budget.label} is {inputs['name']}, of {kind}"
        for when in ("FORECASTED", "ACTUAL"):
            for dollars, rings in ((0.9, False), (1.1, True)):
                spent = dollars * float(config.budget_dollars or 0)
                if (config.alarm_email in _mails(inputs, when, spent)) != rings:
                    yield f"{budget.label}: {when} {spent:g} dollars, and a mail is {rings}"


def _mails(budget: Mapping[str, Any], when: str, spent: float) -> set[str]:
    """Who gets a mail when so much is spent."""
    compares = {"GREATER_THAN": spent.__gt__, "LESS_THAN": spent.__lt__, "EQUAL_TO": spent.__eq__}
    limit = float(budget["limitAmount"])
    mails: set[str] = set()
    for each in budget["notifications"]:
        share = limit / 100 if each["thresholdType"] == "PERCENTAGE" else 1.0
        over = compares[each["comparisonOperator"]](each["threshold"] * share)
        if each["notificationType"] == when and over:
            mails |= set(each["subscriberEmailAddresses"])
    return mails


def the_dashboard_shows_this_stack(stack: Stack) -> Iterator[str]:
    """A chart of another region is empty, and an empty chart looks like a quiet day. A chart adds
    up what is counted and shows the worst of what is measured; no chart hides another."""
    board = only(stack, "cloudwatch/dashboard:Dashboard")
    taken: dict[tuple[int, int], str] = {}
    for widget in document(board.inputs["dashboardBody"])["widgets"]:
        shown = widget["properties"]
        title = shown["title"]
        yield from _placed(widget, title, taken)
        if "view" in shown:
            continue  # a number, of the error budgets
        if (widget["type"], shown["region"], shown["period"]) != ("metric", REGION, 60):
            yield f"{title!r} is {widget['type']} of {shown['region']} by {shown['period']} s"
        for row in shown["metrics"]:
            unit, statistics = CHARTS.get(row[1], ("nobody knows", ()))
            if shown["stat"] not in statistics:
                yield f"{title!r} shows the {shown['stat']} of {row[1]}"
            if unit not in title or (unit == "" and title.endswith("s)")):
                yield f"{title!r} does not say the unit of {row[1]}, {unit}"
        yield from _shows_whose(stack, title, shown["metrics"])
    if board.inputs["dashboardName"] != stack.prefix:
        yield f"the dashboard is called {board.inputs['dashboardName']}"
    wanted = set(CHARTS) - (set() if choices(stack).lag_slo else {"ObjectiveLag"})
    missing = wanted - {each.name for each in watched(stack) if each.by == board.label}
    yield from (f"no chart shows {name}" for name in sorted(missing))


def _shows_whose(stack: Stack, title: str, rows: list[list[str]]) -> Iterator[str]:
    """Whether the numbers of a chart are this stack's, and those of the functions that matter."""
    hot = {named(stack, FUNCTION)[name].outputs["name"] for name in ("push", "pop", "ack")}
    for name in {row[1] for row in rows}:
        whose = [dict(zip(row[2::2], row[3::2], strict=True)) for row in rows if row[1] == name]
        ours = {"service": stack.prefix}
        objectives = [ours | {"Objective": each} for each in choices(stack).lag_slo]
        own = objectives if name == "ObjectiveLag" else [ours]
        if rows[0][0] == "Regent" and whose != own:
            yield f"{title!r} shows {name} of {whose}"
        if rows[0][0] == "AWS/Lambda" and {each.get("FunctionName") for each in whose} != hot:
            yield f"{title!r} shows {name} of {whose}"


def what_is_left_of_an_error_budget_is_shown(stack: Stack) -> Iterator[str]:
    """An objective may be missed in some minutes of a month. Whoever looks sees how much of that is
    left: all without a miss, nothing once it was missed as often as it may be, and less than that
    if it goes on. Each objective has a number of its own, of the whole month."""
    objectives = choices(stack).lag_slo
    board = only(stack, "cloudwatch/dashboard:Dashboard")
    widgets = document(board.inputs["dashboardBody"])["widgets"]
    shown = [each["properties"] for each in widgets if "view" in each["properties"]]
    if len(shown) != bool(objectives):
        yield f"there are {len(objectives)} objectives, and {len(shown)} widgets of their budgets"
    for properties in shown:
        rest = properties.items()
        how = {name: value for name, value in rest if name not in ("title", "metrics")}
        wanted = {
            "view": "singleValue", "region": REGION, "stat": "Average", "period": BUDGET_SECONDS,
            "start": "-P30D", "end": "P0D", "setPeriodToTimeRange": True,
        }  # fmt: skip
        if how != wanted:
            yield f"the error budgets are shown as {how}"
        rows = properties["metrics"]
        missed = {row[-1]["id"]: row for row in rows if row[-1].get("visible") is False}
        left = {row[0]["label"]: row[0]["expression"] for row in rows if len(row) == 1}
        if set(left) != set(objectives):
            yield f"the error budgets of {sorted(left)} are shown"
        for name, objective in objectives.items():
            own = ["Regent", "ObjectiveMissed", "service", stack.prefix, "Objective", name]
            allowed = 1 - objective.percent / 100
            for share, percent in ((0, 100), (allowed, 0), (2 * allowed, -100)):
                # The others are missed half of the time.
                of = {id_: share if row[:-1] == own else 0.5 for id_, row in missed.items()}
                found = computed(left[name], of)
                if found is None or round(found) != percent:
                    yield f"{name} is missed in {share:.2%} of a month, and {found} % are left"


def _placed(widget: Any, title: str, taken: dict[tuple[int, int], str]) -> Iterator[str]:
    """Whether a chart is as large as the others, three in a row, and right below those above."""
    if (widget["width"], widget["height"], widget["x"] % 8) != (_COLUMNS // 3, 6, 0):
        yield f"{title!r} is {widget['width']} by {widget['height']}, at {widget['x']}"
    if widget["y"] and (widget["x"], widget["y"] - 1) not in taken:
        yield f"{title!r} has nothing above it"
    for x in range(widget["x"], widget["x"] + widget["width"]):
        for y in range(widget["y"], widget["y"] + widget["height"]):
            if x >= _COLUMNS or taken.setdefault((x, y), title) != title:
                yield f"{title!r} lies over {taken.get((x, y), 'the edge')}"


STORIES: Final[tuple[Story, ...]] = (
    a_failed_job_is_heard_of, the_topic_takes_what_alarms_say, a_month_that_costs_too_much_is_told,
    the_dashboard_shows_this_stack, what_is_left_of_an_error_budget_is_shown,
)  # fmt: skip
