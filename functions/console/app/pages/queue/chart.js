/** What happened in a queue, over time. */

import { get } from "../../lib/api.js";
import { now, toMs } from "../../lib/time.js";
import { Chart as Plot } from "../../ui/chart.js";
import { SelectField } from "../../ui/field.js";
import { Empty, Polled } from "../../ui/states.js";
import { usePoll } from "../../ui/use.js";
import { useMemo } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";
import { Minutes } from "../parts/machine/minutes.js";

/** @type {[string, string][]} */
const SPANS = [
  ["1h", "1 hour"],
  ["6h", "6 hours"],
  ["24h", "24 hours"],
  ["48h", "2 days"],
];

/** An answer ends when it is made, which is later than it was asked for; of more than an hour its
 * steps would be longer. */
const LATER_MS = 10_000;

/** @typedef {import("../../lib/types").Answer<"/api/v1/analytics/queue-ops">} Operations */

/**
 * @param {{name: string, state: {last: string, at: string},
 *   set: (changes: {last?: string, at?: string}, how?: {typing?: boolean}) => void}} props
 */
export function Chart({ name, state, set }) {
  const { last, at } = state;
  const hours = Number.parseInt(last, 10) || 1;
  const poll = usePoll(
    (signal) => {
      const end = at === "" ? now.peek() : toMs(at);
      const from = new Date(end - hours * 3_600_000 + LATER_MS).toISOString();
      const query = { queue: name, from, to: at };
      return get("/api/v1/analytics/queue-ops", { query, signal });
    },
    "steady",
    [name, hours, at],
  );
  return h("div", {}, [
    h("div", { class: "filters" }, [
      h(SelectField, {
        label: "Time",
        value: last,
        options: SPANS,
        onChange: (/** @type {string} */ chosen) => set({ last: chosen }),
      }),
      at === "" && h(Minutes, { state: { at }, set }),
    ]),
    at !== "" && h(Minutes, { state: { at }, set }),
    h(Polled, {
      poll,
      children: (/** @type {Operations} */ found) => h(Drawn, { found, isNow: at === "" }),
    }),
  ]);
}

/** @param {{found: Operations, isNow: boolean}} props */
function Drawn({ found, isNow }) {
  const { times, counts, depth } = useMemo(() => read(found, isNow), [found]);
  if (found.series.length === 0) {
    return h(
      Empty,
      { title: "Nothing was counted in this time" },
      "Messages are counted a few seconds after they came. Minutes are kept for two days, hours for 90.",
    );
  }
  return h("div", {}, [
    h(Plot, {
      title: `Messages in each step of ${found.bucketMinutes} min`,
      times,
      series: counts,
    }),
    h(Plot, { title: "Depth at the end of a step", times, series: depth }),
  ]);
}

/**
 * A point at each step of the time. There is no count of a step in which nothing happened or waited,
 * and perhaps none yet of the step that runs, which would look as if all had been done.
 * @param {Operations} found
 * @param {boolean} isNow
 */
function read(found, isNow) {
  const step = found.bucketMinutes * 60;
  const by = new Map(found.series.map((point) => [toMs(point.bucket) / 1000, point]));
  const [first = 0] = by.keys();
  const from = first - Math.ceil((first - toMs(found.timeRange.from) / 1000) / step) * step;
  /** @type {number[]} */
  const times = [];
  for (let at = from; at <= toMs(found.timeRange.to) / 1000; at += step) {
    times.push(at);
  }
  if (isNow && !by.has(times.at(-1) ?? 0)) {
    times.pop();
  }
  const of = (
    /** @type {"pushMessages" | "ackSuccess" | "ackFailed" | "deadLetters" | "depth"} */ name,
  ) => times.map((at) => by.get(at)?.[name] ?? 0);
  return {
    times,
    counts: [
      { title: "Pushed", color: "--chart-pushed", values: of("pushMessages") },
      { title: "Completed", color: "--chart-completed", values: of("ackSuccess") },
      { title: "Failed", color: "--chart-failed", values: of("ackFailed") },
      { title: "Dead", color: "--red", values: of("deadLetters") },
    ],
    depth: [{ title: "Depth", color: "--chart-lag", values: of("depth") }],
  };
}
