"""Every bound that Regent enforces, each with its reason."""

from __future__ import annotations

from typing import Final

#: Queue, partition, group, namespace, task and transaction ids: seed 002's VARCHAR(255).
MAX_NAME_LENGTH: Final = 255
#: A request (REGENT_MAX_REQUEST_BYTES): Lambda takes 6 MB, the event around the body included.
MAX_REQUEST_BYTES: Final = 5 * 1024 * 1024
#: One payload (REGENT_MAX_MESSAGE_BYTES): it has to leave in a pop's answer, under the same 6 MB.
MAX_MESSAGE_BYTES: Final = 4 * 1024 * 1024
#: An answer to a pop; the rest waits for the next pop. One message always fits. Under half of the
#: 6 MB, because Lambda's answer is JSON that holds this JSON as a string: each quote counts twice.
MAX_POP_BYTES: Final = 2_750_000
#: Messages a push: past this the request's own size is the narrower bound for any useful payload.
MAX_PUSH_ITEMS: Final = 5_000
#: Messages a pop: a lease is acked or redelivered as a whole; larger ones only delay that.
MAX_POP_BATCH: Final = 5_000
#: Acks a request: all of the largest pop, and an answer for each within 6 MB.
MAX_ACKS: Final = 5_000
#: Partitions that one pop may lease. Their ids travel in the lease id, which travels in URLs
#: (API Gateway: 10,240 bytes of request line and headers).
MAX_POP_PARTITIONS: Final = 100
#: Operations of a transaction: it holds its locks from the first to the last.
MAX_TRANSACTION_OPERATIONS: Final = 5_000
#: Messages an append: readers of the log wait behind the positions that it takes, until it ends.
MAX_APPEND_MESSAGES: Final = 1_000
#: Conditions of a guard or a read, each looked for by itself: a claim's guard has at most one for
#: each pair of the next two.
MAX_CONDITIONS: Final = 800
#: Attributes of a partition, and of a condition: whoever needs more identifies nothing.
MAX_PARTITION_ATTRIBUTES: Final = 8
#: Types that a claim or a read of a partition handles.
MAX_HANDLED_TYPES: Final = 100
#: Attributes of a type that are declared to count; a message may have no more (_make_kinds.sql).
MAX_TYPE_ATTRIBUTES: Final = 100
#: Messages a claim or a read of the log; bytes (MAX_POP_BYTES) bound them as well.
MAX_LOG_BATCH: Final = 1_000
#: A position: a Postgres bigint.
MAX_POSITION: Final = 2**63 - 1
#: How long a claim goes on looking through a log that its group has not looked through yet.
MAX_LOOK_SECONDS: Final = 15.0
#: A lease: beyond a day nobody would notice that its consumer died.
MAX_LEASE_SECONDS: Final = 86_400
#: Delays, buffers and ages: ten years, so that sums of instants stay within what Postgres can date.
MAX_DELAY_SECONDS: Final = 10 * 365 * 86_400
#: Retries and priorities: Postgres integers, with room to add.
MAX_COUNT: Final = 1_000_000_000
#: Partitions of a queue with a fixed number of them: a member's range is a list of them.
MAX_FIXED_PARTITIONS: Final = 1_000
#: An error text that a consumer reports. It is stored with each attempt and each dead letter.
MAX_ERROR_LENGTH: Final = 10_000
#: A lease id: a UUID and the ids of at most MAX_POP_PARTITIONS partitions.
MAX_LEASE_ID_LENGTH: Final = 36 + MAX_POP_PARTITIONS * 20
#: Long poll: API Gateway cuts at 30 s, so we answer 204 well before, whatever the client asked for.
MAX_LONG_POLL_SECONDS: Final = 20.0
#: Rows of a page of a list: a thousand messages without payloads are well under Lambda's 6 MB.
MAX_PAGE: Final = 1_000
#: Rows that an offset may skip: each is read to be skipped; a cursor has no such cost.
MAX_PAGE_OFFSET: Final = 100_000
