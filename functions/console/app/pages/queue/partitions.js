/** The partitions of a queue, by name, with what each group has left there. */

import { get } from "../../lib/api.js";
import { number } from "../../lib/format.js";
import { groupName } from "../../lib/sentences.js";
import { duration } from "../../lib/time.js";
import { go, href } from "../../lib/url.js";
import { asCurl } from "../../ui/copy.js";
import { TextField } from "../../ui/field.js";
import { Instant } from "../../ui/instant.js";
import { Name } from "../../ui/name.js";
import { Empty } from "../../ui/states.js";
import { KeysetTable } from "../../ui/table.js";
import { useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";

/** @typedef {import("../../lib/types").PartitionRow} Row */
/** @typedef {import("../../lib/types").Queue} Queue */

/** @param {{of: Queue, state: any, set: any}} props */
export function Partitions({ of }) {
  const queue = of.name;
  const [name, setName] = useState("");
  const jump = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (name) {
      go(href("partition", { queue, name }));
    }
  };
  return h("div", {}, [
    h("form", { class: "filters", onSubmit: jump }, [
      h(TextField, {
        label: "Open a partition by its name",
        value: name,
        onInput: setName,
        mono: true,
      }),
      h("button", { type: "submit", disabled: name === "" }, "Open"),
    ]),
    h(KeysetTable, {
      label: `Partitions of ${queue}`,
      columns: columns(queue),
      inputs: [queue],
      rowKey: (/** @type {Row} */ row) => row.id,
      open: (/** @type {Row} */ row) => go(href("partition", { queue, name: row.name })),
      load: async (cursor, signal) => {
        const query = { queue, limit: 100, cursor };
        const found = await get("/api/v1/resources/partitions", { query, signal });
        const rows = /** @type {Row[]} */ (found.partitions);
        return { rows, nextCursor: found.nextCursor, total: found.total };
      },
      empty: () =>
        h(
          Empty,
          {
            title: "No partition yet",
            code: asCurl({
              method: "POST",
              path: "/api/v1/push",
              body: { items: [{ queue, partition: "customer-1", payload: {} }] },
            }),
          },
          "The first push into a partition makes it.",
        ),
    }),
  ]);
}

/**
 * The group that is furthest behind.
 * @param {Row} row
 */
function worst(row) {
  return row.groups.reduce(
    (found, each) => (found === null || each.open > found.open ? each : found),
    /** @type {Row["groups"][number] | null} */ (null),
  );
}

/**
 * @param {string} queue
 * @returns {import("../../ui/table.js").Column<Row>[]}
 */
function columns(queue) {
  return [
    {
      title: "Partition",
      value: (row) => row.name,
      cell: (row) =>
        h(Name, { name: row.name, href: href("partition", { queue, name: row.name }), most: 44 }),
    },
    { title: "Tail", align: "end", value: (row) => row.tail, cell: (row) => number(row.tail) },
    { title: "Head", align: "end", value: (row) => row.head, cell: (row) => number(row.head) },
    {
      title: "Kept",
      align: "end",
      value: (row) => row.messages,
      cell: (row) => number(row.messages),
    },
    {
      title: "Groups with work",
      align: "end",
      value: (row) => row.groups.filter((each) => each.open > 0).length,
      cell: (row) =>
        `${number(row.groups.filter((each) => each.open > 0).length)} of ${number(row.groups.length)}`,
    },
    {
      title: "Furthest behind",
      value: (row) => worst(row)?.name ?? "",
      cell: (row) => {
        const found = worst(row);
        return found === null || found.open === 0
          ? "–"
          : h(Name, { name: groupName(found.name), most: 24 });
      },
    },
    {
      title: "Open",
      align: "end",
      value: (row) => worst(row)?.open ?? "",
      cell: (row) => number(worst(row)?.open ?? 0),
    },
    {
      title: "Oldest",
      align: "end",
      value: (row) => worst(row)?.lagSeconds ?? "",
      cell: (row) => {
        const found = worst(row);
        return found && found.open > 0 ? duration(found.lagSeconds) : "–";
      },
    },
    {
      title: "Last push",
      value: (row) => row.lastActivity,
      cell: (row) => h(Instant, { at: row.lastActivity, only: "relative" }),
    },
    {
      title: "Why?",
      cell: (row) => {
        const found = worst(row);
        return found && found.open > 0
          ? h(
              "a",
              {
                href: href("partition", { queue, name: row.name, group: found.name }),
                "aria-label": `Why does ${row.name} not move?`,
              },
              "Why?",
            )
          : "";
      },
    },
  ];
}
