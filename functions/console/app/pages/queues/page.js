/** Queues: which are there, which is behind, full, stopped? */

import { get } from "../../lib/api.js";
import { cut, number } from "../../lib/format.js";
import { duration } from "../../lib/time.js";
import { go, href } from "../../lib/url.js";
import { Badge } from "../../ui/badge.js";
import { Bar } from "../../ui/bar.js";
import { asCurl } from "../../ui/copy.js";
import { SelectField, TextField } from "../../ui/field.js";
import { Name } from "../../ui/name.js";
import { Empty } from "../../ui/states.js";
import { KeysetTable } from "../../ui/table.js";
import { useMemo } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";
import { Make } from "./make.js";
import { Sparklines } from "./sparklines.js";

/** @typedef {import("../../lib/types").QueueRow} Row */
/** @typedef {typeof DEFAULTS} State */

const DEFAULTS = { name: "", contains: "", namespace: "", task: "", sort: "name" };

/** @type {import("../index.js").Page} */
export const page = { state: DEFAULTS, View };

/** @type {[string, string][]} */
const SORTS = [
  ["name", "by name"],
  ["open", "most open first"],
  ["oldest", "oldest first"],
  ["dead", "most dead letters first"],
  ["full", "fullest first"],
  ["partitions", "most partitions first"],
];

const FIRST = {
  items: [{ queue: "orders", partition: "customer-1", payload: { total: 12 } }],
};

/** @param {{state: State, set: (changes: Partial<State>, how?: {typing?: boolean}) => void}} props */
function View({ state, set }) {
  const { name, contains, namespace, task } = state;
  const lines = useMemo(() => new Sparklines(), []);
  const shown = useMemo(() => columns(lines), [lines]);
  const sort = SORTS.some(([each]) => each === state.sort) ? state.sort : "name";
  const asked = { name, contains, namespace, task, ...(sort === "name" ? {} : { sort }) };
  const field = (/** @type {keyof State} */ key, /** @type {string} */ label) =>
    h(TextField, {
      label,
      value: state[key],
      onInput: (/** @type {string} */ text) => set({ [key]: text }, { typing: true }),
      mono: true,
    });
  return h("div", {}, [
    h("div", { class: "titled" }, [h("h1", {}, "Queues"), h(Make, {})]),
    h("div", { class: "filters", role: "search" }, [
      field("name", "Name begins with"),
      field("contains", "Name contains"),
      field("namespace", "Namespace"),
      field("task", "Task"),
      h(SelectField, {
        label: "Order",
        value: sort,
        options: SORTS,
        onChange: (/** @type {string} */ chosen) => set({ sort: chosen }),
      }),
    ]),
    h(KeysetTable, {
      label: "Queues",
      columns: shown,
      inputs: [JSON.stringify(asked)],
      rowKey: (/** @type {Row} */ row) => row.id,
      open: (/** @type {Row} */ row) => go(href("queue", { name: row.name })),
      load: async (cursor, signal) => {
        const query = { ...asked, limit: 100, cursor };
        const found = await get("/api/v1/resources/queues", { query, signal });
        lines.read(found.queues, signal);
        return { rows: found.queues, nextCursor: found.nextCursor, total: found.total };
      },
      empty: () => h(Nothing, { state, set }),
    }),
  ]);
}

/** @param {{state: State, set: (changes: Partial<State>) => void}} props */
function Nothing({ state, set }) {
  const told = Object.entries(state).filter(([key, value]) => key !== "sort" && value !== "");
  if (told.length === 0) {
    return h(
      Empty,
      {
        title: "No queue yet",
        code: asCurl({ method: "POST", path: "/api/v1/push", body: FIRST }),
      },
      ["The first push into a queue makes it. ", h("a", { href: href("start") }, "Try it")],
    );
  }
  return h("div", { class: "empty" }, [
    h("p", { class: "strong" }, "No queue fits"),
    h("p", { class: "muted" }, told.map(([key, value]) => `${key}: ${value}`).join(" · ")),
    h(
      "button",
      { type: "button", onClick: () => set({ ...DEFAULTS, sort: state.sort }) },
      "Clear the filters",
    ),
  ]);
}

/**
 * In the order in which somebody on call asks: a narrow window shows the left ones.
 * @param {Sparklines} lines
 * @returns {import("../../ui/table.js").Column<Row>[]}
 */
function columns(lines) {
  return [
    {
      title: "Queue",
      value: (row) => row.name,
      cell: (row) => [
        h(Name, { name: row.name, href: href("queue", { name: row.name }), most: 48 }),
        stopped(row) && [" ", h(Badge, { tone: "orange" }, stopped(row))],
      ],
    },
    counted("Open", (row) => row.messages.pending + row.messages.processing),
    counted("Held", (row) => row.held),
    {
      title: "Oldest",
      align: "end",
      value: (row) => row.oldestSeconds,
      cell: (row) => (row.oldestSeconds > 0 ? duration(row.oldestSeconds) : "–"),
    },
    lines.column("Pushed, 1 h", "pushed"),
    lines.column("Done, 1 h", "acked"),
    {
      title: "Dead letters",
      align: "end",
      value: (row) => row.deadLetters,
      cell: (row) =>
        row.deadLetters === 0
          ? "0"
          : h("a", { href: href("dead-letters", { queue: row.name }) }, number(row.deadLetters)),
    },
    { title: "Depth", value: (row) => row.depth, cell: depth },
    counted("Partitions", (row) => row.partitions),
    counted("Groups", (row) => row.groups),
    counted("Kept", (row) => row.messages.total),
    {
      title: "Labels",
      value: labels,
      cell: (row) => h("span", { class: "muted" }, cut(labels(row), 36) || "–"),
    },
  ];
}

/**
 * @param {string} title
 * @param {(row: Row) => number} value
 * @returns {import("../../ui/table.js").Column<Row>}
 */
function counted(title, value) {
  return { title, align: "end", value, cell: (row) => number(value(row)) };
}

/** @param {Row} row */
function depth(row) {
  return row.maxSize === 0
    ? number(row.depth)
    : h(
        Bar,
        { value: row.depth, bound: row.maxSize },
        `${number(row.depth)} of ${number(row.maxSize)}`,
      );
}

/** @param {Row} row */
function labels(row) {
  return [row.namespace, row.task].filter(Boolean).join(" / ");
}

/** @param {Row} row */
function stopped(row) {
  const told = [row.pushMaintenance && "pushes", row.popMaintenance && "pops"].filter(Boolean);
  return told.length ? `${told.join(" and ")} stopped` : "";
}
