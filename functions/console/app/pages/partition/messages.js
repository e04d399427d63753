/** The messages of a partition around a group's cursor, or the newest, and one of them whole. */

import { get } from "../../lib/api.js";
import { number } from "../../lib/format.js";
import { groupName } from "../../lib/sentences.js";
import { href } from "../../lib/url.js";
import { Badge } from "../../ui/badge.js";
import { Instant } from "../../ui/instant.js";
import { Empty, Polled } from "../../ui/states.js";
import { ShortTable } from "../../ui/table.js";
import { usePoll } from "../../ui/use.js";
import { useMemo, useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";
import { Deleted } from "../parts/deleted.js";
import { OneMessage, OpenButton, Status } from "../parts/message/panel.js";
import { explain } from "./explain.js";
import { AFTER, BEFORE, Stretch } from "./stretch.js";

/** @typedef {import("./stretch.js").Row} Row */
/** @typedef {import("./stretch.js").Shown} Shown */
/** @typedef {import("./page.js").State} State */

/** @param {{state: State, set: (changes: Partial<State>) => void, group: string | undefined}} props */
export function Messages({ state, set, group }) {
  const { queue, name, id, around, show } = state;
  const inputs = [queue, name, id, around, group];
  const stretch = useMemo(
    () =>
      new Stretch(
        async (query, signal) => {
          const asked = { query: { queue, partition: name, ...query }, signal };
          return (await get("/api/v1/messages", asked)).messages;
        },
        group === undefined ? null : (signal) => explain(state, group, signal),
        around,
      ),
    inputs,
  );
  const poll = usePoll((signal) => stretch.load(signal), "steady", [stretch]);
  const isNewest = stretch.isNewest;
  const onShow = (/** @type {string} */ message) => set({ show: message });
  return h("section", {}, [
    h("h2", {}, heading(isNewest, around, group)),
    h(Polled, {
      poll,
      children: (/** @type {Shown} */ of) =>
        h("div", {}, [
          h(Ways, { of, isNewest, state, group, set, refresh: () => anew(stretch, poll) }),
          !isNewest && of.from < of.tail && h(Deleted, { queue, tail: of.tail }),
          of.rows.length === 0
            ? h(
                Empty,
                { title: "No message is kept here" },
                "They were deleted, or none was pushed.",
              )
            : h("div", { class: show ? "with-panel" : "" }, [
                h(ShortTable, {
                  label: "Messages",
                  rows: of.rows,
                  rowKey: (/** @type {Row} */ row) => row.id,
                  columns: columns(show, onShow, of.cursor),
                }),
                show &&
                  h(Panel, {
                    row: of.rows.find((each) => each.id === show),
                    onClose: () => onShow(""),
                    key: show,
                  }),
              ]),
        ]),
    }),
  ]);
}

/**
 * @param {boolean} isNewest
 * @param {string} around
 * @param {string | undefined} group
 */
function heading(isNewest, around, group) {
  if (isNewest) {
    return "Messages, the newest first";
  }
  return around === "" && group !== undefined
    ? `Messages around the cursor of ${groupName(group)}`
    : `Messages around offset ${number(Number(around))}`;
}

/**
 * Look where the messages are now.
 * @param {Stretch} stretch
 * @param {import("../../lib/refresh.js").Poll<Shown>} poll
 */
function anew(stretch, poll) {
  stretch.forget();
  return poll.refresh();
}

/**
 * The ways to other messages.
 * @param {{of: Shown, isNewest: boolean, state: State, group: string | undefined,
 *   set: (changes: Partial<State>) => void, refresh: () => void}} props
 */
function Ways({ of, isNewest, state, group, set, refresh }) {
  const { queue, name, around } = state;
  const to = (/** @type {string} */ place, /** @type {any} */ title) =>
    h("button", { type: "button", class: "quiet", onClick: () => set({ around: place }) }, title);
  const newer = `${number(of.newer)}${of.more ? "+" : ""}`;
  const isAway =
    !isNewest &&
    of.cursor !== null &&
    (of.cursor < of.from - BEFORE || of.cursor >= of.from + AFTER);
  return h("div", { class: "actions" }, [
    !isNewest && of.from > BEFORE && to(String(Math.max(0, of.from - BEFORE - AFTER)), "Earlier"),
    !isNewest && of.newer > 0 && to(String(of.from + AFTER + BEFORE), `${newer} later: show`),
    isNewest &&
      of.newer > 0 &&
      h("button", { type: "button", class: "quiet", onClick: refresh }, `${newer} newer: show`),
    isAway &&
      h(
        "span",
        { class: "muted" },
        `${groupName(group ?? "")} goes on at ${number(of.cursor ?? 0)}.`,
      ),
    group !== undefined && around !== "" && to("", "Around the cursor"),
    around === "" &&
      isAway &&
      h("button", { type: "button", class: "quiet", onClick: refresh }, "Follow it"),
    !isNewest && to("newest", "The newest"),
    h("a", { href: href("messages", { queue, partition: name }) }, "All messages"),
  ]);
}

/**
 * @param {string} show
 * @param {(id: string) => void} onShow
 * @param {number | null} cursor
 * @returns {import("../../ui/table.js").Column<Row>[]}
 */
function columns(show, onShow, cursor) {
  return [
    {
      title: "Offset",
      align: "end",
      cell: (row) => [
        row.offset === cursor && h(Badge, { tone: "blue" }, "next"),
        " ",
        number(row.offset),
      ],
    },
    { title: "Pushed", cell: (row) => h(Instant, { at: row.createdAt }) },
    {
      title: "Transaction",
      cell: (row) =>
        h(OpenButton, {
          transactionId: row.transactionId,
          isOpen: row.id === show,
          onToggle: () => onShow(row.id === show ? "" : row.id),
        }),
    },
    {
      title: "Status over all groups",
      cell: (row) => [
        h(Status, { status: row.status }),
        row.dueAt && [" due ", h(Instant, { at: row.dueAt, only: "relative" })],
      ],
    },
    {
      title: "Groups done",
      align: "end",
      cell: (row) => `${row.busStatus.consumedBy} of ${row.busStatus.totalGroups}`,
    },
  ];
}

/** @param {{row: Row | undefined, onClose: () => void}} props */
function Panel({ row, onClose }) {
  const [as, setAs] = useState("json");
  if (row === undefined) {
    return h("aside", { class: "panel", "aria-label": "Message" }, [
      h("p", { class: "muted" }, "This message is not among those that are shown here."),
      h("button", { type: "button", class: "quiet", onClick: onClose }, "Close"),
    ]);
  }
  return h(OneMessage, {
    partitionId: row.partitionId,
    transactionId: row.transactionId,
    as,
    onAs: setAs,
    onClose,
  });
}
