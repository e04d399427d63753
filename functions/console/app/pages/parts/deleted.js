/** Says that a partition keeps no message below an offset, and where to find out why. */

import { number } from "../../lib/format.js";
import { href } from "../../lib/url.js";
import { h } from "../../vendor/preact.js";

/** @param {{queue: string, tail: number}} props `tail`: the first offset that may be kept */
export function Deleted({ queue, tail }) {
  return h("p", { class: "muted" }, [
    `Deleted up to offset ${number(tail - 1)}: by `,
    h("a", { href: href("jobs", { queue }) }, "retention"),
    ", or by ",
    h("a", { href: href("audit", { queue }) }, "somebody"),
    ".",
  ]);
}
