/** A part of a whole as a bar with its words beside it. */

import { share } from "../lib/format.js";
import { h } from "../vendor/preact.js";

/**
 * `plain`: a part that is large is nothing to worry about.
 * @param {{value: number, bound: number, plain?: boolean, children?: any}} props
 */
export function Bar({ value, bound, plain = false, children }) {
  const part = share(value, bound);
  return h("span", { class: "bar" }, [
    h(
      "svg",
      {
        viewBox: "0 0 60 8",
        "aria-hidden": "true",
        class: plain ? "" : part > 0.9 ? "red" : part > 0.7 ? "orange" : "",
      },
      [
        h("rect", { class: "all", width: 60, height: 8 }),
        h("rect", { class: "part", width: (60 * part).toFixed(1), height: 8 }),
      ],
    ),
    children,
  ]);
}
