/** The API's answers. Made by tests/console/generate.py of the OpenAPI document. */

export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What this is
         * @description For whoever opens the server's address: its name, its version, and where to read on. A
         *     browser, which accepts text/html, is sent to the console.
         */
        get: operations["root"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ack": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer for a message
         * @description Complete a message, give it back, or send it to the dead letters.
         */
        post: operations["ack"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ack/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer for many messages, and take the next ones
         * @description Answer for many messages, in one transaction; each verdict is judged individually. With
         *     ``failedLeases``, leases are given back whose batches failed as a whole. With ``next``, that
         *     transaction also takes the group's next messages.
         */
        post: operations["ack_batch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/lag": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far behind groups were in the last snapshot
         * @description Rollups of one scope, as the lag job measured them last, or last until ``at``. A cursor stays
         *     with the snapshot of its page.
         */
        get: operations["list_lag_rollups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/lag/heatmap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many partitions had which lag, over time
         * @description One rollup's partitions by lag, in 40 snapshots at most: of more, every second one is told,
         *     or every third …
         */
        get: operations["read_lag_heatmap"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/lag/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lag over time
         * @description One rollup in all snapshots that are kept: the system's, or that of a queue, a group …
         */
        get: operations["read_lag_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/lag/partitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * In which partitions groups were behind in the last snapshot
         * @description Each partition in which a group was behind, with its verdict. A partition that is not listed
         *     was not behind, or is deleted. Live numbers are at /api/v1/consumer-groups/lagging.
         */
        get: operations["list_lag_partitions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/lag/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * When lag was measured
         * @description The instants for which ``at`` of the other lists has something, with the sums of the whole
         *     system.
         */
        get: operations["list_lag_snapshots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/leases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who holds which partition
         * @description Live leases, with their remaining messages and time, and leases that ran out but were not
         *     ended yet. Those that end first come first.
         */
        get: operations["list_leases"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/postgres-stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What Postgres says
         * @description Statistics of this database and of our tables; and other sessions that are at work or in a
         *     transaction, the oldest transaction first, without their statements.
         */
        get: operations["read_postgres"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/queue-lag": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How old the oldest open message was
         * @description The lag of the 20 busiest queues or of one, the newest first. A step shows the highest lag
         *     that was counted in it; an average is not measured.
         */
        get: operations["read_lag"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/queue-ops": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened in each queue
         * @description What happened in the 20 queues with most messages pushed and popped in that time, or in the
         *     queue that is named.
         */
        get: operations["read_operations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/queue-parked-replicas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Parked consumers: none
         * @description Kept for the clients. No server holds waiting consumers: a pop that waits asks again.
         */
        get: operations["read_parked"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What retention deleted
         * @description What retention deleted in all queues or in one, the oldest first. Messages that it deletes by
         *     age may be unread by some group. Completed retention deletes only messages that all groups have
         *     completed.
         */
        get: operations["chart_retention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/system-metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the process that answers uses
         * @description CPU, memory and connections of the process that answers, now. It does not know other
         *     processes, and no history is kept.
         */
        get: operations["read_system"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/worker-metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the consumers do
         * @description Efficiency (completed of what was handed out), lease utilisation (leased partitions of all),
         *     and how long partitions were held.
         */
        get: operations["read_workers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/archive/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which messages are on their way into the archive
         * @description Batches of the archive: what the retention job archives together, and the step that each has
         *     taken. Those that are finished are listed as long as retention's history is kept.
         */
        get: operations["list_archive_batches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes
         * @description What was changed through the API, by whom, and what came of it. Refused changes and dry runs
         *     change nothing, and are not listed.
         */
        get: operations["list_changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/configure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make or configure a queue
         * @description Make the queue when it is missing. An option that is not given goes back to its default.
         */
        post: operations["configure"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumer-group/assignment/{member}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch an assignment
         * @description Waits up to 20 s for a pending rebalance, then answers the assignment. Counts as a
         *     heartbeat.
         */
        get: operations["read_assignment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumer-group/commit-offsets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Commit offsets
         * @description Commit all partitions or none. Refused with an old generation, and for partitions of
         *     others.
         */
        post: operations["commit_offsets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumer-group/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stay a member
         * @description Answers the group's generation. If it is higher than the member's, the assignment may have
         *     changed. An old generation is no error here, unless offsets are committed with it.
         */
        post: operations["heartbeat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumer-group/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join a group
         * @description Become a member. A consumer that is a member already is told so, and causes no rebalance.
         */
        post: operations["join_group"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumer-group/join-group": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join a group (alias)
         * @description Become a member. A consumer that is a member already is told so, and causes no rebalance.
         */
        post: operations["join_group_consumer_group_join_group"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumer-group/leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Leave a group
         * @description Leave the group. Half a second after the last change, the others get the partitions.
         */
        post: operations["leave_group"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumer-group/leave-group": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Leave a group (alias)
         * @description Leave the group. Half a second after the last change, the others get the partitions.
         */
        post: operations["leave_group_consumer_group_leave_group"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumer-group/offsets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read committed offsets
         * @description The next offset to read of each partition; also of a group without members.
         */
        get: operations["read_offsets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumer-group/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read records by offset
         * @description Read records without a lease and without a group. Reading changes nothing, and delays do not
         *     apply.
         */
        get: operations["read_records"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumer-groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List consumer groups
         * @description Each group on each queue, or with ``by=group`` each group once: lag, state, subscription. On
         *     large queues, lag and state are those of the last count unless ``live=true``.
         */
        get: operations["groups_list_groups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumer-groups/{group}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a consumer group
         * @description A group by queue and partition: cursors, lag, leases, counts. Of large queues, lag and state
         *     are those of the last count unless ``live=true``; the partitions are always of now.
         */
        get: operations["groups_read_group"];
        put?: never;
        post?: never;
        /**
         * Delete a consumer group
         * @description Delete a group's cursors and dead letters on every queue, and unless ``deleteMetadata=false``
         *     its subscriptions.
         */
        delete: operations["delete_group"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumer-groups/{group}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a consumer group everywhere
         * @description The group's pops find nothing on any queue, also on queues that it comes to later. A group
         *     may be paused before its first pop.
         */
        post: operations["pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumer-groups/{group}/queues/{queue}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a consumer group on one queue
         * @description Delete a group's cursors and dead letters on a queue, and unless ``deleteMetadata=false``
         *     its subscription to it.
         */
        delete: operations["delete_group_on_queue"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumer-groups/{group}/queues/{queue}/partitions/{partition}/seek": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a consumer group's cursor in one partition
         * @description Skip a partition's messages, or have them delivered again in order.
         */
        post: operations["seek_partition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumer-groups/{group}/queues/{queue}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a consumer group on one queue
         * @description The group's pops of this queue find nothing. Messages that it holds may still be acked.
         */
        post: operations["pause_on_queue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumer-groups/{group}/queues/{queue}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a consumer group on one queue
         * @description The group continues on this queue where it stopped.
         */
        post: operations["resume_on_queue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumer-groups/{group}/queues/{queue}/seek": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a consumer group's cursors on a queue
         * @description Skip messages, or have them delivered again in order, in every partition that the group
         *     follows.
         */
        post: operations["seek"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumer-groups/{group}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a consumer group everywhere
         * @description The group continues on every queue where it stopped.
         */
        post: operations["resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumer-groups/{group}/subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change where a group starts in what it comes to later
         * @description All subscriptions of the group get the mode ``timestamp`` and this instant. They apply to
         *     partitions and queues that the group does not follow yet; use seek to move its cursors.
         */
        post: operations["move_subscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumer-groups/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stay a member (plural)
         * @description Answers the group's generation. If it is higher than the member's, the assignment may have
         *     changed. An old generation is no error here, unless offsets are committed with it.
         */
        post: operations["heartbeat_consumer_groups_heartbeat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumer-groups/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join a group (plural)
         * @description Become a member. A consumer that is a member already is told so, and causes no rebalance.
         */
        post: operations["join_group_consumer_groups_join"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumer-groups/lagging": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List partitions in which groups are late
         * @description Partitions in which a group has not completed a message that was pushed so long ago.
         */
        get: operations["list_late_partitions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumer-groups/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a consumer group that the body names
         * @description The group's pops of this queue, or of any, find nothing.
         */
        post: operations["pause_named"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumer-groups/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a consumer group that the body names
         * @description The group continues on this queue, or on every queue, where it stopped.
         */
        post: operations["resume_named"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumer-groups/seek": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move the cursors of a consumer group that the body names
         * @description Skip messages, or have them delivered again in order, on a queue or in one partition.
         */
        post: operations["seek_named"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumer-groups/subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change where a group that the body names starts in what it comes to later
         * @description All subscriptions of the group get the mode ``timestamp`` and this instant.
         */
        post: operations["move_subscription_named"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/costs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What each queue costs
         * @description Counted requests times AWS's prices, as a month at this rate: of a stack that was set up with
         *     the defaults. On one machine, what it would cost on AWS. With ``by=group``, pushes are of no
         *     group.
         */
        get: operations["read_usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dlq": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List dead letters
         * @description The messages that groups gave up on. A page has fewer than ``limit`` when payloads are
         *     large. A ``partition`` needs its ``queue``.
         */
        get: operations["list_dead_letters"];
        put?: never;
        post?: never;
        /**
         * Delete dead letters
         * @description Delete the dead letters that match a filter; without a filter, only with ``all=true``. A
         *     ``partition`` needs its ``queue``.
         */
        delete: operations["purge"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dlq/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a dead letter
         * @description Delete one dead letter, by its id.
         */
        delete: operations["purge_one"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dlq/outcomes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Follow redriven messages
         * @description How many of the messages that a redrive appended (its ``copies``) are completed, open, or
         *     dead letters once more. It changes nothing.
         */
        post: operations["count_outcomes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dlq/redrive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redrive dead letters
         * @description Append dead letters as new messages, in their order, and take them off the list.
         */
        post: operations["redrive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dlq/redrives": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List redrives
         * @description Those that run, and the newest thousand that ended.
         */
        get: operations["list_redrives"];
        put?: never;
        /**
         * Begin a redrive
         * @description Redrive the dead letters that are there now, also when nobody waits for it: the reclaim
         *     carries it on, slice by slice.
         */
        post: operations["start_redrive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dlq/redrives/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look at a redrive
         * @description How many letters it has moved, and where the first thousand ranges of new messages are.
         */
        get: operations["read_redrive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dlq/redrives/{id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a redrive
         * @description It ends after the slice that is under way. What it moved stays moved; one that ended already
         *     stays as it is.
         */
        post: operations["stop_redrive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dlq/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count dead letters
         * @description The number of dead letters, their queues and groups, their most frequent errors, and when
         *     they failed. Errors that differ in numbers, ids and quoted texts only are one kind.
         */
        get: operations["summarize_dead_letters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The Spark jobs, and when they ran last
         * @description A run writes down when it begins and how it ends, on Glue and elsewhere. Dry runs do not.
         */
        get: operations["list_jobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{job}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The runs of a job
         * @description When they began and ended, their verdict, summary and error; 90 days of them are kept.
         */
        get: operations["list_job_runs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/lease/{lease}/extend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Extend a lease
         * @description Extend a live lease in every partition that it holds. It never becomes shorter.
         */
        post: operations["extend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/lease/{lease}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release a lease
         * @description Give back what a live lease holds, as the verdict ``retry`` does it, without naming the
         *     messages. ``lease`` may be the ``leaseKey`` of a pop whose answer was lost: then say where that
         *     pop looked.
         */
        post: operations["release"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log/append": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Append messages
         * @description Appends all messages or none; none if the guard is broken. Ids that are in the log already
         *     are answered with their first positions.
         */
        post: operations["append"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List groups
         * @description Groups, as far as they have looked through the log (``scannedPosition``).
         */
        get: operations["read_groups"];
        put?: never;
        /**
         * Register a group
         * @description Makes a group, once.
         */
        post: operations["register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log/groups/{group}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look at a group
         * @description The group, after it has looked through all of the log.
         */
        get: operations["log_groups_read_group"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log/groups/{group}/ack": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a claim
         * @description The group is done with the partition up to a position; it never goes back.
         */
        post: operations["ack_claim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log/groups/{group}/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a group forward
         * @description Passes the messages of one partition up to a position, without a claim; never backwards.
         */
        post: operations["advance_offset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log/groups/{group}/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim a partition
         * @description Gives the worker the partition with the earliest pending message, alone, for a time.
         */
        post: operations["claim_next"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log/groups/{group}/extend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Extend a claim
         * @description The claim runs for ``leaseSeconds`` from now; it never becomes shorter.
         */
        post: operations["extend_claim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log/groups/{group}/offsets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a group's partitions
         * @description The group's position in each partition, and the worker that holds the partition.
         */
        get: operations["list_offsets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log/groups/{group}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a claim back
         * @description The partition with the same messages can be claimed again, at once or after some seconds.
         */
        post: operations["release_claim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log/groups/{group}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a group anew
         * @description The group sees the log again from its start. Messages that it completed are ``replaying``.
         */
        post: operations["reset_group"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log/groups/{group}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a group
         * @description A stopped or failed group goes on where it was.
         */
        post: operations["start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log/groups/{group}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a group
         * @description No worker claims any more. With ``retryInSeconds`` the group has failed, and goes on then.
         */
        post: operations["stop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log/groups/ack": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a claim of a group that the body names
         * @description The group is done with the partition up to a position; it never goes back.
         */
        post: operations["ack_claim_named"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log/groups/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move forward a group that the body names
         * @description Passes the messages of one partition up to a position, without a claim.
         */
        post: operations["advance_offset_named"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log/groups/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim a partition for a group that the body names
         * @description Gives the worker the partition with the earliest pending message, alone, for a time.
         */
        post: operations["claim_next_named"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log/groups/extend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Extend a claim of a group that the body names
         * @description The claim runs for ``leaseSeconds`` from now; it never becomes shorter.
         */
        post: operations["extend_claim_named"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log/groups/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give back a claim of a group that the body names
         * @description The partition with the same messages can be claimed again.
         */
        post: operations["release_claim_named"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log/groups/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a group anew that the body names
         * @description The group sees the log again from its start.
         */
        post: operations["reset_group_named"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log/groups/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a group that the body names
         * @description A stopped or failed group goes on where it was.
         */
        post: operations["start_named"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log/groups/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a group that the body names
         * @description No worker claims any more, or none until ``retryInSeconds`` are over.
         */
        post: operations["stop_named"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the log
         * @description The log from a position on, forwards or backwards, with all types or one.
         */
        get: operations["read_messages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log/messages/{message}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look at a message
         * @description A message by its id, as soon as it can be read.
         */
        get: operations["log_read_message"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log/messages/{message}/correlated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a conversation
         * @description All messages with the correlation id of one of them, and the one whose id that is.
         */
        get: operations["read_correlated"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read by conditions
         * @description Messages that match one of the conditions, in all of its attributes.
         */
        post: operations["read_conditions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log/read-partition": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read a partition
         * @description Messages that have at least one attribute of the partition, and match every one they have.
         */
        post: operations["log_read_partition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log/schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Append later
         * @description Keeps messages outside of the log until they are due; then they are appended together.
         */
        post: operations["schedule_messages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log/scheduled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List scheduled messages
         * @description Batches of messages that wait to be appended, the one that is due first in front.
         */
        get: operations["list_scheduled"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log/scheduled/{schedule}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look at scheduled messages
         * @description A batch with its messages, as many as fit into an answer.
         */
        get: operations["read_scheduled"];
        put?: never;
        post?: never;
        /**
         * Cancel scheduled messages
         * @description Take a batch back that was not appended yet. What was appended stays in the log.
         */
        delete: operations["cancel_scheduled"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log/types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List types
         * @description Types that were declared or seen, with their attributes.
         */
        get: operations["read_types"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log/types/{type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look at a type
         * @description Its attributes: those that were declared, else those that its messages have had.
         */
        get: operations["read_type"];
        /**
         * Declare a type
         * @description Declares which attributes of a type count, for messages to come.
         */
        put: operations["declare_type"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List messages
         * @description A page of the messages that are kept. With a status, with payloads or with a condition on
         *     them, a page may be short or empty and still not be the last one: go on while there is a
         *     nextCursor. A ``partition`` needs its ``queue``, and ``afterOffset`` needs both. With ``accept:
         *     application/x-ndjson``, a message a line, and the cursor in the header X-Next-Cursor.
         */
        get: operations["list_messages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/{partitionId}/{transactionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a message
         * @description One message. Reading it takes nothing away: no group's cursor moves.
         */
        get: operations["messages_read_message"];
        put?: never;
        post?: never;
        /**
         * Delete a message
         * @description Delete one message with its traces; its dead letters stay. A group that holds it goes on with
         *     the others. Its transaction id is free: pushed again, it is a new message.
         */
        delete: operations["delete_message"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/{partitionId}/{transactionId}/dlq": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a message up
         * @description Make a dead letter of a message that a group has not reached yet, without popping it.
         */
        post: operations["move_to_dead_letters"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/{partitionId}/{transactionId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redrive one dead letter
         * @description Append a message that groups gave up on to its partition once more.
         */
        post: operations["retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/dlq": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a message up that the body names
         * @description Make a dead letter of a message that a group has not reached yet, without popping it.
         */
        post: operations["move_to_dead_letters_named"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redrive one dead letter, of the message that the body names
         * @description Append a message that groups gave up on to its partition once more.
         */
        post: operations["retry_named"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metadata/consumer-groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the groups with members
         * @description Groups that were found or created, whether or not anybody is in them.
         */
        get: operations["member_groups_list_groups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metadata/consumer-groups/{group}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Describe a group
         * @description Its state, its generation, who is in it, and what each member reads.
         */
        get: operations["describe_group"];
        put?: never;
        post?: never;
        /**
         * Delete a group
         * @description Delete a group with its committed offsets. Refused while it has members, unless forced.
         */
        delete: operations["delete_member_group"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metadata/consumer-groups/{group}/generations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a group's generations
         * @description What led to each rebalance, when it came, and who had which partitions then. The last hundred
         *     are kept.
         */
        get: operations["list_generations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metadata/consumer-groups/{group}/members/{member}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Evict a member
         * @description End a membership as if its session had expired. The consumer is told so by its next request,
         *     and may join again.
         */
        delete: operations["evict_member"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metadata/consumer-groups/find-or-create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find or create a group
         * @description The group of an application on a topic. A new one starts at the first record kept.
         */
        post: operations["find_or_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metadata/topics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the topics
         * @description Every queue with a fixed number of partitions.
         */
        get: operations["list_topics"];
        put?: never;
        /**
         * Make a topic, or let it grow
         * @description A queue whose partitions are numbered from 0. Their number can grow and never shrink.
         */
        post: operations["create_topic"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metadata/topics/{topic}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Describe a topic
         * @description Its partitions, and the offsets that each of them keeps.
         */
        get: operations["describe_topic"];
        put?: never;
        post?: never;
        /**
         * Delete a topic
         * @description Delete a topic with its records, its groups, their members and their offsets.
         */
        delete: operations["delete_topic"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Take messages by namespace or task
         * @description From the queues of a namespace, a task or both: higher priority first, then the oldest. One
         *     of the two is needed.
         */
        get: operations["pop_matching"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pop/queue/{queue}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Take messages from a queue
         * @description The oldest pending messages of a queue, from as many partitions as ``partitions`` says.
         */
        get: operations["pop_queue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pop/queue/{queue}/partition/{partition}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Take messages from a partition
         * @description The oldest pending messages of one partition.
         */
        get: operations["pop_partition"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/produce": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store records in a topic
         * @description A record goes to the partition that it names; else to the partition of its key, which is
         *     always the same (the CRC-32 of the key's UTF-8 bytes, modulo the number of partitions); else the
         *     partitions take turns.
         */
        post: operations["produce"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/push": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store messages
         * @description Store messages in order, each in its queue and partition; both are made if missing.
         */
        post: operations["push"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/queues/{queue}/clear": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete the messages of a queue
         * @description Delete the messages; keep the queue, its partitions, its groups and their dead letters.
         *     Leases end: acks under them are refused.
         */
        delete: operations["clear_queue"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/queues/clear": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete the messages of a queue that the body names
         * @description Delete the messages; keep the queue, its partitions, its groups and their dead letters.
         */
        post: operations["clear_queue_named"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/resources/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List consumer groups with what they did last
         * @description Each group on each queue, the worst first if asked: lag, state, subscription, when it was
         *     last handed something and when it last completed something. On large queues, the numbers are
         *     those of the last count unless ``live=true``.
         */
        get: operations["list_standings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/resources/namespaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List namespaces
         * @description The namespaces that queues have, with the sums of their queues.
         */
        get: operations["list_namespaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/resources/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the whole system at a glance
         * @description How many there are of everything, how far behind the groups are, and how fast it goes. Of
         *     many partitions, messages and lag are those of the last count unless ``live=true``.
         */
        get: operations["read_overview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/resources/partitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List partitions
         * @description Partitions of a queue or of all, with what each group has done there, or how one of them
         *     stands. With a state, or by lag with a name, a page ends after a thousand were looked at.
         */
        get: operations["list_partitions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/resources/partitions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a partition
         * @description What it keeps, and what each group has done there.
         */
        get: operations["partitions_read_partition"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/resources/partitions/{id}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain why a partition of this id does not move
         * @description As by its names, also where these have slashes, which API Gateway loses.
         */
        get: operations["explain_partition_of_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/resources/partitions/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a partition that the body names
         * @description Delete it with its messages, cursors and dead letters. A push that names it makes it anew.
         */
        post: operations["delete_partition_named"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/resources/queues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List queues
         * @description Queues, each with what it keeps, what is left to do, and how full it is. Of many partitions,
         *     the numbers are those of the last count unless ``live=true``.
         */
        get: operations["list_queues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/resources/queues/{queue}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look into a queue
         * @description A queue with its options, totals, groups, and a page of its partitions. Of a large queue,
         *     totals and groups are those of the last count unless ``live=true``.
         */
        get: operations["read_queue"];
        put?: never;
        post?: never;
        /**
         * Delete a queue
         * @description Delete a queue with its messages, cursors and dead letters. Subscriptions stay on record.
         */
        delete: operations["delete_queue"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/resources/queues/{queue}/depth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what is left to do in a queue
         * @description In all, and in the partitions where it is most. Of a large queue, the sums are those of the
         *     last count unless ``live=true``.
         */
        get: operations["read_depth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/resources/queues/{queue}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain which partitions of a queue do not move, and why
         * @description For one group. It looks at the thousand partitions that pops would take first, and at the
         *     thousand that end their rest first.
         */
        get: operations["explain_queue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/resources/queues/{queue}/partitions/{partition}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a partition
         * @description Delete it with its messages, cursors and dead letters. A push that names it makes it anew.
         */
        delete: operations["delete_partition"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/resources/queues/{queue}/partitions/{partition}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain why a partition does not move
         * @description For one group: a sentence, and the facts that it is made of.
         */
        get: operations["explain_partition"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/resources/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tasks
         * @description The tasks that queues have, with the sums of their queues.
         */
        get: operations["list_tasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who am I
         * @description The subject and the role that the token gives, and until when.
         */
        get: operations["read_session"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stats/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count now
         * @description Count what happened since the last count, and how queues and groups stand. Without this, a
         *     count is at most a minute old.
         */
        post: operations["count_activity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How things stand
         * @description What queues keep, how far behind their groups are, which leases run, and what happened from
         *     ``from`` to ``to``; of one queue, namespace or task if it is named. Of many partitions, the
         *     numbers are those of the last count unless ``live=true``.
         */
        get: operations["read_status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/status/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened when
         * @description Pushed, popped, completed, failed …, minute by minute, or by hour, day, week or month (UTC).
         *     Without ``from`` the series starts an hour, a day, 30 days, 12 weeks or a year ago.
         */
        get: operations["read_activity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/status/buffers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is buffered: nothing
         * @description Kept for the clients: a push is stored or refused, never buffered.
         */
        get: operations["read_buffers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/status/queues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How each queue stands
         * @description Queues by name, with their messages, how far behind their groups are, and how many messages
         *     are leased. Of many partitions, the numbers are those of the last count unless ``live=true``.
         */
        get: operations["list_queue_status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/status/queues/{queue}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How a queue stands
         * @description A queue with its totals, and its partitions by name. Of a large queue, the totals are those
         *     of the last count unless ``live=true``.
         */
        get: operations["read_queue_status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/status/queues/{queue}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest messages of a queue
         * @description The list of /api/v1/messages for one queue.
         */
        get: operations["list_queue_messages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/status/sparklines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened in some queues, by the minute
         * @description Pushed and completed in each of the last minutes, as far as they were counted, for the rows
         *     of a list.
         */
        get: operations["read_sparklines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/status/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How things stand, at a glance
         * @description What a console shows every few seconds, for the price of a look at each queue: how much is
         *     open, since when, which groups and queues are worst, and what somebody should look at.
         */
        get: operations["read_summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List subscriptions
         * @description How each group subscribed at its first pop, with the id by which the record can be
         *     deleted.
         */
        get: operations["list_subscriptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/subscriptions/{subscription}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a subscription
         * @description Forget how a group subscribed, so that its next pop can subscribe in another way.
         */
        delete: operations["delete_subscription"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/system/maintenance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the switches
         * @description Which switches are on, for all queues and for single ones.
         */
        get: operations["read_maintenance"];
        put?: never;
        /**
         * Stop or allow pushes
         * @description While it is on, a push answers 503 with Retry-After, and nothing is stored.
         */
        post: operations["switch_push"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/system/maintenance/pop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the switches (the clients' second name)
         * @description Equals the answer of the path without /pop.
         */
        get: operations["read_pop_maintenance"];
        put?: never;
        /**
         * Stop or allow pops
         * @description While it is on, a pop finds nothing. Acks and leases go on.
         */
        post: operations["switch_pop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/traces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Note something about a message
         * @description Keep a note about a message. It is stored as it is sent: not encrypted, even if payloads
         *     are.
         */
        post: operations["record_trace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/traces/{partitionId}/{transactionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the traces of a message
         * @description The notes about a message. A page that is too large for an answer is shorter than its limit,
         *     and has a nextCursor.
         */
        get: operations["list_traces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/traces/by-name/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the traces with a name
         * @description The notes under a name, over all queues, with the messages' payloads. A page that is too
         *     large for an answer is shorter than its limit, and has a nextCursor.
         */
        get: operations["list_traces_by_name"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/traces/by-trace-id/{traceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a trace over all queues
         * @description Each message that was pushed under a trace id, with its state in every group, and what was
         *     noted about it. Empty, where nothing was.
         */
        get: operations["read_pipeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/traces/names": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the names of traces
         * @description The names under which something was noted.
         */
        get: operations["list_trace_names"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/transaction": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Push, ack, commit and append, all or nothing
         * @description One Postgres transaction over all operations; rolled back when one is refused.
         */
        post: operations["transaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The console
         * @description The page of the console, without a slash at the end of its address.
         */
        get: operations["console"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The console's Overview
         * @description The page of the console.
         */
        get: operations["console_root"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/-/{release}/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A file of the console
         * @description A file never changes: another release has another address.
         */
        get: operations["read_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/{page}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A page of the console
         * @description The same page for each address: the page itself knows its addresses.
         */
        get: operations["console_page"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/config.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The console's configuration
         * @description The label, the version and how to log in. It holds no secret.
         */
        get: operations["read_config"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the service can serve
         * @description Ask the database now. One that pauses is asked with `deep=true` only: it would wake up for
         *     every monitor, and for every stranger.
         */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metrics as JSON
         * @description Sums over all queues, without any names.
         */
        get: operations["read_metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics/prometheus": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metrics as Prometheus reads them
         * @description Series of the whole system, by queue and by group, with the names of queues and groups.
         */
        get: operations["read_prometheus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This document
         * @description Every route of every handler, with every error.
         */
        get: operations["openapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * AckAnswer
         * @description What became of a verdict. One that is refused changes nothing.
         */
        AckAnswer: {
            /**
             * Alreadycompleted
             * @default false
             */
            alreadyCompleted?: boolean;
            /** Dlq */
            dlq: boolean;
            /** Error */
            error: string | null;
            /** Index */
            index: number;
            /** Leasereleased */
            leaseReleased: boolean;
            /** Partitionname */
            partitionName: string | null;
            /** Queuename */
            queueName: string | null;
            /** Success */
            success: boolean;
            /** Transactionid */
            transactionId: string;
        };
        /**
         * AckAtLengthAnswer
         * @description The answer to acks with ``failedLeases`` or ``next``. ``nextSkipped``: why a ``next`` that
         *     was asked for is null; the acks count all the same.
         */
        AckAtLengthAnswer: {
            /** Acknowledgments */
            acknowledgments: components["schemas"]["AckAnswer"][];
            /** Failedleases */
            failedLeases: components["schemas"]["FailedAnswer"][];
            next: components["schemas"]["NextLeaseAnswer"] | null;
            nextSkipped: components["schemas"]["SkippedAnswer"] | null;
        };
        /**
         * AckBatchRequest
         * @description Verdicts on many messages, for one group.
         */
        AckBatchRequest: {
            /** Acknowledgments */
            acknowledgments: components["schemas"]["AckItem"][];
            /** Consumergroup */
            consumerGroup?: string | null;
            /** Failedleases */
            failedLeases?: components["schemas"]["LeaseFailure"][] | null;
            next?: components["schemas"]["NextRequest"] | null;
        };
        /**
         * AckItem
         * @description A verdict on one message.
         */
        AckItem: {
            /** Delayseconds */
            delaySeconds?: number | null;
            /** Error */
            error?: string | null;
            /** Leaseid */
            leaseId?: string | null;
            /** Partitionid */
            partitionId: string;
            /**
             * Status
             * @default completed
             * @enum {string}
             */
            status?: "completed" | "success" | "failed" | "retry" | "dlq";
            /** Transactionid */
            transactionId: string;
            /**
             * Upto
             * @default false
             */
            upTo?: boolean;
        };
        /**
         * AckOperation
         * @description A verdict. In a transaction ``failed`` goes to the dead letters at once.
         */
        AckOperation: {
            /** Consumergroup */
            consumerGroup?: string | null;
            /** Delayseconds */
            delaySeconds?: number | null;
            /** Error */
            error?: string | null;
            /** Leaseid */
            leaseId?: string | null;
            /** Partitionid */
            partitionId: string;
            /**
             * Status
             * @default completed
             * @enum {string}
             */
            status?: "completed" | "success" | "failed" | "retry" | "dlq";
            /** Transactionid */
            transactionId: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "ack";
            /**
             * Upto
             * @default false
             */
            upTo?: boolean;
        };
        /**
         * AckRequest
         * @description One verdict, for a group.
         */
        AckRequest: {
            /** Consumergroup */
            consumerGroup?: string | null;
            /** Delayseconds */
            delaySeconds?: number | null;
            /** Error */
            error?: string | null;
            /** Leaseid */
            leaseId?: string | null;
            /** Partitionid */
            partitionId: string;
            /**
             * Status
             * @default completed
             * @enum {string}
             */
            status?: "completed" | "success" | "failed" | "retry" | "dlq";
            /** Transactionid */
            transactionId: string;
            /**
             * Upto
             * @default false
             */
            upTo?: boolean;
        };
        /**
         * ActiveQuery
         * @description A session that is at work, or in a transaction; its statement is not told.
         */
        ActiveQuery: {
            /** Application */
            application: string | null;
            /** Pid */
            pid: number;
            /** Queryseconds */
            querySeconds: number | null;
            /** State */
            state: string;
            /** Transactionseconds */
            transactionSeconds: number | null;
            /** User */
            user: string | null;
            /** Waitevent */
            waitEvent: string | null;
            /** Waiteventtype */
            waitEventType: string | null;
        };
        /**
         * ActiveQueue
         * @description A queue that keeps messages.
         */
        ActiveQueue: {
            /** Id */
            id: string;
            /** Name */
            name: string;
            /** Namespace */
            namespace: string | null;
            /** Partitions */
            partitions: number;
            /** Task */
            task: string | null;
            /** Totalconsumed */
            totalConsumed: number;
        };
        /**
         * AlarmAnswer
         * @description Something that somebody should look at. ``link`` is a page of the console, ``help`` a section
         *     of the documentation.
         */
        AlarmAnswer: {
            /** Help */
            help: string;
            /** Link */
            link: string;
            /** Name */
            name: string;
            /** Sentence */
            sentence: string;
            /** Since */
            since: string;
        };
        /**
         * AnalyticsAnswer
         * @description A point for each step, the oldest first, as far back as ``keptSince``.
         */
        AnalyticsAnswer: {
            /** Datapoints */
            dataPoints: components["schemas"]["DataPoint"][];
            /** From */
            from: string;
            /** Interval */
            interval: string;
            /** Keptsince */
            keptSince: string;
            /** To */
            to: string;
            totals: components["schemas"]["Counters"];
        };
        /**
         * AnalyticsQuery
         * @description The width of a step. Minutes are kept for 2 days, hours for 90 days, days for 3 years.
         */
        AnalyticsQuery: {
            /** From */
            from?: string | null;
            /**
             * Interval
             * @default hour
             * @enum {string}
             */
            interval?: "minute" | "hour" | "day" | "week" | "month";
            /** Namespace */
            namespace?: string | null;
            /** Queue */
            queue?: string | null;
            /** Task */
            task?: string | null;
            /** To */
            to?: string | null;
        };
        /**
         * AppendOperation
         * @description Messages for the event log; its guard is the whole transaction's.
         */
        AppendOperation: {
            guard?: components["schemas"]["LogGuard"] | null;
            /** Messages */
            messages: components["schemas"]["LogMessage"][];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "append";
        };
        /**
         * ArchiveBatch
         * @description Messages of a queue that are archived together. ``planned``: it is fixed which ones;
         *     ``written``: their files are complete, aside; ``verified``: the files are at their place and
         *     were read back; ``committed``: the archive's manifest names them, so the messages may go;
         *     ``deleted``: they are gone. ``changedAt`` is the last step's instant. ``messages`` and ``bytes``
         *     are null before the files are written. ``failures``: how often the next step failed since then,
         *     and ``lastError`` why.
         */
        ArchiveBatch: {
            /** Archive */
            archive: string;
            /** Bytes */
            bytes: number | null;
            /** Changedat */
            changedAt: string;
            /** Failures */
            failures: number;
            /** Files */
            files: number;
            /** Id */
            id: string;
            /** Lasterror */
            lastError: string | null;
            /** Messages */
            messages: number | null;
            /** Plannedat */
            plannedAt: string;
            /** Queue */
            queue: string;
            /**
             * Status
             * @enum {string}
             */
            status: "planned" | "written" | "verified" | "committed" | "deleted";
        };
        /**
         * ArchiveBatchesAnswer
         * @description Batches, the newest first.
         */
        ArchiveBatchesAnswer: {
            /** Batches */
            batches: components["schemas"]["ArchiveBatch"][];
            /** Nextcursor */
            nextCursor: string | null;
            pagination: components["schemas"]["Pagination"];
            /** Total */
            total: null;
        };
        /**
         * AssignmentAnswer
         * @description The partitions that the member reads. ``assignedPartitions`` is the clients' other name for
         *     them.
         */
        AssignmentAnswer: {
            /** Assignedpartitions */
            assignedPartitions: number[];
            /** Generation */
            generation: number;
            /** Groupid */
            groupId: string;
            /** Memberid */
            memberId: string;
            /** Partitions */
            partitions: number[];
            /** Rebalanceinprogress */
            rebalanceInProgress: boolean;
            /** Topic */
            topic: string;
        };
        /**
         * Attempt
         * @description When a message failed, and the first 300 characters of the reason.
         */
        Attempt: {
            /** At */
            at: string;
            /** Error */
            error: string;
        };
        /**
         * BatchesQuery
         * @description The queue of the batches, and how far they are.
         */
        BatchesQuery: {
            /** Cursor */
            cursor?: string | null;
            /**
             * Limit
             * @default 100
             */
            limit?: number;
            /**
             * Offset
             * @default 0
             */
            offset?: number;
            /** Queue */
            queue?: string | null;
            /** Status */
            status?: ("planned" | "written" | "verified" | "committed" | "deleted") | null;
        };
        /**
         * BuffersAnswer
         * @description Nothing is ever buffered: an answered push is stored.
         */
        BuffersAnswer: {
            /** Dbhealthy */
            dbHealthy: boolean;
            /** Failed */
            failed: number;
            /** Pending */
            pending: number;
        };
        /**
         * BusStatus
         * @description Of the named groups that follow the partition, how many have completed the message.
         */
        BusStatus: {
            /** Consumedby */
            consumedBy: number;
            /** Totalgroups */
            totalGroups: number;
        };
        /**
         * CancelledAnswer
         * @description A batch that is never appended; or, in a dry run, that would not be.
         */
        CancelledAnswer: {
            /** At */
            at: string;
            /** Cancelled */
            cancelled: boolean;
            /** Dryrun */
            dryRun?: boolean;
            /** Messagecount */
            messageCount: number;
            /** Scheduledat */
            scheduledAt: string;
            /** Scheduleid */
            scheduleId: string;
            /** Types */
            types: string[];
        };
        /**
         * ChangeAnswer
         * @description ``subject`` is null where no token was asked for, or it has no ``sub``. ``target`` names the
         *     queue, the group, the message … ``parameters``: what was asked for beside these names;
         *     ``result``: what was done.
         */
        ChangeAnswer: {
            /** Action */
            action: string;
            /** At */
            at: string;
            /** Parameters */
            parameters: {
                [key: string]: unknown;
            };
            /** Requestid */
            requestId: string;
            /** Result */
            result: {
                [key: string]: unknown;
            };
            /** Subject */
            subject: string | null;
            /** Target */
            target: {
                [key: string]: string;
            };
        };
        /**
         * ChangesAnswer
         * @description Changes, the newest first.
         */
        ChangesAnswer: {
            /** Changes */
            changes: components["schemas"]["ChangeAnswer"][];
            /** Nextcursor */
            nextCursor: string | null;
            pagination: components["schemas"]["Pagination"];
            /** Total */
            total: number | null;
        };
        /**
         * ChangesQuery
         * @description ``who``: a token's sub. ``what``: the name of an action, or its beginning. ``from`` is
         *     inclusive, ``to`` is not; without them, all that is kept.
         */
        ChangesQuery: {
            /** Cursor */
            cursor?: string | null;
            /** From */
            from?: string | null;
            /**
             * Limit
             * @default 100
             */
            limit?: number;
            /**
             * Offset
             * @default 0
             */
            offset?: number;
            /** Queue */
            queue?: string | null;
            /** To */
            to?: string | null;
            /** What */
            what?: string | null;
            /** Who */
            who?: string | null;
        };
        /**
         * ChartQuery
         * @description Charts of the busiest queues, or of one.
         */
        ChartQuery: {
            /** From */
            from?: string | null;
            /** Queue */
            queue?: string | null;
            /** To */
            to?: string | null;
        };
        /**
         * ClearAnswer
         * @description How many messages went, and how many partitions were cleared of them; they are all kept.
         */
        ClearAnswer: {
            /** Atleast */
            atLeast?: boolean;
            /** Cleared */
            cleared: boolean;
            /** Deletedmessages */
            deletedMessages: number;
            /** Dryrun */
            dryRun?: boolean;
            /** Forceneeded */
            forceNeeded?: boolean;
            /** Groups */
            groups?: components["schemas"]["DeliveryMoved"][];
            /** Leases */
            leases?: components["schemas"]["LeaseInTheWay"][];
            /** Members */
            members?: number;
            /** Partitions */
            partitions: number;
            /** Queue */
            queue: string;
        };
        /**
         * ClearQuery
         * @description ``partition``: only this one. ``force``: also while consumers hold leases.
         */
        ClearQuery: {
            /**
             * Dryrun
             * @default false
             */
            dryRun?: boolean;
            /**
             * Force
             * @default false
             */
            force?: boolean;
            /** Partition */
            partition?: string | null;
        };
        /**
         * ClearRequest
         * @description The queue. ``partition``: only this one. ``force``: also while consumers hold leases.
         */
        ClearRequest: {
            /**
             * Force
             * @default false
             */
            force?: boolean;
            /** Partition */
            partition?: string | null;
            /** Queue */
            queue: string;
        };
        /**
         * CommitOperation
         * @description Up to where a member has read: the next offset of each partition.
         */
        CommitOperation: {
            /**
             * Force
             * @default false
             */
            force?: boolean;
            /** Generation */
            generation?: number | null;
            /** Groupid */
            groupId: string;
            /** Memberid */
            memberId: string;
            /** Offsets */
            offsets: {
                [key: string]: number;
            };
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "commit";
        };
        /**
         * CommitRequest
         * @description The next offset to read of each partition. ``force``: also if that goes back.
         */
        CommitRequest: {
            /**
             * Force
             * @default false
             */
            force?: boolean;
            /** Generation */
            generation?: number | null;
            /** Groupid */
            groupId: string;
            /** Memberid */
            memberId: string;
            /** Offsets */
            offsets: {
                [key: string]: number;
            };
        };
        /**
         * ConfigAnswer
         * @description The console's configuration. ``databasePauses``: it refreshes by hand only.
         */
        ConfigAnswer: {
            /** Apibase */
            apiBase: string;
            /** Databasepauses */
            databasePauses: boolean;
            /** Label */
            label: string;
            login: components["schemas"]["LoginAnswer"];
            /** Maxinflight */
            maxInFlight: number;
            /** Tone */
            tone: string;
            /** Version */
            version: string;
        };
        /**
         * ConfigureAnswer
         * @description The queue as it is now, or in a dry run as it would be: its ids and its revision are null
         *     where it would be made. ``ignoredOptions``: names that we do not know: a typo shows.
         *     ``warnings``: sentences on options that contradict each other. ``atLeast``: there is more than
         *     the dry run looked at.
         */
        ConfigureAnswer: {
            /** Atleast */
            atLeast?: boolean;
            /** Changes */
            changes?: components["schemas"]["OptionChange"][];
            /** Configured */
            configured: boolean;
            /** Dryrun */
            dryRun?: boolean;
            /** Effects */
            effects?: components["schemas"]["OptionEffect"][];
            /** Ignoredoptions */
            ignoredOptions: string[];
            /** Namespace */
            namespace: string | null;
            options: components["schemas"]["Options"];
            /** Partitionid */
            partitionId: string | null;
            /** Queue */
            queue: string;
            /** Queueid */
            queueId: string | null;
            /** Revision */
            revision: number | null;
            /** Task */
            task: string | null;
            /** Warnings */
            warnings: string[];
        };
        /**
         * ConfigureRequest
         * @description A queue, its labels, and all of its options. ``ifRevision``: change it only if that is still
         *     its revision.
         */
        ConfigureRequest: {
            /** Ifrevision */
            ifRevision?: number | null;
            /** Namespace */
            namespace?: string | null;
            /**
             * @default {
             *       "leaseTime": 300,
             *       "retryLimit": 3,
             *       "retryDelay": 1000,
             *       "retryDelayMax": 0,
             *       "priority": 0,
             *       "delayedProcessing": 0,
             *       "windowBuffer": 0,
             *       "maxSize": 0,
             *       "ttl": 0,
             *       "maxWaitTimeSeconds": 0,
             *       "retentionEnabled": false,
             *       "retentionSeconds": 0,
             *       "completedRetentionSeconds": 0,
             *       "pendingRetentionSeconds": 0,
             *       "deadLetterRetentionSeconds": 0,
             *       "encryptionEnabled": false,
             *       "deadLetterQueue": false,
             *       "dlqAfterMaxRetries": false,
             *       "payloads": "all",
             *       "maskPaths": [],
             *       "partitions": null
             *     }
             */
            options?: components["schemas"]["GivenOptions"];
            /** Queue */
            queue: string;
            /** Task */
            task?: string | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * Connections
         * @description Connections of the process that answers: how many there may be, and how many wait for
         *     work.
         */
        Connections: {
            /** Idleconnections */
            idleConnections: number;
            /** Poolsize */
            poolSize: number;
        };
        /**
         * CostLine
         * @description An item of the bill. ``used``: the part that requests and messages make.
         */
        CostLine: {
            /** Arithmetic */
            arithmetic: string;
            /** Dollars */
            dollars: number;
            /** Item */
            item: string;
            /** Used */
            used: number;
        };
        /**
         * CostRow
         * @description A queue or a group: null for the requests of none. ``ifBatched``: the total, if its messages
         *     came in batches.
         */
        CostRow: {
            /** Acked */
            acked: number;
            /** Ackrequests */
            ackRequests: number;
            /** Bytesin */
            bytesIn: number;
            /** Bytesout */
            bytesOut: number;
            /** Consumergroup */
            consumerGroup?: string | null;
            dollars: components["schemas"]["Dollars"];
            /** Emptypops */
            emptyPops: number;
            /** Ifbatched */
            ifBatched: number;
            /** Otherrequests */
            otherRequests: number;
            /** Popped */
            popped: number;
            /** Poprequests */
            popRequests: number;
            /** Pushed */
            pushed: number;
            /** Pushrequests */
            pushRequests: number;
            /** Queue */
            queue?: string | null;
            /** Storedmessages */
            storedMessages: number;
            /** Waitedseconds */
            waitedSeconds: number;
        };
        /**
         * CostsAnswer
         * @description An estimate, and its arithmetic. It is no bill of AWS. ``onAws``: whether the stack runs
         *     there; otherwise it is what it would cost.
         */
        CostsAnswer: {
            /** Batch */
            batch: number;
            /**
             * By
             * @enum {string}
             */
            by: "queue" | "group";
            counted: components["schemas"]["Counted"];
            /** Countedsince */
            countedSince: string | null;
            /** Leftout */
            leftOut: number;
            /** Lines */
            lines: components["schemas"]["CostLine"][];
            month: components["schemas"]["Month"];
            /** Onaws */
            onAws: boolean;
            period: components["schemas"]["Period"];
            prices: components["schemas"]["Priced"];
            /** Rest */
            rest: number;
            /** Rows */
            rows: components["schemas"]["CostRow"][];
        };
        /**
         * CostsQuery
         * @description Whole days (UTC); without ``from``, since the first of the month. ``batch``: the size of the
         *     batches of which the answer says what they would cost.
         */
        CostsQuery: {
            /**
             * Batch
             * @default 100
             */
            batch?: number;
            /**
             * By
             * @default queue
             * @enum {string}
             */
            by?: "queue" | "group";
            /** From */
            from?: string | null;
            /** To */
            to?: string | null;
        };
        /**
         * Counted
         * @description Counts of the time that was asked for. A request about several queues is divided among
         *     them.
         */
        Counted: {
            /** Acked */
            acked: number;
            /** Ackrequests */
            ackRequests: number;
            /** Bytesin */
            bytesIn: number;
            /** Bytesout */
            bytesOut: number;
            /** Emptypops */
            emptyPops: number;
            /** Otherrequests */
            otherRequests: number;
            /** Popped */
            popped: number;
            /** Poprequests */
            popRequests: number;
            /** Pushed */
            pushed: number;
            /** Pushrequests */
            pushRequests: number;
            /** Storedmessages */
            storedMessages: number;
            /** Waitedseconds */
            waitedSeconds: number;
        };
        /**
         * Counters
         * @description Messages: pushed, handed out, completed, given back as failed, expired (ttl), given up; and
         *     leases that ran out (lapsed).
         */
        Counters: {
            /** Acked */
            acked: number;
            /** Dead */
            dead: number;
            /** Expired */
            expired: number;
            /** Failed */
            failed: number;
            /** Lapsed */
            lapsed: number;
            /** Popped */
            popped: number;
            /** Pushed */
            pushed: number;
        };
        /**
         * Cpu
         * @description Microseconds that the process which answers has used.
         */
        Cpu: {
            /** System */
            system: number;
            /** User */
            user: number;
        };
        /**
         * Cursor
         * @description Messages that were completed, over all groups.
         */
        Cursor: {
            /** Totalconsumed */
            totalConsumed: number;
        };
        /**
         * DataPoint
         * @description What happened in a step. ``messages`` is another name of ``pushed``; depth and lag are the
         *     highest values that were counted.
         */
        DataPoint: {
            /** Acked */
            acked: number;
            /** Dead */
            dead: number;
            /** Depth */
            depth: number;
            /** Expired */
            expired: number;
            /** Failed */
            failed: number;
            /** Lagseconds */
            lagSeconds: number;
            /** Lapsed */
            lapsed: number;
            /** Messages */
            messages: number;
            /** Popped */
            popped: number;
            /** Pushed */
            pushed: number;
            /** Timestamp */
            timestamp: string;
        };
        /**
         * DeadLetterNote
         * @description The dead letter of a message that a group gave up on.
         */
        DeadLetterNote: {
            /** Id */
            id: string;
            /** Reason */
            reason: string;
        };
        /**
         * DeadLetters
         * @description Dead letters that are kept, and in how many partitions.
         */
        DeadLetters: {
            /** Affectedpartitions */
            affectedPartitions: number;
            /** Totalmessages */
            totalMessages: number;
        };
        /**
         * DeleteAnswer
         * @description ``existed``: whether there was such a queue. The counts are in a dry run only.
         */
        DeleteAnswer: {
            /** Atleast */
            atLeast?: boolean;
            /** Deadletters */
            deadLetters?: number;
            /** Deleted */
            deleted: boolean;
            /** Deletedmessages */
            deletedMessages?: number;
            /** Dryrun */
            dryRun?: boolean;
            /** Existed */
            existed: boolean;
            /** Forceneeded */
            forceNeeded?: boolean;
            /** Groups */
            groups?: components["schemas"]["DeliveryMoved"][];
            /** Leases */
            leases?: components["schemas"]["LeaseInTheWay"][];
            /** Members */
            members?: number;
            /** Partitions */
            partitions?: number;
            /** Queue */
            queue: string;
        };
        /**
         * DeletedGroupAnswer
         * @description The group is gone.
         */
        DeletedGroupAnswer: {
            /** Deleted */
            deleted: boolean;
            /** Groupid */
            groupId: string;
        };
        /**
         * DeletedMessage
         * @description It is gone. ``message`` says so in words, as the published console reads it.
         */
        DeletedMessage: {
            /** Message */
            message: string;
            /** Partitionid */
            partitionId: string;
            /** Success */
            success: boolean;
            /** Transactionid */
            transactionId: string;
        };
        /**
         * DeletedTopicAnswer
         * @description The topic is gone.
         */
        DeletedTopicAnswer: {
            /** Deleted */
            deleted: boolean;
            /** Topic */
            topic: string;
        };
        /**
         * DeleteGroupAnswer
         * @description What was deleted. ``nextPop`` says where the group's next pop will start.
         */
        DeleteGroupAnswer: {
            /** Atleast */
            atLeast?: boolean;
            /** Consumergroup */
            consumerGroup: string;
            /** Deadlettersdeleted */
            deadLettersDeleted: number;
            /** Deletedpartitions */
            deletedPartitions: number;
            /** Dryrun */
            dryRun?: boolean;
            /** Forceneeded */
            forceNeeded?: boolean;
            /** Groups */
            groups?: components["schemas"]["DeliveryMoved"][];
            /** Leases */
            leases?: components["schemas"]["LeaseInTheWay"][];
            /** Members */
            members?: number;
            /** Metadatadeleted */
            metadataDeleted: boolean;
            /** Nextpop */
            nextPop: string;
            /** Queuename */
            queueName?: string | null;
            /** Subscriptionsdeleted */
            subscriptionsDeleted: number;
            /** Success */
            success: boolean;
        };
        /**
         * DeleteMemberGroupQuery
         * @description ``force``: delete it with its members. ``brokerId`` is accepted for the clients and
         *     ignored.
         */
        DeleteMemberGroupQuery: {
            /** Brokerid */
            brokerId?: string | null;
            /**
             * Force
             * @default false
             */
            force?: boolean;
        };
        /**
         * DeletePartitionRequest
         * @description The partition. ``force``: also while a consumer holds a lease.
         */
        DeletePartitionRequest: {
            /**
             * Force
             * @default false
             */
            force?: boolean;
            /** Partition */
            partition: string;
            /** Queue */
            queue: string;
        };
        /**
         * DeleteQuery
         * @description ``force``: also while consumers hold messages.
         */
        DeleteQuery: {
            /**
             * Deletemetadata
             * @default true
             */
            deleteMetadata?: boolean;
            /**
             * Dryrun
             * @default false
             */
            dryRun?: boolean;
            /**
             * Force
             * @default false
             */
            force?: boolean;
        };
        /**
         * DeleteSubscriptionAnswer
         * @description What was deleted. ``nextPop`` says where the group's next pop will start.
         */
        DeleteSubscriptionAnswer: {
            /** Consumergroup */
            consumerGroup: string;
            /** Createdat */
            createdAt: string;
            /** Cursorskept */
            cursorsKept: boolean;
            /** Id */
            id: string;
            /** Namespace */
            namespace: string;
            /** Nextpop */
            nextPop: string;
            /** Partitionname */
            partitionName: string;
            /** Queuename */
            queueName: string;
            /** Subscriptionmode */
            subscriptionMode: string;
            /** Subscriptiontimestamp */
            subscriptionTimestamp: string;
            /** Success */
            success: boolean;
            /** Task */
            task: string;
        };
        /**
         * DeliveryMoved
         * @description Messages that the group has not done and would not get any more, and messages that are done
         *     for it and that it would get once more.
         */
        DeliveryMoved: {
            /** Again */
            again: number;
            /** Group */
            group: string;
            /** Queue */
            queue: string;
            /** Skipped */
            skipped: number;
        };
        /**
         * DepthAnswer
         * @description The sums are of now, or of ``asOf``; the partitions are always of now. ``subscribed``:
         *     whether the group ever popped here; if not, it would start at what is kept. ``truncated``: more
         *     partitions have work than are told.
         */
        DepthAnswer: {
            /**
             * Ageseconds
             * @default 0
             */
            ageSeconds?: number;
            /**
             * Asof
             * @default
             */
            asOf?: string;
            /** Conflation */
            conflation: boolean;
            /** Effectivepending */
            effectivePending: number;
            /** Group */
            group: string | null;
            /** Partitions */
            partitions: components["schemas"]["PartitionDepth"][];
            /** Partitionspending */
            partitionsPending: number;
            /** Pending */
            pending: number;
            /** Processing */
            processing: number;
            /** Queue */
            queue: string;
            /** Subscribed */
            subscribed: boolean | null;
            /** Truncated */
            truncated: boolean;
        };
        /**
         * DepthQuery
         * @description Whose depth; without a group, that of the slowest one in each partition. And whether to count
         *     it now.
         */
        DepthQuery: {
            /** Group */
            group?: string | null;
            /**
             * Limit
             * @default 100
             */
            limit?: number;
            /**
             * Live
             * @default false
             */
            live?: boolean;
        };
        /**
         * Dollars
         * @description A month's dollars that requests and messages make. ``watching``: logs and traces.
         */
        Dollars: {
            /** Database */
            database: number;
            /** Gateway */
            gateway: number;
            /** Lambda */
            lambda: number;
            /** Total */
            total: number;
            /** Watching */
            watching: number;
        };
        /**
         * DryRunQuery
         * @description ``dryRun``: say what would happen, and change nothing.
         */
        DryRunQuery: {
            /**
             * Dryrun
             * @default false
             */
            dryRun?: boolean;
        };
        /**
         * ErrorAnswer
         * @description The body of every error, of every route.
         */
        ErrorAnswer: {
            /** Code */
            code: string;
            /** Detail */
            detail?: {
                [key: string]: unknown;
            } | null;
            /** Error */
            error: string;
            /** Errorcode */
            errorCode?: string | null;
            /** Requestid */
            requestId: string;
        };
        /**
         * ErrorCount
         * @description A kind of errors, with its newest text, and the letters that have it. ``groups``: the twenty
         *     with the most of them, of ``groupCount``.
         */
        ErrorCount: {
            /** Count */
            count: number;
            /** Errormessage */
            errorMessage: string;
            /** Fingerprint */
            fingerprint: string;
            /** Firstseenat */
            firstSeenAt: string;
            /** Groupcount */
            groupCount: number;
            /** Groups */
            groups: components["schemas"]["GroupCount"][];
            /** Lastseenat */
            lastSeenAt: string;
        };
        /**
         * EvictedAnswer
         * @description The member is gone; others get its partitions. A dry run also says who would have what then,
         *     and how many records of its partitions are not committed.
         */
        EvictedAnswer: {
            /** Assignment */
            assignment?: components["schemas"]["OwnerAnswer"][];
            /** Consumerid */
            consumerId: string;
            /** Dryrun */
            dryRun?: boolean;
            /** Evicted */
            evicted: boolean;
            /** Groupid */
            groupId: string;
            /** Memberid */
            memberId: string;
            /** Membersleft */
            membersLeft: number;
            /** Partitions */
            partitions: number[];
            /** Uncommitted */
            uncommitted?: number;
        };
        /**
         * Example
         * @description A partition in that state.
         */
        Example: {
            /** Partition */
            partition: string;
            /** Partitionid */
            partitionId: string;
        };
        /**
         * ExplainQuery
         * @description For whom the partition does not move.
         */
        ExplainQuery: {
            /**
             * Group
             * @default __QUEUE_MODE__
             */
            group?: string;
        };
        /**
         * Explanation
         * @description Why a partition does or does not move. ``tooOld``: open messages that the next pop gives up,
         *     because of ttl or maxWaitTimeSeconds.
         */
        Explanation: {
            /** Cursor */
            cursor: number | null;
            failure: components["schemas"]["FailureExplained"] | null;
            firstPop: components["schemas"]["FirstPop"] | null;
            /** Group */
            group: string;
            /** Head */
            head: number;
            /** Lagseconds */
            lagSeconds: number;
            /** Lastconsumedat */
            lastConsumedAt: string | null;
            lease: components["schemas"]["LeaseExplained"] | null;
            /** Maintenance */
            maintenance: ("system" | "queue") | null;
            /** Oldestat */
            oldestAt: string | null;
            /** Open */
            open: number;
            /** Owner */
            owner: string | null;
            /** Partition */
            partition: string;
            /** Partitionid */
            partitionId: string;
            /** Pausedat */
            pausedAt: string | null;
            /** Processing */
            processing: number;
            /** Queue */
            queue: string;
            rest: components["schemas"]["PartitionRest"] | null;
            /** Sentence */
            sentence: string;
            /** State */
            state: ("leased" | "empty" | "assigned" | "maintenance" | "paused" | "resting" | "failing" | "ready") | "not_subscribed";
            /** Tail */
            tail: number;
            /** Tooold */
            tooOld: number;
        };
        /**
         * ExtendAnswer
         * @description The instant at which the lease now ends, under each name that the clients read; and the
         *     seconds until then.
         */
        ExtendAnswer: {
            /** Error */
            error?: string | null;
            /** Expiresat */
            expiresAt: string | null;
            /** Lease Expires At */
            lease_expires_at: string | null;
            /** Leaseid */
            leaseId: string;
            /** Leaseseconds */
            leaseSeconds: number | null;
            /** Newexpiresat */
            newExpiresAt: string | null;
            /** Renewed */
            renewed: number;
            /** Success */
            success: boolean;
        };
        /**
         * ExtendRequest
         * @description How long the lease lasts from now on.
         */
        ExtendRequest: {
            /**
             * Seconds
             * @default 60
             */
            seconds?: number;
        };
        /**
         * FailedAnswer
         * @description What became of a lease that failed. One that is refused changes nothing. ``dlq``: its only
         *     message had all of its retries, and is a dead letter.
         */
        FailedAnswer: {
            /** Dlq */
            dlq: boolean;
            /** Error */
            error: string | null;
            /** Index */
            index: number;
            /** Queuename */
            queueName: string | null;
            /** Success */
            success: boolean;
        };
        /**
         * FailureExplained
         * @description What failed, with its last five attempts, the newest first.
         */
        FailureExplained: {
            /** Attempts */
            attempts: number;
            /** Failedat */
            failedAt: string;
            /** Lastattempts */
            lastAttempts: components["schemas"]["Attempt"][];
            /** Lasterror */
            lastError: string;
            /** Offset */
            offset: number;
            /** Retrylimit */
            retryLimit: number;
        };
        /**
         * Failures
         * @description What went wrong so far.
         */
        Failures: {
            /** Ackfailed */
            ackFailed: number;
            /** Dlqmessages */
            dlqMessages: number;
            /** Leasesexpired */
            leasesExpired: number;
        };
        /**
         * FirstPop
         * @description Where a group would start that never popped here, and how many messages it would find.
         */
        FirstPop: {
            /** From */
            from: string | null;
            /** Messages */
            messages: number;
            /**
             * Mode
             * @enum {string}
             */
            mode: "all" | "new" | "timestamp";
            /** Offset */
            offset: number;
        };
        /**
         * ForceQuery
         * @description ``force``: also while a consumer holds a lease.
         */
        ForceQuery: {
            /**
             * Dryrun
             * @default false
             */
            dryRun?: boolean;
            /**
             * Force
             * @default false
             */
            force?: boolean;
        };
        /**
         * FoundGroupAnswer
         * @description The group's id, and where to reach its coordinator: here.
         */
        FoundGroupAnswer: {
            /** Created */
            created: boolean;
            /** Groupid */
            groupId: string;
            /** Groupleaderbrokerid */
            groupLeaderBrokerId: number;
            /** Groupleaderurl */
            groupLeaderUrl: string;
        };
        /**
         * FullQueue
         * @description ``depth`` is what ``maxSize`` bounds; without a maximum it and ``percent`` are null.
         */
        FullQueue: {
            /** Depth */
            depth: number;
            /** Maxsize */
            maxSize: number | null;
            /** Percent */
            percent: number | null;
            /** Queue */
            queue: string;
        };
        /**
         * GenerationAnswer
         * @description A generation. ``changes`` are the first of ``changeCount``. The one to come has no
         *     ``rebalancedAt`` yet, and no members.
         */
        GenerationAnswer: {
            /** Changecount */
            changeCount: number;
            /** Changes */
            changes: components["schemas"]["MembershipChange"][];
            /** Generation */
            generation: number;
            /** Membercount */
            memberCount: number | null;
            /** Members */
            members: components["schemas"]["OwnerAnswer"][] | null;
            /** Rebalancedat */
            rebalancedAt: number | null;
        };
        /**
         * GenerationsAnswer
         * @description A page of generations.
         */
        GenerationsAnswer: {
            /** Generations */
            generations: components["schemas"]["GenerationAnswer"][];
            /** Nextcursor */
            nextCursor: string | null;
            pagination: components["schemas"]["Pagination"];
            /** Total */
            total: number | null;
        };
        /**
         * GenerationsQuery
         * @description A page of the history, the newest generation first.
         */
        GenerationsQuery: {
            /** Cursor */
            cursor?: string | null;
            /**
             * Limit
             * @default 20
             */
            limit?: number;
        };
        /**
         * GivenOptions
         * @description The options of a queue, as a request gives them; null means the default.
         */
        GivenOptions: {
            /**
             * Completedretentionseconds
             * @default 0
             */
            completedRetentionSeconds?: number | null;
            /**
             * Deadletterqueue
             * @default false
             */
            deadLetterQueue?: boolean | null;
            /**
             * Deadletterretentionseconds
             * @default 0
             */
            deadLetterRetentionSeconds?: number | null;
            /**
             * Delayedprocessing
             * @default 0
             */
            delayedProcessing?: number | null;
            /**
             * Dlqaftermaxretries
             * @default false
             */
            dlqAfterMaxRetries?: boolean | null;
            /**
             * Encryptionenabled
             * @default false
             */
            encryptionEnabled?: boolean | null;
            /**
             * Leasetime
             * @default 300
             */
            leaseTime?: number | null;
            /**
             * Maskpaths
             * @default []
             */
            maskPaths?: string[] | null;
            /**
             * Maxsize
             * @default 0
             */
            maxSize?: number | null;
            /**
             * Maxwaittimeseconds
             * @default 0
             */
            maxWaitTimeSeconds?: number | null;
            /** Partitions */
            partitions?: number | null;
            /**
             * Payloads
             * @default all
             */
            payloads?: ("all" | "read-write" | "none") | null;
            /**
             * Pendingretentionseconds
             * @default 0
             */
            pendingRetentionSeconds?: number | null;
            /**
             * Priority
             * @default 0
             */
            priority?: number | null;
            /**
             * Retentionenabled
             * @default false
             */
            retentionEnabled?: boolean | null;
            /**
             * Retentionseconds
             * @default 0
             */
            retentionSeconds?: number | null;
            /**
             * Retrydelay
             * @default 1000
             */
            retryDelay?: number | null;
            /**
             * Retrydelaymax
             * @default 0
             */
            retryDelayMax?: number | null;
            /**
             * Retrylimit
             * @default 3
             */
            retryLimit?: number | null;
            /**
             * Ttl
             * @default 0
             */
            ttl?: number | null;
            /**
             * Windowbuffer
             * @default 0
             */
            windowBuffer?: number | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * GroupAnswer
         * @description A group, on the queue that it is listed with (``queueName``) or over all of its queues.
         */
        GroupAnswer: {
            /**
             * Ageseconds
             * @default 0
             */
            ageSeconds?: number;
            /**
             * Asof
             * @default
             */
            asOf?: string;
            /** Maxtimelag */
            maxTimeLag: number;
            /** Members */
            members: number;
            /** Name */
            name: string;
            /** Partitionswithlag */
            partitionsWithLag: number;
            /** Pausedat */
            pausedAt: string | null;
            /** Queuename */
            queueName?: string | null;
            /** Queues */
            queues: {
                [key: string]: components["schemas"]["PlaceAnswer"];
            };
            /**
             * State
             * @enum {string}
             */
            state: "Stable" | "Lagging" | "Paused" | "Dead";
            /** Subscriptioncreatedat */
            subscriptionCreatedAt: string | null;
            /** Subscriptionmode */
            subscriptionMode: string | null;
            /** Subscriptiontimestamp */
            subscriptionTimestamp: string | null;
            /** Topics */
            topics: string[];
            /** Totallag */
            totalLag: number;
        };
        /**
         * GroupCount
         * @description The dead letters of one group on one queue.
         */
        GroupCount: {
            /** Consumergroup */
            consumerGroup: string;
            /** Count */
            count: number;
            /** Newestfailedat */
            newestFailedAt: string;
            /** Oldestfailedat */
            oldestFailedAt: string;
            /** Queue */
            queue: string;
        };
        /**
         * GroupDescription
         * @description A group with its members, in the order in which ranges are assigned.
         */
        GroupDescription: {
            /** Appid */
            appId: string;
            /** Createdat */
            createdAt: number;
            /** Generation */
            generation: number;
            /** Groupid */
            groupId: string;
            /** Groupleaderbrokerid */
            groupLeaderBrokerId: number;
            /** Groupleaderurl */
            groupLeaderUrl: string;
            /** Lastmodifiedat */
            lastModifiedAt: number;
            /** Membercount */
            memberCount: number;
            /** Members */
            members: components["schemas"]["MemberAnswer"][];
            /** State */
            state: string;
            /** Topic */
            topic: string;
        };
        /**
         * GroupNote
         * @description What a group made of a message. The lease is there while the group holds the message, and
         *     ``processingAt``, when it was handed out. ``lastConsumedAt``: when the group last completed
         *     something in this partition; a completed message was completed by then.
         */
        GroupNote: {
            /** Attempts */
            attempts: number;
            /** Consumergroup */
            consumerGroup: string;
            deadLetter: components["schemas"]["DeadLetterNote"] | null;
            /** Errormessage */
            errorMessage: string | null;
            /** Failedat */
            failedAt: string | null;
            /** Lastattempts */
            lastAttempts: components["schemas"]["Attempt"][];
            /** Lastconsumedat */
            lastConsumedAt: string | null;
            /** Leaseexpiresat */
            leaseExpiresAt: string | null;
            /** Leaseid */
            leaseId: string | null;
            /** Processingat */
            processingAt: string | null;
            /**
             * Status
             * @enum {string}
             */
            status: "pending" | "delayed" | "processing" | "completed" | "failed" | "dead" | "expired";
        };
        /**
         * GroupOnQueueAnswer
         * @description Partitions with work first, the oldest message before others; ``truncated``: there may be
         *     more of them than these.
         */
        GroupOnQueueAnswer: {
            /**
             * Ageseconds
             * @default 0
             */
            ageSeconds?: number;
            /**
             * Asof
             * @default
             */
            asOf?: string;
            /** Maxtimelag */
            maxTimeLag: number;
            /** Members */
            members: number;
            /** Partitions */
            partitions: components["schemas"]["PartitionAnswer"][];
            /** Partitionswithlag */
            partitionsWithLag: number;
            /** Pausedat */
            pausedAt: string | null;
            /**
             * State
             * @enum {string}
             */
            state: "Stable" | "Lagging" | "Paused" | "Dead";
            /** Subscriptioncreatedat */
            subscriptionCreatedAt: string | null;
            /** Subscriptionmode */
            subscriptionMode: string | null;
            /** Subscriptiontimestamp */
            subscriptionTimestamp: string | null;
            /** Totallag */
            totalLag: number;
            /** Truncated */
            truncated: boolean;
        };
        /**
         * GroupQuery
         * @description The queue of a group, or all of them; ``limit``: partitions, shared among the queues.
         */
        GroupQuery: {
            /** Cursor */
            cursor?: string | null;
            /**
             * Limit
             * @default 1000
             */
            limit?: number;
            /**
             * Live
             * @default false
             */
            live?: boolean;
            /** Queue */
            queue?: string | null;
        };
        /**
         * GroupRequest
         * @description An application that reads a topic.
         */
        GroupRequest: {
            /** Appid */
            appId: string;
            /** Topic */
            topic: string;
        };
        /**
         * GroupsAnswer
         * @description A page of groups; ``total`` counts those that fit, on all pages.
         */
        GroupsAnswer: {
            /** Groups */
            groups: components["schemas"]["GroupStanding"][];
            /** Nextcursor */
            nextCursor: string | null;
            pagination: components["schemas"]["Pagination"];
            /** Total */
            total: number;
        };
        /**
         * GroupsQuery
         * @description The groups, each once for each of its queues or once altogether. ``name`` is how a group's
         *     name begins; ``cursor`` is the header X-Next-Cursor of an answer.
         */
        GroupsQuery: {
            /**
             * By
             * @default queue
             * @enum {string}
             */
            by?: "queue" | "group";
            /** Cursor */
            cursor?: string | null;
            /**
             * Limit
             * @default 1000
             */
            limit?: number;
            /**
             * Live
             * @default false
             */
            live?: boolean;
            /**
             * Name
             * @default
             */
            name?: string;
            /**
             * Namespace
             * @default
             */
            namespace?: string;
            /** Queue */
            queue?: string | null;
        };
        /**
         * GroupStanding
         * @description A group on a queue, with what it did last. ``lastPopAt``: when a pop last handed it
         *     something; a pop that finds nothing leaves no trace. ``poppedPerMinute``: messages handed out
         *     between the last two counts; null before these.
         */
        GroupStanding: {
            /**
             * Ageseconds
             * @default 0
             */
            ageSeconds?: number;
            /**
             * Asof
             * @default
             */
            asOf?: string;
            /** Lastconsumedat */
            lastConsumedAt: string | null;
            /** Lastpopat */
            lastPopAt: string | null;
            /** Maxtimelag */
            maxTimeLag: number;
            /** Members */
            members: number;
            /** Name */
            name: string;
            /** Partitionswithlag */
            partitionsWithLag: number;
            /** Pausedat */
            pausedAt: string | null;
            /** Poppedperminute */
            poppedPerMinute: number | null;
            /** Queuename */
            queueName: string;
            /**
             * State
             * @enum {string}
             */
            state: "Stable" | "Lagging" | "Paused" | "Dead";
            /** Subscriptioncreatedat */
            subscriptionCreatedAt: string | null;
            /** Subscriptionmode */
            subscriptionMode: string | null;
            /** Subscriptiontimestamp */
            subscriptionTimestamp: string | null;
            /** Totallag */
            totalLag: number;
        };
        /**
         * HealthAnswer
         * @description ``status``: healthy, or or unhealthy. Everybody may ask: why it is so is in the log.
         */
        HealthAnswer: {
            /** Database */
            database: string;
            /** Server */
            server: string;
            /** Status */
            status: string;
            /** Version */
            version: string;
        };
        /**
         * HealthQuery
         * @description ``deep``: ask the database also where that would wake it up.
         */
        HealthQuery: {
            /**
             * Deep
             * @default false
             */
            deep?: boolean;
        };
        /**
         * HeartbeatRequest
         * @description A heartbeat. With ``offsets`` it also commits them, under the rules of a commit.
         */
        HeartbeatRequest: {
            /** Generation */
            generation?: number | null;
            /** Groupid */
            groupId: string;
            /** Memberid */
            memberId: string;
            /** Offsets */
            offsets?: {
                [key: string]: number;
            } | null;
        };
        /**
         * HeldLease
         * @description A partition that a group holds. ``stuck``: the lease ends within 30 seconds, or is over and
         *     was not ended yet. ``leaseId`` names the lease in this partition, ``client`` who took it.
         */
        HeldLease: {
            /** Client */
            client: string | null;
            /** Consumergroup */
            consumerGroup: string;
            /** Expiresat */
            expiresAt: string;
            /** Heldseconds */
            heldSeconds: number;
            /** Leasedat */
            leasedAt: string;
            /** Leaseid */
            leaseId: string;
            /** Messages */
            messages: number;
            /** Partition */
            partition: string;
            /** Partitionid */
            partitionId: string;
            /** Queue */
            queue: string;
            /** Remainingseconds */
            remainingSeconds: number;
            /** Stuck */
            stuck: boolean;
        };
        /** HTTPValidationError */
        HTTPValidationError: {
            /** Detail */
            detail?: components["schemas"]["ValidationError"][];
        };
        /**
         * JobAnswer
         * @description A job. ``schedule``: when Glue starts it, in UTC; null: it is started by hand.
         */
        JobAnswer: {
            /** Description */
            description: string;
            lastRun: components["schemas"]["JobRun"] | null;
            /**
             * Name
             * @enum {string}
             */
            name: "lag" | "retention" | "compact" | "replay" | "export-log";
            /** Schedule */
            schedule: string | null;
            /** Timeoutminutes */
            timeoutMinutes: number;
        };
        /**
         * JobRun
         * @description A run. ``lost``: it has no end, and runs no more. ``failed``: with an error, or with batches
         *     in its summary that failed. ``summary``: what the run says of itself, in its own words.
         */
        JobRun: {
            /** Endedat */
            endedAt: string | null;
            /** Error */
            error: string | null;
            /** Id */
            id: string;
            /** Startedat */
            startedAt: string;
            /** Summary */
            summary: {
                [key: string]: unknown;
            } | null;
            /**
             * Verdict
             * @enum {string}
             */
            verdict: "running" | "ok" | "failed" | "lost";
        };
        /**
         * JobRunsAnswer
         * @description Runs, the newest first.
         */
        JobRunsAnswer: {
            /** Nextcursor */
            nextCursor: string | null;
            pagination: components["schemas"]["Pagination"];
            /** Runs */
            runs: components["schemas"]["JobRun"][];
            /** Total */
            total: null;
        };
        /**
         * JobsAnswer
         * @description All jobs.
         */
        JobsAnswer: {
            /** Jobs */
            jobs: components["schemas"]["JobAnswer"][];
        };
        /**
         * JoinAnswer
         * @description ``rebalanceRequired``: the partitions are assigned in a moment; ask for the assignment. If
         *     ``groupCreatedAt`` has changed, the group was deleted and made again.
         */
        JoinAnswer: {
            /** Generation */
            generation: number;
            /** Groupcreatedat */
            groupCreatedAt: number;
            /** Memberid */
            memberId: string;
            /** Rebalancerequired */
            rebalanceRequired: boolean;
        };
        /**
         * JoinRequest
         * @description A consumer, under a name that no other consumer has.
         */
        JoinRequest: {
            /** Consumerid */
            consumerId: string;
            /** Groupid */
            groupId: string;
            /**
             * Sessiontimeoutms
             * @default 10000
             */
            sessionTimeoutMs?: number;
        };
        /**
         * LabelledPageQuery
         * @description A page of the queues with these labels, and whether to count them now.
         */
        LabelledPageQuery: {
            /** Cursor */
            cursor?: string | null;
            /**
             * Limit
             * @default 100
             */
            limit?: number;
            /**
             * Live
             * @default false
             */
            live?: boolean;
            /** Namespace */
            namespace?: string | null;
            /**
             * Offset
             * @default 0
             */
            offset?: number;
            /** Task */
            task?: string | null;
        };
        /**
         * LabelListed
         * @description A namespace or a task, with the sums of its queues.
         */
        LabelListed: {
            messages: components["schemas"]["MessageCounts"];
            /** Name */
            name: string;
            /** Partitions */
            partitions: number;
            /** Queues */
            queues: number;
        };
        /**
         * LabelPageQuery
         * @description A page of labels, and whether to count their sums now.
         */
        LabelPageQuery: {
            /** Cursor */
            cursor?: string | null;
            /**
             * Limit
             * @default 100
             */
            limit?: number;
            /**
             * Live
             * @default false
             */
            live?: boolean;
            /**
             * Offset
             * @default 0
             */
            offset?: number;
        };
        /**
         * LabelsQuery
         * @description Pops whichever queue of a namespace or task comes first.
         */
        LabelsQuery: {
            /**
             * Autoack
             * @default false
             */
            autoAck?: boolean;
            /**
             * Autopilot
             * @default false
             */
            autopilot?: boolean;
            /** Batch */
            batch?: number | null;
            /**
             * Conflation
             * @default false
             * @constant
             */
            conflation?: false;
            /**
             * Consumergroup
             * @default __QUEUE_MODE__
             */
            consumerGroup?: string;
            /** Leasekey */
            leaseKey?: string | null;
            /** Leaseseconds */
            leaseSeconds?: number | null;
            /**
             * Namespace
             * @default
             */
            namespace?: string;
            /**
             * Partitions
             * @default 1
             */
            partitions?: number;
            /** Perpartition */
            perPartition?: number | null;
            /**
             * Repeat
             * @default false
             */
            repeat?: boolean;
            /** Subscriptionfrom */
            subscriptionFrom?: ("" | "now" | "all" | "from_beginning" | "new" | "new-only") | string;
            /**
             * Subscriptionmode
             * @enum {string}
             */
            subscriptionMode?: "" | "all" | "from_beginning" | "new" | "new-only";
            /**
             * Task
             * @default
             */
            task?: string;
            /**
             * Timeout
             * @default 30000
             */
            timeout?: number;
            /**
             * Wait
             * @default false
             */
            wait?: boolean;
        };
        /**
         * Lag
         * @description Over all groups: messages that they still have to complete, and the age of the oldest.
         */
        Lag: {
            /** Maxseconds */
            maxSeconds: number;
            /** Openmessages */
            openMessages: number;
        };
        /**
         * LagAnswer
         * @description A page of rollups of one snapshot; ``capturedAt`` is null before the first.
         */
        LagAnswer: {
            /** Capturedat */
            capturedAt: string | null;
            /** Nextcursor */
            nextCursor: string | null;
            pagination: components["schemas"]["Pagination"];
            /** Rollups */
            rollups: components["schemas"]["LagRollup"][];
            /** Total */
            total: number;
        };
        /**
         * LagColumn
         * @description One snapshot: ``counts`` are pairs of a group and a partition with a lag, by bucket.
         */
        LagColumn: {
            /** Capturedat */
            capturedAt: string;
            /** Counts */
            counts: number[];
            /** Laggingpartitions */
            laggingPartitions: number;
            /** Partitionskept */
            partitionsKept: boolean;
        };
        /**
         * LaggingAnswer
         * @description A partition in which a group is late, in the spelling that the published clients read.
         */
        LaggingAnswer: {
            /** Consumer Group */
            consumer_group: string;
            /** Lag Hours */
            lag_hours: number;
            /** Last Consumed At */
            last_consumed_at: string | null;
            /** Offset Lag */
            offset_lag: number;
            /** Oldest Unconsumed At */
            oldest_unconsumed_at: string;
            /** Partition Id */
            partition_id: string;
            /** Partition Name */
            partition_name: string;
            /** Queue Name */
            queue_name: string;
            /** Time Lag Seconds */
            time_lag_seconds: number;
            /** Worker Id */
            worker_id: string | null;
        };
        /**
         * LaggingQuery
         * @description How late the partitions are, of which group, and how many of them.
         */
        LaggingQuery: {
            /** Consumergroup */
            consumerGroup?: string | null;
            /**
             * Limit
             * @default 1000
             */
            limit?: number;
            /**
             * Minlagseconds
             * @default 3600
             */
            minLagSeconds?: number;
            /** Queue */
            queue?: string | null;
        };
        /**
         * LagHeatmapAnswer
         * @description Snapshots, the oldest first. ``bucketsSeconds``: where the buckets of their counts begin.
         */
        LagHeatmapAnswer: {
            /** Bucketsseconds */
            bucketsSeconds: number[];
            /** Columns */
            columns: components["schemas"]["LagColumn"][];
            /** Consumergroup */
            consumerGroup: string | null;
            /** Namespace */
            namespace: string | null;
            /** Queue */
            queue: string | null;
            /**
             * Scope
             * @enum {string}
             */
            scope: "consumer" | "queue" | "group" | "namespace" | "system";
        };
        /**
         * LagHeatmapQuery
         * @description The rollup, by its scope and the names of that scope; without a time, all that is kept.
         */
        LagHeatmapQuery: {
            /** Consumergroup */
            consumerGroup?: string | null;
            /** From */
            from?: string | null;
            /** Namespace */
            namespace?: string | null;
            /** Queue */
            queue?: string | null;
            /**
             * Scope
             * @default system
             * @enum {string}
             */
            scope?: "consumer" | "queue" | "group" | "namespace" | "system";
            /** To */
            to?: string | null;
        };
        /**
         * LagHistoryAnswer
         * @description One rollup over time, the newest snapshot first.
         */
        LagHistoryAnswer: {
            /** Consumergroup */
            consumerGroup: string | null;
            /** Namespace */
            namespace: string | null;
            /** Nextcursor */
            nextCursor: string | null;
            /** Points */
            points: components["schemas"]["LagPoint"][];
            /** Queue */
            queue: string | null;
            /**
             * Scope
             * @enum {string}
             */
            scope: "consumer" | "queue" | "group" | "namespace" | "system";
        };
        /**
         * LagHistoryQuery
         * @description The rollup, by its scope and the names of that scope. ``from``: no snapshot before that.
         */
        LagHistoryQuery: {
            /** Consumergroup */
            consumerGroup?: string | null;
            /** Cursor */
            cursor?: string | null;
            /** From */
            from?: string | null;
            /**
             * Limit
             * @default 100
             */
            limit?: number;
            /** Namespace */
            namespace?: string | null;
            /** Queue */
            queue?: string | null;
            /**
             * Scope
             * @default system
             * @enum {string}
             */
            scope?: "consumer" | "queue" | "group" | "namespace" | "system";
        };
        /**
         * LagPartitionsAnswer
         * @description A page of partitions of one snapshot; ``capturedAt`` is null before the first. Of snapshots
         *     before ``keptSince`` no partitions are kept.
         */
        LagPartitionsAnswer: {
            /** Capturedat */
            capturedAt: string | null;
            /** Keptsince */
            keptSince: string | null;
            /** Nextcursor */
            nextCursor: string | null;
            pagination: components["schemas"]["Pagination"];
            /** Partitions */
            partitions: components["schemas"]["PartitionLag"][];
            /** Total */
            total: null;
        };
        /**
         * LagPartitionsQuery
         * @description The queue and the group of the partitions, their verdict, and how long messages waited in
         *     them. ``since``: only those that are stalled or stopped, and were neither at that instant.
         */
        LagPartitionsQuery: {
            /** At */
            at?: string | null;
            /** Atleastseconds */
            atLeastSeconds?: number | null;
            /** Belowseconds */
            belowSeconds?: number | null;
            /** Consumergroup */
            consumerGroup?: string | null;
            /** Cursor */
            cursor?: string | null;
            /**
             * Limit
             * @default 100
             */
            limit?: number;
            /**
             * Offset
             * @default 0
             */
            offset?: number;
            /** Queue */
            queue?: string | null;
            /** Since */
            since?: string | null;
            /** Verdict */
            verdict?: ("ok" | "warning" | "stalled" | "stopped" | "rewound") | null;
        };
        /**
         * LagPoint
         * @description One snapshot.
         */
        LagPoint: {
            /** Arrivalpersecond */
            arrivalPerSecond: number | null;
            /** Capturedat */
            capturedAt: string;
            /** Consumptionpersecond */
            consumptionPerSecond: number | null;
            /** Delayed */
            delayed: number;
            /** Laggingpartitions */
            laggingPartitions: number;
            /** Offsetlag */
            offsetLag: number;
            /** Partitions */
            partitions: number;
            /** Secondstodrain */
            secondsToDrain: number | null;
            /** Timelagmaxseconds */
            timeLagMaxSeconds: number;
            /** Timelagp50Seconds */
            timeLagP50Seconds: number;
            /** Timelagp95Seconds */
            timeLagP95Seconds: number;
            /** Timelagp99Seconds */
            timeLagP99Seconds: number;
            /**
             * Verdict
             * @enum {string}
             */
            verdict: "ok" | "warning" | "stalled" | "stopped" | "rewound";
        };
        /**
         * LagQuery
         * @description The rollups of a scope, perhaps of some names only.
         */
        LagQuery: {
            /** At */
            at?: string | null;
            /** Consumergroup */
            consumerGroup?: string | null;
            /** Cursor */
            cursor?: string | null;
            /**
             * Limit
             * @default 100
             */
            limit?: number;
            /** Namespace */
            namespace?: string | null;
            /**
             * Offset
             * @default 0
             */
            offset?: number;
            /** Queue */
            queue?: string | null;
            /**
             * Scope
             * @default consumer
             * @enum {string}
             */
            scope?: "consumer" | "queue" | "group" | "namespace" | "system";
            /** Verdict */
            verdict?: ("ok" | "warning" | "stalled" | "stopped" | "rewound") | null;
        };
        /**
         * LagRollup
         * @description A group on a queue (scope ``consumer``), a queue, a group, a namespace, or the system. Names
         *     that the scope does not have are null.
         */
        LagRollup: {
            /** Arrivalpersecond */
            arrivalPerSecond: number | null;
            /** Consumergroup */
            consumerGroup: string | null;
            /** Consumptionpersecond */
            consumptionPerSecond: number | null;
            /** Delayed */
            delayed: number;
            /** Laggingpartitions */
            laggingPartitions: number;
            /** Namespace */
            namespace: string | null;
            /** Offsetlag */
            offsetLag: number;
            /** Offsetlagmax */
            offsetLagMax: number;
            /** Offsetlagp50 */
            offsetLagP50: number;
            /** Offsetlagp95 */
            offsetLagP95: number;
            /** Offsetlagp99 */
            offsetLagP99: number;
            /** Partitions */
            partitions: number;
            /** Paused */
            paused: boolean;
            /** Queue */
            queue: string | null;
            /** Rewoundpartitions */
            rewoundPartitions: number;
            /**
             * Scope
             * @enum {string}
             */
            scope: "consumer" | "queue" | "group" | "namespace" | "system";
            /** Secondstodrain */
            secondsToDrain: number | null;
            /** Stalledpartitions */
            stalledPartitions: number;
            /** Stoppedpartitions */
            stoppedPartitions: number;
            /** Timelagmaxseconds */
            timeLagMaxSeconds: number;
            /** Timelagp50Seconds */
            timeLagP50Seconds: number;
            /** Timelagp95Seconds */
            timeLagP95Seconds: number;
            /** Timelagp99Seconds */
            timeLagP99Seconds: number;
            /**
             * Verdict
             * @enum {string}
             */
            verdict: "ok" | "warning" | "stalled" | "stopped" | "rewound";
            /** Warningpartitions */
            warningPartitions: number;
        };
        /**
         * LagSnapshot
         * @description The whole system in one snapshot. ``partitionsKept``: its partitions can be listed.
         */
        LagSnapshot: {
            /** Capturedat */
            capturedAt: string;
            /** Laggingpartitions */
            laggingPartitions: number;
            /** Offsetlag */
            offsetLag: number;
            /** Partitions */
            partitions: number;
            /** Partitionskept */
            partitionsKept: boolean;
            /**
             * Verdict
             * @enum {string}
             */
            verdict: "ok" | "warning" | "stalled" | "stopped" | "rewound";
        };
        /**
         * LagSnapshotsAnswer
         * @description Snapshots, the newest first.
         */
        LagSnapshotsAnswer: {
            /** Nextcursor */
            nextCursor: string | null;
            /** Snapshots */
            snapshots: components["schemas"]["LagSnapshot"][];
        };
        /**
         * LagSnapshotsQuery
         * @description A page of snapshots.
         */
        LagSnapshotsQuery: {
            /** Cursor */
            cursor?: string | null;
            /**
             * Limit
             * @default 100
             */
            limit?: number;
        };
        /**
         * LeaseExplained
         * @description The lease, who took it, and the first hundred of the messages that it still holds.
         */
        LeaseExplained: {
            /** Client */
            client: string | null;
            /** Expiresat */
            expiresAt: string;
            /** Id */
            id: string;
            /** Messages */
            messages: components["schemas"]["MessageHeld"][];
            /** Secondsleft */
            secondsLeft: number;
            /** Since */
            since: string;
        };
        /**
         * LeaseFailure
         * @description A batch that failed as a whole, by its lease: nobody can tell which message is at fault. With
         *     ``partitionId``, what the lease handed out in that partition is the batch.
         */
        LeaseFailure: {
            /** Delayseconds */
            delaySeconds?: number | null;
            /** Error */
            error?: string | null;
            /** Leaseid */
            leaseId: string;
            /** Partitionid */
            partitionId?: string | null;
        };
        /**
         * LeaseHeld
         * @description A live lease. The lease id that its consumer knows begins with ``id``.
         */
        LeaseHeld: {
            /** Expiresat */
            expiresAt: string;
            /** Id */
            id: string;
            /** Secondsleft */
            secondsLeft: number;
        };
        /**
         * LeaseInTheWay
         * @description A group that holds messages there now: in so many partitions, until then.
         */
        LeaseInTheWay: {
            /** Group */
            group: string;
            /** Helduntil */
            heldUntil: string;
            /** Partitions */
            partitions: number;
            /** Queue */
            queue: string;
        };
        /**
         * Leases
         * @description Live leases: their number, their partitions, and how many messages were handed out and
         *     acked.
         */
        Leases: {
            /** Active */
            active: number;
            /** Partitionswithleases */
            partitionsWithLeases: number;
            /** Totalacked */
            totalAcked: number;
            /** Totalbatchsize */
            totalBatchSize: number;
        };
        /**
         * LeasesAnswer
         * @description Leases, those that end first first.
         */
        LeasesAnswer: {
            /** Leases */
            leases: components["schemas"]["HeldLease"][];
            /** Nextcursor */
            nextCursor: string | null;
            pagination: components["schemas"]["Pagination"];
            /** Total */
            total: number | null;
        };
        /**
         * LeasesQuery
         * @description The queue and the group of the leases; ``stuck``: only leases that end within 30 seconds.
         */
        LeasesQuery: {
            /** Consumergroup */
            consumerGroup?: string | null;
            /** Cursor */
            cursor?: string | null;
            /**
             * Limit
             * @default 100
             */
            limit?: number;
            /**
             * Offset
             * @default 0
             */
            offset?: number;
            /** Queue */
            queue?: string | null;
            /**
             * Stuck
             * @default false
             */
            stuck?: boolean;
        };
        /**
         * LeaseStanding
         * @description A live lease, and since when it is held.
         */
        LeaseStanding: {
            /** Expiresat */
            expiresAt: string;
            /** Id */
            id: string;
            /** Secondsleft */
            secondsLeft: number;
            /** Since */
            since: string;
        };
        /**
         * LeaveAnswer
         * @description The member has left.
         */
        LeaveAnswer: {
            /** Success */
            success: boolean;
        };
        /**
         * LetterAnswer
         * @description A dead letter: the message as it was pushed, and why the group gave up on it.
         */
        LetterAnswer: {
            /** Consumergroup */
            consumerGroup: string;
            /** Createdat */
            createdAt: string;
            /** Data */
            data: unknown;
            /** Decryptionerror */
            decryptionError?: string | null;
            /** Errormessage */
            errorMessage: string;
            /** Failedat */
            failedAt: string;
            /** Fingerprint */
            fingerprint: string;
            /** Headers */
            headers: unknown;
            /** Id */
            id: string;
            /** Isencrypted */
            isEncrypted: boolean;
            /** Key */
            key: string | null;
            /** Lastattempts */
            lastAttempts: components["schemas"]["Attempt"][];
            /** Masked */
            masked?: string[] | null;
            /** Messageid */
            messageId: string;
            /** Offset */
            offset: number;
            /** Partition */
            partition: string;
            /** Partitionid */
            partitionId: string;
            /** Producersub */
            producerSub: string | null;
            /** Queue */
            queue: string;
            /** Reason */
            reason: string;
            /** Retrycount */
            retryCount: number;
            /** Traceid */
            traceId: string | null;
            /** Transactionid */
            transactionId: string;
        };
        /**
         * LetterMove
         * @description The group that gives a message up, and why. ``force``: even if a consumer holds it.
         */
        LetterMove: {
            /** Consumergroup */
            consumerGroup?: string | null;
            /** Error */
            error?: string | null;
            /**
             * Force
             * @default false
             */
            force?: boolean;
        };
        /**
         * LetterMoved
         * @description ``moved``: false if it was a dead letter already.
         */
        LetterMoved: {
            /** Consumergroup */
            consumerGroup: string;
            /** Messageid */
            messageId: string;
            /** Moved */
            moved: boolean;
            /** Partition */
            partition: string;
            /** Partitionid */
            partitionId: string;
            /** Queue */
            queue: string;
            /** Success */
            success: boolean;
            /** Transactionid */
            transactionId: string;
        };
        /**
         * LetterNamedMove
         * @description The message, the group that gives it up, and why. ``force``: even if a consumer holds it.
         */
        LetterNamedMove: {
            /** Consumergroup */
            consumerGroup?: string | null;
            /** Error */
            error?: string | null;
            /**
             * Force
             * @default false
             */
            force?: boolean;
            /** Partitionid */
            partitionId: string;
            /** Transactionid */
            transactionId: string;
        };
        /**
         * LetterPoint
         * @description The letters that failed in a step.
         */
        LetterPoint: {
            /** At */
            at: string;
            /** Count */
            count: number;
        };
        /**
         * ListAnswer
         * @description A page; ``total`` is null if there are more than ten thousand.
         */
        ListAnswer: {
            /** Messages */
            messages: components["schemas"]["LetterAnswer"][];
            /** Nextcursor */
            nextCursor: string | null;
            pagination: components["schemas"]["Pagination"];
            /** Total */
            total: number | null;
        };
        /**
         * ListedMessage
         * @description A message in a list. ``data`` and ``headers`` are there where payloads were asked for.
         */
        ListedMessage: {
            busStatus: components["schemas"]["BusStatus"];
            /** Createdat */
            createdAt: string;
            /** Data */
            data?: unknown;
            /** Databytes */
            dataBytes?: number | null;
            /** Datastart */
            dataStart?: string | null;
            /** Decryptionerror */
            decryptionError?: string | null;
            /** Dueat */
            dueAt: string | null;
            /** Headers */
            headers?: unknown;
            /** Id */
            id: string;
            /** Isencrypted */
            isEncrypted: boolean;
            /** Key */
            key: string | null;
            /** Leaseexpiresat */
            leaseExpiresAt: string | null;
            /** Masked */
            masked?: string[] | null;
            /** Namespace */
            namespace: string;
            /** Offset */
            offset: number;
            /** Partition */
            partition: string;
            /** Partitionid */
            partitionId: string;
            /** Producersub */
            producerSub: string | null;
            /** Queue */
            queue: string;
            /** Queuepath */
            queuePath: string;
            /** Queuepriority */
            queuePriority: number;
            /** Queuestatus */
            queueStatus: ("pending" | "delayed" | "processing" | "completed" | "failed" | "dead" | "expired") | null;
            /**
             * Status
             * @enum {string}
             */
            status: "pending" | "delayed" | "processing" | "completed" | "failed" | "dead" | "expired";
            /** Task */
            task: string;
            /** Traceid */
            traceId: string | null;
            /** Transactionid */
            transactionId: string;
        };
        /**
         * ListQuery
         * @description A page of dead letters, the newest first.
         */
        ListQuery: {
            /** Consumergroup */
            consumerGroup?: string | null;
            /** Cursor */
            cursor?: string | null;
            /** Error */
            error?: string | null;
            /** Fingerprint */
            fingerprint?: string | null;
            /** From */
            from?: string | null;
            /** Ids */
            ids?: string[] | null;
            /**
             * Limit
             * @default 100
             */
            limit?: number;
            /**
             * Namespace
             * @default
             */
            namespace?: string;
            /**
             * Offset
             * @default 0
             */
            offset?: number;
            /** Partition */
            partition?: string | null;
            /** Queue */
            queue?: string | null;
            /** Reason */
            reason?: ("retries" | "rejected" | "max_wait" | "moved") | null;
            /**
             * Reveal
             * @default false
             */
            reveal?: boolean;
            /**
             * Task
             * @default
             */
            task?: string;
            /** To */
            to?: string | null;
            /** Traceid */
            traceId?: string | null;
            /** Transactionid */
            transactionId?: string | null;
        };
        /**
         * LiveQuery
         * @description ``live``: count now, however long that takes.
         */
        LiveQuery: {
            /**
             * Live
             * @default false
             */
            live?: boolean;
        };
        /**
         * LogAckAnswer
         * @description The claim has ended.
         */
        LogAckAnswer: {
            /** Acked */
            acked: boolean;
        };
        /**
         * LogAckNamedRequest
         * @description A group, and its claim that is done up to a position.
         */
        LogAckNamedRequest: {
            /** Groupid */
            groupId: string;
            /** Offsetid */
            offsetId: string;
            /** Position */
            position: number;
            /** Workerid */
            workerId?: string | null;
        };
        /**
         * LogAckRequest
         * @description A claim that is done up to a position.
         */
        LogAckRequest: {
            /** Offsetid */
            offsetId: string;
            /** Position */
            position: number;
            /** Workerid */
            workerId?: string | null;
        };
        /**
         * LogAdvanceAnswer
         * @description The group's position in the partition.
         */
        LogAdvanceAnswer: {
            /** Position */
            position: number;
        };
        /**
         * LogAdvanceNamedRequest
         * @description A group, a partition, and the group's new position in it.
         */
        LogAdvanceNamedRequest: {
            /** Groupid */
            groupId: string;
            /** Partition */
            partition: {
                [key: string]: string | boolean | number;
            };
            /** Position */
            position: number;
        };
        /**
         * LogAdvanceRequest
         * @description A partition, and the group's new position in it.
         */
        LogAdvanceRequest: {
            /** Partition */
            partition: {
                [key: string]: string | boolean | number;
            };
            /** Position */
            position: number;
        };
        /**
         * LogAppendAnswer
         * @description The position of each message, and the highest of them.
         */
        LogAppendAnswer: {
            /** Lastposition */
            lastPosition: number;
            /** Positions */
            positions: number[];
        };
        /**
         * LogAppendRequest
         * @description Messages that are appended together, all or none.
         */
        LogAppendRequest: {
            guard?: components["schemas"]["LogGuard"] | null;
            /** Messages */
            messages: components["schemas"]["LogMessage"][];
        };
        /**
         * LogClaimAnswer
         * @description A partition that the worker holds for now, and the messages that are pending in it.
         */
        LogClaimAnswer: {
            guard: components["schemas"]["LogGuard"];
            /** Keypairids */
            keyPairIds: string[];
            /** Messages */
            messages: components["schemas"]["LogMessageAnswer"][];
            /** Offsetid */
            offsetId: string;
            /** Partitionkey */
            partitionKey: string;
            /** Partitionvalue */
            partitionValue: {
                [key: string]: string;
            };
            /** Replaying */
            replaying: boolean;
        };
        /**
         * LogClaimNamedRequest
         * @description A group, and as without its name: which partitions, messages and worker.
         */
        LogClaimNamedRequest: {
            /**
             * Batchsize
             * @default 100
             */
            batchSize?: number;
            /** Groupid */
            groupId: string;
            /**
             * Guardscope
             * @default broad
             * @enum {string}
             */
            guardScope?: "broad" | "exact";
            /** Handledtypes */
            handledTypes: string[];
            /**
             * Leaseseconds
             * @default 120
             */
            leaseSeconds?: number;
            /** Partitionby */
            partitionBy: string[];
            /** Workerid */
            workerId: string;
        };
        /**
         * LogClaimRequest
         * @description Which partitions, which messages, for which worker, and for how long.
         */
        LogClaimRequest: {
            /**
             * Batchsize
             * @default 100
             */
            batchSize?: number;
            /**
             * Guardscope
             * @default broad
             * @enum {string}
             */
            guardScope?: "broad" | "exact";
            /** Handledtypes */
            handledTypes: string[];
            /**
             * Leaseseconds
             * @default 120
             */
            leaseSeconds?: number;
            /** Partitionby */
            partitionBy: string[];
            /** Workerid */
            workerId: string;
        };
        /**
         * LogCondition
         * @description Messages of a type that have all of these values.
         */
        LogCondition: {
            /**
             * Attrs
             * @default {}
             */
            attrs?: {
                [key: string]: string | boolean | number;
            };
            /** Type */
            type: string;
        };
        /**
         * LogCorrelatedQuery
         * @description Where to start (inclusive).
         */
        LogCorrelatedQuery: {
            /** Cursor */
            cursor?: string | null;
            /** From */
            from?: number | null;
            /**
             * Limit
             * @default 100
             */
            limit?: number;
        };
        /**
         * LogEnd
         * @description The end of the event log, and up to where it can be read now: up to the oldest append in
         *     flight. ``heldSeconds``: for how long the first message behind that one has waited for its
         *     readers.
         */
        LogEnd: {
            /** Appendsinflight */
            appendsInFlight: number;
            /** Heldseconds */
            heldSeconds: number;
            /** Lastposition */
            lastPosition: number;
            /** Safeposition */
            safePosition: number;
        };
        /**
         * LogExtendAnswer
         * @description Until when the claim runs now.
         */
        LogExtendAnswer: {
            /** Claimeduntil */
            claimedUntil: string;
            /** Offsetid */
            offsetId: string;
        };
        /**
         * LogExtendNamedRequest
         * @description A group, and its claim that runs on for so many seconds from now.
         */
        LogExtendNamedRequest: {
            /** Groupid */
            groupId: string;
            /**
             * Leaseseconds
             * @default 120
             */
            leaseSeconds?: number;
            /** Offsetid */
            offsetId: string;
            /** Workerid */
            workerId?: string | null;
        };
        /**
         * LogExtendRequest
         * @description A claim that runs on for so many seconds from now.
         */
        LogExtendRequest: {
            /**
             * Leaseseconds
             * @default 120
             */
            leaseSeconds?: number;
            /** Offsetid */
            offsetId: string;
            /** Workerid */
            workerId?: string | null;
        };
        /**
         * LogGroupAnswer
         * @description A group: whether it runs, how far it is, and in how many partitions messages are pending.
         */
        LogGroupAnswer: {
            /** Claimed */
            claimed: number;
            /** Createdat */
            createdAt: string;
            /** Errorcontext */
            errorContext: unknown;
            /** Groupid */
            groupId: string;
            /** Highestposition */
            highestPosition: number | null;
            /** Lowestposition */
            lowestPosition: number | null;
            /** Partitionby */
            partitionBy: string[] | null;
            /** Partitions */
            partitions: number;
            /** Pending */
            pending: number;
            /** Retryat */
            retryAt: string | null;
            /** Safeposition */
            safePosition: number;
            /** Scannedposition */
            scannedPosition: number | null;
            /**
             * Status
             * @enum {string}
             */
            status: "active" | "stopped" | "failed";
            /** Updatedat */
            updatedAt: string;
        };
        /**
         * LogGroupRequest
         * @description A group. With ``partitionBy`` its partitions exist as soon as their messages do.
         */
        LogGroupRequest: {
            /** Groupid */
            groupId: string;
            /** Partitionby */
            partitionBy?: string[] | null;
        };
        /**
         * LogGroupsAnswer
         * @description Groups by name.
         */
        LogGroupsAnswer: {
            /** Groups */
            groups: components["schemas"]["LogGroupAnswer"][];
            /** Nextcursor */
            nextCursor: string | null;
            pagination: components["schemas"]["Pagination"];
            /** Total */
            total: number | null;
        };
        /**
         * LogGuard
         * @description Append nothing when a message that matches a condition stands after a position.
         */
        LogGuard: {
            /** Conditions */
            conditions: components["schemas"]["LogCondition"][];
            /** Lastposition */
            lastPosition: number;
        };
        /**
         * LoginAnswer
         * @description How to log in: not at all, by a pasted token, or with an OpenID issuer.
         */
        LoginAnswer: {
            /** Authorizeurl */
            authorizeUrl?: string | null;
            /** Clientid */
            clientId?: string | null;
            /** Logouturl */
            logoutUrl?: string | null;
            /**
             * Mode
             * @enum {string}
             */
            mode: "none" | "paste" | "oidc";
            /** Scopes */
            scopes?: string | null;
            /** Tokenurl */
            tokenUrl?: string | null;
        };
        /**
         * LogMessage
         * @description A message to append. Its scalar attributes are what it is found by.
         */
        LogMessage: {
            /** Causationid */
            causationId?: string | null;
            /** Correlationid */
            correlationId?: string | null;
            /** Id */
            id?: string | null;
            /** Metadata */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** Payload */
            payload: {
                [key: string]: unknown;
            };
            /** Type */
            type: string;
        };
        /**
         * LogMessageAnswer
         * @description A message as it was appended, with its place.
         */
        LogMessageAnswer: {
            /** Causationid */
            causationId: string | null;
            /** Correlationid */
            correlationId: string | null;
            /** Createdat */
            createdAt: string;
            /** Id */
            id: string;
            /** Metadata */
            metadata: {
                [key: string]: unknown;
            } | null;
            /** Payload */
            payload: {
                [key: string]: unknown;
            };
            /** Position */
            position: number;
            /** Type */
            type: string;
        };
        /**
         * LogMessagesAnswer
         * @description A stretch of the log. ``more``: it goes on at ``nextCursor``. ``safePosition``: the position
         *     up to which the log can be read now.
         */
        LogMessagesAnswer: {
            /** Lastposition */
            lastPosition: number | null;
            /** Messages */
            messages: components["schemas"]["LogMessageAnswer"][];
            /** More */
            more: boolean;
            /** Nextcursor */
            nextCursor: string | null;
            /** Safeposition */
            safePosition: number;
        };
        /**
         * LogMessagesQuery
         * @description Where to start (inclusive), in which direction, and which type. With ``wait`` a read that
         *     finds nothing looks again, for ``timeout`` milliseconds at most.
         */
        LogMessagesQuery: {
            /** Cursor */
            cursor?: string | null;
            /** From */
            from?: number | null;
            /**
             * Limit
             * @default 50
             */
            limit?: number;
            /**
             * Order
             * @default asc
             * @enum {string}
             */
            order?: "asc" | "desc";
            /**
             * Timeout
             * @default 30000
             */
            timeout?: number;
            /** Type */
            type?: string | null;
            /**
             * Wait
             * @default false
             */
            wait?: boolean;
        };
        /**
         * LogOffsetAnswer
         * @description A group's position in a partition, and the worker that holds the partition. ``claimId``: the
         *     claim's ``offsetId``, while it runs.
         */
        LogOffsetAnswer: {
            /** Claimed */
            claimed: boolean;
            /** Claimedat */
            claimedAt: string | null;
            /** Claimedby */
            claimedBy: string | null;
            /** Claimeduntil */
            claimedUntil: string | null;
            /** Claimid */
            claimId: string | null;
            /** Error */
            error: string | null;
            /** Id */
            id: string;
            /** Lastposition */
            lastPosition: number;
            /** Nextposition */
            nextPosition: number | null;
            /** Partitionkey */
            partitionKey: string;
            /** Partitionvalue */
            partitionValue: {
                [key: string]: string;
            };
            /** Resumeat */
            resumeAt: string | null;
            /**
             * State
             * @enum {string}
             */
            state: "pending" | "claimed" | "resting" | "idle";
        };
        /**
         * LogOffsetsAnswer
         * @description Partitions in the order in which they were found.
         */
        LogOffsetsAnswer: {
            /** Nextcursor */
            nextCursor: string | null;
            /** Offsets */
            offsets: components["schemas"]["LogOffsetAnswer"][];
        };
        /**
         * LogOffsetsQuery
         * @description Where to start: an offset's id (inclusive), or the cursor of the last page.
         */
        LogOffsetsQuery: {
            /** Cursor */
            cursor?: string | null;
            /** From */
            from?: number | null;
            /**
             * Limit
             * @default 100
             */
            limit?: number;
            /** State */
            state?: ("pending" | "claimed" | "resting" | "idle") | null;
        };
        /**
         * LogPartitionRequest
         * @description A partition, and which of its messages are read.
         */
        LogPartitionRequest: {
            /** Afterposition */
            afterPosition?: number | null;
            /** Attributes */
            attributes: {
                [key: string]: string | boolean | number;
            };
            /**
             * Guardscope
             * @default broad
             * @enum {string}
             */
            guardScope?: "broad" | "exact";
            /** Handledtypes */
            handledTypes: string[];
            /**
             * Limit
             * @default 1000
             */
            limit?: number;
            /** Upto */
            upto?: number | null;
        };
        /**
         * LogReadAnswer
         * @description Messages, and the guard for a decision by them. ``more``: further messages follow.
         */
        LogReadAnswer: {
            guard: components["schemas"]["LogGuard"];
            /** Messages */
            messages: components["schemas"]["LogMessageAnswer"][];
            /** More */
            more: boolean;
        };
        /**
         * LogReadRequest
         * @description Conditions. A message has to match one of them.
         */
        LogReadRequest: {
            /** Afterposition */
            afterPosition?: number | null;
            /** Conditions */
            conditions: components["schemas"]["LogCondition"][];
            /**
             * Limit
             * @default 100
             */
            limit?: number;
        };
        /**
         * LogReasonNamedRequest
         * @description A group, and the reason, for the server's own log.
         */
        LogReasonNamedRequest: {
            /** Groupid */
            groupId: string;
            /** Reason */
            reason?: unknown;
        };
        /**
         * LogReasonRequest
         * @description The reason, for the server's own log.
         */
        LogReasonRequest: {
            /** Reason */
            reason?: unknown;
        };
        /**
         * LogReleaseAnswer
         * @description The claim has ended.
         */
        LogReleaseAnswer: {
            /** Released */
            released: boolean;
        };
        /**
         * LogReleaseNamedRequest
         * @description A group, and its claim that is given back. The partition may rest first.
         */
        LogReleaseNamedRequest: {
            /** Error */
            error?: string | null;
            /** Groupid */
            groupId: string;
            /** Offsetid */
            offsetId: string;
            /** Retryinseconds */
            retryInSeconds?: number | null;
            /** Workerid */
            workerId?: string | null;
        };
        /**
         * LogReleaseRequest
         * @description A claim that is given back. The partition may rest first.
         */
        LogReleaseRequest: {
            /** Error */
            error?: string | null;
            /** Offsetid */
            offsetId: string;
            /** Retryinseconds */
            retryInSeconds?: number | null;
            /** Workerid */
            workerId?: string | null;
        };
        /**
         * LogResetAnswer
         * @description In how many partitions the group starts again.
         */
        LogResetAnswer: {
            /** Groupid */
            groupId: string;
            /** Offsetsdeleted */
            offsetsDeleted: number;
        };
        /**
         * LogScheduleAnswer
         * @description The messages that were kept.
         */
        LogScheduleAnswer: {
            /** At */
            at: string;
            /** Messages */
            messages: number;
            /** Scheduleid */
            scheduleId: string;
        };
        /**
         * LogScheduleRequest
         * @description Messages, and the instant at which they are appended.
         */
        LogScheduleRequest: {
            /**
             * At
             * Format: date-time
             */
            at: string;
            /** Messages */
            messages: components["schemas"]["LogMessage"][];
        };
        /**
         * LogStopNamedRequest
         * @description A group that stops, and as without its name: why, and after which time it goes on.
         */
        LogStopNamedRequest: {
            /** Groupid */
            groupId: string;
            /** Reason */
            reason?: unknown;
            /** Retryinseconds */
            retryInSeconds?: number | null;
        };
        /**
         * LogStopRequest
         * @description Why the group stops, and after which time it goes on. With a time it counts as failed.
         */
        LogStopRequest: {
            /** Reason */
            reason?: unknown;
            /** Retryinseconds */
            retryInSeconds?: number | null;
        };
        /**
         * LogTypeAnswer
         * @description A type, declared or seen, and its attributes.
         */
        LogTypeAnswer: {
            /** Attributes */
            attributes: string[];
            /** Declared */
            declared: boolean;
            /** Type */
            type: string;
        };
        /**
         * LogTypeRequest
         * @description The attributes that count; null: all scalar ones.
         */
        LogTypeRequest: {
            /** Attributes */
            attributes: string[] | null;
        };
        /**
         * LogTypesAnswer
         * @description Types by name.
         */
        LogTypesAnswer: {
            /** Nextcursor */
            nextCursor: string | null;
            pagination: components["schemas"]["Pagination"];
            /** Total */
            total: number | null;
            /** Types */
            types: components["schemas"]["LogTypeAnswer"][];
        };
        /**
         * Looked
         * @description How far a page looked: at so many messages, to the one that was pushed at ``to``. In
         *     ``encrypted`` of them no payload can be found: they are encrypted, or masked.
         */
        Looked: {
            /** Encrypted */
            encrypted: number;
            /** Messages */
            messages: number;
            /** To */
            to: string | null;
        };
        /**
         * MadeTopicAnswer
         * @description ``created``: false if the topic was there before.
         */
        MadeTopicAnswer: {
            /** Created */
            created: boolean;
            /** Createdat */
            createdAt: number;
            /** Partitions */
            partitions: number;
            /** Topic */
            topic: string;
        };
        /**
         * MaintenanceAnswer
         * @description Which switches are on. Nothing is ever buffered: a push in maintenance is refused.
         */
        MaintenanceAnswer: {
            /** Bufferedmessages */
            bufferedMessages: number;
            /** Bufferhealthy */
            bufferHealthy: boolean;
            /** Bufferstats */
            bufferStats: {
                [key: string]: unknown;
            };
            /** Changedat */
            changedAt: string | null;
            /** Maintenancemode */
            maintenanceMode: boolean;
            /** Popmaintenancemode */
            popMaintenanceMode: boolean;
            /** Queues */
            queues: components["schemas"]["QueueSwitches"][];
        };
        /**
         * MemberAnswer
         * @description A member, and what it has been assigned.
         */
        MemberAnswer: {
            /** Consumerid */
            consumerId: string;
            /** Joinedat */
            joinedAt: number;
            /** Lastheartbeat */
            lastHeartbeat: number;
            /** Memberid */
            memberId: string;
            /** Partitions */
            partitions: number[];
            /** Sessiontimeoutms */
            sessionTimeoutMs: number;
        };
        /**
         * MemberGroupAnswer
         * @description A group. Instants in milliseconds since 1970.
         */
        MemberGroupAnswer: {
            /** Appid */
            appId: string;
            /** Createdat */
            createdAt: number;
            /** Generation */
            generation: number;
            /** Groupid */
            groupId: string;
            /** Groupleaderbrokerid */
            groupLeaderBrokerId: number;
            /** Groupleaderurl */
            groupLeaderUrl: string;
            /** Lastmodifiedat */
            lastModifiedAt: number;
            /** Membercount */
            memberCount: number;
            /** State */
            state: string;
            /** Topic */
            topic: string;
        };
        /**
         * MemberGroupQuery
         * @description Whether the group stays when its last member leaves.
         */
        MemberGroupQuery: {
            /**
             * Onempty
             * @default keep
             * @enum {string}
             */
            onEmpty?: "keep" | "delete";
        };
        /**
         * MemberGroupsQuery
         * @description A page of the list: ``limit`` groups, after the one with this id.
         */
        MemberGroupsQuery: {
            /** After */
            after?: string | null;
            /**
             * Limit
             * @default 1000
             */
            limit?: number;
        };
        /**
         * MemberRequest
         * @description A member of a group.
         */
        MemberRequest: {
            /** Groupid */
            groupId: string;
            /** Memberid */
            memberId: string;
        };
        /**
         * MembershipChange
         * @description What set off a rebalance: ``joined``, ``left``, ``expired`` (a session), ``evicted``, or
         *     ``grew``, which is the topic's and has no consumer.
         */
        MembershipChange: {
            /** At */
            at: number;
            /**
             * Change
             * @enum {string}
             */
            change: "joined" | "left" | "expired" | "evicted" | "grew";
            /** Consumerid */
            consumerId: string | null;
        };
        /**
         * Memory
         * @description Resident bytes of the process that answers; null where the system does not say.
         */
        Memory: {
            /** Rss */
            rss: number | null;
        };
        /**
         * MessageAnswer
         * @description A message as it was pushed, with its place and the lease that holds it.
         */
        MessageAnswer: {
            /** Consumergroup */
            consumerGroup: string;
            /** Createdat */
            createdAt: string;
            /** Data */
            data: unknown;
            /** Decryptionerror */
            decryptionError?: string | null;
            /** Deliveryattempt */
            deliveryAttempt: number;
            /** Failedattempts */
            failedAttempts: number;
            /** Headers */
            headers: unknown;
            /** Id */
            id: string;
            /** Isencrypted */
            isEncrypted: boolean;
            /** Key */
            key: string | null;
            /** Leaseid */
            leaseId: string;
            /** Namespace */
            namespace: string;
            /** Offset */
            offset: number;
            /** Partition */
            partition: string;
            /** Partitionid */
            partitionId: string;
            /** Producersub */
            producerSub: string | null;
            /** Queue */
            queue: string;
            /** Task */
            task: string;
            /** Traceid */
            traceId: string | null;
            /** Transactionid */
            transactionId: string;
        };
        /**
         * MessageCounts
         * @description Messages that are kept, and those left to do for the slowest group of each partition.
         */
        MessageCounts: {
            /** Pending */
            pending: number;
            /** Processing */
            processing: number;
            /** Total */
            total: number;
        };
        /**
         * MessageDetail
         * @description One message, whole. ``errorMessage``: of the group that failed last.
         */
        MessageDetail: {
            /** Availableat */
            availableAt: string | null;
            busStatus: components["schemas"]["BusStatus"];
            /** Consumergroups */
            consumerGroups: components["schemas"]["GroupNote"][];
            /** Createdat */
            createdAt: string;
            /** Data */
            data: unknown;
            /** Decryptionerror */
            decryptionError?: string | null;
            /** Dueat */
            dueAt: string | null;
            /** Errormessage */
            errorMessage: string | null;
            /** Headers */
            headers: unknown;
            /** Id */
            id: string;
            /** Isencrypted */
            isEncrypted: boolean;
            /** Key */
            key: string | null;
            /** Leaseexpiresat */
            leaseExpiresAt: string | null;
            /** Masked */
            masked?: string[] | null;
            /** Namespace */
            namespace: string;
            /** Offset */
            offset: number;
            /** Partition */
            partition: string;
            /** Partitionid */
            partitionId: string;
            /** Producersub */
            producerSub: string | null;
            /** Queue */
            queue: string;
            queueConfig: components["schemas"]["Options"];
            /** Queuepath */
            queuePath: string;
            /** Queuepriority */
            queuePriority: number;
            /** Queuestatus */
            queueStatus: ("pending" | "delayed" | "processing" | "completed" | "failed" | "dead" | "expired") | null;
            /** Retrycount */
            retryCount: number;
            /**
             * Status
             * @enum {string}
             */
            status: "pending" | "delayed" | "processing" | "completed" | "failed" | "dead" | "expired";
            /** Task */
            task: string;
            /** Traceid */
            traceId: string | null;
            /** Transactionid */
            transactionId: string;
        };
        /**
         * MessageHeld
         * @description A message under a lease.
         */
        MessageHeld: {
            /** Id */
            id: string;
            /** Offset */
            offset: number;
            /** Transactionid */
            transactionId: string;
        };
        /**
         * Messages
         * @description Totals since the start, and the present state. ``rate``: messages pushed in a second, of the
         *     last minute that was counted.
         */
        Messages: {
            /** Acked */
            acked: number;
            /** Dead */
            dead: number;
            /** Deadletters */
            deadLetters: number;
            /** Depth */
            depth: number;
            /** Expired */
            expired: number;
            /** Failed */
            failed: number;
            /** Lapsed */
            lapsed: number;
            /** Popped */
            popped: number;
            /** Pushed */
            pushed: number;
            /** Rate */
            rate: number;
            /** Total */
            total: number;
        };
        /**
         * MessagesAnswer
         * @description A page. ``total`` is null where counting would mean reading the messages. ``looked`` is there
         *     where a filter judges message by message: a status, or one on payloads.
         */
        MessagesAnswer: {
            looked: components["schemas"]["Looked"] | null;
            /** Messages */
            messages: components["schemas"]["ListedMessage"][];
            mode: components["schemas"]["Mode"];
            /** Nextcursor */
            nextCursor: string | null;
            pagination: components["schemas"]["Pagination"];
            /** Total */
            total: number | null;
        };
        /**
         * MessagesPageQuery
         * @description A page of a queue's messages.
         */
        MessagesPageQuery: {
            /** Cursor */
            cursor?: string | null;
            /**
             * Limit
             * @default 50
             */
            limit?: number;
            /**
             * Offset
             * @default 0
             */
            offset?: number;
        };
        /**
         * MessagesQuery
         * @description Which messages: those that fit all of it. ``from`` is part of the time, ``to`` is not.
         */
        MessagesQuery: {
            /** Afteroffset */
            afterOffset?: number | null;
            /** Consumergroup */
            consumerGroup?: string | null;
            /** Contains */
            contains?: string | null;
            /** Cursor */
            cursor?: string | null;
            /** Field */
            field?: string | null;
            /** From */
            from?: string | null;
            /**
             * Limit
             * @default 200
             */
            limit?: number;
            /** Maxdatabytes */
            maxDataBytes?: number | null;
            /**
             * Namespace
             * @default
             */
            namespace?: string;
            /**
             * Ns
             * @default
             */
            ns?: string;
            /**
             * Offset
             * @default 0
             */
            offset?: number;
            /** Order */
            order?: ("asc" | "desc") | null;
            /** Partition */
            partition?: string | null;
            /**
             * Payloads
             * @default false
             */
            payloads?: boolean;
            /** Queue */
            queue?: string | null;
            /**
             * Reveal
             * @default false
             */
            reveal?: boolean;
            /** Status */
            status?: ("pending" | "delayed" | "processing" | "completed" | "failed" | "dead" | "expired") | null;
            /**
             * Task
             * @default
             */
            task?: string;
            /** To */
            to?: string | null;
            /** Traceid */
            traceId?: string | null;
            /** Transactionid */
            transactionId?: string | null;
            /** Value */
            value?: string | null;
        };
        /**
         * MessageTotals
         * @description The messages that are kept: all; those that the group furthest behind in each partition still
         *     has open, and that it holds; completed ones; ones that failed and will be tried again; dead
         *     letters.
         */
        MessageTotals: {
            /** Completed */
            completed: number;
            /** Deadletter */
            deadLetter: number;
            /** Failed */
            failed: number;
            /** Pending */
            pending: number;
            /** Processing */
            processing: number;
            /** Total */
            total: number;
        };
        /**
         * MetricsAnswer
         * @description ``uptime`` is that of the process which answers, in seconds. Numbers of messages and leases
         *     are of now, or not older than ``asOf``.
         */
        MetricsAnswer: {
            /**
             * Ageseconds
             * @default 0
             */
            ageSeconds?: number;
            /**
             * Asof
             * @default
             */
            asOf?: string;
            cpu: components["schemas"]["Cpu"];
            database: components["schemas"]["Connections"];
            /** Leases */
            leases: number;
            log: components["schemas"]["LogEnd"];
            memory: components["schemas"]["Memory"];
            messages: components["schemas"]["Messages"];
            /** Oldestmessageageseconds */
            oldestMessageAgeSeconds: number;
            /** Partitions */
            partitions: number;
            /** Queues */
            queues: number;
            /** Schedules */
            schedules: components["schemas"]["Run"][];
            /** Uptime */
            uptime: number;
            /** Version */
            version: string;
        };
        /**
         * Mode
         * @description How the queues asked for are consumed: by those who name no group, by named groups, both.
         */
        Mode: {
            /** Busgroupscount */
            busGroupsCount: number;
            /** Hasqueuemode */
            hasQueueMode: boolean;
            /**
             * Type
             * @enum {string}
             */
            type: "queue" | "bus" | "hybrid" | "none";
        };
        /**
         * Month
         * @description A month at this rate. ``fixed`` is paid for a stack that does nothing, too.
         */
        Month: {
            /** Dollars */
            dollars: number;
            /** Fixed */
            fixed: number;
            /** Hours */
            hours: number;
            /** Ifbatched */
            ifBatched: number;
            /** Permillionmessages */
            perMillionMessages: number | null;
            /** Used */
            used: number;
        };
        /**
         * NamedTrace
         * @description A note with its message; the payload is null if it cannot be read.
         */
        NamedTrace: {
            /** Consumer Group */
            consumer_group: string | null;
            /** Created At */
            created_at: string;
            /** Data */
            data: unknown;
            /** Event Type */
            event_type: string;
            /** Id */
            id: string;
            /** Masked */
            masked?: string[] | null;
            /** Message Payload */
            message_payload: unknown;
            /** Partition Id */
            partition_id: string;
            /** Partition Name */
            partition_name: string;
            /** Queue Name */
            queue_name: string;
            /** Trace Names */
            trace_names: string[];
            /** Transaction Id */
            transaction_id: string | null;
            /** Worker Id */
            worker_id: string | null;
        };
        /**
         * NamedTracesAnswer
         * @description The notes under a name, oldest first.
         */
        NamedTracesAnswer: {
            /** Nextcursor */
            nextCursor: string | null;
            pagination: components["schemas"]["Pagination"];
            /** Total */
            total: number;
            /** Traces */
            traces: components["schemas"]["NamedTrace"][];
        };
        /**
         * NamedTracesQuery
         * @description A page of notes with their messages.
         */
        NamedTracesQuery: {
            /** Cursor */
            cursor?: string | null;
            /**
             * Limit
             * @default 100
             */
            limit?: number;
            /**
             * Offset
             * @default 0
             */
            offset?: number;
            /**
             * Reveal
             * @default false
             */
            reveal?: boolean;
        };
        /**
         * NamespacesAnswer
         * @description A page of namespaces, by name. Their sums are of now, or of ``asOf``.
         */
        NamespacesAnswer: {
            /**
             * Ageseconds
             * @default 0
             */
            ageSeconds?: number;
            /**
             * Asof
             * @default
             */
            asOf?: string;
            /** Namespaces */
            namespaces: components["schemas"]["LabelListed"][];
            /** Nextcursor */
            nextCursor: string | null;
            pagination: components["schemas"]["Pagination"];
            /** Total */
            total: number;
        };
        /**
         * NamesQuery
         * @description A page of names.
         */
        NamesQuery: {
            /** Cursor */
            cursor?: string | null;
            /**
             * Limit
             * @default 50
             */
            limit?: number;
            /**
             * Offset
             * @default 0
             */
            offset?: number;
        };
        /**
         * NextLeaseAnswer
         * @description What was taken, under one lease; ``leaseId`` is empty when there was nothing to take.
         */
        NextLeaseAnswer: {
            /** Expiresat */
            expiresAt: string | null;
            /** Leaseid */
            leaseId: string;
            /** Leaseseconds */
            leaseSeconds: number | null;
            /** Messages */
            messages: components["schemas"]["MessageAnswer"][];
            /** Partitionsclaimed */
            partitionsClaimed: number;
        };
        /**
         * NextRequest
         * @description The messages to take next, for the group of the acks: from a queue, from one of its
         *     partitions, or by labels. A field with another name is refused, as a pop refuses a parameter.
         */
        NextRequest: {
            /**
             * Autoack
             * @default false
             * @constant
             */
            autoAck?: false;
            /**
             * Batch
             * @default 1
             */
            batch?: number;
            /** Leasekey */
            leaseKey?: string | null;
            /** Leaseseconds */
            leaseSeconds?: number | null;
            /**
             * Namespace
             * @default
             */
            namespace?: string;
            /** Partition */
            partition?: string | null;
            /**
             * Partitions
             * @default 1
             */
            partitions?: number;
            /** Perpartition */
            perPartition?: number | null;
            /** Queue */
            queue?: string | null;
            /**
             * Repeat
             * @default false
             */
            repeat?: boolean;
            /**
             * Task
             * @default
             */
            task?: string;
            /**
             * Wait
             * @default false
             * @constant
             */
            wait?: false;
        };
        /**
         * OffsetsAnswer
         * @description The next offset to read of each partition.
         */
        OffsetsAnswer: {
            /** Groupid */
            groupId: string;
            /** Offsets */
            offsets: {
                [key: string]: number;
            };
        };
        /**
         * OffsetsQuery
         * @description A group, and one of its partitions; without a partition, all of them.
         */
        OffsetsQuery: {
            /** Groupid */
            groupId: string;
            /** Partition */
            partition?: number | null;
        };
        /**
         * OperationAnswer
         * @description What became of an ack, of a commit, of an append, or of one item of a push.
         */
        OperationAnswer: {
            /** Dlq */
            dlq?: boolean | null;
            /** Error */
            error?: string | null;
            /** Groupid */
            groupId?: string | null;
            /** Index */
            index: number;
            /** Lastposition */
            lastPosition?: number | null;
            /** Memberid */
            memberId?: string | null;
            /** Messageid */
            messageId?: string | null;
            /** Partitionid */
            partitionId?: string | null;
            /** Positions */
            positions?: number[] | null;
            /** Queuename */
            queueName?: string | null;
            /** Status */
            status?: string | null;
            /** Success */
            success: boolean;
            /** Transactionid */
            transactionId?: string | null;
            /** Type */
            type: string;
        };
        /**
         * OperationsAnswer
         * @description A point for each step and each queue in which something happened, the oldest first.
         */
        OperationsAnswer: {
            /** Bucketminutes */
            bucketMinutes: number;
            /** Queues */
            queues: string[];
            /** Queuesleftout */
            queuesLeftOut: number;
            /** Series */
            series: components["schemas"]["QueueOperations"][];
            timeRange: components["schemas"]["TimeRange"];
        };
        /**
         * OptionChange
         * @description An option, or a label, that would change.
         */
        OptionChange: {
            /** After */
            after: number | boolean | string | string[] | null;
            /** Before */
            before: number | boolean | string | string[] | null;
            /** Option */
            option: string;
        };
        /**
         * OptionEffect
         * @description Messages that the group has not done, and that are older than the option then allows.
         */
        OptionEffect: {
            /** Group */
            group: string;
            /** Messages */
            messages: number;
            /**
             * Option
             * @enum {string}
             */
            option: "ttl" | "maxWaitTimeSeconds" | "pendingRetentionSeconds";
        };
        /**
         * Options
         * @description A queue's options; one that is not given has its default.
         */
        Options: {
            /**
             * Completedretentionseconds
             * @default 0
             */
            completedRetentionSeconds?: number;
            /**
             * Deadletterqueue
             * @default false
             */
            deadLetterQueue?: boolean;
            /**
             * Deadletterretentionseconds
             * @default 0
             */
            deadLetterRetentionSeconds?: number;
            /**
             * Delayedprocessing
             * @default 0
             */
            delayedProcessing?: number;
            /**
             * Dlqaftermaxretries
             * @default false
             */
            dlqAfterMaxRetries?: boolean;
            /**
             * Encryptionenabled
             * @default false
             */
            encryptionEnabled?: boolean;
            /**
             * Leasetime
             * @default 300
             */
            leaseTime?: number;
            /**
             * Maskpaths
             * @default []
             */
            maskPaths?: string[];
            /**
             * Maxsize
             * @default 0
             */
            maxSize?: number;
            /**
             * Maxwaittimeseconds
             * @default 0
             */
            maxWaitTimeSeconds?: number;
            /** Partitions */
            partitions?: number | null;
            /**
             * Payloads
             * @default all
             * @enum {string}
             */
            payloads?: "all" | "read-write" | "none";
            /**
             * Pendingretentionseconds
             * @default 0
             */
            pendingRetentionSeconds?: number;
            /**
             * Priority
             * @default 0
             */
            priority?: number;
            /**
             * Retentionenabled
             * @default false
             */
            retentionEnabled?: boolean;
            /**
             * Retentionseconds
             * @default 0
             */
            retentionSeconds?: number;
            /**
             * Retrydelay
             * @default 1000
             */
            retryDelay?: number;
            /**
             * Retrydelaymax
             * @default 0
             */
            retryDelayMax?: number;
            /**
             * Retrylimit
             * @default 3
             */
            retryLimit?: number;
            /**
             * Ttl
             * @default 0
             */
            ttl?: number;
            /**
             * Windowbuffer
             * @default 0
             */
            windowBuffer?: number;
        } & {
            [key: string]: unknown;
        };
        /**
         * Outcome
         * @description What a group made of the messages so far. ``dead``: they are dead letters now.
         */
        Outcome: {
            /** Completed */
            completed: number;
            /** Consumergroup */
            consumerGroup: string;
            /** Dead */
            dead: number;
            /** Messages */
            messages: number;
            /** Open */
            open: number;
            /** Queue */
            queue: string;
        };
        /**
         * OutcomesAnswer
         * @description A row for each group; those that have the most left come first.
         */
        OutcomesAnswer: {
            /** Groups */
            groups: components["schemas"]["Outcome"][];
        };
        /**
         * OutcomesRequest
         * @description The messages that are meant, and the group; all groups if none is named.
         */
        OutcomesRequest: {
            /** Consumergroup */
            consumerGroup?: string | null;
            /** Copies */
            copies: components["schemas"]["Range"][];
        };
        /**
         * OverviewAnswer
         * @description ``messages`` and ``lag`` are of now, or of ``asOf``. The throughput was counted
         *     ``statsAge`` seconds ago (null: never).
         */
        OverviewAnswer: {
            /**
             * Ageseconds
             * @default 0
             */
            ageSeconds?: number;
            /**
             * Asof
             * @default
             */
            asOf?: string;
            lag: components["schemas"]["OverviewLag"];
            messages: components["schemas"]["OverviewMessages"];
            /** Namespaces */
            namespaces: number;
            /** Partitions */
            partitions: number;
            /** Queues */
            queues: number;
            /** Statsage */
            statsAge: number | null;
            /** Tasks */
            tasks: number;
            throughput: components["schemas"]["OverviewThroughput"];
            /** Timestamp */
            timestamp: string;
        };
        /**
         * OverviewLag
         * @description How old the oldest open message is, in seconds, and how many are open.
         */
        OverviewLag: {
            offset: components["schemas"]["Spread"];
            time: components["schemas"]["Spread"];
        };
        /**
         * OverviewMessages
         * @description ``completed``: nobody has to do them any more; ``failed``: of the pending ones, those that
         *     failed before; ``deadLetter``: dead letters, of all groups.
         */
        OverviewMessages: {
            /** Completed */
            completed: number;
            /** Deadletter */
            deadLetter: number;
            /** Failed */
            failed: number;
            /** Pending */
            pending: number;
            /** Processing */
            processing: number;
            /** Total */
            total: number;
        };
        /**
         * OverviewThroughput
         * @description Over the last five full minutes.
         */
        OverviewThroughput: {
            /** Ingestedpersecond */
            ingestedPerSecond: number;
            /** Processedpersecond */
            processedPerSecond: number;
        };
        /**
         * OwnerAnswer
         * @description A member that has partitions.
         */
        OwnerAnswer: {
            /** Consumerid */
            consumerId: string;
            /** Partitions */
            partitions: number[];
        };
        /**
         * PageQuery
         * @description ``cursor`` continues a list where its last answer ended; ``offset`` counts from its start.
         */
        PageQuery: {
            /** Cursor */
            cursor?: string | null;
            /**
             * Limit
             * @default 100
             */
            limit?: number;
            /**
             * Offset
             * @default 0
             */
            offset?: number;
        };
        /**
         * Pagination
         * @description The rows of this page. ``hasMore``: nextCursor leads to further rows.
         */
        Pagination: {
            /** Hasmore */
            hasMore: boolean;
            /** Limit */
            limit: number;
            /** Offset */
            offset: number;
        };
        /**
         * ParkedAnswer
         * @description No consumer is parked: a waiting pop belongs to its own request.
         */
        ParkedAnswer: {
            /** Bucketminutes */
            bucketMinutes: number;
            /** Replicas */
            replicas: unknown[];
            /** Series */
            series: unknown[];
            timeRange: components["schemas"]["TimeRange"];
        };
        /**
         * PartitionAnswer
         * @description How far a group is in a partition. ``workerId`` is the live lease, ``client`` who took it;
         *     ``total…`` and ``totalConsumed`` count messages since the group came.
         */
        PartitionAnswer: {
            /** Client */
            client: string | null;
            /** Committed */
            committed: number;
            /** Head */
            head: number;
            /** Lastconsumedat */
            lastConsumedAt: string | null;
            /** Leaseactive */
            leaseActive: boolean;
            /** Leaseexpiresat */
            leaseExpiresAt: string | null;
            /** Offsetlag */
            offsetLag: number;
            /** Partition */
            partition: string;
            /** Partitionid */
            partitionId: string;
            /** Restuntil */
            restUntil: string | null;
            /** Timelagseconds */
            timeLagSeconds: number;
            /** Totalconsumed */
            totalConsumed: number;
            /** Totaldead */
            totalDead: number;
            /** Totalexpired */
            totalExpired: number;
            /** Totalfailed */
            totalFailed: number;
            /** Totalpopped */
            totalPopped: number;
            /** Workerid */
            workerId: string | null;
        };
        /**
         * PartitionDeleted
         * @description How many messages went with the partition. A dry run counts its dead letters, too.
         */
        PartitionDeleted: {
            /** Atleast */
            atLeast?: boolean;
            /** Deadletters */
            deadLetters?: number;
            /** Deleted */
            deleted: boolean;
            /** Deletedmessages */
            deletedMessages: number;
            /** Dryrun */
            dryRun?: boolean;
            /** Forceneeded */
            forceNeeded?: boolean;
            /** Groups */
            groups?: components["schemas"]["DeliveryMoved"][];
            /** Leases */
            leases?: components["schemas"]["LeaseInTheWay"][];
            /** Members */
            members?: number;
            /** Partition */
            partition: string;
            /** Queue */
            queue: string;
        };
        /**
         * PartitionDepth
         * @description A partition that has work.
         */
        PartitionDepth: {
            /** Lagseconds */
            lagSeconds: number;
            /** Partition */
            partition: string;
            /** Partitionid */
            partitionId: string;
            /** Pending */
            pending: number;
            /** Processing */
            processing: number;
        };
        /**
         * PartitionFailure
         * @description The first open message that failed before. Above ``retryLimit`` it becomes a dead letter.
         */
        PartitionFailure: {
            /** Attempts */
            attempts: number;
            /** Failedat */
            failedAt: string;
            /** Lasterror */
            lastError: string;
            /** Offset */
            offset: number;
            /** Retrylimit */
            retryLimit: number;
        };
        /**
         * PartitionGroup
         * @description What a group has done in a partition. ``open`` = ``pending`` + ``processing``.
         */
        PartitionGroup: {
            /** Cursor */
            cursor: number;
            /** Lagseconds */
            lagSeconds: number;
            lease: components["schemas"]["LeaseHeld"] | null;
            /** Name */
            name: string;
            /** Open */
            open: number;
            /** Paused */
            paused: boolean;
            /** Pending */
            pending: number;
            /** Processing */
            processing: number;
        };
        /**
         * PartitionLag
         * @description A partition in which a group was behind. ``position``: how many of its messages are done.
         */
        PartitionLag: {
            /** Arrivalpersecond */
            arrivalPerSecond: number | null;
            /** Consumergroup */
            consumerGroup: string;
            /** Consumptionpersecond */
            consumptionPerSecond: number | null;
            /** Delayed */
            delayed: number;
            /** Dueat */
            dueAt: string;
            /** Head */
            head: number;
            /** Offsetlag */
            offsetLag: number;
            /** Partition */
            partition: string;
            /** Partitionid */
            partitionId: string;
            /** Position */
            position: number;
            /** Queue */
            queue: string;
            /** Secondstodrain */
            secondsToDrain: number | null;
            /** Timelagseconds */
            timeLagSeconds: number;
            /**
             * Verdict
             * @enum {string}
             */
            verdict: "ok" | "warning" | "stalled" | "stopped" | "rewound";
        };
        /**
         * PartitionListed
         * @description A partition with the name of its queue and what each group has done there, or, where a group
         *     was named, with how that one stands.
         */
        PartitionListed: {
            /** Createdat */
            createdAt: string;
            /** Groups */
            groups?: components["schemas"]["PartitionGroup"][];
            /** Head */
            head: number;
            /** Id */
            id: string;
            /** Lastactivity */
            lastActivity: string;
            /** Messages */
            messages: number;
            /** Name */
            name: string;
            /** Queue */
            queue: string;
            standing?: components["schemas"]["Standing"];
            /** Tail */
            tail: number;
        };
        /**
         * PartitionProgress
         * @description A partition. Of many groups, the hundred that have most left to do are told.
         */
        PartitionProgress: {
            /** Createdat */
            createdAt: string;
            /** Groups */
            groups: components["schemas"]["PartitionGroup"][];
            /** Head */
            head: number;
            /** Id */
            id: string;
            /** Lastactivity */
            lastActivity: string;
            /** Messages */
            messages: number;
            /** Name */
            name: string;
            /** Tail */
            tail: number;
        };
        /**
         * PartitionRead
         * @description A partition's progress, with the name of its queue.
         */
        PartitionRead: {
            /** Createdat */
            createdAt: string;
            /** Groups */
            groups: components["schemas"]["PartitionGroup"][];
            /** Head */
            head: number;
            /** Id */
            id: string;
            /** Lastactivity */
            lastActivity: string;
            /** Messages */
            messages: number;
            /** Name */
            name: string;
            /** Queue */
            queue: string;
            /** Tail */
            tail: number;
        };
        /**
         * PartitionRest
         * @description What a pop waits for.
         */
        PartitionRest: {
            /**
             * Reason
             * @enum {string}
             */
            reason: "window_buffer" | "scheduled_message" | "delayed_processing" | "retry_delay" | "next_look";
            /** Secondsleft */
            secondsLeft: number;
            /** Until */
            until: string;
        };
        /**
         * PartitionsAnswer
         * @description A page of partitions. ``total`` is null where counting would mean to look at all of them. A
         *     page may be short, or empty: it is the last one only without ``nextCursor``.
         */
        PartitionsAnswer: {
            /** Nextcursor */
            nextCursor: string | null;
            pagination: components["schemas"]["Pagination"];
            /** Partitions */
            partitions: components["schemas"]["PartitionListed"][];
            /** Total */
            total: number | null;
        };
        /**
         * PartitionsQuery
         * @description Of one queue, or of all. ``name``: what their names begin with. The rest needs a queue.
         *     ``group``: tell how it stands, instead of all groups. ``state``: only where it stands so. They
         *     come by name (``from``: starting there), by the group's ``lag``, or by ``activity``.
         */
        PartitionsQuery: {
            /** Cursor */
            cursor?: string | null;
            /** From */
            from?: string | null;
            /** Group */
            group?: string | null;
            /**
             * Limit
             * @default 100
             */
            limit?: number;
            /** Name */
            name?: string | null;
            /**
             * Offset
             * @default 0
             */
            offset?: number;
            /** Queue */
            queue?: string | null;
            /**
             * Sort
             * @default name
             * @enum {string}
             */
            sort?: "name" | "lag" | "activity";
            /** State */
            state?: ("leased" | "empty" | "assigned" | "maintenance" | "paused" | "resting" | "failing" | "ready") | "not_subscribed" | null;
        };
        /**
         * PartitionStatus
         * @description The state of a partition, for the group that has most left to do in it.
         */
        PartitionStatus: {
            /** Createdat */
            createdAt: string;
            cursor: components["schemas"]["Cursor"];
            /** Id */
            id: string;
            /** Lastactivity */
            lastActivity: string;
            messages: components["schemas"]["MessageTotals"];
            /** Name */
            name: string;
            /** Oldestmessage */
            oldestMessage: string | null;
            stats: components["schemas"]["MessageTotals"];
        };
        /**
         * PauseAnswer
         * @description ``queues``: on how many queues the group is now; a pause of all also covers later ones.
         */
        PauseAnswer: {
            /** Consumergroup */
            consumerGroup: string;
            /** Paused */
            paused: boolean;
            /** Pausedat */
            pausedAt: string | null;
            /** Queuename */
            queueName?: string | null;
            /** Queues */
            queues: number;
            /** Success */
            success: boolean;
        };
        /**
         * PauseRequest
         * @description The group, and the queue on which it pauses or goes on; without one, everywhere.
         */
        PauseRequest: {
            /** Consumergroup */
            consumerGroup: string;
            /** Queue */
            queue?: string | null;
        };
        /**
         * Period
         * @description The time that was counted, and what it cost at the rate of the month.
         */
        Period: {
            /** Dollars */
            dollars: number;
            /** From */
            from: string;
            /** Hours */
            hours: number;
            /** To */
            to: string;
        };
        /**
         * PipelineAnswer
         * @description The messages of a trace, oldest first, over all queues, and what was noted about them.
         */
        PipelineAnswer: {
            /** Messages */
            messages: components["schemas"]["PipelineMessage"][];
            /** More */
            more: boolean;
            /** Morenotes */
            moreNotes: boolean;
            /** Notes */
            notes: components["schemas"]["PipelineNote"][];
            /** Traceid */
            traceId: string;
        };
        /**
         * PipelineGroup
         * @description What a group made of a message.
         */
        PipelineGroup: {
            /** Attempts */
            attempts: number;
            /** Consumergroup */
            consumerGroup: string;
            /** Errormessage */
            errorMessage: string | null;
            /** Failedat */
            failedAt: string | null;
            /** Status */
            status: string;
        };
        /**
         * PipelineMessage
         * @description A message of a trace. ``redriven``: what it was before it was redriven.
         */
        PipelineMessage: {
            /** Createdat */
            createdAt: string;
            /** Groups */
            groups: components["schemas"]["PipelineGroup"][];
            /** Id */
            id: string;
            /** Offset */
            offset: number;
            /** Partition */
            partition: string;
            /** Partitionid */
            partitionId: string;
            /** Queue */
            queue: string;
            /** Redriven */
            redriven: unknown;
            /** Status */
            status: string;
            /** Transactionid */
            transactionId: string;
        };
        /**
         * PipelineNote
         * @description A note, without its data; ``message`` is the place of its message in the list.
         */
        PipelineNote: {
            /** Consumergroup */
            consumerGroup: string | null;
            /** Createdat */
            createdAt: string;
            /** Eventtype */
            eventType: string;
            /** Message */
            message: number;
            /** Names */
            names: string[];
        };
        /**
         * PipelineQuery
         * @description How many of the messages.
         */
        PipelineQuery: {
            /**
             * Limit
             * @default 100
             */
            limit?: number;
        };
        /**
         * PlaceAnswer
         * @description A group on a queue. Lags are numbers of messages and whole seconds; they, ``members`` and
         *     ``state`` are of now, or of ``asOf``. The subscription is null for a group that
         *     is older than such records.
         */
        PlaceAnswer: {
            /**
             * Ageseconds
             * @default 0
             */
            ageSeconds?: number;
            /**
             * Asof
             * @default
             */
            asOf?: string;
            /** Maxtimelag */
            maxTimeLag: number;
            /** Members */
            members: number;
            /** Partitionswithlag */
            partitionsWithLag: number;
            /** Pausedat */
            pausedAt: string | null;
            /**
             * State
             * @enum {string}
             */
            state: "Stable" | "Lagging" | "Paused" | "Dead";
            /** Subscriptioncreatedat */
            subscriptionCreatedAt: string | null;
            /** Subscriptionmode */
            subscriptionMode: string | null;
            /** Subscriptiontimestamp */
            subscriptionTimestamp: string | null;
            /** Totallag */
            totalLag: number;
        };
        /**
         * PopAnswer
         * @description The messages under one lease; at the top, the place of the first message. With ``autoAck``
         *     there is no lease, and its fields are empty or null.
         */
        PopAnswer: {
            /** Consumergroup */
            consumerGroup: string;
            /** Expiresat */
            expiresAt: string | null;
            /** Leaseid */
            leaseId: string;
            /** Leaseseconds */
            leaseSeconds: number | null;
            /** Messages */
            messages: components["schemas"]["MessageAnswer"][];
            /** Partition */
            partition: string;
            /** Partitionid */
            partitionId: string;
            /** Partitionsclaimed */
            partitionsClaimed: number;
            /** Queue */
            queue: string;
            /** Success */
            success: boolean;
        };
        /**
         * PopQuery
         * @description How much to take, for whom, and how long to wait for it.
         */
        PopQuery: {
            /**
             * Autoack
             * @default false
             */
            autoAck?: boolean;
            /**
             * Autopilot
             * @default false
             */
            autopilot?: boolean;
            /** Batch */
            batch?: number | null;
            /**
             * Conflation
             * @default false
             * @constant
             */
            conflation?: false;
            /**
             * Consumergroup
             * @default __QUEUE_MODE__
             */
            consumerGroup?: string;
            /** Leasekey */
            leaseKey?: string | null;
            /** Leaseseconds */
            leaseSeconds?: number | null;
            /**
             * Partitions
             * @default 1
             */
            partitions?: number;
            /** Perpartition */
            perPartition?: number | null;
            /**
             * Repeat
             * @default false
             */
            repeat?: boolean;
            /** Subscriptionfrom */
            subscriptionFrom?: ("" | "now" | "all" | "from_beginning" | "new" | "new-only") | string;
            /**
             * Subscriptionmode
             * @enum {string}
             */
            subscriptionMode?: "" | "all" | "from_beginning" | "new" | "new-only";
            /**
             * Timeout
             * @default 30000
             */
            timeout?: number;
            /**
             * Wait
             * @default false
             */
            wait?: boolean;
        };
        /**
         * PostgresAnswer
         * @description Statistics of this database and of our tables, under the names that consoles read.
         */
        PostgresAnswer: {
            /** Activequeries */
            activeQueries: components["schemas"]["ActiveQuery"][];
            /** Autovacuumstatus */
            autovacuumStatus: {
                [key: string]: unknown;
            }[];
            /** Bufferconfig */
            bufferConfig: {
                [key: string]: unknown;
            };
            /** Bufferusage */
            bufferUsage: unknown[];
            /** Cachesummary */
            cacheSummary: {
                [key: string]: unknown;
            };
            /** Database */
            database: string;
            /** Databasecache */
            databaseCache: {
                [key: string]: unknown;
            };
            /** Deadtuples */
            deadTuples: {
                [key: string]: unknown;
            }[];
            /** Hotupdates */
            hotUpdates: {
                [key: string]: unknown;
            }[];
            /** Indexcache */
            indexCache: {
                [key: string]: unknown;
            }[];
            /** Tablecache */
            tableCache: {
                [key: string]: unknown;
            }[];
            /** Tablesizes */
            tableSizes: {
                [key: string]: unknown;
            }[];
            /** Timestamp */
            timestamp: string;
        };
        /**
         * Priced
         * @description The prices' region, and the day on which they were looked up.
         */
        Priced: {
            /** Lookedup */
            lookedUp: string;
            /** Region */
            region: string;
        };
        /**
         * ProduceAnswer
         * @description One result for each record, in order.
         */
        ProduceAnswer: {
            /** Results */
            results: components["schemas"]["ProducedAnswer"][];
            /** Topic */
            topic: string;
        };
        /**
         * ProducedAnswer
         * @description The place of a record. ``duplicate``: its transactionId was there already, at this place.
         */
        ProducedAnswer: {
            /** Duplicate */
            duplicate: boolean;
            /** Offset */
            offset: number;
            /** Partition */
            partition: number;
            /** Timestamp */
            timestamp: number;
        };
        /**
         * ProduceRequest
         * @description Records for one topic; stored all or none.
         */
        ProduceRequest: {
            /** Messages */
            messages: components["schemas"]["RecordToStore"][];
            /** Topic */
            topic: string;
        };
        /**
         * PurgeAnswer
         * @description How many were deleted, and whether to ask again.
         */
        PurgeAnswer: {
            /** Atleast */
            atLeast?: boolean;
            /** Dryrun */
            dryRun?: boolean;
            /** Forceneeded */
            forceNeeded?: boolean;
            /** Groups */
            groups?: components["schemas"]["DeliveryMoved"][];
            /** Leases */
            leases?: components["schemas"]["LeaseInTheWay"][];
            /** Members */
            members?: number;
            /** More */
            more: boolean;
            /** Purged */
            purged: number;
        };
        /**
         * PurgeQuery
         * @description The letters to delete: at least one condition, or ``all``.
         */
        PurgeQuery: {
            /**
             * All
             * @default false
             */
            all?: boolean;
            /** Consumergroup */
            consumerGroup?: string | null;
            /**
             * Dryrun
             * @default false
             */
            dryRun?: boolean;
            /** Error */
            error?: string | null;
            /** Fingerprint */
            fingerprint?: string | null;
            /** From */
            from?: string | null;
            /** Ids */
            ids?: string[] | null;
            /**
             * Namespace
             * @default
             */
            namespace?: string;
            /** Olderthanseconds */
            olderThanSeconds?: number | null;
            /** Partition */
            partition?: string | null;
            /** Queue */
            queue?: string | null;
            /** Reason */
            reason?: ("retries" | "rejected" | "max_wait" | "moved") | null;
            /**
             * Task
             * @default
             */
            task?: string;
            /** To */
            to?: string | null;
            /** Traceid */
            traceId?: string | null;
            /** Transactionid */
            transactionId?: string | null;
        };
        /**
         * PushAnswer
         * @description The outcome of one item. ``remainingCapacity`` is null in a queue without a maximum size.
         */
        PushAnswer: {
            /** Index */
            index: number;
            /** Message Id */
            message_id: string;
            /** Partition Id */
            partition_id?: string | null;
            /** Queuedepth */
            queueDepth?: number | null;
            /** Queuename */
            queueName: string;
            /** Remainingcapacity */
            remainingCapacity?: number | null;
            /** Status */
            status: string;
            /** Trace Id */
            trace_id?: string | null;
            /** Transaction Id */
            transaction_id: string;
        };
        /**
         * PushItem
         * @description A message to store. A field with another name is refused: under a misspelt name a payload
         *     would be lost.
         */
        PushItem: {
            /** Data */
            data?: unknown;
            /** Delayseconds */
            delaySeconds?: number | null;
            /** Headers */
            headers?: {
                [key: string]: unknown;
            } | null;
            /** Key */
            key?: string | null;
            /** Partition */
            partition?: string | null;
            /** Payload */
            payload?: unknown;
            /** Producersub */
            producerSub?: unknown;
            /** Queue */
            queue: string;
            /** Traceid */
            traceId?: string | null;
            /** Transactionid */
            transactionId?: string | null;
        };
        /**
         * PushOperation
         * @description Messages to store.
         */
        PushOperation: {
            /** Items */
            items: components["schemas"]["PushItem"][];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "push";
        };
        /**
         * PushQuery
         * @description ``depth``: tell the depth of every queue, not only of those with a maximum size.
         */
        PushQuery: {
            /**
             * Depth
             * @default false
             */
            depth?: boolean;
        };
        /**
         * PushRequest
         * @description Messages to one queue or several; stored all or none.
         */
        PushRequest: {
            /** Items */
            items: components["schemas"]["PushItem"][];
        };
        /**
         * QueueAnswer
         * @description A queue with its options, totals, groups, and a page of its partitions, or with those of them
         *     that ``include`` names. The totals and the groups are of now, or of ``asOf``. ``total`` is the
         *     number of partitions.
         */
        QueueAnswer: {
            /**
             * Ageseconds
             * @default 0
             */
            ageSeconds?: number;
            /**
             * Asof
             * @default
             */
            asOf?: string;
            /** Createdat */
            createdAt: string;
            /** Groups */
            groups?: components["schemas"]["QueueGroup"][];
            /** Id */
            id: string;
            /** Name */
            name: string;
            /** Namespace */
            namespace: string | null;
            /** Nextcursor */
            nextCursor?: string | null;
            options?: components["schemas"]["Options"];
            pagination?: components["schemas"]["Pagination"];
            /** Partitions */
            partitions?: components["schemas"]["PartitionProgress"][];
            /** Popmaintenance */
            popMaintenance: boolean;
            /** Pushmaintenance */
            pushMaintenance: boolean;
            /** Revision */
            revision: number;
            /** Task */
            task: string | null;
            /** Total */
            total: number;
            totals?: components["schemas"]["QueueTotals"];
        };
        /**
         * QueueConfig
         * @description The options that a console shows; resources/queues lists all of them.
         */
        QueueConfig: {
            /** Deadletterqueue */
            deadLetterQueue: boolean;
            /** Leasetime */
            leaseTime: number;
            /** Maxqueuesize */
            maxQueueSize: number;
            /** Retrydelay */
            retryDelay: number;
            /** Retrylimit */
            retryLimit: number;
            /** Ttl */
            ttl: number;
        };
        /**
         * QueueDescription
         * @description A queue and its options.
         */
        QueueDescription: {
            config: components["schemas"]["QueueConfig"];
            /** Createdat */
            createdAt: string;
            /** Id */
            id: string;
            /** Name */
            name: string;
            /** Namespace */
            namespace: string | null;
            /** Priority */
            priority: number;
            /** Task */
            task: string | null;
        };
        /**
         * QueueExplanation
         * @description The states of the partitions that were looked at. ``more``: others wait or rest, too.
         *     ``idle``: all that remain, where nothing is open or the group never came; null with ``more``.
         */
        QueueExplanation: {
            /** Group */
            group: string;
            /** Idle */
            idle: number | null;
            /** Lookedat */
            lookedAt: number;
            /** Maintenance */
            maintenance: ("system" | "queue") | null;
            /** More */
            more: boolean;
            /** Partitions */
            partitions: number;
            /** Pausedat */
            pausedAt: string | null;
            /** Queue */
            queue: string;
            /** States */
            states: components["schemas"]["StateCount"][];
            /** Subscribed */
            subscribed: boolean;
        };
        /**
         * QueueGroup
         * @description A group on the queue. ``wholeQueue``: it follows every partition, those to come included.
         */
        QueueGroup: {
            /** Lagseconds */
            lagSeconds: number;
            /** Name */
            name: string;
            /** Open */
            open: number;
            /** Partitionsbehind */
            partitionsBehind: number;
            /** Paused */
            paused: boolean;
            /** Pending */
            pending: number;
            /** Processing */
            processing: number;
            /** Wholequeue */
            wholeQueue: boolean;
        };
        /**
         * QueueLag
         * @description A queue in a step: the greatest age of the oldest message that a group had open.
         */
        QueueLag: {
            /** Avglagms */
            avgLagMs: number | null;
            /** Buckettime */
            bucketTime: string;
            /** Maxlagms */
            maxLagMs: number;
            /** Popcount */
            popCount: number;
            /** Queuename */
            queueName: string;
        };
        /**
         * QueueListed
         * @description A queue in the list. ``fixedPartitions`` is 0 where partitions are made as they are named.
         *     ``held``: messages that groups hold now, each once for each group.
         */
        QueueListed: {
            /** Createdat */
            createdAt: string;
            /** Deadletters */
            deadLetters: number;
            /** Depth */
            depth: number;
            /** Encryptionenabled */
            encryptionEnabled: boolean;
            /** Fixedpartitions */
            fixedPartitions: number;
            /** Groups */
            groups: number;
            /** Held */
            held: number;
            /** Id */
            id: string;
            /** Leasetime */
            leaseTime: number;
            /** Maxsize */
            maxSize: number;
            messages: components["schemas"]["MessageCounts"];
            /** Name */
            name: string;
            /** Namespace */
            namespace: string | null;
            /** Oldestseconds */
            oldestSeconds: number;
            /** Partitions */
            partitions: number;
            /** Popmaintenance */
            popMaintenance: boolean;
            /** Priority */
            priority: number;
            /** Pushmaintenance */
            pushMaintenance: boolean;
            /** Retrylimit */
            retryLimit: number;
            /** Task */
            task: string | null;
        };
        /**
         * QueueMessagesAnswer
         * @description A page of a queue's messages, the newest first.
         */
        QueueMessagesAnswer: {
            /** Messages */
            messages: components["schemas"]["StoredMessage"][];
            /** Nextcursor */
            nextCursor: string | null;
            pagination: components["schemas"]["Pagination"];
            /** Total */
            total: number | null;
        };
        /**
         * QueueOperations
         * @description A queue's messages in a step.
         */
        QueueOperations: {
            /** Ackfailed */
            ackFailed: number;
            /** Ackpersecond */
            ackPerSecond: number;
            /** Acksuccess */
            ackSuccess: number;
            /** Avglagms */
            avgLagMs: number | null;
            /** Bucket */
            bucket: string;
            /** Deadletters */
            deadLetters: number;
            /** Depth */
            depth: number;
            /** Leasesexpired */
            leasesExpired: number;
            /** Maxlagms */
            maxLagMs: number;
            /** Messagesexpired */
            messagesExpired: number;
            /** Popmessages */
            popMessages: number;
            /** Poppersecond */
            popPerSecond: number;
            /** Pushmessages */
            pushMessages: number;
            /** Pushpersecond */
            pushPerSecond: number;
            /** Queuename */
            queueName: string;
        };
        /**
         * QueueQuery
         * @description A page of the queue's partitions, and whether to count its totals and groups now.
         *     ``include``: these parts only, with commas between.
         */
        QueueQuery: {
            /** Cursor */
            cursor?: string | null;
            /** Include */
            include?: ("options" | "totals" | "groups" | "partitions")[];
            /**
             * Limit
             * @default 100
             */
            limit?: number;
            /**
             * Live
             * @default false
             */
            live?: boolean;
            /**
             * Offset
             * @default 0
             */
            offset?: number;
        };
        /**
         * QueuesAnswer
         * @description A page of queues. Their numbers are of now, or of ``asOf``.
         */
        QueuesAnswer: {
            /**
             * Ageseconds
             * @default 0
             */
            ageSeconds?: number;
            /**
             * Asof
             * @default
             */
            asOf?: string;
            /** Nextcursor */
            nextCursor: string | null;
            pagination: components["schemas"]["Pagination"];
            /** Queues */
            queues: components["schemas"]["QueueListed"][];
            /** Total */
            total: number;
        };
        /**
         * QueuesQuery
         * @description Which queues: ``name`` is what their names begin with, ``contains`` a part of them, large or
         *     small letters. Those with most of ``sort`` come first; without it they come by name.
         */
        QueuesQuery: {
            /** Contains */
            contains?: string | null;
            /** Cursor */
            cursor?: string | null;
            /**
             * Limit
             * @default 100
             */
            limit?: number;
            /**
             * Live
             * @default false
             */
            live?: boolean;
            /** Name */
            name?: string | null;
            /** Namespace */
            namespace?: string | null;
            /**
             * Offset
             * @default 0
             */
            offset?: number;
            /**
             * Sort
             * @default name
             * @enum {string}
             */
            sort?: "name" | "open" | "oldest" | "dead" | "partitions" | "full";
            /** Task */
            task?: string | null;
        };
        /**
         * QueueStatus
         * @description The state of a queue. Its lag is the lag of the group that is furthest behind in time, and
         *     the sum of all groups' open messages.
         */
        QueueStatus: {
            /** Createdat */
            createdAt: string;
            /** Groups */
            groups: number;
            /** Id */
            id: string;
            /** Lagmessages */
            lagMessages: number;
            /** Lagseconds */
            lagSeconds: number;
            /** Leasedpartitions */
            leasedPartitions: number;
            messages: components["schemas"]["MessageTotals"];
            /** Name */
            name: string;
            /** Namespace */
            namespace: string | null;
            /** Partitions */
            partitions: number;
            /** Task */
            task: string | null;
            /** Utilizationpercent */
            utilizationPercent: number;
        };
        /**
         * QueueStatusAnswer
         * @description A queue, its totals, and a page of its partitions, by name. The totals are of now, or of
         *     ``asOf``.
         */
        QueueStatusAnswer: {
            /**
             * Ageseconds
             * @default 0
             */
            ageSeconds?: number;
            /**
             * Asof
             * @default
             */
            asOf?: string;
            /** Nextcursor */
            nextCursor: string | null;
            pagination: components["schemas"]["Pagination"];
            /** Partitions */
            partitions: components["schemas"]["PartitionStatus"][];
            queue: components["schemas"]["QueueDescription"];
            /** Total */
            total: number | null;
            totals: components["schemas"]["Totals"];
        };
        /**
         * QueueStatusesAnswer
         * @description A page of queues, by name. Their numbers are of now, or of ``asOf``.
         */
        QueueStatusesAnswer: {
            /**
             * Ageseconds
             * @default 0
             */
            ageSeconds?: number;
            /**
             * Asof
             * @default
             */
            asOf?: string;
            /** Nextcursor */
            nextCursor: string | null;
            pagination: components["schemas"]["Pagination"];
            /** Queues */
            queues: components["schemas"]["QueueStatus"][];
            /** Total */
            total: number | null;
        };
        /**
         * QueueStatusQuery
         * @description A page of a queue's partitions, and whether to count its totals now.
         */
        QueueStatusQuery: {
            /** Cursor */
            cursor?: string | null;
            /**
             * Limit
             * @default 100
             */
            limit?: number;
            /**
             * Live
             * @default false
             */
            live?: boolean;
            /**
             * Offset
             * @default 0
             */
            offset?: number;
        };
        /**
         * QueueSwitches
         * @description A queue whose own switch is on.
         */
        QueueSwitches: {
            /** Pop */
            pop: boolean;
            /** Push */
            push: boolean;
            /** Queue */
            queue: string;
        };
        /**
         * QueueTotals
         * @description ``completed``: nobody has to do them any more; ``failed``: of the pending ones, those that
         *     failed before; ``deadLetter``: dead letters, of all groups; ``depth``: what maxSize bounds.
         */
        QueueTotals: {
            /** Completed */
            completed: number;
            /** Deadletter */
            deadLetter: number;
            /** Depth */
            depth: number;
            /** Failed */
            failed: number;
            /** Pending */
            pending: number;
            /** Processing */
            processing: number;
            /** Total */
            total: number;
        };
        /**
         * Range
         * @description Messages of a partition: from an offset on, so many.
         */
        Range: {
            /** Count */
            count: number;
            /** Offset */
            offset: number;
            /** Partitionid */
            partitionId: string;
        };
        /**
         * Reading
         * @description A measured value. One sample has no spread.
         */
        Reading: {
            /** Avg */
            avg: number;
            /** Last */
            last: number;
            /** Max */
            max: number;
            /** Min */
            min: number;
        };
        /**
         * RecordAnswer
         * @description A record. The timestamp is in milliseconds since 1970: the producer's own, or that of the
         *     push.
         */
        RecordAnswer: {
            /** Decryptionerror */
            decryptionError?: string | null;
            /** Headers */
            headers: {
                [key: string]: unknown;
            } | null;
            /** Key */
            key: string | null;
            /** Offset */
            offset: number;
            /** Partition */
            partition: number;
            /** Timestamp */
            timestamp: number;
            /** Topic */
            topic: string;
            /** Value */
            value: unknown;
        };
        /**
         * RecordsAnswer
         * @description Records in order; ``nextOffset`` is the offset to read on from.
         */
        RecordsAnswer: {
            /** Highwatermark */
            highWatermark: number;
            /** Logstartoffset */
            logStartOffset: number;
            /** Nextoffset */
            nextOffset: number;
            /** Records */
            records: components["schemas"]["RecordAnswer"][];
        };
        /**
         * RecordsQuery
         * @description The first offset to read, how much to read, and how long to wait for a first record.
         */
        RecordsQuery: {
            /**
             * Maxrecords
             * @default 500
             */
            maxRecords?: number;
            /**
             * Maxwaitms
             * @default 0
             */
            maxWaitMs?: number;
            /** Offset */
            offset: number;
            /** Partition */
            partition: number;
            /** Topic */
            topic: string;
        };
        /**
         * RecordToStore
         * @description A record as a producer sends it, under the names that the HTTP contract uses.
         */
        RecordToStore: {
            /** Headers */
            headers?: {
                [key: string]: unknown;
            } | null;
            /** Key */
            key?: string | null;
            /** Partition */
            partition?: number | null;
            /** Timestamp */
            timestamp?: number | null;
            /** Transactionid */
            transactionId?: string | null;
            /** Value */
            value: unknown;
        };
        /**
         * RedriveAnswer
         * @description ``redriven`` letters left the list and became ``messages`` new ones; ``remaining`` of those
         *     that were asked for are left. While ``more`` is true, ask again. ``copies``: where the new ones
         *     are, of the first thousand.
         */
        RedriveAnswer: {
            /** Atleast */
            atLeast?: boolean;
            /** Copies */
            copies?: components["schemas"]["Range"][];
            /** Dryrun */
            dryRun?: boolean;
            /** Forceneeded */
            forceNeeded?: boolean;
            /** Groups */
            groups?: components["schemas"]["DeliveryMoved"][];
            /** Leases */
            leases?: components["schemas"]["LeaseInTheWay"][];
            /** Members */
            members?: number;
            /** Messages */
            messages: number;
            /** More */
            more: boolean;
            /** Redriven */
            redriven: number;
            /** Remaining */
            remaining: number;
        };
        /**
         * RedriveRead
         * @description With the ranges of its first new messages, a thousand at most.
         */
        RedriveRead: {
            /** Changedat */
            changedAt: string;
            /** Consumergroup */
            consumerGroup: string | null;
            /** Copies */
            copies: components["schemas"]["Range"][];
            /** Error */
            error: string | null;
            /** Fingerprint */
            fingerprint: string | null;
            /** Id */
            id: string;
            /** Letters */
            letters: number;
            /** Limit */
            limit: number | null;
            /** Messages */
            messages: number;
            /** Partition */
            partition: string | null;
            /** Queue */
            queue: string;
            /** Ratepersecond */
            ratePerSecond: number | null;
            /** Reason */
            reason: string | null;
            /** Redriven */
            redriven: number;
            /** Startedat */
            startedAt: string;
            /** Startedby */
            startedBy: string | null;
            /**
             * Status
             * @enum {string}
             */
            status: "running" | "done" | "stopped" | "failed";
            /** To */
            to: string | null;
        };
        /**
         * RedriveRequest
         * @description The letters of a queue to redrive, where they go, and how fast.
         */
        RedriveRequest: {
            /** Consumergroup */
            consumerGroup?: string | null;
            /** Error */
            error?: string | null;
            /** Failedfrom */
            failedFrom?: string | null;
            /** Failedto */
            failedTo?: string | null;
            /** Fingerprint */
            fingerprint?: string | null;
            /** Ids */
            ids?: string[] | null;
            /** Limit */
            limit?: number | null;
            /** Partition */
            partition?: string | null;
            /** Queue */
            queue: string;
            /** Ratepersecond */
            ratePerSecond?: number | null;
            /** Reason */
            reason?: ("retries" | "rejected" | "max_wait" | "moved") | null;
            /** To */
            to?: string | null;
        };
        /**
         * RedrivesAnswer
         * @description A page of redrives.
         */
        RedrivesAnswer: {
            /** Nextcursor */
            nextCursor: string | null;
            pagination: components["schemas"]["Pagination"];
            /** Redrives */
            redrives: components["schemas"]["RedriveShown"][];
            /** Total */
            total: number;
        };
        /**
         * RedriveShown
         * @description A redrive. ``letters``: how many it was about when it began; ``redriven`` of them became
         *     ``messages`` new ones. ``error``: why the last slice was refused; while it runs, it is tried
         *     again.
         */
        RedriveShown: {
            /** Changedat */
            changedAt: string;
            /** Consumergroup */
            consumerGroup: string | null;
            /** Error */
            error: string | null;
            /** Fingerprint */
            fingerprint: string | null;
            /** Id */
            id: string;
            /** Letters */
            letters: number;
            /** Limit */
            limit: number | null;
            /** Messages */
            messages: number;
            /** Partition */
            partition: string | null;
            /** Queue */
            queue: string;
            /** Ratepersecond */
            ratePerSecond: number | null;
            /** Reason */
            reason: string | null;
            /** Redriven */
            redriven: number;
            /** Startedat */
            startedAt: string;
            /** Startedby */
            startedBy: string | null;
            /**
             * Status
             * @enum {string}
             */
            status: "running" | "done" | "stopped" | "failed";
            /** To */
            to: string | null;
        };
        /**
         * RefreshAnswer
         * @description ``refreshed`` is false if another count was under way.
         */
        RefreshAnswer: {
            /** Countedat */
            countedAt: string | null;
            /** Queues */
            queues: number;
            /** Refreshed */
            refreshed: boolean;
            /** Success */
            success: boolean;
        };
        /**
         * ReleaseAnswer
         * @description ``released``: the partitions that the lease held; 0 when it has ended, or took nothing.
         */
        ReleaseAnswer: {
            /** Leaseid */
            leaseId: string;
            /** Released */
            released: number;
        };
        /**
         * ReleaseRequest
         * @description The place from which a pop took, and its group: needed when only the pop's key is known.
         */
        ReleaseRequest: {
            /**
             * Consumergroup
             * @default __QUEUE_MODE__
             */
            consumerGroup?: string;
            /**
             * Namespace
             * @default
             */
            namespace?: string;
            /** Partition */
            partition?: string | null;
            /** Queue */
            queue?: string | null;
            /**
             * Task
             * @default
             */
            task?: string;
        };
        /**
         * Replica
         * @description The process that answered.
         */
        Replica: {
            /** Hostname */
            hostname: string;
            /** Port */
            port: number;
            /** Timeseries */
            timeSeries: components["schemas"]["SystemSample"][];
            /** Workerid */
            workerId: string;
        };
        /** ResponseValidationError */
        ResponseValidationError: {
            /** Detail */
            detail?: components["schemas"]["ValidationError"][];
        };
        /**
         * RetentionAnswer
         * @description What retention deleted.
         */
        RetentionAnswer: {
            /** Bucketminutes */
            bucketMinutes: number;
            /** Series */
            series: components["schemas"]["RetentionPoint"][];
            timeRange: components["schemas"]["TimeRange"];
            totals: components["schemas"]["RetentionTotals"];
        };
        /**
         * RetentionPoint
         * @description Messages that retention deleted of a queue in a step.
         */
        RetentionPoint: {
            /** Archivedmsgs */
            archivedMsgs: number;
            /** Bucket */
            bucket: string;
            /** Completedretentionmsgs */
            completedRetentionMsgs: number;
            /** Eventcount */
            eventCount: number;
            /** Evictionmsgs */
            evictionMsgs: number;
            /** Queuename */
            queueName: string;
            /** Retentionmsgs */
            retentionMsgs: number;
            /** Totalmsgs */
            totalMsgs: number;
        };
        /**
         * RetentionTotals
         * @description Messages that retention deleted: those that some group had not completed, and those that all
         *     groups had. ``archivedMsgs`` of both are in the archive. An event is the work of one run in one
         *     partition.
         */
        RetentionTotals: {
            /** Archivedmsgs */
            archivedMsgs: number;
            /** Completedretentionmsgs */
            completedRetentionMsgs: number;
            /** Eventcount */
            eventCount: number;
            /** Evictionmsgs */
            evictionMsgs: number;
            /** Retentionmsgs */
            retentionMsgs: number;
            /** Totalmsgs */
            totalMsgs: number;
        };
        /**
         * RetryAnswer
         * @description The new message. ``redriven``: how many letters it replaces.
         */
        RetryAnswer: {
            /** Messageid */
            messageId: string;
            /** Newtransactionid */
            newTransactionId: string;
            /** Partitionid */
            partitionId: string;
            /** Redriven */
            redriven: number;
            /** Success */
            success: boolean;
            /** Transactionid */
            transactionId: string;
        };
        /**
         * RetryNamedRequest
         * @description The message, and the group of its letters; all groups if none is named.
         */
        RetryNamedRequest: {
            /** Consumergroup */
            consumerGroup?: string | null;
            /** Partitionid */
            partitionId: string;
            /** Transactionid */
            transactionId: string;
        };
        /**
         * RetryRequest
         * @description The group of the letters; all groups if none is named.
         */
        RetryRequest: {
            /** Consumergroup */
            consumerGroup?: string | null;
        };
        /**
         * RevealQuery
         * @description ``reveal``: show what is masked, to callers who may write; it is noted.
         */
        RevealQuery: {
            /**
             * Reveal
             * @default false
             */
            reveal?: boolean;
        };
        /**
         * RootAnswer
         * @description What answers here, and where it says more.
         */
        RootAnswer: {
            /** Docs */
            docs: string;
            /** Health */
            health: string;
            /** Name */
            name: string;
            /** Openapi */
            openapi: string;
            /** Version */
            version: string;
        };
        /**
         * Run
         * @description When a schedule's work was last done.
         */
        Run: {
            /** Ageseconds */
            ageSeconds: number;
            /** Name */
            name: string;
        };
        /**
         * Schedule
         * @description When a schedule's work was last done (null: never), and whether that is too long ago.
         */
        Schedule: {
            /** Ageseconds */
            ageSeconds: number | null;
            /** Late */
            late: boolean;
            /** Name */
            name: string;
            /** Ranat */
            ranAt: string | null;
        };
        /**
         * ScheduledAnswer
         * @description A batch that waits to be appended. ``types``: of its messages, the first ten by name.
         */
        ScheduledAnswer: {
            /** At */
            at: string;
            /** Messagecount */
            messageCount: number;
            /** Scheduledat */
            scheduledAt: string;
            /** Scheduleid */
            scheduleId: string;
            /** Types */
            types: string[];
        };
        /**
         * ScheduledListAnswer
         * @description Batches, the one that is due first in front.
         */
        ScheduledListAnswer: {
            /** Nextcursor */
            nextCursor: string | null;
            pagination: components["schemas"]["Pagination"];
            /** Scheduled */
            scheduled: components["schemas"]["ScheduledAnswer"][];
            /** Total */
            total: number | null;
        };
        /**
         * ScheduledMessageAnswer
         * @description A message that has no position yet.
         */
        ScheduledMessageAnswer: {
            /** Causationid */
            causationId: string | null;
            /** Correlationid */
            correlationId: string | null;
            /** Id */
            id: string;
            /** Metadata */
            metadata: {
                [key: string]: unknown;
            } | null;
            /** Payload */
            payload: {
                [key: string]: unknown;
            };
            /** Type */
            type: string;
        };
        /**
         * ScheduledQuery
         * @description Batches that are due from ``from`` on, until before ``to``; without them, all.
         */
        ScheduledQuery: {
            /** Cursor */
            cursor?: string | null;
            /** From */
            from?: string | null;
            /**
             * Limit
             * @default 100
             */
            limit?: number;
            /**
             * Offset
             * @default 0
             */
            offset?: number;
            /** To */
            to?: string | null;
        };
        /**
         * ScheduledReadAnswer
         * @description A batch with its messages. ``more``: others follow those that are here.
         */
        ScheduledReadAnswer: {
            /** At */
            at: string;
            /** Messagecount */
            messageCount: number;
            /** Messages */
            messages: components["schemas"]["ScheduledMessageAnswer"][];
            /** More */
            more: boolean;
            /** Scheduledat */
            scheduledAt: string;
            /** Scheduleid */
            scheduleId: string;
            /** Types */
            types: string[];
        };
        /**
         * ScheduledReadQuery
         * @description Which messages of the batch: ``from`` counts them, from 0.
         */
        ScheduledReadQuery: {
            /**
             * From
             * @default 0
             */
            from?: number;
            /**
             * Limit
             * @default 100
             */
            limit?: number;
        };
        /**
         * SeekAnswer
         * @description ``partitionsUpdated``: in how many partitions the cursor moved.
         */
        SeekAnswer: {
            /** Atleast */
            atLeast?: boolean;
            /** Consumergroup */
            consumerGroup: string;
            /** Dryrun */
            dryRun?: boolean;
            /** Forceneeded */
            forceNeeded?: boolean;
            /** Groups */
            groups?: components["schemas"]["DeliveryMoved"][];
            /** Leases */
            leases?: components["schemas"]["LeaseInTheWay"][];
            /** Members */
            members?: number;
            /** Partitionsupdated */
            partitionsUpdated: number;
            /** Queuename */
            queueName: string;
            /** Seektoend */
            seekToEnd: boolean;
            /** Success */
            success: boolean;
            /** Targettimestamp */
            targetTimestamp: string | null;
        };
        /**
         * SeekNamedAnswer
         * @description As of a seek in one partition, where one was named.
         */
        SeekNamedAnswer: {
            /** Atleast */
            atLeast?: boolean;
            /** Consumergroup */
            consumerGroup: string;
            /** Cursormovedto */
            cursorMovedTo?: number;
            /** Dryrun */
            dryRun?: boolean;
            /** Forceneeded */
            forceNeeded?: boolean;
            /** Groups */
            groups?: components["schemas"]["DeliveryMoved"][];
            /** Leases */
            leases?: components["schemas"]["LeaseInTheWay"][];
            /** Members */
            members?: number;
            /** Partitionname */
            partitionName?: string;
            /** Partitionsupdated */
            partitionsUpdated: number;
            /** Queuename */
            queueName: string;
            /** Seektoend */
            seekToEnd: boolean;
            /** Success */
            success: boolean;
            /** Targettimestamp */
            targetTimestamp: string | null;
            /** Updated */
            updated?: boolean;
        };
        /**
         * SeekNamedRequest
         * @description The group and the queue, or one partition of it, and where its cursors go. An ``offset`` is
         *     one of a partition.
         */
        SeekNamedRequest: {
            /** Consumergroup */
            consumerGroup: string;
            /**
             * Force
             * @default false
             */
            force?: boolean;
            /** Offset */
            offset?: number | null;
            /** Partition */
            partition?: string | null;
            /** Queue */
            queue: string;
            /** Timestamp */
            timestamp?: string | null;
            /**
             * Tobeginning
             * @default false
             */
            toBeginning?: boolean;
            /**
             * Toend
             * @default false
             */
            toEnd?: boolean;
        };
        /**
         * SeekPartitionAnswer
         * @description ``cursorMovedTo``: the offset of the group's next message. ``updated`` is false if the cursor
         *     stood there before.
         */
        SeekPartitionAnswer: {
            /** Atleast */
            atLeast?: boolean;
            /** Consumergroup */
            consumerGroup: string;
            /** Cursormovedto */
            cursorMovedTo: number;
            /** Dryrun */
            dryRun?: boolean;
            /** Forceneeded */
            forceNeeded?: boolean;
            /** Groups */
            groups?: components["schemas"]["DeliveryMoved"][];
            /** Leases */
            leases?: components["schemas"]["LeaseInTheWay"][];
            /** Members */
            members?: number;
            /** Partitionname */
            partitionName: string;
            /** Partitionsupdated */
            partitionsUpdated: number;
            /** Queuename */
            queueName: string;
            /** Seektoend */
            seekToEnd: boolean;
            /** Success */
            success: boolean;
            /** Targettimestamp */
            targetTimestamp: string | null;
            /** Updated */
            updated: boolean;
        };
        /**
         * SeekPartitionRequest
         * @description ``toEnd``, ``toBeginning``, ``timestamp`` or ``offset``. An offset that is not kept any more,
         *     or not there yet, means the nearest one.
         */
        SeekPartitionRequest: {
            /**
             * Force
             * @default false
             */
            force?: boolean;
            /** Offset */
            offset?: number | null;
            /** Timestamp */
            timestamp?: string | null;
            /**
             * Tobeginning
             * @default false
             */
            toBeginning?: boolean;
            /**
             * Toend
             * @default false
             */
            toEnd?: boolean;
        };
        /**
         * SeekRequest
         * @description One of ``toEnd``, ``toBeginning`` and ``timestamp`` (the first message since then).
         *     ``force``: also where a consumer holds messages; its lease ends.
         */
        SeekRequest: {
            /**
             * Force
             * @default false
             */
            force?: boolean;
            /** Timestamp */
            timestamp?: string | null;
            /**
             * Tobeginning
             * @default false
             */
            toBeginning?: boolean;
            /**
             * Toend
             * @default false
             */
            toEnd?: boolean;
        };
        /**
         * Server
         * @description The release that answers, and the name of this installation (``REGENT_SERVICE``).
         */
        Server: {
            /** Service */
            service: string;
            /** Version */
            version: string;
        };
        /**
         * SessionAnswer
         * @description Where no token is needed, everybody is an administrator without a name. ``expiresAt``: the
         *     end of the token.
         */
        SessionAnswer: {
            /** Authrequired */
            authRequired: boolean;
            /** Expiresat */
            expiresAt: string | null;
            /** Role */
            role: string;
            server: components["schemas"]["Server"];
            /** Subject */
            subject: string | null;
        };
        /**
         * SkippedAnswer
         * @description Why nothing was taken, as an error says it.
         */
        SkippedAnswer: {
            /** Code */
            code: string;
            /** Error */
            error: string;
        };
        /**
         * SpanQuery
         * @description Instants (ISO 8601; without a zone: UTC). The default is from an hour ago until now.
         */
        SpanQuery: {
            /** From */
            from?: string | null;
            /** To */
            to?: string | null;
        };
        /**
         * Sparkline
         * @description A queue's counts, a minute each, the oldest first.
         */
        Sparkline: {
            /** Acked */
            acked: number[];
            /** Id */
            id: string;
            /** Pushed */
            pushed: number[];
        };
        /**
         * SparklinesAnswer
         * @description ``from``: where the first minute begins. A queue that is gone has no line.
         */
        SparklinesAnswer: {
            /** From */
            from: string;
            /** Lines */
            lines: components["schemas"]["Sparkline"][];
            /** To */
            to: string;
        };
        /**
         * SparklinesQuery
         * @description The ids of the queues, with commas between, and how many minutes of them.
         */
        SparklinesQuery: {
            /**
             * Points
             * @default 60
             */
            points?: number;
            /** Queues */
            queues: string[];
        };
        /**
         * Spread
         * @description Over the partitions where a group is behind; all 0 where none is.
         */
        Spread: {
            /** Avg */
            avg: number;
            /** Max */
            max: number;
            /** Median */
            median: number;
            /** Min */
            min: number;
        };
        /**
         * Standing
         * @description How a group stands in a partition. ``cursor`` and ``open`` are null where it never popped.
         *     ``pausedAt`` and ``maintenance`` are of the whole queue.
         */
        Standing: {
            /** Cursor */
            cursor: number | null;
            failure: components["schemas"]["PartitionFailure"] | null;
            /** Lagseconds */
            lagSeconds: number;
            lease: components["schemas"]["LeaseStanding"] | null;
            /** Maintenance */
            maintenance: ("system" | "queue") | null;
            /** Oldestat */
            oldestAt: string | null;
            /** Open */
            open: number | null;
            /** Pausedat */
            pausedAt: string | null;
            /** Pending */
            pending: number | null;
            /** Processing */
            processing: number;
            rest: components["schemas"]["PartitionRest"] | null;
            /** State */
            state: ("leased" | "empty" | "assigned" | "maintenance" | "paused" | "resting" | "failing" | "ready") | "not_subscribed";
        };
        /**
         * StandingAnswer
         * @description The group's state. A higher generation than the member's: fetch the assignment.
         */
        StandingAnswer: {
            /** Generation */
            generation: number;
            /** Rebalanceinprogress */
            rebalanceInProgress: boolean;
            /** State */
            state: string;
            /** Success */
            success: boolean;
        };
        /**
         * StandingsQuery
         * @description The groups to list; ``name`` is how their names begin. ``sort=lag``: the group whose oldest
         *     open message is oldest comes first.
         */
        StandingsQuery: {
            /** Cursor */
            cursor?: string | null;
            /**
             * Limit
             * @default 100
             */
            limit?: number;
            /**
             * Live
             * @default false
             */
            live?: boolean;
            /**
             * Name
             * @default
             */
            name?: string;
            /**
             * Namespace
             * @default
             */
            namespace?: string;
            /** Queue */
            queue?: string | null;
            /**
             * Sort
             * @default name
             * @enum {string}
             */
            sort?: "name" | "lag";
            /** State */
            state?: ("Stable" | "Lagging" | "Paused" | "Dead") | null;
        };
        /**
         * StateCount
         * @description Partitions in a state, and of those that rest in one reason. ``nextUntil``: when the first of
         *     them ends its rest. The examples wait longest.
         */
        StateCount: {
            /** Examples */
            examples: components["schemas"]["Example"][];
            /** Nextuntil */
            nextUntil: string | null;
            /** Partitions */
            partitions: number;
            /** Restreason */
            restReason: ("window_buffer" | "scheduled_message" | "delayed_processing" | "retry_delay" | "next_look") | null;
            /**
             * State
             * @enum {string}
             */
            state: "leased" | "empty" | "assigned" | "maintenance" | "paused" | "resting" | "failing" | "ready";
        };
        /**
         * StatusAnswer
         * @description ``counters``, ``throughput`` and ``errors`` are from the last count of activity, at
         *     ``countedAt``. The rest is from now, or from ``asOf``.
         */
        StatusAnswer: {
            /**
             * Ageseconds
             * @default 0
             */
            ageSeconds?: number;
            /**
             * Asof
             * @default
             */
            asOf?: string;
            /** Bucketminutes */
            bucketMinutes: number;
            /** Countedat */
            countedAt: string | null;
            counters: components["schemas"]["Counters"];
            deadLetterQueue: components["schemas"]["DeadLetters"];
            errors: components["schemas"]["Failures"];
            lag: components["schemas"]["Lag"];
            leases: components["schemas"]["Leases"];
            messages: components["schemas"]["MessageTotals"];
            /** Pointcount */
            pointCount: number;
            /** Queues */
            queues: components["schemas"]["ActiveQueue"][];
            /** Queuesleftout */
            queuesLeftOut: number;
            /** Statsage */
            statsAge: number | null;
            /** Throughput */
            throughput: components["schemas"]["Throughput"][];
            timeRange: components["schemas"]["TimeRange"];
            /** Workers */
            workers: unknown[];
        };
        /**
         * StatusQuery
         * @description The queues of the answer, and whether to count them now.
         */
        StatusQuery: {
            /** From */
            from?: string | null;
            /**
             * Live
             * @default false
             */
            live?: boolean;
            /** Namespace */
            namespace?: string | null;
            /** Queue */
            queue?: string | null;
            /** Task */
            task?: string | null;
            /** To */
            to?: string | null;
        };
        /**
         * StoredMessage
         * @description A message that is kept. ``queueStatus``: what it is to the group of those who name none;
         *     null when nobody has popped so.
         */
        StoredMessage: {
            busStatus: components["schemas"]["BusStatus"];
            /** Createdat */
            createdAt: string;
            /** Dueat */
            dueAt: string | null;
            /** Id */
            id: string;
            /** Isencrypted */
            isEncrypted: boolean;
            /** Key */
            key: string | null;
            /** Leaseexpiresat */
            leaseExpiresAt: string | null;
            /** Namespace */
            namespace: string;
            /** Offset */
            offset: number;
            /** Partition */
            partition: string;
            /** Partitionid */
            partitionId: string;
            /** Producersub */
            producerSub: string | null;
            /** Queue */
            queue: string;
            /** Queuepath */
            queuePath: string;
            /** Queuepriority */
            queuePriority: number;
            /** Queuestatus */
            queueStatus: ("pending" | "delayed" | "processing" | "completed" | "failed" | "dead" | "expired") | null;
            /**
             * Status
             * @enum {string}
             */
            status: "pending" | "delayed" | "processing" | "completed" | "failed" | "dead" | "expired";
            /** Task */
            task: string;
            /** Traceid */
            traceId: string | null;
            /** Transactionid */
            transactionId: string;
        };
        /**
         * SubscriptionAnswer
         * @description A subscription. An empty name means any: one by namespace has no ``queueName``.
         */
        SubscriptionAnswer: {
            /** Consumergroup */
            consumerGroup: string;
            /** Createdat */
            createdAt: string;
            /** Id */
            id: string;
            /** Namespace */
            namespace: string;
            /** Partitionname */
            partitionName: string;
            /** Queuename */
            queueName: string;
            /** Subscriptionmode */
            subscriptionMode: string;
            /** Subscriptiontimestamp */
            subscriptionTimestamp: string;
            /** Task */
            task: string;
        };
        /**
         * SubscriptionMove
         * @description The instant at which the group starts in partitions and queues that it comes to later.
         */
        SubscriptionMove: {
            /**
             * Subscriptiontimestamp
             * Format: date-time
             */
            subscriptionTimestamp: string;
        };
        /**
         * SubscriptionMoved
         * @description ``rowsUpdated``: how many subscriptions the group has.
         */
        SubscriptionMoved: {
            /** Consumergroup */
            consumerGroup: string;
            /** Newtimestamp */
            newTimestamp: string;
            /** Rowsupdated */
            rowsUpdated: number;
            /** Success */
            success: boolean;
        };
        /**
         * SubscriptionNamedMove
         * @description The group, and the instant.
         */
        SubscriptionNamedMove: {
            /** Consumergroup */
            consumerGroup: string;
            /**
             * Subscriptiontimestamp
             * Format: date-time
             */
            subscriptionTimestamp: string;
        };
        /**
         * SubscriptionsAnswer
         * @description Subscriptions by group and queue.
         */
        SubscriptionsAnswer: {
            /** Nextcursor */
            nextCursor: string | null;
            pagination: components["schemas"]["Pagination"];
            /** Subscriptions */
            subscriptions: components["schemas"]["SubscriptionAnswer"][];
            /** Total */
            total: number;
        };
        /**
         * SubscriptionsQuery
         * @description The group and the queue of the subscriptions.
         */
        SubscriptionsQuery: {
            /** Consumergroup */
            consumerGroup?: string | null;
            /** Cursor */
            cursor?: string | null;
            /**
             * Limit
             * @default 100
             */
            limit?: number;
            /**
             * Offset
             * @default 0
             */
            offset?: number;
            /** Queue */
            queue?: string | null;
        };
        /**
         * SummaryAnswer
         * @description The groups with the most letters first, the ten most frequent kinds of errors, and the steps
         *     in which any failed, the last 1,440 of them.
         */
        SummaryAnswer: {
            /** Count */
            count: number;
            /** Errors */
            errors: components["schemas"]["ErrorCount"][];
            /** Groups */
            groups: components["schemas"]["GroupCount"][];
            /**
             * Interval
             * @enum {string}
             */
            interval: "minute" | "hour" | "day";
            /** Newestfailedat */
            newestFailedAt: string | null;
            /** Oldestfailedat */
            oldestFailedAt: string | null;
            /** Points */
            points: components["schemas"]["LetterPoint"][];
        };
        /**
         * SummaryQuery
         * @description The letters to count, and the steps in which they are.
         */
        SummaryQuery: {
            /** Consumergroup */
            consumerGroup?: string | null;
            /** Error */
            error?: string | null;
            /** Fingerprint */
            fingerprint?: string | null;
            /** From */
            from?: string | null;
            /** Interval */
            interval?: ("minute" | "hour" | "day") | null;
            /**
             * Namespace
             * @default
             */
            namespace?: string;
            /** Queue */
            queue?: string | null;
            /** Reason */
            reason?: ("retries" | "rejected" | "max_wait" | "moved") | null;
            /**
             * Task
             * @default
             */
            task?: string;
            /** To */
            to?: string | null;
        };
        /**
         * Switch
         * @description On or off; of all queues when none is named.
         */
        Switch: {
            /** Enabled */
            enabled: boolean;
            /** Queue */
            queue?: string | null;
        };
        /**
         * Switches
         * @description The maintenance switches of all queues, and the queues with a switch of their own on.
         */
        Switches: {
            /** Pop */
            pop: boolean;
            /** Push */
            push: boolean;
            /** Queues */
            queues: components["schemas"]["QueueSwitches"][];
        };
        /**
         * SystemAnswer
         * @description One sample of the process that answered. It does not know what other processes used.
         */
        SystemAnswer: {
            /** Bucketminutes */
            bucketMinutes: number;
            /** Pointcount */
            pointCount: number;
            /** Replicas */
            replicas: components["schemas"]["Replica"][];
            timeRange: components["schemas"]["TimeRange"];
        };
        /**
         * SystemSample
         * @description The resources that a process used.
         */
        SystemSample: {
            /** Metrics */
            metrics: {
                [key: string]: {
                    [key: string]: components["schemas"]["Reading"];
                };
            };
            /** Samplecount */
            sampleCount: number;
            /** Timestamp */
            timestamp: string;
        };
        /**
         * SystemSummary
         * @description ``queues``, ``partitions``, ``maintenance``, ``schedules`` and ``log`` are of now. All else
         *     is as it was ``ageSeconds`` ago (null: never counted); of few partitions, that is now too.
         */
        SystemSummary: {
            /** Ageseconds */
            ageSeconds: number | null;
            /** Alarms */
            alarms: components["schemas"]["AlarmAnswer"][];
            /** Countedat */
            countedAt: string | null;
            /** Deadletters */
            deadLetters: number;
            /** Deadletterslasthour */
            deadLettersLastHour: number;
            /** Fullestqueues */
            fullestQueues: components["schemas"]["FullQueue"][];
            /** Leases */
            leases: number;
            log: components["schemas"]["LogEnd"];
            maintenance: components["schemas"]["Switches"];
            /** Oldestopenseconds */
            oldestOpenSeconds: number | null;
            /** Open */
            open: number;
            /** Partitions */
            partitions: number;
            /** Queues */
            queues: number;
            /** Schedules */
            schedules: components["schemas"]["Schedule"][];
            /** Servertime */
            serverTime: string;
            /** Worstgroups */
            worstGroups: components["schemas"]["WaitingGroup"][];
        };
        /**
         * TasksAnswer
         * @description A page of tasks, by name. Their sums are of now, or of ``asOf``.
         */
        TasksAnswer: {
            /**
             * Ageseconds
             * @default 0
             */
            ageSeconds?: number;
            /**
             * Asof
             * @default
             */
            asOf?: string;
            /** Nextcursor */
            nextCursor: string | null;
            pagination: components["schemas"]["Pagination"];
            /** Tasks */
            tasks: components["schemas"]["LabelListed"][];
            /** Total */
            total: number;
        };
        /**
         * Throughput
         * @description What was counted in a step. The average lag is not measured.
         */
        Throughput: {
            /** Avglagms */
            avgLagMs: number | null;
            /** Ingested */
            ingested: number;
            /** Ingestedpersecond */
            ingestedPerSecond: number;
            /** Maxlagms */
            maxLagMs: number;
            /** Processed */
            processed: number;
            /** Processedpersecond */
            processedPerSecond: number;
            /** Timestamp */
            timestamp: string;
        };
        /**
         * TimeRange
         * @description The time that was asked for, in full.
         */
        TimeRange: {
            /** From */
            from: string;
            /** To */
            to: string;
        };
        /**
         * TopicAnswer
         * @description A topic. The instant is in milliseconds since 1970.
         */
        TopicAnswer: {
            /** Createdat */
            createdAt: number;
            /** Partitions */
            partitions: number;
            /** Topic */
            topic: string;
        };
        /**
         * TopicDescription
         * @description A topic with its partitions.
         */
        TopicDescription: {
            /** Createdat */
            createdAt: number;
            /** Offsets */
            offsets: components["schemas"]["TopicPartitionAnswer"][];
            /** Partitions */
            partitions: number;
            /** Topic */
            topic: string;
        };
        /**
         * TopicPartitionAnswer
         * @description A partition keeps the offsets from logStartOffset to highWatermark - 1.
         */
        TopicPartitionAnswer: {
            /** Highwatermark */
            highWatermark: number;
            /** Logstartoffset */
            logStartOffset: number;
            /** Partition */
            partition: number;
        };
        /**
         * TopicRequest
         * @description A topic, and how many partitions it is to have.
         */
        TopicRequest: {
            /** Partitions */
            partitions: number;
            /** Topic */
            topic: string;
        };
        /**
         * TopicsAnswer
         * @description Topics, by name.
         */
        TopicsAnswer: {
            /** Nextcursor */
            nextCursor: string | null;
            pagination: components["schemas"]["Pagination"];
            /** Topics */
            topics: components["schemas"]["TopicAnswer"][];
            /** Total */
            total: number;
        };
        /**
         * Totals
         * @description Totals of the whole queue, under both names that consoles read.
         */
        Totals: {
            /** Completed */
            completed: number;
            /** Deadletter */
            deadLetter: number;
            /** Failed */
            failed: number;
            messages: components["schemas"]["MessageTotals"];
            /** Pending */
            pending: number;
            /** Processing */
            processing: number;
            /** Total */
            total: number;
        };
        /**
         * Trace
         * @description A note, as the published clients read it: in snake_case.
         */
        Trace: {
            /** Consumer Group */
            consumer_group: string | null;
            /** Created At */
            created_at: string;
            /** Data */
            data: unknown;
            /** Event Type */
            event_type: string;
            /** Id */
            id: string;
            /** Trace Names */
            trace_names: string[];
            /** Worker Id */
            worker_id: string | null;
        };
        /**
         * TraceAnswer
         * @description The note is kept.
         */
        TraceAnswer: {
            /** Success */
            success: boolean;
            /** Traceid */
            traceId: string;
        };
        /**
         * TraceName
         * @description A name, how often it was used, for how many messages, and when it was used last.
         */
        TraceName: {
            /** Last Seen */
            last_seen: string;
            /** Message Count */
            message_count: number;
            /** Trace Count */
            trace_count: number;
            /** Trace Name */
            trace_name: string;
        };
        /**
         * TraceNamesAnswer
         * @description The names, in their order.
         */
        TraceNamesAnswer: {
            /** Nextcursor */
            nextCursor: string | null;
            pagination: components["schemas"]["Pagination"];
            /** Total */
            total: number;
            /** Trace Names */
            trace_names: components["schemas"]["TraceName"][];
        };
        /**
         * TraceRequest
         * @description A note about a message: any JSON, under names by which it can be found again.
         */
        TraceRequest: {
            /** Consumergroup */
            consumerGroup?: string | null;
            /** Data */
            data: unknown;
            /**
             * Eventtype
             * @default info
             */
            eventType?: string;
            /** Partitionid */
            partitionId: string;
            /** Tracenames */
            traceNames?: string[] | null;
            /** Transactionid */
            transactionId: string;
            /** Workerid */
            workerId?: string | null;
        };
        /**
         * TracesAnswer
         * @description The notes about a message, oldest first.
         */
        TracesAnswer: {
            /** Nextcursor */
            nextCursor: string | null;
            pagination: components["schemas"]["Pagination"];
            /** Total */
            total: number;
            /** Traces */
            traces: components["schemas"]["Trace"][];
        };
        /**
         * TransactionAnswer
         * @description success: false means that nothing has changed. ``repeated``: it had happened before, under
         *     its key, and this is the answer of then.
         */
        TransactionAnswer: {
            /** Code */
            code?: string | null;
            /** Detail */
            detail?: {
                [key: string]: unknown;
            } | null;
            /** Error */
            error?: string | null;
            /**
             * Repeated
             * @default false
             */
            repeated?: boolean;
            /** Results */
            results: components["schemas"]["OperationAnswer"][];
            /** Success */
            success: boolean;
            /** Transactionid */
            transactionId: string;
        };
        /**
         * TransactionRequest
         * @description Operations in order, and leases that must be live for any of them to happen.
         */
        TransactionRequest: {
            /**
             * Kv
             * @default []
             */
            kv?: unknown[];
            /** Operations */
            operations: (components["schemas"]["AckOperation"] | components["schemas"]["PushOperation"] | components["schemas"]["CommitOperation"] | components["schemas"]["AppendOperation"])[];
            /**
             * Requiredleases
             * @default []
             */
            requiredLeases?: string[];
            /**
             * Timers
             * @default []
             */
            timers?: unknown[];
            /** Transactionkey */
            transactionKey?: string | null;
        };
        /** ValidationError */
        ValidationError: {
            /** Location */
            loc: (string | number)[];
            /** Error Type */
            type: string;
        };
        /**
         * WaitingGroup
         * @description A group that is behind. ``partition``: the one with its oldest open message; null if it is
         *     gone since.
         */
        WaitingGroup: {
            /** Group */
            group: string;
            /** Leases */
            leases: number;
            /** Oldestat */
            oldestAt: string;
            /** Oldestseconds */
            oldestSeconds: number;
            /** Open */
            open: number;
            /** Partition */
            partition: string | null;
            /** Partitionsbehind */
            partitionsBehind: number;
            /** Queue */
            queue: string;
            /** State */
            state: string;
        };
        /**
         * WorkerPoint
         * @description What consumers did in a step.
         */
        WorkerPoint: {
            /** Ackfailed */
            ackFailed: number;
            /** Ackmessages */
            ackMessages: number;
            /** Ackpersecond */
            ackPerSecond: number;
            /** Acksuccess */
            ackSuccess: number;
            /** Avglagms */
            avgLagMs: number | null;
            /** Dlqcount */
            dlqCount: number;
            /** Efficiencypercent */
            efficiencyPercent: number | null;
            /** Leasesexpired */
            leasesExpired: number;
            /** Maxlagms */
            maxLagMs: number;
            /** Popmessages */
            popMessages: number;
            /** Poppersecond */
            popPerSecond: number;
            /** Pushmessages */
            pushMessages: number;
            /** Pushpersecond */
            pushPerSecond: number;
            /** Timestamp */
            timestamp: string;
        };
        /**
         * WorkerQueue
         * @description The work of a queue's consumers. Processing: how long the last lease of a partition took,
         *     over the partitions whose lease ended in that time.
         */
        WorkerQueue: {
            /** Ackcount */
            ackCount: number;
            /** Avgprocessingseconds */
            avgProcessingSeconds: number | null;
            /** Efficiencypercent */
            efficiencyPercent: number | null;
            /** Lagseconds */
            lagSeconds: number;
            /** Leasedpartitions */
            leasedPartitions: number;
            /** Leasesended */
            leasesEnded: number;
            /** Maxprocessingseconds */
            maxProcessingSeconds: number | null;
            /** Partitions */
            partitions: number;
            /** Popcount */
            popCount: number;
            /** Queuename */
            queueName: string;
            /** Utilizationpercent */
            utilizationPercent: number;
        };
        /**
         * WorkersAnswer
         * @description Steps, the newest first; and the queues that popped most.
         */
        WorkersAnswer: {
            /** Bucketminutes */
            bucketMinutes: number;
            /** Pointcount */
            pointCount: number;
            /** Queues */
            queues: components["schemas"]["WorkerQueue"][];
            /** Queuesleftout */
            queuesLeftOut: number;
            summary: components["schemas"]["WorkerSummary"];
            timeRange: components["schemas"]["TimeRange"];
            /** Timeseries */
            timeSeries: components["schemas"]["WorkerPoint"][];
            /** Workers */
            workers: unknown[];
        };
        /**
         * WorkerSummary
         * @description The whole of the time that was asked for.
         */
        WorkerSummary: {
            /** Efficiencypercent */
            efficiencyPercent: number | null;
            /** Pendingmessages */
            pendingMessages: number;
            /** Totalackfailed */
            totalAckFailed: number;
            /** Totalackmessages */
            totalAckMessages: number;
            /** Totaldlq */
            totalDlq: number;
            /** Totalleasesexpired */
            totalLeasesExpired: number;
            /** Totalpopmessages */
            totalPopMessages: number;
            /** Totalpushmessages */
            totalPushMessages: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    root: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Regent */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RootAnswer"];
                };
            };
            /** @description To the console, for a browser */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description The request cannot be read, or it has a query parameter that the route does not have. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The server, its database or the issuer of its tokens has no time or does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    ack: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AckRequest"];
            };
        };
        responses: {
            /** @description One outcome per verdict, in order; a refused one has success: false */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AckAnswer"][];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    ack_batch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AckBatchRequest"];
            };
        };
        responses: {
            /** @description One outcome per verdict, in order; a refused one has success: false. With `failedLeases` or `next`, an object that has these outcomes, those of the leases, and the messages */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AckAnswer"][] | components["schemas"]["AckAtLengthAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_lag_rollups: {
        parameters: {
            query?: {
                at?: string;
                consumerGroup?: string;
                cursor?: string;
                limit?: number;
                namespace?: string;
                offset?: number;
                queue?: string;
                scope?: "consumer" | "queue" | "group" | "namespace" | "system";
                verdict?: "ok" | "warning" | "stalled" | "stopped" | "rewound";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of rollups, furthest behind first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LagAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_lag_heatmap: {
        parameters: {
            query?: {
                consumerGroup?: string;
                from?: string;
                namespace?: string;
                queue?: string;
                scope?: "consumer" | "queue" | "group" | "namespace" | "system";
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A column for each snapshot, the oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LagHeatmapAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_lag_history: {
        parameters: {
            query?: {
                consumerGroup?: string;
                cursor?: string;
                from?: string;
                limit?: number;
                namespace?: string;
                queue?: string;
                scope?: "consumer" | "queue" | "group" | "namespace" | "system";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A point for each snapshot, the newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LagHistoryAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_lag_partitions: {
        parameters: {
            query?: {
                at?: string;
                atLeastSeconds?: number;
                belowSeconds?: number;
                consumerGroup?: string;
                cursor?: string;
                limit?: number;
                offset?: number;
                queue?: string;
                since?: string;
                verdict?: "ok" | "warning" | "stalled" | "stopped" | "rewound";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of partitions, furthest behind first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LagPartitionsAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_lag_snapshots: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of snapshots, the newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LagSnapshotsAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_leases: {
        parameters: {
            query?: {
                consumerGroup?: string;
                cursor?: string;
                limit?: number;
                offset?: number;
                queue?: string;
                stuck?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of leases */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeasesAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_postgres: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Caches, dead rows, vacuum, sizes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostgresAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_lag: {
        parameters: {
            query?: {
                from?: string;
                queue?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A point for each step and queue */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueueLag"][];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_operations: {
        parameters: {
            query?: {
                from?: string;
                queue?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A point for each step and queue */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationsAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_parked: {
        parameters: {
            query?: {
                from?: string;
                queue?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Always empty */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParkedAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    chart_retention: {
        parameters: {
            query?: {
                from?: string;
                queue?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A point for each step and queue */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetentionAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_system: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One sample */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SystemAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_workers: {
        parameters: {
            query?: {
                from?: string;
                queue?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Steps, and the queues that popped most */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkersAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_archive_batches: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                offset?: number;
                queue?: string;
                status?: "planned" | "written" | "verified" | "committed" | "deleted";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of batches, the newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchiveBatchesAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_changes: {
        parameters: {
            query?: {
                cursor?: string;
                from?: string;
                limit?: number;
                offset?: number;
                queue?: string;
                to?: string;
                what?: string;
                who?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, the newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangesAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    configure: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfigureRequest"];
            };
        };
        responses: {
            /** @description The queue as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigureAnswer"];
                };
            };
            /** @description Encryption was asked for without a key, or the key that a message needs is lost. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A queue has another revision than the request says: somebody configured or deleted it. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_assignment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                member: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the member reads */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssignmentAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description That member left, was evicted, or its session ended: it has to join again. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    commit_offsets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommitRequest"];
            };
        };
        responses: {
            /** @description The group as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StandingAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description That member left, was evicted, or its session ended: it has to join again. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request of a member that the group's present state does not allow. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    heartbeat: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HeartbeatRequest"];
            };
        };
        responses: {
            /** @description The group as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StandingAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description That member left, was evicted, or its session ended: it has to join again. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request of a member that the group's present state does not allow. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    join_group: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JoinRequest"];
            };
        };
        responses: {
            /** @description A member */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JoinAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No group with members has that id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request of a member that the group's present state does not allow. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    join_group_consumer_group_join_group: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JoinRequest"];
            };
        };
        responses: {
            /** @description A member */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JoinAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No group with members has that id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request of a member that the group's present state does not allow. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    leave_group: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberRequest"];
            };
        };
        responses: {
            /** @description It left */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeaveAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description That member left, was evicted, or its session ended: it has to join again. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    leave_group_consumer_group_leave_group: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberRequest"];
            };
        };
        responses: {
            /** @description It left */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeaveAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description That member left, was evicted, or its session ended: it has to join again. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_offsets: {
        parameters: {
            query: {
                groupId: string;
                partition?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By partition */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OffsetsAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No group with members has that id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_records: {
        parameters: {
            query: {
                maxRecords?: number;
                maxWaitMs?: number;
                offset: number;
                partition: number;
                topic: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records, or none when the end is reached */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordsAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no topic of that name: no queue with a fixed number of partitions. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An offset that the partition does not keep any more, or does not have yet. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    groups_list_groups: {
        parameters: {
            query?: {
                by?: "queue" | "group";
                cursor?: string;
                limit?: number;
                live?: boolean;
                name?: string;
                namespace?: string;
                queue?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By name; the header X-Next-Cursor is there when more follow */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupAnswer"][];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    groups_read_group: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                live?: boolean;
                queue?: string;
            };
            header?: never;
            path: {
                group: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its queues, 100 at most; the header X-Next-Cursor is there when more follow */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: components["schemas"]["GroupOnQueueAnswer"];
                    };
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No consumer group of that name is there. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    delete_group: {
        parameters: {
            query?: {
                deleteMetadata?: boolean;
                dryRun?: boolean;
                force?: boolean;
            };
            header?: never;
            path: {
                group: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone, whether it was there or not */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteGroupAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A group's partitions are assigned to its members: it cannot be popped or deleted. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    pause: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How the group stands now, whether it stood so before or not */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PauseAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    delete_group_on_queue: {
        parameters: {
            query?: {
                deleteMetadata?: boolean;
                dryRun?: boolean;
                force?: boolean;
            };
            header?: never;
            path: {
                group: string;
                queue: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone, whether it was there or not */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteGroupAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A group's partitions are assigned to its members: it cannot be popped or deleted. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    seek_partition: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: never;
            path: {
                group: string;
                partition: string;
                queue: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SeekPartitionRequest"];
            };
        };
        responses: {
            /** @description The group goes on from there */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeekPartitionAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No consumer group of that name is there. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A group's partitions are assigned to its members: it cannot be popped or deleted. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    pause_on_queue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group: string;
                queue: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How the group stands now, whether it stood so before or not */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PauseAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No consumer group of that name is there. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    resume_on_queue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group: string;
                queue: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How the group stands now, whether it stood so before or not */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PauseAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No consumer group of that name is there. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    seek: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: never;
            path: {
                group: string;
                queue: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SeekRequest"];
            };
        };
        responses: {
            /** @description The group goes on from there */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeekAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No consumer group of that name is there. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A group's partitions are assigned to its members: it cannot be popped or deleted. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    resume: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How the group stands now, whether it stood so before or not */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PauseAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No consumer group of that name is there. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    move_subscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionMove"];
            };
        };
        responses: {
            /** @description Its subscriptions say so now; its cursors are where they were */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionMoved"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No consumer group of that name is there. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    heartbeat_consumer_groups_heartbeat: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HeartbeatRequest"];
            };
        };
        responses: {
            /** @description The group as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StandingAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description That member left, was evicted, or its session ended: it has to join again. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request of a member that the group's present state does not allow. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    join_group_consumer_groups_join: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JoinRequest"];
            };
        };
        responses: {
            /** @description A member */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JoinAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No group with members has that id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request of a member that the group's present state does not allow. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_late_partitions: {
        parameters: {
            query?: {
                consumerGroup?: string;
                limit?: number;
                minLagSeconds?: number;
                queue?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The oldest message first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LaggingAnswer"][];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    pause_named: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PauseRequest"];
            };
        };
        responses: {
            /** @description How the group stands now, whether it stood so before or not */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PauseAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No consumer group of that name is there. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    resume_named: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PauseRequest"];
            };
        };
        responses: {
            /** @description How the group stands now, whether it stood so before or not */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PauseAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No consumer group of that name is there. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    seek_named: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SeekNamedRequest"];
            };
        };
        responses: {
            /** @description The group goes on from there */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeekNamedAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No consumer group of that name is there. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A group's partitions are assigned to its members: it cannot be popped or deleted. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    move_subscription_named: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionNamedMove"];
            };
        };
        responses: {
            /** @description Its subscriptions say so now; its cursors are where they were */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionMoved"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No consumer group of that name is there. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_usage: {
        parameters: {
            query?: {
                batch?: number;
                by?: "queue" | "group";
                from?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bill of a month, and each queue's part of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CostsAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_dead_letters: {
        parameters: {
            query?: {
                consumerGroup?: string;
                cursor?: string;
                error?: string;
                fingerprint?: string;
                from?: string;
                ids?: string[];
                limit?: number;
                namespace?: string;
                offset?: number;
                partition?: string;
                queue?: string;
                reason?: "retries" | "rejected" | "max_wait" | "moved";
                reveal?: boolean;
                task?: string;
                to?: string;
                traceId?: string;
                transactionId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Dead letters, the newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    purge: {
        parameters: {
            query?: {
                all?: boolean;
                consumerGroup?: string;
                dryRun?: boolean;
                error?: string;
                fingerprint?: string;
                from?: string;
                ids?: string[];
                namespace?: string;
                olderThanSeconds?: number;
                partition?: string;
                queue?: string;
                reason?: "retries" | "rejected" | "max_wait" | "moved";
                task?: string;
                to?: string;
                traceId?: string;
                transactionId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was done in twenty seconds */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PurgeAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    purge_one: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PurgeAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No group has given up on that message, or its dead letter was redriven or purged. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    count_outcomes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OutcomesRequest"];
            };
        };
        responses: {
            /** @description What each group made of them so far */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutcomesAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    redrive: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedriveRequest"];
            };
        };
        responses: {
            /** @description What was done in twenty seconds */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedriveAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no queue of that name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description As many queues, partitions or groups as the settings allow; nothing was made or stored. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A queue with a maximum size has no room for all of a request's messages; none was stored. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_redrives: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of redrives, the newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedrivesAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    start_redrive: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedriveRequest"];
            };
        };
        responses: {
            /** @description What a dry run says */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedriveAnswer"];
                };
            };
            /** @description It has begun */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedriveRead"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No consumer group of that name is there. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description As many redrives run as may at once; nothing was begun. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Pushes are switched off, for all queues or for one of the request's; nothing was stored. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_redrive: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How far it is */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedriveRead"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no redrive with that id, or it ended long ago. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    stop_redrive: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedriveRead"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no redrive with that id, or it ended long ago. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    summarize_dead_letters: {
        parameters: {
            query?: {
                consumerGroup?: string;
                error?: string;
                fingerprint?: string;
                from?: string;
                interval?: "minute" | "hour" | "day";
                namespace?: string;
                queue?: string;
                reason?: "retries" | "rejected" | "max_wait" | "moved";
                task?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many, whose, of what they died, and when */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SummaryAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_jobs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Each job with its last run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobsAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_job_runs: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                job: "lag" | "retention" | "compact" | "replay" | "export-log";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of runs, the newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobRunsAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    extend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                lease: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ExtendRequest"];
            };
        };
        responses: {
            /** @description success: false when the lease has ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExtendAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    release: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                lease: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReleaseRequest"];
            };
        };
        responses: {
            /** @description released: 0 when the lease has ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleaseAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    append: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogAppendRequest"];
            };
        };
        responses: {
            /** @description The messages' positions */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogAppendAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A message that the guard excludes was appended meanwhile; nothing was. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_groups: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Groups by name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogGroupsAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    register: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogGroupRequest"];
            };
        };
        responses: {
            /** @description The group was there */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogGroupAnswer"];
                };
            };
            /** @description The group was made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogGroupAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    log_groups_read_group: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The group */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogGroupAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The log has no group of that name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    ack_claim: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogAckRequest"];
            };
        };
        responses: {
            /** @description The claim has ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogAckAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The log has no group of that name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The claim ran out, or another worker has it: what it says moves nothing. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    advance_offset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogAdvanceRequest"];
            };
        };
        responses: {
            /** @description Where the group is */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogAdvanceAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The log has no group of that name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    claim_next: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogClaimRequest"];
            };
        };
        responses: {
            /** @description A partition and what is pending in it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogClaimAnswer"];
                };
            };
            /** @description Nothing is pending, all of it is claimed, or the group does not run */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    extend_claim: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogExtendRequest"];
            };
        };
        responses: {
            /** @description Until when the claim runs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogExtendAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The log has no group of that name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The claim ran out, or another worker has it: what it says moves nothing. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_offsets: {
        parameters: {
            query?: {
                cursor?: string;
                from?: number;
                limit?: number;
                state?: "pending" | "claimed" | "resting" | "idle";
            };
            header?: never;
            path: {
                group: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Partitions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogOffsetsAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The log has no group of that name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    release_claim: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogReleaseRequest"];
            };
        };
        responses: {
            /** @description The claim has ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogReleaseAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The log has no group of that name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The claim ran out, or another worker has it: what it says moves nothing. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    reset_group: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["LogReasonRequest"];
            };
        };
        responses: {
            /** @description What was forgotten */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogResetAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The log has no group of that name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    start: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["LogReasonRequest"];
            };
        };
        responses: {
            /** @description The group */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogGroupAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The log has no group of that name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    stop: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["LogStopRequest"];
            };
        };
        responses: {
            /** @description The group */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogGroupAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The log has no group of that name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    ack_claim_named: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogAckNamedRequest"];
            };
        };
        responses: {
            /** @description The claim has ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogAckAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The log has no group of that name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The claim ran out, or another worker has it: what it says moves nothing. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    advance_offset_named: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogAdvanceNamedRequest"];
            };
        };
        responses: {
            /** @description Where the group is */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogAdvanceAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The log has no group of that name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    claim_next_named: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogClaimNamedRequest"];
            };
        };
        responses: {
            /** @description A partition and what is pending in it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogClaimAnswer"];
                };
            };
            /** @description Nothing is pending, all of it is claimed, or the group does not run */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    extend_claim_named: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogExtendNamedRequest"];
            };
        };
        responses: {
            /** @description Until when the claim runs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogExtendAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The log has no group of that name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The claim ran out, or another worker has it: what it says moves nothing. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    release_claim_named: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogReleaseNamedRequest"];
            };
        };
        responses: {
            /** @description The claim has ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogReleaseAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The log has no group of that name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The claim ran out, or another worker has it: what it says moves nothing. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    reset_group_named: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogReasonNamedRequest"];
            };
        };
        responses: {
            /** @description What was forgotten */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogResetAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The log has no group of that name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    start_named: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogReasonNamedRequest"];
            };
        };
        responses: {
            /** @description The group */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogGroupAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The log has no group of that name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    stop_named: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogStopNamedRequest"];
            };
        };
        responses: {
            /** @description The group */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogGroupAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The log has no group of that name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_messages: {
        parameters: {
            query?: {
                cursor?: string;
                from?: number;
                limit?: number;
                order?: "asc" | "desc";
                timeout?: number;
                type?: string;
                wait?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Messages in order */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogMessagesAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    log_read_message: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                message: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogMessageAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The log has no message with that id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_correlated: {
        parameters: {
            query?: {
                cursor?: string;
                from?: number;
                limit?: number;
            };
            header?: never;
            path: {
                message: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Messages in order */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogMessagesAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The log has no message with that id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_conditions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogReadRequest"];
            };
        };
        responses: {
            /** @description Messages in order, and a guard */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogReadAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    log_read_partition: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogPartitionRequest"];
            };
        };
        responses: {
            /** @description Messages in order, and a guard */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogReadAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    schedule_messages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogScheduleRequest"];
            };
        };
        responses: {
            /** @description What was kept */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogScheduleAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_scheduled: {
        parameters: {
            query?: {
                cursor?: string;
                from?: string;
                limit?: number;
                offset?: number;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Batches that wait */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledListAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_scheduled: {
        parameters: {
            query?: {
                from?: number;
                limit?: number;
            };
            header?: never;
            path: {
                schedule: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledReadAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No messages are scheduled under that id: they were appended or cancelled, or never there. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    cancel_scheduled: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: never;
            path: {
                schedule: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They are never appended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelledAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No messages are scheduled under that id: they were appended or cancelled, or never there. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_types: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Types by name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogTypesAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_type: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                type: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The type */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogTypeAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No such route, or no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    declare_type: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                type: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogTypeRequest"];
            };
        };
        responses: {
            /** @description The type as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogTypeAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_messages: {
        parameters: {
            query?: {
                afterOffset?: number;
                consumerGroup?: string;
                contains?: string;
                cursor?: string;
                field?: string;
                from?: string;
                limit?: number;
                maxDataBytes?: number;
                namespace?: string;
                ns?: string;
                offset?: number;
                order?: "asc" | "desc";
                partition?: string;
                payloads?: boolean;
                queue?: string;
                reveal?: boolean;
                status?: "pending" | "delayed" | "processing" | "completed" | "failed" | "dead" | "expired";
                task?: string;
                to?: string;
                traceId?: string;
                transactionId?: string;
                value?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Messages, newest first unless `order` says otherwise; those of a trace or a transaction id oldest first. With their payloads where `payloads` says so */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessagesAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    messages_read_message: {
        parameters: {
            query?: {
                reveal?: boolean;
            };
            header?: never;
            path: {
                partitionId: string;
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message with its payload, and what each group made of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageDetail"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no such message: it was never pushed, or it was deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    delete_message: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                partitionId: string;
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message is gone, for every group */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedMessage"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no such message: it was never pushed, or it was deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    move_to_dead_letters: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                partitionId: string;
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["LetterMove"];
            };
        };
        responses: {
            /** @description It is a dead letter */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LetterMoved"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No consumer group of that name is there. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The group is done with that message: it is completed or expired. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    retry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                partitionId: string;
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RetryRequest"];
            };
        };
        responses: {
            /** @description The new message */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetryAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No group has given up on that message, or its dead letter was redriven or purged. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description As many queues, partitions or groups as the settings allow; nothing was made or stored. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A queue with a maximum size has no room for all of a request's messages; none was stored. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    move_to_dead_letters_named: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LetterNamedMove"];
            };
        };
        responses: {
            /** @description It is a dead letter */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LetterMoved"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No consumer group of that name is there. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The group is done with that message: it is completed or expired. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    retry_named: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetryNamedRequest"];
            };
        };
        responses: {
            /** @description The new message */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetryAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No group has given up on that message, or its dead letter was redriven or purged. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description As many queues, partitions or groups as the settings allow; nothing was made or stored. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A queue with a maximum size has no room for all of a request's messages; none was stored. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    member_groups_list_groups: {
        parameters: {
            query?: {
                after?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An array of them, by id */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberGroupAnswer"][];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    describe_group: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The group and its members */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupDescription"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No group with members has that id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    delete_member_group: {
        parameters: {
            query?: {
                brokerId?: string;
                force?: boolean;
            };
            header?: never;
            path: {
                group: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedGroupAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No group with members has that id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A group's partitions are assigned to its members: it cannot be popped or deleted. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_generations: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                group: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of generations */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationsAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No group with members has that id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    evict_member: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: never;
            path: {
                group: string;
                member: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvictedAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description That member left, was evicted, or its session ended: it has to join again. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    find_or_create: {
        parameters: {
            query?: {
                onEmpty?: "keep" | "delete";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GroupRequest"];
            };
        };
        responses: {
            /** @description The group */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundGroupAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no topic of that name: no queue with a fixed number of partitions. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description As many queues, partitions or groups as the settings allow; nothing was made or stored. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_topics: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, by name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopicsAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    create_topic: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TopicRequest"];
            };
        };
        responses: {
            /** @description It was there, with at most as many partitions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MadeTopicAnswer"];
                };
            };
            /** @description It was made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MadeTopicAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description As many queues, partitions or groups as the settings allow; nothing was made or stored. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    describe_topic: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                topic: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The topic, and where each partition begins and ends */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopicDescription"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no topic of that name: no queue with a fixed number of partitions. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    delete_topic: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                topic: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedTopicAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no topic of that name: no queue with a fixed number of partitions. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    pop_matching: {
        parameters: {
            query?: {
                autoAck?: boolean;
                autopilot?: boolean;
                batch?: number;
                conflation?: false;
                consumerGroup?: string;
                leaseKey?: string;
                leaseSeconds?: number;
                namespace?: string;
                partitions?: number;
                perPartition?: number;
                repeat?: boolean;
                subscriptionFrom?: ("" | "now" | "all" | "from_beginning" | "new" | "new-only") | string;
                subscriptionMode?: "" | "all" | "from_beginning" | "new" | "new-only";
                task?: string;
                timeout?: number;
                wait?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Messages, under one lease */
            200: {
                headers: {
                    /** @description `noticed`: a client may hang up while it waits. Nothing is taken for it then, and what was taken in that moment is given back. */
                    "regent-hang-ups"?: "noticed";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PopAnswer"];
                };
            };
            /** @description Nothing to hand out */
            204: {
                headers: {
                    /** @description `noticed`: a client may hang up while it waits. Nothing is taken for it then, and what was taken in that moment is given back. */
                    "regent-hang-ups"?: "noticed";
                    /** @description `unknown`: there is no such queue, or none with these labels. The group is subscribed all the same, and will get what comes. */
                    "regent-queue"?: "unknown";
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description As many queues, partitions or groups as the settings allow; nothing was made or stored. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    pop_queue: {
        parameters: {
            query?: {
                autoAck?: boolean;
                autopilot?: boolean;
                batch?: number;
                conflation?: false;
                consumerGroup?: string;
                leaseKey?: string;
                leaseSeconds?: number;
                partitions?: number;
                perPartition?: number;
                repeat?: boolean;
                subscriptionFrom?: ("" | "now" | "all" | "from_beginning" | "new" | "new-only") | string;
                subscriptionMode?: "" | "all" | "from_beginning" | "new" | "new-only";
                timeout?: number;
                wait?: boolean;
            };
            header?: never;
            path: {
                queue: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Messages, under one lease */
            200: {
                headers: {
                    /** @description `noticed`: a client may hang up while it waits. Nothing is taken for it then, and what was taken in that moment is given back. */
                    "regent-hang-ups"?: "noticed";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PopAnswer"];
                };
            };
            /** @description Nothing to hand out */
            204: {
                headers: {
                    /** @description `noticed`: a client may hang up while it waits. Nothing is taken for it then, and what was taken in that moment is given back. */
                    "regent-hang-ups"?: "noticed";
                    /** @description `unknown`: there is no such queue, or none with these labels. The group is subscribed all the same, and will get what comes. */
                    "regent-queue"?: "unknown";
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description As many queues, partitions or groups as the settings allow; nothing was made or stored. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    pop_partition: {
        parameters: {
            query?: {
                autoAck?: boolean;
                autopilot?: boolean;
                batch?: number;
                conflation?: false;
                consumerGroup?: string;
                leaseKey?: string;
                leaseSeconds?: number;
                partitions?: number;
                perPartition?: number;
                repeat?: boolean;
                subscriptionFrom?: ("" | "now" | "all" | "from_beginning" | "new" | "new-only") | string;
                subscriptionMode?: "" | "all" | "from_beginning" | "new" | "new-only";
                timeout?: number;
                wait?: boolean;
            };
            header?: never;
            path: {
                partition: string;
                queue: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Messages, under one lease */
            200: {
                headers: {
                    /** @description `noticed`: a client may hang up while it waits. Nothing is taken for it then, and what was taken in that moment is given back. */
                    "regent-hang-ups"?: "noticed";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PopAnswer"];
                };
            };
            /** @description Nothing to hand out */
            204: {
                headers: {
                    /** @description `noticed`: a client may hang up while it waits. Nothing is taken for it then, and what was taken in that moment is given back. */
                    "regent-hang-ups"?: "noticed";
                    /** @description `unknown`: there is no such queue, or none with these labels. The group is subscribed all the same, and will get what comes. */
                    "regent-queue"?: "unknown";
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description As many queues, partitions or groups as the settings allow; nothing was made or stored. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    produce: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProduceRequest"];
            };
        };
        responses: {
            /** @description Where each record is, in order */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProduceAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no topic of that name: no queue with a fixed number of partitions. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A queue with a maximum size has no room for all of a request's messages; none was stored. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    push: {
        parameters: {
            query?: {
                depth?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PushRequest"];
            };
        };
        responses: {
            /** @description One outcome per item, in order: queued, or duplicate with the id of the message that is there */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PushAnswer"][];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description As many queues, partitions or groups as the settings allow; nothing was made or stored. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A queue with a maximum size has no room for all of a request's messages; none was stored. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    clear_queue: {
        parameters: {
            query?: {
                dryRun?: boolean;
                force?: boolean;
                partition?: string;
            };
            header?: never;
            path: {
                queue: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The messages are gone */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClearAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The queue has no partition of that name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A consumer holds what this would change under its hands; `force` does it all the same. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    clear_queue_named: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClearRequest"];
            };
        };
        responses: {
            /** @description The messages are gone */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClearAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The queue has no partition of that name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A consumer holds what this would change under its hands; `force` does it all the same. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_standings: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                live?: boolean;
                name?: string;
                namespace?: string;
                queue?: string;
                sort?: "name" | "lag";
                state?: "Stable" | "Lagging" | "Paused" | "Dead";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of groups, each on each of its queues */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupsAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_namespaces: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                live?: boolean;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of namespaces */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NamespacesAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_overview: {
        parameters: {
            query?: {
                live?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How things stand */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OverviewAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_partitions: {
        parameters: {
            query?: {
                cursor?: string;
                from?: string;
                group?: string;
                limit?: number;
                name?: string;
                offset?: number;
                queue?: string;
                sort?: "name" | "lag" | "activity";
                state?: ("leased" | "empty" | "assigned" | "maintenance" | "paused" | "resting" | "failing" | "ready") | "not_subscribed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of partitions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartitionsAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no queue of that name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    partitions_read_partition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The partition */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartitionRead"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The queue has no partition of that name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    explain_partition_of_id: {
        parameters: {
            query?: {
                group?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What its next pop would meet */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Explanation"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The queue has no partition of that name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    delete_partition_named: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeletePartitionRequest"];
            };
        };
        responses: {
            /** @description The partition is gone */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartitionDeleted"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The queue has no partition of that name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The number of a queue's partitions is fixed when it is made and can only grow. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_queues: {
        parameters: {
            query?: {
                contains?: string;
                cursor?: string;
                limit?: number;
                live?: boolean;
                name?: string;
                namespace?: string;
                offset?: number;
                sort?: "name" | "open" | "oldest" | "dead" | "partitions" | "full";
                task?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of queues, by name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuesAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_queue: {
        parameters: {
            query?: {
                cursor?: string;
                include?: ("options" | "totals" | "groups" | "partitions")[];
                limit?: number;
                live?: boolean;
                offset?: number;
            };
            header?: never;
            path: {
                queue: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The queue */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueueAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no queue of that name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    delete_queue: {
        parameters: {
            query?: {
                dryRun?: boolean;
            };
            header?: never;
            path: {
                queue: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The queue is gone, whether it was there or not */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_depth: {
        parameters: {
            query?: {
                group?: string;
                limit?: number;
                live?: boolean;
            };
            header?: never;
            path: {
                queue: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is left to do */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DepthAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no queue of that name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    explain_queue: {
        parameters: {
            query?: {
                group?: string;
            };
            header?: never;
            path: {
                queue: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many are in which state */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueueExplanation"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no queue of that name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    delete_partition: {
        parameters: {
            query?: {
                dryRun?: boolean;
                force?: boolean;
            };
            header?: never;
            path: {
                partition: string;
                queue: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The partition is gone */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartitionDeleted"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The queue has no partition of that name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The number of a queue's partitions is fixed when it is made and can only grow. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    explain_partition: {
        parameters: {
            query?: {
                group?: string;
            };
            header?: never;
            path: {
                partition: string;
                queue: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What its next pop would meet */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Explanation"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The queue has no partition of that name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_tasks: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                live?: boolean;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tasks */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TasksAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_session: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller and the server */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    count_activity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The numbers are new */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefreshAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_status: {
        parameters: {
            query?: {
                from?: string;
                live?: boolean;
                namespace?: string;
                queue?: string;
                task?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Numbers of now and of the last count */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_activity: {
        parameters: {
            query?: {
                from?: string;
                interval?: "minute" | "hour" | "day" | "week" | "month";
                namespace?: string;
                queue?: string;
                task?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A point for each step */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalyticsAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_buffers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Always the same */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BuffersAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_queue_status: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                live?: boolean;
                namespace?: string;
                offset?: number;
                task?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of queues */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueueStatusesAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_queue_status: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                live?: boolean;
                offset?: number;
            };
            header?: never;
            path: {
                queue: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A queue and a page of its partitions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueueStatusAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no queue of that name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_queue_messages: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                queue: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of messages, without their payloads */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueueMessagesAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_sparklines: {
        parameters: {
            query: {
                points?: number;
                queues: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A line for each queue */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SparklinesAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_summary: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The system, what is worst in it, and its alarms */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SystemSummary"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_subscriptions: {
        parameters: {
            query?: {
                consumerGroup?: string;
                cursor?: string;
                limit?: number;
                offset?: number;
                queue?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionsAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    delete_subscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                subscription: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record is gone; the group keeps its place */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteSubscriptionAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no subscription with that id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_maintenance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The switches as they are now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaintenanceAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    switch_push: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Switch"];
            };
        };
        responses: {
            /** @description The switches as they are now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaintenanceAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no queue of that name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_pop_maintenance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The switches as they are now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaintenanceAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    switch_pop: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Switch"];
            };
        };
        responses: {
            /** @description The switches as they are now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaintenanceAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no queue of that name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    record_trace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TraceRequest"];
            };
        };
        responses: {
            /** @description The note is kept as long as its message */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TraceAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no such message: it was never pushed, or it was deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_traces: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                partitionId: string;
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Notes, oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TracesAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no such message: it was never pushed, or it was deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_traces_by_name: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                offset?: number;
                reveal?: boolean;
            };
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Notes, oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NamedTracesAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_pipeline: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path: {
                traceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Messages, oldest first, and notes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PipelineAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_trace_names: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Names, in their order */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TraceNamesAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    transaction: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransactionRequest"];
            };
        };
        responses: {
            /** @description One result per ack, commit, append and pushed item, in order */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A transaction brings the key of another one, which happened; nothing was changed. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    console: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The console's page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                };
            };
            /** @description The request cannot be read, or it has a query parameter that the route does not have. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The server, its database or the issuer of its tokens has no time or does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    console_root: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The console's page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                };
            };
            /** @description The request cannot be read, or it has a query parameter that the route does not have. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The server, its database or the issuer of its tokens has no time or does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_file: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                file: string;
                release: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/css": unknown;
                    "text/javascript": unknown;
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No such file, or a file of a release of the console that is not served any more. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The server, its database or the issuer of its tokens has no time or does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    console_page: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                page: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The console's page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The server, its database or the issuer of its tokens has no time or does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_config: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The configuration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigAnswer"];
                };
            };
            /** @description The request cannot be read, or it has a query parameter that the route does not have. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The server, its database or the issuer of its tokens has no time or does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    health: {
        parameters: {
            query?: {
                deep?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It can */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description It cannot reach its database */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthAnswer"];
                };
            };
        };
    };
    read_metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sums over all queues */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetricsAnswer"];
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    read_prometheus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text format, version 0.0.4 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": unknown;
                };
            };
            /** @description The request does not have the form that the route wants. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database gave up waiting, or kept meeting other transactions. Nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database has no room left on its disk. Nothing was stored. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    openapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI 3.1 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description The request cannot be read, or it has a query parameter that the route does not have. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The token's role may not do this, or a page of another site called the local server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A request or a message over its limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request line and headers over 10,240 bytes. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Something that the caller can read, act on, or retry. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The server, its database or the issuer of its tokens has no time or does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
}
