/** What Postgres says of its tables, and the process that answers of itself. */

import { get } from "../../lib/api.js";
import { bytes, number } from "../../lib/format.js";
import { CurlButton } from "../../ui/copy.js";
import { Instant } from "../../ui/instant.js";
import { Polled } from "../../ui/states.js";
import { ShortTable } from "../../ui/table.js";
import { usePoll } from "../../ui/use.js";
import { h } from "../../vendor/preact.js";

/** @typedef {import("../../lib/types").Postgres} Postgres */

const ROUTE = "/api/v1/analytics/postgres-stats";

export function Database() {
  const poll = usePoll((signal) => get(ROUTE, { signal }), "heavy", []);
  return h(Polled, { poll, children: (/** @type {Postgres} */ of) => h(Found, { of }) });
}

/** @param {{of: Postgres}} props */
function Found({ of }) {
  const { tables, indexes } = of.cacheSummary;
  return h("div", {}, [
    h("p", { class: "lead" }, [
      `Database ${of.database}. Found in memory: ${percent(tables.hitRatio)} of what was read of tables,`,
      ` ${percent(indexes.hitRatio)} of indexes (shared buffers ${of.bufferConfig.sharedBuffersSize}). `,
      h(CurlButton, { request: { method: "GET", path: ROUTE } }),
    ]),
    h(ShortTable, {
      label: "Tables",
      rows: rows(of),
      rowKey: (row) => row.table,
      columns: [
        { title: "Table", cell: (row) => h("span", { class: "mono" }, row.table) },
        { title: "Size", align: "end", cell: (row) => bytes(row.tableSizeBytes) },
        { title: "Indexes", align: "end", cell: (row) => bytes(row.indexSizeBytes) },
        { title: "Rows, about", align: "end", cell: (row) => number(row.liveTuples) },
        { title: "Dead rows", align: "end", cell: (row) => number(row.deadTuples) },
        { title: "Last vacuum", cell: (row) => h(Instant, { at: row.lastAutovacuum }) },
        {
          title: "Updates in place",
          align: "end",
          cell: (row) => percent(row.hotUpdatePercentage),
        },
        { title: "From memory", align: "end", cell: (row) => percent(row.cacheHitRatio) },
      ],
    }),
  ]);
}

/** @param {number | null} of nothing was updated or read yet: null */
function percent(of) {
  return of === null ? "–" : `${of} %`;
}

/**
 * What is told of each table, the largest first.
 * @param {Postgres} of
 * @returns {any[]}
 */
function rows(of) {
  const told = [of.deadTuples, of.hotUpdates, of.tableCache];
  return of.tableSizes.map((size) =>
    Object.assign({}, ...told.map((each) => each.find((row) => row.table === size.table)), size),
  );
}
