"""For each setting of the stack a story that uses it, and complains when it does not work out.

A story's docstring says why the settings are as they are. It acts: an alarm is rung, a bucket's
rules are followed for years, a browser asks whether it may send a token, a job tries what its
role lets it do. It judges the record of a run (records.py), so it costs no apply.
`test_stories.py` changes each setting of the record, and some story or rule has to complain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from tests.rehearsal.records import Stack
from tests.rehearsal.stories import (
    alarms,
    databases,
    files,
    functions,
    jobs,
    lives,
    order,
    people,
    requests,
    ways,
)
from tests.rehearsal.stories.telling import Story

STORIES: Final[Mapping[str, Story]] = {
    story.__name__: story
    for module in (alarms, databases, files, functions, jobs, lives, order, people, requests, ways)
    for story in module.STORIES
}


def complaints(stack: Stack) -> list[str]:
    """The complaints of all stories about a stack: ``who_is_called_often_is_large: …``."""
    return [
        f"{name}: {complaint}"
        for name, story in STORIES.items()
        for complaint in told(story, stack)
    ]


def told(story: Story, stack: Stack) -> Iterator[str]:
    """What a story complains about. A story that finds nothing to be about complains, too."""
    try:
        yield from story(stack)
    except Exception as broken:  # noqa: BLE001 - it is about something that is not there
        yield f"cannot be told: {type(broken).__name__}: {broken}"
