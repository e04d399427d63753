/** What letters died of: a line for each kind of error, queue and group. */

import { count, number } from "../../lib/format.js";
import { groupName } from "../../lib/sentences.js";
import { href } from "../../lib/url.js";
import { Bar } from "../../ui/bar.js";
import { Instant } from "../../ui/instant.js";
import { Name } from "../../ui/name.js";
import { ShortTable } from "../../ui/table.js";
import { h } from "../../vendor/preact.js";
import { Actions } from "./actions.js";

/** @typedef {import("../../lib/types").Answer<"/api/v1/dlq/summary">} Summary */
/** @typedef {Summary["errors"][number]} Kind */
/** @typedef {Kind["groups"][number] & {kind: Kind}} Line */
/** @typedef {import("./filter.js").Filter} Filter */

/** @param {{of: Summary, filter: Filter, set: import("./page.js").Set, refresh: () => Promise<void>}} props */
export function Kinds({ of, filter, set, refresh }) {
  /** @type {Line[]} */
  const lines = of.errors.flatMap((kind) => kind.groups.map((group) => ({ ...group, kind })));
  lines.sort((one, other) => other.count - one.count);
  const shown = lines.reduce((sum, each) => sum + each.count, 0);
  return h("section", {}, [
    h("h2", {}, "By error"),
    h(ShortTable, {
      label: "Dead letters by error",
      rows: lines,
      rowKey: (/** @type {Line} */ row) =>
        JSON.stringify([row.kind.fingerprint, row.queue, row.consumerGroup]),
      columns: columns(of, filter, set, refresh),
    }),
    shown < of.count &&
      h(
        "p",
        { class: "muted small" },
        `${count(of.count - shown, "letter")} of rarer errors are in the list below only.`,
      ),
  ]);
}

/**
 * @param {Summary} of
 * @param {Filter} filter
 * @param {import("./page.js").Set} set
 * @param {() => Promise<void>} refresh
 * @returns {import("../../ui/table.js").Column<Line>[]}
 */
function columns(of, filter, set, refresh) {
  const choose = (/** @type {Line} */ { kind, queue, consumerGroup }) =>
    set({ fingerprint: kind.fingerprint, error: "", queue, group: consumerGroup, show: "" });
  return [
    {
      title: "Error",
      cell: (row) =>
        h(
          "button",
          {
            type: "button",
            class: "link mono",
            title: row.kind.errorMessage,
            onClick: () => choose(row),
          },
          h(Name, { name: row.kind.fingerprint, most: 56 }),
        ),
    },
    {
      title: "Letters",
      align: "end",
      cell: (row) => h(Bar, { value: row.count, bound: of.count, plain: true }, number(row.count)),
    },
    { title: "First", cell: (row) => h(Instant, { at: row.oldestFailedAt, only: "clock" }) },
    { title: "Last", cell: (row) => h(Instant, { at: row.newestFailedAt }) },
    { title: "Group", cell: (row) => h(Name, { name: groupName(row.consumerGroup), most: 24 }) },
    {
      title: "Queue",
      cell: (row) =>
        h(Name, { name: row.queue, most: 28, href: href("queue", { name: row.queue }) }),
    },
    {
      title: "",
      cell: (row) =>
        h(Actions, {
          count: row.count,
          refresh,
          filter: {
            ...filter,
            fingerprint: row.kind.fingerprint,
            queue: row.queue,
            consumerGroup: row.consumerGroup,
          },
        }),
    },
  ];
}
