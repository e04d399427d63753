"""Cuts a request's path into the names of a route.

An expression with three lazy names tries each place where each of them could end: 10 KB of
separators took it seconds, before any token was looked at. Here each separator is looked for once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PathMatch:
    """What the placeholders of a route stand for in a path."""

    names: dict[str, str]

    def groupdict(self) -> dict[str, str]:
        """As an expression's match calls it."""
        return self.names


class PathRule:
    """A route's path, such as ``/queue/<queue>/partition/<partition>``.

    A name has at least one character, and ends at the first separator behind that, so that the last
    one takes what is left. A later end could not help: the names after it would only have less.
    """

    def __init__(self, path: str) -> None:
        pieces = re.split(r"<(\w+)>", path)
        self._literals, self._names = pieces[::2], pieces[1::2]

    @property
    def groups(self) -> int:
        """How many placeholders it has."""
        return len(self._names)

    def match(self, path: str) -> PathMatch | None:
        """The names of a path that is the route's from its start to its end."""
        first, *inner = self._literals
        if not inner:
            return PathMatch({}) if path == first else None
        last = inner.pop()
        end = len(path) - len(last)
        if not path.startswith(first) or not path.endswith(last):
            return None
        begin, found = len(first), []
        for literal in inner:
            stop = path.find(literal, begin + 1, end)
            if stop == -1:
                return None
            found.append(path[begin:stop])
            begin = stop + len(literal)
        if begin >= end:
            return None
        return PathMatch(dict(zip(self._names, [*found, path[begin:end]], strict=True)))
