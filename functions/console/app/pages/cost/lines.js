/** The bill of a month, with the terms of each of its sums. */

import { dollars } from "../../lib/format.js";
import { ShortTable } from "../../ui/table.js";
import { h } from "../../vendor/preact.js";

/** @typedef {import("./page.js").Costs["lines"][number]} Line */

/** @param {{lines: Line[], month: number}} props */
export function Lines({ lines, month }) {
  return h("section", {}, [
    h("h2", {}, "Arithmetic"),
    h(ShortTable, {
      label: "The bill of a month",
      rows: [...lines, { item: "Together", arithmetic: "", dollars: month, used: sum(lines) }],
      rowKey: (/** @type {Line} */ line) => line.item,
      columns: COLUMNS,
    }),
  ]);
}

/** @param {Line[]} lines */
function sum(lines) {
  return lines.reduce((sofar, line) => sofar + line.used, 0);
}

/** @type {import("../../ui/table.js").Column<Line>[]} */
const COLUMNS = [
  { title: "Item", cell: (line) => line.item },
  { title: "Arithmetic", cell: (line) => h("span", { class: "wrap" }, line.arithmetic) },
  { title: "A month", align: "end", cell: (line) => dollars(line.dollars) },
  { title: "By use", align: "end", cell: (line) => dollars(line.used) },
];
