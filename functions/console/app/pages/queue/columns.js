/** The columns of a queue's partitions: of all groups, or of one. */

import { number } from "../../lib/format.js";
import { partitionHref } from "../../lib/links.js";
import { brief, groupName, TONES } from "../../lib/sentences.js";
import { duration } from "../../lib/time.js";
import { Badge } from "../../ui/badge.js";
import { Instant } from "../../ui/instant.js";
import { Name } from "../../ui/name.js";
import { h } from "../../vendor/preact.js";

/** @typedef {import("../../lib/types").PartitionRow} Row */
/** @typedef {import("../../lib/types").StandingRow} Standing */

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
 * @param {string} group
 * @returns {import("../../ui/table.js").Column<any>[]}
 */
function place(group) {
  return [
    {
      title: "Partition",
      value: (row) => row.name,
      cell: (row) => h(Name, { name: row.name, href: partitionHref(row, group), most: 44 }),
    },
    { title: "Tail", align: "end", value: (row) => row.tail, cell: (row) => number(row.tail) },
    { title: "Head", align: "end", value: (row) => row.head, cell: (row) => number(row.head) },
  ];
}

/** @type {import("../../ui/table.js").Column<any>} */
const LAST_PUSH = {
  title: "Last push",
  value: (row) => row.lastActivity,
  cell: (row) => h(Instant, { at: row.lastActivity, only: "relative" }),
};

/** @type {import("../../ui/table.js").Column<Row>[]} */
export const columnsOfAll = [
  ...place(""),
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
  LAST_PUSH,
  {
    title: "Why?",
    cell: (row) => {
      const found = worst(row);
      return found && found.open > 0
        ? h(
            "a",
            {
              href: partitionHref(row, found.name),
              "aria-label": `Why does ${row.name} not move?`,
            },
            "Why?",
          )
        : "";
    },
  },
];

/**
 * @param {string} group
 * @returns {import("../../ui/table.js").Column<Standing>[]}
 */
export function columnsOfOne(group) {
  return [
    ...place(group),
    {
      title: "Cursor",
      align: "end",
      value: ({ standing }) => standing.cursor ?? "",
      cell: ({ standing }) => (standing.cursor === null ? "–" : number(standing.cursor)),
    },
    {
      title: "Open",
      align: "end",
      value: ({ standing }) => standing.open ?? "",
      cell: ({ standing }) => (standing.open === null ? "–" : number(standing.open)),
    },
    {
      title: "Oldest",
      align: "end",
      value: ({ standing }) => standing.lagSeconds,
      cell: ({ standing }) => (standing.open ? duration(standing.lagSeconds) : "–"),
    },
    LAST_PUSH,
    {
      title: "Lease",
      value: ({ standing }) => standing.lease?.expiresAt ?? "",
      cell: ({ standing }) =>
        standing.lease ? h(Instant, { at: standing.lease.expiresAt, only: "clock" }) : "–",
    },
    {
      title: "Why?",
      value: ({ standing }) => standing.state,
      cell: ({ standing }) => [
        h(Badge, { tone: TONES[standing.state] }, standing.state.replaceAll("_", " ")),
        " ",
        brief(standing),
      ],
    },
  ];
}
