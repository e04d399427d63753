"""Verdicts: what became of messages, as few of them as say it all, and how they were taken."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, cast

from regent.client.core.checks import check_number, check_text
from regent.client.core.http1 import Reply
from regent.client.core.messages import Lane, Lease, MessageFields, by_lane
from regent.client.core.operation import Operation, api, json_bytes, json_of
from regent.client.core.payloads import Json
from regent.client.core.popping import Popped
from regent.client.core.retry import Step
from regent.client.errors import AlreadyAnswered, Misused
from regent.errors import LeaseLost, MessageNotFound, RegentError
from regent.limits import MAX_ACKS, MAX_DELAY_SECONDS, MAX_LEASE_SECONDS
from regent.texts import storable

Status = Literal["completed", "failed", "retry", "dlq"]

#: The sentences of a refused verdict, as docs/http/queue.md has them; more may follow.
_NOT_FOUND: Final = "Message not found"
ANSWERED: Final = "Message was already answered"
LEASE: Final = "Invalid or expired lease"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one message; with ``up_to``, of all before it in its lane as well."""

    lane: Lane
    place: int
    status: Status = "completed"
    up_to: bool = False
    error: str | None = None
    #: Of ``failed`` and ``retry``: how long the message waits before it comes again.
    delay_seconds: float | None = None
    #: The batch of the lane failed, and nobody can tell whether it was this message.
    whole: bool = False

    @property
    def message(self) -> MessageFields[Any]:
        """The message that it names."""
        return self.lane.messages[self.place]

    def item(self) -> dict[str, Any]:
        """The verdict as it travels."""
        message = self.message
        item: dict[str, Any] = {
            "partitionId": message.partition_id,
            "leaseId": message.lease_id,
        }
        if not self.whole:
            item |= {"transactionId": message.transaction_id, "status": self.status}
        if self.up_to:
            item["upTo"] = True
        if self.error is not None:
            item["error"] = storable(self.error)
        if self.delay_seconds is not None:
            item["delaySeconds"] = self.delay_seconds
        return item

    def taken(self, *, released: bool) -> None:
        """Note in the lane that the server took it. ``released``: nothing of it is leased now."""
        lane = self.lane
        lane.answered.update(range(self.place + 1) if self.up_to else (self.place,))
        if released or self.status in ("failed", "retry"):
            lane.over = True


def completed(messages: Sequence[MessageFields[Any]]) -> list[Verdict]:
    """Verdicts that complete these messages. Those from the first open one of a lane on, without
    a gap, are one verdict: a lane of a thousand then travels as 200 bytes and not 150,000."""
    verdicts = []
    for lane, places in by_lane(messages).values():
        run = 0
        for place in sorted({*places, *lane.answered}):
            if place != run:
                break
            run += 1
        together = [place for place in places if place < run]
        if together:
            verdicts.append(Verdict(lane, together[-1], up_to=together[-1] > 0))
        verdicts += [Verdict(lane, place) for place in places if place >= run]
    return verdicts


def rest_completed(lanes: Iterable[Lane]) -> list[Verdict]:
    """Verdicts that complete what is open in lanes."""
    return completed([lane.messages[place] for lane in lanes for place in lane.open])


def rest_released(lanes: Iterable[Lane]) -> list[Verdict]:
    """Verdicts that give back what is open in lanes: one for a lane ends its lease there."""
    return [Verdict(lane, places[0], "retry") for lane in lanes if (places := lane.open)]


def check_leased(messages: Iterable[MessageFields[Any]]) -> None:
    """Refuse verdicts on messages that were completed as they were handed out."""
    for message in messages:
        if not message.lease_id:
            raise Misused(
                f"{message!r} was popped with auto_ack, which completed it; it takes no verdict"
            )


def settle(verdicts: Sequence[Verdict]) -> Generator[Step, Any, None]:
    """Send verdicts, each group's in as few requests as it takes. All that can be taken is taken;
    then the refused ones are raised, a lost lease before others."""
    check_leased(verdict.message for verdict in verdicts)
    groups: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        groups.setdefault(verdict.lane.group, []).append(verdict)
    refused: list[tuple[Verdict, RegentError]] = []
    for group, those in groups.items():
        for start in range(0, len(those), MAX_ACKS):
            part = those[start : start + MAX_ACKS]
            reply = yield ack_operation(group, part)
            refused += noted(part, *reply)
    _raise_refused(refused)


#: What became of each verdict. None: the server does not know of batches that failed as a whole.
Outcomes = list[dict[str, Any] | None]


def ack_operation(group: str, verdicts: Sequence[Verdict]) -> Operation[tuple[Outcomes, bool]]:
    """One request for one group: the outcomes, and whether an earlier try may have been carried
    out."""

    def read(reply: Reply) -> tuple[Outcomes, bool]:
        return _outcomes(verdicts, json_of(reply)), reply.repeated

    if len(verdicts) == 1 and not verdicts[0].whole:
        body = verdicts[0].item() | {"consumerGroup": group}
        return Operation("POST", "/api/v1/ack", read, json_bytes(body))
    return Operation("POST", "/api/v1/ack/batch", read, json_bytes(_batch(group, verdicts)))


def _batch(group: str, verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """The body of a batch of verdicts. A server that does not know of failed leases passes them
    over."""
    body: dict[str, Any] = {
        "acknowledgments": [verdict.item() for verdict in verdicts if not verdict.whole],
        "consumerGroup": group,
    }
    if failed := [verdict.item() for verdict in verdicts if verdict.whole]:
        body["failedLeases"] = failed
    return body


def _outcomes(verdicts: Sequence[Verdict], said: Any) -> Outcomes:
    """The outcomes of a batch, in the order of its verdicts."""
    acks, leases = said, None
    if isinstance(said, dict):
        acks, leases = said["acknowledgments"], said.get("failedLeases")
    failed = sum(verdict.whole for verdict in verdicts)
    if leases is None:
        leases = [None] * failed
    if (len(acks), len(leases)) != (len(verdicts) - failed, failed):
        raise ValueError(f"{len(acks) + len(leases)} outcomes for {len(verdicts)} verdicts")
    of_acks, of_leases = iter(acks), iter(leases)
    return [next(of_leases if verdict.whole else of_acks) for verdict in verdicts]


@dataclass(frozen=True, slots=True)
class AckedAndNext:
    """What one request brought that acked and asked for more."""

    outcomes: Outcomes
    repeated: bool
    #: None: the server did not look. A pop finds out why.
    next: Popped | None


def ack_and_next_operation(
    group: str, verdicts: Sequence[Verdict], wanted: Mapping[str, object], form: Json
) -> Operation[AckedAndNext]:
    """Verdicts, and in the same commit the group's next messages. ``wanted``: as the route's member
    ``next`` has it."""
    body = _batch(group, verdicts) | {"next": wanted}

    def read(reply: Reply) -> AckedAndNext:
        said = json_of(reply, form.read)
        taken = said["next"]
        popped = taken and Popped(
            taken["messages"], taken["leaseId"], taken.get("leaseSeconds"), reply.sent_at
        )
        return AckedAndNext(_outcomes(verdicts, said), reply.repeated, popped)

    again = body | {"next": {**wanted, "repeat": True}} if "leaseKey" in wanted else body
    return Operation(
        "POST",
        "/api/v1/ack/batch",
        read,
        json_bytes(body),
        body_again=json_bytes(again),
        is_named=True,
    )


def noted(
    verdicts: Sequence[Verdict], outcomes: Sequence[Mapping[str, Any] | None], repeated: bool
) -> list[tuple[Verdict, RegentError]]:
    """Note the outcomes of verdicts in their lanes; those that were refused, with the reason."""
    refused = []
    for verdict, outcome in zip(verdicts, outcomes, strict=True):
        if outcome is None:
            continue  # the lease runs out, which comes to the same, but later
        error = None if outcome["success"] else _refusal(verdict, str(outcome.get("error")))
        if error is not None and repeated and _happened_before(verdict, error):
            error = None
        if error is None:
            verdict.taken(released=bool(outcome.get("leaseReleased")))
        else:
            if isinstance(error, LeaseLost):
                verdict.lane.over = True
            refused.append((verdict, error))
    return refused


def _happened_before(verdict: Verdict, error: RegentError) -> bool:
    """Whether the refusal of a repeat says that an earlier try was carried out: a message that was
    given back is not under this lease any more."""
    if verdict.status in ("failed", "retry"):
        return isinstance(error, LeaseLost | AlreadyAnswered)
    return verdict.status == "dlq" and isinstance(error, AlreadyAnswered)


def _refusal(verdict: Verdict, said: str) -> RegentError:
    message = verdict.message
    where = f"{message.queue}/{message.partition}, message {message.transaction_id}"
    if said.startswith(LEASE):
        verdict.lane.lease.lost = True
        error = LeaseLost(
            f"{said} ({where}): somebody else may have it by now, so do not act on it any more"
        )
        error.partitions = (message.partition,)
        return error
    kinds: dict[str, type[RegentError]] = {_NOT_FOUND: MessageNotFound, ANSWERED: AlreadyAnswered}
    return kinds.get(said, RegentError)(f"{said} ({where})")


def _raise_refused(refused: Sequence[tuple[Verdict, RegentError]]) -> None:
    if not refused:
        return
    lost = [error for _, error in refused if isinstance(error, LeaseLost)]
    if not lost:
        raise refused[0][1]
    partitions = tuple(dict.fromkeys(name for error in lost for name in error.partitions))
    if len(partitions) == 1:
        raise lost[0]
    together = LeaseLost(
        f"the lease has ended in {len(partitions)} partitions ({', '.join(partitions[:5])}"
        f"{', …' if len(partitions) > 5 else ''}); the other verdicts were taken"
    )
    together.partitions = partitions
    raise together


def extend_operation(lease: Lease, seconds: float) -> Operation[None]:
    """Let a lease run for so long from now on; never shorter."""

    def read(reply: Reply) -> None:
        said = json_of(reply)
        if not said["success"]:
            lease.lost = True
            raise LeaseLost(
                f"{said.get('error') or 'the lease has ended'} (lease {lease.id}): somebody else"
                " may have its messages by now"
            )
        lease.extended(said.get("leaseSeconds") or seconds, reply.sent_at)

    check_number("seconds", seconds, 1, MAX_LEASE_SECONDS, whole=True)
    if not lease.id:
        raise Misused("what was popped with auto_ack has no lease that could be extended")
    return Operation(
        "POST", api("lease", lease.id, "extend"), read, json_bytes({"seconds": seconds})
    )


def failure_text(error: BaseException) -> str:
    """What a handler's exception says as the reason of a failure: its type and its last line."""
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[-1].strip()}" if lines else type(error).__name__


class Progress:
    """How far a program walked through the messages of a batch, for leaving ``with batch:``."""

    __slots__ = ("_handed", "_messages", "ended")

    def __init__(self, messages: Sequence[MessageFields[Any]]) -> None:
        self._messages = messages
        self._handed = 0
        #: The walk came to its end, so an error that follows is not about the last message alone.
        self.ended = False

    def handed(self, place: int) -> None:
        """The message at this place is handed to the program."""
        self._handed = place + 1
        self.ended = False

    def verdicts(self, lanes: Sequence[Lane], error: BaseException | None) -> list[Verdict]:
        """What leaving the block says of each message that has no verdict yet."""
        walking = self._handed > 0 and not self.ended
        if error is None:
            return self._up_to(self._handed, lanes) if walking else rest_completed(lanes)
        if not isinstance(error, Exception):
            # Ctrl-C or a cancelled task: no message is at fault.
            return self._up_to(self._handed - 1, lanes) if walking else rest_released(lanes)
        if not walking:
            return _failed_whole(lanes, error)
        at_hand = self._messages[self._handed - 1]
        if at_hand.place not in at_hand.lane.open:
            return self._up_to(self._handed, lanes)  # the program has answered it itself
        failed = Verdict(at_hand.lane, at_hand.place, "failed", error=failure_text(error))
        return self._up_to(self._handed - 1, lanes, failed)

    def _up_to(
        self, count: int, lanes: Sequence[Lane], failed: Verdict | None = None
    ) -> list[Verdict]:
        """Complete the first messages of the walk, and free those behind: one verdict gives the
        rest of a lane back, be it that of the message that failed."""
        walked = self._messages[:count]
        done = {(id(message.lane), message.place) for message in walked}
        verdicts = completed([message for message in walked if message.place in message.lane.open])
        for lane in lanes:
            left = [place for place in lane.open if (id(lane), place) not in done]
            if failed is not None and failed.lane is lane:
                verdicts.append(failed)
            elif left:
                verdicts.append(Verdict(lane, left[0], "retry"))
        return verdicts


def _failed_whole(lanes: Sequence[Lane], error: Exception) -> list[Verdict]:
    """A batch failed and nobody can tell which message is at fault, unless it had only one. So the
    server counts an attempt of the message at the cursor, and the next lease hands out half as
    many, until the message that is at fault is alone."""
    whole = sum(len(lane.messages) for lane in lanes) > 1
    return [
        Verdict(lane, places[0], "failed", error=failure_text(error), whole=whole)
        for lane in lanes
        if (places := lane.open)
    ]


def verdict_for(
    message: MessageFields[Any],
    status: str,
    error: str | None = None,
    delay_seconds: float | None = None,
) -> list[Verdict]:
    """The verdict on one message."""
    if error is not None or status == "dlq":
        check_text("error", error)
    if delay_seconds is not None:
        check_number("delay_seconds", delay_seconds, 0, MAX_DELAY_SECONDS)
    return [
        Verdict(
            message.lane,
            message.place,
            cast("Status", status),
            error=error,
            delay_seconds=delay_seconds,
        )
    ]
