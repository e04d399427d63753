/** Which messages: the keys of the address, what they ask of the API, and their fields. */

import { count } from "../../lib/format.js";
import { readInstant } from "../../lib/instants.js";
import { CheckField, SelectField, TextField } from "../../ui/field.js";
import { h } from "../../vendor/preact.js";

/**
 * @typedef {{queue: string, partition: string, namespace: string, task: string, status: string,
 *   consumerGroup: string, traceId: string, transactionId: string, last: string, from: string,
 *   to: string, contains: string, field: string, value: string, payloads: boolean, show: string,
 *   as: string, tail: boolean}} State
 * @typedef {(changes: Partial<State>, how?: {typing?: boolean}) => void} Set
 */

/** @type {State} */
export const DEFAULTS = {
  queue: "",
  partition: "",
  namespace: "",
  task: "",
  status: "",
  consumerGroup: "",
  traceId: "",
  transactionId: "",
  last: "",
  from: "",
  to: "",
  contains: "",
  field: "",
  value: "",
  payloads: true,
  show: "",
  as: "json",
  tail: false,
};

/** The keys that leave messages out. */
const CONDITIONS = /** @type {const} */ ([
  "queue",
  "partition",
  "namespace",
  "task",
  "status",
  "consumerGroup",
  "traceId",
  "transactionId",
  "last",
  "from",
  "to",
  "contains",
  "field",
  "value",
]);

const STATUSES = ["pending", "delayed", "processing", "completed", "failed", "dead", "expired"];
const LASTS = /** @type {Record<string, [string, number]>} */ ({
  "15m": ["last 15 minutes", 15 * 60],
  "1h": ["last hour", 3_600],
  "1d": ["last day", 86_400],
  "7d": ["last 7 days", 7 * 86_400],
});
const PREVIEW_BYTES = 200;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @param {string} text */
function instant(text) {
  return readInstant(text) ?? "";
}

/**
 * What a list asks; the instant of `last` is that of the request.
 * @param {State} of
 * @param {number} now
 */
export function asked(of, now) {
  const seconds = LASTS[of.last]?.[1];
  return {
    queue: of.queue,
    partition: of.partition,
    namespace: of.namespace,
    task: of.task,
    status: of.status,
    consumerGroup: of.consumerGroup,
    traceId: of.traceId,
    transactionId: of.transactionId,
    from: seconds === undefined ? instant(of.from) : new Date(now - 1000 * seconds).toISOString(),
    to: instant(of.to),
    contains: of.contains,
    field: of.field,
    value: of.field === "" ? "" : of.value,
    ...(of.payloads ? { payloads: true, maxDataBytes: PREVIEW_BYTES } : {}),
  };
}

/**
 * Whether the messages of one queue are asked for, up to now.
 * @param {State} of
 */
export function isOpenEnded(of) {
  return of.queue !== "" && of.to === "" && of.traceId === "" && of.transactionId === "";
}

/** @type {[(of: State) => boolean, string][]} what the API would refuse, and why */
const REFUSED = [
  [
    (of) => of.tail && !isOpenEnded(of),
    "A live tail follows one queue up to now: name it, and leave out the trace, the transaction and the end.",
  ],
  [
    (of) => of.partition !== "" && of.queue === "",
    "Name the queue of the partition, too: partitions of many queues share names.",
  ],
  [
    (of) => of.traceId !== "" && !UUID.test(of.traceId),
    "A trace id is a UUID, such as 01a1ef2e-be52-7293-8b8d-017564f12a90.",
  ],
  [
    (of) => of.status !== "" && !STATUSES.includes(of.status),
    `The status is one of ${STATUSES.join(", ")}.`,
  ],
  [
    (of) => of.last !== "" && LASTS[of.last] === undefined,
    `“last” is one of ${Object.keys(LASTS).join(", ")}.`,
  ],
  [
    (of) => [of.from, of.to].some((at) => at !== "" && readInstant(at) === null),
    "“from” and “to” are instants, such as 2026-11-18T14:03:00Z.",
  ],
  [
    (of) => (of.field === "") !== (of.value === ""),
    "A field of the payload and its value go together.",
  ],
  [
    (of) => (of.contains || of.field) !== "" && (of.traceId || of.transactionId) !== "",
    "A trace or a transaction is not searched by payload: leave one of them out.",
  ],
];

/**
 * Why the API would refuse these filters; empty: it takes them.
 * @param {State} of
 */
export function problem(of) {
  return REFUSED.find(([isRefused]) => isRefused(of))?.[1] ?? "";
}

/**
 * The filters that are set, in words.
 * @param {State} of
 */
export function told(of) {
  return CONDITIONS.filter((key) => of[key] !== "").map((key) => `${key}: ${of[key]}`);
}

/** Without any condition. */
export const CLEARED = {
  ...Object.fromEntries(CONDITIONS.map((key) => [key, ""])),
  tail: false,
};

/** @param {{state: State, set: Set}} props */
export function Filters({ state, set }) {
  const text = (/** @type {keyof State} */ key, /** @type {string} */ label) =>
    h(TextField, {
      label,
      value: String(state[key]),
      onInput: (value) => set({ [key]: value.trim() }, { typing: true }),
      mono: true,
    });
  const rare = /** @type {const} */ ([
    "namespace",
    "task",
    "traceId",
    "transactionId",
    "from",
    "to",
    "field",
    "value",
  ]);
  const hidden = rare.filter((key) => state[key] !== "").length;
  return h("div", { role: "search" }, [
    h("div", { class: "filters" }, [
      text("queue", "Queue"),
      text("partition", "Partition"),
      h(SelectField, {
        label: "Status",
        value: state.status,
        options: [["", "any"], ...STATUSES.map((s) => /** @type {[string, string]} */ ([s, s]))],
        onChange: (status) => set({ status }),
      }),
      text("consumerGroup", "To the group"),
      text("contains", "Payload contains"),
      h(SelectField, {
        label: "Pushed",
        value: state.last,
        options: [
          ["", "at any time"],
          ...Object.entries(LASTS).map(
            ([key, [title]]) => /** @type {[string, string]} */ ([key, title]),
          ),
        ],
        onChange: (last) => set({ last }),
      }),
      h(CheckField, {
        label: "Payloads",
        checked: state.payloads,
        onChange: (payloads) => set({ payloads }),
      }),
      (state.tail || isOpenEnded(state)) &&
        h(CheckField, {
          label: "Live tail",
          checked: state.tail,
          onChange: (tail) => set({ tail }),
        }),
    ]),
    h("details", { open: hidden > 0 }, [
      h(
        "summary",
        {},
        hidden ? `More filters (${count(hidden, "is", "are")} set)` : "More filters",
      ),
      h("div", { class: "filters" }, [
        text("transactionId", "Transaction id"),
        text("traceId", "Trace id"),
        text("field", "Field, such as customer.id"),
        text("value", "Its value"),
        text("from", "From"),
        text("to", "Before"),
        text("namespace", "Namespace"),
        text("task", "Task"),
      ]),
    ]),
  ]);
}
