"""Files that are joined: their messages in order, each of them, as it was."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from glue_jobs.lib import archive, joining
from glue_jobs.lib.archived_message import SCHEMA, Contents, Unsound
from glue_jobs.lib.errors import StorageError
from glue_jobs.lib.storage import Storage
from regent.stores.retention import Batch

AT = datetime(2030, 1, 1, tzinfo=UTC)
BATCH = Batch("compacted-1", "q", "", "planned", 0, [], AT, 0, None)
Place = tuple[int, int]


def messages(places: list[Place]) -> pa.Table:
    """Messages of which each value says which message it is of, or is null."""

    def value(field: pa.Field, place: Place) -> Any:
        if field.name in ("partition_id", "offset"):
            return place[field.name == "offset"]
        if pa.types.is_timestamp(field.type):
            return AT
        if pa.types.is_boolean(field.type):
            return bool(place[1] % 2)
        return None if field.name == "key" and place[1] % 3 else f"{field.name} {place}"

    columns = [[value(field, place) for place in sorted(places)] for field in SCHEMA]
    return pa.table([pa.array(c, f.type) for c, f in zip(columns, SCHEMA, strict=True)], SCHEMA)


class Files:
    """Archived files, made of places."""

    def __init__(self, root: Path) -> None:
        self.storage = Storage(str(root))
        self.named: list[dict[str, Any]] = []

    def add(self, places: list[Place], row_group: int = 100) -> None:
        number = len(self.named)
        path = Path(self.storage.root, f"{number}.parquet")
        pq.write_table(messages(places), path, row_group_size=row_group)
        found = Contents()
        found.add(messages(places))
        stored = self.storage.put(path.name, path)
        self.named.append(
            {
                "path": path.name,
                "rows": len(places),
                "sha256": stored.sha256,
                "checksum": found.checksum(),
            }
        )

    def joined(self) -> pa.Table:
        made = joining.join(self.storage, BATCH, self.named)
        return pa.concat_tables(archive.read(Path(self.storage.root, made["path"])))


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


@pytest.fixture
def two(files: Files) -> Files:
    """Two files of the same two partitions, in several row groups."""
    files.add([(1, 0), (1, 1), (2, 0)], row_group=2)
    files.add([(1, 2), (2, 1), (2, 2)], row_group=2)
    return files


def test_messages_come_in_order_and_as_they_were(two):
    expected = messages([(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)])
    assert two.joined().equals(expected)


def test_a_file_may_hold_what_lies_between_messages_of_another(files):
    """A batch that was given up is planned anew, after its neighbours were archived."""
    files.add([(1, 0), (1, 1), (1, 8), (1, 9)])
    files.add([(1, 4), (1, 5)])
    assert files.joined()["offset"].to_pylist() == [0, 1, 4, 5, 8, 9]


@pytest.mark.parametrize("seed", range(20))
def test_however_messages_are_spread_over_files_and_row_groups(files, seed, monkeypatch):
    monkeypatch.setattr(joining, "PIECE_BYTES", seed % 5 * 500)
    chance = random.Random(seed)
    places = [(p, o) for p in range(1, 6) for o in range(chance.randint(0, 12))] or [(1, 0)]
    spread: list[list[Place]] = [[] for _ in range(chance.randint(1, 5))]
    for place in places:
        chance.choice(spread).append(place)
    for some in filter(None, spread):
        files.add(some, chance.randint(1, 6))
    assert files.joined().equals(messages(places))


def test_messages_are_written_in_pieces(two, monkeypatch):
    monkeypatch.setattr(joining, "PIECE_BYTES", 1)
    assert two.joined().num_rows == 6


def test_a_message_that_two_files_have_is_refused(two):
    two.add([(2, 2), (2, 3)])
    with pytest.raises(Unsound, match="out of order or there twice"):
        two.joined()


def test_a_source_that_rotted_is_refused(two):
    path = Path(two.storage.root, "1.parquet")
    path.write_bytes(path.read_bytes() + b" ")
    with pytest.raises(StorageError, match=r"1\.parquet is not the file that its manifest names"):
        two.joined()


def lose_a_row_group(monkeypatch: pytest.MonkeyPatch) -> None:
    row_groups = joining._row_groups

    def lossy(file, columns):
        first, *others = row_groups(file, columns)
        return iter([first, *others[:-1]])

    monkeypatch.setattr(joining, "_row_groups", lossy)


def changed(monkeypatch: pytest.MonkeyPatch, name: str, change: Callable[[Any], Any]) -> None:
    """Change a column on its way into the new file."""
    merged = joining.merged
    column = SCHEMA.get_field_index(name)

    def wrong(files):
        for each in merged(files):
            yield each.set_column(column, SCHEMA.field(column), change(each[name]))

    monkeypatch.setattr(joining, "merged", wrong)


def swap_payloads(monkeypatch: pytest.MonkeyPatch) -> None:
    changed(monkeypatch, "payload", lambda values: values[::-1])


def spoil_a_null(monkeypatch: pytest.MonkeyPatch) -> None:
    changed(monkeypatch, "key", lambda values: values.fill_null(""))


def rot(monkeypatch: pytest.MonkeyPatch) -> None:
    publish = archive.publish

    def rotting(storage, batch):
        publish(storage, batch)
        path = Path(storage.root, batch.files[0]["path"])
        path.write_bytes(bytes(byte ^ 255 for byte in path.read_bytes()))

    monkeypatch.setattr(archive, "publish", rotting)


def copy_a_shorter_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is what its own checksum says, and yet not all of its sources."""
    write = archive.write

    def shorter(storage, batch, found):
        return write(storage, batch, (each.slice(0, each.num_rows - 1) for each in found))

    monkeypatch.setattr(archive, "write", shorter)


BROKEN = [lose_a_row_group, swap_payloads, spoil_a_null, rot, copy_a_shorter_file]


@pytest.mark.parametrize("broken", BROKEN)
def test_a_file_that_has_not_all_messages_unchanged_is_caught(two, monkeypatch, broken):
    broken(monkeypatch)
    with pytest.raises((Unsound, StorageError)):
        two.joined()


@pytest.mark.parametrize("broken", BROKEN)
def test_nothing_else_notices_it(two, monkeypatch, broken):
    broken(monkeypatch)
    monkeypatch.setattr(joining, "prove", lambda *_: None)
    expected = messages([(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)])
    with suppress(pa.ArrowInvalid):  # it cannot be read any more
        assert not two.joined().equals(expected)
