/** The groups of the log, by name: which run, how far each has looked, in how many partitions work waits. */

import { get } from "../../lib/api.js";
import { number } from "../../lib/format.js";
import { href } from "../../lib/url.js";
import { Badge } from "../../ui/badge.js";
import { asCurl } from "../../ui/copy.js";
import { Instant } from "../../ui/instant.js";
import { Name } from "../../ui/name.js";
import { Empty } from "../../ui/states.js";
import { KeysetTable } from "../../ui/table.js";
import { h } from "../../vendor/preact.js";

/** @typedef {import("../../lib/types").LogGroup} Row */

export function Groups() {
  return h(KeysetTable, {
    label: "Groups of the log",
    inputs: [],
    rowKey: (/** @type {Row} */ row) => row.groupId,
    load: async (cursor, signal) => {
      const found = await get("/api/v1/log/groups", { query: { limit: 100, cursor }, signal });
      return { rows: found.groups, nextCursor: found.nextCursor, total: found.total };
    },
    columns: COLUMNS,
    empty: () =>
      h(
        Empty,
        {
          title: "No group yet",
          code: asCurl({
            method: "POST",
            path: "/api/v1/log/groups",
            body: { groupId: "enrollment-decider", partitionBy: ["course_name", "user_id"] },
          }),
        },
        "A group is registered once. Its workers then claim the log partition by partition.",
      ),
  });
}

/** @param {{of: Row}} props */
export function Status({ of }) {
  return [
    h(Badge, { tone: { active: "plain", stopped: "yellow", failed: "red" }[of.status] }, of.status),
    of.retryAt !== null && [" goes on ", h(Instant, { at: of.retryAt, only: "relative" })],
  ];
}

/** @param {number | null} position */
export function place(position) {
  return position === null ? "–" : number(position);
}

/** @type {import("../../ui/table.js").Column<Row>[]} */
const COLUMNS = [
  {
    title: "Group",
    value: (row) => row.groupId,
    cell: (row) =>
      h(Name, {
        name: row.groupId,
        href: href("log", { tab: "groups", group: row.groupId }),
        most: 48,
      }),
  },
  { title: "Status", value: (row) => row.status, cell: (row) => h(Status, { of: row }) },
  {
    title: "Partitions",
    align: "end",
    value: (row) => row.partitions,
    cell: (row) => number(row.partitions),
  },
  {
    title: "Pending",
    align: "end",
    value: (row) => row.pending,
    cell: (row) => number(row.pending),
  },
  {
    title: "Claimed",
    align: "end",
    value: (row) => row.claimed,
    cell: (row) => number(row.claimed),
  },
  {
    title: "Scanned / safe",
    align: "end",
    value: (row) => row.scannedPosition,
    cell: (row) => `${place(row.scannedPosition)} / ${number(row.safePosition)}`,
  },
  {
    title: "Partitioned by",
    value: (row) => row.partitionBy?.join(", "),
    cell: (row) =>
      row.partitionBy === null
        ? h("span", { class: "muted" }, "each claim says")
        : h(Name, { name: row.partitionBy.join(", "), most: 48 }),
  },
];
