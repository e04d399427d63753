/** What the page shows where no message fits. */

import { href } from "../../lib/url.js";
import { asCurl } from "../../ui/copy.js";
import { Empty } from "../../ui/states.js";
import { h } from "../../vendor/preact.js";
import { CLEARED, told } from "./filters.js";

const FIRST = {
  items: [{ queue: "orders", partition: "customer-1", payload: { total: 12 } }],
};

/**
 * @param {{state: import("./filters.js").State, set: import("./filters.js").Set,
 *   hasMore: boolean}} props
 */
export function Nothing({ state, set, hasMore }) {
  const words = told(state);
  if (words.length === 0) {
    return h(
      Empty,
      {
        title: "No message is kept",
        code: asCurl({ method: "POST", path: "/api/v1/push", body: FIRST }),
      },
      ["None was pushed, or retention deleted them. ", h("a", { href: href("push") }, "Push one")],
    );
  }
  return h("div", { class: "empty" }, [
    h("p", { class: "strong" }, hasMore ? "No message fits so far" : "No message fits"),
    h("p", { class: "muted" }, words.join(" · ")),
    h("button", { type: "button", onClick: () => set(CLEARED) }, "Clear the filters"),
  ]);
}
