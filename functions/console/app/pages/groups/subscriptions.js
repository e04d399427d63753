/** How groups subscribed at their first pops, to queues, to partitions, by namespace and by task. */

import { get, send } from "../../lib/api.js";
import { groupName } from "../../lib/sentences.js";
import { may } from "../../lib/session.js";
import { href } from "../../lib/url.js";
import { Confirm } from "../../ui/confirm.js";
import { Instant } from "../../ui/instant.js";
import { Name } from "../../ui/name.js";
import { Empty } from "../../ui/states.js";
import { KeysetTable } from "../../ui/table.js";
import { tell } from "../../ui/toast.js";
import { refreshAll } from "../../ui/use.js";
import { useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";
import { Mode, promise } from "./mode.js";

/** @typedef {import("../../lib/types").SubscriptionRow} Row */

const ROUTE = "/api/v1/subscriptions/{subscription}";

/** @param {{state: import("./page.js").State}} props */
export function Subscriptions({ state }) {
  const [gone, setGone] = useState(/** @type {Row | null} */ (null));
  const columns = may("DELETE", ROUTE) ? [...COLUMNS, deletion(setGone)] : COLUMNS;
  return h("div", {}, [
    h(KeysetTable, {
      label: "Subscriptions",
      columns,
      inputs: [state.name, state.queue],
      rowKey: (/** @type {Row} */ row) => row.id,
      load: async (cursor, signal) => {
        const query = { consumerGroup: state.name, queue: state.queue, limit: 100, cursor };
        const found = await get("/api/v1/subscriptions", { query, signal });
        return { rows: found.subscriptions, nextCursor: found.nextCursor, total: found.total };
      },
      empty: () =>
        h(
          Empty,
          { title: state.name || state.queue ? "No subscription fits" : "No subscription yet" },
          "A group with a name subscribes at its first pop.",
        ),
    }),
    gone && h(Delete, { of: gone, onClose: () => setGone(null) }),
  ]);
}

/**
 * What a subscription covers: a queue, a partition of it, or the queues with some labels.
 * @param {Row} row
 */
export function covers(row) {
  if (row.queueName === "") {
    const labels = [
      row.namespace && `namespace ${row.namespace}`,
      row.task && `task ${row.task}`,
    ].filter(Boolean);
    return `queues of ${labels.join(", ")}`;
  }
  return row.partitionName === ""
    ? `queue ${row.queueName}`
    : `partition ${row.partitionName} of ${row.queueName}`;
}

/** @param {Row} row */
function place(row) {
  if (row.queueName === "") {
    return href("queues", { namespace: row.namespace, task: row.task });
  }
  return row.partitionName === ""
    ? href("queue", { name: row.queueName })
    : href("partition", {
        queue: row.queueName,
        name: row.partitionName,
        group: row.consumerGroup,
      });
}

/** @type {import("../../ui/table.js").Column<Row>[]} */
const COLUMNS = [
  {
    title: "Group",
    value: (row) => groupName(row.consumerGroup),
    cell: (row) => h(Name, { name: groupName(row.consumerGroup), most: 32 }),
  },
  {
    title: "Mode",
    value: (row) => row.subscriptionMode,
    cell: (row) => h(Mode, { mode: row.subscriptionMode }),
  },
  {
    title: "Covers",
    value: covers,
    cell: (row) => h(Name, { name: covers(row), href: place(row), most: 60 }),
  },
  {
    title: "Starts",
    value: (row) => row.subscriptionTimestamp,
    cell: (row) =>
      row.subscriptionMode === "all"
        ? "at the beginning"
        : h(Instant, { at: row.subscriptionTimestamp }),
  },
  {
    title: "Subscribed",
    value: (row) => row.createdAt,
    cell: (row) => h(Instant, { at: row.createdAt }),
  },
];

/**
 * @param {(row: Row) => void} onDelete
 * @returns {import("../../ui/table.js").Column<Row>}
 */
function deletion(onDelete) {
  return {
    title: "Change",
    cell: (row) =>
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          "aria-label": `Delete the subscription of ${groupName(row.consumerGroup)} to ${covers(row)}`,
          onClick: () => onDelete(row),
        },
        "Delete…",
      ),
  };
}

/** @param {{of: Row, onClose: () => void}} props */
function Delete({ of, onClose }) {
  const path = { subscription: of.id };
  return h(Confirm, {
    title: `Delete the subscription of ${groupName(of.consumerGroup)}`,
    button: "Delete the subscription",
    typed: of.consumerGroup,
    noun: "group's name",
    onClose,
    request: () => ({ method: "DELETE", path: `/api/v1/subscriptions/${of.id}` }),
    run: async () => {
      const answer = await send("DELETE", ROUTE, { path });
      tell(answer.nextPop);
      refreshAll();
    },
    children: [
      h("p", {}, [h(Mode, { mode: of.subscriptionMode }), ` It covers: ${covers(of)}.`]),
      h("p", {}, promise(of.subscriptionMode, of.subscriptionTimestamp)),
      h(
        "p",
        {},
        "The group keeps its cursors. What it does not follow yet, its next pop subscribes to anew.",
      ),
    ],
  });
}
