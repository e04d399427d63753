"""The alarms on jobs that run by themselves. A run that failed is told by an event (alarms.py)."""

from __future__ import annotations

from collections.abc import Iterator

from infra.job_rights import METRICS_NAMESPACE
from infra.watched import HOUR, MINUTE, Alarm, Watched
from regent.stores.lag import VERDICTS

#: The retention job runs once a day, and goes on with what the last run left.
ARCHIVE_SECONDS = 86_400


def of_the_jobs(watched: Watched) -> Iterator[Alarm]:
    """Of those that have a schedule."""
    ours = {"service": watched.stack.prefix}
    config = watched.stack.config
    if config.lag_schedule:
        yield Alarm(
            name="lag-verdict",
            words="The lag job found a group that does not move.",
            namespace=METRICS_NAMESPACE, metric="Verdict", dimensions=ours,
            statistic="Maximum", threshold=VERDICTS.index("stalled") - 1,
            # Between two runs nothing is known, so the last verdict stands.
            silence="ignore",
        )  # fmt: skip
    if config.retention_schedule:
        yield Alarm(
            name="archive-stuck",
            words="A batch has been on its way into the archive for a day.",
            namespace=METRICS_NAMESPACE, metric="ArchiveAge", dimensions=ours,
            statistic="Maximum", threshold=ARCHIVE_SECONDS,
            period_seconds=5 * MINUTE * config.reclaim_rate,
        )  # fmt: skip
    days = longest_rest_days(config.retention_schedule) if config.retention_schedule else None
    if days:
        yield Alarm(
            name="retention-silent",
            words=f"The retention job has not ended well for {days} days.",
            namespace=METRICS_NAMESPACE, metric="RetentionAge", dimensions=ours,
            statistic="Maximum", threshold=days * 24 * HOUR,
            period_seconds=5 * MINUTE * config.reclaim_rate,
        )  # fmt: skip


def longest_rest_days(schedule: str) -> int | None:
    """For how many days a job may be silent that runs by this schedule: the longest time between
    two runs, and a day. None: it runs in some months only."""
    _, _, of_month, month, of_week, year = schedule.removeprefix("cron(").removesuffix(")").split()
    if (month, year) != ("*", "*"):
        return None
    if of_month not in ("*", "?"):
        return 32
    return 8 if of_week not in ("*", "?") else 2
