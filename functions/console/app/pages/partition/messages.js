/** The messages of a partition that are kept, the newest first, and one of them whole. */

import { get } from "../../lib/api.js";
import { number } from "../../lib/format.js";
import { Instant } from "../../ui/instant.js";
import { Name } from "../../ui/name.js";
import { Empty, Polled } from "../../ui/states.js";
import { ShortTable } from "../../ui/table.js";
import { usePoll } from "../../ui/use.js";
import { useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";
import { OneMessage, Status } from "../parts/message/panel.js";

const MOST = 60;

/** @typedef {import("../../lib/types").Answer<"/api/v1/messages">} Found */
/** @typedef {Found["messages"][number]} Row */

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
      cell: (row) => [
        h(Status, { status: row.status }),
        row.dueAt && [" due ", h(Instant, { at: row.dueAt, only: "relative" })],
      ],
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
  const [as, setAs] = useState("json");
  if (row === undefined) {
    return h("aside", { class: "panel", "aria-label": "Message" }, [
      h("p", { class: "muted" }, "This message is not among the newest that are kept."),
      h("button", { type: "button", class: "quiet", onClick: onClose }, "Close"),
    ]);
  }
  return h(OneMessage, {
    partitionId: row.partitionId,
    transactionId: row.transactionId,
    as,
    onAs: setAs,
    onClose,
  });
}
