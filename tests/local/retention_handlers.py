"""The handlers of Regent, with a clock that runs retention all the time."""

from functions import handlers

API_MODULES = handlers.API_MODULES
SCHEDULES = {"retention": ("functions.schedules.retention", 0.1)}
