/** What the page shows where no dead letter fits, and what was counted meanwhile. */

import { get } from "../../lib/api.js";
import { number } from "../../lib/format.js";
import { groupName } from "../../lib/sentences.js";
import { href } from "../../lib/url.js";
import { Empty } from "../../ui/states.js";
import { usePoll } from "../../ui/use.js";
import { h } from "../../vendor/preact.js";
import { CHOOSING } from "./filter.js";

/** @param {{state: import("./filter.js").State, set: import("./page.js").Set}} props */
export function Nothing({ state, set }) {
  const told = CHOOSING.filter((key) => state[key] !== "");
  if (told.length === 0 && state.at !== "") {
    return h(Empty, { title: "No letter that is still here had failed by then" });
  }
  if (told.length === 0) {
    return h(Empty, { title: "Nobody gave up anything" }, [
      "A message that fails more often than its queue's retryLimit, or that a consumer rejects, appears here. ",
      h(Proof, {}),
    ]);
  }
  const values = told.map(
    (key) => `${key}: ${key === "group" ? groupName(state[key]) : state[key]}`,
  );
  return h("div", { class: "empty" }, [
    h("p", { class: "strong" }, "No dead letter fits"),
    h("p", { class: "muted" }, values.join(" · ")),
    h(
      "button",
      {
        type: "button",
        onClick: () => set(Object.fromEntries([...CHOOSING, "show"].map((key) => [key, ""]))),
      },
      "Clear the filters",
    ),
    state.queue && [" ", h("a", { href: href("queue", { name: state.queue }) }, "The queue")],
  ]);
}

/** That messages were worked on: else nobody gives up anything, either. */
function Proof() {
  const poll = usePoll(
    (signal) => get("/api/v1/status/analytics", { query: { interval: "hour" }, signal }),
    "steady",
    [],
  );
  const found = poll.data.value?.totals;
  return found === undefined
    ? null
    : h(
        "span",
        {},
        `In 24 hours: ${number(found.acked)} completed, ${number(found.failed)} failed, ${number(found.dead)} given up.`,
      );
}
