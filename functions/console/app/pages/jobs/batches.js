/** Batches of the archive: which steps each has taken, and which are left. */

import { address, get } from "../../lib/api.js";
import { bytes, number } from "../../lib/format.js";
import { href } from "../../lib/url.js";
import { CurlButton } from "../../ui/copy.js";
import { Instant } from "../../ui/instant.js";
import { Name } from "../../ui/name.js";
import { Empty } from "../../ui/states.js";
import { KeysetTable } from "../../ui/table.js";
import { h } from "../../vendor/preact.js";
import { Unfitting } from "../parts/nothing.js";

const ROUTE = "/api/v1/archive/batches";

/** @typedef {import("../../lib/types").Answer<typeof ROUTE>["batches"][number]} Row */

/** In their order. */
export const STEPS = /** @type {const} */ ([
  "planned",
  "written",
  "verified",
  "committed",
  "deleted",
]);

/** What is true of a batch after each step. */
const WORDS = {
  planned: "It is fixed which messages.",
  written: "Their files are complete, aside.",
  verified: "The files are at their place, and were read back.",
  committed: "The manifest names the files: the messages may go.",
  deleted: "The messages are gone from the queue.",
};

/**
 * @param {{state: import("./page.js").State, set: import("./page.js").SetState}} props
 */
export function Batches({ state, set }) {
  const { queue, status } = state;
  return h("div", {}, [
    h(KeysetTable, {
      label: "Batches",
      columns: COLUMNS,
      inputs: [queue, status],
      rowKey: (/** @type {Row} */ row) => row.id,
      load: async (cursor, signal) => {
        const query = { queue, status, limit: 100, cursor };
        const found = await get(ROUTE, { query, signal });
        return { rows: found.batches, nextCursor: found.nextCursor, total: found.total };
      },
      empty: () =>
        queue === "" && status === ""
          ? h(
              Empty,
              { title: "Nothing was archived yet" },
              "The retention job writes down what it archives together, step by step.",
            )
          : h(Unfitting, {
              title: "No batch fits",
              filters: { queue, step: status },
              clear: () => set({ queue: "", status: "" }),
            }),
    }),
    h(CurlButton, {
      request: { method: "GET", path: address(ROUTE, { query: { queue, status } }) },
    }),
  ]);
}

/** @param {{status: Row["status"]}} props */
function Steps({ status }) {
  const at = STEPS.indexOf(status);
  return h(
    "ol",
    { class: "stages" },
    STEPS.map((each, place) =>
      h(
        "li",
        {
          key: each,
          class: place <= at ? "done" : "",
          "aria-current": place === at ? "step" : undefined,
          title: WORDS[each],
        },
        each,
      ),
    ),
  );
}

/** @type {import("../../ui/table.js").Column<Row>[]} */
const COLUMNS = [
  { title: "Batch", value: (row) => row.id, cell: (row) => h(Name, { name: row.id, most: 13 }) },
  {
    title: "Queue",
    value: (row) => row.queue,
    cell: (row) => h(Name, { name: row.queue, href: href("queue", { name: row.queue }), most: 28 }),
  },
  {
    title: "Steps",
    value: (row) => row.status,
    cell: (row) => h(Steps, { status: row.status }),
  },
  {
    title: "Messages",
    align: "end",
    value: (row) => row.messages,
    cell: (row) => (row.messages === null ? "–" : number(row.messages)),
  },
  {
    title: "Size",
    align: "end",
    value: (row) => row.bytes,
    cell: (row) => (row.bytes === null ? "–" : bytes(row.bytes)),
  },
  { title: "Files", align: "end", value: (row) => row.files, cell: (row) => number(row.files) },
  {
    title: "Planned",
    value: (row) => row.plannedAt,
    cell: (row) => h(Instant, { at: row.plannedAt, only: "clock" }),
  },
  {
    title: "Last step",
    value: (row) => row.changedAt,
    cell: (row) => h(Instant, { at: row.changedAt, only: "relative" }),
  },
  {
    title: "To",
    value: (row) => row.archive,
    cell: (row) => h(Name, { name: row.archive, most: 28 }),
  },
];
