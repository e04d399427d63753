/** What can be done with the messages that were selected: copy, reproduce, retry. */

import { get } from "../../lib/api.js";
import { csv } from "../../lib/copy.js";
import { count } from "../../lib/format.js";
import { stringify } from "../../lib/json.js";
import { Confirm } from "../../ui/confirm.js";
import { CopyButton, copyText } from "../../ui/copy.js";
import { tell, tellError } from "../../ui/toast.js";
import { useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";
import { mayRetry, retry, retryOf } from "../parts/message/actions.js";
import { Reproduce } from "../parts/reproduce/later.js";

/** @typedef {import("./list.js").Row} Row */

/**
 * A payload in a line.
 * @param {Row} row
 */
export function previewText(row) {
  return row.dataStart ? `${row.dataStart}…` : stringify(row.data ?? null);
}

/**
 * These messages, whole.
 * @param {Row[]} rows
 * @param {boolean} [reveal] with what is masked of them
 */
export function whole(rows, reveal) {
  return Promise.all(
    rows.map(({ partitionId, transactionId }) =>
      get("/api/v1/messages/{partitionId}/{transactionId}", {
        path: { partitionId, transactionId },
        query: { reveal: reveal || undefined },
      }),
    ),
  );
}

/** @type {[string, (row: Row) => unknown][]} */
const CELLS = [
  ["Pushed", (row) => row.createdAt],
  ["Queue", (row) => row.queue],
  ["Partition", (row) => row.partition],
  ["Offset", (row) => row.offset],
  ["Transaction", (row) => row.transactionId],
  ["Status", (row) => row.status],
  ["Due", (row) => row.dueAt],
  ["Key", (row) => row.key],
  ["Trace", (row) => row.traceId],
  ["Payload", (row) => (row.dataBytes === undefined ? "" : previewText(row))],
];

/**
 * @param {{chosen: Map<string, Row>, state: import("./filters.js").State, clear: () => void,
 *   onChange: () => void}} props
 */
export function Selected({ chosen, state, clear, onChange }) {
  const [open, setOpen] = useState("");
  const rows = [...chosen.values()];
  if (rows.length === 0) {
    return null;
  }
  const dead = rows.filter((row) => row.status === "dead");
  const copyJson = async () => {
    try {
      await copyText(stringify(await whole(rows), 2));
      tell(`Copied ${count(rows.length, "message")}.`);
    } catch (error) {
      tellError(error);
    }
  };
  const text = () =>
    csv(
      CELLS.map(([title]) => title),
      rows.map((row) => CELLS.map(([, cell]) => cell(row))),
    );
  return h("div", { class: "actions", role: "group", "aria-label": "Selected messages" }, [
    h("span", { class: "strong" }, `${count(rows.length, "message")} selected`),
    h("button", { type: "button", class: "quiet", onClick: copyJson }, "Copy as JSON"),
    h(CopyButton, { text, title: "Copy as CSV" }),
    h("button", { type: "button", onClick: () => setOpen("reproduce") }, "Reproduce as test…"),
    dead.length > 0 &&
      mayRetry() &&
      h("button", { type: "button", onClick: () => setOpen("retry") }, `Retry ${dead.length}…`),
    h("button", { type: "button", class: "quiet", onClick: clear }, "Clear the selection"),
    open === "reproduce" &&
      h(Reproduce, {
        load: (reveal) => whole(rows, reveal),
        group: state.consumerGroup,
        onClose: () => setOpen(""),
      }),
    open === "retry" &&
      h(Retry, { rows: dead, group: state.consumerGroup, close: () => setOpen(""), onChange }),
  ]);
}

/** @param {{rows: Row[], group: string, close: () => void, onChange: () => void}} props */
function Retry({ rows, group, close, onChange }) {
  const [first] = rows;
  return h(Confirm, {
    title: `Retry ${count(rows.length, "message")}`,
    button: `Push ${count(rows.length, "message")} again`,
    onClose: close,
    request: () => retryOf(/** @type {Row} */ (first), group),
    run: async () => {
      for (const row of rows) {
        await retry(row, group);
      }
      tell(`Pushed ${count(rows.length, "message")} once more.`);
      onChange();
    },
    children: h(
      "p",
      {},
      `${count(rows.length, "new message")}, at the end of the partitions of the old ones. All groups` +
        " of the queues get them, not only those that gave them up. Copy as curl: the first one.",
    ),
  });
}
