"""How pushes travel, in the form that their SQL takes apart fastest: as columns, whose names are
explained at the head of push.sql."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from pydantic_core import to_json

from regent.encryption import Encryption
from regent.errors import EncryptionRequired, InvalidJson
from regent.identifiers import key_hash, message_ids, transaction_key
from regent.stores.queue_types import ArchivedMessage, Pushed, PushItem

T = TypeVar("T")
#: Of a message: its lane, id, transaction key, payload, what few have, and the hash of its key.
_Parts = tuple[tuple[str, str | None], str, str, str, dict[str, Any], int | None]


class PushBatch:
    """The messages of one request, numbered within the lanes (queue and partition) they go to."""

    def __init__(self, items: Sequence[PushItem] = ()) -> None:
        self._items = items
        self._lanes: dict[tuple[str, str | None], int] = {}
        self._counts: list[int] = []
        self._of: list[int] = []
        self._places: list[int] = []
        self._ids: list[str] = []
        self._keys: list[str] = []
        self._payloads: list[str] = []
        self._more: list[dict[str, Any]] = []
        self._choices: list[int | None] = []
        said_default = {item["queue"] for item in items if item.get("partition") == "Default"}
        for item, message_id in zip(items, message_ids(), strict=False):
            index = len(self._ids)
            queue, partition = item["queue"], item.get("partition")
            if partition is None and queue in said_default:
                partition = "Default"  # one lane, said in two ways
            self._add(
                (queue, partition),
                message_id,
                item.get("transactionId") or message_id,
                stored_json(item.get("payload"), "items", index),
                _more(item, index),
                choice=_choice(partition, item.get("key")),
            )

    @classmethod
    def of_archived(cls, queue: str, messages: Sequence[ArchivedMessage]) -> PushBatch:
        """Messages that are stored again, in their partitions of a queue."""
        batch = cls()
        for message, message_id in zip(messages, message_ids(), strict=False):
            more = {
                "r": message.trace_id,
                "k": message.key,
                "h": message.headers,
                "e": message.is_encrypted or None,
            }
            batch._add(
                (queue, message.partition),
                message_id,
                message.transaction_id,
                message.payload,
                {name: value for name, value in more.items() if value is not None},
            )
        return batch

    @classmethod
    def of_several(cls, batches: Sequence[PushBatch]) -> PushBatch:
        """The messages of several requests, in their order. Each keeps its id and its key."""
        joined = cls()
        joined._items = [item for batch in batches for item in batch.items]
        said_default = {
            queue for each in batches for queue, name in each.lanes if name == "Default"
        }
        for batch in batches:
            for lane, message_id, key, payload, more, choice in batch.messages():
                queue, partition = lane
                if partition is None and queue in said_default:
                    joined._append((queue, "Default"), message_id, key, payload, more)
                else:
                    joined._append(lane, message_id, key, payload, more, choice=choice)
        return joined

    def _add(
        self,
        place: tuple[str, str | None],
        message_id: str,
        transaction_id: str,
        payload: str,
        more: dict[str, Any],
        *,
        choice: int | None = None,
    ) -> None:
        key, text = transaction_key(transaction_id)
        if text is not None:
            more["x"] = text
        self._append(place, message_id, key, payload, more, choice=choice)

    def _append(
        self,
        place: tuple[str, str | None],
        message_id: str,
        key: str,
        payload: str,
        more: dict[str, Any],
        *,
        choice: int | None = None,
    ) -> None:
        lane = self._lanes.setdefault(place, len(self._counts) + 1)
        if lane > len(self._counts):
            self._counts.append(0)
        self._of.append(lane)
        self._places.append(self._counts[lane - 1])
        self._counts[lane - 1] += 1
        self._ids.append(message_id)
        self._keys.append(key)
        self._payloads.append(payload)
        self._more.append(more)
        self._choices.append(choice)

    def __len__(self) -> int:
        return len(self._ids)

    @property
    def items(self) -> Sequence[PushItem]:
        """The messages, as their request has them."""
        return self._items

    def messages(self) -> Iterator[_Parts]:
        """Their lanes, ids, transaction keys, payloads, what few of them have, and the hashes of
        keys that may choose the partition."""
        lanes = list(self._lanes)
        places = [lanes[lane - 1] for lane in self._of]
        return zip(
            places, self._ids, self._keys, self._payloads, self._more, self._choices, strict=True
        )

    @property
    def lanes(self) -> Collection[tuple[str, str | None]]:
        """The distinct pairs of queue and partition that its messages go to."""
        return self._lanes.keys()

    @property
    def length(self) -> int:
        """Of its payloads, in characters."""
        return sum(map(len, self._payloads))

    @property
    def waits(self) -> bool:
        """Whether a message is scheduled for later."""
        return any("w" in more for more in self._more)

    def name(self, ids: Sequence[str]) -> None:
        """Give the messages the ids that they got when this request was sent before."""
        self._ids = list(ids)

    def parameters(self) -> tuple[str | None, ...]:
        """The columns, in the order in which queen.push and queen.transaction take them."""
        lanes = [
            {"q": queue, "p": partition, "n": count}
            for (queue, partition), count in zip(self._lanes, self._counts, strict=True)
        ]
        one_lane = len(lanes) == 1
        return (
            to_json(lanes).decode(),
            None if one_lane else uuid_array(map(str, self._of)),
            None if one_lane else uuid_array(map(str, self._places)),
            uuid_array(self._ids),
            uuid_array(self._keys),
            _SEPARATOR.join(self._payloads),
            to_json(self._more).decode() if any(self._more) else None,
        )

    @property
    def choices(self) -> str | None:
        """The hashes of keys that may choose the partition, if there is one: a further column."""
        if all(choice is None for choice in self._choices):
            return None
        return uuid_array("null" if choice is None else str(choice) for choice in self._choices)

    def one(self) -> tuple[str | int | None, ...] | None:
        """The message in the order in which queen.push_one takes it; None when there are several,
        or when it has something that queen.push_one does not take."""
        if len(self._ids) != 1:
            return None
        more = self._more[0]
        if "w" in more or "e" in more:
            return None
        ((queue, partition),) = self._lanes
        return (
            queue,
            partition,
            self._ids[0],
            self._keys[0],
            self._payloads[0],
            more.get("x"),
            more.get("r"),
            more.get("k"),
            more.get("h"),
            self._choices[0],
        )

    def _encrypt(self, queues: Collection[str], encryption: Encryption) -> None:
        """Replace the payloads that go to these queues by ciphertext."""
        for index, item in enumerate(self._items):
            if item["queue"] in queues:
                sealed = encryption.seal(self._payloads[index].encode())
                self._payloads[index] = to_json(sealed).decode()
                self._more[index]["e"] = True

    def sent(self, send: Callable[[], T], encryption: Encryption) -> T:
        """Send; when the database says that a queue takes ciphertext only, encrypt and send again.

        So no copy of the queues' options has to be kept here, where it could be out of date.
        """
        try:
            return send()
        except EncryptionRequired as required:
            self._encrypt((required.detail or {})["queues"], encryption)
            return send()

    def outcome(self, lanes: Sequence[Sequence[Any]]) -> list[Pushed]:
        """What became of each item, from queen.push's rows (one per lane)."""
        # Where keys chose partitions, SQL numbered the lanes anew: its first row maps them to ours.
        of, places = (lanes[0][-1] if lanes else None) or (self._of, self._places)
        pushed = []
        for index, item in enumerate(self._items):
            lane, message_id = of[index] - 1, self._ids[index]
            _, partition_id, _, duplicates, depth, max_size, _ = lanes[lane]
            winner = duplicates.get(f"{lane}:{places[index]}") if duplicates else None
            pushed.append(
                Pushed(
                    item["queue"],
                    partition_id,
                    winner or message_id,
                    item.get("transactionId") or message_id,
                    item.get("traceId"),
                    winner is not None,
                    depth,
                    max(0, max_size - depth) if max_size else None,
                )
            )
        return pushed

    def outcome_of_one(self, row: Sequence[Any]) -> list[Pushed]:
        """What became of the only item, from queen.push_one's row."""
        partition_id, winner, depth, max_size = row
        return self.outcome(
            [(1, partition_id, None, winner and {"0:0": str(winner)}, depth, max_size, None)]
        )


#: Between payloads: a control character, which JSON text never holds as it is.
_SEPARATOR = "\x1f"


def uuid_array(values: Iterable[str]) -> str:
    """A Postgres array of UUIDs or numbers, which need no quoting."""
    return "{" + ",".join(values) + "}"


def _choice(partition: str | None, key: str | None) -> int | None:
    """The hash of a key that may choose the partition."""
    return None if key is None or partition is not None else key_hash(key)


def _more(item: PushItem, index: int) -> dict[str, Any]:
    """What few messages have."""
    more: dict[str, Any] = {}
    if (trace := item.get("traceId")) is not None:
        more["r"] = trace
    if (key := item.get("key")) is not None:
        more["k"] = key
    if (headers := item.get("headers")) is not None:
        more["h"] = stored_json(headers, "items", index)
    if (delay := item.get("delaySeconds")) is not None:
        more["w"] = delay
    return more


_ESCAPED_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")


def stored_json(value: Any, name: str, index: int | None = None) -> str:
    """A payload as it is stored: JSON text, which comes out again just as it went in."""
    text = to_json(value, inf_nan_mode="constants").decode()
    if "\\u0000" in text and _ESCAPED_NUL.search(text):
        where = name if index is None else f"{name}[{index}]"
        raise InvalidJson(f"{where} holds the NUL character, which cannot be stored")
    return text
