"""The real handlers, broken: what a pop took for a client that hung up stays leased."""

from functions.handlers import API_MODULES, use_news
from regent.local.context import LambdaContext

SCHEDULES: dict[str, tuple[str, float]] = {}
__all__ = ["API_MODULES", "SCHEDULES", "use_news"]

LambdaContext.has_client = lambda _: True  # type: ignore[method-assign]
