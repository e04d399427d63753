/** The messages of the log, or those that match one of some conditions, and one of them beside. */

import { count, cut, number } from "../../lib/format.js";
import { stringify } from "../../lib/json.js";
import { asCurl, CurlButton } from "../../ui/copy.js";
import { CheckField, SelectField, TextField } from "../../ui/field.js";
import { Instant } from "../../ui/instant.js";
import { Name } from "../../ui/name.js";
import { Empty, Polled } from "../../ui/states.js";
import { ShortTable } from "../../ui/table.js";
import { useRef, useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";
import { conditionsOf, newer, problem, readByConditions, readOn, request, SIZE } from "./asked.js";
import { Conditions } from "./conditions.js";
import { OneMessage } from "./message.js";
import { Foot, useStretch } from "./stretch.js";

/** @typedef {import("../../lib/types").LogMessage} Row */
/** @typedef {import("./page.js").State} State */
/** @typedef {import("./page.js").SetState} SetState */

const PREVIEW = 80;

/** @param {{state: State, set: SetState}} props */
export function Messages({ state, set }) {
  const wrong = problem(state);
  const { from, type, order } = state;
  const conditions = conditionsOf(state);
  return h("div", {}, [
    h(Filters, { state, set, hasConditions: conditions.length > 0 }),
    wrong
      ? h("p", { class: "note yellow", role: "status" }, wrong)
      : h("div", { class: state.show ? "with-panel" : "" }, [
          h(List, { state, set, key: JSON.stringify([from, type, order, conditions]) }),
          state.show &&
            h(OneMessage, { id: state.show, set, hidden: !state.payloads, key: state.show }),
        ]),
  ]);
}

/** @param {{state: State, set: SetState, hasConditions: boolean}} props */
function Filters({ state, set, hasConditions }) {
  return h("div", { role: "search" }, [
    h("div", { class: "filters" }, [
      h(TextField, {
        label: "From position",
        value: state.from,
        mono: true,
        onInput: (from) => set({ from: from.trim() }, { typing: true }),
      }),
      !hasConditions &&
        h(TextField, {
          label: "Type",
          value: state.type,
          mono: true,
          onInput: (type) => set({ type: type.trim() }, { typing: true }),
        }),
      !hasConditions &&
        h(SelectField, {
          label: "Order",
          value: state.order,
          options: [
            ["desc", "newest first"],
            ["asc", "oldest first"],
          ],
          onChange: (order) => set({ order }),
        }),
      h(CheckField, {
        label: "Payloads",
        checked: state.payloads,
        onChange: (payloads) => set({ payloads }),
      }),
    ]),
    h(Conditions, {
      text: state.conditions,
      onChange: (conditions, how) => set({ conditions }, how),
    }),
  ]);
}

/** @param {{state: State, set: SetState}} props */
function List({ state, set }) {
  const isFound = conditionsOf(state).length > 0;
  const isBackwards = !isFound && state.order === "desc";
  const top = useRef(/** @type {number | null} */ (null));
  const [fresh, setFresh] = useState(0);
  const { poll, goOn } = useStretch(async (cursor, signal) => {
    if (isFound) {
      return readByConditions(state, cursor, signal);
    }
    if (isBackwards && cursor === null && top.current !== null && state.from === "") {
      setFresh(await newer(state, top.current, signal));
    }
    const page = await readOn(state, cursor, top.current, signal);
    top.current ??= page.rows[0]?.position ?? null;
    return page;
  }, "steady");
  const showNewer = () => {
    top.current = null;
    setFresh(0);
    poll.refresh();
  };
  return h("div", {}, [
    h("p", { class: "actions" }, [
      h("span", { class: "muted" }, isBackwards ? "The newest first." : "The oldest first."),
      fresh > 0 &&
        h(
          "button",
          { type: "button", onClick: showNewer },
          `${fresh > SIZE ? `${SIZE}+` : number(fresh)} newer: show`,
        ),
      h("span", { class: "grow" }),
      h(CurlButton, { request: request(state) }),
    ]),
    h(Polled, {
      poll,
      children: (/** @type {import("./stretch.js").Stretch<Row>} */ of) =>
        of.rows.length === 0
          ? h(Nothing, { state, set })
          : h("div", {}, [
              h(ShortTable, {
                label: "Messages of the log",
                rows: of.rows,
                rowKey: (/** @type {Row} */ row) => row.id,
                columns: columns(state, set),
              }),
              h(Foot, { of, busy: poll.busy.value, goOn }),
            ]),
    }),
  ]);
}

/** @param {{state: State, set: SetState}} props */
function Nothing({ state, set }) {
  const conditions = conditionsOf(state);
  const told = [
    state.from !== "" && `from position ${state.from}`,
    conditions.length === 0 && state.type !== "" && `type ${state.type}`,
    conditions.length > 0 && count(conditions.length, "condition"),
  ].filter(Boolean);
  if (told.length === 0) {
    const messages = [{ type: "course.created", payload: { course_name: "Algebra" } }];
    return h(
      Empty,
      {
        title: "Nothing was appended yet",
        code: asCurl({ method: "POST", path: "/api/v1/log/append", body: { messages } }),
      },
      "Messages stay in the log, in one order, and are found by what is in them.",
    );
  }
  return h("div", { class: "empty" }, [
    h("p", { class: "strong" }, "No message fits"),
    h("p", { class: "muted" }, told.join(" · ")),
    h(
      "button",
      { type: "button", onClick: () => set({ from: "", type: "", conditions: "" }) },
      "Clear the filters",
    ),
  ]);
}

/**
 * @param {State} state
 * @param {SetState} set
 * @returns {import("../../ui/table.js").Column<Row>[]}
 */
function columns(state, set) {
  const open = (/** @type {string} */ id) => set({ show: id === state.show ? "" : id });
  return [
    {
      title: "Position",
      align: "end",
      cell: (row) =>
        h(
          "button",
          {
            type: "button",
            class: "link mono",
            "aria-expanded": row.id === state.show,
            "aria-label": `Message at position ${number(row.position)}`,
            onClick: () => open(row.id),
          },
          number(row.position),
        ),
    },
    { title: "Type", cell: (row) => h(Name, { name: row.type, most: 36 }) },
    ...(state.payloads
      ? [
          {
            title: "Payload",
            cell: (/** @type {Row} */ row) =>
              h("span", { class: "mono small" }, cut(stringify(row.payload), PREVIEW)),
          },
        ]
      : []),
    {
      title: "Caused by",
      cell: (row) => related(row.causationId, () => open(row.causationId ?? "")),
    },
    { title: "Conversation", cell: (row) => related(row.correlationId, () => open(row.id)) },
    { title: "Appended", cell: (row) => h(Instant, { at: row.createdAt }) },
  ];
}

/**
 * @param {string | null} id
 * @param {() => void} open
 */
function related(id, open) {
  return id === null
    ? h("span", { class: "muted" }, "–")
    : h(
        "button",
        { type: "button", class: "link mono", onClick: open },
        h(Name, { name: id, most: 13 }),
      );
}
