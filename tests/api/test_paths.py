"""A path's names are found in one pass, and are those that a lazy expression would find."""

from __future__ import annotations

import json
import re
from itertools import product
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from functions.api import health, seek
from functions.edge.paths import PathRule
from functions.handlers import API_MODULES
from regent.limits import MAX_LEASE_ID_LENGTH, MAX_NAME_LENGTH, MAX_PATH_LENGTH
from regent.local.routes import RouteTable
from tests.support.http import Context, event
from tests.support.roles import routes_of

#: 10 KB that took the expressions 9 seconds: 419 places to end one name, 279 to end the next.
HOSTILE = "/api/v1/consumer-groups/" + "/queues/" * 419 + "/partitions/" * 279 + "x" * 3_358
#: A hundredth of that.
ENOUGH_SECONDS = 0.09

PIECES = ("", "/", "x", "/x", "x/", "/x/")
RULES = tuple(
    "<a>".join(pieces) if len(pieces) < 3 else "{}<a>{}<b>{}".format(*pieces)
    for count in (1, 2, 3)
    for pieces in product(PIECES, repeat=count)
)
SHORT = tuple("".join(letters) for size in range(8) for letters in product("/x", repeat=size))


def lazy(rule: str, path: str) -> dict[str, str] | None:
    """The names that the shortest possible names before them leave."""
    names = re.sub(r"<(\w+)>", r"(?P<\1>.+?)", rule)
    match = re.fullmatch(names, path, re.DOTALL)
    return None if match is None else match.groupdict()


def found(rule: str, path: str) -> dict[str, str] | None:
    match = PathRule(rule).match(path)
    return None if match is None else match.groupdict()


def test_every_short_path_is_cut_as_a_lazy_expression_cuts_it() -> None:
    fitting = 0
    for rule in RULES:
        expression = re.compile(re.sub(r"<(\w+)>", r"(?P<\1>.+?)", rule), re.DOTALL)
        compiled = PathRule(rule)
        for path in SHORT:
            match, ours = expression.fullmatch(path), compiled.match(path)
            assert (match and match.groupdict()) == (ours and ours.groupdict()), (rule, path)
            fitting += match is not None
    assert fitting > 5_000


@settings(max_examples=500)
@given(
    literals=st.lists(st.sampled_from(PIECES), min_size=4, max_size=4),
    pieces=st.lists(st.sampled_from((*PIECES, "y", "\n")), max_size=14),
)
def test_three_names_are_cut_as_a_lazy_expression_cuts_them(
    literals: list[str], pieces: list[str]
) -> None:
    rule, middle = "{}<a>{}<b>{}<c>{}".format(*literals), "".join(pieces)
    for path in (middle, literals[0] + middle + literals[-1]):
        assert found(rule, path) == lazy(rule, path)


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("/pop/a/in/b", {"queue": "a", "partition": "b"}),
        ("/pop/a/in/b/in/c", {"queue": "a", "partition": "b/in/c"}),
        ("/pop//in//in/b", {"queue": "/in/", "partition": "b"}),
        ("/pop/a/in/", None),
        ("/pop//in/b", None),
    ],
)
def test_the_first_separator_after_a_name_ends_it(path: str, names: dict[str, str] | None) -> None:
    assert found("/pop/<queue>/in/<partition>", path) == names


def test_a_literal_is_not_an_expression() -> None:
    assert found("/openapi.json", "/openapi.json") == {}
    assert found("/openapi.json", "/openapiXjson") is None


def test_a_hostile_path_is_looked_for_in_no_time() -> None:
    table = RouteTable(API_MODULES)
    began = process_time()
    assert table.find("POST", HOSTILE) is None
    assert table.methods(HOSTILE) == ["DELETE", "GET"]
    assert process_time() - began < ENOUGH_SECONDS


def test_a_lambda_refuses_a_path_that_no_name_makes_so_long() -> None:
    began = process_time()
    for path in (HOSTILE, "/" + "x" * MAX_PATH_LENGTH):
        answer = seek.handler(event("POST", path), Context())
        body = json.loads(answer["body"])
        assert (answer["statusCode"], body["code"]) == (400, "INVALID_REQUEST")
        assert body["error"] == (
            f"the path has {len(path)} characters; the longest that any route takes has"
            f" {MAX_PATH_LENGTH}"
        )
    assert process_time() - began < ENOUGH_SECONDS
    assert (
        health.handler(event("GET", "/" + "x" * (MAX_PATH_LENGTH - 1)), Context())["statusCode"]
        == 404
    )


def test_the_longest_names_fit_into_every_path() -> None:
    for _, path, _ in routes_of(API_MODULES):
        longest = path.replace("{lease}", "x" * MAX_LEASE_ID_LENGTH)
        longest = re.sub(r"{\w+}", "x" * MAX_NAME_LENGTH, longest)
        assert len(longest) <= MAX_PATH_LENGTH, path
