"""queen.newest_data_key: the data key that all processes with a setting share."""

from regent.database import Database
from regent.encryption.data_keys import DataKey, DataKeys
from tests.support.clock import Clock


def named(name: str) -> DataKey:
    return DataKey(name, f"arn:{name}", name.encode())


def found(keys: DataKeys, setting: str = "alias/master", seconds: int = 3_600) -> str | None:
    newest = keys.newest_data_key(setting, seconds)
    return newest and newest[0].id


def test_at_first_there_is_none(database: Database) -> None:
    assert found(DataKeys(database)) is None


def test_the_youngest_is_found_with_its_age(database: Database, clock: Clock) -> None:
    keys = DataKeys(database)
    keys.store_data_key(named("z"), "alias/master")
    clock.advance(10)
    keys.store_data_key(named("a"), "alias/master")
    clock.advance(600)
    newest = keys.newest_data_key("alias/master", 3_600)
    assert newest is not None
    assert newest[0] == named("a")
    assert 600 <= newest[1] < 630


def test_a_key_is_too_old_from_the_given_age_on(database: Database, clock: Clock) -> None:
    keys = DataKeys(database)
    keys.store_data_key(named("a"), "alias/master")
    clock.advance(3_590)
    assert found(keys) == "a"
    assert found(keys, seconds=3_590) is None
    clock.advance(10)
    assert found(keys) is None


def test_each_setting_has_its_own(database: Database) -> None:
    keys = DataKeys(database)
    keys.store_data_key(named("a"), "alias/a")
    keys.store_data_key(named("b"), "alias/b")
    assert (found(keys, "alias/a"), found(keys, "alias/b")) == ("a", "b")
    assert found(keys, "alias/A") is None
