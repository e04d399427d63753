"""queen.read_data_key: a wrapped data key by its id."""

import pytest

from regent.database import Database
from regent.encryption.data_keys import DataKey, DataKeys
from tests.support.rows import rows


def test_a_key_is_found_by_its_id(database: Database) -> None:
    keys = DataKeys(database)
    for name in ("a", "b"):
        keys.store_data_key(DataKey(name, f"arn:{name}", name.encode()), "alias/master")
    assert keys.read_data_key("b") == DataKey("b", "arn:b", b"b")


@pytest.mark.parametrize("key_id", ["", "A", "a ", "';--", "ü😀", "x" * 10_000])
def test_an_id_that_is_not_there_has_no_key(database: Database, key_id: str) -> None:
    keys = DataKeys(database)
    keys.store_data_key(DataKey("a", "arn:a", b"a"), "alias/master")
    assert keys.read_data_key(key_id) is None


@pytest.mark.parametrize("damage", ["", "%%%", "ü"])
def test_what_was_damaged_is_handed_on_to_kms(
    database: Database, owner_url: str, damage: str
) -> None:
    keys = DataKeys(database)
    keys.store_data_key(DataKey("a", "arn:a", b"a"), "alias/master")
    rows(owner_url, "update queen.data_keys set wrapped = %s", (damage,))
    assert keys.read_data_key("a") == DataKey("a", "arn:a", damage.encode())
