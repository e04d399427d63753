/** One group: its members with their partitions, and how far each partition is read. */

import { address, get, send } from "../../lib/api.js";
import { count, number } from "../../lib/format.js";
import { may } from "../../lib/session.js";
import { duration, now } from "../../lib/time.js";
import { go, href } from "../../lib/url.js";
import { Badge } from "../../ui/badge.js";
import { Confirm } from "../../ui/confirm.js";
import { CopyButton, CurlButton } from "../../ui/copy.js";
import { Instant } from "../../ui/instant.js";
import { Name } from "../../ui/name.js";
import { Empty, Polled } from "../../ui/states.js";
import { ShortTable } from "../../ui/table.js";
import { tell } from "../../ui/toast.js";
import { usePoll } from "../../ui/use.js";
import { useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";
import { Evict, mayEvict } from "./evict.js";
import { Generations } from "./generations.js";
import { ranges } from "./ranges.js";

/** @typedef {import("../../lib/types").MemberGroup} Group */
/** @typedef {Group["members"][number]} Member */
/** @typedef {{partition: number, owner: string, next: number, end: number}} Place */

/** @type {Record<string, string>} */
export const TONES = { STABLE: "green", PREPARING_REBALANCE: "yellow", EMPTY: "plain" };
const ROUTE = "/api/v1/metadata/consumer-groups/{group}";

/** @param {{group: string}} props */
export function OneGroup({ group }) {
  const poll = usePoll(
    async (signal) => {
      const found = await get(ROUTE, { path: { group }, signal });
      const [told, topic] = await Promise.all([
        get("/api/v1/consumer-group/offsets", { query: { groupId: group }, signal }),
        get("/api/v1/metadata/topics/{topic}", { path: { topic: found.topic }, signal }),
      ]);
      return { found, places: places(found, told.offsets, topic.offsets) };
    },
    "live",
    [group],
  );
  return h("div", {}, [
    h("h1", { class: "mono" }, group),
    h(Polled, {
      poll,
      children: (/** @type {{found: Group, places: Place[]}} */ of) =>
        h(Found, { of: of.found, places: of.places }),
    }),
  ]);
}

/**
 * How far each partition is read, and by whom.
 * @param {Group} of
 * @param {Record<string, number>} committed
 * @param {{partition: number, logStartOffset: number, highWatermark: number}[]} kept
 * @returns {Place[]}
 */
function places(of, committed, kept) {
  const owners = new Map(
    of.members.flatMap((each) => each.partitions.map((place) => [place, each.consumerId])),
  );
  return kept.map(({ partition, logStartOffset, highWatermark }) => ({
    partition,
    owner: owners.get(partition) ?? "",
    next: Math.max(committed[partition] ?? 0, logStartOffset),
    end: highWatermark,
  }));
}

/** @param {{of: Group, places: Place[]}} props */
function Found({ of, places: read }) {
  return h("div", {}, [
    h("p", { class: "lead" }, [
      h(Badge, { tone: TONES[of.state] }, of.state.replaceAll("_", " ")),
      ` generation ${number(of.generation)} · ${inGroup(of.memberCount)} · topic `,
      h(Name, { name: of.topic, href: href("queue", { name: of.topic }), most: 40 }),
      ` (${count(read.length, "partition")}) · changed `,
      h(Instant, { at: of.lastModifiedAt }),
      " ",
      h(CopyButton, { text: () => of.groupId, title: "Copy name" }),
      h(CurlButton, {
        request: { method: "GET", path: address(ROUTE, { path: { group: of.groupId } }) },
      }),
      h(Delete, { of }),
    ]),
    of.members.length === 0
      ? h(Empty, { title: "Nobody is in this group" }, "Its committed offsets stay.")
      : h(Members, { of }),
    h("h2", {}, "Partitions"),
    h(ShortTable, {
      label: `Partitions of ${of.groupId}`,
      rows: read,
      rowKey: (/** @type {Place} */ row) => String(row.partition),
      columns: placesOf(of.topic),
    }),
    h(Generations, { group: of.groupId, key: "generations" }),
  ]);
}

/** @param {{of: Group}} props */
function Members({ of }) {
  const [leaving, setLeaving] = useState(/** @type {Member | null} */ (null));
  const evict = (/** @type {Member} */ row) =>
    h(
      "button",
      {
        type: "button",
        class: "quiet",
        "aria-label": `Evict ${row.consumerId}`,
        onClick: () => setLeaving(row),
      },
      "Evict…",
    );
  return [
    h(ShortTable, {
      label: `Members of ${of.groupId}`,
      rows: of.members,
      rowKey: (/** @type {Member} */ row) => row.memberId,
      columns: mayEvict() ? [...MEMBERS, { title: "Change", cell: evict }] : MEMBERS,
    }),
    leaving && h(Evict, { group: of.groupId, member: leaving, onClose: () => setLeaving(null) }),
  ];
}

/** @type {import("../../ui/table.js").Column<Member>[]} */
const MEMBERS = [
  { title: "Consumer", cell: (row) => h(Name, { name: row.consumerId, most: 40 }) },
  { title: "Partitions", cell: (row) => ranges(row.partitions) },
  {
    title: "Silent for",
    align: "end",
    cell: (row) => {
      const silent = Math.max(0, (now.value - row.lastHeartbeat) / 1000);
      return [
        `${duration(silent)} of ${duration(row.sessionTimeoutMs / 1000)} `,
        silent * 2000 > row.sessionTimeoutMs && h(Badge, { tone: "orange" }, "late"),
      ];
    },
  },
  { title: "Joined", cell: (row) => h(Instant, { at: row.joinedAt }) },
];

/**
 * @param {string} topic
 * @returns {import("../../ui/table.js").Column<Place>[]}
 */
function placesOf(topic) {
  return [
    {
      title: "Partition",
      cell: (row) =>
        h(Name, {
          name: String(row.partition),
          href: href("partition", { queue: topic, name: String(row.partition) }),
        }),
    },
    { title: "Read by", cell: (row) => (row.owner ? h(Name, { name: row.owner }) : "nobody") },
    { title: "Committed", align: "end", cell: (row) => number(row.next) },
    { title: "End", align: "end", cell: (row) => number(row.end) },
    { title: "Lag", align: "end", cell: (row) => number(Math.max(0, row.end - row.next)) },
  ];
}

/** @param {{of: Group}} props */
function Delete({ of }) {
  const [isOpen, setOpen] = useState(false);
  if (!may("DELETE", ROUTE)) {
    return null;
  }
  const asked = (/** @type {boolean} */ force) => ({
    path: { group: of.groupId },
    query: force ? { force } : {},
  });
  return [
    h("button", { type: "button", onClick: () => setOpen(true) }, "Delete…"),
    isOpen &&
      h(Confirm, {
        title: `Delete group ${of.groupId}`,
        button: "Delete the group and its offsets",
        typed: of.groupId,
        noun: "group's name",
        onClose: () => setOpen(false),
        request: (force) => ({ method: "DELETE", path: address(ROUTE, asked(force)) }),
        run: async (force) => {
          await send("DELETE", ROUTE, asked(force));
          tell(`Deleted the group ${of.groupId}.`);
          go(href("members"), { replace: true });
        },
        children: h(
          "p",
          {},
          `This deletes the group and its committed offsets; ${inGroup(of.memberCount)}. A group` +
            " that is made again begins at the first record that is kept. It cannot be undone.",
        ),
      }),
  ];
}

/** @param {number} members */
export function inGroup(members) {
  return members === 0 ? "nobody is in it" : count(members, "member");
}
