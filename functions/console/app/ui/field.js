/** Inputs with their labels. */

import { useId, useLayoutEffect, useState } from "../vendor/hooks.js";
import { h } from "../vendor/preact.js";

/**
 * A text that is typed. It keeps its own text while it has the focus.
 * @param {{label: string, value: string, onInput: (text: string) => void, placeholder?: string,
 *   mono?: boolean, type?: string, wide?: boolean, inputRef?: any, list?: string[],
 *   hideLabel?: boolean}} props
 */
export function TextField(props) {
  const id = useId();
  const [text, setText] = useState(props.value);
  // At once: after the next paint, it would undo what was typed since.
  useLayoutEffect(() => setText(props.value), [props.value]);
  return h("div", { class: "field" }, [
    h("label", { for: id, class: props.hideLabel ? "unseen" : "" }, props.label),
    h("input", {
      id,
      ref: props.inputRef,
      class: `${props.mono ? "mono " : ""}${props.wide ? "wide" : ""}`,
      type: props.type ?? "text",
      value: text,
      placeholder: props.placeholder,
      autoComplete: "off",
      spellcheck: false,
      maxLength: 2000,
      onInput: (/** @type {any} */ event) => {
        setText(event.target.value);
        props.onInput(event.target.value);
      },
    }),
  ]);
}

/**
 * A text of several lines.
 * @param {{label: string, value: string, onInput: (text: string) => void, rows?: number}} props
 */
export function AreaField({ label, value, onInput, rows = 6 }) {
  const id = useId();
  return h("div", { class: "field" }, [
    h("label", { for: id }, label),
    h("textarea", {
      id,
      class: "mono",
      value,
      rows,
      spellcheck: false,
      onInput: (/** @type {any} */ event) => onInput(event.target.value),
    }),
  ]);
}

/**
 * @param {{label: string, value: string, options: [string, string][],
 *   onChange: (value: string) => void}} props
 */
export function SelectField({ label, value, options, onChange }) {
  const id = useId();
  return h("div", { class: "field" }, [
    h("label", { for: id }, label),
    h(
      "select",
      { id, value, onChange: (/** @type {any} */ event) => onChange(event.target.value) },
      options.map(([name, title]) => h("option", { value: name, selected: name === value }, title)),
    ),
  ]);
}

/**
 * @param {{label: string, checked: boolean, onChange: (checked: boolean) => void}} props
 */
export function CheckField({ label, checked, onChange }) {
  const id = useId();
  return h("div", { class: "field check" }, [
    h("input", {
      id,
      type: "checkbox",
      checked,
      onChange: (/** @type {any} */ event) => onChange(event.target.checked),
    }),
    h("label", { for: id }, label),
  ]);
}
