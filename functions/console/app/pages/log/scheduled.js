/** Messages that are appended later: batches by when they are due, one beside them, and its end. */

import { address, get } from "../../lib/api.js";
import { number } from "../../lib/format.js";
import { readInstant } from "../../lib/instants.js";
import { asCurl, CurlButton } from "../../ui/copy.js";
import { TextField } from "../../ui/field.js";
import { Instant } from "../../ui/instant.js";
import { Name } from "../../ui/name.js";
import { Empty } from "../../ui/states.js";
import { KeysetTable } from "../../ui/table.js";
import { h } from "../../vendor/preact.js";
import { Unfitting } from "../parts/nothing.js";
import { OneBatch } from "./batch.js";

/** @typedef {import("../../lib/types").Scheduled} Row */
/** @typedef {import("./page.js").State} State */
/** @typedef {import("./page.js").SetState} SetState */

const ROUTE = "/api/v1/log/scheduled";

/** @param {{state: State, set: SetState}} props */
export function Scheduled({ state, set }) {
  const span = { from: readInstant(state.dueFrom) ?? "", to: readInstant(state.dueTo) ?? "" };
  const given = Object.fromEntries(Object.entries(span).filter(([, text]) => text !== ""));
  const field = (
    /** @type {"dueFrom" | "dueTo"} */ key,
    /** @type {string} */ label,
    /** @type {string} */ placeholder,
  ) =>
    h(TextField, {
      label,
      value: state[key],
      placeholder,
      mono: true,
      onInput: (text) => set({ [key]: text.trim() }, { typing: true }),
    });
  return h("div", {}, [
    h("div", { class: "filters", role: "search" }, [
      field("dueFrom", "Due from", "2026-11-18T14:00Z"),
      field("dueTo", "Due before", "2026-11-18T15:00Z"),
    ]),
    h("div", { class: state.batch ? "with-panel" : "" }, [
      h(KeysetTable, {
        label: "Scheduled messages",
        columns: columns(state, set),
        inputs: [JSON.stringify(given)],
        rowKey: (/** @type {Row} */ row) => row.scheduleId,
        open: (/** @type {Row} */ row) => set({ batch: row.scheduleId }),
        load: async (cursor, signal) => {
          const query = { ...given, limit: 100, cursor };
          const found = await get(ROUTE, { query, signal });
          return { rows: found.scheduled, nextCursor: found.nextCursor, total: found.total };
        },
        empty: () => h(Nothing, { filters: given, set }),
      }),
      state.batch && h(OneBatch, { id: state.batch, set, key: state.batch }),
    ]),
    h(CurlButton, { request: { method: "GET", path: address(ROUTE, { query: given }) } }),
  ]);
}

/** @param {{filters: Record<string, string>, set: SetState}} props */
function Nothing({ filters, set }) {
  if (Object.keys(filters).length > 0) {
    const clear = () => set({ dueFrom: "", dueTo: "" });
    return h(Unfitting, { title: "Nothing is due then", filters, clear });
  }
  const body = {
    messages: [{ type: "course.closed", payload: { course_name: "Algebra" } }],
    at: "2030-01-01T00:00:00Z",
  };
  return h(
    Empty,
    {
      title: "Nothing is scheduled",
      code: asCurl({ method: "POST", path: "/api/v1/log/schedule", body }),
    },
    "Messages that are scheduled are appended when they are due. Until then no read finds them.",
  );
}

/**
 * @param {State} state
 * @param {SetState} set
 * @returns {import("../../ui/table.js").Column<Row>[]}
 */
function columns(state, set) {
  return [
    {
      title: "Batch",
      value: (row) => row.scheduleId,
      cell: (row) =>
        h(
          "button",
          {
            type: "button",
            class: "link mono",
            "aria-expanded": row.scheduleId === state.batch,
            "aria-label": `Batch ${row.scheduleId}`,
            onClick: () => set({ batch: row.scheduleId === state.batch ? "" : row.scheduleId }),
          },
          row.scheduleId,
        ),
    },
    { title: "Due", value: (row) => row.at, cell: (row) => h(Instant, { at: row.at }) },
    {
      title: "Messages",
      align: "end",
      value: (row) => row.messageCount,
      cell: (row) => number(row.messageCount),
    },
    {
      title: "Types",
      value: (row) => row.types.join(" "),
      cell: (row) => h(Name, { name: row.types.join(", "), most: 60 }),
    },
    {
      title: "Scheduled",
      value: (row) => row.scheduledAt,
      cell: (row) => h(Instant, { at: row.scheduledAt }),
    },
  ];
}
