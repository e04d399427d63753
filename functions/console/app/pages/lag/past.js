/** The lag of one thing in all snapshots of a time: percentiles, and messages. */

import { get } from "../../lib/api.js";
import { groupName } from "../../lib/sentences.js";
import { duration, now, toMs } from "../../lib/time.js";
import { Chart } from "../../ui/chart.js";
import { Empty, Polled } from "../../ui/states.js";
import { usePoll } from "../../ui/use.js";
import { useMemo } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";

/** @typedef {import("./page.js").State} State */
/** @typedef {import("./page.js").Points} Points */

const ROUTE = "/api/v1/analytics/lag/history";
const PAGE = 1_000;
/** Two weeks of a snapshot every quarter of an hour. */
const MOST = 1_400;

/** @type {[string, string, number][]} */
export const SPANS = [
  ["6h", "6 hours", 6],
  ["24h", "24 hours", 24],
  ["7d", "7 days", 168],
  ["14d", "14 days", 336],
];

/** @param {{state: State}} props */
export function History({ state }) {
  const { of, name } = subject(state);
  const hours = hoursOf(state);
  const poll = usePoll((signal) => readPoints(of, hours, signal), "heavy", [
    of.scope,
    of.queue,
    of.consumerGroup,
    hours,
  ]);
  return h(Polled, {
    poll,
    children: (/** @type {Points} */ points) =>
      points.length === 0
        ? h(Empty, { title: `No snapshot of this time has ${name}` })
        : h(Drawn, { points, name }),
  });
}

/** @param {State} state */
export function hoursOf({ last }) {
  return SPANS.find(([each]) => each === last)?.[2] ?? 24;
}

/**
 * What the filters name: a group on a queue, one of both, or the whole system.
 * @param {State} state
 */
export function subject(state) {
  const { queue } = state;
  const consumerGroup = state.scope === "queue" ? "" : state.consumerGroup;
  const group = groupName(consumerGroup);
  if (queue !== "" && consumerGroup !== "") {
    return { of: { scope: "consumer", queue, consumerGroup }, name: `${group} on ${queue}` };
  }
  if (queue !== "") {
    return { of: { scope: "queue", queue, consumerGroup }, name: queue };
  }
  return consumerGroup === ""
    ? { of: { scope: "system", queue, consumerGroup }, name: "all groups" }
    : { of: { scope: "group", queue, consumerGroup }, name: group };
}

/**
 * @param {{scope: string, queue: string, consumerGroup: string}} of
 * @param {number} hours
 * @param {AbortSignal} signal
 * @returns {Promise<Points>} the oldest first
 */
async function readPoints(of, hours, signal) {
  const from = new Date(now.peek() - hours * 3_600_000).toISOString();
  /** @type {Points} */
  const points = [];
  /** @type {string | null} */
  let cursor = null;
  do {
    const query = { ...of, from, limit: PAGE, cursor };
    /** @type {import("../../lib/types").Answer<typeof ROUTE>} */
    const found = await get(ROUTE, { query, signal });
    points.push(...found.points);
    cursor = found.nextCursor;
  } while (cursor !== null && points.length < MOST);
  return points.reverse();
}

/** @param {{points: Points, name: string}} props */
function Drawn({ points, name }) {
  const { times, lags, messages } = useMemo(
    () => ({
      times: points.map((each) => toMs(each.capturedAt) / 1000),
      lags: [
        {
          title: "p50",
          color: "--chart-completed",
          values: points.map((each) => each.timeLagP50Seconds),
        },
        {
          title: "p95",
          color: "--chart-pushed",
          values: points.map((each) => each.timeLagP95Seconds),
        },
        {
          title: "p99",
          color: "--chart-lag",
          values: points.map((each) => each.timeLagP99Seconds),
        },
        {
          title: "max",
          color: "--chart-failed",
          values: points.map((each) => each.timeLagMaxSeconds),
        },
      ],
      messages: [
        { title: "Behind", color: "--chart-lag", values: points.map((each) => each.offsetLag) },
        { title: "Delayed", color: "--muted", values: points.map((each) => each.delayed) },
      ],
    }),
    [points],
  );
  return h("div", { class: "columns even" }, [
    h(Chart, {
      title: `How long messages have waited: ${name}`,
      times,
      series: lags,
      format: duration,
    }),
    h(Chart, { title: `Messages: ${name}`, times, series: messages }),
  ]);
}
