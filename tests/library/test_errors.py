"""The tree of errors agrees with the SQL: each SQLSTATE of ours has one class."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from regent.errors import RAISED, QueueFull, RegentError, UnknownMember
from regent.install import SQL


def _tree(kind: type[RegentError] = RegentError) -> Iterator[type[RegentError]]:
    yield kind
    for child in kind.__subclasses__():
        yield from _tree(child)


def test_every_sqlstate_that_the_sql_raises_has_a_class_and_the_other_way_round() -> None:
    texts = (path.read_text() for path in SQL.rglob("*.sql"))
    raised = {state for text in texts for state in re.findall(r"errcode = '(RG\w+)'", text)}
    assert raised == set(RAISED)


def test_two_classes_with_one_sqlstate_are_refused() -> None:
    with pytest.raises(TypeError, match="Another and QueueFull have the same SQLSTATE, RG001"):
        type("Another", (RegentError,), {}, sqlstate="RG001")
    assert RAISED["RG001"] is QueueFull


def test_a_subclass_has_no_sqlstate_but_its_own() -> None:
    class TopicFull(QueueFull):
        """A kind of QueueFull that SQL does not raise."""

    assert QueueFull.sqlstate == "RG001"
    assert TopicFull.sqlstate is None
    assert TopicFull not in RAISED.values()


def test_a_code_is_the_name_of_its_class_unless_it_is_spelled_out() -> None:
    assert QueueFull.code == "QUEUE_FULL"
    assert UnknownMember.code == "UNKNOWN_MEMBER_ID"
    assert RegentError.code == "INTERNAL"


def test_no_two_classes_of_the_tree_have_the_same_code() -> None:
    ours = {kind for kind in _tree() if kind.__module__ == "regent.errors"}
    codes = Counter(kind.code for kind in ours if "code" in vars(kind))
    assert len(codes) >= 40
    assert [code for code, count in codes.items() if count > 1] == []
