/** A payload as text: its first 64 KB, then all of it. Text never becomes markup. */

import { bytes } from "../lib/format.js";
import { stringify } from "../lib/json.js";
import { mayReveal } from "../lib/session.js";
import { useState } from "../vendor/hooks.js";
import { h } from "../vendor/preact.js";
import { Badge } from "./badge.js";
import { CopyButton } from "./copy.js";
import { tellError } from "./toast.js";

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

/** @typedef {{data?: unknown, masked?: string[] | null}} Seen a payload, and what is hidden of it */

/** @param {Seen} of */
export function isHidden({ masked }) {
  return masked?.includes("*") ?? false;
}

/**
 * What is hidden of a payload, in words; empty: nothing.
 * @param {Seen} of
 */
export function maskedWords(of) {
  return isHidden(of) ? "hidden" : of.masked?.length ? "masked" : "";
}

/**
 * A payload as it was pushed, once somebody asked for that: it is asked for once, because each look
 * is noted, and forgotten with the component.
 * @param {() => Promise<Seen>} load
 * @returns {{revealed: <T extends Seen>(of: T) => T, reveal: () => Promise<void>}}
 */
export function useReveal(load) {
  const [whole, setWhole] = useState(/** @type {Seen | undefined} */ (undefined));
  return {
    revealed: (of) =>
      whole === undefined ? of : { ...of, data: whole.data, masked: whole.masked },
    reveal: () => load().then(setWhole, tellError),
  };
}

/**
 * A badge where something is hidden, and the button that shows it to whoever may see it.
 * @param {{of: Seen, onReveal?: () => unknown}} props
 */
export function Masked({ of, onReveal }) {
  if (!of.masked?.length) {
    return null;
  }
  if (isHidden(of)) {
    return h("p", {}, [
      h(Badge, { tone: "yellow" }, "hidden"),
      " The queue hides its payloads from your role.",
    ]);
  }
  return h("p", {}, [
    h(Badge, { tone: "yellow" }, "masked"),
    " ",
    h("span", { class: "mono small" }, of.masked.join(", ")),
    " ",
    onReveal &&
      mayReveal() &&
      h(
        "button",
        { type: "button", title: "The audit notes who looked", onClick: onReveal },
        "Reveal",
      ),
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
