/** Leases: who holds what, how many messages, how long still, what is stuck, how much is used? */

import { get, send } from "../../lib/api.js";
import { count, number } from "../../lib/format.js";
import { groupName } from "../../lib/sentences.js";
import { may } from "../../lib/session.js";
import { clock, duration, now, toMs } from "../../lib/time.js";
import { href } from "../../lib/url.js";
import { Badge } from "../../ui/badge.js";
import { Bar } from "../../ui/bar.js";
import { Confirm } from "../../ui/confirm.js";
import { asCurl } from "../../ui/copy.js";
import { CheckField, TextField } from "../../ui/field.js";
import { Instant } from "../../ui/instant.js";
import { Name } from "../../ui/name.js";
import { Empty } from "../../ui/states.js";
import { KeysetTable } from "../../ui/table.js";
import { tell, tellError } from "../../ui/toast.js";
import { refreshAll } from "../../ui/use.js";
import { useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";
import { Utilisation } from "./utilisation.js";

/** @typedef {import("../../lib/types").LeaseRow} Row */
/** @typedef {{queue: string, consumerGroup: string, stuck: boolean}} State */

const EXTEND = "/api/v1/lease/{lease}/extend";
const RELEASE = "/api/v1/lease/{lease}/release";
const MORE_SECONDS = 300;

/** @type {import("../index.js").Page} */
export const page = { state: { queue: "", consumerGroup: "", stuck: false }, View };

/** @param {{state: State, set: (changes: Partial<State>, how?: {typing?: boolean}) => void}} props */
function View({ state, set }) {
  const { queue, consumerGroup, stuck } = state;
  const [given, setGiven] = useState(/** @type {Row | null} */ (null));
  const type = (/** @type {"queue" | "consumerGroup"} */ key) => (/** @type {string} */ text) =>
    set({ [key]: text }, { typing: true });
  return h("div", {}, [
    h("h1", {}, "Leases"),
    h("p", { class: "lead" }, "What consumers hold now. Those that end first come first."),
    h("div", { class: "filters", role: "search" }, [
      h(TextField, { label: "Queue", value: queue, onInput: type("queue"), mono: true }),
      h(TextField, {
        label: "Group",
        value: consumerGroup,
        onInput: type("consumerGroup"),
        mono: true,
      }),
      h(CheckField, {
        label: "Stuck only",
        checked: stuck,
        onChange: (on) => set({ stuck: on }),
      }),
    ]),
    h(KeysetTable, {
      label: "Leases",
      columns: may("POST", EXTEND) ? [...COLUMNS, changes(setGiven)] : COLUMNS,
      inputs: [queue, consumerGroup, stuck],
      rowKey: (/** @type {Row} */ row) => `${row.partitionId} ${row.consumerGroup}`,
      load: async (cursor, signal) => {
        const query = { queue, consumerGroup, stuck: stuck || null, limit: 100, cursor };
        const found = await get("/api/v1/analytics/leases", { query, signal });
        return { rows: found.leases, nextCursor: found.nextCursor, total: found.total };
      },
      empty: () => h(Nothing, { state, set }),
    }),
    h(Utilisation, { queue }),
    given && h(Release, { of: given, onClose: () => setGiven(null) }),
  ]);
}

/** @param {{state: State, set: (changes: Partial<State>) => void}} props */
function Nothing({ state, set }) {
  const told = Object.entries(state).filter(([, value]) => value !== "" && value !== false);
  if (told.length === 0) {
    const path = "/api/v1/pop/queue/orders?consumerGroup=billing";
    return h(
      Empty,
      { title: "Nobody holds anything", code: asCurl({ method: "GET", path }) },
      "A pop leases what it hands out.",
    );
  }
  return h("div", { class: "empty" }, [
    h("p", { class: "strong" }, "No lease fits"),
    h("p", { class: "muted" }, told.map(([key, value]) => `${key}: ${value}`).join(" · ")),
    h(
      "button",
      { type: "button", onClick: () => set({ queue: "", consumerGroup: "", stuck: false }) },
      "Clear the filters",
    ),
  ]);
}

/**
 * The seconds that are left, by the server's clock.
 * @param {Row} row
 */
function left(row) {
  return Math.max(0, (toMs(row.expiresAt) - now.value) / 1000);
}

/** @type {import("../../ui/table.js").Column<Row>[]} */
const COLUMNS = [
  {
    title: "Queue",
    value: (row) => row.queue,
    cell: (row) => h(Name, { name: row.queue, href: href("queue", { name: row.queue }), most: 28 }),
  },
  {
    title: "Partition",
    value: (row) => row.partition,
    cell: (row) =>
      h(Name, {
        name: row.partition,
        href: href("partition", {
          queue: row.queue,
          name: row.partition,
          group: row.consumerGroup,
        }),
        most: 28,
      }),
  },
  {
    title: "Group",
    value: (row) => groupName(row.consumerGroup),
    cell: (row) => h(Name, { name: groupName(row.consumerGroup), most: 24 }),
  },
  {
    title: "Held by",
    value: (row) => row.client ?? "",
    cell: (row) =>
      row.client === null
        ? h("span", { class: "muted" }, "–")
        : h(Name, { name: row.client, most: 28 }),
  },
  {
    title: "Messages",
    align: "end",
    value: (row) => row.messages,
    cell: (row) => number(row.messages),
  },
  {
    title: "Since",
    value: (row) => row.leasedAt,
    cell: (row) => h(Instant, { at: row.leasedAt, only: "clock" }),
  },
  {
    title: "Left",
    value: (row) => row.expiresAt,
    cell: (row) => {
      const all = (toMs(row.expiresAt) - toMs(row.leasedAt)) / 1000;
      return h(Bar, { value: all - left(row), bound: all }, duration(Math.round(left(row))));
    },
  },
  {
    title: "State",
    value: (row) => (row.stuck ? "stuck" : ""),
    cell: (row) =>
      row.stuck
        ? h(
            "span",
            { title: "It ends within 30 seconds, or ran out. A healthy consumer extends before." },
            h(Badge, { tone: "orange" }, "stuck"),
          )
        : "",
  },
];

/**
 * @param {(row: Row) => void} onRelease
 * @returns {import("../../ui/table.js").Column<Row>}
 */
function changes(onRelease) {
  return {
    title: "Change",
    cell: (row) => [
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          "aria-label": `Extend the lease of ${row.partition}`,
          onClick: () => extend(row),
        },
        "Extend",
      ),
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          "aria-label": `Release the lease of ${row.partition}`,
          onClick: () => onRelease(row),
        },
        "Release…",
      ),
    ],
  };
}

/** @param {Row} row */
async function extend(row) {
  try {
    const body = { seconds: MORE_SECONDS };
    const answer = await send("POST", EXTEND, { path: { lease: row.leaseId }, body });
    if (answer.success) {
      tell(`The lease of ${row.partition} runs until ${clock(answer.expiresAt)}.`);
    } else {
      tell(`The lease of ${row.partition} has ended.`, { tone: "red" });
    }
  } catch (error) {
    tellError(error);
  }
  refreshAll();
}

/** @param {{of: Row, onClose: () => void}} props */
function Release({ of, onClose }) {
  const group = groupName(of.consumerGroup);
  return h(Confirm, {
    title: `Release the lease of ${of.partition}`,
    button: `Give back ${count(of.messages, "message")}`,
    onClose,
    request: () => ({ method: "POST", path: `/api/v1/lease/${of.leaseId}/release` }),
    run: async () => {
      const answer = await send("POST", RELEASE, { path: { lease: of.leaseId } });
      tell(
        answer.released > 0
          ? `Gave back what ${group} held of ${of.partition}.`
          : `The lease of ${of.partition} has ended already.`,
      );
      refreshAll();
    },
    children: [
      h(
        "p",
        {},
        `${of.client ?? "A consumer"} of ${group} holds ${count(of.messages, "message")} of` +
          ` ${of.partition}, a partition of ${of.queue}, until ${clock(of.expiresAt)}.`,
      ),
      h(
        "p",
        {},
        "They are handed out again at once, to whoever asks first, and no attempt is counted. If" +
          " the consumer is still at work, they are worked on twice, and its acks are refused.",
      ),
    ],
  });
}
