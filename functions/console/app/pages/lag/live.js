/** Lag without the job: how old the oldest open message of each queue was, minute by minute. */

import { address, get } from "../../lib/api.js";
import { number } from "../../lib/format.js";
import { clock, duration, toMs } from "../../lib/time.js";
import { href } from "../../lib/url.js";
import { CurlButton } from "../../ui/copy.js";
import { Name } from "../../ui/name.js";
import { Spark } from "../../ui/spark.js";
import { Polled } from "../../ui/states.js";
import { ShortTable } from "../../ui/table.js";
import { usePoll } from "../../ui/use.js";
import { h } from "../../vendor/preact.js";

const ROUTE = "/api/v1/analytics/queue-lag";

/** @typedef {import("../../lib/types").Answer<typeof ROUTE>} Points */
/** @typedef {{queue: string, last: number, most: number, popped: number, values: number[]}} Row */

/** @param {{queue: string, at?: string}} props */
export function Live({ queue, at = "" }) {
  const from = at === "" ? "" : new Date(toMs(at) - 3_600_000).toISOString();
  const asked = { query: { queue, from, to: at } };
  const poll = usePoll((signal) => get(ROUTE, { ...asked, signal }), "steady", [queue, at]);
  return h("section", {}, [
    h(
      "h2",
      {},
      `Counted in the ${at === "" ? "last hour" : `hour before ${clock(at)}`}, without the job`,
    ),
    h(Polled, {
      poll,
      children: (/** @type {Points} */ points) =>
        points.length === 0
          ? h("p", { class: "muted" }, "Nothing happened or waited in a queue in this hour.")
          : h(ShortTable, {
              label: "Counted lag",
              rows: byQueue(points),
              rowKey: (/** @type {Row} */ row) => row.queue,
              columns: COLUMNS,
            }),
    }),
    h("p", { class: "foot" }, [
      h("a", { href: href("groups", { tab: "late" }) }, "Late partitions, live"),
      " ",
      h(CurlButton, { request: { method: "GET", path: address(ROUTE, asked) } }),
    ]),
  ]);
}

/**
 * The queue whose message is oldest first.
 * @param {Points} points the newest first
 */
function byQueue(points) {
  /** @type {Map<string, Row>} */
  const rows = new Map();
  for (const { queueName: queue, maxLagMs, popCount } of points) {
    const seconds = maxLagMs / 1000;
    const row = rows.get(queue) ?? { queue, last: seconds, most: 0, popped: 0, values: [] };
    row.most = Math.max(row.most, seconds);
    row.popped += popCount;
    row.values.unshift(seconds);
    rows.set(queue, row);
  }
  return [...rows.values()].sort((one, other) => other.last - one.last);
}

/** @type {import("../../ui/table.js").Column<Row>[]} */
const COLUMNS = [
  {
    title: "Queue",
    cell: (row) =>
      h(Name, { name: row.queue, href: href("queue", { name: row.queue, tab: "why" }), most: 40 }),
  },
  { title: "Oldest, last count", align: "end", cell: (row) => duration(row.last) },
  { title: "Oldest, at most", align: "end", cell: (row) => duration(row.most) },
  {
    title: "By the minute",
    cell: (row) => h(Spark, { values: row.values, label: `Lag of ${row.queue}` }),
  },
  { title: "Popped", align: "end", cell: (row) => number(row.popped) },
];
