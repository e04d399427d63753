/** One group of the log: whether it runs, how far it is, and its partitions with who claims them. */

import { address, get } from "../../lib/api.js";
import { number } from "../../lib/format.js";
import { stringify } from "../../lib/json.js";
import { may } from "../../lib/session.js";
import { duration, now, toMs } from "../../lib/time.js";
import { href } from "../../lib/url.js";
import { Badge } from "../../ui/badge.js";
import { asCurl, CurlButton } from "../../ui/copy.js";
import { SelectField } from "../../ui/field.js";
import { Instant } from "../../ui/instant.js";
import { Name } from "../../ui/name.js";
import { Empty, Polled } from "../../ui/states.js";
import { ShortTable } from "../../ui/table.js";
import { refreshAll, usePoll } from "../../ui/use.js";
import { useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";
import { Change, GroupActions, RELEASE } from "./actions.js";
import { place, Status } from "./groups.js";
import { Foot, useStretch } from "./stretch.js";

/** @typedef {import("../../lib/types").LogGroup} Group */
/** @typedef {import("../../lib/types").LogOffset} Row */
/** @typedef {import("./actions.js").Change} ChangeOf */

const ROUTE = "/api/v1/log/groups/{group}";
const OFFSETS = `${ROUTE}/offsets`;
const SIZE = 100;

/** @type {Record<Row["state"], string>} */
const TONES = { pending: "plain", claimed: "blue", resting: "yellow", idle: "plain" };

/** @type {[string, string][]} */
const STATES = [
  ["", "any"],
  ["pending", "pending"],
  ["claimed", "claimed"],
  ["resting", "resting"],
  ["idle", "idle"],
];

/** @param {{group: string, only: string, set: import("./page.js").SetState}} props */
export function OneGroup({ group, only, set }) {
  const [change, setChange] = useState(/** @type {ChangeOf | null} */ (null));
  const path = { group };
  const poll = usePoll((signal) => get(ROUTE, { path, signal }), "steady", [group]);
  return h("div", {}, [
    h("p", { class: "small" }, h("a", { href: href("log", { tab: "groups" }) }, "All groups")),
    h("h2", { class: "mono" }, group),
    h(Polled, {
      poll,
      children: (/** @type {Group} */ of) =>
        h("div", {}, [
          h(Facts, { of }),
          h("div", { class: "actions" }, [
            h(GroupActions, { of, onChange: setChange }),
            h("span", { class: "grow" }),
            h(CurlButton, { request: { method: "GET", path: address(ROUTE, { path }) } }),
          ]),
          h(
            "div",
            { class: "filters", role: "search" },
            h(SelectField, {
              label: "State",
              value: only,
              options: STATES,
              onChange: (state) => set({ only: state }),
            }),
          ),
          h(Partitions, { of, only, onChange: setChange, key: `partitions ${only}` }),
        ]),
    }),
    change && h(Change, { change, onClose: () => setChange(null), done: refreshAll }),
  ]);
}

/** @param {{of: Group}} props */
function Facts({ of }) {
  /** @type {[string, any][]} */
  const facts = [
    ["Status", h(Status, { of })],
    ["Partitions", number(of.partitions)],
    ["Pending", number(of.pending)],
    ["Claimed", number(of.claimed)],
    ["Scanned / safe", `${place(of.scannedPosition)} / ${number(of.safePosition)}`],
    ["Least / furthest", `${place(of.lowestPosition)} / ${place(of.highestPosition)}`],
    ["Partitioned by", of.partitionBy?.join(", ") ?? "each claim says"],
    ["Changed", h(Instant, { at: of.updatedAt })],
  ];
  return h("div", {}, [
    h(
      "dl",
      { class: "inline" },
      facts.map(([title, value]) =>
        h("div", { key: title }, [h("dt", {}, title), h("dd", {}, value)]),
      ),
    ),
    of.errorContext !== null &&
      h("p", { class: "note yellow" }, [
        "Reason: ",
        h("span", { class: "mono" }, reason(of.errorContext)),
      ]),
  ]);
}

/** @param {unknown} context */
function reason(context) {
  return typeof context === "string" ? context : stringify(context);
}

/** @param {{of: Group, only: string, onChange: (change: ChangeOf) => void}} props */
function Partitions({ of, only, onChange }) {
  const group = of.groupId;
  const read = (/** @type {string | null} */ cursor, /** @type {AbortSignal} */ signal) =>
    get(OFFSETS, { path: { group }, query: { state: only, limit: SIZE, cursor }, signal });
  const { poll, goOn } = useStretch(async (cursor, signal) => {
    const found = await read(cursor, signal);
    if (only !== "") {
      return { rows: found.offsets, next: found.nextCursor };
    }
    const isFull = found.offsets.length === SIZE;
    // Bytes bound a page, so a short one is the last only where nothing is behind it.
    const hasMore = isFull || (await read(found.nextCursor, signal)).offsets.length > 0;
    return { rows: found.offsets, next: hasMore ? found.nextCursor : null };
  }, "steady");
  return h(Polled, {
    poll,
    children: (/** @type {import("./stretch.js").Stretch<Row>} */ found) =>
      found.rows.length === 0 && found.next === null
        ? h(Nothing, { of, only })
        : h("div", {}, [
            h(ShortTable, {
              label: "Partitions of the group",
              rows: found.rows,
              rowKey: (/** @type {Row} */ row) => row.id,
              columns: columns(group, onChange),
            }),
            h(Foot, { of: found, busy: poll.busy.value, goOn }),
          ]),
  });
}

/** @param {{of: Group, only: string}} props */
function Nothing({ of, only }) {
  if (only !== "") {
    return h(Empty, { title: `No partition is ${only}` });
  }
  return h(
    Empty,
    {
      title: "No partition yet",
      code: asCurl({
        method: "POST",
        path: address(`${ROUTE}/claim`, { path: { group: of.groupId } }),
        body: {
          partitionBy: of.partitionBy ?? ["course_name"],
          handledTypes: ["course.created"],
          workerId: "worker-1",
        },
      }),
    },
    "Messages that have all attributes of a partition make it, once the group looks for them.",
  );
}

/**
 * @param {string} group
 * @param {(change: ChangeOf) => void} onChange
 * @returns {import("../../ui/table.js").Column<Row>[]}
 */
function columns(group, onChange) {
  return [
    { title: "Partition", cell: (row) => h(Name, { name: row.partitionKey, most: 48 }) },
    { title: "State", cell: (row) => h(Badge, { tone: TONES[row.state] }, row.state) },
    { title: "At", align: "end", cell: (row) => number(row.lastPosition) },
    { title: "Next", align: "end", cell: (row) => place(row.nextPosition) },
    { title: "Claimed by", cell: (row) => h(Claim, { of: row }) },
    {
      title: "Resumes",
      cell: (row) => [
        row.resumeAt !== null && h(Instant, { at: row.resumeAt }),
        row.error !== null && h("span", { class: "red-text" }, ` “${row.error}”`),
        row.resumeAt === null && row.error === null && h("span", { class: "muted" }, "–"),
      ],
    },
    ...(may("POST", RELEASE)
      ? [{ title: "Change", cell: (/** @type {Row} */ row) => changes(group, row, onChange) }]
      : []),
  ];
}

/** @param {{of: Row}} props */
function Claim({ of }) {
  if (of.claimedBy === null || of.claimedUntil === null) {
    return h("span", { class: "muted" }, "–");
  }
  const left = (toMs(of.claimedUntil) - now.value) / 1000;
  return [
    h(Name, { name: of.claimedBy, most: 28 }),
    of.claimed && left > 0
      ? `, ${duration(Math.round(left))} left`
      : h("span", { class: "muted" }, ", ran out"),
  ];
}

/**
 * @param {string} group
 * @param {Row} row
 * @param {(change: ChangeOf) => void} onChange
 */
function changes(group, row, onChange) {
  const button = (/** @type {"release" | "advance"} */ kind, /** @type {string} */ title) =>
    h(
      "button",
      {
        type: "button",
        class: "quiet",
        "aria-label": `${title} ${row.partitionKey}`,
        onClick: () => onChange({ kind, group, row }),
      },
      `${title}…`,
    );
  return [row.claimId !== null && button("release", "Release"), button("advance", "Advance")];
}
