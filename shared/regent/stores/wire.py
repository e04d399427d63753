"""How pushes and acks travel, in the forms that their SQL takes apart fastest.

A push travels as columns, an ack as a small JSON document; the names in them are explained at the
head of push.sql and of ack.sql.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from pydantic_core import to_json

from regent.encryption import Encryption
from regent.errors import EncryptionRequired, InvalidJson
from regent.identifiers import message_ids, parse_lease, parse_partition, transaction_key
from regent.stores.queue_types import Ack, Acked, ArchivedMessage, Pushed, PushItem

T = TypeVar("T")

_NO_LEASE = "00000000-0000-0000-0000-000000000000"


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
            for lane, message_id, key, payload, more in batch.messages():
                queue, partition = lane
                same = partition is None and queue in said_default
                place = (queue, "Default") if same else lane
                joined._append(place, message_id, key, payload, more)
        return joined

    def _add(
        self,
        place: tuple[str, str | None],
        message_id: str,
        transaction_id: str,
        payload: str,
        more: dict[str, Any],
    ) -> None:
        key, text = transaction_key(transaction_id)
        if text is not None:
            more["x"] = text
        self._append(place, message_id, key, payload, more)

    def _append(
        self,
        place: tuple[str, str | None],
        message_id: str,
        key: str,
        payload: str,
        more: dict[str, Any],
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

    def __len__(self) -> int:
        return len(self._ids)

    @property
    def items(self) -> Sequence[PushItem]:
        """The messages, as their request has them."""
        return self._items

    def messages(self) -> Iterator[tuple[tuple[str, str | None], str, str, str, dict[str, Any]]]:
        """Their lanes, ids, transaction keys, payloads, and what few of them have."""
        lanes = list(self._lanes)
        places = [lanes[lane - 1] for lane in self._of]
        return zip(places, self._ids, self._keys, self._payloads, self._more, strict=True)

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

    def one(self) -> tuple[str | None, ...] | None:
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
        queues = [queue for queue, _ in self._lanes]
        pushed = []
        for index, item in enumerate(self._items):
            lane, message_id = self._of[index] - 1, self._ids[index]
            _, partition_id, _, duplicates, depth, max_size = lanes[lane]
            winner = duplicates.get(f"{lane}:{self._places[index]}") if duplicates else None
            pushed.append(
                Pushed(
                    queues[lane],
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
            [(1, partition_id, None, winner and {"0:0": str(winner)}, depth, max_size)]
        )


#: Between payloads: a control character, which JSON text never holds as it is.
_SEPARATOR = "\x1f"


def uuid_array(values: Iterable[str]) -> str:
    """A Postgres array of UUIDs or numbers, which need no quoting."""
    return "{" + ",".join(values) + "}"


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


def ack_lanes(acks: Sequence[Ack]) -> list[dict[str, Any]]:
    """Acks by partition and group, as queen.ack takes them. Partition ids that cannot be ours are
    left out (see :func:`impossible_acks`)."""
    lanes: dict[tuple[int, str], list[tuple[int, Ack]]] = {}
    for index, ack in enumerate(acks):
        partition = parse_partition(ack["partitionId"])
        if partition is not None:
            lanes.setdefault((partition, ack["group"]), []).append((index, ack))
    return [
        {"p": partition, "g": group, **_lane_body(entries)}
        for (partition, group), entries in lanes.items()
    ]


def whole_lane(lanes: Sequence[Mapping[str, Any]]) -> tuple[Any, ...] | None:
    """The only lane in the order in which queen.ack_lane takes it; None when there are several, or
    when it completes nothing or not everything."""
    if len(lanes) != 1 or "t" not in lanes[0]:
        return None
    lane = lanes[0]
    return (lane["p"], lane["g"], lane["l"], uuid_array(map(str, lane["i"])), uuid_array(lane["t"]))


def ack_outcomes(
    lanes: Sequence[Mapping[str, Any]], rows: Sequence[Sequence[Any]]
) -> dict[int, Acked]:
    """What became of each ack, from queen.ack's rows: one an ack, or one for all of a lane's."""
    outcomes = {}
    for lane, index, *rest in rows:
        for place in lanes[lane - 1]["i"] if index is None else (index,):
            outcomes[place] = Acked(place, *rest)
    return outcomes


def impossible_acks(acks: Sequence[Ack]) -> dict[int, Acked]:
    """The outcome of acks whose partition id cannot be one of ours: nothing to ask the database."""
    return {
        index: Acked(index, False, False, "MESSAGE_NOT_FOUND", False, False, None, None, None)
        for index, ack in enumerate(acks)
        if parse_partition(ack["partitionId"]) is None
    }


def _lane_body(entries: Sequence[tuple[int, Ack]]) -> dict[str, Any]:
    first = entries[0][1].get("leaseId")
    if all(
        ack["status"] == "completed" and ack.get("leaseId") == first and not ack.get("upTo")
        for _, ack in entries
    ):
        return {
            "l": _fence(first),
            "i": [index for index, _ in entries],
            "t": [transaction_key(ack["transactionId"])[0] for _, ack in entries],
        }
    return {
        "acks": [
            {
                "i": index,
                "t": transaction_key(ack["transactionId"])[0],
                "s": ack["status"],
                "l": _fence(ack.get("leaseId")),
                "e": ack.get("error"),
                "u": ack.get("upTo", False),
                "d": ack.get("delaySeconds"),
            }
            for index, ack in entries
        ]
    }


def _fence(lease_id: str | None) -> str | None:
    """The part of a lease id that is compared; one that cannot be ours compares with nothing."""
    if not lease_id:
        return None
    parsed = parse_lease(lease_id)
    return parsed[0] if parsed else _NO_LEASE
