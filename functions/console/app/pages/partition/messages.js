/** The messages of a partition that are kept, the newest first, and one of them whole. */

import { get } from "../../lib/api.js";
import { number } from "../../lib/format.js";
import { groupName } from "../../lib/sentences.js";
import { Badge } from "../../ui/badge.js";
import { Instant } from "../../ui/instant.js";
import { Name } from "../../ui/name.js";
import { Payload } from "../../ui/payload.js";
import { Empty, Polled } from "../../ui/states.js";
import { ShortTable } from "../../ui/table.js";
import { usePoll } from "../../ui/use.js";
import { h } from "../../vendor/preact.js";

const MOST = 60;
const TONES = {
  completed: "plain",
  processing: "blue",
  pending: "plain",
  failed: "red",
  dead_letter: "red",
};

/** @typedef {import("../../lib/types").Answer<"/api/v1/messages">} Found */
/** @typedef {Found["messages"][number]} Row */
/** @typedef {import("../../lib/types").Answer<"/api/v1/messages/{partitionId}/{transactionId}">} Whole */

/** @param {{queue: string, name: string, show: string, onShow: (id: string) => void}} props */
export function Messages({ queue, name, show, onShow }) {
  const poll = usePoll(
    (signal) => get("/api/v1/messages", { query: { queue, partition: name, limit: MOST }, signal }),
    "steady",
    [queue, name],
  );
  return h("section", {}, [
    h("h2", {}, "Messages that are kept, the newest first"),
    h(Polled, {
      poll,
      children: (/** @type {Found} */ found) =>
        found.messages.length === 0
          ? h(Empty, { title: "No message is kept" }, "They were deleted, or none was pushed.")
          : h("div", { class: show ? "with-panel" : "" }, [
              h(ShortTable, {
                label: "Messages",
                rows: found.messages,
                rowKey: (/** @type {Row} */ row) => row.id,
                columns: columns(show, onShow),
              }),
              show &&
                h(Panel, {
                  row: found.messages.find((each) => each.id === show),
                  onClose: () => onShow(""),
                  key: show,
                }),
            ]),
    }),
  ]);
}

/** @param {string} status */
function tone(status) {
  return /** @type {Record<string, string>} */ (TONES)[status] ?? "plain";
}

/**
 * @param {string} show
 * @param {(id: string) => void} onShow
 * @returns {import("../../ui/table.js").Column<Row>[]}
 */
function columns(show, onShow) {
  return [
    { title: "Offset", align: "end", cell: (row) => number(row.offset) },
    { title: "Pushed", cell: (row) => h(Instant, { at: row.createdAt }) },
    {
      title: "Transaction",
      cell: (row) =>
        h(
          "button",
          {
            type: "button",
            class: "link mono",
            "aria-expanded": row.id === show,
            title: row.transactionId,
            onClick: () => onShow(row.id === show ? "" : row.id),
          },
          h(Name, { name: row.transactionId, most: 36 }),
        ),
    },
    {
      title: "Status",
      cell: (row) => h(Badge, { tone: tone(row.status) }, row.status.replaceAll("_", " ")),
    },
    {
      title: "Groups done",
      align: "end",
      cell: (row) => `${row.busStatus.consumedBy} of ${row.busStatus.totalGroups}`,
    },
  ];
}

/** @param {{row: Row | undefined, onClose: () => void}} props */
function Panel({ row, onClose }) {
  if (row === undefined) {
    return h("aside", { class: "panel", "aria-label": "Message" }, [
      h("p", { class: "muted" }, "This message is not among the newest that are kept."),
      h("button", { type: "button", class: "quiet", onClick: onClose }, "Close"),
    ]);
  }
  return h(OneMessage, { row, onClose });
}

/** @param {{row: Row, onClose: () => void}} props */
function OneMessage({ row, onClose }) {
  const path = { partitionId: row.partitionId, transactionId: row.transactionId };
  const poll = usePoll(
    (signal) => get("/api/v1/messages/{partitionId}/{transactionId}", { path, signal }),
    "live",
    [row.id],
  );
  return h("aside", { class: "panel", "aria-label": "Message" }, [
    h("div", { class: "actions" }, [
      h("h3", {}, h(Name, { name: row.transactionId, most: 36 })),
      h("span", { class: "grow" }),
      h("button", { type: "button", class: "quiet", onClick: onClose }, "Close"),
    ]),
    h(Polled, {
      poll,
      children: (/** @type {Whole} */ of) =>
        h("div", {}, [
          of.decryptionError
            ? h("p", { class: "note red" }, of.decryptionError)
            : h(Payload, { data: of.data }),
          of.headers && [h("h4", {}, "Headers"), h(Payload, { data: of.headers })],
          h(
            "ul",
            { class: "lines" },
            of.consumerGroups.map((each) =>
              h("li", { key: each.consumerGroup }, [
                h("span", { class: "mono" }, groupName(each.consumerGroup)),
                " ",
                h(Badge, { tone: tone(each.status) }, each.status.replaceAll("_", " ")),
                each.attempts > 0 && ` ${each.attempts} failed`,
                each.errorMessage && h("span", { class: "muted" }, ` “${each.errorMessage}”`),
                each.leaseExpiresAt && [" until ", h(Instant, { at: each.leaseExpiresAt })],
              ]),
            ),
          ),
        ]),
    }),
  ]);
}
