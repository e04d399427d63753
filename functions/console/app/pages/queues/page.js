/** Queues: which are there, which is behind, full, stopped? */

import { get } from "../../lib/api.js";
import { cut, number } from "../../lib/format.js";
import { go, href } from "../../lib/url.js";
import { Badge } from "../../ui/badge.js";
import { Bar } from "../../ui/bar.js";
import { asCurl } from "../../ui/copy.js";
import { TextField } from "../../ui/field.js";
import { Name } from "../../ui/name.js";
import { Empty } from "../../ui/states.js";
import { KeysetTable } from "../../ui/table.js";
import { h } from "../../vendor/preact.js";

/** @typedef {import("../../lib/types").QueueRow} Row */
/** @typedef {{name: string, namespace: string, task: string}} State */

/** @type {import("../index.js").Page} */
export const page = { state: { name: "", namespace: "", task: "" }, View };

const FIRST = {
  items: [{ queue: "orders", partition: "customer-1", payload: { total: 12 } }],
};

/** @param {{state: State, set: (changes: Partial<State>, how?: {typing?: boolean}) => void}} props */
function View({ state, set }) {
  const { name, namespace, task } = state;
  const type = (/** @type {keyof State} */ key) => (/** @type {string} */ text) =>
    set({ [key]: text }, { typing: true });
  return h("div", {}, [
    h("h1", {}, "Queues"),
    h("div", { class: "filters", role: "search" }, [
      h(TextField, { label: "Name begins with", value: name, onInput: type("name"), mono: true }),
      h(TextField, {
        label: "Namespace",
        value: namespace,
        onInput: type("namespace"),
        mono: true,
      }),
      h(TextField, { label: "Task", value: task, onInput: type("task"), mono: true }),
    ]),
    h(KeysetTable, {
      label: "Queues",
      columns: COLUMNS,
      inputs: [name, namespace, task],
      rowKey: (/** @type {Row} */ row) => row.id,
      open: (/** @type {Row} */ row) => go(href("queue", { name: row.name })),
      load: async (cursor, signal) => {
        const query = { name, namespace, task, limit: 100, cursor };
        const found = await get("/api/v1/resources/queues", { query, signal });
        return { rows: found.queues, nextCursor: found.nextCursor, total: found.total };
      },
      empty: () => h(Nothing, { state, set }),
    }),
  ]);
}

/** @param {{state: State, set: (changes: Partial<State>) => void}} props */
function Nothing({ state, set }) {
  const told = Object.entries(state).filter(([, value]) => value !== "");
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
      { type: "button", onClick: () => set({ name: "", namespace: "", task: "" }) },
      "Clear the filters",
    ),
  ]);
}

/** @type {import("../../ui/table.js").Column<Row>[]} */
const COLUMNS = [
  {
    title: "Queue",
    value: (row) => row.name,
    cell: (row) => h(Name, { name: row.name, href: href("queue", { name: row.name }), most: 48 }),
  },
  {
    title: "Labels",
    value: (row) => labels(row),
    cell: (row) => h("span", { class: "muted" }, cut(labels(row), 36) || "–"),
  },
  {
    title: "Partitions",
    align: "end",
    value: (row) => row.partitions,
    cell: (row) => number(row.partitions),
  },
  { title: "Groups", align: "end", value: (row) => row.groups, cell: (row) => number(row.groups) },
  {
    title: "Kept",
    align: "end",
    value: (row) => row.messages.total,
    cell: (row) => number(row.messages.total),
  },
  {
    title: "Open",
    align: "end",
    value: (row) => row.messages.pending + row.messages.processing,
    cell: (row) => number(row.messages.pending + row.messages.processing),
  },
  {
    title: "Held",
    align: "end",
    value: (row) => row.messages.processing,
    cell: (row) => number(row.messages.processing),
  },
  {
    title: "Of maximum",
    value: (row) => row.maxSize || "",
    cell: (row) =>
      row.maxSize === 0
        ? h("span", { class: "muted" }, "–")
        : h(
            Bar,
            { value: row.messages.pending + row.messages.processing, bound: row.maxSize },
            number(row.maxSize),
          ),
  },
  {
    title: "State",
    value: (row) => stopped(row),
    cell: (row) => (stopped(row) ? h(Badge, { tone: "orange" }, stopped(row)) : ""),
  },
];

/** @param {Row} row */
function labels(row) {
  return [row.namespace, row.task].filter(Boolean).join(" / ");
}

/** @param {Row} row */
export function stopped(row) {
  const told = [row.pushMaintenance && "pushes", row.popMaintenance && "pops"].filter(Boolean);
  return told.length ? `${told.join(" and ")} stopped` : "";
}
