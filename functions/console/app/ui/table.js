/** A table over a long list: only the rows in view are in the document, and rows keep their place. */

import { csv } from "../lib/copy.js";
import { number } from "../lib/format.js";
import { Keyset } from "../lib/keyset.js";
import { compact } from "../lib/prefs.js";
import { keepSoon, kept } from "../lib/url.js";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/hooks.js";
import { Component, h } from "../vendor/preact.js";
import { signal } from "../vendor/signals.js";
import { CopyButton } from "./copy.js";
import { useKept, useKeptScroll } from "./kept.js";
import { Failure, Loading } from "./states.js";
import { tellError } from "./toast.js";
import { usePoll } from "./use.js";

const SPARE_ROWS = 8;

/**
 * @template T
 * @typedef {object} Column
 * @property {string} title
 * @property {(row: T) => any} cell
 * @property {(row: T) => unknown} [value] for CSV
 * @property {"end"} [align]
 * @property {string} [width] a class of app.css
 */

/**
 * @param {{label: string, columns: Column<any>[], load: Keyset<any>["load"], size?: number,
 *   inputs: unknown[], rowKey: (row: any) => string, open?: (row: any) => void,
 *   empty: () => any, pace?: keyof typeof import("../lib/refresh.js").PACE}} props
 */
export function KeysetTable(props) {
  const of = JSON.stringify(props.inputs);
  const list = useMemo(() => begun(props, of), props.inputs);
  const poll = usePoll(
    async () => {
      await list.refresh();
      return true;
    },
    props.pace ?? "steady",
    [list],
  );
  useEffect(() => () => list.stop(), [list]);
  list.version.value;
  if (poll.data.value === null) {
    return poll.error.value === null
      ? h(Loading, {})
      : h(Failure, { error: poll.error.value, onRetry: poll.refresh, next: poll.next });
  }
  if (list.known.value === 0 && !list.hasMore) {
    return props.empty();
  }
  return h("div", { class: poll.error.value === null ? "" : "greyed" }, [
    poll.error.value !== null &&
      h("p", { class: "stale", role: "status" }, /** @type {any} */ (poll.error.value).message),
    h(Rows, { ...props, list, of, key: "rows" }),
    h(Foot, { ...props, list, key: "foot" }),
  ]);
}

/**
 * The list, at the place where an earlier visit left the same one.
 * @param {{label: string, load: Keyset<any>["load"], size?: number,
 *   rowKey: (row: any) => string}} props
 * @param {string} of
 */
function begun({ label, load, size, rowKey }, of) {
  const list = new Keyset(load, size ?? 100, rowKey);
  const found = kept(label);
  if (found?.of === of) {
    list.resume(found);
  }
  return list;
}

/** @param {{list: Keyset<any>, columns: Column<any>[]}} props */
function Foot({ list, columns }) {
  const text = () => {
    const rows = list.pages.flatMap((page) => page.rows ?? []);
    const told = columns.filter((column) => column.value);
    return csv(
      told.map((column) => column.title),
      rows.map((row) => told.map((column) => column.value?.(row))),
    );
  };
  return h("p", { class: "foot muted small" }, [
    extent(list),
    list.waits.value && " Another order waits until the pointer leaves the rows.",
    " ",
    list.hasMore &&
      list.isShort &&
      h(
        "button",
        { type: "button", onClick: () => list.lookFurther().catch(tellError) },
        "Look further",
      ),
    " ",
    h(CopyButton, { text, title: "Copy as CSV", told: "Copied the rows that were read." }),
  ]);
}

/**
 * How much of a list was read.
 * @param {Keyset<any>} list
 */
function extent(list) {
  const known = number(list.known.value);
  const total = list.total.value;
  if (!list.hasMore) {
    return `${known} in all.`;
  }
  if (list.isShort) {
    return `${known} found so far; not all were looked at.`;
  }
  return `${known} of ${total === null ? "more" : number(total)} read; scroll for more, or name one above.`;
}

/**
 * Moving through rows with the keyboard: the row in focus is kept in view.
 * @param {{box: {current: HTMLDivElement | null}, height: number, known: number,
 *   focus: import("../vendor/signals.js").Signal<number>, open: (place: number) => void}} of
 */
function useMoving({ box, height, known, focus, open }) {
  const move = (/** @type {number} */ place) => {
    const to = Math.max(0, Math.min(known - 1, place));
    focus.value = to;
    const view = box.current;
    if (view) {
      const top = to * height;
      const end = top + 2 * height - view.clientHeight;
      view.scrollTop = Math.max(end, Math.min(top, view.scrollTop));
    }
  };
  return (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 15, PageUp: -15 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      move(focus.value + step);
    } else if (event.key === "Enter" && event.target === event.currentTarget) {
      open(focus.value);
    }
  };
}

/**
 * The place of the row that has the focus, -1 for none. It is that of an earlier visit, where its row
 * is still in view.
 * @param {Keyset<any>} list
 * @param {(row: any) => string} rowKey
 */
function useFocus(list, rowKey) {
  return useMemo(() => {
    const { top, key } = list.left;
    const from = Math.floor(top);
    const rows = key === null ? [] : list.rows(from, from + list.size / 2);
    const step = rows.findIndex((row) => row !== undefined && rowKey(row) === key);
    return signal(step < 0 ? -1 : from + step);
  }, [list]);
}

/**
 * A link in a row that had the focus may go with its row: then the table has it, not the page.
 * @param {{current: HTMLDivElement | null}} box
 */
function useKeptFocus(box) {
  const had = useRef(false);
  useEffect(() => {
    const look = (/** @type {Event} */ event) => {
      had.current = event.target instanceof Node && Boolean(box.current?.contains(event.target));
    };
    document.addEventListener("focusin", look);
    return () => document.removeEventListener("focusin", look);
  }, []);
  useLayoutEffect(() => {
    if (had.current && document.activeElement === document.body) {
      box.current?.focus({ preventScroll: true });
    }
  });
}

/**
 * Begin at the place of an earlier visit, with its row, and keep the place for the next one.
 * @param {{list: Keyset<any>, of: string, label: string, rowKey: (row: any) => string,
 *   box: {current: HTMLDivElement | null}, height: number}} props
 * @returns the place of the row that has the focus
 */
function usePlace({ list, of, label, rowKey, box, height }) {
  useLayoutEffect(() => {
    if (box.current) {
      box.current.scrollTop = list.left.top * height;
    }
  }, [list]);
  const focus = useFocus(list, rowKey);
  useEffect(() => {
    const active = document.activeElement;
    if (focus.peek() >= 0 && (active === document.body || active?.id === "content")) {
      box.current?.focus({ preventScroll: true });
    }
  }, [list]);
  useKept(label, () => {
    const row = list.row(focus.value);
    const left = { top: (box.current?.scrollTop ?? 0) / height, key: row ? rowKey(row) : null };
    return { of, ...list.bookmark(left) };
  });
  return focus;
}

/** @param {{list: Keyset<any>, of: string} & Record<string, any>} props */
function Rows({ list, of, columns, label, rowKey, open }) {
  const ref = useRef(/** @type {HTMLDivElement | null} */ (null));
  const height = compact.value ? 26 : 32;
  const [range, setRange] = useState({ from: 0, to: 40 });
  const known = list.known.value;
  // Rows that came anew are in the list, not in the properties: without this they would not be shown.
  list.version.value;
  const look = () => {
    const box = ref.current;
    if (!box) {
      return;
    }
    const from = Math.max(0, Math.floor(box.scrollTop / height) - SPARE_ROWS);
    const to = Math.ceil((box.scrollTop + box.clientHeight) / height) + SPARE_ROWS;
    setRange((old) => (old.from === from && old.to === to ? old : { from, to }));
    list.show(from, to).catch(() => {});
  };
  const focus = usePlace({ list, of, label, rowKey, box: ref, height });
  useLayoutEffect(look, [list, height, known]);
  const from = Math.min(range.from, Math.max(0, known - 1));
  const to = Math.min(range.to, known);
  useKeptFocus(ref);
  const onKeyDown = useMoving({
    box: ref,
    height,
    known,
    focus,
    open: (place) => list.row(place) && open?.(list.row(place)),
  });
  return h(
    "div",
    {
      ref,
      class: "rows",
      role: "region",
      "aria-label": label,
      tabIndex: 0,
      onScroll: () => {
        look();
        keepSoon();
      },
      onKeyDown,
      onPointerEnter: () => {
        list.isHeld = true;
      },
      onPointerLeave: () => {
        list.release().catch(() => {});
      },
    },
    h("table", { "aria-rowcount": rowCount(list), "aria-label": label }, [
      h("thead", {}, h("tr", { "aria-rowindex": 1 }, columns.map(head))),
      h("tbody", {}, [
        h("tr", {
          key: "above",
          class: "spacer",
          "aria-hidden": "true",
          style: { height: `${from * height}px` },
        }),
        ...list.rows(from, to).map((row, step) => {
          const place = from + step;
          const key = row === undefined ? `at ${place}` : rowKey(row);
          const isFocused = place === focus.value;
          return h(Row, { key, row, place, columns, height, open, focus, isFocused });
        }),
        h("tr", {
          key: "below",
          class: "spacer",
          "aria-hidden": "true",
          style: { height: `${Math.max(0, known - to) * height}px` },
        }),
      ]),
    ]),
  );
}

/**
 * One row. A list that scrolls makes the rows that come, and leaves those that stay alone: only what
 * a row shows, or a signal that its cells read, makes it anew.
 * @extends {Component<{row: any, place: number, columns: Column<any>[], height: number,
 *   open?: (row: any) => void, focus: import("../vendor/signals.js").Signal<number>,
 *   isFocused: boolean}>}
 */
class Row extends Component {
  /**
   * @param {any} props
   * @param {unknown} state another one when a signal changed
   */
  shouldComponentUpdate(props, state) {
    const now = /** @type {any} */ (this.props);
    return state !== this.state || Object.keys(props).some((name) => props[name] !== now[name]);
  }

  render() {
    const { row, place, columns, height, open, focus, isFocused } = this.props;
    return h(
      "tr",
      {
        "aria-rowindex": place + 2,
        class: `${isFocused ? "focused" : ""} ${open ? "opens" : ""}`,
        style: { height: `${height}px` },
        onClick: (/** @type {any} */ event) => {
          focus.value = place;
          if (row && open && !event.target.closest("a, button") && !getSelection()?.toString()) {
            open(row);
          }
        },
      },
      columns.map((column) =>
        h("td", { class: cellClass(column) }, row === undefined ? "" : column.cell(row)),
      ),
    );
  }
}

/**
 * Rows of the whole table with its head; -1: nobody knows yet.
 * @param {Keyset<any>} list
 */
function rowCount(list) {
  const total = list.hasMore ? list.total.value : list.known.value;
  return total === null ? -1 : total + 1;
}

/** @param {Column<any>} column */
function cellClass(column) {
  return `${column.align ?? ""} ${column.width ?? ""}`.trim();
}

/** @param {Column<any>} column */
function head(column) {
  return h("th", { scope: "col", class: cellClass(column) }, column.title);
}

/**
 * A table of a few rows, all of them in the document.
 * @param {{label: string, columns: Column<any>[], rows: any[], rowKey: (row: any) => string}} props
 */
export function ShortTable({ label, columns, rows, rowKey }) {
  const ref = useRef(/** @type {HTMLDivElement | null} */ (null));
  const moved = useKeptScroll(label, ref, rows.length);
  return h(
    "div",
    { ref, class: "short", role: "region", "aria-label": label, tabIndex: 0, ...moved },
    [
      h("table", { "aria-label": label }, [
        h("thead", {}, h("tr", {}, columns.map(head))),
        h(
          "tbody",
          {},
          rows.map((row) =>
            h(
              "tr",
              { key: rowKey(row) },
              columns.map((column) => h("td", { class: cellClass(column) }, column.cell(row))),
            ),
          ),
        ),
      ]),
    ],
  );
}
