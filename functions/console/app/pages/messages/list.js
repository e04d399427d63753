/** The messages that fit, the newest first. Rows never move: newer ones are shown when asked for. */

import { address, get } from "../../lib/api.js";
import { count, number } from "../../lib/format.js";
import { now } from "../../lib/time.js";
import { href, kept } from "../../lib/url.js";
import { Badge } from "../../ui/badge.js";
import { CurlButton } from "../../ui/copy.js";
import { Instant } from "../../ui/instant.js";
import { useKept } from "../../ui/kept.js";
import { Name } from "../../ui/name.js";
import { maskedWords } from "../../ui/payload.js";
import { Polled } from "../../ui/states.js";
import { ShortTable } from "../../ui/table.js";
import { tellError } from "../../ui/toast.js";
import { usePoll } from "../../ui/use.js";
import { useEffect, useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";
import { OneMessage, OpenButton, Status } from "../parts/message/panel.js";
import { asked } from "./filters.js";
import { Nothing } from "./nothing.js";
import { previewText, Selected } from "./selected.js";

/** @typedef {import("../../lib/types").Answer<"/api/v1/messages">} Found */
/** @typedef {Found["messages"][number]} Row */
/** @typedef {import("./filters.js").State} State */

export const ROUTE = "/api/v1/messages";
export const SIZE = 60;
/** Pages that are read again after a reload or Back, one after another. */
const MOST_AGAIN = 10;
const PAGES = "pages of messages";

/** @param {{state: State, set: import("./filters.js").Set}} props */
export function List({ state, set }) {
  const ask = (/** @type {string | null} */ cursor, /** @type {AbortSignal} */ signal) =>
    get(ROUTE, { query: { ...asked(state, now.peek()), limit: SIZE, cursor }, signal });
  const poll = usePoll((signal) => ask(null, signal), "steady", []);
  return h(Polled, {
    poll,
    children: (/** @type {Found} */ newest) =>
      h(Shown, {
        newest,
        state,
        set,
        refresh: poll.refresh,
        more: (/** @type {string} */ cursor) => ask(cursor, new AbortController().signal),
      }),
  });
}

/**
 * @param {{newest: Found, state: State, set: import("./filters.js").Set,
 *   refresh: () => Promise<void>, more: (cursor: string) => Promise<Found>}} props
 */
function Shown({ newest, state, set, refresh, more }) {
  const [pages, setPages] = useState([newest]);
  const [isChanged, setChanged] = useState(false);
  const first = pages[0] ?? newest;
  useKept(PAGES, () => pages.length);
  useEffect(() => {
    readAgain(newest, Math.min(kept(PAGES) ?? 1, MOST_AGAIN), more).then(setPages, tellError);
  }, []);
  useEffect(() => {
    if (isChanged || first.messages.length === 0) {
      setPages([newest]);
      setChanged(false);
    }
  }, [newest]);
  const changed = () => {
    setChanged(true);
    refresh();
  };
  const latest = new Map(newest.messages.map((row) => [row.id, row]));
  const rows = pages.flatMap((page) => page.messages).map((row) => latest.get(row.id) ?? row);
  const known = new Set(rows.map((row) => row.id));
  const fresh = newest.messages.filter((row) => !known.has(row.id)).length;
  return h("div", {}, [
    h("p", { class: "actions" }, [
      h("span", { class: "muted" }, order(state)),
      fresh > 0 &&
        h(
          "button",
          { type: "button", onClick: () => setPages([newest]) },
          `${fresh === SIZE ? `${SIZE}+` : number(fresh)} newer: show`,
        ),
      h("span", { class: "grow" }),
      h(CurlButton, {
        request: { method: "GET", path: address(ROUTE, { query: asked(state, now.peek()) }) },
      }),
    ]),
    h(Body, {
      rows,
      state,
      set,
      refresh: changed,
      nothing: h(Nothing, { state, set, hasMore: first.nextCursor !== null }),
      foot: h(Foot, { pages, rows: rows.length, setPages, more }),
    }),
  ]);
}

/**
 * As many pages as an earlier visit of this entry of the history had read.
 * @param {Found} newest
 * @param {number} count
 * @param {(cursor: string) => Promise<Found>} more
 */
async function readAgain(newest, count, more) {
  const pages = [newest];
  for (let cursor = newest.nextCursor; cursor !== null && pages.length < count; ) {
    const page = await more(cursor);
    pages.push(page);
    cursor = page.nextCursor;
  }
  return pages;
}

/**
 * Rows, what may be done with those that are selected, and the one that is open.
 * @param {{rows: Row[], state: State, set: import("./filters.js").Set, refresh: () => unknown,
 *   nothing: any, foot?: any}} props
 */
export function Body({ rows, state, set, refresh, nothing, foot }) {
  const [chosen, setChosen] = useState(/** @type {Map<string, Row>} */ (new Map()));
  const choose = (/** @type {Row} */ row) => {
    const next = new Map(chosen);
    if (!next.delete(row.id)) {
      next.set(row.id, row);
    }
    setChosen(next);
  };
  const [partitionId, ...rest] = state.show.split("/");
  return h("div", {}, [
    h(Selected, { chosen, state, clear: () => setChosen(new Map()), onChange: refresh }),
    h("div", { class: state.show ? "with-panel" : "" }, [
      h("div", {}, [
        rows.length === 0
          ? nothing
          : h(ShortTable, {
              label: "Messages",
              rows,
              rowKey: (/** @type {Row} */ row) => row.id,
              columns: columns(state, set, chosen, choose),
            }),
        foot,
      ]),
      state.show &&
        h(OneMessage, {
          partitionId: partitionId ?? "",
          transactionId: rest.join("/"),
          as: state.as,
          onAs: (/** @type {string} */ as) => set({ as }),
          hidden: !state.payloads,
          onClose: () => set({ show: "" }),
          onChange: refresh,
          key: state.show,
        }),
    ]),
  ]);
}

/** @param {State} state */
function order(state) {
  return state.traceId || state.transactionId
    ? "The oldest first: the order in which a pipeline went."
    : "The newest first.";
}

/**
 * How far the list looked, and the way on.
 * @param {{pages: Found[], rows: number, setPages: (pages: Found[]) => void,
 *   more: (cursor: string) => Promise<Found>}} props
 */
function Foot({ pages, rows, setPages, more }) {
  const [busy, setBusy] = useState(false);
  const last = pages[pages.length - 1];
  const cursor = last?.nextCursor ?? null;
  const looked = pages.reduce((sum, page) => sum + (page.looked?.messages ?? 0), 0);
  const sealed = pages.reduce((sum, page) => sum + (page.looked?.encrypted ?? 0), 0);
  const total = pages[0]?.total ?? null;
  const goOn = async () => {
    if (cursor === null) {
      return;
    }
    setBusy(true);
    try {
      setPages([...pages, await more(cursor)]);
    } catch (error) {
      tellError(error);
    } finally {
      setBusy(false);
    }
  };
  const words = looked
    ? `Looked at ${count(looked, "message")}, ${number(rows)} ${rows === 1 ? "fits" : "fit"}.`
    : total === null
      ? `${number(rows)} shown.`
      : `${number(rows)} of ${number(total)} shown.`;
  return h("p", { class: "foot muted small" }, [
    words,
    last?.looked?.to && cursor !== null && [" Back to ", h(Instant, { at: last.looked.to }), "."],
    sealed > 0 &&
      ` ${count(sealed, "payload is", "payloads are")} encrypted or masked, and not searched.`,
    " ",
    cursor !== null &&
      h("button", { type: "button", disabled: busy, onClick: goOn }, busy ? "Reading …" : "Go on"),
  ]);
}

/**
 * @param {State} state
 * @param {import("./filters.js").Set} set
 * @param {Map<string, Row>} chosen
 * @param {(row: Row) => void} choose
 * @returns {import("../../ui/table.js").Column<Row>[]}
 */
function columns(state, set, chosen, choose) {
  return [
    {
      title: "Select",
      cell: (row) =>
        h("input", {
          type: "checkbox",
          "aria-label": `Select ${row.transactionId}`,
          checked: chosen.has(row.id),
          onChange: () => choose(row),
        }),
    },
    { title: "Pushed", cell: (row) => h(Instant, { at: row.createdAt }) },
    { title: "Queue / partition / offset", cell: (row) => place(row) },
    { title: "Transaction", cell: (row) => transaction(row, state, set) },
    {
      title: "Status",
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
    ...(state.payloads
      ? [{ title: "Payload", cell: (/** @type {Row} */ row) => preview(row) }]
      : []),
  ];
}

/** @param {Row} row */
function place(row) {
  return [
    h(Name, { name: row.queue, href: href("queue", { name: row.queue }), most: 24 }),
    " / ",
    h(Name, {
      name: row.partition,
      href: href("partition", { queue: row.queue, name: row.partition }),
      most: 24,
    }),
    ` / ${number(row.offset)}`,
  ];
}

/**
 * @param {Row} row
 * @param {State} state
 * @param {import("./filters.js").Set} set
 */
function transaction(row, state, set) {
  const id = `${row.partitionId}/${row.transactionId}`;
  return h(OpenButton, {
    transactionId: row.transactionId,
    isOpen: id === state.show,
    onToggle: () => set({ show: id === state.show ? "" : id }),
  });
}

/** @param {Row} row */
function preview(row) {
  if (row.decryptionError) {
    return h("span", { class: "red-text" }, "cannot be decrypted");
  }
  const words = maskedWords(row);
  return [
    words && [h(Badge, { tone: "yellow" }, words), " "],
    words !== "hidden" && h("span", { class: "mono small" }, previewText(row)),
  ];
}
