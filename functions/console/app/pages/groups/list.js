/** The groups, worst first: subscription, state, lag, verdict. */

import { get } from "../../lib/api.js";
import { number, rate } from "../../lib/format.js";
import { groupName } from "../../lib/sentences.js";
import { duration } from "../../lib/time.js";
import { href } from "../../lib/url.js";
import { Badge } from "../../ui/badge.js";
import { asCurl } from "../../ui/copy.js";
import { Instant } from "../../ui/instant.js";
import { Name } from "../../ui/name.js";
import { Empty } from "../../ui/states.js";
import { KeysetTable } from "../../ui/table.js";
import { h } from "../../vendor/preact.js";
import { Mode } from "./mode.js";
import { verdict } from "./verdict.js";

/** @typedef {import("../../lib/types").GroupRow} Row */
/** @typedef {import("./page.js").State} State */

/** @type {Record<string, string>} */
const TONES = { Stable: "plain", Lagging: "orange", Dead: "red", Paused: "yellow" };

/** @param {{state: State, set: import("./page.js").SetState}} props */
export function List({ state, set }) {
  const { name, queue, namespace, sort } = state;
  const open = (/** @type {Row} */ row) => set({ show: row.name, on: row.queueName });
  return h(KeysetTable, {
    label: "Consumer groups",
    pace: "heavy",
    columns: columns(open),
    inputs: [name, queue, namespace, state.state, sort],
    rowKey: (/** @type {Row} */ row) => `${row.name}\0${row.queueName}`,
    open,
    load: async (cursor, signal) => {
      const query = { name, queue, namespace, state: state.state, sort, limit: 100, cursor };
      const found = await get("/api/v1/resources/groups", { query, signal });
      return { rows: found.groups, nextCursor: found.nextCursor, total: found.total };
    },
    empty: () => h(Nothing, { state, set }),
  });
}

/** @param {{state: State, set: import("./page.js").SetState}} props */
function Nothing({ state, set }) {
  const { name, queue, namespace } = state;
  const told = Object.entries({ name, queue, namespace, state: state.state }).filter(
    ([, value]) => value !== "",
  );
  if (told.length === 0) {
    const path = "/api/v1/pop/queue/orders?consumerGroup=billing";
    return h(
      Empty,
      { title: "No group yet", code: asCurl({ method: "GET", path }) },
      "A group appears at its first pop.",
    );
  }
  return h("div", { class: "empty" }, [
    h("p", { class: "strong" }, "No group fits"),
    h("p", { class: "muted" }, told.map(([key, value]) => `${key}: ${value}`).join(" · ")),
    h(
      "button",
      {
        type: "button",
        onClick: () => set({ name: "", queue: "", namespace: "", state: "" }),
      },
      "Clear the filters",
    ),
  ]);
}

/**
 * @param {(row: Row) => void} open
 * @returns {import("../../ui/table.js").Column<Row>[]}
 */
function columns(open) {
  return [
    {
      title: "Group",
      value: (row) => groupName(row.name),
      cell: (row) =>
        h(
          "button",
          {
            type: "button",
            class: "link mono",
            title: groupName(row.name),
            onClick: () => open(row),
          },
          h(Name, { name: groupName(row.name), most: 32 }),
        ),
    },
    {
      title: "Subscription Mode",
      value: (row) => row.subscriptionMode ?? "",
      cell: (row) => h(Mode, { mode: row.subscriptionMode }),
    },
    {
      title: "Queue",
      value: (row) => row.queueName,
      cell: (row) =>
        h(Name, { name: row.queueName, href: href("queue", { name: row.queueName }), most: 32 }),
    },
    {
      title: "State",
      value: (row) => row.state,
      cell: (row) => h(Badge, { tone: TONES[row.state] ?? "plain" }, row.state),
    },
    {
      title: "Holds",
      align: "end",
      value: (row) => row.members,
      cell: (row) => number(row.members),
    },
    {
      title: "Behind (parts.)",
      align: "end",
      value: (row) => row.partitionsWithLag,
      cell: (row) => number(row.partitionsWithLag),
    },
    {
      title: "Messages",
      align: "end",
      value: (row) => row.totalLag,
      cell: (row) => number(row.totalLag),
    },
    {
      title: "Oldest",
      align: "end",
      value: (row) => row.maxTimeLag,
      cell: (row) => (row.totalLag > 0 ? duration(row.maxTimeLag) : "–"),
    },
    {
      title: "Verdict",
      value: (row) => verdict(row).word,
      cell: (row) => {
        const { word, tone, words } = verdict(row);
        return h("span", { title: words }, h(Badge, { tone }, word));
      },
    },
    {
      title: "Last pop",
      value: (row) => row.lastPopAt ?? "",
      cell: (row) => h(Instant, { at: row.lastPopAt, only: "relative" }),
    },
    {
      title: "Last completed",
      value: (row) => row.lastConsumedAt ?? "",
      cell: (row) => h(Instant, { at: row.lastConsumedAt, only: "relative" }),
    },
    {
      title: "Taken/min",
      align: "end",
      value: (row) => row.poppedPerMinute ?? "",
      cell: (row) => (row.poppedPerMinute === null ? "–" : rate(row.poppedPerMinute)),
    },
  ];
}
