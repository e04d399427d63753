/** A state as a word with a colour. Grey is fine; a colour means that something is not. */

import { h } from "../vendor/preact.js";

/** @typedef {"plain" | "green" | "blue" | "yellow" | "orange" | "red"} Tone */

/** @param {{tone?: string, children?: import("../vendor/preact.js").ComponentChildren}} props */
export function Badge({ tone = "plain", children }) {
  return h("span", { class: `badge ${tone}` }, children);
}
