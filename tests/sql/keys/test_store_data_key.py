"""queen.store_data_key: keeps a wrapped data key."""

from regent.database import Database
from regent.encryption.data_keys import DataKey, DataKeys
from tests.support.rows import rows


def test_a_key_is_kept_as_it_was_given(database: Database, owner_url: str) -> None:
    DataKeys(database).store_data_key(DataKey("id", "arn:key", b"\x00wrapped\xff"), "alias/master")
    assert rows(
        owner_url,
        "select id, kms_key, setting, wrapped, now() - created_at < interval '1 minute' as dated"
        "  from queen.data_keys",
    ) == [
        {
            "id": "id",
            "kms_key": "arn:key",
            "setting": "alias/master",
            "wrapped": "AHdyYXBwZWT/",
            "dated": True,
        }
    ]


def test_storing_it_again_changes_nothing(database: Database, owner_url: str) -> None:
    keys = DataKeys(database)
    keys.store_data_key(DataKey("id", "arn:key", b"first"), "alias/master")
    keys.store_data_key(DataKey("id", "arn:key", b"second"), "alias/master")
    assert keys.read_data_key("id") == DataKey("id", "arn:key", b"first")
    assert rows(owner_url, "select count(*) as n from queen.data_keys") == [{"n": 1}]
