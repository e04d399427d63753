/** The options of a queue. Configuring replaces all of them, so all are sent, and the diff is shown. */

import { send } from "../../lib/api.js";
import { may } from "../../lib/session.js";
import { Confirm } from "../../ui/confirm.js";
import { CheckField, TextField } from "../../ui/field.js";
import { tell } from "../../ui/toast.js";
import { useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";
import { OPTIONS, read, shown } from "./options.js";

/** @typedef {import("../../lib/types").Queue} Queue */

/** @param {{of: Queue, refresh: () => Promise<void>}} props */
export function Config({ of, refresh }) {
  const [typed, setTyped] = useState(/** @type {Record<string, string>} */ ({}));
  const [reviewing, setReviewing] = useState(false);
  const mayChange = may("POST", "/api/v1/configure");
  const rows = OPTIONS.map((option) => {
    const now = of.options[option.name] ?? null;
    const text = typed[option.name];
    const next = text === undefined ? now : read(option, text, now);
    return {
      option,
      now,
      next,
      isWrong: next === undefined,
      isChanged: next !== undefined && next !== now,
    };
  });
  const changed = rows.filter((row) => row.isChanged);
  const wrong = rows.filter((row) => row.isWrong);
  return h("div", {}, [
    h(
      "div",
      { class: "options" },
      rows.map((row) =>
        h(OptionRow, {
          row,
          key: row.option.name,
          text: typed[row.option.name],
          onText: mayChange
            ? (/** @type {string} */ text) => setTyped({ ...typed, [row.option.name]: text })
            : null,
        }),
      ),
    ),
    mayChange &&
      h("div", { class: "actions" }, [
        h(
          "button",
          {
            type: "button",
            class: "main",
            disabled: changed.length === 0 || wrong.length > 0,
            onClick: () => setReviewing(true),
          },
          "Review",
        ),
        h(
          "button",
          {
            type: "button",
            disabled: Object.keys(typed).length === 0,
            onClick: () => setTyped({}),
          },
          "Undo",
        ),
        h(
          "span",
          { class: "muted", role: "status" },
          wrong.length
            ? `Not a whole number: ${wrong.map((row) => row.option.name).join(", ")}`
            : changed
                .map(
                  (row) =>
                    `${row.option.name} ${shown(row.option, row.now)} → ${shown(row.option, row.next)}`,
                )
                .join(" · "),
        ),
      ]),
    reviewing &&
      h(Review, {
        of,
        changed,
        close: () => setReviewing(false),
        refresh,
        done: () => setTyped({}),
      }),
  ]);
}

/**
 * @typedef {{option: import("./options.js").Option, now: unknown, next: unknown, isWrong: boolean,
 *   isChanged: boolean}} Row
 */

/** @param {{row: Row, text: string | undefined, onText: ((text: string) => void) | null}} props */
function OptionRow({ row, text, onText }) {
  const { option, now } = row;
  const value = text ?? (now === null ? "" : String(now));
  const input =
    onText === null
      ? h("p", { class: "mono" }, [
          h("span", { class: "muted" }, option.name),
          " ",
          shown(option, now),
        ])
      : typeof now === "boolean"
        ? h(CheckField, {
            label: option.name,
            checked: value === "true",
            onChange: (on) => onText(String(on)),
          })
        : h(TextField, { label: option.name, value, onInput: onText, mono: true });
  return h("div", { class: row.isChanged ? "option changed" : "option" }, [
    input,
    h("p", { class: "muted small" }, [option.unit && `${option.unit} · `, option.words]),
  ]);
}

/** @param {{of: Queue, changed: Row[], close: () => void, refresh: () => Promise<void>, done: () => void}} props */
function Review({ of, changed, close, refresh, done }) {
  const options = {
    ...of.options,
    ...Object.fromEntries(changed.map((row) => [row.option.name, row.next])),
  };
  const body = { queue: of.name, ifRevision: of.revision, options };
  return h(Confirm, {
    title: `Configure ${of.name}`,
    button: `Change ${changed.length === 1 ? "1 option" : `${changed.length} options`}`,
    onClose: close,
    request: () => ({ method: "POST", path: "/api/v1/configure", body }),
    run: async () => {
      const answer = await send("POST", "/api/v1/configure", { body }).catch(async (error) => {
        // Whoever configured it meanwhile is to be seen before the next try.
        await refresh();
        throw error;
      });
      tell([`Configured ${of.name}.`, ...answer.warnings].join(" "));
      done();
      await refresh();
    },
    children: [
      h("table", { class: "diff" }, [
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["Option", "Now", "Then"].map((title) => h("th", { scope: "col" }, title)),
          ),
        ),
        h(
          "tbody",
          {},
          changed.map((row) =>
            h("tr", { key: row.option.name }, [
              h("td", { class: "mono" }, row.option.name),
              h("td", {}, shown(row.option, row.now)),
              h("td", { class: "strong" }, shown(row.option, row.next)),
            ]),
          ),
        ),
      ]),
      ...changed
        .filter((row) => row.option.warning && row.next !== 0)
        .map((row) =>
          h("p", { class: "note orange" }, `${row.option.name}: ${row.option.warning}`),
        ),
    ],
  });
}
