"""Two processes that need a data key at the same moment, when the database has none."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from regent.encryption.data_keys import DataKeys
from regent.errors import EncryptionUnavailable
from tests.support.kms import Process
from tests.support.rows import rows, value


def made_at_once(process: Process, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, str]]:
    """Two processes look for a data key before either has stored one. What each then seals."""
    both_looked = threading.Barrier(2)
    look = DataKeys.newest_data_key

    def newest(*asked: object) -> object:
        found = look(*asked)  # type: ignore[arg-type]
        both_looked.wait(10)
        return found

    servers = [process(), process()]
    with monkeypatch.context() as held_up, ThreadPoolExecutor(2) as threads:
        held_up.setattr(DataKeys, "newest_data_key", newest)
        return list(threads.map(lambda server: server.seal(b"1"), servers))


def test_processes_that_make_keys_at_once_read_each_other(
    process: Process, monkeypatch: pytest.MonkeyPatch, owner_url: str
) -> None:
    sealed = made_at_once(process, monkeypatch)
    assert value(owner_url, "select count(*) from queen.data_keys") == 2
    assert sealed[0]["key"] != sealed[1]["key"]
    assert [process().open(each) for each in sealed] == ["1", "1"]
    assert process().seal(b"1")["key"] in {each["key"] for each in sealed}


def test_keeping_only_the_first_of_two_keys_is_caught(
    process, monkeypatch, broken, owner_url
) -> None:
    rows(owner_url, "create unique index on queen.data_keys (setting)")
    broken("store_data_key", ("on conflict (id) do nothing", "on conflict do nothing"))
    sealed = made_at_once(process, monkeypatch)
    with pytest.raises(EncryptionUnavailable, match=r"not in queen\.data_keys"):
        _ = [process().open(each) for each in sealed]
