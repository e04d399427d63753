/** The generations of a group: what led to each rebalance, when it came, and who had what then. */

import { address, get } from "../../lib/api.js";
import { count, number } from "../../lib/format.js";
import { Badge } from "../../ui/badge.js";
import { CurlButton } from "../../ui/copy.js";
import { Instant } from "../../ui/instant.js";
import { Name } from "../../ui/name.js";
import { Empty } from "../../ui/states.js";
import { KeysetTable } from "../../ui/table.js";
import { h } from "../../vendor/preact.js";
import { ranges } from "./ranges.js";

/** @typedef {import("../../lib/types").Generation} Row */
/** @typedef {Row["changes"][number]} Change */

const ROUTE = "/api/v1/metadata/consumer-groups/{group}/generations";
/** A row has one line: the rest is counted. */
const MOST = 5;

/** @type {Record<Change["change"], string>} */
const VERBS = {
  joined: "joined",
  left: "left",
  expired: "was silent for too long",
  evicted: "was evicted",
  grew: "the topic grew",
};

/** @param {{group: string}} props */
export function Generations({ group }) {
  return h("section", {}, [
    h("h2", {}, [
      "Generations ",
      h(CurlButton, {
        request: { method: "GET", path: address(ROUTE, { path: { group } }) },
      }),
    ]),
    h(KeysetTable, {
      label: `Generations of ${group}`,
      columns: COLUMNS,
      inputs: [group],
      size: 20,
      rowKey: (/** @type {Row} */ row) => String(row.generation),
      load: async (cursor, signal) => {
        const query = { limit: 20, cursor };
        const found = await get(ROUTE, { path: { group }, query, signal });
        return { rows: found.generations, nextCursor: found.nextCursor, total: found.total };
      },
      empty: () =>
        h(
          Empty,
          { title: "No generation yet" },
          "The first one comes half a second after the first member joined.",
        ),
    }),
  ]);
}

/** @param {Change} change */
function sentence({ change, consumerId }) {
  return consumerId === null ? VERBS[change] : `${consumerId} ${VERBS[change]}`;
}

/** @param {Row} row */
function reason(row) {
  const told = row.changes.slice(0, MOST).map(sentence);
  const more = row.changeCount - told.length;
  return told.join(", ") + (more > 0 ? `, and ${count(more, "change")} more` : "");
}

/** @param {Row} row */
function owners(row) {
  const told = row.members ?? [];
  return told.length === 0
    ? "–"
    : told.map(({ consumerId, partitions }) => `${consumerId}: ${ranges(partitions)}`).join(" · ");
}

/** @type {import("../../ui/table.js").Column<Row>[]} */
const COLUMNS = [
  {
    title: "Generation",
    align: "end",
    value: (row) => row.generation,
    cell: (row) => number(row.generation),
  },
  {
    title: "Rebalanced",
    value: (row) => row.rebalancedAt,
    cell: (row) =>
      row.rebalancedAt === null
        ? h(Badge, { tone: "yellow" }, "pending")
        : h(Instant, { at: row.rebalancedAt }),
  },
  { title: "Because", value: reason, cell: (row) => h(Name, { name: reason(row), most: 64 }) },
  {
    title: "Members",
    align: "end",
    value: (row) => row.memberCount,
    cell: (row) => (row.memberCount === null ? "–" : number(row.memberCount)),
  },
  { title: "Had", value: owners, cell: (row) => h(Name, { name: owners(row), most: 64 }) },
];
