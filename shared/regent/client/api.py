"""The routes that the client calls, as methods: what goes in, what comes back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple
from urllib.parse import quote

from regent.client.errors import UnexpectedAnswer
from regent.client.records import ConsumerRecord, record_from
from regent.client.transport import Http

#: A poll's time limits its waiting. An answer that is on its way then may take this much longer.
ANSWER_SECONDS: Final = 2.0


class Member(NamedTuple):
    """A consumer's place in a group."""

    group_id: str
    member_id: str


class Joined(NamedTuple):
    """A membership, the group's generation when it began, and when the group was created."""

    member: Member
    generation: int
    group_created_at: int


class Assignment(NamedTuple):
    """A member's partitions, and the generation that assigned them."""

    partitions: list[int]
    generation: int


class Standing(NamedTuple):
    """The answer to a heartbeat."""

    generation: int
    rebalance_in_progress: bool


class Fetched(NamedTuple):
    """Records of a partition, where to read on, where it ends, and how large the answer was."""

    records: list[ConsumerRecord]
    next_offset: int
    high_watermark: int
    size: int


class RecordMetadata(NamedTuple):
    """Where a record is. ``duplicate``: it was there already, from a try whose answer was lost."""

    topic: str
    partition: int
    offset: int
    timestamp: int
    duplicate: bool


class Api:
    """The routes of topics and members, over one server."""

    def __init__(self, http: Http) -> None:
        self._http = http

    def find_or_create(self, topic: str, app_id: str, within_seconds: float) -> str:
        """The id of an application's group. (Its coordinator is always this server.)"""
        path = "/api/v1/metadata/consumer-groups/find-or-create"
        body = {"topic": topic, "appId": app_id}
        answer = self._http.call("POST", path, body, within_seconds=within_seconds)
        with _understood(path):
            return str(answer.body["groupId"])

    def join(
        self, group_id: str, consumer_id: str, session_timeout_ms: int, within_seconds: float
    ) -> Joined:
        """Make a consumer a member, or find the membership that it has."""
        path = "/api/v1/consumer-group/join"
        body = {
            "groupId": group_id,
            "consumerId": consumer_id,
            "sessionTimeoutMs": session_timeout_ms,
        }
        answer = self._http.call("POST", path, body, within_seconds=within_seconds)
        with _understood(path):
            member = Member(group_id, str(answer.body["memberId"]))
            created_at = int(answer.body["groupCreatedAt"])
            return Joined(member, int(answer.body["generation"]), created_at)

    def assignment(self, member: Member, within_seconds: float) -> Assignment:
        """The partitions assigned to a member; the server waits for a pending rebalance."""
        path = f"/api/v1/consumer-group/assignment/{quote(member.member_id, safe='')}"
        answer = self._http.call(
            "GET", path, within_seconds=within_seconds, overrun_seconds=ANSWER_SECONDS
        )
        with _understood(path):
            partitions = sorted(int(partition) for partition in answer.body["partitions"])
            return Assignment(partitions, int(answer.body["generation"]))

    def heartbeat(self, member: Member, generation: int, within_seconds: float) -> Standing:
        """Say that a member lives. Sent once, because the next heartbeat is the retry."""
        path = "/api/v1/consumer-group/heartbeat"
        answer = self._http.call(
            "POST",
            path,
            _named(member) | {"generation": generation},
            within_seconds=within_seconds,
            retries=False,
        )
        with _understood(path):
            return Standing(
                int(answer.body["generation"]), bool(answer.body.get("rebalanceInProgress"))
            )

    def commit(
        self, member: Member, generation: int, offsets: Mapping[int, int], within_seconds: float
    ) -> None:
        """Commit the next offset to read of each partition: all of them, or none."""
        named = {str(partition): offset for partition, offset in offsets.items()}
        self._http.call(
            "POST",
            "/api/v1/consumer-group/commit-offsets",
            _named(member) | {"generation": generation, "offsets": named},
            within_seconds=within_seconds,
        )

    def committed(self, group_id: str, within_seconds: float) -> dict[int, int]:
        """The committed offsets of a group, by partition."""
        path = "/api/v1/consumer-group/offsets"
        answer = self._http.call(
            "GET",
            path,
            query={"groupId": group_id},
            within_seconds=within_seconds,
            overrun_seconds=ANSWER_SECONDS,
        )
        with _understood(path):
            return {int(p): int(offset) for p, offset in answer.body["offsets"].items()}

    def leave(self, member: Member, within_seconds: float) -> None:
        """End the membership."""
        self._http.call(
            "POST",
            "/api/v1/consumer-group/leave",
            _named(member),
            within_seconds=within_seconds,
        )

    def records(
        self,
        topic: str,
        partition: int,
        offset: int,
        max_records: int,
        *,
        wait_seconds: float,
        within_seconds: float,
    ) -> Fetched:
        """Read from an offset on; at the end of the partition, wait for a first record."""
        path = "/api/v1/consumer-group/records"
        query: dict[str, str | int] = {
            "topic": topic,
            "partition": partition,
            "offset": offset,
            "maxRecords": max_records,
        }
        if wait_ms := int(wait_seconds * 1000):
            query["maxWaitMs"] = wait_ms
        answer = self._http.call(
            "GET",
            path,
            query=query,
            within_seconds=within_seconds,
            overrun_seconds=ANSWER_SECONDS,
        )
        with _understood(path):
            body = answer.body
            records = [record_from(record) for record in body["records"]]
            return Fetched(records, body["nextOffset"], body["highWatermark"], answer.size)

    def ends(self, topic: str, within_seconds: float) -> dict[int, int]:
        """Where each partition of a topic ends: the next offset to be written."""
        path = f"/api/v1/metadata/topics/{quote(topic, safe='')}"
        answer = self._http.call(
            "GET", path, within_seconds=within_seconds, overrun_seconds=ANSWER_SECONDS
        )
        with _understood(path):
            return {end["partition"]: end["highWatermark"] for end in answer.body["offsets"]}

    def produce(
        self, topic: str, body: bytes, count: int, within_seconds: float
    ) -> Sequence[RecordMetadata]:
        """Store records, all or none."""
        path = "/api/v1/produce"
        answer = self._http.call("POST", path, body, within_seconds=within_seconds)
        with _understood(path):
            results = [
                RecordMetadata(topic, r["partition"], r["offset"], r["timestamp"], r["duplicate"])
                for r in answer.body["results"]
            ]
            if len(results) != count:
                raise ValueError(f"{len(results)} results for {count} records")
            return results


def _named(member: Member) -> dict[str, object]:
    return {"groupId": member.group_id, "memberId": member.member_id}


@contextmanager
def _understood(path: str) -> Iterator[None]:
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise UnexpectedAnswer(
            f"the answer of {path} is not what was expected: {error!r}"
        ) from error
