/** Conditions: a type and values of attributes; a message has to match one of them. */

import { TextField } from "../../ui/field.js";
import { useLayoutEffect, useRef, useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";

/**
 * Attributes are pairs, so that one whose name is still being typed has its place.
 * @typedef {{type: string, attrs: [string, string][]}} Condition
 */

/** The most that the API takes of each. */
const MOST_ATTRIBUTES = 8;

/**
 * The conditions of an address; null: it says something else.
 * @param {string} text
 * @returns {Condition[] | null}
 */
export function readConditions(text) {
  if (text === "") {
    return [];
  }
  try {
    const found = JSON.parse(text);
    return Array.isArray(found) && found.every(isCondition) ? found : null;
  } catch {
    return null;
  }
}

/** @param {any} of */
function isCondition(of) {
  return (
    typeof of?.type === "string" &&
    Array.isArray(of.attrs) &&
    of.attrs.every(
      (/** @type {any} */ pair) =>
        Array.isArray(pair) && pair.length === 2 && pair.every((word) => typeof word === "string"),
    )
  );
}

/** @param {Condition[]} conditions */
export function writeConditions(conditions) {
  return conditions.length === 0 ? "" : JSON.stringify(conditions);
}

/**
 * What the API is asked: conditions that have a type, attributes that have a name.
 * @param {Condition[]} conditions
 */
export function askedConditions(conditions) {
  return conditions
    .filter((each) => each.type !== "")
    .map(({ type, attrs }) => ({
      type,
      attrs: Object.fromEntries(attrs.filter(([name]) => name !== "")),
    }));
}

/**
 * @param {{text: string, onChange: (text: string, how?: {typing?: boolean}) => void}} props
 */
export function Conditions({ text, onChange }) {
  const [conditions, setConditions] = useState(readConditions(text) ?? []);
  const written = useRef(text);
  // At once: after the next paint, it would take for a change of the address what was typed since.
  useLayoutEffect(() => {
    if (text !== written.current) {
      written.current = text;
      setConditions(readConditions(text) ?? []);
    }
  }, [text]);
  /**
   * @param {Condition[]} next
   * @param {{typing?: boolean}} [how]
   */
  const change = (next, how) => {
    written.current = writeConditions(next);
    setConditions(next);
    onChange(written.current, how);
  };
  return h("div", { role: "group", "aria-label": "Conditions" }, [
    conditions.map((each, place) =>
      h(One, {
        of: each,
        place,
        key: place,
        onChange: (changed, how) => change(conditions.with(place, changed), how),
        onRemove: () => change(conditions.toSpliced(place, 1)),
      }),
    ),
    h("p", { class: "actions" }, [
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          onClick: () => change([...conditions, { type: "", attrs: [["", ""]] }]),
        },
        conditions.length ? "Or another condition" : "Find by attributes",
      ),
    ]),
  ]);
}

/**
 * @param {{of: Condition, place: number, onRemove: () => void,
 *   onChange: (changed: Condition, how?: {typing?: boolean}) => void}} props
 */
function One({ of, place, onChange, onRemove }) {
  const { type, attrs } = of;
  const typing = { typing: true };
  const pair = (/** @type {number} */ at, /** @type {[string, string]} */ changed) =>
    onChange({ type, attrs: attrs.with(at, changed) }, typing);
  const label = `Condition ${place + 1}`;
  return h("div", { class: "filters", role: "group", "aria-label": label }, [
    place > 0 && h("p", { class: "muted" }, "or"),
    h(TextField, {
      label: "Of type",
      value: type,
      mono: true,
      onInput: (text) => onChange({ type: text.trim(), attrs }, typing),
    }),
    attrs.map(([name, value], at) => [
      h(TextField, {
        key: `${at} name`,
        label: at === 0 ? "Attribute" : "And attribute",
        value: name,
        mono: true,
        onInput: (text) => pair(at, [text, value]),
      }),
      h(TextField, {
        key: `${at} value`,
        label: "Is",
        value,
        mono: true,
        onInput: (text) => pair(at, [name, text]),
      }),
    ]),
    attrs.length < MOST_ATTRIBUTES &&
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          onClick: () => onChange({ type, attrs: [...attrs, ["", ""]] }),
        },
        "And another",
      ),
    h("button", { type: "button", class: "quiet", onClick: onRemove }, "Remove"),
  ]);
}
