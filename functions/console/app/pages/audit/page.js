/** Audit: who changed what, when, and what came of it? */

import { address, get } from "../../lib/api.js";
import { readInstant } from "../../lib/instants.js";
import { stringify } from "../../lib/json.js";
import { CurlButton } from "../../ui/copy.js";
import { TextField } from "../../ui/field.js";
import { Instant } from "../../ui/instant.js";
import { Name } from "../../ui/name.js";
import { Empty } from "../../ui/states.js";
import { KeysetTable } from "../../ui/table.js";
import { h } from "../../vendor/preact.js";
import { action, Target, Who } from "../parts/changes.js";
import { Unfitting } from "../parts/nothing.js";

/** @typedef {import("../../lib/types").Change} Row */
/** @typedef {{who: string, what: string, queue: string, from: string, to: string}} State */

const ROUTE = "/api/v1/audit";

/** @type {State} */
const DEFAULTS = { who: "", what: "", queue: "", from: "", to: "" };

/** @type {import("../index.js").Page} */
export const page = { state: DEFAULTS, View };

/** @param {{state: State, set: (changes: Partial<State>, how?: {typing?: boolean}) => void}} props */
function View({ state, set }) {
  const field = (/** @type {keyof State} */ key, /** @type {string} */ label, placeholder = "") =>
    h(TextField, {
      label,
      value: state[key],
      placeholder,
      mono: true,
      onInput: (/** @type {string} */ text) => set({ [key]: text.trim() }, { typing: true }),
    });
  const asked = filter(state);
  return h("div", {}, [
    h("h1", {}, "Audit"),
    h("p", { class: "lead" }, "Who changed what through the API in the last hundred days."),
    h("div", { class: "filters", role: "search" }, [
      field("who", "Who"),
      field("what", "What", "seek"),
      field("queue", "Queue"),
      field("from", "From", "2026-11-18 14:00"),
      field("to", "Before", "2026-11-18 15:00"),
    ]),
    h(KeysetTable, {
      label: "Changes",
      columns: COLUMNS,
      inputs: [JSON.stringify(asked)],
      rowKey: (/** @type {Row} */ row) => `${row.at} ${row.requestId} ${row.action}`,
      load: async (cursor, signal) => {
        const found = await get(ROUTE, { query: { ...asked, limit: 100, cursor }, signal });
        return { rows: found.changes, nextCursor: found.nextCursor, total: found.total };
      },
      empty: () =>
        Object.values(state).every((value) => value === "")
          ? h(
              Empty,
              { title: "Nothing was changed yet" },
              "Each change of an operator is noted with it: a queue that is configured, a group" +
                " that is moved, messages that are deleted. Pushes, pops and acks are not.",
            )
          : h(Unfitting, {
              title: "No change fits",
              filters: state,
              clear: () => set(DEFAULTS),
            }),
    }),
    h(CurlButton, { request: { method: "GET", path: address(ROUTE, { query: asked }) } }),
  ]);
}

/**
 * As the API takes it. An instant that is typed counts when it is whole.
 * @param {State} state
 */
function filter(state) {
  const whole = (/** @type {string} */ text) => readInstant(text) ?? "";
  const given = { ...state, from: whole(state.from), to: whole(state.to) };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
}

/** @param {any} value */
function told(value) {
  const text = stringify(value);
  return text === "{}" ? h("span", { class: "muted" }, "–") : h(Name, { name: text, most: 48 });
}

/** @type {import("../../ui/table.js").Column<Row>[]} */
const COLUMNS = [
  { title: "When", value: (row) => row.at, cell: (row) => h(Instant, { at: row.at }) },
  { title: "Who", value: (row) => row.subject, cell: (row) => h(Who, { of: row }) },
  { title: "What", value: (row) => row.action, cell: action },
  {
    title: "Of",
    value: (row) => stringify(row.target),
    cell: (row) => h(Target, { of: row }),
  },
  {
    title: "Asked",
    value: (row) => stringify(row.parameters),
    cell: (row) => told(row.parameters),
  },
  { title: "Done", value: (row) => stringify(row.result), cell: (row) => told(row.result) },
  {
    title: "Request",
    value: (row) => row.requestId,
    cell: (row) => h(Name, { name: row.requestId, most: 13 }),
  },
];
