/** Move a group's cursors: to the end, the beginning, an instant, or an offset of one partition. */

import { count, number } from "../../lib/format.js";
import { readInstant } from "../../lib/instants.js";
import { groupName } from "../../lib/sentences.js";
import { zoneName } from "../../lib/time.js";
import { ChangeDialog, counted } from "../../ui/change.js";
import { SelectField, TextField } from "../../ui/field.js";
import { useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";

const ROUTE = "/api/v1/consumer-groups/seek";

/** @type {[string, string][]} */
const TARGETS = [
  ["toEnd", "the end: skip all that waits"],
  ["toBeginning", "the beginning: all that is kept comes again"],
  ["timestamp", "an instant"],
  ["offset", "an offset"],
];

/**
 * @typedef {{to: string, partition: string, instant: string, offset: string}} Typed
 * @typedef {{group: string, queue: string, onClose: () => void, done: () => unknown}} Props
 */

/** @param {Props} props */
export function Seek({ group, queue, onClose, done }) {
  const [typed, setTyped] = useState({ to: "toEnd", partition: "", instant: "", offset: "" });
  const set = (/** @type {Partial<Typed>} */ more) => setTyped({ ...typed, ...more });
  return h(ChangeDialog, {
    title: `Move ${groupName(group)} on ${queue}`,
    asked: asked({ consumerGroup: group, queue }, typed),
    fields: h(Fields, { typed, set }),
    words: (preview) => h(Words, { of: preview }),
    button: (preview) =>
      preview.partitionsUpdated === 0
        ? "Move nothing"
        : `Move in ${counted(preview, preview.partitionsUpdated, "partition")}`,
    told: (answer) =>
      `Moved ${groupName(group)} in ${count(answer.partitionsUpdated, "partition")} of ${queue}.`,
    done,
    onClose,
  });
}

/**
 * @param {Record<string, string>} place
 * @param {Typed} typed
 * @returns {import("../../ui/change.js").Asked | null}
 */
function asked(place, typed) {
  const { partition } = typed;
  const to = target(typed);
  if (to === null || (typed.to === "offset" && partition === "")) {
    return null;
  }
  const where = partition === "" ? place : { ...place, partition };
  return { method: "POST", route: ROUTE, body: { ...where, ...to } };
}

/**
 * What the request says; null while the fields say nothing that it could.
 * @param {Typed} typed
 * @returns {Record<string, unknown> | null}
 */
function target({ to, instant, offset }) {
  switch (to) {
    case "timestamp": {
      const at = readInstant(instant);
      return at === null ? null : { timestamp: at };
    }
    case "offset":
      return /^\d{1,15}$/.test(offset) ? { offset: Number(offset) } : null;
    default:
      return { [to]: true };
  }
}

/** @param {{typed: Typed, set: (more: Partial<Typed>) => void}} props */
function Fields({ typed, set }) {
  return h("div", {}, [
    h(SelectField, {
      label: "To",
      value: typed.to,
      options: TARGETS,
      onChange: (to) => set({ to }),
    }),
    typed.to === "timestamp" &&
      h(TextField, {
        label: `Instant (${zoneName()}), such as 2026-11-18 14:03:00`,
        value: typed.instant,
        onInput: (instant) => set({ instant }),
        mono: true,
        wide: true,
        key: "instant",
      }),
    typed.to === "offset" &&
      h(TextField, {
        label: "Offset",
        value: typed.offset,
        onInput: (offset) => set({ offset }),
        mono: true,
        key: "offset",
      }),
    h(TextField, {
      label: typed.to === "offset" ? "Partition" : "Partition; empty: all of them",
      value: typed.partition,
      onInput: (partition) => set({ partition }),
      mono: true,
      wide: true,
      key: "partition",
    }),
  ]);
}

/** Before and after, in numbers. @param {{of: any}} props */
function Words({ of }) {
  const skipped = sum(of, "skipped");
  const again = sum(of, "again");
  if (of.partitionsUpdated === 0) {
    return h("p", {}, "All cursors stand there already: nothing would move.");
  }
  return h("div", {}, [
    h(
      "p",
      {},
      `Cursors move in ${counted(of, of.partitionsUpdated, "partition")}.` +
        (of.cursorMovedTo === undefined ? "" : ` The next offset is ${number(of.cursorMovedTo)}.`),
    ),
    skipped > 0 &&
      h(
        "p",
        {},
        `${these(of, skipped)} not done ${skipped === 1 ? "counts" : "count"} as done from then on.`,
      ),
    again > 0 &&
      h("p", {}, `${these(of, again)} done ${again === 1 ? "comes" : "come"} again, in order.`),
    h("p", { class: "muted" }, "Attempts that failed are forgotten. Dead letters stay."),
  ]);
}

/**
 * @param {any} of
 * @param {number} value
 */
function these(of, value) {
  return `${counted(of, value, "message")} that ${value === 1 ? "is" : "are"}`;
}

/**
 * @param {{groups: {skipped: number, again: number}[]}} of
 * @param {"skipped" | "again"} what
 */
function sum(of, what) {
  return of.groups.reduce((all, each) => all + each[what], 0);
}
