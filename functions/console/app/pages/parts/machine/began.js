/** Which partitions began to fail between two instants, as far as the lag job's snapshots tell. */

import { get } from "../../../lib/api.js";
import { number } from "../../../lib/format.js";
import { partitionHref } from "../../../lib/links.js";
import { groupName } from "../../../lib/sentences.js";
import { duration, toMs } from "../../../lib/time.js";
import { Badge } from "../../../ui/badge.js";
import { Instant } from "../../../ui/instant.js";
import { Name } from "../../../ui/name.js";
import { Polled } from "../../../ui/states.js";
import { ShortTable } from "../../../ui/table.js";
import { usePoll } from "../../../ui/use.js";
import { h } from "../../../vendor/preact.js";

const ROUTE = "/api/v1/analytics/lag/partitions";
const SHOWN = 20;

/**
 * @typedef {import("../../../lib/types").Answer<typeof ROUTE>} Found
 * @typedef {Found["partitions"][number]} Row
 */

/** @param {{from: string, to: string}} props `to` is empty for now */
export function Began({ from, to }) {
  const query = { since: from, at: to, limit: SHOWN };
  const poll = usePoll((signal) => get(ROUTE, { query, signal }), "heavy", [from, to]);
  return h("section", {}, [
    h("h2", {}, "Partitions that began to fail"),
    h(Polled, { poll, children: (/** @type {Found} */ found) => h(Told, { found, from }) }),
  ]);
}

/** @param {{found: Found, from: string}} props */
function Told({ found, from }) {
  const { keptSince, partitions } = found;
  if (keptSince === null) {
    return h("p", { class: "muted" }, "Nothing is kept of partitions: the lag job has kept none.");
  }
  if (toMs(from) < toMs(keptSince)) {
    return h("p", { class: "muted" }, [
      "Nothing is kept of partitions at the earlier instant. The database has them since ",
      h(Instant, { at: keptSince }),
      ", the last ten snapshots of the lag job.",
    ]);
  }
  return [
    h(
      "p",
      { class: "muted small" },
      "Stalled or stopped in the later snapshot, and neither in the earlier one.",
    ),
    partitions.length === 0
      ? h("p", {}, "No partition began to fail.")
      : h(ShortTable, {
          label: "Partitions that began to fail",
          rows: partitions,
          rowKey: (/** @type {Row} */ row) => `${row.partitionId} ${row.consumerGroup}`,
          columns: COLUMNS,
        }),
    found.nextCursor !== null && h("p", { class: "muted small" }, `The ${SHOWN} furthest behind.`),
  ];
}

/** @type {import("../../../ui/table.js").Column<Row>[]} */
const COLUMNS = [
  {
    title: "Partition",
    cell: (row) =>
      h(Name, {
        name: row.partition,
        href: partitionHref(
          { id: row.partitionId, queue: row.queue, name: row.partition },
          row.consumerGroup,
        ),
        most: 32,
      }),
  },
  { title: "Queue", cell: (row) => h(Name, { name: row.queue, most: 28 }) },
  { title: "Group", cell: (row) => h(Name, { name: groupName(row.consumerGroup), most: 28 }) },
  { title: "Verdict then", cell: (row) => h(Badge, { tone: "red" }, row.verdict) },
  { title: "Messages", align: "end", cell: (row) => number(row.offsetLag) },
  { title: "Oldest", align: "end", cell: (row) => duration(row.timeLagSeconds) },
];
