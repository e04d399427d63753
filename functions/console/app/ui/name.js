/** A name in mono, cut in the middle where it is long; whole on focus, on hover, when read aloud and
 * when copied. */

import { cut } from "../lib/format.js";
import { h } from "../vendor/preact.js";

/** @param {{name: string, href?: string, most?: number}} props */
export function Name({ name, href, most = 40 }) {
  const shown = cut(name, most);
  const isWhole = shown === name;
  const props = isWhole ? { class: "mono" } : { class: "mono cut", title: name };
  const children = isWhole
    ? name
    : [h("span", { "aria-hidden": "true" }, shown), h("span", { class: "unseen" }, name)];
  if (href !== undefined) {
    return h("a", { ...props, href }, children);
  }
  return h("span", isWhole ? props : { ...props, tabIndex: 0 }, children);
}
