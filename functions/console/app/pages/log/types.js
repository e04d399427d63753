/** The types of the log, declared or seen, with the attributes that count. */

import { address, change, get } from "../../lib/api.js";
import { count } from "../../lib/format.js";
import { may } from "../../lib/session.js";
import { href } from "../../lib/url.js";
import { Badge } from "../../ui/badge.js";
import { Confirm } from "../../ui/confirm.js";
import { asCurl } from "../../ui/copy.js";
import { AreaField, TextField } from "../../ui/field.js";
import { Name } from "../../ui/name.js";
import { Empty } from "../../ui/states.js";
import { KeysetTable } from "../../ui/table.js";
import { tell } from "../../ui/toast.js";
import { refreshAll } from "../../ui/use.js";
import { useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";

/** @typedef {import("../../lib/types").LogType} Row */

const ROUTE = "/api/v1/log/types/{type}";

export function Types() {
  const [declared, setDeclared] = useState(/** @type {Row | null} */ (null));
  const mayDeclare = may("PUT", ROUTE);
  const fresh = { type: "", attributes: [], declared: false };
  return h("div", {}, [
    mayDeclare &&
      h(
        "p",
        { class: "actions" },
        h("button", { type: "button", onClick: () => setDeclared(fresh) }, "Declare a type…"),
      ),
    h(KeysetTable, {
      label: "Types of the log",
      inputs: [],
      rowKey: (/** @type {Row} */ row) => row.type,
      load: async (cursor, signal) => {
        const found = await get("/api/v1/log/types", { query: { limit: 100, cursor }, signal });
        return { rows: found.types, nextCursor: found.nextCursor, total: found.total };
      },
      columns: mayDeclare ? [...COLUMNS, changes(setDeclared)] : COLUMNS,
      empty: () =>
        h(
          Empty,
          {
            title: "No type yet",
            code: asCurl({
              method: "PUT",
              path: address(ROUTE, { path: { type: "course.created" } }),
              body: { attributes: ["course_name"] },
            }),
          },
          "The first message of a type makes it known; a declaration says which attributes count.",
        ),
    }),
    declared && h(Declare, { of: declared, onClose: () => setDeclared(null) }),
  ]);
}

/** @type {import("../../ui/table.js").Column<Row>[]} */
const COLUMNS = [
  {
    title: "Type",
    value: (row) => row.type,
    cell: (row) => h(Name, { name: row.type, href: href("log", { type: row.type }), most: 48 }),
  },
  {
    title: "Attributes",
    value: (row) => row.attributes.join(" "),
    cell: (row) =>
      row.attributes.length === 0
        ? h("span", { class: "muted" }, "none")
        : h(Name, { name: row.attributes.join(", "), most: 80 }),
  },
  {
    title: "Known from",
    value: (row) => (row.declared ? "declaration" : "messages"),
    cell: (row) => h(Badge, {}, row.declared ? "declaration" : "messages"),
  },
];

/**
 * @param {(row: Row) => void} onDeclare
 * @returns {import("../../ui/table.js").Column<Row>}
 */
function changes(onDeclare) {
  return {
    title: "Change",
    cell: (row) =>
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          "aria-label": `Declare ${row.type}`,
          onClick: () => onDeclare(row),
        },
        "Declare…",
      ),
  };
}

/** @param {{of: Row, onClose: () => void}} props */
function Declare({ of, onClose }) {
  const [type, setType] = useState(of.type);
  const [text, setText] = useState(of.attributes.join("\n"));
  const attributes = text.split("\n").filter((name) => name !== "");
  const path = { type };
  return h(Confirm, {
    title: of.type === "" ? "Declare a type" : `Declare ${of.type}`,
    button: type === "" ? null : `Let ${count(attributes.length, "attribute")} count`,
    onClose,
    fields: [
      of.type === "" &&
        h(TextField, { label: "Type", value: type, mono: true, wide: true, onInput: setType }),
      h(AreaField, {
        label: "Attributes that count, one on each line",
        value: text,
        onInput: setText,
      }),
    ],
    request: () => ({ method: "PUT", path: address(ROUTE, { path }), body: { attributes } }),
    run: async () => {
      const { requestId } = await change("PUT", ROUTE, { path, body: { attributes } });
      tell(`Declared ${type}.`, { requestId });
      refreshAll();
    },
    children: h(
      "p",
      {},
      "Messages that are appended from now on are found by these attributes and by no other. Those" +
        " that are in the log already are found as before.",
    ),
  });
}
