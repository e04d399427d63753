/** One message of the log beside the list: its payload, what led to it, and its conversation. */

import { address, get } from "../../lib/api.js";
import { count, number } from "../../lib/format.js";
import { Exact } from "../../lib/json.js";
import { href } from "../../lib/url.js";
import { CopyButton, CurlButton } from "../../ui/copy.js";
import { Instant } from "../../ui/instant.js";
import { Name } from "../../ui/name.js";
import { Payload } from "../../ui/payload.js";
import { Empty, Polled } from "../../ui/states.js";
import { ShortTable } from "../../ui/table.js";
import { usePoll } from "../../ui/use.js";
import { h } from "../../vendor/preact.js";
import { writeConditions } from "./conditions.js";

/** @typedef {import("../../lib/types").LogMessage} Row */
/** @typedef {import("../../lib/types").Answer<"/api/v1/log/messages/{message}/correlated">} Found */
/** @typedef {import("./page.js").SetState} SetState */

const ROUTE = "/api/v1/log/messages/{message}";
const CONVERSATION = `${ROUTE}/correlated`;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MOST = 100;
/** Longer texts are content: nothing is found by them. */
const LONGEST_VALUE = 255;

/** @param {{id: string, set: SetState, hidden: boolean}} props */
export function OneMessage({ id, set, hidden }) {
  return h("aside", { class: "panel", "aria-label": "Message" }, [
    h("div", { class: "actions" }, [
      h("h3", {}, h(Name, { name: id, most: 36 })),
      h(CopyButton, { text: () => id, title: "Copy id" }),
      h("span", { class: "grow" }),
      h("button", { type: "button", class: "quiet", onClick: () => set({ show: "" }) }, "Close"),
    ]),
    UUID.test(id)
      ? h(Whole, { id, set, hidden })
      : h(Empty, { title: "The id of a message is a UUID" }),
  ]);
}

/** @param {{id: string, set: SetState, hidden: boolean}} props */
function Whole({ id, set, hidden }) {
  const asked = { path: { message: id } };
  const poll = usePoll((signal) => get(ROUTE, { ...asked, signal }), "heavy", [id]);
  return h(Polled, {
    poll,
    children: (/** @type {Row} */ of) =>
      h("div", {}, [
        h(Facts, { of, set, hidden }),
        h(CurlButton, { request: { method: "GET", path: address(ROUTE, asked) } }),
        h(Conversation, { id: of.id, set }),
      ]),
  });
}

/** @param {{of: Row, set: SetState, hidden: boolean}} props */
function Facts({ of, set, hidden }) {
  const link = (/** @type {string} */ id) =>
    h(
      "button",
      { type: "button", class: "link mono", onClick: () => set({ show: id }) },
      h(Name, { name: id, most: 24 }),
    );
  /** @type {[string, any][]} */
  const facts = [
    ["Position", number(of.position)],
    ["Type", h(Name, { name: of.type, most: 60 })],
    ["Appended", h(Instant, { at: of.createdAt })],
  ];
  if (of.causationId !== null) {
    facts.push(["Caused by", link(of.causationId)]);
  }
  return h("div", {}, [
    h(
      "dl",
      { class: "inline" },
      facts.map(([title, value]) =>
        h("div", { key: title }, [h("dt", {}, title), h("dd", {}, value)]),
      ),
    ),
    hidden
      ? h("p", { class: "muted" }, "Payloads are hidden.")
      : [
          h(Payload, { data: of.payload }),
          of.metadata !== null && [h("h4", {}, "Metadata"), h(Payload, { data: of.metadata })],
          h(Alike, { of }),
        ],
  ]);
}

/**
 * Whether a value is known as the text by which messages are found: 1.0 is 1 here, and not there.
 * @param {unknown} value
 */
function isSure(value) {
  return (
    typeof value === "string" ||
    typeof value === "boolean" ||
    value instanceof Exact ||
    Number.isInteger(value)
  );
}

/** Links to the messages of this type with a value in common. @param {{of: Row}} props */
function Alike({ of }) {
  const found = Object.entries(of.payload)
    .filter(([, value]) => isSure(value))
    .map(([name, value]) => /** @type {[string, string]} */ ([name, String(value)]))
    .filter(([name, value]) => Math.max(name.length, value.length) <= LONGEST_VALUE);
  return (
    found.length > 0 &&
    h("p", { class: "small" }, [
      "Alike in ",
      found.map(([name, value], place) => [
        place > 0 && ", ",
        h(
          "a",
          {
            class: "mono",
            href: href("log", {
              conditions: writeConditions([{ type: of.type, attrs: [[name, value]] }]),
            }),
          },
          name,
        ),
      ]),
    ])
  );
}

/** @param {{id: string, set: SetState}} props */
function Conversation({ id, set }) {
  const asked = { path: { message: id }, query: { limit: MOST } };
  const poll = usePoll((signal) => get(CONVERSATION, { ...asked, signal }), "steady", [id]);
  return h(Polled, {
    poll,
    children: (/** @type {Found} */ found) =>
      found.messages.length < 2 && !found.more
        ? h("p", { class: "muted" }, "No other message is of its conversation.")
        : h("div", {}, [
            h("h4", {}, "Conversation"),
            h(ShortTable, {
              label: "Conversation",
              rows: found.messages,
              rowKey: (/** @type {Row} */ row) => row.id,
              columns: columns(id, set),
            }),
            found.more &&
              h(
                "p",
                { class: "foot muted small" },
                `The first ${count(found.messages.length, "message")}.`,
              ),
          ]),
  });
}

/**
 * @param {string} id of the message that is open
 * @param {SetState} set
 * @returns {import("../../ui/table.js").Column<Row>[]}
 */
function columns(id, set) {
  return [
    {
      title: "Position",
      align: "end",
      cell: (row) =>
        row.id === id
          ? number(row.position)
          : h(
              "button",
              { type: "button", class: "link mono", onClick: () => set({ show: row.id }) },
              number(row.position),
            ),
    },
    { title: "Type", cell: (row) => h(Name, { name: row.type, most: 28 }) },
    { title: "Appended", cell: (row) => h(Instant, { at: row.createdAt, only: "clock" }) },
  ];
}
