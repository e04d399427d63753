"""Changes each setting of a resource in turn, as a mistake would: another number, another word, the
other answer, one element less, nothing at all."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from tests.rehearsal.records import Resource

Path = tuple[str | int, ...]
#: Takes the setting away.
_NOTHING: Final = object()


@dataclass(frozen=True)
class Change:
    """One change of one setting."""

    #: `lambda/function:Function vpcConfig.subnetIds.*`, and `… left out` if it is taken away.
    setting: str
    #: `lambda Function push: timeout is 30, not 29`
    words: str
    resource: Resource


def changes(resource: Resource) -> Iterator[Change]:
    """Every change of every setting."""
    for name, value in resource.inputs.items():
        document = _document(value)
        for path, old in _walked(document if document is not None else value):
            for new in _others(old):
                changed = _changed(document if document is not None else value, path, new)
                if document is not None:
                    changed = json.dumps(changed)
                inputs = {**resource.inputs, name: changed}
                if not path and new is _NOTHING:
                    del inputs[name]
                place = ".".join(str(step) for step in (name, *path))
                setting = (
                    f"{resource.type.removeprefix('aws:')} {re.sub(r'[.][0-9]+', '.*', place)}"
                )
                shown = "left out" if new is _NOTHING else repr(new)
                yield Change(
                    f"{setting} {shown}" if new is _NOTHING else setting,
                    f"{resource.label}: {place} is {shown}, not {old!r}"[:300],
                    replace(resource, inputs=inputs),
                )


def _document(value: Any) -> Any:
    """A JSON document in a text."""
    if isinstance(value, str) and value.startswith(("{", "[")):
        return json.loads(value)
    return None


def _walked(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    yield path, value
    steps: Any = ()
    if isinstance(value, dict):
        steps = value.items()
    elif isinstance(value, list):
        steps = enumerate(value)
    for step, inner in steps:
        yield from _walked(inner, (*path, step))


def _others(value: Any) -> Iterator[Any]:
    yield _NOTHING
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield value * 10 + 10
        if value > 1:
            yield value // 10
    elif isinstance(value, str):
        yield "another" if value != "another" else "else"


def _changed(value: Any, path: Path, new: Any) -> Any:
    if not path:
        return new if new is not _NOTHING else value
    made = copy.deepcopy(value)
    inner = made
    for step in path[:-1]:
        inner = inner[step]
    if new is _NOTHING:
        del inner[path[-1]]
    else:
        inner[path[-1]] = new
    return made
