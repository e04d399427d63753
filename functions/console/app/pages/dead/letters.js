/** The letters themselves, the newest first. */

import { get } from "../../lib/api.js";
import { cut, number } from "../../lib/format.js";
import { stringify } from "../../lib/json.js";
import { groupName } from "../../lib/sentences.js";
import { Badge } from "../../ui/badge.js";
import { Instant } from "../../ui/instant.js";
import { Name } from "../../ui/name.js";
import { maskedWords } from "../../ui/payload.js";
import { Empty } from "../../ui/states.js";
import { KeysetTable } from "../../ui/table.js";
import { h } from "../../vendor/preact.js";
import { OpenButton } from "../parts/message/panel.js";
import { Panel } from "./panel.js";

/** @typedef {import("../../lib/types").Answer<"/api/v1/dlq">["messages"][number]} Letter */

/** Letters of a page: they come with their payloads. */
const SIZE = 50;

/**
 * @param {{filter: import("./filter.js").Filter, state: import("./filter.js").State,
 *   set: import("./page.js").Set, refresh: () => Promise<void>}} props
 */
export function Letters({ filter, state, set, refresh }) {
  const { show } = state;
  return h("section", {}, [
    h("h2", {}, "Letters, the newest first"),
    h("div", { class: show ? "with-panel" : "" }, [
      h(KeysetTable, {
        label: "Dead letters",
        columns: columns(show, (id) => set({ show: id })),
        inputs: [JSON.stringify(filter)],
        size: SIZE,
        rowKey: (/** @type {Letter} */ row) => row.id,
        open: (/** @type {Letter} */ row) => set({ show: row.id }),
        load: async (cursor, signal) => {
          const query = { ...filter, limit: SIZE, cursor };
          const found = await get("/api/v1/dlq", { query, signal });
          return { rows: found.messages, nextCursor: found.nextCursor, total: found.total };
        },
        empty: () => h(Empty, { title: "They are gone by now" }),
      }),
      show && h(Panel, { id: show, onClose: () => set({ show: "" }), refresh, key: show }),
    ]),
  ]);
}

/**
 * @param {string} show
 * @param {(id: string) => void} onShow
 * @returns {import("../../ui/table.js").Column<Letter>[]}
 */
function columns(show, onShow) {
  return [
    {
      title: "Failed",
      value: (row) => row.failedAt,
      cell: (row) => h(Instant, { at: row.failedAt }),
    },
    {
      title: "Transaction",
      value: (row) => row.transactionId,
      cell: (row) =>
        h(OpenButton, {
          transactionId: row.transactionId,
          isOpen: row.id === show,
          onToggle: () => onShow(row.id === show ? "" : row.id),
        }),
    },
    {
      title: "Queue",
      value: (row) => row.queue,
      cell: (row) => h(Name, { name: row.queue, most: 24 }),
    },
    {
      title: "Partition",
      value: (row) => row.partition,
      cell: (row) => h(Name, { name: row.partition, most: 24 }),
    },
    {
      title: "Offset",
      align: "end",
      value: (row) => row.offset,
      cell: (row) => number(row.offset),
    },
    {
      title: "Group",
      value: (row) => row.consumerGroup,
      cell: (row) => h(Name, { name: groupName(row.consumerGroup), most: 24 }),
    },
    {
      title: "Reason",
      value: (row) => row.reason,
      cell: (row) => h(Badge, {}, row.reason.replaceAll("_", " ")),
    },
    {
      title: "Failed before",
      align: "end",
      value: (row) => row.retryCount,
      cell: (row) => number(row.retryCount),
    },
    {
      title: "Error",
      value: (row) => row.errorMessage,
      cell: (row) => h(Name, { name: row.errorMessage, most: 60 }),
    },
    {
      title: "Payload",
      cell: (row) => {
        const words = maskedWords(row);
        return [
          words && [h(Badge, { tone: "yellow" }, words), " "],
          words !== "hidden" &&
            h("span", { class: "mono muted" }, cut(stringify(row.data).slice(0, 400), 40)),
        ];
      },
    },
  ];
}
