/** A group on a queue, in a dialog: its subscription, its state, its partitions. */

import { address, get } from "../../lib/api.js";
import { count, number } from "../../lib/format.js";
import { groupName } from "../../lib/sentences.js";
import { absolute, duration, now, relative, toMs } from "../../lib/time.js";
import { href } from "../../lib/url.js";
import { Badge } from "../../ui/badge.js";
import { CurlButton } from "../../ui/copy.js";
import { Dialog } from "../../ui/dialog.js";
import { Instant } from "../../ui/instant.js";
import { Name } from "../../ui/name.js";
import { Failure, Polled } from "../../ui/states.js";
import { ShortTable } from "../../ui/table.js";
import { usePoll } from "../../ui/use.js";
import { useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";
import { Actions, Change } from "./actions.js";
import { Mode, promise } from "./mode.js";

/** @typedef {import("../../lib/types").GroupPlace} Place */
/** @typedef {Place["partitions"][number]} PartitionRow */

const ROUTE = "/api/v1/consumer-groups/{group}";
const MOST = 100;
/** The route of a group with this name is the list of late partitions. */
const HIDDEN = "lagging";

/** @param {{group: string, queue: string, onClose: () => void}} props */
export function One({ group, queue, onClose }) {
  const [change, setChange] = useState(/** @type {Change | null} */ (null));
  const asked = { path: { group }, query: { queue, limit: MOST } };
  const poll = usePoll(
    (signal) =>
      group === HIDDEN
        ? Promise.reject(new Error(`The route of a group called ${HIDDEN} is another list's.`))
        : get(ROUTE, { ...asked, signal }),
    "heavy",
    [group, queue],
  );
  return [
    h(Dialog, { title: groupName(group), class: "wide", onClose, key: "group" }, [
      h(Polled, {
        poll,
        children: (/** @type {Record<string, Place>} */ found) => {
          const of = found[queue];
          return of === undefined
            ? h(Failure, { error: new Error("The group is not on this queue any more.") })
            : h(Found, { group, queue, of, onChange: setChange });
        },
      }),
      h("div", { class: "actions" }, [
        h(CurlButton, { request: { method: "GET", path: address(ROUTE, asked) } }),
        h("span", { class: "grow" }),
        h("button", { type: "button", class: "main", onClick: onClose, autofocus: true }, "Close"),
      ]),
    ]),
    change &&
      h(Change, {
        change,
        group,
        queue,
        close: () => setChange(null),
        onGone: onClose,
        key: "change",
      }),
  ];
}

/**
 * @param {{group: string, queue: string, of: Place, onChange: (change: Change) => void}} props
 */
function Found({ group, queue, of, onChange }) {
  return h("div", {}, [
    of.subscriptionMode !== null && h(Card, { of }),
    h("h3", {}, ["On ", h(Name, { name: queue, href: href("queue", { name: queue }), most: 60 })]),
    h("p", {}, [
      h(Badge, { tone: of.pausedAt === null ? "plain" : "yellow" }, of.state),
      of.pausedAt !== null && [" since ", h(Instant, { at: of.pausedAt })],
      ` ${count(of.totalLag, "message")} open in ${count(of.partitionsWithLag, "partition")}`,
      of.totalLag > 0 && `, the oldest for ${duration(of.maxTimeLag)}`,
      ` · ${count(of.members, "lease")}`,
      of.asOf && h("span", { class: "muted" }, ` · counted ${relative(of.asOf)}`),
    ]),
    h(Actions, { group, queue, of, onChange }),
    h(Partitions, { group, queue, of }),
  ]);
}

/** How the group subscribed; only where that is recorded. @param {{of: Place}} props */
function Card({ of }) {
  const mode = /** @type {string} */ (of.subscriptionMode);
  const created = /** @type {string} */ (of.subscriptionCreatedAt);
  const seconds = Math.max(0, (now.value - toMs(created)) / 1000);
  return h("section", { class: "card purple", "aria-label": "Subscription Info" }, [
    h("h3", {}, "Subscription Info"),
    h("dl", { class: "inline" }, [
      fact("Mode", h(Mode, { mode })),
      fact("Subscribed At", h("time", { dateTime: created }, absolute(created))),
      fact("Time Since Subscription", duration(seconds)),
    ]),
    h("p", {}, promise(mode, of.subscriptionTimestamp)),
  ]);
}

/**
 * @param {string} title
 * @param {any} value
 */
function fact(title, value) {
  return h("div", { key: title }, [h("dt", {}, title), h("dd", {}, value)]);
}

/** @param {{group: string, queue: string, of: Place}} props */
function Partitions({ group, queue, of }) {
  if (of.partitions.length === 0) {
    return h("p", { class: "muted" }, "The group follows no partition yet.");
  }
  return [
    h(ShortTable, {
      label: `Partitions of ${queue}`,
      rows: of.partitions,
      rowKey: (/** @type {PartitionRow} */ row) => row.partitionId,
      columns: columns(group, queue),
    }),
    of.truncated &&
      h(
        "p",
        { class: "foot muted small" },
        `The first ${of.partitions.length}: those with work, the oldest first.`,
      ),
  ];
}

/**
 * @param {string} group
 * @param {string} queue
 * @returns {import("../../ui/table.js").Column<PartitionRow>[]}
 */
function columns(group, queue) {
  return [
    {
      title: "Partition",
      cell: (row) =>
        h(Name, {
          name: row.partition,
          href: href("partition", { queue, name: row.partition, group }),
          most: 28,
        }),
    },
    {
      title: "Cursor / head",
      align: "end",
      cell: (row) => `${number(row.committed)} / ${number(row.head)}`,
    },
    { title: "Open", align: "end", cell: (row) => number(row.offsetLag) },
    {
      title: "Oldest",
      align: "end",
      cell: (row) => (row.offsetLag > 0 ? duration(row.timeLagSeconds) : "–"),
    },
    {
      title: "Lease",
      cell: (row) =>
        row.leaseExpiresAt === null
          ? "–"
          : [
              "until ",
              h(Instant, { at: row.leaseExpiresAt, only: "clock" }),
              row.client && [" by ", h(Name, { name: row.client, most: 24 })],
            ],
    },
    {
      title: "Rest",
      cell: (row) =>
        row.restUntil === null ? "–" : ["until ", h(Instant, { at: row.restUntil, only: "clock" })],
    },
    { title: "Popped", align: "end", cell: (row) => number(row.totalPopped) },
    { title: "Failed", align: "end", cell: (row) => number(row.totalFailed) },
    { title: "Dead", align: "end", cell: (row) => number(row.totalDead) },
  ];
}
