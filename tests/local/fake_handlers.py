"""Handlers for the local server's own tests: they echo, wait and fail on demand."""

API_MODULES = ("tests.local.fake_handler",)
SCHEDULES = {
    "tick": ("tests.local.fake_schedule", 0.1),
    "broken": ("tests.local.fake_broken_schedule", 0.1),
}
