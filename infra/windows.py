"""The times in which AWS maintains the database and backs it up: what AWS would refuse."""

from __future__ import annotations

from typing import Final, NamedTuple

DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_DAY: Final = 24 * 60
_WEEK: Final = 7 * _DAY
#: AWS takes no shorter ones, and no maintenance of more than a day.
LEAST_MINUTES: Final = 30


class Window(NamedTuple):
    """Minutes of a week, or of each day."""

    start: int
    minutes: int


def check_windows(maintenance: str, backup: str) -> None:
    """Raise ValueError where AWS would refuse. Empty: AWS chooses, and avoids the other one."""
    weekly = _weekly(maintenance) if maintenance else None
    daily = _daily(backup) if backup else None
    for key, text, window in (
        ("maintenanceWindow", maintenance, weekly),
        ("backupWindow", backup, daily),
    ):
        if window and not LEAST_MINUTES <= window.minutes <= _DAY:
            raise ValueError(
                f"{key} is {text!r}, {window.minutes} minutes: AWS takes {LEAST_MINUTES} at least,"
                " and a day at most"
            )
    if weekly and daily and _overlap(weekly, daily):
        raise ValueError(
            f"maintenanceWindow is {maintenance!r} and backupWindow {backup!r}: they overlap, which"
            " AWS refuses; move one of them"
        )


def _weekly(text: str) -> Window:
    """`sun:03:00-sun:04:00`, a week long at most."""
    start, end = (DAYS.index(each[:3]) * _DAY + _minutes(each[4:]) for each in text.split("-", 1))
    return Window(start, (end - start) % _WEEK)


def _daily(text: str) -> Window:
    """`23:30-00:30`"""
    start, end = (_minutes(each) for each in text.split("-", 1))
    return Window(start, (end - start) % _DAY)


def _minutes(text: str) -> int:
    hours, minutes = text.split(":")
    return int(hours) * 60 + int(minutes)


def _overlap(weekly: Window, daily: Window) -> bool:
    """Whether any day's backup meets the maintenance, which may go on into the next week."""
    return any(
        weekly.start < day * _DAY + daily.start + daily.minutes
        and day * _DAY + daily.start < weekly.start + weekly.minutes
        for day in range(-1, 9)
    )
