/** The heat map: how many partitions had which lag, over time. A cell leads to its partitions. */

import { address, get } from "../../lib/api.js";
import { count } from "../../lib/format.js";
import { clock, hourMinute, now, toMs } from "../../lib/time.js";
import { href } from "../../lib/url.js";
import { CurlButton } from "../../ui/copy.js";
import { Polled } from "../../ui/states.js";
import { usePoll } from "../../ui/use.js";
import { h } from "../../vendor/preact.js";
import { bucketName, PLACES } from "./buckets.js";
import { hoursOf, subject } from "./past.js";

/**
 * @typedef {import("../../lib/types").Answer<typeof ROUTE>} Found
 * @typedef {Found["columns"][number]} Column
 * @typedef {import("./page.js").State} State
 */

const ROUTE = "/api/v1/analytics/lag/heatmap";
/** Columns under one label of time. */
const LABELLED = 5;

/** @param {{state: State}} props */
export function Heat({ state }) {
  const { of, name } = subject(state);
  const hours = hoursOf(state);
  const asked = () => {
    const from = new Date(now.peek() - hours * 3_600_000).toISOString();
    return { query: { ...of, from } };
  };
  const inputs = [of.scope, of.queue, of.consumerGroup, hours];
  const poll = usePoll((signal) => get(ROUTE, { ...asked(), signal }), "heavy", inputs);
  return h("section", {}, [
    h("h2", {}, `Partitions by how long messages waited: ${name}`),
    h(Polled, {
      poll,
      children: (/** @type {Found} */ found) =>
        found.columns.length === 0
          ? h("p", { class: "muted" }, "No snapshot is of this time.")
          : h(Cells, { found, state }),
    }),
    h(CurlButton, { request: { method: "GET", path: address(ROUTE, asked()) } }),
  ]);
}

/** @param {{found: Found, state: State}} props */
function Cells({ found, state }) {
  const { columns } = found;
  const most = Math.max(1, ...columns.flatMap((column) => column.counts));
  const starts = columns.filter((_, place) => place % LABELLED === 0);
  return h(
    "div",
    { class: "heat", role: "region", "aria-label": "Heat map of lag", tabIndex: 0 },
    h("table", { "aria-label": "Partitions by lag and snapshot" }, [
      h(
        "thead",
        {},
        h("tr", {}, [
          h("th", { scope: "col" }, "Lag"),
          ...starts.map((column) =>
            h(
              "th",
              { key: column.capturedAt, scope: "colgroup", colSpan: LABELLED },
              hourMinute(toMs(column.capturedAt)),
            ),
          ),
        ]),
      ),
      h(
        "tbody",
        {},
        PLACES.map((place) =>
          h("tr", { key: place }, [
            h("th", { scope: "row" }, bucketName(place)),
            ...columns.map((column) =>
              h(Cell, { key: column.capturedAt, column, place, most, state }),
            ),
          ]),
        ),
      ),
    ]),
  );
}

/** @param {{column: Column, place: number, most: number, state: State}} props */
function Cell({ column, place, most, state }) {
  const partitions = column.counts[place] ?? 0;
  if (partitions === 0) {
    return h("td", {});
  }
  const shade = Math.round(15 + (85 * Math.log1p(partitions)) / Math.log1p(most));
  const told = `${count(partitions, "partition")}, ${bucketName(place)}, ${clock(column.capturedAt)}`;
  return h(
    "td",
    {},
    h("a", {
      href: destination(column, place, state),
      title: column.partitionsKept ? told : `${told}: which ones is not kept`,
      "aria-label": told,
      style: { background: `color-mix(in srgb, var(--chart-lag) ${shade}%, transparent)` },
    }),
  );
}

/**
 * The partitions of a cell, then; the groups then, where partitions are not kept.
 * @param {Column} column
 * @param {number} place
 * @param {State} state
 */
function destination({ capturedAt: at, partitionsKept }, place, state) {
  const { queue, consumerGroup } = state;
  const then = { queue, consumerGroup, at, ...(state.last === "24h" ? {} : { last: state.last }) };
  return href("lag", partitionsKept ? { ...then, scope: "partition", bucket: place } : then);
}
