"""A database without a schema of Regent, with one of another release, or for other roles."""

from __future__ import annotations

from typing import Any

import pytest

from regent import AsyncRegent, Regent, __version__
from regent.client import SchemaMismatch
from regent.direct import schema
from regent.errors import DatabaseForbidden
from tests.support.databases import Databases
from tests.support.rows import value


def test_an_install_says_of_which_release_it_is(owner_url: str) -> None:
    said = value(owner_url, "select obj_description('queen'::regnamespace)")
    assert said == f"Regent {__version__}"


def test_a_database_without_the_schema_says_how_to_install_it(databases: Databases) -> None:
    empty = databases.copy("template1")
    with Regent(empty) as regent, pytest.raises(SchemaMismatch, match=r"regent\.install") as none:
        regent.queue("q").push(1, partition="p")
    assert "has no schema of Regent" in str(none.value)
    databases.give_back(empty)


@pytest.mark.parametrize("installed", ["Regent 1.1.0", "Regent 1.2.9", "Regent 1.3.0"])
def test_one_minor_version_apart_is_near_enough(
    url: str, owner: Any, monkeypatch: pytest.MonkeyPatch, installed: str
) -> None:
    monkeypatch.setattr(schema, "__version__", "1.2.0")
    owner.execute(f"comment on schema queen is '{installed}'")
    with Regent(url) as regent:
        assert regent.queue("q").push(1).id


@pytest.mark.parametrize("installed", ["Regent 1.0.9", "Regent 1.4.0", "Regent 2.2.0", "", "mine"])
def test_further_apart_is_refused_at_the_first_call(
    url: str, owner: Any, monkeypatch: pytest.MonkeyPatch, installed: str
) -> None:
    monkeypatch.setattr(schema, "__version__", "1.2.0")
    owner.execute(f"comment on schema queen is '{installed}'")
    regent = Regent(url)
    with pytest.raises(SchemaMismatch, match=r"this program has Regent 1\.2\.0") as apart:
        regent.queue("q").push(1)
    assert (installed or "an unknown release") in str(apart.value)
    owner.execute("comment on schema queen is 'Regent 1.2.0'")
    assert regent.queue("q").push(1).id
    regent.close()


def test_a_role_without_rights_is_told(url: str, owner: Any) -> None:
    owner.execute("create role someone login")
    try:
        with (
            Regent(url.replace("//regent_api@", "//someone@")) as regent,
            pytest.raises(DatabaseForbidden, match=r"someone may not .* log in as regent_api"),
        ):
            regent.queue("q").push(1)
    finally:
        owner.execute("drop role someone")


@pytest.mark.parametrize("kind", [Regent, AsyncRegent])
def test_nothing_is_asked_before_the_first_call(kind: type[Any]) -> None:
    assert kind("postgresql://regent_api@127.0.0.1:9/none").url.endswith(":9/none")
