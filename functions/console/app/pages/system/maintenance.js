/** The switches that stop pushes and pops, of all queues or of one. */

import { get, send } from "../../lib/api.js";
import { may } from "../../lib/session.js";
import { href } from "../../lib/url.js";
import { Badge } from "../../ui/badge.js";
import { Confirm } from "../../ui/confirm.js";
import { CurlButton } from "../../ui/copy.js";
import { TextField } from "../../ui/field.js";
import { Instant } from "../../ui/instant.js";
import { Name } from "../../ui/name.js";
import { Empty, Polled } from "../../ui/states.js";
import { ShortTable } from "../../ui/table.js";
import { tell } from "../../ui/toast.js";
import { usePoll } from "../../ui/use.js";
import { useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";
import { Who } from "../parts/changes.js";

/** @typedef {import("../../lib/types").Change} Change */
/** @typedef {"push" | "pop"} Kind */
/** @typedef {{kind: Kind, queue: string | null, enabled: boolean}} Switched */

const ROUTES = /** @type {const} */ ({
  push: "/api/v1/system/maintenance",
  pop: "/api/v1/system/maintenance/pop",
});
/** What clients see meanwhile. */
const SEEN = {
  push: "Each push is refused with 503 and Retry-After. Pops and acks go on.",
  pop: "Pops find nothing (204). Pushes, acks and leases go on.",
};

/** @param {{queue: string, set: (changes: {queue: string}, how?: {typing?: boolean}) => void}} props */
export function Maintenance({ queue, set }) {
  const poll = usePoll((signal) => get(ROUTES.push, { signal }), "steady", []);
  const notes = usePoll(
    (signal) => get("/api/v1/audit", { query: { what: "switch_", limit: 100 }, signal }),
    "steady",
    [],
  );
  const last = (/** @type {Kind} */ kind, /** @type {string} */ of = "") =>
    notes.data.value?.changes.find(
      (each) => each.action === `switch_${kind}` && (each.target.queue ?? "") === of,
    );
  const [asked, setAsked] = useState(/** @type {Switched | null} */ (null));
  const mayChange = may("POST", ROUTES.push);
  return h(Polled, {
    poll,
    children: (/** @type {import("../../lib/types").Switches} */ of) =>
      h("div", {}, [
        h(Row, { kind: "push", isOn: of.maintenanceMode, last, mayChange, ask: setAsked }),
        h(Row, { kind: "pop", isOn: of.popMaintenanceMode, last, mayChange, ask: setAsked }),
        h("p", { class: "muted" }, [
          "Changed for all queues: ",
          h(Instant, { at: of.changedAt }),
          " ",
          h(CurlButton, { request: { method: "GET", path: ROUTES.push } }),
        ]),
        h("p", { class: "actions" }, [
          h("a", { href: href("audit", { what: "switch_" }) }, "All changes"),
        ]),
        h("h2", {}, "Single queues"),
        h(Queues, { of, last, mayChange, ask: setAsked }),
        mayChange && h(Another, { queue, set, ask: setAsked }),
        asked &&
          h(Switch, {
            ...asked,
            close: () => setAsked(null),
            refresh: async () => {
              await Promise.all([poll.refresh(), notes.refresh()]);
            },
          }),
      ]),
  });
}

/** @typedef {(kind: Kind, queue?: string) => Change | undefined} Last */

/** @param {{of: Change | undefined}} props */
function Changed({ of }) {
  return (
    of !== undefined &&
    h("span", { class: "muted small" }, [
      "changed ",
      h(Instant, { at: of.at, only: "clock" }),
      " by ",
      h(Who, { of }),
      " ",
    ])
  );
}

/**
 * @param {{kind: Kind, isOn: boolean, last: Last, mayChange: boolean,
 *   ask: (of: Switched) => void}} props
 */
function Row({ kind, isOn, last, mayChange, ask }) {
  return h("p", {}, [
    h(
      Badge,
      { tone: isOn ? "orange" : "green" },
      `${kind === "push" ? "pushes" : "pops"} ${isOn ? "stopped" : "allowed"}`,
    ),
    ` ${isOn ? SEEN[kind] : "of all queues"} `,
    h(Changed, { of: last(kind) }),
    mayChange &&
      h(
        "button",
        { type: "button", onClick: () => ask({ kind, queue: null, enabled: !isOn }) },
        `${isOn ? "Allow" : "Stop"} ${kind === "push" ? "all pushes" : "all pops"}`,
      ),
  ]);
}

/**
 * @param {{of: import("../../lib/types").Switches, last: Last, mayChange: boolean,
 *   ask: (of: Switched) => void}} props
 */
function Queues({ of, last, mayChange, ask }) {
  if (of.queues.length === 0) {
    return h(Empty, { title: "No single queue is stopped" });
  }
  const cell = (
    /** @type {Kind} */ kind,
    /** @type {{queue: string, [kind: string]: any}} */ row,
  ) =>
    row[kind]
      ? [
          h(Badge, { tone: "orange" }, "stopped"),
          " ",
          h(Changed, { of: last(kind, row.queue) }),
          mayChange &&
            h(
              "button",
              {
                type: "button",
                class: "quiet",
                onClick: () => ask({ kind, queue: row.queue, enabled: false }),
              },
              "Allow",
            ),
        ]
      : "allowed";
  return h(ShortTable, {
    label: "Stopped queues",
    rows: of.queues,
    rowKey: (row) => row.queue,
    columns: [
      {
        title: "Queue",
        cell: (row) =>
          h(Name, { name: row.queue, href: href("queue", { name: row.queue }), most: 60 }),
      },
      { title: "Pushes", cell: (row) => cell("push", row) },
      { title: "Pops", cell: (row) => cell("pop", row) },
    ],
  });
}

/**
 * @param {{queue: string, set: (changes: {queue: string}, how?: {typing?: boolean}) => void,
 *   ask: (of: Switched) => void}} props
 */
function Another({ queue, set, ask }) {
  const button = (/** @type {Kind} */ kind, /** @type {string} */ title) =>
    h(
      "button",
      {
        type: "button",
        disabled: queue === "",
        onClick: () => ask({ kind, queue, enabled: true }),
      },
      title,
    );
  return h("div", { class: "filters" }, [
    h(TextField, {
      label: "Queue",
      value: queue,
      mono: true,
      onInput: (/** @type {string} */ text) => set({ queue: text }, { typing: true }),
    }),
    button("push", "Stop its pushes"),
    button("pop", "Stop its pops"),
  ]);
}

/** @param {Switched & {close: () => void, refresh: () => Promise<void>}} props */
function Switch({ kind, queue, enabled, close, refresh }) {
  const body = queue === null ? { enabled } : { enabled, queue };
  const verb = `${enabled ? "Stop" : "Allow"} ${kind === "push" ? "pushes" : "pops"}`;
  const where = queue === null ? "all queues" : queue;
  return h(Confirm, {
    title: `${verb} of ${where}`,
    button: verb,
    onClose: close,
    request: () => ({ method: "POST", path: ROUTES[kind], body }),
    run: async () => {
      await send("POST", ROUTES[kind], { body });
      tell(`${verb}: done for ${where}.`);
      await refresh();
    },
    children: h(
      "p",
      {},
      enabled ? SEEN[kind] : "Clients are served again with their next request.",
    ),
  });
}
