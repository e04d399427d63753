/** A name in mono, cut in the middle where it is long; whole on hover, when read aloud and copied. */

import { cut } from "../lib/format.js";
import { h } from "../vendor/preact.js";

/** @param {{name: string, href?: string, most?: number}} props */
export function Name({ name, href, most = 40 }) {
  const shown = cut(name, most);
  const isWhole = shown === name;
  const props = { class: "mono", ...(isWhole ? {} : { title: name }) };
  const children = isWhole
    ? name
    : [h("span", { "aria-hidden": "true" }, shown), h("span", { class: "unseen" }, name)];
  return href === undefined ? h("span", props, children) : h("a", { ...props, href }, children);
}
