"""The handlers of a server that writes its counts of requests down without delay: no test waits."""

from functions.handlers import API_MODULES, SCHEDULES, count_requests, use_news
from regent import limits

__all__ = ["API_MODULES", "SCHEDULES", "count_requests", "use_news"]

limits.REQUEST_COUNT_SECONDS = 0.05  # type: ignore[misc]
