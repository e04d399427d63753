/** The options of a queue. Configuring replaces all of them, so all are sent, and the diff is shown. */

import { count } from "../../lib/format.js";
import { groupName } from "../../lib/sentences.js";
import { may } from "../../lib/session.js";
import { ChangeDialog, counted } from "../../ui/change.js";
import { AreaField, CheckField, SelectField, TextField } from "../../ui/field.js";
import { useEffect, useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";
import { OPTIONS, read, shown, written } from "./options.js";

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
      isChanged: next !== undefined && written(next) !== written(now),
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
  const value = text ?? written(now);
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
        : option.choices
          ? h(SelectField, {
              label: option.name,
              value,
              options: option.choices.map((each) => /** @type {[string, string]} */ ([each, each])),
              onChange: onText,
            })
          : option.isList
            ? h(AreaField, { label: option.name, value, onInput: onText, rows: 3 })
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
  // The options may be a minute old: what others changed meanwhile is to be in what is sent.
  const [isFresh, setFresh] = useState(false);
  useEffect(() => {
    refresh().then(() => setFresh(true));
  }, []);
  const body = { queue: of.name, ifRevision: of.revision, options };
  return h(ChangeDialog, {
    title: `Configure ${of.name}`,
    asked: isFresh ? { method: "POST", route: "/api/v1/configure", body } : null,
    words: (preview) => h(Difference, { of, preview }),
    button: (preview) => `Change ${count(preview.changes.length, "option")}`,
    told: (answer) => [`Configured ${of.name}.`, ...answer.warnings].join(" "),
    done: () => {
      done();
      return refresh();
    },
    refused: refresh,
    onClose: close,
  });
}

/** @typedef {{option: string, before: unknown, after: unknown}} OptionChange */

/**
 * What changes, and what that means for the messages that are there.
 * @param {{of: Queue, preview: {atLeast: boolean, changes: OptionChange[], warnings: string[],
 *   effects: {option: string, group: string, messages: number}[]}}} props
 */
function Difference({ of, preview }) {
  const rows = OPTIONS.flatMap((option) =>
    preview.changes
      .filter((each) => each.option === option.name)
      .map(({ before, after }) => ({ option, before, after })),
  );
  const maximum = rows.find((row) => row.option.name === "maxSize")?.after;
  return h("div", {}, [
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
        rows.map(({ option, before, after }) =>
          h("tr", { key: option.name }, [
            h("td", { class: "mono" }, option.name),
            h("td", {}, shown(option, before)),
            h("td", { class: "strong" }, shown(option, after)),
          ]),
        ),
      ),
    ]),
    ...preview.warnings.map((words) => h("p", { class: "note orange", key: words }, words)),
    ...rows
      .filter(({ option, after }) => option.warning && after !== 0)
      .map(({ option }) =>
        h("p", { class: "note orange", key: option.name }, [
          `${option.name}: ${option.warning}`,
          ...preview.effects
            .filter((each) => each.option === option.name)
            .map(
              (each) =>
                ` Of ${groupName(each.group)}, ${counted(preview, each.messages, "message")}` +
                ` ${option.effect}.`,
            ),
        ]),
      ),
    Number(maximum) > 0 &&
      of.totals.depth >= Number(maximum) &&
      h(
        "p",
        { class: "note orange" },
        `maxSize: the queue holds ${count(of.totals.depth, "message")}, so pushes are refused until` +
          " less than the maximum is open.",
      ),
  ]);
}
