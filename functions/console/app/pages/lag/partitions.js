/** The partitions in which groups were behind in the last snapshot, furthest first. */

import { address, get } from "../../lib/api.js";
import { number, rate } from "../../lib/format.js";
import { partitionHref } from "../../lib/links.js";
import { groupName } from "../../lib/sentences.js";
import { duration, toMs } from "../../lib/time.js";
import { CurlButton } from "../../ui/copy.js";
import { Name } from "../../ui/name.js";
import { Empty } from "../../ui/states.js";
import { KeysetTable } from "../../ui/table.js";
import { useRef } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";
import { Unfitting } from "../parts/nothing.js";
import { bucketBounds } from "./buckets.js";
import { drain, Judged } from "./verdicts.js";

const ROUTE = "/api/v1/analytics/lag/partitions";

/** @typedef {import("../../lib/types").Answer<typeof ROUTE>["partitions"][number]} Row */

/** @param {{state: import("./page.js").State, clear: () => void}} props */
export function Partitions({ state, clear }) {
  const { queue, consumerGroup, verdict, at, bucket } = state;
  const filters = { queue, consumerGroup, verdict };
  const asked = { ...filters, at, ...bucketBounds(bucket) };
  const isKept = useRef(true);
  return h("div", {}, [
    h(KeysetTable, {
      label: "Lag of partitions",
      pace: "heavy",
      columns: COLUMNS,
      inputs: [queue, consumerGroup, verdict, at, bucket],
      rowKey: (/** @type {Row} */ row) => `${row.partitionId} ${row.consumerGroup}`,
      load: async (cursor, signal) => {
        const query = { ...asked, limit: 100, cursor };
        const found = await get(ROUTE, { query, signal });
        isKept.current = wasKept(found);
        return { rows: found.partitions, nextCursor: found.nextCursor, total: found.total };
      },
      empty: () => {
        if (!isKept.current) {
          return h(Empty, { title: "The partitions of this snapshot are not kept" }, NOT_KEPT);
        }
        return queue === "" && consumerGroup === "" && verdict === "" && bucket < 0
          ? h(Empty, { title: "No group was behind in any partition" })
          : h(Unfitting, { title: "No partition fits", filters, clear });
      },
    }),
    h(CurlButton, { request: { method: "GET", path: address(ROUTE, { query: asked }) } }),
  ]);
}

const NOT_KEPT =
  "The database has those of the last ten snapshots; the job's files have all. Groups and queues are" +
  " kept for two weeks.";

/**
 * Whether the partitions of a snapshot are still there.
 * @param {import("../../lib/types").Answer<typeof ROUTE>} found
 */
function wasKept({ capturedAt, keptSince }) {
  return capturedAt === null || keptSince === null || toMs(capturedAt) >= toMs(keptSince);
}

/** @param {Row} row */
function place(row) {
  const partition = { id: row.partitionId, queue: row.queue, name: row.partition };
  return partitionHref(partition, row.consumerGroup);
}

/** @type {import("../../ui/table.js").Column<Row>[]} */
const COLUMNS = [
  {
    title: "Partition",
    value: (row) => row.partition,
    cell: (row) => h(Name, { name: row.partition, href: place(row), most: 32 }),
  },
  {
    title: "Queue",
    value: (row) => row.queue,
    cell: (row) => h(Name, { name: row.queue, most: 28 }),
  },
  {
    title: "Group",
    value: (row) => groupName(row.consumerGroup),
    cell: (row) => h(Name, { name: groupName(row.consumerGroup), most: 28 }),
  },
  {
    title: "Verdict",
    value: (row) => row.verdict,
    cell: (row) => h(Judged, { of: row.verdict }),
  },
  {
    title: "Messages",
    align: "end",
    value: (row) => row.offsetLag,
    cell: (row) => number(row.offsetLag),
  },
  {
    title: "Oldest",
    align: "end",
    value: (row) => row.timeLagSeconds,
    cell: (row) => duration(row.timeLagSeconds),
  },
  {
    title: "In /s",
    align: "end",
    value: (row) => row.arrivalPerSecond,
    cell: (row) => (row.arrivalPerSecond === null ? "–" : rate(row.arrivalPerSecond)),
  },
  {
    title: "Out /s",
    align: "end",
    value: (row) => row.consumptionPerSecond,
    cell: (row) => (row.consumptionPerSecond === null ? "–" : rate(row.consumptionPerSecond)),
  },
  { title: "Done in", align: "end", value: (row) => row.secondsToDrain, cell: drain },
  {
    title: "Why?",
    cell: (row) =>
      h("a", { href: place(row), "aria-label": `Why does ${row.partition} not move?` }, "Why?"),
  },
];
