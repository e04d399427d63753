"""Whether an alarm of CloudWatch's rings (CloudWatch guide, "Alarm evaluation").

Metrics are samples by the minute. A period's value is its samples under the alarm's statistic; the
alarm rings as soon as enough of the last periods are bad.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from tests.rehearsal.requests.functions import Metric

#: The samples of each minute; a minute without any is silent.
Samples = Mapping[int, Sequence[float]]
Written = Mapping[Metric, Samples]

_STATISTICS: Final[Mapping[str, Callable[[Sequence[float]], float]]] = {
    "Sum": sum,
    "Maximum": max,
    "Minimum": min,
    "Average": lambda found: sum(found) / len(found),
    "SampleCount": len,
}
_COMPARISONS: Final[Mapping[str, Callable[[float, float], bool]]] = {
    "GreaterThanThreshold": operator.gt,
    "GreaterThanOrEqualToThreshold": operator.ge,
    "LessThanThreshold": operator.lt,
    "LessThanOrEqualToThreshold": operator.le,
}
_OPERATIONS: Final[Mapping[type, Callable[[float, float], float]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


class NotAnAlarm(Exception):
    """CloudWatch refuses the alarm, or we do not know how it reads it."""


def metric_of(inputs: Mapping[str, Any]) -> Metric:
    """The metric that an alarm, or one of its queries, looks at."""
    dimensions = frozenset((inputs.get("dimensions") or {}).items())
    return Metric(inputs["namespace"], inputs["metricName"], dimensions)


def looks_at(alarm: Mapping[str, Any]) -> list[Metric]:
    """The metrics of an alarm."""
    if "metricName" in alarm:
        return [metric_of(alarm)]
    return [metric_of(each["metric"]) for each in alarm["metricQueries"] if "metric" in each]


def statistics_of(alarm: Mapping[str, Any]) -> set[str]:
    """How the alarm makes one number of many samples."""
    if "metricName" in alarm:
        return {alarm["statistic"]}
    return {each["metric"]["stat"] for each in alarm["metricQueries"] if "metric" in each}


def rings(alarm: Mapping[str, Any], written: Written, minutes: int) -> bool:
    """Whether the alarm rings at some time in these minutes."""
    return any(states(alarm, written, minutes))


def states(alarm: Mapping[str, Any], written: Written, minutes: int) -> list[bool]:
    """Whether the alarm rings, period by period from the first one in which it can."""
    if alarm["treatMissingData"] not in ("breaching", "notBreaching", "ignore"):
        raise NotAnAlarm(f"silence is {alarm['treatMissingData']!r}")
    values = list(_values(alarm, written, minutes))
    periods = alarm["evaluationPeriods"]
    least = alarm.get("datapointsToAlarm", periods)
    bad = [_is_bad(alarm, value) for value in values]
    return [sum(bad[end - periods : end]) >= least for end in range(periods, len(bad) + 1)]


def _is_bad(alarm: Mapping[str, Any], value: float | None) -> bool:
    if value is None:
        return bool(alarm["treatMissingData"] == "breaching")
    return _COMPARISONS[alarm["comparisonOperator"]](value, alarm["threshold"])


def _values(alarm: Mapping[str, Any], written: Written, minutes: int) -> Iterator[float | None]:
    if "metricName" in alarm:
        yield from _aggregated(alarm, alarm["statistic"], written, minutes)
        return
    queries = alarm["metricQueries"]
    given = {
        each["id"]: list(_aggregated(each["metric"], each["metric"]["stat"], written, minutes))
        for each in queries
        if "metric" in each
    }
    (shown,) = (each for each in queries if each.get("returnData"))
    for index in range(len(next(iter(given.values())))):
        names = {name: values[index] for name, values in given.items()}
        yield computed(shown.get("expression", shown["id"]), names)


def _aggregated(
    inputs: Mapping[str, Any], statistic: str, written: Written, minutes: int
) -> Iterator[float | None]:
    samples = written.get(metric_of(inputs), {})
    length, rest = divmod(inputs["period"], 60)
    if rest or not length:
        raise NotAnAlarm(f"a period of {inputs['period']} s: we know whole minutes")
    for begin in range(0, minutes - length + 1, length):
        found = [one for minute in range(begin, begin + length) for one in samples.get(minute, ())]
        yield _STATISTICS[statistic](found) if found else None


def computed(expression: str, names: Mapping[str, float | None]) -> float | None:
    """A sum of metric math; without one of its numbers, or divided by nothing, there is none."""
    try:
        return _number(ast.parse(expression, mode="eval").body, names)
    except (TypeError, ZeroDivisionError):
        return None


def _number(node: ast.expr, names: Mapping[str, Any]) -> float:
    if isinstance(node, ast.BinOp):
        operation = _OPERATIONS[type(node.op)]
        return operation(_number(node.left, names), _number(node.right, names))
    if isinstance(node, ast.Name):
        value: float = names[node.id]
        return value
    assert isinstance(node, ast.Constant), ast.dump(node)
    constant: float = node.value  # type: ignore[assignment]
    return constant
