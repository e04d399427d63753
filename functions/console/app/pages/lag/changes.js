/** What changed between two snapshots: groups that came, went, or have another verdict or lag. */

import { get } from "../../lib/api.js";
import { count, number } from "../../lib/format.js";
import { groupName } from "../../lib/sentences.js";
import { Name } from "../../ui/name.js";
import { Polled } from "../../ui/states.js";
import { ShortTable } from "../../ui/table.js";
import { usePoll } from "../../ui/use.js";
import { h } from "../../vendor/preact.js";
import { Judged } from "./verdicts.js";

const ROUTE = "/api/v1/analytics/lag";
/** Rows of each snapshot that are compared, furthest behind first. */
const COMPARED = 1_000;
const SHOWN = 50;

/**
 * @typedef {import("./page.js").Rollup} Rollup
 * @typedef {{key: string, group: string, queue: string, before: Rollup | undefined,
 *   after: Rollup | undefined}} Change
 */

/** @param {{from: string, to: string}} props the earlier and the later one; empty: the last */
export function Changes({ from, to }) {
  const poll = usePoll((signal) => compare(from, to, signal), "heavy", [from, to]);
  return h(Polled, {
    poll,
    children: (/** @type {Change[]} */ changes) =>
      changes.length === 0
        ? h("p", {}, "No group has another verdict or lag.")
        : [
            h(ShortTable, {
              label: "What changed between",
              rows: changes.slice(0, SHOWN),
              rowKey: (/** @type {Change} */ row) => row.key,
              columns: COLUMNS,
            }),
            changes.length > SHOWN &&
              h("p", { class: "muted small" }, `${count(changes.length - SHOWN, "more change")}.`),
          ],
  });
}

/**
 * @param {string} from
 * @param {string} to
 * @param {AbortSignal} signal
 */
async function compare(from, to, signal) {
  const [before, after] = await Promise.all([read(from, signal), read(to, signal)]);
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  return keys
    .map((key) => ({ key, ...names(key), before: before.get(key), after: after.get(key) }))
    .filter(differs)
    .sort((a, b) => Math.abs(grown(b)) - Math.abs(grown(a)));
}

/**
 * @param {string} at
 * @param {AbortSignal} signal
 * @returns {Promise<Map<string, Rollup>>}
 */
async function read(at, signal) {
  const { rollups } = await get(ROUTE, { query: { limit: COMPARED, at }, signal });
  return new Map(rollups.map((row) => [`${row.consumerGroup}\0${row.queue}`, row]));
}

/** @param {string} key */
function names(key) {
  const [group = "", queue = ""] = key.split("\0");
  return { group, queue };
}

/** @param {Change} change */
function differs({ before, after }) {
  return before?.verdict !== after?.verdict || before?.offsetLag !== after?.offsetLag;
}

/** @param {Change} change */
function grown({ before, after }) {
  return (after?.offsetLag ?? 0) - (before?.offsetLag ?? 0);
}

/** @param {Rollup | undefined} of */
function verdict(of) {
  return of === undefined
    ? h("span", { class: "muted" }, "not there")
    : h(Judged, { of: of.verdict });
}

/** @type {import("../../ui/table.js").Column<Change>[]} */
const COLUMNS = [
  { title: "Group", cell: (row) => h(Name, { name: groupName(row.group), most: 32 }) },
  { title: "Queue", cell: (row) => h(Name, { name: row.queue, most: 32 }) },
  { title: "Before", cell: (row) => verdict(row.before) },
  { title: "After", cell: (row) => verdict(row.after) },
  { title: "Messages before", align: "end", cell: (row) => number(row.before?.offsetLag ?? 0) },
  { title: "After", align: "end", cell: (row) => number(row.after?.offsetLag ?? 0) },
  {
    title: "Change",
    align: "end",
    cell: (row) => `${grown(row) > 0 ? "+" : ""}${number(grown(row))}`,
  },
];
