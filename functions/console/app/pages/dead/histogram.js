/** When the letters failed. */

import { toMs } from "../../lib/time.js";
import { Chart } from "../../ui/chart.js";
import { useMemo } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";

/** @typedef {import("../../lib/types").Answer<"/api/v1/dlq/summary">} Summary */

const SECONDS = { minute: 60, hour: 3_600, day: 86_400 };
/** Steps of a chart at most: more than it has pixels. */
const MOST = 1_500;

/** @param {{of: Summary}} props */
export function Histogram({ of }) {
  const drawn = useMemo(() => points(of), [of]);
  if (drawn.times.length < 3) {
    return null;
  }
  return h(Chart, { title: `Letters that failed in each ${of.interval}`, ...drawn });
}

/**
 * A point at each step between the first and the last, and one behind it, where nothing failed.
 * @param {Summary} of
 */
export function points(of) {
  const step = SECONDS[of.interval];
  const known = new Map(of.points.map((point) => [toMs(point.at) / 1000, point.count]));
  const last = Math.max(...known.keys());
  const first = Math.max(Math.min(...known.keys()), last - MOST * step);
  /** @type {number[]} */
  const times = [];
  for (let at = first; at <= last + step; at += step) {
    times.push(at);
  }
  const values = times.map((at) => known.get(at) ?? 0);
  return { times, series: [{ title: "Dead letters", color: "--chart-failed", values }] };
}
