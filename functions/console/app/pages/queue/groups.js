/** The groups of a queue: how far behind each is. */

import { number } from "../../lib/format.js";
import { groupName } from "../../lib/sentences.js";
import { duration } from "../../lib/time.js";
import { href } from "../../lib/url.js";
import { Badge } from "../../ui/badge.js";
import { asCurl } from "../../ui/copy.js";
import { Name } from "../../ui/name.js";
import { Empty } from "../../ui/states.js";
import { ShortTable } from "../../ui/table.js";
import { h } from "../../vendor/preact.js";

/** @typedef {import("../../lib/types").Queue} Queue */
/** @typedef {Queue["groups"][number]} Group */

/** @param {{of: Queue}} props */
export function Groups({ of }) {
  if (of.groups.length === 0) {
    return h(NoGroup, { queue: of.name });
  }
  return h(ShortTable, {
    label: `Groups of ${of.name}`,
    rows: of.groups,
    rowKey: (/** @type {Group} */ row) => row.name,
    columns: [
      {
        title: "Group",
        cell: (row) =>
          h(Name, {
            name: groupName(row.name),
            href: href("groups", { queue: of.name, show: row.name, on: of.name }),
            most: 40,
          }),
      },
      { title: "Open", align: "end", cell: (row) => number(row.open) },
      { title: "Held", align: "end", cell: (row) => number(row.processing) },
      {
        title: "Partitions behind",
        align: "end",
        cell: (row) => `${number(row.partitionsBehind)} of ${number(of.total)}`,
      },
      {
        title: "Oldest open",
        align: "end",
        cell: (row) => (row.open > 0 ? duration(row.lagSeconds) : "–"),
      },
      {
        title: "Follows",
        cell: (row) => (row.wholeQueue ? "every partition" : "the partitions that it popped"),
      },
      { title: "State", cell: (row) => (row.paused ? h(Badge, { tone: "yellow" }, "paused") : "") },
    ],
  });
}

/** @param {{queue: string}} props */
export function NoGroup({ queue }) {
  const path = `/api/v1/pop/queue/${encodeURIComponent(queue)}?consumerGroup=billing`;
  return h(
    Empty,
    { title: "No group yet", code: asCurl({ method: "GET", path }) },
    "A group appears at its first pop.",
  );
}
