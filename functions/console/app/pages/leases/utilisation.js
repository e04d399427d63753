/** Which part of each queue's partitions consumers hold. */

import { get } from "../../lib/api.js";
import { number } from "../../lib/format.js";
import { relative } from "../../lib/time.js";
import { href } from "../../lib/url.js";
import { Bar } from "../../ui/bar.js";
import { Name } from "../../ui/name.js";
import { Polled } from "../../ui/states.js";
import { ShortTable } from "../../ui/table.js";
import { usePoll } from "../../ui/use.js";
import { h } from "../../vendor/preact.js";

/** @typedef {import("../../lib/types").Answer<"/api/v1/status/queues">} Found */
/** @typedef {Found["queues"][number]} Row */

/** Queues that are looked at: the first ones by name. */
const MOST = 1_000;
const SHOWN = 10;

/** @param {{queue: string}} props */
export function Utilisation({ queue }) {
  const poll = usePoll(
    (signal) => get("/api/v1/status/queues", { query: { limit: MOST }, signal }),
    "heavy",
    [],
  );
  return h("section", {}, [
    h("h2", {}, "Utilisation"),
    h(Polled, {
      poll,
      children: (/** @type {Found} */ found) => {
        const held = found.queues
          .filter((row) => (queue === "" ? row.leasedPartitions > 0 : row.name === queue))
          .sort((one, other) => other.utilizationPercent - one.utilizationPercent)
          .slice(0, SHOWN);
        return held.length === 0
          ? h("p", { class: "muted" }, "No partition of a queue is held.")
          : [
              h(ShortTable, {
                label: "Utilisation",
                rows: held,
                rowKey: (/** @type {Row} */ row) => row.id,
                columns: COLUMNS,
              }),
              h("p", { class: "foot muted small" }, [
                `The ${SHOWN} queues that are used most.`,
                found.asOf && ` Counted ${relative(found.asOf)}.`,
              ]),
            ];
      },
    }),
  ]);
}

/** @type {import("../../ui/table.js").Column<Row>[]} */
const COLUMNS = [
  {
    title: "Queue",
    cell: (row) => h(Name, { name: row.name, href: href("queue", { name: row.name }), most: 40 }),
  },
  {
    title: "Held partitions",
    cell: (row) =>
      h(
        Bar,
        { value: row.leasedPartitions, bound: row.partitions },
        `${number(row.leasedPartitions)} of ${number(row.partitions)}, ${row.utilizationPercent} %`,
      ),
  },
  { title: "Open", align: "end", cell: (row) => number(row.lagMessages) },
];
