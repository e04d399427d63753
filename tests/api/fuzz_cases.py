"""Requests that schemathesis makes from the OpenAPI document: right ones, wrong ones, and right
ones of which one thing is spoiled. They use the names of ``fuzz_states``."""

from __future__ import annotations

import base64
import itertools
import json
from collections.abc import Iterator
from datetime import timedelta, timezone
from typing import Any, Final
from urllib.parse import quote

import schemathesis
from hypothesis import strategies as st
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.core import NotSet

from regent.paging import encode_cursor
from tests.api.fuzz_states import Names
from tests.support.http import Call, Reply

Operation = APIOperation[Any, Any, Any, Any]
Document = dict[str, Any]

#: How often a place takes a real name: one that a request needs, and one that it may leave out.
_NEEDED: Final = 0.9
_OPTIONAL: Final = 0.3
#: Longer lists take most of the time and find nothing more.
_MOST_ITEMS: Final = 3
#: Of each right request.
_SPOILED_COPIES: Final = 2
#: The pattern of nearly every text.
_NO_NUL: Final = r"^[^\u0000]*$"
#: Lists whose pages are long whatever the limit: a cursor has this list's name and this sort key.
_LONG_PAGES: Final = {"GET /api/v1/consumer-groups/{group}": ("queues of a group", ["mail"])}

#: Of these fields a right request has exactly one, for which OpenAPI has no words.
_ONE_OF: Final = {"seek": ("toEnd", "toBeginning", "timestamp", "offset")}

_ZONES = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
_INSTANT = (
    st.datetimes().map(str)
    | st.datetimes(timezones=_ZONES).map(str)
    | st.sampled_from(["9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00", "1970-01-01"])
)
_ODD: Final = ["", "a\0", "x" * 256, "-1", "0", "1e400", "nan", "now", "9" * 40, "/", "x/seek"]
_TEXT = st.text(max_size=20) | st.sampled_from(_ODD)
_SCALAR = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(min_value=-(10**40), max_value=10**40)
    | st.floats()
    | _TEXT
)
#: NaN and infinities are written as Python writes them: no JSON, which is a client's error too.
_JSON = st.recursive(
    _SCALAR, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_TEXT, inner, max_size=4)
)


def lean(document: Document) -> Document:
    """The document in a form of which schemathesis makes requests in half of the time."""
    made: Document = _lean(document)
    return made


def _lean(node: Any) -> Any:
    if isinstance(node, list):
        return [_lean(each) for each in node]
    if not isinstance(node, dict):
        return node
    made = {name: _lean(each) for name, each in node.items()}
    if made.get("pattern") == _NO_NUL:  # `allow-x00` keeps NUL away without a search for texts
        del made["pattern"]
    if made.get("type") == "array":
        made["maxItems"] = _MOST_ITEMS
    if made.get("type") == "object" and "properties" in made:
        made.setdefault("additionalProperties", False)
    return made


def operation_of(document: Document, method: str, path: str, names: Names) -> Operation:
    """An operation of a lean document, with real names in their places."""
    described = document["paths"][path][method.lower()]
    config = schemathesis.Config.from_dict(
        {
            # Roles are left to test_access.py, and NUL to the spoiled copies.
            "generation": {"with-security-parameters": False, "allow-x00": False},
            "dictionaries": {word: {"values": values} for word, values in names.items()},
            "parameters": _bound(described, document["components"]["schemas"], names),
        }
    )
    alone = {**document, "paths": {path: {method.lower(): described}}}
    return schemathesis.openapi.from_dict(alone, config=config)[path][method]


def _bound(described: Document, schemas: Document, names: Names) -> Document:
    """Which names the places of a request may bear."""
    (handler,) = described["tags"]
    return {
        place: {"dictionary": known, "probability": often}
        for place, word, often in _places(described, schemas)
        if (known := _known(names, handler, word)) is not None
    }


def _known(names: Names, handler: str, word: str) -> str | None:
    """Where names for a word are kept: those of the handler, or else those of all handlers."""
    return next((each for each in (f"{handler}.{word}", word) if each in names), None)


def _places(described: Document, schemas: Document) -> Iterator[tuple[str, str, float]]:
    """Where a request bears something: the place as schemathesis writes it, its word, and how often
    it takes a real name."""
    for parameter in described.get("parameters", []):
        often = _NEEDED if parameter["required"] else _OPTIONAL
        yield f"{parameter['in']}.{parameter['name']}", parameter["name"], often
    if "requestBody" in described:
        body = described["requestBody"]["content"]["application/json"]["schema"]
        for place, word in _leaves(body, schemas, "body", ""):
            yield place, word, _NEEDED


def _leaves(
    schema: Document, schemas: Document, place: str, word: str
) -> Iterator[tuple[str, str]]:
    """The fields of a body that hold no others, but for those whose values the schema lists."""
    if "$ref" in schema:
        schema = schemas[schema["$ref"].rpartition("/")[2]]
    inner = [*schema.get("anyOf", []), *schema.get("oneOf", [])]
    for each in inner:
        yield from _leaves(each, schemas, place, word)
    for name, each in schema.get("properties", {}).items():
        yield from _leaves(each, schemas, f"{place}.{name}", name)
    if "items" in schema:
        yield from _leaves(schema["items"], schemas, f"{place}[*]", word)
    elif not inner and not {"properties", "enum", "const"} & set(schema):
        yield place, word


def requests(operation: Operation, cursor: str | None) -> st.SearchStrategy[list[Case]]:
    """A wrong request, or a right one behind its spoiled copies: one right request takes as long to
    make as ten copies. ``cursor`` continues the operation's list."""
    right = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
    wrong = None
    if operation.path_parameters or operation.query or operation.body:
        wrong = operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)
    cursors = st.none() if cursor is None else st.none() | _cursors(cursor)

    @st.composite
    def made(draw: st.DrawFn) -> list[Case]:
        if wrong is not None and draw(st.integers(1, 5)) == 1:
            cases = [draw(wrong)]
        else:
            case = _with_one_of(draw, draw(right))
            copies = _SPOILED_COPIES if _parts(case) else 0
            cases = [*(_spoiled(draw, case) for _ in range(copies)), case]
        for case in cases:
            if (drawn := draw(cursors)) is not None:
                case.query["cursor"] = drawn
        return cases

    return made()


def _with_one_of(draw: st.DrawFn, case: Case) -> Case:
    """This request, with one of the fields of which it must have one."""
    fields = _ONE_OF.get(case.path.rpartition("/")[2])
    if fields is None or not isinstance(case.body, dict):
        return case
    given = [field for field in fields if case.body.get(field)]
    kept = draw(st.sampled_from(given or ["toEnd"]))
    body = {name: value for name, value in case.body.items() if name not in fields}
    body[kept] = case.body.get(kept) or True
    return case.operation.Case(
        path_parameters=dict(case.path_parameters),
        query=dict(case.query),
        body=body,
        media_type=case.media_type,
    )


def _parts(case: Case) -> list[str]:
    """What can be spoiled. A body is sent where none is expected, too."""
    body = 2 if case.operation.body else int(case.method.upper() != "GET")
    path, query = bool(case.path_parameters), bool(case.operation.query)
    return ["path"] * path + ["query"] * query + ["body"] * body


def _spoiled(draw: st.DrawFn, right: Case) -> Case:
    """This request, but for one thing that is not what it should be."""
    path, query, body = dict(right.path_parameters), dict(right.query), right.body
    match draw(st.sampled_from(_parts(right))):
        case "path":
            path[draw(st.sampled_from(sorted(path)))] = quote(draw(_TEXT.filter(bool)), safe="")
        case "query":
            declared = sorted(parameter.name for parameter in right.operation.query)
            query[draw(st.sampled_from(declared))] = draw(_TEXT | _INSTANT)
        case _:
            where = draw(st.sampled_from([*_ways(body)]))
            body = _replaced(body, where, draw(_JSON | _INSTANT))
    media_type = right.media_type or "application/json"
    return right.operation.Case(path_parameters=path, query=query, body=body, media_type=media_type)


def _ways(node: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all that a body holds, itself first."""
    yield way
    if isinstance(node, dict | list):
        for step in node if isinstance(node, dict) else range(len(node)):
            yield from _ways(node[step], (*way, step))


def _replaced(node: Any, way: tuple[Any, ...], value: Any) -> Any:
    if not way:
        return value
    copy = node.copy()
    copy[way[0]] = _replaced(node[way[0]], way[1:], value)
    return copy


def _cursors(given: str) -> st.SearchStrategy[str]:
    """The cursor of a list, broken ones, those of another list, and forged ones."""
    name, *key = json.loads(base64.urlsafe_b64decode(given + "=" * (-len(given) % 4)))
    forged = st.lists(_INSTANT | st.integers() | _TEXT, max_size=5) | st.tuples(*map(_like, key))
    return (
        st.sampled_from([given, given[:-2], given + "A", "WzFd", "W10", "bnVsbA"])
        | st.builds(encode_cursor, st.just(name), forged)
        | st.builds(encode_cursor, _TEXT, st.just(key))
        | _TEXT
    )


def _like(part: str | int) -> st.SearchStrategy[str | int]:
    return st.integers(-1, 2**64) if isinstance(part, int) else _INSTANT | _TEXT | st.just(part)


def cursor_of(call: Call, operation: Operation, names: Names) -> str | None:
    """The cursor after the first row of an operation's list; None: it answers no list."""
    if operation.query.get("cursor") is None:
        return None
    if operation.label in _LONG_PAGES:
        return encode_cursor(*_LONG_PAGES[operation.label])
    (handler,) = operation.tags or []
    words = [parameter.name for parameter in operation.path_parameters]
    known = [names.get(_known(names, handler, word) or word, []) for word in words]
    for values in itertools.product(*known):
        path = {word: quote(str(value), safe="") for word, value in zip(words, values, strict=True)}
        reply = send(call, operation.Case(path_parameters=path, query={"limit": 1}))
        given = reply.headers.get("X-Next-Cursor")
        if isinstance(reply.body, dict):
            given = given or reply.body.get("nextCursor")
        if given is not None:
            return str(given)
    raise AssertionError(
        f"{operation.label}: its list has no second page. Give it two rows in fuzz_states.py."
    )


def send(call: Call, case: Case) -> Reply:
    """Send a case as API Gateway does: repeated parameters joined, bytes as base64."""
    query = {
        name: ",".join(map(str, value)) if isinstance(value, list) else value
        for name, value in case.query.items()
    }
    binary = isinstance(case.body, bytes)
    body: str | None = None
    if binary:
        body = base64.b64encode(case.body).decode()
    elif not isinstance(case.body, NotSet):
        body = json.dumps(case.body)
    return call(case.method.upper(), case.formatted_path, body, query=query, base64=binary)
