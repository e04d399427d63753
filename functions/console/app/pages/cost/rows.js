/** Each queue's or group's part of a month's bill. */

import { bytes, count, dollars, number, rate } from "../../lib/format.js";
import { groupName } from "../../lib/sentences.js";
import { duration } from "../../lib/time.js";
import { href } from "../../lib/url.js";
import { Name } from "../../ui/name.js";
import { ShortTable } from "../../ui/table.js";
import { h } from "../../vendor/preact.js";

/** @typedef {import("./page.js").Costs} Costs */
/** @typedef {Costs["rows"][number]} Row */

/** @param {{found: Costs}} props */
export function Rows({ found }) {
  const byQueue = found.by === "queue";
  return h("div", {}, [
    h(ShortTable, {
      label: byQueue ? "Cost of queues" : "Cost of groups",
      rows: found.rows,
      rowKey: (/** @type {Row} */ row) => `=${row.queue ?? row.consumerGroup ?? ""}`,
      columns: [byQueue ? QUEUE : GROUP, TOGETHER, batched(found.batch), ...COLUMNS],
    }),
    h("p", { class: "muted small" }, [
      "Dollars of a month at this rate. A queue has its part of each item: by its requests, their time" +
        " on Lambda, the database's processor time, its writes, or its bytes.",
      found.leftOut > 0 &&
        ` ${count(found.leftOut, byQueue ? "other queue" : "other group")}: ${dollars(found.rest)}.`,
    ]),
  ]);
}

/** @type {import("../../ui/table.js").Column<Row>} */
const QUEUE = {
  title: "Queue",
  cell: ({ queue }) =>
    queue === null || queue === undefined
      ? h("span", { class: "muted" }, "(no queue)")
      : h(Name, { name: queue, href: href("queue", { name: queue }), most: 32 }),
};

/** @type {import("../../ui/table.js").Column<Row>} */
const GROUP = {
  title: "Group",
  cell: ({ consumerGroup }) =>
    consumerGroup === null || consumerGroup === undefined
      ? h("span", { class: "muted" }, "(pushes and others)")
      : h(Name, { name: groupName(consumerGroup), most: 32 }),
};

/** @param {Row} row */
function requests(row) {
  return row.pushRequests + row.popRequests + row.emptyPops + row.ackRequests + row.otherRequests;
}

/** @param {Row} row */
function batch(row) {
  const moving = row.pushRequests + row.popRequests + row.ackRequests;
  return moving === 0 ? "–" : rate((row.pushed + row.popped + row.acked) / moving);
}

/**
 * @param {string} title
 * @param {(row: Row) => string} cell
 * @returns {import("../../ui/table.js").Column<Row>}
 */
function figure(title, cell) {
  return { title, align: "end", cell };
}

const TOGETHER = figure("Together", (row) => dollars(row.dollars.total));

const COLUMNS = [
  figure("Gateway", (row) => dollars(row.dollars.gateway)),
  figure("Lambda", (row) => dollars(row.dollars.lambda)),
  figure("Database", (row) => dollars(row.dollars.database)),
  figure("Logs, traces", (row) => dollars(row.dollars.watching)),
  figure("Requests", (row) => number(requests(row))),
  figure("Empty pops", (row) => number(row.emptyPops)),
  figure("Waited", (row) => duration(row.waitedSeconds)),
  figure("Messages", (row) => number(row.pushed || row.acked)),
  figure("Batch", batch),
  figure("In and out", (row) => `${bytes(row.bytesIn)}, ${bytes(row.bytesOut)}`),
  figure("Stored", (row) => number(row.storedMessages)),
];

/** @param {number} size */
function batched(size) {
  return figure(`In batches of ${size}`, (row) => dollars(row.ifBatched));
}
