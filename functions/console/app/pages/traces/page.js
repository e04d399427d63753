/** Traces: what happened to this pipeline, across queues and groups, in order? */

import { address, get } from "../../lib/api.js";
import { number } from "../../lib/format.js";
import { href } from "../../lib/url.js";
import { CurlButton } from "../../ui/copy.js";
import { TextField } from "../../ui/field.js";
import { Instant } from "../../ui/instant.js";
import { Name } from "../../ui/name.js";
import { Empty, Polled } from "../../ui/states.js";
import { KeysetTable } from "../../ui/table.js";
import { usePoll } from "../../ui/use.js";
import { h } from "../../vendor/preact.js";
import { Pipeline } from "./pipeline.js";

/** @typedef {import("../../lib/types").TraceName} TraceName */
/** @typedef {import("../../lib/types").NamedTrace} NamedTrace */
/** @typedef {{id: string, name: string}} State */

/** @type {import("../index.js").Page} */
export const page = { state: { id: "", name: "" }, View };

const BY_ID = "/api/v1/traces/by-trace-id/{traceId}";
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @param {{state: State, set: (changes: Partial<State>, how?: {typing?: boolean}) => void}} props */
function View({ state, set }) {
  return h("div", {}, [
    h("h1", {}, "Traces"),
    h("div", { class: "filters", role: "search" }, [
      h(TextField, {
        label: "Trace id",
        value: state.id,
        mono: true,
        wide: true,
        onInput: (/** @type {string} */ id) => set({ id: id.trim(), name: "" }, { typing: true }),
      }),
      h(TextField, {
        label: "Name of a note",
        value: state.name,
        mono: true,
        onInput: (/** @type {string} */ name) => set({ name, id: "" }, { typing: true }),
      }),
    ]),
    shown(state),
  ]);
}

/** @param {State} state */
function shown({ id, name }) {
  if (id !== "") {
    return UUID.test(id)
      ? h(ById, { id, key: id })
      : h(Empty, { title: "A trace id is a UUID" }, "Messages have it as their traceId.");
  }
  return name === "" ? h(Names, {}) : h(ByName, { name, key: name });
}

/** @param {{id: string}} props */
function ById({ id }) {
  const asked = { path: { traceId: id } };
  const poll = usePoll((signal) => get(BY_ID, { ...asked, signal }), "live", [id]);
  return h(Polled, {
    poll,
    children: (/** @type {import("../../lib/types").Pipeline} */ of) =>
      of.messages.length === 0
        ? h(Empty, { title: "No message has this trace id" }, "A trace ends with its messages.")
        : h("div", {}, [
            h(Pipeline, { of }),
            h(CurlButton, { request: { method: "GET", path: address(BY_ID, asked) } }),
          ]),
  });
}

function Names() {
  return h(KeysetTable, {
    label: "Names",
    inputs: [],
    rowKey: (/** @type {TraceName} */ row) => row.trace_name,
    load: async (cursor, signal) => {
      const query = { limit: 100, cursor };
      const found = await get("/api/v1/traces/names", { query, signal });
      return { rows: found.trace_names, nextCursor: found.nextCursor, total: found.total };
    },
    columns: [
      {
        title: "Name",
        value: (/** @type {TraceName} */ row) => row.trace_name,
        cell: (/** @type {TraceName} */ row) =>
          h(Name, {
            name: row.trace_name,
            href: href("traces", { name: row.trace_name }),
            most: 60,
          }),
      },
      {
        title: "Notes",
        align: "end",
        value: (/** @type {TraceName} */ row) => row.trace_count,
        cell: (/** @type {TraceName} */ row) => number(row.trace_count),
      },
      {
        title: "Messages",
        align: "end",
        value: (/** @type {TraceName} */ row) => row.message_count,
        cell: (/** @type {TraceName} */ row) => number(row.message_count),
      },
      {
        title: "Last",
        value: (/** @type {TraceName} */ row) => row.last_seen,
        cell: (/** @type {TraceName} */ row) => h(Instant, { at: row.last_seen }),
      },
    ],
    empty: () =>
      h(
        Empty,
        {
          title: "Nobody noted anything yet",
          code: 'message.trace({"step": "billed"}, "order 7")',
        },
        "Consumers note what they do with a message, under names by which it is found again.",
      ),
  });
}

/** @param {{name: string}} props */
function ByName({ name }) {
  return h(KeysetTable, {
    label: `Notes under ${name}`,
    inputs: [name],
    rowKey: (/** @type {NamedTrace} */ row) => row.id,
    load: async (cursor, signal) => {
      const asked = { path: { name }, query: { limit: 100, cursor }, signal };
      const found = await get("/api/v1/traces/by-name/{name}", asked);
      return { rows: found.traces, nextCursor: found.nextCursor, total: found.total };
    },
    columns: NOTES,
    empty: () => h(Empty, { title: "Nothing was noted under this name" }),
  });
}

/** @type {import("../../ui/table.js").Column<NamedTrace>[]} */
const NOTES = [
  {
    title: "Noted",
    value: (row) => row.created_at,
    cell: (row) => h(Instant, { at: row.created_at }),
  },
  { title: "Event", value: (row) => row.event_type, cell: (row) => row.event_type },
  {
    title: "Message",
    value: (row) => row.transaction_id,
    cell: (row) => h(Name, { name: row.transaction_id ?? "deleted", most: 40 }),
  },
  {
    title: "Queue",
    value: (row) => row.queue_name,
    cell: (row) => h(Name, { name: row.queue_name, href: href("queue", { name: row.queue_name }) }),
  },
  {
    title: "Partition",
    value: (row) => row.partition_name,
    cell: (row) =>
      h(Name, {
        name: row.partition_name,
        href: href("partition", { queue: row.queue_name, name: row.partition_name }),
      }),
  },
  {
    title: "Group",
    value: (row) => row.consumer_group,
    cell: (row) => row.consumer_group ?? "–",
  },
  {
    title: "Data",
    value: (row) => JSON.stringify(row.data),
    cell: (row) => h(Name, { name: JSON.stringify(row.data), most: 60 }),
  },
];
