/** What retention deleted: over time, in all, and by queue. */

import { address, get } from "../../lib/api.js";
import { number } from "../../lib/format.js";
import { duration, now, toMs } from "../../lib/time.js";
import { href } from "../../lib/url.js";
import { Chart } from "../../ui/chart.js";
import { CurlButton } from "../../ui/copy.js";
import { Figure } from "../../ui/figure.js";
import { Name } from "../../ui/name.js";
import { Polled } from "../../ui/states.js";
import { ShortTable } from "../../ui/table.js";
import { usePoll } from "../../ui/use.js";
import { useMemo } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";

const ROUTE = "/api/v1/analytics/retention";
/** Queues that are shown: those of which most was deleted. */
const SHOWN = 20;

/** @type {[string, string, number][]} */
export const SPANS = [
  ["24h", "24 hours", 1],
  ["7d", "7 days", 7],
  ["30d", "30 days", 30],
  ["90d", "90 days", 90],
];

/** @typedef {import("../../lib/types").Answer<typeof ROUTE>} Found */
/** @typedef {Found["totals"]} Counts */
/** @typedef {Counts & {queue: string}} Row */

/** @param {{queue: string, last: string}} props */
export function Deleted({ queue, last }) {
  const days = SPANS.find(([each]) => each === last)?.[2] ?? 7;
  const asked = () => {
    const from = new Date(now.peek() - days * 86_400_000).toISOString();
    return { query: { queue, from } };
  };
  const poll = usePoll((signal) => get(ROUTE, { ...asked(), signal }), "heavy", [queue, days]);
  return h("div", {}, [
    h(Polled, {
      poll,
      children: (/** @type {Found} */ found) =>
        found.series.length === 0
          ? h("p", { class: "muted" }, "Nothing was deleted in this time.")
          : h(Told, { found }),
    }),
    h(CurlButton, { request: { method: "GET", path: address(ROUTE, asked()) } }),
  ]);
}

/** @param {{found: Found}} props */
function Told({ found }) {
  const { times, series } = useMemo(() => drawn(found), [found]);
  const { totals } = found;
  return h("div", {}, [
    h("dl", { class: "figures" }, [
      h(Figure, { title: "Deleted" }, number(totals.totalMsgs)),
      h(Figure, { title: "All groups had completed" }, number(totals.completedRetentionMsgs)),
      h(Figure, { title: "Some group had not" }, number(totals.retentionMsgs)),
      h(Figure, { title: "In the archive" }, number(totals.archivedMsgs)),
    ]),
    h(Chart, {
      title: `Deleted in each step of ${duration(found.bucketMinutes * 60)}`,
      times,
      series,
    }),
    h(ShortTable, {
      label: "Deleted by queue",
      rows: byQueue(found),
      rowKey: (/** @type {Row} */ row) => row.queue,
      columns: COLUMNS,
    }),
  ]);
}

/**
 * A point for each step, of all queues together. Steps are counted from midnight UTC.
 * @param {Found} found
 */
function drawn({ series, bucketMinutes, timeRange }) {
  const step = bucketMinutes * 60;
  const first = Math.floor(toMs(timeRange.from) / 1000 / step) * step;
  /** @type {number[]} */
  const times = [];
  for (let at = first; at <= toMs(timeRange.to) / 1000 + step; at += step) {
    times.push(at);
  }
  const of = (/** @type {"completedRetentionMsgs" | "retentionMsgs" | "archivedMsgs"} */ name) => {
    const sums = new Map(times.map((at) => [at, 0]));
    for (const point of series) {
      const at = toMs(point.bucket) / 1000;
      sums.set(at, (sums.get(at) ?? 0) + point[name]);
    }
    return times.map((at) => sums.get(at) ?? 0);
  };
  return {
    times,
    series: [
      {
        title: "All groups had completed",
        color: "--chart-completed",
        values: of("completedRetentionMsgs"),
      },
      { title: "Some group had not", color: "--chart-failed", values: of("retentionMsgs") },
      { title: "Archived", color: "--chart-lag", values: of("archivedMsgs") },
    ],
  };
}

/** @param {Found} found */
function byQueue({ series }) {
  /** @type {Map<string, Row>} */
  const rows = new Map();
  for (const { queueName: queue, bucket: _, ...counts } of series) {
    const row = rows.get(queue);
    if (row === undefined) {
      rows.set(queue, { queue, ...counts });
    } else {
      row.totalMsgs += counts.totalMsgs;
      row.retentionMsgs += counts.retentionMsgs;
      row.archivedMsgs += counts.archivedMsgs;
    }
  }
  return [...rows.values()].sort((one, other) => other.totalMsgs - one.totalMsgs).slice(0, SHOWN);
}

/** @type {import("../../ui/table.js").Column<Row>[]} */
const COLUMNS = [
  {
    title: "Queue",
    cell: (row) => h(Name, { name: row.queue, href: href("queue", { name: row.queue }), most: 40 }),
  },
  { title: "Deleted", align: "end", cell: (row) => number(row.totalMsgs) },
  { title: "Some group had not", align: "end", cell: (row) => number(row.retentionMsgs) },
  { title: "In the archive", align: "end", cell: (row) => number(row.archivedMsgs) },
];
