/** A list whose filters leave nothing: which they are, and the way without them. */

import { h } from "../../vendor/preact.js";

/** @param {{title: string, filters: Record<string, string>, clear: () => void}} props */
export function Unfitting({ title, filters, clear }) {
  const told = Object.entries(filters).filter(([, value]) => value !== "");
  return h("div", { class: "empty" }, [
    h("p", { class: "strong" }, title),
    h("p", { class: "muted" }, told.map(([key, value]) => `${key}: ${value}`).join(" · ")),
    h("button", { type: "button", onClick: clear }, "Clear the filters"),
  ]);
}
