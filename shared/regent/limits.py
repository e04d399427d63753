"""Every bound that Regent enforces, each with its reason."""

from __future__ import annotations

from typing import Final

#: Queue, partition, group, namespace, task and transaction ids: seed 002's VARCHAR(255).
MAX_NAME_LENGTH: Final = 255
#: A client's name for itself, which each lease has with it: a host's name and a process.
MAX_CLIENT_LENGTH: Final = 100
#: The header in which it comes.
CLIENT_HEADER: Final = "regent-client"
#: A request (REGENT_MAX_REQUEST_BYTES): Lambda takes 6 MB, the event around the body included.
MAX_REQUEST_BYTES: Final = 5 * 1024 * 1024
#: One payload (REGENT_MAX_MESSAGE_BYTES): it has to leave in a pop's answer, under the same 6 MB.
MAX_MESSAGE_BYTES: Final = 4 * 1024 * 1024
#: An answer to a pop; the rest waits for the next pop. One message always fits. Under half of the 6
#: MB, because Lambda's answer is JSON that holds this JSON as a string: each quote counts twice.
MAX_POP_BYTES: Final = 2_750_000
#: An outcome of an ack, without its names and ids, beside the next messages in one answer.
ACK_ANSWER_BYTES: Final = 200
#: Messages a push: past this the request's own size is the narrower bound for any useful payload.
MAX_PUSH_ITEMS: Final = 5_000
#: Messages a pop: a lease is acked or redelivered as a whole; larger ones only delay that.
MAX_POP_BATCH: Final = 5_000
#: On one machine requests travel to the database together: the body of such a request (parsed in
#: the event loop, while nobody else is served), and the requests, messages and characters of one
#: statement. They share its time and its locks, and a hundred leave next to nothing to gain.
MAX_SHORT_BODY_BYTES: Final = 16 * 1024
MAX_TOGETHER_CALLS: Final = 100
MAX_TOGETHER_MESSAGES: Final = 1_000
MAX_TOGETHER_LENGTH: Final = 512 * 1024
#: Acks of a request that takes the next together with others. Beside the outcomes of so many, with
#: the longest names, there is room for a large message (take_next.sql).
MAX_TOGETHER_ACKS: Final = 100
#: For how long requests go alone that are about something which failed, as a full queue: so the
#: others do not fail with them again and again.
APART_SECONDS: Final = 1.0
#: Things that are remembered so.
MAX_APART: Final = 1_000
#: Acks a request: all of the largest pop, and an answer for each within 6 MB.
MAX_ACKS: Final = 5_000
#: Partitions that one pop may lease. Their ids travel in the lease id, which travels in URLs
#: (API Gateway: 10,240 bytes of request line and headers).
MAX_POP_PARTITIONS: Final = 100
#: Operations of a transaction: it holds its locks from the first to the last.
MAX_TRANSACTION_OPERATIONS: Final = 5_000
#: Messages an append: until it ends, readers of the log wait behind the positions that it takes.
MAX_APPEND_MESSAGES: Final = 1_000
#: Conditions of a guard or a read. Each is looked up by itself: a claim's guard has at most one for
#: each pair of the next two.
MAX_CONDITIONS: Final = 800
#: Attributes of a partition, and of a condition: nobody needs more to identify a thing.
MAX_PARTITION_ATTRIBUTES: Final = 8
#: Types that a claim or a read of a partition handles.
MAX_HANDLED_TYPES: Final = 100
#: Attributes of a type that are declared to count; a message may have no more (_make_kinds.sql).
MAX_TYPE_ATTRIBUTES: Final = 100
#: Messages a claim or a read of the log; bytes (MAX_POP_BYTES) bound them as well.
MAX_LOG_BATCH: Final = 1_000
#: Pairs of a condition and a set of attributes that it fits (log/_condition_streams.sql): each is
#: looked through by itself, 10 µs and more.
MAX_LOG_STREAMS: Final = 1_000
#: Types that a list of scheduled messages names of each batch (log/schedule_messages.sql).
SHOWN_TYPES: Final = 10
#: A position: a Postgres bigint. OpenAPI has it as less than 2**63, because that is a double, too:
#: many readers of JSON know no other numbers.
MAX_POSITION: Final = 2**63 - 1
#: For how long a claim looks through messages that its group has not looked through yet.
MAX_LOOK_SECONDS: Final = 15.0
#: A lease: a longer one would hide for more than a day that its consumer died.
MAX_LEASE_SECONDS: Final = 86_400
#: Delays, buffers and ages: ten years, so that sums of instants stay within what Postgres can date.
MAX_DELAY_SECONDS: Final = 10 * 365 * 86_400
#: Retries and priorities: Postgres integers, with room to add.
MAX_COUNT: Final = 1_000_000_000
#: Partitions of a queue with a fixed number of them: a member's range is a list of them.
MAX_FIXED_PARTITIONS: Final = 1_000
#: Queues (REGENT_MAX_QUEUES): overviews, metrics and the count of activity look at all of them.
MAX_QUEUES: Final = 100_000
#: Partitions of a queue (REGENT_MAX_PARTITIONS): a new group writes a row in each, in one pop.
MAX_PARTITIONS: Final = 1_000_000
#: Groups of a queue (REGENT_MAX_GROUPS): a new partition writes a row for each, in one push.
MAX_GROUPS: Final = 1_000
#: Members of a group: a rebalance looks at all of them, and a description of the group lists all.
MAX_MEMBERS: Final = 5_000
#: Generations of a group that are kept (members/_rebalance.sql), and changes that are kept of each
#: (members/_note_changes.sql): more than anybody reads, when a group does not come to rest.
KEPT_GENERATIONS: Final = 100
KEPT_CHANGES: Final = 100
#: A member's session. A shorter one would end by accident, after a few late heartbeats. A longer
#: one would hide for more than half an hour that a consumer died.
MIN_SESSION_TIMEOUT_MS: Final = 100
MAX_SESSION_TIMEOUT_MS: Final = 1_800_000
#: The session of a member that does not set one: seed 003's sessionTimeoutMs.
DEFAULT_SESSION_TIMEOUT_MS: Final = 10_000
#: Offsets and generations: Postgres' bigint, published as a position is.
MAX_OFFSET: Final = 2**63 - 1
#: Instants that a producer gives its records, in milliseconds: until the year 9999.
MAX_TIMESTAMP_MS: Final = 253_402_300_799_999
#: An error text that a consumer reports. It is stored with each attempt and each dead letter.
MAX_ERROR_LENGTH: Final = 10_000
#: What is kept of an error to find its like (_fingerprint.sql): it stands in indexes and addresses.
MAX_FINGERPRINT_LENGTH: Final = 200
#: A lease id: a UUID and the ids of at most MAX_POP_PARTITIONS partitions.
MAX_LEASE_ID_LENGTH: Final = 36 + MAX_POP_PARTITIONS * 20
#: A path, decoded: a lease id's is the longest. No other is looked for.
MAX_PATH_LENGTH: Final = MAX_LEASE_ID_LENGTH + 264
#: Long poll: API Gateway cuts at 30 s, so we answer 204 well before, whatever the client asked for.
MAX_LONG_POLL_SECONDS: Final = 20.0
#: On one machine a long poll is told when there is something new. What nobody tells (a rest that is
#: over, a lease that ran out, another program's push) it finds by a look after so long.
SLOW_LOOK_SECONDS: Final = 1.0
#: A poll that begins to wait looks once more after so long, and learns then when something is due.
FIRST_LOOK_SECONDS: Final = 0.05
#: After a look that found nothing, news leads to no other look for so long: it may be of no use.
QUIET_SECONDS: Final = 0.01
#: A request's head and its body, on one machine, from the first byte to the last: who takes longer
#: does not mean to finish, and holds a connection.
HEAD_SECONDS: Final = 10.0
BODY_SECONDS: Final = 30.0
#: An answer that is compressed where the caller takes gzip: a shorter one fits into one packet.
MIN_COMPRESSED_BYTES: Final = 1_400
#: Rows of a page of a list: a thousand messages without payloads are well under Lambda's 6 MB.
MAX_PAGE: Final = 1_000
#: Partitions of a page: each may have a hundred groups with it.
MAX_PARTITIONS_PAGE: Final = 100
#: Partitions that a list with a state judges for one page: some 10 ms. The next page goes on where
#: this one stopped.
MAX_PARTITIONS_LOOKED_AT: Final = 1_000
#: Rows that an offset may skip: each is read to be skipped; a cursor has no such cost.
MAX_PAGE_OFFSET: Final = 100_000
#: Messages that a list with a status judges for one page: each costs a look at its groups, and the
#: next page goes on where this one stopped.
MAX_MESSAGES_LOOKED_AT: Final = 10_000
#: Payloads that a list with a condition on them reads for one page: a fifth of a second.
MAX_PAYLOADS_LOOKED_AT_BYTES: Final = 64 * 1024 * 1024
#: The part of a payload that a list shows: more is there by reading the message.
MAX_DATA_PREVIEW_BYTES: Final = 64 * 1024
#: Names of a trace: an index entry each. A pipeline, an order, a customer: few are of use.
MAX_TRACE_NAMES: Final = 20
#: The data of a trace: a note beside a message, not another payload.
MAX_TRACE_DATA_BYTES: Final = 64 * 1024
#: The messages and the notes of a pipeline in one answer: more than anybody reads in a picture.
MAX_PIPELINE_MESSAGES: Final = 200
MAX_PIPELINE_NOTES: Final = 500
#: The kind of a trace: a word such as info, error or step.
MAX_EVENT_TYPE_LENGTH: Final = 64
#: Dead letters that a list counts to say its total: past this, counting costs more than the page.
MAX_COUNTED: Final = 10_000
#: Dead letters that one statement redrives, and the bytes of their payloads (one always may): it
#: holds the locks of its partitions, and pushes to them wait.
MAX_REDRIVE_CHUNK: Final = 500
MAX_REDRIVE_BYTES: Final = 8 * 1024 * 1024
#: Redriven messages a second: a request's twenty seconds bring no more.
MAX_REDRIVE_RATE: Final = 100_000
#: Redrives that the reclaim carries at once: each run gives all of them a turn.
MAX_REDRIVES: Final = 20
#: Redrives that are kept when they have ended, for those who ask what they did.
KEPT_REDRIVES: Final = 1_000
#: A redrive whose slice was refused is tried again after so long: a queue that is full or stopped
#: is often free again soon.
REDRIVE_RETRY_SECONDS: Final = 10
#: A run of the reclaim carries redrives for so long; they go on with the next one.
REDRIVE_RUN_SECONDS: Final = 5.0
#: Dead letters that one statement deletes.
MAX_PURGE_CHUNK: Final = 1_000
#: A redrive or a purge goes on for so long; its answer says that there is more.
MAX_WORK_SECONDS: Final = 20.0
#: A data key's life. AES-GCM's random nonces allow 2**32 messages, which an hour does not bring;
#: and a data key that leaks opens an hour's messages.
DATA_KEY_SECONDS: Final = 3_600
#: Messages that one process encrypts with a data key: 4,000 that share it stay below 2**32.
DATA_KEY_MESSAGES: Final = 1_000_000
#: How long an unwrapped data key stays in memory: so long does a disabled master key work on.
#: Each process asks KMS this often for each key in use.
DATA_KEY_CACHE_SECONDS: Final = 300
#: Unwrapped data keys in memory: at one an hour, eight days of messages. An older key is unwrapped
#: again when a message needs it.
MAX_CACHED_DATA_KEYS: Final = 200
#: How long KMS is left alone after it did not answer, and a data key after it was refused: a batch
#: of messages meets the error once, not once for each of them.
KMS_REST_SECONDS: Final = 5
#: A call to AWS, which answers in tens of milliseconds: two tries end well within Lambda's 29 s.
AWS_CONNECT_SECONDS: Final = 1
#: A connection to the database, and one to a database that may have to wake up first: Aurora says
#: about 15 s, and the request has to be answered within API Gateway's 29.
CONNECT_SECONDS: Final = 5
WAKE_SECONDS: Final = 24
AWS_READ_SECONDS: Final = 2
AWS_ATTEMPTS: Final = 2
#: Aurora pauses an unused database, and each look would wake it up. So after a run that found it
#: empty, the reclaim rests for so long. Pops take messages that are pushed meanwhile without it.
RECLAIM_REST_SECONDS: Final = 21_600
#: Objectives of lag that a stack watches, two metrics and an alarm each; and the longest wait that
#: one may allow.
MAX_OBJECTIVES: Final = 20
MAX_OBJECTIVE_SECONDS: Final = 604_800
#: Groups and queues that the summary names: those that a person looks at first.
MAX_SUMMARIZED: Final = 5
#: Partitions where something waits, and that rest, of which an explanation of a queue tells the
#: state: some 20 ms. And those of each state that it names.
MAX_EXPLAINED: Final = 1_000
EXAMPLES: Final = 3
#: Places of groups in partitions, and letters, that the preview of a change looks at: half
#: a second, for which whoever is about to delete has time. More is said to be there.
MAX_PREVIEWED: Final = 400_000
#: Masks of a queue: each walks through a payload that is shown.
MAX_MASK_PATHS: Final = 50
#: How long it is known who changed what: a quarter, and time to ask about its end.
AUDIT_DAYS: Final = 100
#: Notes of changes that one statement deletes.
MAX_AUDIT_CHUNK: Final = 1_000
#: The parameters that are kept of a change: any that a person sends. Of longer ones, as of a list
#: of all dead letters, the beginning of each value is.
MAX_AUDITED_BYTES: Final = 8 * 1024
MAX_AUDITED_VALUE_LENGTH: Final = 500
#: Queues of a chart that has a line for each: more cannot be told apart, and a quarter in steps of
#: six hours is 360 points a queue.
MAX_CHARTED_QUEUES: Final = 20
#: Queues whose small lines are read at once, a page of the console's list; and minutes of a line: a
#: pixel each.
MAX_SPARKLINES: Final = 100
MAX_SPARKLINE_POINTS: Final = 120
#: Snapshots of a heat map: more columns are too narrow for a finger.
MAX_HEATMAP_COLUMNS: Final = 40
#: Queues or groups whose costs are told one by one: the others are told together.
MAX_COSTED: Final = 100
#: A process writes down so often what it has counted of its requests: so much is lost if it is
#: killed, and ten seconds of requests make one statement.
REQUEST_COUNT_SECONDS: Final = 10.0
#: Pairs of a queue and a group that a process counts between two writes; the rest is counted of no
#: queue. A client can name what it likes, and memory must not grow with it.
MAX_COUNTED_PLACES: Final = 1_000
#: Queues with series of their own in /metrics/prometheus, thirteen each: 500 are half a megabyte.
MAX_QUEUE_SERIES: Final = 500
#: Groups of queues, and groups, with a lag of their own there.
MAX_GROUP_SERIES: Final = 1_000
#: Partitions of a lag snapshot that the database has, those furthest behind: ten snapshots are then
#: some 200 MB at most. Files have all of them.
MAX_LAG_PARTITIONS: Final = 100_000
