/** Groups or queues of the last snapshot, furthest behind first. */

import { get } from "../../lib/api.js";
import { number, rate } from "../../lib/format.js";
import { groupName } from "../../lib/sentences.js";
import { duration } from "../../lib/time.js";
import { Badge } from "../../ui/badge.js";
import { Name } from "../../ui/name.js";
import { Empty } from "../../ui/states.js";
import { KeysetTable } from "../../ui/table.js";
import { h } from "../../vendor/preact.js";
import { Unfitting } from "../parts/nothing.js";
import { drain, Judged } from "./verdicts.js";

/** @typedef {import("./page.js").Rollup} Row */
/** @typedef {import("./page.js").State} State */

/**
 * @param {{scope: string, state: State, set: import("./page.js").SetState,
 *   clear: () => void}} props
 */
export function Rollups({ scope, state, set, clear }) {
  const { queue, verdict, at } = state;
  const consumerGroup = scope === "queue" ? "" : state.consumerGroup;
  const filters = { queue, consumerGroup, verdict };
  const open = (/** @type {Row} */ row) =>
    set({
      scope: "partition",
      queue: row.queue ?? "",
      consumerGroup: row.consumerGroup ?? "",
      verdict: "",
    });
  return h(KeysetTable, {
    label: scope === "queue" ? "Lag of queues" : "Lag of groups",
    pace: "heavy",
    columns: [...(scope === "queue" ? [] : [groups(open)]), queues(scope, open), ...COLUMNS],
    inputs: [scope, queue, consumerGroup, verdict, at],
    rowKey: (/** @type {Row} */ row) => `${row.queue}\0${row.consumerGroup}`,
    open,
    load: async (cursor, signal) => {
      const query = { scope, ...filters, at, limit: 100, cursor };
      const found = await get("/api/v1/analytics/lag", { query, signal });
      return { rows: found.rollups, nextCursor: found.nextCursor, total: found.total };
    },
    empty: () =>
      queue === "" && consumerGroup === "" && verdict === ""
        ? h(Empty, { title: "No group followed a partition then" })
        : h(Unfitting, { title: "Nothing fits in the last snapshot", filters, clear }),
  });
}

/**
 * @param {(row: Row) => void} open
 * @returns {import("../../ui/table.js").Column<Row>}
 */
function groups(open) {
  return {
    title: "Group",
    value: (row) => groupName(row.consumerGroup ?? ""),
    cell: (row) => h(Opening, { name: groupName(row.consumerGroup ?? ""), row, open }),
  };
}

/**
 * @param {string} scope
 * @param {(row: Row) => void} open
 * @returns {import("../../ui/table.js").Column<Row>}
 */
function queues(scope, open) {
  return {
    title: "Queue",
    value: (row) => row.queue,
    cell: (row) =>
      scope === "queue"
        ? h(Opening, { name: row.queue ?? "", row, open })
        : h(Name, { name: row.queue ?? "", most: 32 }),
  };
}

/** @param {{name: string, row: Row, open: (row: Row) => void}} props */
function Opening({ name, row, open }) {
  return h(
    "button",
    { type: "button", class: "link mono", title: name, onClick: () => open(row) },
    h(Name, { name, most: 32 }),
  );
}

/** @type {import("../../ui/table.js").Column<Row>[]} */
const COLUMNS = [
  {
    title: "Verdict",
    value: (row) => row.verdict,
    cell: (row) => [
      h(Judged, { of: row.verdict }),
      row.paused && [" ", h(Badge, { tone: "yellow" }, "paused")],
    ],
  },
  {
    title: "Behind (parts.)",
    align: "end",
    value: (row) => row.laggingPartitions,
    cell: (row) => `${number(row.laggingPartitions)} of ${number(row.partitions)}`,
  },
  {
    title: "Messages",
    align: "end",
    value: (row) => row.offsetLag,
    cell: (row) => number(row.offsetLag),
  },
  {
    title: "Delayed",
    align: "end",
    value: (row) => row.delayed,
    cell: (row) => number(row.delayed),
  },
  {
    title: "p95",
    align: "end",
    value: (row) => row.timeLagP95Seconds,
    cell: (row) => duration(row.timeLagP95Seconds),
  },
  {
    title: "Oldest",
    align: "end",
    value: (row) => row.timeLagMaxSeconds,
    cell: (row) => duration(row.timeLagMaxSeconds),
  },
  {
    title: "In /s",
    align: "end",
    value: (row) => row.arrivalPerSecond,
    cell: (row) => (row.arrivalPerSecond === null ? "–" : rate(row.arrivalPerSecond)),
  },
  {
    title: "Out /s",
    align: "end",
    value: (row) => row.consumptionPerSecond,
    cell: (row) => (row.consumptionPerSecond === null ? "–" : rate(row.consumptionPerSecond)),
  },
  { title: "Done in", align: "end", value: (row) => row.secondsToDrain, cell: drain },
];
