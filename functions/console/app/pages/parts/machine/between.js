/** What happened between two instants: what began to fail, what died, and what people changed. */

import { get } from "../../../lib/api.js";
import { count, number } from "../../../lib/format.js";
import { groupName } from "../../../lib/sentences.js";
import { href } from "../../../lib/url.js";
import { Name } from "../../../ui/name.js";
import { Polled } from "../../../ui/states.js";
import { ShortTable } from "../../../ui/table.js";
import { usePoll } from "../../../ui/use.js";
import { h } from "../../../vendor/preact.js";
import { ChangeLines } from "../changes.js";
import { Began } from "./began.js";

const SHOWN = 20;

/**
 * @typedef {import("../../../lib/types").Answer<"/api/v1/dlq/summary">} Dead
 * @typedef {Dead["errors"][number]} Kind
 * @typedef {Kind["groups"][number] & {kind: Kind}} Line
 * @typedef {import("../../../lib/types").Answer<"/api/v1/audit">} Changed
 */

/** @param {{from: string, to: string}} props `to` is empty for now */
export function Between({ from, to }) {
  const query = { from, to };
  return [
    h(Began, { from, to, key: "began" }),
    h("div", { class: "columns even", key: "others" }, [
      h(Died, { query, key: "died" }),
      h(Changed, { query, key: "changed" }),
    ]),
  ];
}

/** @typedef {{query: {from: string, to: string}}} Props */

/** @param {Props} props */
function Died({ query }) {
  const poll = usePoll((signal) => get("/api/v1/dlq/summary", { query, signal }), "heavy", [
    query.from,
    query.to,
  ]);
  return h("section", {}, [
    h("h2", {}, [
      "Given up in between ",
      h("a", { class: "small", href: href("dead-letters", query) }, "all"),
    ]),
    h(Polled, {
      poll,
      children: (/** @type {Dead} */ of) =>
        of.count === 0
          ? h("p", { class: "muted" }, "No dead letter that is still here.")
          : h(ShortTable, {
              label: "Given up in between",
              rows: of.errors
                .flatMap((kind) => kind.groups.map((group) => ({ ...group, kind })))
                .slice(0, SHOWN),
              rowKey: (/** @type {Line} */ row) =>
                JSON.stringify([row.kind.fingerprint, row.queue, row.consumerGroup]),
              columns: COLUMNS,
            }),
    }),
  ]);
}

/** @param {Props} props */
function Changed({ query }) {
  const poll = usePoll(
    (signal) => get("/api/v1/audit", { query: { ...query, limit: SHOWN }, signal }),
    "heavy",
    [query.from, query.to],
  );
  return h("section", {}, [
    h("h2", {}, [
      "Changed in between ",
      h("a", { class: "small", href: href("audit", query) }, "all"),
    ]),
    h(Polled, {
      poll,
      children: (/** @type {Changed} */ of) => [
        h(ChangeLines, { changes: of.changes }),
        of.nextCursor !== null &&
          h("p", { class: "muted small" }, `The newest ${count(SHOWN, "change")} of this time.`),
      ],
    }),
  ]);
}

/** @type {import("../../../ui/table.js").Column<Line>[]} */
const COLUMNS = [
  { title: "Error", cell: (row) => h(Name, { name: row.kind.fingerprint, most: 40 }) },
  { title: "Letters", align: "end", cell: (row) => number(row.count) },
  { title: "Group", cell: (row) => h(Name, { name: groupName(row.consumerGroup), most: 20 }) },
  { title: "Queue", cell: (row) => h(Name, { name: row.queue, most: 20 }) },
];
