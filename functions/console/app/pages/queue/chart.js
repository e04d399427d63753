/** What happened in a queue, over time. */

import { get } from "../../lib/api.js";
import { toMs } from "../../lib/time.js";
import { Chart as Plot } from "../../ui/chart.js";
import { SelectField } from "../../ui/field.js";
import { Empty, Polled } from "../../ui/states.js";
import { usePoll } from "../../ui/use.js";
import { useMemo } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";

/** @type {[string, string][]} */
const SPANS = [
  ["1h", "the last hour"],
  ["6h", "6 hours"],
  ["24h", "24 hours"],
  ["48h", "2 days"],
];

/** @typedef {import("../../lib/types").Answer<"/api/v1/analytics/queue-ops">} Operations */

/** @param {{name: string, last: string, onLast: (last: string) => void}} props */
export function Chart({ name, last, onLast }) {
  const hours = Number.parseInt(last, 10) || 1;
  const poll = usePoll(
    (signal) => {
      const from = new Date(Date.now() - hours * 3_600_000).toISOString();
      return get("/api/v1/analytics/queue-ops", { query: { queue: name, from }, signal });
    },
    "steady",
    [name, hours],
  );
  return h("div", {}, [
    h(
      "div",
      { class: "filters" },
      h(SelectField, { label: "Time", value: last, options: SPANS, onChange: onLast }),
    ),
    h(Polled, { poll, children: (/** @type {Operations} */ found) => h(Drawn, { found }) }),
  ]);
}

/** @param {{found: Operations}} props */
function Drawn({ found }) {
  const { times, counts, depth } = useMemo(() => read(found), [found]);
  if (found.series.length === 0) {
    return h(
      Empty,
      { title: "Nothing was counted in this time" },
      "Messages are counted a few seconds after they came.",
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
 * Points at each step of the time, with nulls where nothing was counted.
 * @param {Operations} found
 */
function read(found) {
  const step = found.bucketMinutes * 60;
  const by = new Map(found.series.map((point) => [toMs(point.bucket) / 1000, point]));
  const known = [...by.keys()].sort((one, other) => one - other);
  /** @type {number[]} */
  const times = [];
  for (let at = known[0] ?? 0; at <= (known.at(-1) ?? -1); at += step) {
    times.push(at);
  }
  const of = (
    /** @type {"pushMessages" | "ackSuccess" | "ackFailed" | "deadLetters" | "depth"} */ name,
  ) => times.map((at) => by.get(at)?.[name] ?? null);
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
