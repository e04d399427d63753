"""The real handlers, in a server that looks for what nobody tells once an hour.

So a long poll that is answered was told; one that was not would be answered with nothing, late.
"""

from functions.handlers import API_MODULES, use_news
from regent.local import lookouts, news

SCHEDULES: dict[str, tuple[str, float]] = {}
__all__ = ["API_MODULES", "SCHEDULES", "use_news"]

lookouts.FIRST_LOOK_SECONDS = 3_600.0  # type: ignore[misc]
lookouts.SLOW_LOOK_SECONDS = news.SLOW_LOOK_SECONDS = 3_600.0  # type: ignore[misc]
