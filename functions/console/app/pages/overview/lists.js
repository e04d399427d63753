/** The lists of the Overview: alarms, worst groups, fullest queues. */

import { number } from "../../lib/format.js";
import { groupName } from "../../lib/sentences.js";
import { duration } from "../../lib/time.js";
import { href } from "../../lib/url.js";
import { Bar } from "../../ui/bar.js";
import { Instant } from "../../ui/instant.js";
import { Name } from "../../ui/name.js";
import { ShortTable } from "../../ui/table.js";
import { h } from "../../vendor/preact.js";
import { leadsSomewhere } from "../index.js";

/** @typedef {import("../../lib/types").Summary} Summary */

/** @param {{alarms: Summary["alarms"]}} props */
export function Alarms({ alarms }) {
  if (alarms.length === 0) {
    return null;
  }
  return h("section", { "aria-label": "Alarms" }, [
    h(
      "ul",
      { class: "alarms" },
      alarms.map((each) =>
        h("li", { key: `${each.name} ${each.link}` }, [
          h("p", {}, [
            each.sentence,
            " ",
            leadsSomewhere(each.link) && h("a", { href: each.link }, "Why?"),
          ]),
          h("p", { class: "muted small" }, [
            "since ",
            h(Instant, { at: each.since }),
            " · help: ",
            h("span", { class: "mono" }, each.help),
          ]),
        ]),
      ),
    ),
  ]);
}

/** @typedef {Summary["worstGroups"][number]} Worst */

/** @param {{groups: Worst[]}} props */
export function WorstGroups({ groups }) {
  return h("section", {}, [
    h("h2", {}, "Worst groups"),
    groups.length === 0
      ? h("p", { class: "muted" }, "No group has anything left to do.")
      : h(ShortTable, {
          label: "Worst groups",
          rows: groups,
          rowKey: (/** @type {Worst} */ row) => `${row.queue} ${row.group}`,
          columns: [
            {
              title: "Group",
              cell: (row) =>
                h(Name, {
                  name: groupName(row.group),
                  href: href("groups", { show: row.group, on: row.queue }),
                  most: 24,
                }),
            },
            {
              title: "Queue",
              cell: (row) =>
                h(Name, {
                  name: row.queue,
                  most: 24,
                  href: href("queue", { name: row.queue, tab: "groups" }),
                }),
            },
            { title: "Open", align: "end", cell: (row) => number(row.open) },
            {
              title: "Behind",
              align: "end",
              cell: (row) => `${number(row.partitionsBehind)} part.`,
            },
            {
              title: "Oldest",
              align: "end",
              cell: (row) => (row.oldestSeconds === null ? "–" : duration(row.oldestSeconds)),
            },
            {
              title: "Why?",
              cell: (row) =>
                row.partition === null
                  ? "–"
                  : h(Name, {
                      name: row.partition,
                      most: 24,
                      href: href("partition", {
                        queue: row.queue,
                        name: row.partition,
                        group: row.group,
                      }),
                    }),
            },
          ],
        }),
  ]);
}

/** @typedef {Summary["fullestQueues"][number]} Full */

/** @param {{queues: Full[]}} props */
export function FullestQueues({ queues }) {
  return h("section", {}, [
    h("h2", {}, "Fullest queues"),
    queues.length === 0
      ? h("p", { class: "muted" }, "Every queue is empty.")
      : h(ShortTable, {
          label: "Fullest queues",
          rows: queues,
          rowKey: (/** @type {Full} */ row) => row.queue,
          columns: [
            {
              title: "Queue",
              cell: (row) =>
                h(Name, { name: row.queue, most: 30, href: href("queue", { name: row.queue }) }),
            },
            { title: "Depth", align: "end", cell: (row) => number(row.depth) },
            {
              title: "Of maximum",
              cell: (row) =>
                row.maxSize === null
                  ? h("span", { class: "muted" }, "no maximum")
                  : h(
                      Bar,
                      { value: row.depth, bound: row.maxSize },
                      `${number(row.percent ?? 0)} % of ${number(row.maxSize)}`,
                    ),
            },
          ],
        }),
  ]);
}
