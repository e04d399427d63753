/** Messages: where is mine, what became of it for each group, what is in it? */

import { may } from "../../lib/session.js";
import { href } from "../../lib/url.js";
import { h } from "../../vendor/preact.js";
import { DEFAULTS, Filters, problem } from "./filters.js";
import { List } from "./list.js";
import { Tail } from "./tail.js";

/** @typedef {import("./filters.js").State} State */

/** @type {import("../index.js").Page} */
export const page = { state: { ...DEFAULTS }, View };

/** @param {{state: State, set: import("./filters.js").Set}} props */
function View({ state, set }) {
  const wrong = problem(state);
  const { show: _, as: __, ...filters } = state;
  return h("div", {}, [
    h("h1", {}, "Messages"),
    may("POST", "/api/v1/push") &&
      h(
        "p",
        { class: "actions" },
        h("a", { href: href("push", { queue: state.queue }) }, "Push a message"),
      ),
    h(Filters, { state, set }),
    wrong
      ? h("p", { class: "note yellow", role: "status" }, wrong)
      : h(state.tail ? Tail : List, { state, set, key: JSON.stringify(filters) }),
  ]);
}
