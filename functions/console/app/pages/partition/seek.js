/** Seek: where a group goes on in a partition. The server says beforehand what that changes. */

import { count, number } from "../../lib/format.js";
import { readInstant } from "../../lib/instants.js";
import { groupName } from "../../lib/sentences.js";
import { absolute, zoneName } from "../../lib/time.js";
import { ChangeDialog } from "../../ui/change.js";
import { SelectField, TextField } from "../../ui/field.js";
import { refreshAll } from "../../ui/use.js";
import { useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";
import { SEEK } from "./routes.js";

/** @typedef {import("../../lib/types").Explanation} Explanation */

/** @type {[string, string][]} */
const PLACES = [
  ["end", "to the end: skip all"],
  ["beginning", "to the beginning: all that is kept again"],
  ["offset", "to an offset"],
  ["timestamp", "to the first message since"],
];

/**
 * What a seek's body says; null: the field is not filled in.
 * @param {string} to
 * @param {string} text
 */
function target(to, text) {
  switch (to) {
    case "end":
      return { toEnd: true };
    case "beginning":
      return { toBeginning: true };
    case "offset":
      return /^\d{1,15}$/.test(text.trim()) ? { offset: Number(text) } : null;
    default: {
      const timestamp = readInstant(text);
      return timestamp === null ? null : { timestamp };
    }
  }
}

/** @param {{of: Explanation, close: () => void}} props */
export function Seek({ of, close }) {
  const [to, setTo] = useState("end");
  const [text, setText] = useState("");
  const body = target(to, text);
  const place = { consumerGroup: of.group, queue: of.queue, partition: of.partition };
  const name = groupName(of.group);
  return h(ChangeDialog, {
    title: `Move ${name} in ${of.partition}`,
    fields: h(Fields, { to, text, body, setTo, setText }),
    asked: body === null ? null : { method: "POST", route: SEEK, body: { ...place, ...body } },
    words: (preview) => h(Outcome, { of, preview }),
    button: (preview) => `Go on at offset ${number(preview.cursorMovedTo)}`,
    told: (answer) =>
      `${name} goes on at offset ${number(answer.cursorMovedTo)} of ${of.partition}.`,
    done: refreshAll,
    onClose: close,
  });
}

/**
 * @param {{to: string, text: string, body: any, setTo: (to: string) => void,
 *   setText: (text: string) => void}} props
 */
function Fields({ to, text, body, setTo, setText }) {
  const isInstant = to === "timestamp";
  return h("div", {}, [
    h(SelectField, { label: "Where", value: to, options: PLACES, onChange: setTo }),
    (to === "offset" || isInstant) && [
      h(TextField, {
        key: to,
        label: isInstant ? `Instant (${zoneName()})` : "Offset",
        value: text,
        onInput: setText,
        mono: true,
        placeholder: isInstant ? "2026-11-18 14:03" : "0",
      }),
      h(
        "p",
        { class: "muted small", role: "status" },
        isInstant && body?.timestamp ? absolute(body.timestamp) : "",
      ),
    ],
  ]);
}

/** @param {{of: Explanation, preview: any}} props */
function Outcome({ of, preview }) {
  const next = /** @type {number} */ (preview.cursorMovedTo);
  const from = of.cursor ?? next;
  const way =
    next > from
      ? `The cursor goes from ${number(from)} on to ${number(next)}, past ${count(next - from, "offset")}.`
      : next < from
        ? `The cursor goes back from ${number(from)} to ${number(next)}, by ${count(from - next, "offset")}.`
        : `The cursor stands at ${number(from)} already.`;
  return [
    h("p", {}, way),
    h(
      "p",
      {},
      "What is skipped counts as completed. From the cursor on everything comes in order, and its" +
        " failed attempts are forgotten.",
    ),
  ];
}
