/** A payload as text: its first 64 KB, then all of it. Text never becomes markup. */

import { bytes } from "../lib/format.js";
import { stringify } from "../lib/json.js";
import { useState } from "../vendor/hooks.js";
import { h } from "../vendor/preact.js";
import { CopyButton } from "./copy.js";

const SHOWN = 64 * 1024;

/**
 * A long text, with its size in bytes.
 * @param {{text: string, size: number, label: string}} props
 */
export function LongText({ text, size, label }) {
  const [whole, setWhole] = useState(false);
  const isLong = text.length > SHOWN && !whole;
  return h("div", { class: "payload" }, [
    h(
      "pre",
      { class: "mono", tabIndex: 0, role: "region", "aria-label": label },
      isLong ? text.slice(0, SHOWN) : text,
    ),
    h("p", { class: "muted small" }, [
      bytes(size),
      " ",
      isLong &&
        h("button", { class: "quiet", type: "button", onClick: () => setWhole(true) }, "Show all"),
      h(CopyButton, { text: () => text, title: "Copy" }),
    ]),
  ]);
}

/** @param {{data: unknown}} props */
export function Payload({ data }) {
  return h(LongText, {
    text: stringify(data, 2),
    size: new TextEncoder().encode(stringify(data)).length,
    label: "payload",
  });
}
