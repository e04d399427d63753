"""The sentences for values that a pydantic type refuses, for callers who do not write Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Final, get_args

from pydantic_core import to_json
from pydantic_core.core_schema import ErrorType

from regent.names import PATTERN_SENTENCES
from regent.numbers import whole

_PYDANTIC: Final = frozenset(get_args(ErrorType)) - {"value_error"}
_INSTANT: Final = "an ISO 8601 instant with its time zone, such as 2026-11-18T09:00:00Z"
#: By the start of pydantic's name for the problem.
_TAKES: Final[Mapping[str, str]] = {
    "string_type": "a text",
    "int_": "an integer",
    "float_": "a number",
    "finite_number": "a finite number",
    "bool_": "true or false",
    "list_type": "an array",
    "dict_type": "an object",
    "model_": "an object",
    "uuid_": "a UUID",
    "datetime_": _INSTANT,
    "timezone_": _INSTANT,
    "greater_than_equal": "at least {ge}",
    "greater_than": "more than {gt}",
    "less_than_equal": "at most {le}",
    "less_than": "less than {lt}",
    "literal_error": "{expected}",
}
#: Complete: they say themselves what was given.
_COMPLETE: Final[Mapping[str, str]] = {
    "missing": "is missing",
    "too_long": "takes at most {max_length} elements, not {actual_length}",
    "too_short": "takes at least {min_length} elements, not {actual_length}",
    "string_too_long": "takes at most {max_length} characters, not {actual_length}",
    "string_too_short": "takes at least {min_length} characters, not {actual_length}",
    "union_tag_invalid": "takes {expected_tags} as its {discriminator}, not '{tag}'",
    "union_tag_not_found": "has no {discriminator}",
}
_MOST_SHOWN: Final = 60


def explained(
    problems: Iterable[Mapping[str, Any]],
    given: Any = None,
    *,
    most: int | None = None,
    named: Callable[[Mapping[str, Any]], Mapping[str, Any]] = lambda problem: problem,
) -> list[str]:
    """A sentence for each place in which a value is refused, such as ``items[3].queue: takes a
    text, not 5``. ``given``: the value that was validated; it tells places from pydantic's names
    for the types that it tried there. ``named`` looks for better words, in the first ``most``
    sentences alone: a request may have hundreds of thousands of problems."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for problem in problems:
        found.setdefault(_place(problem, given), []).append(problem)
    told = islice(found.items(), most)
    return [_sentence(place, [*map(named, tried)]) for place, tried in told]


def refused(problems: Sequence[Mapping[str, Any]]) -> str:
    """The sentence for one value, without its place."""
    tried = list(dict.fromkeys(map(_words, problems)))
    shown = _shown(problems[0])
    takes = [words.removeprefix("takes ") for words in tried if words.startswith("takes ")]
    if len(tried) == 1 or not takes:
        takes, tried = takes[:1], tried[:1]
    if not takes:
        return f"{tried[0]}; this is {shown}" if shown else tried[0]
    either = " or ".join(filter(None, [", ".join(takes[:-1]), takes[-1]]))
    return f"takes {either}, not {shown}" if shown else f"takes {either}"


def _sentence(place: str, problems: Sequence[Mapping[str, Any]]) -> str:
    words = refused(problems)
    if not place and problems[0]["type"] not in _PYDANTIC:
        return words
    return f"{place or 'body'}: {words}"


def _words(problem: Mapping[str, Any]) -> str:
    kind = str(problem["type"])
    if kind not in _PYDANTIC:
        return str(problem["msg"]).removeprefix("Value error, ")
    context = {name: whole(value) for name, value in problem.get("ctx", {}).items()}
    if kind == "string_pattern_mismatch":
        return PATTERN_SENTENCES[context["pattern"]]
    if context.get("min_length") == 1 and kind.endswith("too_short"):
        return "may not be empty"
    if kind in _COMPLETE:
        length = len(problem["input"]) if kind.startswith("string_") else None
        return _COMPLETE[kind].format_map({"actual_length": length} | context)
    takes = next((_TAKES[start] for start in _TAKES if kind.startswith(start)), "another form")
    return "takes " + takes.format_map(context)


def _shown(problem: Mapping[str, Any]) -> str:
    """The value as JSON has it; nothing if the words have it, or if it is the whole request."""
    given, kind = problem.get("input"), str(problem["type"])
    if kind in _COMPLETE or (kind not in _PYDANTIC and isinstance(given, dict | list)):
        return ""
    if isinstance(given, dict | list):
        return "an object" if isinstance(given, dict) else "an array"
    is_plain = given is None or isinstance(given, bool | int | float)
    shown = to_json(given).decode() if is_plain else repr(given)
    return shown[:_MOST_SHOWN] + ("…" if len(shown) > _MOST_SHOWN else "")


def _place(problem: Mapping[str, Any], given: Any) -> str:
    """The way to a value, without pydantic's names of types and of tagged choices."""
    place, at = "", given
    location = [step for step in problem["loc"] if step not in ("body", "query", "path")]
    for number, step in enumerate(location):
        is_last = number == len(location) - 1
        if isinstance(step, int):
            place += f"[{step}]"
            at = at[step] if isinstance(at, list) and step < len(at) else None
        elif isinstance(at, dict) and step in at:
            place, at = f"{place}.{step}", at[step]
        elif given is None or (is_last and problem["type"] == "missing"):
            place += f".{step}"
    return place.lstrip(".")
