/** One number with its name, in a list of class `figures`. */

import { h } from "../vendor/preact.js";

/** @param {{title: string, children?: any}} props */
export function Figure({ title, children }) {
  return h("div", {}, [h("dt", {}, title), h("dd", {}, children)]);
}
