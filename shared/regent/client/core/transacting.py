"""A transaction: operations that are collected, sent together, and happen together or not."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from regent.client.core.acking import ANSWERED, LEASE, Verdict, check_leased
from regent.client.core.http1 import Reply
from regent.client.core.messages import MessageFields
from regent.client.core.operation import Operation, coded, json_of, json_text
from regent.client.core.outgoing import Draft
from regent.client.core.pushing import Partitions
from regent.client.core.retry import Step
from regent.client.core.rows import row
from regent.client.errors import Misused
from regent.errors import InvalidLease, TransactionRefused

if TYPE_CHECKING:
    from regent.client.core.rows_admin import OperationResult

_ROLLED_BACK: Final = "rolled back"


class Collected:
    """What a transaction is to do. Acks name their leases and pushes their ids, so it may be sent
    again: what happened is recognised, and nothing happens twice."""

    def __init__(self) -> None:
        self._parts: list[str | list[Draft]] = []
        self._verdicts: list[Verdict] = []
        self.over = False

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to send."""
        return not self._parts

    def verdict(self, verdict: Verdict, group: str) -> None:
        """A message is completed, or buried."""
        self._check_open()
        check_leased([verdict.message])
        self._verdicts.append(verdict)
        self._add({"type": "ack", **verdict.item(), "consumerGroup": group})

    def push(self, drafts: list[Draft]) -> None:
        """Messages are stored."""
        self._check_open()
        if drafts:
            self._parts.append(drafts)

    def append(
        self, messages: Sequence[Mapping[str, Any]], guard: Mapping[str, Any] | None
    ) -> None:
        """Messages are appended to the event log."""
        self._check_open()
        guarded = {} if guard is None else {"guard": guard}
        self._add({"type": "append", "messages": list(messages), **guarded})

    def commit(
        self, group_id: str, member_id: str, generation: int, offsets: Mapping[int, int]
    ) -> None:
        """Offsets of a member of a topic's group are committed."""
        self._check_open()
        self._add(
            {
                "type": "commit",
                "groupId": group_id,
                "memberId": member_id,
                "generation": generation,
                "offsets": {str(partition): offset for partition, offset in offsets.items()},
            }
        )

    def plan(
        self, partitions: Partitions, transaction_key: str | None
    ) -> Generator[Step, Any, tuple[OperationResult, ...]]:
        """Send it. A refusal is raised, and nothing has happened then."""
        self.over = True
        if self.is_empty:
            return ()
        for part in self._parts:
            if not isinstance(part, str):
                yield from partitions.place(part)
        results: tuple[OperationResult, ...] = yield self._operation(transaction_key)
        for verdict in self._verdicts:
            verdict.taken(released=False)
        return results

    def _operation(self, transaction_key: str | None) -> Operation[tuple[OperationResult, ...]]:
        operations = ",".join(
            part
            if isinstance(part, str)
            else f'{{"type":"push","items":[{",".join(draft.json for draft in part)}]}}'
            for part in self._parts
        )
        key = "" if transaction_key is None else f',"transactionKey":{json_text(transaction_key)}'
        body = f'{{"operations":[{operations}]{key}}}'
        return Operation("POST", "/api/v1/transaction", self._read, body.encode())

    def _read(self, reply: Reply) -> tuple[OperationResult, ...]:
        said = json_of(reply)
        from regent.client.core.rows_admin import OperationResult  # noqa: PLC0415 - see later.py

        results = tuple(row(OperationResult, raw) for raw in said["results"])
        if said["success"] or (reply.repeated and self._happened_before(results)):
            return results
        code, sentence = str(said["code"]), str(said["error"])
        detail = {"results": said["results"], **(said.get("detail") or {})}
        if code == TransactionRefused.code and sentence.startswith(LEASE):
            # It was an ack that named the lease: the same as a lease that the request requires.
            lost = InvalidLease(sentence, detail)
            lost.partitions = tuple(
                dict.fromkeys(verdict.message.partition for verdict in self._verdicts)
            )
            raise lost
        raise coded(code, sentence, detail)

    def _happened_before(self, results: Sequence[OperationResult]) -> bool:
        """Whether the refusal of a repeat says that an earlier try happened: nothing was refused
        but burials, and these because the messages are dead letters already."""
        refused = [each for each in results if each.error not in (None, _ROLLED_BACK)]
        buried = {v.message.transaction_id for v in self._verdicts if v.status == "dlq"}
        return bool(refused) and all(
            each.error == ANSWERED and each.transaction_id in buried for each in refused
        )

    def _add(self, operation: Mapping[str, Any]) -> None:
        self._parts.append(json_text(operation))

    def _check_open(self) -> None:
        if self.over:
            raise Misused("the transaction was sent already; begin another one")


def verdict_of(message: MessageFields[Any], error: str | None) -> Verdict:
    """A message is completed; with an error it is buried."""
    status = "completed" if error is None else "dlq"
    return Verdict(message.lane, message.place, status, error=error)  # type: ignore[arg-type]
