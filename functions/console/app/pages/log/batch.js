/** One batch of scheduled messages: what is in it, and how it is cancelled. */

import { address, get } from "../../lib/api.js";
import { count, number } from "../../lib/format.js";
import { may } from "../../lib/session.js";
import { clock } from "../../lib/time.js";
import { ChangeDialog } from "../../ui/change.js";
import { CurlButton } from "../../ui/copy.js";
import { Instant } from "../../ui/instant.js";
import { Payload } from "../../ui/payload.js";
import { Polled } from "../../ui/states.js";
import { refreshAll } from "../../ui/use.js";
import { useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";
import { Foot, useStretch } from "./stretch.js";

/** @typedef {import("../../lib/types").Answer<"/api/v1/log/scheduled/{schedule}">} Batch */
/** @typedef {import("./page.js").SetState} SetState */

const ROUTE = "/api/v1/log/scheduled/{schedule}";
const SIZE = 20;

/** @param {{id: string, set: SetState}} props */
export function OneBatch({ id, set }) {
  const [isLeaving, setLeaving] = useState(false);
  const path = { schedule: id };
  const close = () => set({ batch: "" });
  const cancelled = () => {
    poll.stop(); // nobody asks any more for what is gone
    close();
  };
  const { poll, goOn } = useStretch(async (cursor, signal) => {
    const from = Number(cursor ?? 0);
    const of = await get(ROUTE, { path, query: { from, limit: SIZE }, signal });
    return {
      rows: of.messages.map((message) => ({ of, message })),
      next: of.more ? String(from + of.messages.length) : null,
    };
  }, "steady");
  return h("aside", { class: "panel", "aria-label": "Batch" }, [
    h("div", { class: "actions" }, [
      h("h3", { class: "mono" }, `Batch ${id}`),
      h("span", { class: "grow" }),
      may("DELETE", ROUTE) &&
        h("button", { type: "button", onClick: () => setLeaving(true) }, "Cancel it…"),
      h("button", { type: "button", class: "quiet", onClick: close }, "Close"),
    ]),
    h(Polled, {
      poll,
      children: (/** @type {import("./stretch.js").Stretch<Part>} */ found) =>
        h("div", {}, [
          h(Facts, { of: /** @type {Part} */ (found.rows[0]).of }),
          found.rows.map(({ message }) => h(Waiting, { of: message, key: message.id })),
          h(Foot, { of: found, busy: poll.busy.value, goOn }),
          h(CurlButton, { request: { method: "GET", path: address(ROUTE, { path }) } }),
        ]),
    }),
    isLeaving && h(Cancel, { id, onClose: () => setLeaving(false), done: cancelled }),
  ]);
}

/** @typedef {{of: Batch, message: Batch["messages"][number]}} Part */

/** @param {{of: Batch}} props */
function Facts({ of }) {
  /** @type {[string, any][]} */
  const facts = [
    ["Due", h(Instant, { at: of.at })],
    ["Messages", number(of.messageCount)],
    ["Scheduled", h(Instant, { at: of.scheduledAt })],
  ];
  return h(
    "dl",
    { class: "inline" },
    facts.map(([title, value]) =>
      h("div", { key: title }, [h("dt", {}, title), h("dd", {}, value)]),
    ),
  );
}

/** @param {{of: Batch["messages"][number]}} props */
function Waiting({ of }) {
  return h("section", {}, [
    h("h4", { class: "mono" }, of.type),
    h(Payload, { data: of.payload }),
    of.metadata !== null && [h("h5", {}, "Metadata"), h(Payload, { data: of.metadata })],
  ]);
}

/** @param {{id: string, onClose: () => void, done: () => void}} props */
function Cancel({ id, onClose, done }) {
  return h(ChangeDialog, {
    title: `Cancel batch ${id}`,
    asked: { method: "DELETE", route: ROUTE, path: { schedule: id } },
    typed: id,
    noun: "batch's id",
    words: (preview) =>
      h(
        "p",
        {},
        `${count(preview.messageCount, "message")} of ${preview.types.join(", ")}` +
          ` ${preview.messageCount === 1 ? "was" : "were"} to be appended at ${clock(preview.at)}.` +
          " They are deleted, and never come into the log. It cannot be undone.",
      ),
    button: (preview) => `Delete ${count(preview.messageCount, "scheduled message")}`,
    told: (answer) => `Cancelled batch ${id}: ${count(answer.messageCount, "message")}.`,
    done: () => {
      done();
      refreshAll();
    },
    onClose,
  });
}
