"""Rooms for the local server's own tests: they echo, wait and fail on demand."""

API_ROOMS = ("tests.local.fake_room",)
SCHEDULES = {
    "tick": ("tests.local.fake_schedule", 0.1),
    "broken": ("tests.local.fake_broken_schedule", 0.1),
}
