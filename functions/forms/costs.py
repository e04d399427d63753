"""What a stack costs by the requests that it has counted: the bill of a month, and each queue's or
group's part of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, Field

from functions.forms.spans import SpanQuery
from regent.costs import prices
from regent.costs.bill import Line, Stack, bill, shares, total
from regent.costs.usage import HOURS, Usage
from regent.rows import Row

#: Less time than that tells nothing of a month.
_LEAST_HOURS: Final = 1.0
_MILLION: Final = 1_000_000
#: The parts of a row's dollars, by the first word of a line's item.
_PARTS: Final = {
    "API": "gateway", "Lambda": "lambda", "Aurora": "database", "Logs": "watching",
    "Traces": "watching",
}  # fmt: skip


class CostsQuery(SpanQuery):
    """Whole days (UTC); without ``from``, since the first of the month. ``batch``: the size of the
    batches of which the answer says what they would cost."""

    by: Literal["queue", "group"] = "queue"
    batch: Annotated[int, Field(ge=2, le=100)] = 100


class Counted(BaseModel):
    """Counts of the time that was asked for. A request about several queues is divided among
    them."""

    pushRequests: float
    popRequests: float
    emptyPops: float
    ackRequests: float
    otherRequests: float
    pushed: int
    popped: int
    acked: int
    bytesIn: float
    bytesOut: float
    waitedSeconds: float
    storedMessages: int


class Dollars(BaseModel):
    """A month's dollars that requests and messages make. ``watching``: logs and traces."""

    gateway: float
    # "lambda" is no name in Python.
    lambda_: Annotated[float, Field(alias="lambda")]
    database: float
    watching: float
    total: float


class CostRow(Counted):
    """A queue or a group: null for the requests of none. ``ifBatched``: the total, if its messages
    came in batches."""

    queue: str | None = None
    consumerGroup: str | None = None
    dollars: Dollars
    ifBatched: float


class CostLine(BaseModel):
    """An item of the bill. ``used``: the part that requests and messages make."""

    item: str
    arithmetic: str
    dollars: float
    used: float


class Period(BaseModel):
    """The time that was counted, and what it cost at the rate of the month."""

    from_: Annotated[str, Field(alias="from")]
    to: str
    hours: float
    dollars: float


class Month(BaseModel):
    """A month at this rate. ``fixed`` is paid for a stack that does nothing, too."""

    hours: int
    dollars: float
    fixed: float
    used: float
    perMillionMessages: float | None
    ifBatched: float


class Priced(BaseModel):
    """The prices' region, and the day on which they were looked up."""

    region: str
    lookedUp: str


class CostsAnswer(BaseModel):
    """An estimate, and its arithmetic. It is no bill of AWS. ``onAws``: whether the stack runs
    there; otherwise it is what it would cost."""

    onAws: bool
    period: Period
    countedSince: str | None
    by: Literal["queue", "group"]
    batch: int
    prices: Priced
    month: Month
    lines: list[CostLine]
    counted: Counted
    rows: list[CostRow]
    #: Queues or groups that have no row of their own, and what they have together.
    leftOut: int
    rest: float


def bill_answer(found: Row, query: CostsQuery, *, on_aws: bool, pauses: bool) -> dict[str, Any]:
    """The answer, made of what was counted. ``pauses``: the stack's database does."""
    hours = found["hours"] or 0.0
    scale = HOURS / max(hours, _LEAST_HOURS)
    rows = [*found["usages"]]
    if not any(row["name"] == "" for row in rows):
        rows.append({**dict.fromkeys(found["total"], 0), "name": ""})
    uses = [_usage(row, found, query.by).times(scale) for row in rows]
    whole = _usage(found["total"], found, query.by).storing(found["databaseBytes"]).times(scale)
    rest = whole
    for use in uses:
        rest = rest.minus(use)
    stack = Stack(min_acu=0 if pauses else Stack.min_acu)
    lines = bill(whole, stack)
    batched = [use.in_batches(query.batch) for use in (*uses, rest)]
    batched_lines = bill(_together(batched), stack)
    *parts, of_rest = shares(lines, [*uses, rest])
    *parts_batched, _ = shares(batched_lines, batched)
    told = zip(rows, parts, parts_batched, strict=True)
    month = total(lines)
    used = sum(line.used for line in lines)
    return {
        "onAws": on_aws,
        "period": {
            "from": found["from"],
            "to": found["to"],
            "hours": round(hours, 3),
            "dollars": _dollars(month * hours / HOURS),
        },
        "countedSince": found["countedSince"],
        "by": query.by,
        "batch": query.batch,
        "prices": {"region": prices.REGION, "lookedUp": prices.LOOKED_UP},
        "month": {
            "hours": HOURS,
            "dollars": _dollars(month),
            "fixed": _dollars(month - used),
            "used": _dollars(used),
            "perMillionMessages": _dollars(month / whole.pushed * _MILLION)
            if whole.pushed
            else None,
            "ifBatched": _dollars(total(batched_lines)),
        },
        "lines": [_line(line) for line in lines],
        "counted": _counted(found["total"]),
        "rows": [_row(*each, query.by) for each in told],
        "leftOut": found["leftOut"],
        "rest": _dollars(sum(of_rest.values())),
    }


def _together(uses: Sequence[Usage]) -> Usage:
    whole = Usage()
    for use in uses:
        whole = whole.plus(use)
    return whole


def _usage(row: Row, found: Row, by: str) -> Usage:
    """What is stored is a queue's by its messages; all else that is stored is of no queue."""
    kept = found["total"]["kept"]
    messages = found["messageBytes"] if by == "queue" and kept else 0
    stored = messages * row["kept"] / kept if messages else 0.0
    if row.get("name") == "":
        stored += found["databaseBytes"] - messages
    return Usage(
        pushes=row["pushes"],
        pops=row["pops"],
        empty_pops=row["empty_pops"],
        acks=row["acks"],
        others=row["others"],
        pushed=row["pushed"],
        popped=row["popped"],
        acked=row["acked"],
        waited_seconds=row["waited_seconds"],
        stored_bytes=stored,
    )


def _counted(row: Row) -> dict[str, Any]:
    return {
        "pushRequests": row["pushes"],
        "popRequests": row["pops"],
        "emptyPops": row["empty_pops"],
        "ackRequests": row["acks"],
        "otherRequests": row["others"],
        "pushed": row["pushed"],
        "popped": row["popped"],
        "acked": row["acked"],
        "bytesIn": row["bytes_in"],
        "bytesOut": row["bytes_out"],
        "waitedSeconds": round(row["waited_seconds"], 3),
        "storedMessages": row["kept"],
    }


def _row(row: Row, part: dict[str, float], batched: dict[str, float], by: str) -> dict[str, Any]:
    dollars = dict.fromkeys(("gateway", "lambda", "database", "watching"), 0.0)
    for item, spent in part.items():
        dollars[_PARTS[item.replace(",", " ").split()[0]]] += spent
    rounded = {name: _dollars(spent) for name, spent in dollars.items()}
    return {
        "queue" if by == "queue" else "consumerGroup": row["name"] or None,
        **_counted(row),
        "dollars": {**rounded, "total": _dollars(sum(part.values()))},
        "ifBatched": _dollars(sum(batched.values())),
    }


def _line(line: Line) -> dict[str, Any]:
    return {
        "item": line.item,
        "arithmetic": line.arithmetic.replace(" * ", " \N{MULTIPLICATION SIGN} "),
        "dollars": _dollars(line.dollars),
        "used": _dollars(line.used),
    }


def _dollars(amount: float) -> float:
    """Small enough that a queue's part of a cent adds up."""
    return round(amount, 8)
