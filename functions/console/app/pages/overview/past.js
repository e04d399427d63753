/** The Overview as of an instant: what is counted by the minute, and what changed until then. */

import { get } from "../../lib/api.js";
import { number } from "../../lib/format.js";
import { clock, duration, toMs } from "../../lib/time.js";
import { href } from "../../lib/url.js";
import { Figure } from "../../ui/figure.js";
import { Instant } from "../../ui/instant.js";
import { Name } from "../../ui/name.js";
import { Empty, Polled } from "../../ui/states.js";
import { ShortTable } from "../../ui/table.js";
import { usePoll } from "../../ui/use.js";
import { h } from "../../vendor/preact.js";
import { Between } from "../parts/machine/between.js";
import { Minutes } from "../parts/machine/minutes.js";
import { inOrder } from "../parts/machine/sliders.js";
import { Drawn } from "./activity.js";
import { Changes } from "./changes.js";

const HOUR_MS = 3_600_000;
/** Counts are up to a minute apart: what one found stands for the next minute, too. */
const RECENT_MS = 120_000;

/**
 * @typedef {import("./activity.js").Hour} Hour
 * @typedef {import("../../lib/types").Answer<"/api/v1/analytics/queue-ops">} Operations
 * @typedef {Operations["series"][number]} Point
 * @typedef {{queue: string, depth: number, oldestSeconds: number, pushed: number,
 *   completed: number, failed: number, dead: number}} Row
 */

/** @param {import("./page.js").Props} props */
export function Past({ state, set }) {
  const { at, versus } = state;
  const [from, to] = inOrder(at, versus);
  return h("div", {}, [
    h("h1", {}, at === "" ? "Overview" : `Overview as of ${clock(at)}`),
    h(Minutes, { state, set }),
    versus !== "" && h(Between, { from, to, key: `${from} ${to}` }),
    at !== "" && h(Then, { at, key: at }),
  ]);
}

/** @param {{at: string}} props */
function Then({ at }) {
  const from = new Date(toMs(at) - HOUR_MS).toISOString();
  const to = new Date(toMs(at) - 1).toISOString();
  const hour = usePoll(
    (signal) =>
      get("/api/v1/status/analytics", { query: { interval: "minute", from, to }, signal }),
    "heavy",
    [],
  );
  return h("div", {}, [
    h(Polled, {
      poll: hour,
      children: (/** @type {Hour} */ found) =>
        found.dataPoints.length === 0
          ? h(Empty, { title: "The minutes of this hour are not kept" }, [
              "They are kept since ",
              h(Instant, { at: found.keptSince }),
              ".",
            ])
          : [h(Figures, { found, at }), h(Drawn, { found, at })],
    }),
    h("div", { class: "columns" }, [h(Queues, { from, to, at }), h(Changes, { at })]),
    h("p", { class: "kept muted small" }, [
      "Alarms, leases and partitions are not kept here: the Overview tells them of now. The lag job keeps ",
      h("a", { href: href("lag", { at }) }, "groups and partitions then"),
      ".",
    ]),
  ]);
}

/** @param {{found: Hour, at: string}} props */
function Figures({ found, at }) {
  const recent = toMs(at) - RECENT_MS;
  const last = found.dataPoints.findLast(
    (each) => each.depth > 0 && toMs(each.timestamp) >= recent,
  );
  return h("dl", { class: "figures" }, [
    h(Figure, { title: "Depth of all queues" }, number(last?.depth ?? 0)),
    h(Figure, { title: "Oldest open" }, duration(last?.lagSeconds ?? 0)),
    h(
      Figure,
      { title: "Dead letters" },
      h("a", { href: href("dead-letters", { at }) }, "those of then"),
    ),
  ]);
}

/** @param {{from: string, to: string, at: string}} props */
function Queues({ from, to, at }) {
  const poll = usePoll(
    (signal) => get("/api/v1/analytics/queue-ops", { query: { from, to }, signal }),
    "heavy",
    [],
  );
  return h("section", {}, [
    h("h2", {}, "Busiest queues of this hour"),
    h(Polled, {
      poll,
      children: (/** @type {Operations} */ found) =>
        found.series.length === 0
          ? h("p", { class: "muted" }, "Nothing happened or waited in any queue.")
          : h(ShortTable, {
              label: "Busiest queues of this hour",
              rows: byQueue(found.series, toMs(at) - RECENT_MS),
              rowKey: (/** @type {Row} */ row) => row.queue,
              columns: columns(at),
            }),
    }),
  ]);
}

/**
 * The deepest queue first.
 * @param {Point[]} points the oldest first
 * @param {number} recent since when a count still tells of the depth
 * @returns {Row[]}
 */
function byQueue(points, recent) {
  /** @type {Map<string, Row>} */
  const rows = new Map();
  for (const point of points) {
    const queue = point.queueName;
    const row = rows.get(queue) ?? { pushed: 0, completed: 0, failed: 0, dead: 0 };
    const isRecent = toMs(point.bucket) >= recent;
    rows.set(queue, {
      queue,
      depth: isRecent ? point.depth : 0,
      oldestSeconds: isRecent ? (point.maxLagMs ?? 0) / 1000 : 0,
      pushed: row.pushed + point.pushMessages,
      completed: row.completed + point.ackSuccess,
      failed: row.failed + point.ackFailed,
      dead: row.dead + point.deadLetters,
    });
  }
  return [...rows.values()].sort((one, other) => other.depth - one.depth);
}

/**
 * @param {string} at
 * @returns {import("../../ui/table.js").Column<Row>[]}
 */
function columns(at) {
  /** @param {"pushed" | "completed" | "failed" | "dead"} name */
  const counted = (name) => (/** @type {Row} */ row) => number(row[name]);
  return [
    {
      title: "Queue",
      cell: (row) =>
        h(Name, {
          name: row.queue,
          most: 30,
          href: href("queue", { name: row.queue, tab: "chart", at }),
        }),
    },
    { title: "Depth", align: "end", cell: (row) => number(row.depth) },
    {
      title: "Oldest",
      align: "end",
      cell: (row) => duration(row.oldestSeconds),
    },
    { title: "Pushed", align: "end", cell: counted("pushed") },
    { title: "Completed", align: "end", cell: counted("completed") },
    { title: "Failed", align: "end", cell: counted("failed") },
    { title: "Dead", align: "end", cell: counted("dead") },
  ];
}
