"""Many deciders at once, in several processes, on the same courses: the rules hold."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from regent.log import GenericMessage, Log
from tests.log.conftest import Place
from tests.log.programs import keep_programs
from tests.log.workers import decide, event, pipe, start

PLACES = {"Physics": 2, "Algebra": 3, "History": 5}
USERS = [f"user-{n}" for n in range(24)]
#: The change that makes the decider of docs/python/log.md exact.
WITHOUT_GUARD = {"decider": (", guard).positions", ").positions")}


def enrol(place: Place, folder: Path, processes: int, rounds: int) -> int:
    """Every user wants to join every course, some twice. Returns the number of conflicts."""
    place.log.append(
        [
            GenericMessage(type="course.created", payload={"course_name": name, "places": places})
            for name, places in PLACES.items()
        ]
    )
    wishes = [
        (course, user)
        for course in PLACES
        for user in random.Random(4).sample(USERS * rounds, len(USERS) * rounds)
    ]
    go, answers, started = event(), [], []
    for n in range(processes):
        receiving, sending = pipe()
        answers.append(receiving)
        mine = wishes[n::processes]
        started.append(start(decide, folder, place.where, mine, go, sending))
    go.set()
    place.log.append(GenericMessage(type="course.closed", payload={"course_name": "Physics"}))
    conflicts = 0
    for answer, process in zip(answers, started, strict=True):
        assert answer.poll(60), "a decider does not come to an end"
        conflicts += answer.recv()
        process.join(10)
    return conflicts


def broken_rules(log: Log) -> list[str]:
    """Courses with more users than places, with a user twice, or with a user after the end."""
    users: dict[str, list[str]] = {course: [] for course in PLACES}
    closed, broken = set(), []
    for message in log.read_all():
        payload = message.payload
        if message.type == "course.closed":
            closed.add(payload["course_name"])
        if message.type == "user.joined_course":
            users[payload["course_name"]].append(payload["user_id"])
            if payload["course_name"] in closed:
                broken.append(f"{payload['user_id']} joined a closed course")
    for course, those in users.items():
        if len(those) > PLACES[course]:
            broken.append(f"{course} has {len(those)} users")
        broken += [f"{user} joined {course} twice" for user, n in Counter(those).items() if n > 1]
    if not broken:
        assert len(users["Algebra"]) == 3
        assert len(users["History"]) == 5
    return broken


def test_no_course_has_more_users_than_places(shared_place: Place, tmp_path: Path) -> None:
    keep_programs(tmp_path)
    conflicts = enrol(shared_place, tmp_path, processes=2, rounds=1)
    assert broken_rules(shared_place.log) == []
    assert conflicts > 0, "nobody was in anybody's way: this test tests nothing"


def test_without_the_guard_the_rules_are_broken(over_database: Place, tmp_path: Path) -> None:
    keep_programs(tmp_path, **WITHOUT_GUARD)
    enrol(over_database, tmp_path, processes=2, rounds=1)
    assert broken_rules(over_database.log) != []


@pytest.mark.slow
def test_many_deciders_for_longer(shared_place: Place, tmp_path: Path) -> None:
    keep_programs(tmp_path)
    assert enrol(shared_place, tmp_path, processes=6, rounds=6) > 0
    assert broken_rules(shared_place.log) == []
