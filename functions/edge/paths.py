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
        self._names = pieces[1::2]
        #: Looked at first: a request is held against each route in turn, and most begin otherwise.
        self._first = pieces[0]
        self._inner, self._last = pieces[2:-1:2], pieces[-1]

    @property
    def groups(self) -> int:
        """How many placeholders it has."""
        return len(self._names)

    def match(self, path: str) -> PathMatch | None:
        """The names of a path that is the route's from its start to its end."""
        if not path.startswith(self._first) or not path.endswith(self._last):
            return None
        if not self._names:
            return PathMatch({}) if path == self._first else None
        begin, end, found = len(self._first), len(path) - len(self._last), []
        for literal in self._inner:
            stop = path.find(literal, begin + 1, end)
            if stop == -1:
                return None
            found.append(path[begin:stop])
            begin = stop + len(literal)
        if begin >= end:
            return None
        return PathMatch(dict(zip(self._names, [*found, path[begin:end]], strict=True)))
