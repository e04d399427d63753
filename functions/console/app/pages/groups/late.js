/** The partitions in which a group has an old message, the oldest first. */

import { get } from "../../lib/api.js";
import { number } from "../../lib/format.js";
import { groupName } from "../../lib/sentences.js";
import { duration } from "../../lib/time.js";
import { href } from "../../lib/url.js";
import { Badge } from "../../ui/badge.js";
import { Instant } from "../../ui/instant.js";
import { Name } from "../../ui/name.js";
import { Empty, Polled } from "../../ui/states.js";
import { ShortTable } from "../../ui/table.js";
import { usePoll } from "../../ui/use.js";
import { h } from "../../vendor/preact.js";

/** @typedef {import("../../lib/types").LateRow} Row */

const MOST = 100;

/** @param {{state: import("./page.js").State}} props */
export function Late({ state }) {
  const query = {
    minLagSeconds: state.seconds,
    consumerGroup: state.name,
    queue: state.queue,
    limit: MOST,
  };
  const poll = usePoll(
    (signal) => get("/api/v1/consumer-groups/lagging", { query, signal }),
    "steady",
    [state.seconds, state.name, state.queue],
  );
  return h(Polled, {
    poll,
    children: (/** @type {Row[]} */ rows) =>
      rows.length === 0
        ? h(Empty, { title: "No partition waits so long" })
        : [
            h(ShortTable, {
              label: "Late partitions",
              rows,
              rowKey: (/** @type {Row} */ row) => `${row.partition_id} ${row.consumer_group}`,
              columns: COLUMNS,
            }),
            rows.length === MOST &&
              h("p", { class: "foot muted small" }, `The ${MOST} that wait longest.`),
          ],
  });
}

/** @param {Row} row */
function partition(row) {
  return href("partition", {
    queue: row.queue_name,
    name: row.partition_name,
    group: row.consumer_group,
  });
}

/** @type {import("../../ui/table.js").Column<Row>[]} */
const COLUMNS = [
  { title: "Group", cell: (row) => h(Name, { name: groupName(row.consumer_group), most: 32 }) },
  {
    title: "Queue",
    cell: (row) =>
      h(Name, { name: row.queue_name, href: href("queue", { name: row.queue_name }), most: 32 }),
  },
  {
    title: "Partition",
    cell: (row) => h(Name, { name: row.partition_name, href: partition(row), most: 32 }),
  },
  { title: "Open", align: "end", cell: (row) => number(row.offset_lag) },
  { title: "Oldest", align: "end", cell: (row) => duration(row.time_lag_seconds) },
  {
    title: "Held",
    cell: (row) => (row.worker_id === null ? "" : h(Badge, { tone: "blue" }, "leased")),
  },
  {
    title: "Last completed",
    cell: (row) => h(Instant, { at: row.last_consumed_at, only: "relative" }),
  },
  {
    title: "Why?",
    cell: (row) =>
      h(
        "a",
        { href: partition(row), "aria-label": `Why does ${row.partition_name} not move?` },
        "Why?",
      ),
  },
];
