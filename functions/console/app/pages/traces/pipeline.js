/** A pipeline over time: when each message came, what was noted, what each group made of it. */

import { count } from "../../lib/format.js";
import { groupName } from "../../lib/sentences.js";
import { duration, toMs } from "../../lib/time.js";
import { href } from "../../lib/url.js";
import { Badge } from "../../ui/badge.js";
import { Instant } from "../../ui/instant.js";
import { Name } from "../../ui/name.js";
import { ShortTable } from "../../ui/table.js";
import { h } from "../../vendor/preact.js";

/** @typedef {import("../../lib/types").Pipeline} Of */
/** @typedef {Of["messages"][number] & {place: number}} Message */
/** @typedef {Of["notes"][number]} Note */

/** @type {Record<string, string>} */
const TONES = { processing: "blue", failed: "orange", dead: "red" };
const WIDTH = 240;

/** @param {{of: Of}} props */
export function Pipeline({ of }) {
  const instants = [
    ...of.messages.map((each) => toMs(each.createdAt)),
    ...of.notes.map((each) => toMs(each.createdAt)),
    ...of.messages.flatMap((each) =>
      each.groups.flatMap((group) => (group.failedAt ? [toMs(group.failedAt)] : [])),
    ),
  ];
  const from = Math.min(...instants);
  const span = Math.max(1, Math.max(...instants) - from);
  const queues = new Set(of.messages.map((each) => each.queue)).size;
  const rows = of.messages.map((each, place) => ({ ...each, place }));
  return h("div", {}, [
    h("p", { class: "lead" }, [
      `${count(of.messages.length, "message")}${of.more ? " and more" : ""} · ` +
        `${count(queues, "queue")} · ${duration(span / 1000)} from the first to the last sign`,
    ]),
    h(ShortTable, {
      label: "Messages of the trace",
      rows,
      rowKey: (/** @type {Message} */ row) => row.id,
      columns: columnsOf(of, (instant) => ((toMs(instant) - from) / span) * WIDTH),
    }),
    h(
      "p",
      { class: "muted small" },
      "A bar: pushed. A dot: noted. A cross: failed. When a message was taken and completed is not kept.",
    ),
    of.moreNotes && h("p", { class: "muted small" }, "There are more notes than these."),
  ]);
}

/**
 * @param {Of} of
 * @param {(instant: string) => number} at where an instant is in the picture
 * @returns {import("../../ui/table.js").Column<Message>[]}
 */
function columnsOf(of, at) {
  return [
    { title: "Pushed", cell: (row) => h(Instant, { at: row.createdAt }) },
    {
      title: "Queue",
      cell: (row) => h(Name, { name: row.queue, href: href("queue", { name: row.queue }) }),
    },
    {
      title: "Partition",
      cell: (row) =>
        h(Name, {
          name: row.partition,
          href: href("partition", { queue: row.queue, name: row.partition }),
        }),
    },
    {
      title: "Message",
      cell: (row) =>
        h(Name, {
          name: row.transactionId,
          href: href("messages", {
            queue: row.queue,
            transactionId: row.transactionId,
            show: `${row.partitionId}/${row.transactionId}`,
          }),
          most: 24,
        }),
    },
    { title: "Time", cell: (row) => h(Line, { row, notes: notesOf(of, row), at }) },
    { title: "Groups", cell: (row) => h(Groups, { row }) },
    {
      title: "Noted",
      cell: (row) =>
        notesOf(of, row)
          .map((note) => note.eventType)
          .join(", ") || "–",
    },
  ];
}

/**
 * @param {Of} of
 * @param {Message} row
 */
function notesOf(of, row) {
  return of.notes.filter((note) => note.message === row.place);
}

/** @param {{row: Message, notes: Note[], at: (instant: string) => number}} props */
function Line({ row, notes, at }) {
  const failures = row.groups.flatMap((group) => (group.failedAt ? [group.failedAt] : []));
  const told = [
    `pushed`,
    notes.length && count(notes.length, "note"),
    failures.length && count(failures.length, "failure"),
  ];
  return h(
    "svg",
    {
      class: "line",
      viewBox: `-6 0 ${WIDTH + 12} 16`,
      role: "img",
      "aria-label": told.filter(Boolean).join(", "),
    },
    [
      h("rect", { class: "pushed", x: at(row.createdAt) - 1, width: 2, height: 16 }),
      ...notes.map((note) => h("circle", { class: "noted", cx: at(note.createdAt), cy: 8, r: 3 })),
      ...failures.map((instant) =>
        h("path", {
          class: "failed",
          d: `M${at(instant) - 4} 4l8 8m0 -8l-8 8`,
        }),
      ),
    ],
  );
}

/** @param {{row: Message}} props */
function Groups({ row }) {
  return h("span", {}, [
    row.groups.length === 0 && h("span", { class: "muted" }, "no group yet"),
    row.groups.map((group) => [
      h(
        Badge,
        { tone: TONES[group.status] },
        `${groupName(group.consumerGroup)} ${group.status}` +
          (group.attempts > 0 ? `, ${count(group.attempts, "failure")}` : ""),
      ),
      " ",
    ]),
    row.redriven !== null && h(Badge, { tone: "yellow" }, "redriven"),
  ]);
}
